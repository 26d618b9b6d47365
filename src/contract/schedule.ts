/**
 * Reading the calendar: a week for approval, a day for the provider's home, a span for Manage Schedule (spec 2,
 * sections 3 and 7). Times without `Utc` in their name are the organisation's wall clock, `HH:mm`.
 */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, filterId, id, languageId, writerId } from './endpoint.ts'
import { isStatus } from './failures.ts'
import { serviceOptionSchema } from './lookups.ts'

/** 1 a session of one student (Basic), 2 of a group (Advance). */
export const scheduleEventModeSchema = z.union([z.literal(1), z.literal(2)])

/** 0 pending, 1 approved, 2 rejected; it counts as approved when neither 0 nor 2 (spec 2, section 2.2). */
export const isApprovedSchema = z.int()
export const countsAsApproved = (isApproved: number): boolean => isApproved !== 0 && isApproved !== 2
/** What is said of one that counts as approved: its billing period may be locked besides. */
export const approvedWord = (isApproved: number): 'Approved' | 'Locked' => (isApproved === 1 ? 'Approved' : 'Locked')

/** One occurrence of a session on a calendar. */
export const calendarEventSchema = z.object({
  /** The occurrence (`scheduleEventRecurrenceId` elsewhere). */
  id,
  /** The session that it is an occurrence of. */
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
  /** The session's own colour. */
  colourCode: z.string(),
  /** The school's colour. */
  homePageColourCode: z.string(),
  scheduleEventMode: scheduleEventModeSchema,
  studentsCount: z.int(),
  isRecurring: z.boolean(),
  isApproved: isApprovedSchema,
  /** A provider's change of it waits for an administrator; the details of the event show it. */
  isEdited: z.boolean(),
  /** Changes with every change of the occurrence; sent back with a change, so that the later of two gets 409. */
  entityCacheKey: z.string(),
})
export type CalendarEvent = z.infer<typeof calendarEventSchema>

const span = {
  languageId,
  fromDateTime: localDateSchema,
  toDateTime: localDateSchema,
  keywords: z.string().max(200).nullish(),
  schoolId: filterId,
  providerId: filterId,
  studentId: filterId,
}

/**
 * Schedule-creator mode (spec 2, section 2.1): what the signed-in user put on the schedule, for whomever it is, and nothing
 * else. A provider still sees their own sessions alone: of those, the ones that they made themselves.
 */
const creatorMode = {
  /** On the wire for hosts that read it; this server takes the user of the token. */
  createdById: filterId,
  isScheduleCreater: z.boolean().nullish(),
}

/** Whether one provider's day is approved. */
export const approvedDateSchema = z.object({
  providerId: id,
  approvedDate: localDateSchema,
  approvedStatus: z.enum(['Pending', 'Approved', 'Rejected', 'Locked']),
  isApproved: isApprovedSchema,
  /** Every hour of the day is confirmed, and it waits to be approved. */
  isConfirmed: z.boolean(),
})
export type ApprovedDate = z.infer<typeof approvedDateSchema>

export const getWeeklyScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-weekly-schedule-events',
  summary: 'The sessions of some days, with which days of which providers are approved',
  access: access.signedIn,
  body: z.object(span),
  data: z.object({ events: z.array(calendarEventSchema), eventsApprovedDates: z.array(approvedDateSchema) }),
  replies: { 400: 'More than 62 days, or the end before the start' },
})

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
  /** False: no session of the row asks for hours, there is nothing to confirm. */
  isRequired: z.boolean().optional(),
  entityCacheKey: z.string(),
})

// The wire has two names for zero hours, one of which says the opposite (spec 2, section 3). They end here: everything
// else says `isZeroHours`.
const onWire = { isBillable: z.boolean() }
const decoded = { isZeroHours: z.boolean() }

/** Hours as the wire names their parts. */
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

/** Hours of one provider at one school on one day. An id of 0: nothing was stored yet, the times are worked out. */
export const timesheetSchema = z.codec(timesheetFields.extend(onWire), timesheetFields.extend(decoded), hoursNames)
export type Timesheet = z.output<typeof timesheetSchema>

const savedTimesheetFields = timesheetFields.extend({
  /** What became of the day. */
  day: approvedDateSchema.optional(),
  /** The session that the hours were corrected from, as it is now. */
  session: z.object({ id, isTimesheetReq: z.boolean(), entityCacheKey: z.string() }).optional(),
})

/** The row that a call saved, with what else the save changed: the caller need not read it. */
export const savedTimesheetSchema = z.codec(
  savedTimesheetFields.extend(onWire),
  savedTimesheetFields.extend(decoded),
  hoursNames,
)
export type SavedTimesheet = z.output<typeof savedTimesheetSchema>

/** The row as it is stored, where a save was refused because it or its day had changed; undefined otherwise. */
export const overtakenTimesheet = (error: unknown): SavedTimesheet | undefined =>
  isStatus(error, 409) ? savedTimesheetSchema.safeParse(error.data).data : undefined

/** Labels and a note, of a session or of one student in it. Labels are comma-joined (spec 2, section 3). */
export const feedbackSchema = z.object({ trackingLabels: z.string(), trackingFeedback: z.string() })
export type Feedback = z.infer<typeof feedbackSchema>

/** What is stored now, where a save was refused because somebody else's words would have gone; undefined otherwise. */
export const overtakenFeedback = (error: unknown): Feedback | undefined =>
  isStatus(error, 409) ? feedbackSchema.safeParse(error.data).data : undefined

/** A student in an occurrence; `id` is the student's place in this occurrence, which feedback is stored under. */
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

/** A session box of the day view. */
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
  }),
})

export const getScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-events',
  summary: 'The calendar of Manage Schedule: sessions and the timesheets of the days shown',
  access: access.screens('ScheduleEventViewer', 'ProviderScheduling'),
  body: z.object({ ...span, ...creatorMode }),
  data: z.object({ events: z.array(calendarEventSchema), eventsTimeSheetListing: z.array(timesheetSchema) }),
  replies: { 400: 'More than 62 days, or the end before the start' },
})

const sessionDetailFields = dayListingSchema.omit({ caseloadIds: true }).extend({
  isTimesheetReq: z.boolean(),
  /** The hours of its provider at its school on its day, which several sessions may share. */
  timesheetStartTime: localTimeSchema,
  timesheetEndTime: localTimeSchema,
  /** The stored row of those hours, 0 while there is none, and its version: sent back with a change of them. */
  timesheetId: z.int().nonnegative().optional(),
  timesheetCacheKey: z.string().optional(),
  serviceId: id.nullable(),
  serviceName: z.string().nullable(),
  /** Its end has passed by the organisation's clock (DESIGN: expired). */
  isEventPassed: z.boolean(),
  /** The rule in words; empty for a single session. */
  recurrence: z.string(),
  /** As `entityCacheKey`, of the session that it is an occurrence of: sent back with a change of the series. */
  seriesCacheKey: z.string().optional(),
})

export const eventDetailSchema = z.object({
  original: z.codec(
    sessionDetailFields.extend({ isSubmitWithZeroHours: z.boolean() }),
    sessionDetailFields.extend(decoded),
    { decode: sessionHoursFromWire, encode: sessionHoursToWire },
  ),
  /** A provider's change waits for an administrator: `edited` and `editedStudentList` show it beside the original. */
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
    })
    .optional(),
  editedStudentList: z
    .array(z.object({ studentId: id, caseloadFrequencyId: id, caseloadName: z.string(), studentName: z.string() }))
    .optional(),
})
export type EventDetail = z.infer<typeof eventDetailSchema>

export const getScheduleEventById = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-event-by-id',
  summary: 'One occurrence with its students',
  access: access.signedIn,
  body: z.object({ languageId, id, ...creatorMode }),
  data: eventDetailSchema,
  replies: { 404: "No such session, another provider's, or with isScheduleCreater one that somebody else made" },
})

export const approveScheduleEvents = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/approve-schedule-event',
  summary: "Approve providers' days. Days that can't be are named, the others go through",
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    scheduleEventRecurrence: z
      .array(
        z.object({
          /** Any occurrence of the day to approve: its provider and the date say which day. */
          id,
          recurrenceDate: localDateSchema,
        }),
      )
      .min(1, 'Please Select atleast one record')
      .max(2000),
  }),
  data: z.array(z.string()),
  replies: { 409: 'Some days were refused: `data` has a message each; the others are approved' },
})

const readFeedbackOf = (what: string, path: `/api/${string}`) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary: `The labels and the note of ${what}`,
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
      trackingLabels: z.string().max(4000).optional(),
      trackingFeedback: z.string().max(4000).optional(),
      /**
       * What stood there when they were written. Labels and note are held against it each by itself; left out, they replace
       * whatever is stored.
       */
      seen: feedbackSchema.partial().optional(),
    }),
    data: feedbackSchema,
    replies: {
      404: "No such session, or another provider's",
      409: 'The day was approved or locked meanwhile, or somebody else changed the same words: `data` has theirs',
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

/** Which row of hours, and what was stored for it: an id of 0 for nothing. */
const timesheetRow = {
  languageId,
  id: z.int().nonnegative(),
  providerId: id,
  schoolId: id,
  eventDate: localDateSchema,
}

export const updateSchoolTime = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-school-time',
  summary: "Set, and with isConfirmClicked confirm, a provider's hours at a school on a day",
  access: access.signedIn,
  body: z.object({
    ...timesheetRow,
    /** Empty while nothing is chosen; on zero hours they are not asked. */
    startTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    endTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    updatedById: writerId,
    ...onWire,
    isConfirmClicked: z.boolean(),
    serviceId: id.nullable(),
    entityCacheKey: z.string().optional(),
  }),
  data: savedTimesheetSchema,
  replies: {
    400: 'Service Is Required; Start Is Required; End Is Required; End should be greater than Start Time …',
    404: 'No session of that provider at that school on that day',
    409: 'The day was approved or locked, or someone else changed the row: `data` has the row that is stored',
  },
})

export const deleteSchoolTime = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-school-time',
  summary: "Remove a provider's stored hours at a school on a day; they are again what the day's sessions say",
  access: access.signedIn,
  body: z.object({
    ...timesheetRow,
    /** On the wire for hosts that read it: a row is one provider, school and day, whatever its service. */
    serviceId: id.nullish(),
    entityCacheKey: z.string().optional(),
  }),
  /** The row as it is worked out now. */
  data: savedTimesheetSchema,
  replies: {
    404: 'No hours of that provider at that school on that day are stored',
    409: 'The day was approved or locked, or someone else changed the row: `data` has the row that is stored',
  },
})

/** The dialog's words for what is wrong are the calendar's (spec 2, section 5). */
export const updateTimesheet = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-timesheet',
  summary: "Set, from one of its sessions, whether a school's hours of a day are asked for, and what they are",
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    /** The occurrence. */
    id,
    updatedById: writerId,
    isTimesheetReq: z.boolean(),
    isSubmitWithZeroHours: z.boolean(),
    /** Empty while nothing is chosen; on zero hours they are not asked. */
    startTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    endTime: z.union([localTimeSchema, z.literal('')], 'Enter Valid Time'),
    entityCacheKey: z.string().optional(),
    /** The hours that the caller saw; left out, whatever stands there is replaced. */
    timesheetId: z.int().nonnegative().optional(),
    timesheetCacheKey: z.string().optional(),
  }),
  data: savedTimesheetSchema,
  replies: {
    400: 'Start is required; End is required; End can not be less than Start; End should be greater than Start',
    409: 'The day was approved or locked, or someone else changed the session or the hours: `data` has what is stored',
  },
})

export const getEventsServiceTypes = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-events-service-types',
  summary: 'The services that a timesheet row may name',
  access: access.signedIn,
  body: z.object({ languageId, date: localDateSchema, schoolId: id, providerId: id, id: z.int().nonnegative() }),
  data: z.array(serviceOptionSchema),
})
