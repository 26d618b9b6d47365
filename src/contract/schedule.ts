/**
 * The calendar: a week for approval, a day for the provider's home page, a range for Manage Schedule (spec 2, sections 3
 * and 7). Times without `Utc` in their name are the organization's wall clock, `HH:mm`.
 */
import { z } from 'zod'
import { hoursFactsSchema } from '#domain/hours-checks.ts'
import { searchText } from '#domain/search-words.ts'
import { plainLines, plainText } from '#domain/text-rules.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { clashSchema } from './clashes.ts'
import { access, defineEndpoint, entityCacheKey, filterId, id, languageId, writerId } from './endpoint.ts'
import { isStatus } from './failures.ts'
import { serviceOptionSchema } from './lookups.ts'
import { editAnswerSchema } from './waiting-version.ts'

/** 1 is Basic, 2 is Advance. */
export const scheduleEventModeSchema = z.union([z.literal(1), z.literal(2)])

/** 0 pending, 1 approved, 2 rejected; anything else counts as approved (spec 2, section 2.2). */
export const isApprovedSchema = z.int()
export const countsAsApproved = (isApproved: number): boolean => isApproved !== 0 && isApproved !== 2
/** The label of an approved session, whose billing period may also be locked. */
export const approvedWord = (isApproved: number): 'Approved' | 'Locked' => (isApproved === 1 ? 'Approved' : 'Locked')

/** An occurrence on a calendar. */
export const calendarEventSchema = z.object({
  /** The occurrence's id (`scheduleEventRecurrenceId` elsewhere). */
  id,
  /** The session's id. */
  scheduleEventId: id,
  title: z.string(),
  eventDate: localDateSchema,
  eventWeekDay: z.string(),
  eventStartTime: localTimeSchema,
  eventEndTime: localTimeSchema,
  startDateTimeUtc: z.iso.datetime(),
  endDateTimeUtc: z.iso.datetime(),
  providerId: id,
  providerName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  /** The session's color. */
  colourCode: z.string(),
  /** The school's color. */
  homePageColourCode: z.string(),
  scheduleEventMode: scheduleEventModeSchema,
  studentsCount: z.int(),
  isRecurring: z.boolean(),
  isApproved: isApprovedSchema,
  /** It has an edited version that awaits approval; the event's details show it. */
  isEdited: z.boolean(),
  /** The occurrence's version. Send it with a change; a stale one gets 409. */
  entityCacheKey: z.string(),
})
export type CalendarEvent = z.infer<typeof calendarEventSchema>

const span = {
  languageId,
  fromDateTime: localDateSchema,
  toDateTime: localDateSchema,
  keywords: searchText().nullish(),
  schoolId: filterId,
  providerId: filterId,
  studentId: filterId,
}

/**
 * Schedule-creator mode (spec 2, section 2.1): only sessions created by the signed-in user, for any provider. Providers
 * still see only their own sessions: those that they created themselves.
 */
const creatorMode = {
  /** Sent for hosts that read it; this server uses the token's user. */
  createdById: filterId,
  isScheduleCreater: z.boolean().nullish(),
}

/** Why an administrator rejected or reopened a provider's day. */
export const dayDecisionSchema = z.object({
  reason: z.string(),
  decidedBy: z.string(),
  decidedAtUtc: z.iso.datetime(),
})

/** The status of one provider's day. */
export const approvedDateSchema = z.object({
  providerId: id,
  approvedDate: localDateSchema,
  /** Correcting: opened to put it right within its locked period (docs/decisions/corrections.md). */
  approvedStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Locked', 'Correcting']),
  isApproved: isApprovedSchema,
  /** All hours of the day are confirmed, and it awaits approval. */
  isConfirmed: z.boolean(),
  /** Present until the day is confirmed again, after it was rejected (status Rejected), reopened (status Pending) or opened for correction. */
  decision: dayDecisionSchema.optional(),
})
export type ApprovedDate = z.infer<typeof approvedDateSchema>

export const getWeeklyScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-weekly-schedule-events',
  summary: "List the sessions of a range of days, with the approval status of each provider's days",
  access: access.signedIn,
  body: z.object(span),
  data: z.object({ events: z.array(calendarEventSchema), eventsApprovedDates: z.array(approvedDateSchema) }),
  replies: { 400: 'More than 62 days, or an end before the start' },
})

/** Hours as the day's sessions say, whatever is stored. */
const proposedHoursSchema = z.object({
  startTime: localTimeSchema,
  /** Where the sessions at another school begin, if it comes between; at the start if both are at the same time. */
  endTime: localTimeSchema,
  serviceId: id.nullable(),
  serviceName: z.string().nullable(),
})
export type ProposedHours = z.infer<typeof proposedHoursSchema>

const timesheetFields = z.object({
  id: z.int().nonnegative(),
  providerId: id,
  providerName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  colourCode: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  isConfirmed: z.boolean(),
  isApproved: isApprovedSchema,
  serviceId: id.nullable(),
  serviceName: z.string().nullable(),
  /** False if no session of the row requires a timesheet, so there is nothing to confirm. */
  isRequired: z.boolean().optional(),
  /** Only where a day is read. */
  proposed: proposedHoursSchema.optional(),
  /** What the hours are checked against; only where a day is read. */
  facts: hoursFactsSchema.optional(),
  /** Why the hours are as they are, as the provider says; only where a day is read. */
  explanation: z.string().optional(),
  entityCacheKey: z.string(),
})

// The wire has two names for zero hours, one of which says the opposite (spec 2, section 3). Everything behind the
// contract says `isZeroHours`.
const onWire = { isBillable: z.boolean() }
const decoded = { isZeroHours: z.boolean() }

/** Hours under the wire's names. */
export const hoursToWire = <Hours extends { isZeroHours: boolean }>({ isZeroHours, ...hours }: Hours) => ({
  ...hours,
  isBillable: isZeroHours,
})

export const hoursFromWire = <Hours extends { isBillable: boolean }>({ isBillable, ...hours }: Hours) => ({
  ...hours,
  isZeroHours: isBillable,
})

const hoursNames = { decode: hoursFromWire, encode: hoursToWire }

/** The same for calls about a session: its details, and Update Timesheet. */
export const sessionHoursToWire = <Hours extends { isZeroHours: boolean }>({ isZeroHours, ...hours }: Hours) => ({
  ...hours,
  isSubmitWithZeroHours: isZeroHours,
})

export const sessionHoursFromWire = <Hours extends { isSubmitWithZeroHours: boolean }>({
  isSubmitWithZeroHours,
  ...hours
}: Hours) => ({ ...hours, isZeroHours: isSubmitWithZeroHours })

/** A provider's hours at a school on a day. An id of 0 means not stored: the times are derived from the sessions. */
export const timesheetSchema = z.codec(timesheetFields.extend(onWire), timesheetFields.extend(decoded), hoursNames)
export type Timesheet = z.output<typeof timesheetSchema>

const savedTimesheetFields = timesheetFields.extend({
  /** The day's status now. */
  day: approvedDateSchema.optional(),
  /** The session that the hours were corrected from, as it is stored now. */
  session: z.object({ id, isTimesheetReq: z.boolean(), entityCacheKey: z.string() }).optional(),
})

/** The row that a call saved, with what else the save changed, so that the caller need not read it again. */
export const savedTimesheetSchema = z.codec(
  savedTimesheetFields.extend(onWire),
  savedTimesheetFields.extend(decoded),
  hoursNames,
)
export type SavedTimesheet = z.output<typeof savedTimesheetSchema>

/** The stored row, if a save was refused because the row or its day had changed; otherwise undefined. */
export const storedTimesheetOf = (error: unknown): SavedTimesheet | undefined =>
  isStatus(error, 409) ? savedTimesheetSchema.safeParse(error.data).data : undefined

/** Labels and note of a session or of a student in it. Labels are comma-joined (spec 2, section 3). */
export const feedbackSchema = z.object({ trackingLabels: z.string(), trackingFeedback: z.string() })
export type Feedback = z.infer<typeof feedbackSchema>

/** The stored feedback, if a save was rejected because it would have overwritten someone else's; else undefined. */
export const storedFeedbackOf = (error: unknown): Feedback | undefined =>
  isStatus(error, 409) ? feedbackSchema.safeParse(error.data).data : undefined

/** A student in an occurrence; `id` identifies this entry, which feedback refers to. */
export const eventStudentSchema = feedbackSchema.extend({
  id,
  studentId: id,
  caseloadFrequencyId: id,
  caseloadName: z.string(),
  studentName: z.string(),
  serviceFrequency: z.string(),
  duration: z.string(),
  eventFrequency: z.string(),
  sessionType: z.string(),
})
export type EventStudent = z.infer<typeof eventStudentSchema>

/** A session in the day view. */
export const dayListingSchema = calendarEventSchema.extend(feedbackSchema.shape).extend({
  scheduleEventRecurrenceId: id,
  caseloadIds: z.array(eventStudentSchema),
})
export type DayListing = z.infer<typeof dayListingSchema>

export const getScheduleEventsPerDay = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-events-per-day',
  summary: "A day's sessions under the timesheet that they belong to, one per provider and school",
  access: access.signedIn,
  body: z.object(span),
  data: z.object({
    eventsTimeSheetListing: z.array(z.object({ timesheet: timesheetSchema, listing: z.array(dayListingSchema) })),
    /** For providers: what became of their edited versions. */
    editAnswers: z.array(editAnswerSchema).optional(),
  }),
})

export const getScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-events',
  summary: 'List the sessions and timesheet rows of Manage Schedule',
  access: access.records({ all: 'ScheduleEventViewer', own: 'ProviderScheduling' }),
  body: z.object({ ...span, ...creatorMode }),
  data: z.object({ events: z.array(calendarEventSchema), eventsTimeSheetListing: z.array(timesheetSchema) }),
  replies: { 400: 'More than 62 days, or an end before the start' },
})

const sessionDetailFields = dayListingSchema.omit({ caseloadIds: true }).extend({
  isTimesheetReq: z.boolean(),
  /** The provider's hours at the school on that day, which several sessions may share. */
  timesheetStartTime: localTimeSchema,
  timesheetEndTime: localTimeSchema,
  /** The id of the timesheet row, 0 if not stored, and its version. Send both with a change. */
  timesheetId: z.int().nonnegative().optional(),
  timesheetCacheKey: z.string().optional(),
  serviceId: id.nullable(),
  serviceName: z.string().nullable(),
  /** Its end has passed in the organization's time zone (DESIGN: expired), and its day is not being corrected. */
  isEventPassed: z.boolean(),
  /** The recurrence rule in words; empty for a single session. */
  recurrence: z.string(),
  /** The session's version, like `entityCacheKey`. Send it with a change to the series. */
  seriesCacheKey: z.string().optional(),
})

/** What approving a waiting change would do (docs/decisions/deciding-changes.md). */
export const pendingDecisionSchema = z.object({
  /** Why it can't be approved now; null if it can. */
  obstacle: z.string().nullable(),
  /** Conflicts of the session as it would be. They warn but never block. */
  clashes: z.array(clashSchema),
  /** Sent with the approval: it says which conflicts the administrator saw. */
  seenKey: z.string(),
})
export type PendingDecision = z.infer<typeof pendingDecisionSchema>

export const eventDetailSchema = z.object({
  original: z.codec(
    sessionDetailFields.extend({ isSubmitWithZeroHours: z.boolean() }),
    sessionDetailFields.extend(decoded),
    { decode: sessionHoursFromWire, encode: sessionHoursToWire },
  ),
  /** It has an edited version that awaits approval, in `edited` and `editedStudentList`. */
  isEdited: z.boolean(),
  originalStudentList: z.array(eventStudentSchema),
  edited: z
    .object({
      title: z.string(),
      eventDate: localDateSchema,
      eventWeekDay: z.string(),
      eventStartTime: localTimeSchema,
      eventEndTime: localTimeSchema,
      schoolId: id,
      schoolName: z.string(),
      serviceId: id,
      serviceName: z.string(),
      colourCode: z.string(),
      isTimesheetReq: z.boolean(),
      /** Who changed it, and when. */
      requestedBy: z.string(),
      requestedAtUtc: z.iso.datetime(),
      /** For those who decide. */
      decision: pendingDecisionSchema.optional(),
    })
    .optional(),
  /** For its provider: what became of the last edited version. */
  editAnswer: editAnswerSchema.optional(),
  /**
   * What its provider asks to change or delete with other dates. For administrators also what was changed so, unless it
   * was undone; `/provider-changes/:id` decides or undoes it.
   */
  providerChange: z.object({ id, words: z.string(), atUtc: z.iso.datetime(), isWaiting: z.boolean() }).optional(),
  editedStudentList: z
    .array(z.object({ studentId: id, caseloadFrequencyId: id, caseloadName: z.string(), studentName: z.string() }))
    .optional(),
})
export type EventDetail = z.infer<typeof eventDetailSchema>

export const getScheduleEventById = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-event-by-id',
  summary: 'Get an occurrence with its students',
  access: access.signedIn,
  body: z.object({ languageId, id, ...creatorMode }),
  data: eventDetailSchema,
  replies: { 404: "No such session, another provider's session, or with isScheduleCreater, someone else's" },
})

export const approveScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/approve-schedule-event',
  summary: "Approve providers' days. Days that cannot be approved are reported; the others are approved",
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    scheduleEventRecurrence: z
      .array(
        z.object({
          /** Any occurrence of the provider whose day to approve. */
          id,
          recurrenceDate: localDateSchema,
        }),
      )
      .min(1, 'Please Select atleast one record')
      .max(2000),
  }),
  data: z.array(z.string()),
  replies: {
    409: "Some days were not approved, for example because they are not over: `data` lists the reasons, and `errors` each with its entry's path; the others are approved",
  },
})

const readFeedbackOf = (what: string, path: `/api/${string}`) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: `Get the labels and note of ${what}`,
    access: access.signedIn,
    body: z.object({ languageId, id }),
    data: feedbackSchema,
    replies: { 404: "No such session, or another provider's" },
  })

export const getRecurrenceFeedback = readFeedbackOf('a session', '/api/schedule-event/get-recurrence-by-id')
export const getRecurrenceStudentFeedback = readFeedbackOf(
  'a student in a session',
  '/api/schedule-event/get-recurrence-by-student-id',
)

/** The longest note on a session or on a student in it. */
export const MAX_FEEDBACK_NOTE = 4000

const feedbackOf = (what: string, path: `/api/${string}`) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: `Save ${what}; 'Recurrence feeback updated successfully'`,
    access: access.signedIn,
    body: z.object({
      languageId,
      id,
      updatedById: writerId,
      trackingLabels: plainText().max(4000).optional(),
      trackingFeedback: plainLines().max(MAX_FEEDBACK_NOTE).optional(),
      /**
       * The labels and note that the caller read. Each is compared separately with what is stored; without it, the save
       * overwrites.
       */
      seen: feedbackSchema.partial().optional(),
    }),
    data: feedbackSchema,
    replies: {
      404: "No such session, or another provider's",
      409: 'The day was approved or locked, or someone else changed the same text, which is in `data`',
    },
  })

export const updateRecurrenceFeedback = feedbackOf(
  'labels of a session',
  '/api/schedule-event/update-recurrence-feedback',
)
export const updateEventNote = feedbackOf('the note of a session', '/api/schedule-event/update-event-note')
export const updateRecurrenceStudentFeedback = feedbackOf(
  'labels of a student in a session',
  '/api/schedule-event/update-recurrence-student-feedback',
)
export const updateStudentNote = feedbackOf(
  'the note of a student in a session',
  '/api/schedule-event/update-student-note',
)

/** Identifies a timesheet row; `id` is 0 if it isn't stored. */
const timesheetRow = {
  languageId,
  id: z.int().nonnegative(),
  providerId: id,
  schoolId: id,
  eventDate: localDateSchema,
}

/** Identifies a row to the server, with the version that was read. */
export const rowOf = ({ id, providerId, schoolId, date, entityCacheKey }: Timesheet) => ({
  id,
  providerId,
  schoolId,
  eventDate: date,
  entityCacheKey,
})

export const updateSchoolTime = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-school-time',
  summary: "Save a provider's hours at a school on a day, and with isConfirmClicked confirm them",
  access: access.signedIn,
  body: z.object({
    ...timesheetRow,
    /** Empty if not selected; not required with zero hours. */
    startTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    endTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    updatedById: writerId,
    ...onWire,
    isConfirmClicked: z.boolean(),
    serviceId: id.nullable(),
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: savedTimesheetSchema,
  replies: {
    400: 'Service Is Required; Start Is Required; End Is Required; End should be greater than Start Time …; or the hours to confirm have not ended',
    404: 'No session of that provider at that school on that day',
    409: 'The day was approved or locked, or someone else changed the row: `data` has the row that is stored',
  },
})

export const deleteSchoolTime = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-school-time',
  summary: "Delete a provider's timesheet row for a school and day; its hours are again derived from the sessions",
  access: access.signedIn,
  body: z.object({
    ...timesheetRow,
    /** Sent for hosts that read it; a row is identified by provider, school and day only. */
    serviceId: id.nullish(),
    entityCacheKey: entityCacheKey.optional(),
  }),
  /** The row as it is worked out now. */
  data: savedTimesheetSchema,
  replies: {
    404: 'No hours of that provider at that school on that day are stored',
    409: 'The day was approved or locked, or someone else changed the row: `data` has the row that is stored',
  },
})

/** The validation messages are the calendar dialog's (spec 2, section 5). */
export const updateTimesheet = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-timesheet',
  summary: "Set a school's hours for the day of one of its sessions, and whether a timesheet is required",
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    /** The occurrence's id. */
    id,
    updatedById: writerId,
    isTimesheetReq: z.boolean(),
    isSubmitWithZeroHours: z.boolean(),
    /** Empty if not selected; not required with zero hours. */
    startTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    endTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    entityCacheKey: entityCacheKey.optional(),
    /** The version of the hours that the caller read; without it, the save overwrites. */
    timesheetId: z.int().nonnegative().optional(),
    timesheetCacheKey: entityCacheKey.optional(),
  }),
  data: savedTimesheetSchema,
  replies: {
    400: 'Start is required; End is required; End can not be less than Start; End should be greater than Start; or the hours are confirmed and have not ended',
    409: 'The day was approved or locked, or someone else changed the session or the hours: `data` has what is stored',
  },
})

export const getEventsServiceTypes = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-events-service-types',
  summary: 'List the services for timesheet rows',
  access: access.signedIn,
  body: z.object({ languageId, date: localDateSchema, schoolId: id, providerId: id, id: z.int().nonnegative() }),
  data: z.array(serviceOptionSchema),
  replies: { 404: "A provider asks about another provider, or about a school that isn't theirs" },
})

export const endpoints = {
  getScheduleEvents,
  getScheduleEventById,
  getScheduleEventsPerDay,
  getWeeklyScheduleEvents,
  approveScheduleEvents,
  updateEventNote,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
  updateStudentNote,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  updateTimesheet,
  updateSchoolTime,
  deleteSchoolTime,
  getEventsServiceTypes,
}
