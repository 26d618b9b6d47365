import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { datedClashesSchema } from './clashes.ts'
import { access, defineEndpoint, id, languageId, writerId } from './endpoint.ts'
import { scheduleEventPayloadSchema } from './schedule-event-payload.ts'
import { replacesKey } from './waiting-version.ts'

const namedSchema = z.object({ id: z.int().nonnegative(), name: z.string() })

export const getScheduleEventPageLoadLists = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-event-page-load-lists',
  summary: "Get the session form's options: weeks, days and times",
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.object({
    /** First to Fourth and Last, ids 1 to 5. */
    weeks: z.array(namedSchema),
    /** Sunday 0 to Saturday 6. */
    weekDays: z.array(namedSchema),
    monthWeeks: z.array(namedSchema),
    monthWeekDays: z.array(namedSchema),
    timeList: z.array(localTimeSchema),
  }),
})
export type PageLoadLists = z.infer<(typeof getScheduleEventPageLoadLists)['data']>

/** The dates with conflicts, in order, as the preview shows them; left out if there are none. */
const clashes = z.array(datedClashesSchema).min(1).optional()

/** The result of saving a session. */
export const savedScheduleEventSchema = z.object({
  id,
  /** Occurrences stored. */
  occurrences: z.int().nonnegative(),
  clashes,
})
export type SavedScheduleEvent = z.infer<typeof savedScheduleEventSchema>

export const addScheduleEvent = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/add-schedule-event',
  summary: "Add a session or a series; 'Event has been added successfully'",
  access: access.signedIn,
  body: scheduleEventPayloadSchema,
  data: savedScheduleEventSchema,
  replies: {
    400: "A rule of the form is broken: `errors` name the form's fields (`recurrence.weekly.days`), not the payload's",
    403: "Another provider, or a school or student that is not the caller's",
    409: 'A day of the session was approved or locked',
  },
})

/** The version that the caller read; a stale one gets 409. */
const entityCacheKey = plainText().min(1).max(20)

/**
 * A stored session for the form: the payload, and what can be changed.
 *
 * For an occurrence, `id` is the occurrence's, `fromDate` is its day, and the recurrence and `toDate` are its series', for
 * display only: `asSingleSession` of it is what is validated and sent. For a series, `id` is the session's.
 */
export const storedSessionSchema = scheduleEventPayloadSchema.safeExtend({
  scheduleEventId: id,
  /** Null for a series. */
  scheduleEventRecurrenceId: id.nullable(),
  /**
   * It is over, so the form is read-only (DESIGN: expired), unless its day is being corrected. For a series, its last
   * session is over.
   */
  isEventPassed: z.boolean(),
  /** Why it can't be changed: the day is approved or locked. Null if it can. */
  readOnlyReason: z.string().nullable(),
  entityCacheKey,
  /** It was deleted; only with `withDeleted`. */
  isDeleted: z.boolean().optional(),
})
export type StoredSession = z.infer<typeof storedSessionSchema>

const storedSession = <Body extends z.ZodRawShape>(path: `/api/${string}`, summary: string, more: Body) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary,
    access: access.signedIn,
    body: z.object({ languageId, id, isEdit: z.boolean().default(true), ...more }),
    data: storedSessionSchema,
    replies: { 404: "No such session, or another provider's" },
  })

export const editScheduleEventRecurrenceById = storedSession(
  '/api/schedule-event/edit-schedule-event-recurrence-by-id',
  "Get an occurrence for the form; `id` is the occurrence's",
  {
    /** Also finds a deleted occurrence, as the template for a new session (spec 2, section 2.4). */
    withDeleted: z.boolean().default(false),
  },
)
export const editScheduleEventById = storedSession(
  '/api/schedule-event/edit-schedule-event-by-id',
  "Get a session with its recurrence for the form; `id` is the session's (`scheduleEventId`)",
  {},
)

const count = z.int().nonnegative()

/** The result of a change or deletion, counted in occurrences. */
export const changedSessionsSchema = z.object({
  created: count,
  changed: count,
  removed: count,
  /** Unchanged occurrences by reason; each is counted once, under the first reason that applies. */
  leftAlone: z.object({ approved: count, locked: count, expired: count, editedAlone: count }),
  /** Nothing has changed yet: the edited version awaits an administrator's decision. */
  isPending: z.boolean(),
})
export type ChangedSessions = z.infer<typeof changedSessionsSchema>

const savedChangeSchema = changedSessionsSchema.extend({ clashes })
export type SavedChange = z.infer<typeof savedChangeSchema>

export const changeReplies = {
  400: "A rule of the form is broken: `errors` name the form's fields; or the session has expired",
  403: "A school or student that is not the caller's",
  404: "No such session, or another provider's",
  409: "The day was approved or locked, or someone else changed or deleted the session; the message has the details; or a provider's request waits, and `replacesKey` does not confirm that the change discards it",
}

export const updateScheduleEventRecurrence = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-schedule-event-recurrence',
  summary: "Update one occurrence (`id`); 'Event has been updated successfully'. Ignores the recurrence fields",
  access: access.signedIn,
  body: scheduleEventPayloadSchema.safeExtend({ id, isEdit: z.boolean().default(true), entityCacheKey, replacesKey }),
  data: savedChangeSchema,
  replies: changeReplies,
})

export const updateScheduleEventSeries = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-schedule-event-series',
  summary: "Update a session (`id`) from a date on; 'Event has been updated successfully'",
  access: access.signedIn,
  body: scheduleEventPayloadSchema.safeExtend({
    id,
    isEdit: z.boolean().default(true),
    entityCacheKey,
    /** The first date to change; defaults to today. */
    changeFromDate: localDateSchema.optional(),
    replacesKey,
  }),
  data: savedChangeSchema,
  replies: changeReplies,
})

const deletedReplies = { 400: 'The session has expired', 404: changeReplies[404], 409: changeReplies[409] }

export const deleteScheduleEvents = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-schedule-events',
  summary: 'Delete single occurrences, all or none',
  access: access.signedIn,
  body: z
    .object({
      languageId,
      scheduleEventRecurrenceIds: z.array(id).min(1, 'Please select atleast one record').max(500),
      updatedById: writerId,
      /** The occurrence's version, if there is only one. */
      entityCacheKey: entityCacheKey.optional(),
      replacesKey,
    })
    .refine((body) => body.entityCacheKey === undefined || body.scheduleEventRecurrenceIds.length === 1, {
      path: ['entityCacheKey'],
      message: 'entityCacheKey belongs to a single occurrence',
    }),
  data: changedSessionsSchema,
  replies: deletedReplies,
})

export const deleteScheduleEventSeries = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-schedule-event-series',
  summary: 'Delete the occurrences of a session (`id`) from a date on; earlier ones are kept',
  access: access.signedIn,
  body: z.object({
    languageId,
    id,
    updatedById: writerId,
    /** The first date to delete; defaults to today. */
    fromDate: localDateSchema.optional(),
    /** The session's version, if known. */
    entityCacheKey: entityCacheKey.optional(),
    replacesKey,
  }),
  data: changedSessionsSchema,
  replies: deletedReplies,
})

const decisionBody = z.object({ languageId, id, updatedById: writerId, entityCacheKey: entityCacheKey.optional() })

/** An administrator's decision on a provider's edited version. `id` is the occurrence's. */
const decisionOf = <Body extends typeof decisionBody>(
  verb: 'approve' | 'reject',
  summary: string,
  body: Body,
  conflict: string,
) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/schedule-event/${verb}-schedule-event-recurrence`,
    summary,
    access: access.roles('Administrators'),
    body,
    data: changedSessionsSchema,
    replies: { 404: 'No such session', 409: conflict },
  })

const NOT_DECIDED = 'It has no edited version, the day was approved or locked, or someone else changed the session'

export const approveScheduleEventRecurrence = decisionOf(
  'approve',
  'Apply the edited version of an occurrence',
  /** `seenKey` names the conflicts that the caller saw; without it, they are not compared. */
  decisionBody.extend({ seenKey: plainText().min(1).max(40).optional() }),
  `${NOT_DECIDED}; or its conflicts are not those of \`seenKey\`, and the message names them`,
)
export const rejectScheduleEventRecurrence = decisionOf(
  'reject',
  'Discard the edited version and keep the original',
  decisionBody,
  NOT_DECIDED,
)

export const withdrawScheduleEventRecurrence = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/withdraw-schedule-event-recurrence',
  summary: 'Withdraw the edited version of an occurrence (`id`) before an administrator decides on it',
  access: access.signedIn,
  body: z.object({ languageId, id, entityCacheKey }),
  data: changedSessionsSchema,
  replies: {
    400: 'The session has expired',
    404: "No such session, or another provider's",
    409: 'It has no edited version, the day was approved or locked, or someone else changed the session',
  },
})

export const endpoints = {
  getScheduleEventPageLoadLists,
  addScheduleEvent,
  editScheduleEventRecurrenceById,
  editScheduleEventById,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
  deleteScheduleEvents,
  deleteScheduleEventSeries,
  approveScheduleEventRecurrence,
  rejectScheduleEventRecurrence,
  withdrawScheduleEventRecurrence,
}
