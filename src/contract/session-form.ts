import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId, writerId } from './endpoint.ts'
import { scheduleEventPayloadSchema } from './schedule-event-payload.ts'

const namedSchema = z.object({ id: z.int().nonnegative(), name: z.string() })

export const getScheduleEventPageLoadLists = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-event-page-load-lists',
  summary: 'What the session form chooses from: weeks, days and times',
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

/** What became of a saved session. */
export const savedScheduleEventSchema = z.object({
  id,
  /** Occurrences stored. */
  occurrences: z.int().nonnegative(),
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
    403: 'Another provider, or a school or student that is not theirs',
    409: 'A day of the session was approved or locked',
  },
})

/** The row's version that the caller saw; the later of two changes gets 409. */
const entityCacheKey = z.string().min(1).max(20)

/**
 * A stored session as the form shows it: the payload, and what the form may do with it.
 *
 * Of one occurrence, `id` is the occurrence, `fromDate` its own day, and the recurrence with `toDate` is its series', to
 * be shown and not changed: what is checked and sent is `asSingleSession` of it. Of a series, `id` is the session.
 */
export const storedSessionSchema = scheduleEventPayloadSchema.safeExtend({
  scheduleEventId: id,
  /** Null for a series. */
  scheduleEventRecurrenceId: id.nullable(),
  /** It ended: only Cancel is left (DESIGN: expired). Of a series, its last session did. */
  isEventPassed: z.boolean(),
  /** Why nothing can be changed: the day is approved or locked. Null where it can. */
  readOnlyReason: z.string().nullable(),
  entityCacheKey,
  /** It is on no calendar any more; only where `withDeleted` asked for it. */
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
  'One stored occurrence, for the form; `id` is the occurrence',
  {
    /** Also one that was deleted: what it was is what a new session may start from (spec 2, section 2.4). */
    withDeleted: z.boolean().default(false),
  },
)
export const editScheduleEventById = storedSession(
  '/api/schedule-event/edit-schedule-event-by-id',
  'A stored session with its recurrence, for the form; `id` is the session (`scheduleEventId`)',
  {},
)

const count = z.int().nonnegative()

/** What a change or deletion did, counted in occurrences. */
export const changedSessionsSchema = z.object({
  created: count,
  changed: count,
  removed: count,
  /** Not touched, and why: each is counted once, under the first reason that holds. */
  leftAlone: z.object({ approved: count, locked: count, expired: count, editedAlone: count }),
  /** Nothing was changed yet: the edited version waits until an administrator approves or rejects it. */
  isPending: z.boolean(),
})
export type ChangedSessions = z.infer<typeof changedSessionsSchema>

export const changeReplies = {
  400: "A rule of the form is broken: `errors` name the form's fields; or the session has expired",
  403: 'A school or student that is not theirs',
  404: "No such session, or another provider's",
  409: 'The day was approved or locked, or someone else changed or deleted the session meanwhile: the message says what',
}

export const updateScheduleEventRecurrence = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-schedule-event-recurrence',
  summary: "Change one occurrence (`id`); 'Event has been updated successfully'. Its recurrence fields are not read",
  access: access.signedIn,
  body: scheduleEventPayloadSchema.safeExtend({ id, isEdit: z.boolean().default(true), entityCacheKey }),
  data: changedSessionsSchema,
  replies: changeReplies,
})

export const updateScheduleEventSeries = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/update-schedule-event-series',
  summary: "Change a session (`id`) from a day on; 'Event has been updated successfully'",
  access: access.signedIn,
  body: scheduleEventPayloadSchema.safeExtend({
    id,
    isEdit: z.boolean().default(true),
    entityCacheKey,
    /** The first day whose occurrence changes; today when left out. */
    changeFromDate: localDateSchema.optional(),
  }),
  data: changedSessionsSchema,
  replies: changeReplies,
})

const deletedReplies = { 400: 'The session has expired', 404: changeReplies[404], 409: changeReplies[409] }

export const deleteScheduleEvents = defineEndpoint({
  method: 'DELETE',
  path: '/api/schedule-event/delete-schedule-events',
  summary: 'Delete single occurrences: all of them or none',
  access: access.signedIn,
  body: z
    .object({
      languageId,
      scheduleEventRecurrenceIds: z.array(id).min(1, 'Please select atleast one record').max(500),
      updatedById: writerId,
      /** Of the occurrence, where it is one. */
      entityCacheKey: entityCacheKey.optional(),
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
  summary: 'Delete the occurrences of a session (`id`) from a day on; those before it stay',
  access: access.signedIn,
  body: z.object({
    languageId,
    id,
    updatedById: writerId,
    /** The first day whose occurrence goes; today when left out. */
    fromDate: localDateSchema.optional(),
    /** Of the session, where the caller has it. */
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: changedSessionsSchema,
  replies: deletedReplies,
})

/** An administrator's word on a provider's change to one occurrence. `id` is the occurrence. */
const decisionOf = (verb: 'approve' | 'reject', summary: string) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/schedule-event/${verb}-schedule-event-recurrence`,
    summary,
    access: access.roles('Administrators'),
    body: z.object({ languageId, id, updatedById: writerId, entityCacheKey: entityCacheKey.optional() }),
    data: changedSessionsSchema,
    replies: {
      404: 'No such session',
      409: 'No change of it waits, the day was approved or locked, or someone changed the session meanwhile',
    },
  })

export const approveScheduleEventRecurrence = decisionOf('approve', 'Make the edited version of an occurrence count')
export const rejectScheduleEventRecurrence = decisionOf('reject', 'Drop the edited version; the original stays')
