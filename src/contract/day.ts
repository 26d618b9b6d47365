/** A day's records: its note, who attended, and rejecting or reopening it (spec 2, sections 2.2, 4 and 7). */
import { z } from 'zod'
import { hoursFindingSchema, MAX_EXPLANATION_LENGTH } from '#domain/hours-checks.ts'
import { reasonSchema } from '#domain/reason.ts'
import { plainLines } from '#domain/text-rules.ts'
import { instantSchema, localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, entityCacheKey, id, languageId, writerId } from './endpoint.ts'
import { eventStudentSchema, timesheetSchema } from './schedule.ts'

/** The day: an instant in it, or its date in the organization's time zone. */
const startDateTimeUtc = z.union([instantSchema, localDateSchema], 'Enter Valid Date')

/** `id` is the provider's. */
const noteOf = { languageId, id, startDateTimeUtc }

export const MAX_NOTE_LENGTH = 4000

export const dayNoteSchema = z.object({
  dayNote: z.string(),
  /** Changes with every save; '0' if there is no note. */
  entityCacheKey: z.string(),
  /** Why the note is read-only: the day is approved or locked. Missing or null if it can be edited. */
  readOnlyReason: z.string().nullish(),
})
export type DayNote = z.infer<typeof dayNoteSchema>

export const getDayNote = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-day-note',
  summary: "Get the note of a provider's day; empty if there is none",
  access: access.signedIn,
  body: z.object(noteOf),
  data: dayNoteSchema,
  replies: { 403: "Another provider's" },
})

export const addDayNote = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/add-day-note',
  summary: "Set the note of a provider's day; an empty one deletes it",
  access: access.signedIn,
  body: z.object({
    ...noteOf,
    dayNote: plainLines().max(MAX_NOTE_LENGTH, `Maximum characters allowed is ${MAX_NOTE_LENGTH}`),
    createdById: writerId,
    /** The version that the caller read; a stale one gets 409. */
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: dayNoteSchema,
  replies: {
    403: "Another provider's",
    409: 'The day was approved or locked, or someone else changed the note, in the meantime',
  },
})

/** The occurrence's students after the change. */
const studentsSchema = z.array(eventStudentSchema)

export const addCaseload = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/add-caseload',
  summary: 'Add students from the caseload to one occurrence, past or future',
  access: access.signedIn,
  body: z.object({
    languageId,
    /** The occurrence. */
    id,
    createdById: writerId,
    caseloadIds: z.array(id).min(1, 'Please select atleast one caseload').max(200),
    startDateTimeUtc: startDateTimeUtc.optional(),
  }),
  data: studentsSchema,
  replies: {
    400: "Please select atleast one caseload; a student is not on the school's caseload; the session has no students",
    404: "No such session, or another provider's",
    409: 'The day was approved or locked in the meantime',
  },
})

export const deleteStudentFromCaseload = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-student-from-caseload',
  summary: 'Remove a student from one occurrence',
  access: access.signedIn,
  body: z.object({
    languageId,
    /** The student's entry in the occurrence (`EventStudent.id`). */
    id,
    updatedById: writerId,
    scheduleEventRecurrenceId: id,
  }),
  data: studentsSchema,
  replies: {
    400: 'At least 1 student is required',
    404: "The student is not in the session, or it is another provider's",
    409: 'The day was approved or locked in the meantime',
  },
})

const providerDay = { languageId, providerId: id, date: localDateSchema }

const NOT_REOPENABLE = 'The day is not approved, or it is locked'

export const getDayToReopen = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-day-to-reopen',
  summary: "Whether an administrator may reopen a provider's day",
  access: access.roles('Administrators'),
  body: z.object(providerDay),
  data: z.null(),
  replies: { 409: NOT_REOPENABLE },
})

export const reopenDay = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/reopen-day',
  summary: "Reopen a provider's approved day, with a reason",
  access: access.roles('Administrators'),
  body: z.object({ ...providerDay, reason: reasonSchema }),
  data: z.null(),
  replies: { 400: 'Reason Is Required', 409: NOT_REOPENABLE },
})

const NO_DAY = 'The provider has no session on that day'
const NOT_REJECTABLE = 'The day is not over, or it is already rejected, approved or locked'

export const getDayToReject = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-day-to-reject',
  summary: "Get a provider's day that an administrator may reject, with its hours",
  access: access.roles('Administrators'),
  body: z.object(providerDay),
  data: z.object({
    hours: z.array(timesheetSchema),
    /** Changes with the day's hours. */
    entityCacheKey: z.string(),
  }),
  replies: { 404: NO_DAY, 409: NOT_REJECTABLE },
})
export type DayToReject = z.output<typeof getDayToReject.data>

export const rejectDays = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/reject-days',
  summary: "Reject providers' days, all or none, with a reason; their hours have to be confirmed again",
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    days: z
      .array(z.object({ providerId: id, date: localDateSchema, entityCacheKey }))
      .min(1, 'Please select atleast one record')
      .max(2000),
    reason: reasonSchema,
  }),
  data: z.null(),
  replies: { 400: 'Reason Is Required', 404: NO_DAY, 409: `${NOT_REJECTABLE}, or its hours changed in the meantime` },
})

/** Hours of a row in which something is odd, with what (docs/decisions/checks-on-hours.md). */
const oddHoursSchema = z.object({
  providerId: id,
  schoolId: id,
  schoolName: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  findings: z.array(hoursFindingSchema).min(1),
  /** Why, as the provider says; empty if they don't. */
  explanation: z.string(),
})
export type OddHours = z.output<typeof oddHoursSchema>

export const checkDays = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/check-days',
  summary: "List what is odd about the confirmed hours of providers' days that are not approved yet",
  access: access.roles('Administrators'),
  onlyReads: true,
  body: z.object({
    languageId,
    days: z.array(z.object({ providerId: id, date: localDateSchema })).max(2000),
  }),
  data: z.array(oddHoursSchema),
})

/** Hours at a school on a day, whether they are stored or not. */
const hoursOf = { languageId, providerId: id, schoolId: id, date: localDateSchema }

export const hoursExplanationSchema = z.object({
  explanation: z.string(),
  /** Changes with every save; '0' if there is none. */
  entityCacheKey: z.string(),
  /** Why it is read-only: the day is approved or locked. */
  readOnlyReason: z.string().nullable(),
})
export type HoursExplanation = z.output<typeof hoursExplanationSchema>

export const getHoursExplanation = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-hours-explanation',
  summary: 'Get why the hours at a school on a day are as they are; empty if nobody said',
  access: access.signedIn,
  onlyReads: true,
  body: z.object(hoursOf),
  data: hoursExplanationSchema,
  replies: { 403: "Another provider's" },
})

export const explainHours = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/explain-hours',
  summary: 'Say why the hours at a school on a day are as they are; an empty text deletes it',
  access: access.signedIn,
  body: z.object({
    ...hoursOf,
    explanation: plainLines().max(MAX_EXPLANATION_LENGTH, `Maximum characters allowed is ${MAX_EXPLANATION_LENGTH}`),
    updatedById: writerId,
    /** The version that the caller read; a stale one gets 409. */
    entityCacheKey,
  }),
  data: hoursExplanationSchema,
  replies: {
    403: "Another provider's",
    404: 'The provider has no session at the school on that day',
    409: 'The day was approved or locked, or someone else changed the explanation, in the meantime',
  },
})

export const endpoints = {
  getDayNote,
  addDayNote,
  addCaseload,
  deleteStudentFromCaseload,
  getDayToReopen,
  reopenDay,
  getDayToReject,
  rejectDays,
  checkDays,
  getHoursExplanation,
  explainHours,
}
