/**
 * Previews of session changes (DESIGN, section 4: "shown before saving"). Conflicts warn but never block.
 */
import { z } from 'zod'
import { localDateSchema } from '#domain/time.ts'
import { clashSchema } from './clashes.ts'
import { access, defineEndpoint } from './endpoint.ts'
import {
  addScheduleEvent,
  changedSessionsSchema,
  changeReplies,
  deleteScheduleEventSeries,
  deleteScheduleEvents,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
} from './session-form.ts'
import { waitingVersionSchema } from './waiting-version.ts'

const clashes = z.array(clashSchema)

/** The effect on one date. `date` is the session's day; for a moved session, the new day. */
export const previewedDateSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('created'), date: localDateSchema, clashes }),
  z.object({ what: z.literal('changed'), date: localDateSchema, clashes }),
  z.object({ what: z.literal('moved'), date: localDateSchema, movedFrom: localDateSchema, clashes }),
  z.object({ what: z.literal('removed'), date: localDateSchema }),
  z.object({
    what: z.literal('leftAlone'),
    date: localDateSchema,
    why: z.enum(['approved', 'locked', 'expired', 'editedAlone']),
  }),
  z.object({
    what: z.literal('skipped'),
    /** YYYY-MM-DD. With `noSuchDate`, a day that the month doesn't have, such as 2027-02-31. */
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    why: z.enum(['noSuchDate', 'deletedAlone']),
  }),
])
export type PreviewedDate = z.infer<typeof previewedDateSchema>

export const sessionPreviewSchema = z.object({
  /** The real call's reply; for a new session, only `created`. */
  counts: changedSessionsSchema,
  /** The changes in words ('the time (9:00 AM-9:45 AM to 1:00 PM-2:00 PM)'). */
  changes: z.array(z.string()),
  /** Ordered by date. */
  dates: z.array(previewedDateSchema),
  /** A provider's waiting version that an administrator's change discards; the change needs its key. */
  replaces: waitingVersionSchema.optional(),
  /**
   * For administrators: the first session of a day decides the rate type that all of a provider's hours at the school are
   * billed at, so the change has no effect, or one on other sessions, too.
   */
  rateTypeNote: z.string().optional(),
})
export type SessionPreview = z.infer<typeof sessionPreviewSchema>

/** The calls that an organization's setting makes wait if a provider makes them. */
const changesThatMayWait = [
  updateScheduleEventSeries.body.safeExtend({ change: z.literal('updateSeries') }),
  deleteScheduleEvents.body.safeExtend({ change: z.literal('deleteOccurrences') }),
  deleteScheduleEventSeries.body.safeExtend({ change: z.literal('deleteSeries') }),
] as const
export const waitingChangeBodySchema = z.discriminatedUnion('change', [...changesThatMayWait])
export type WaitingChangeBody = z.output<typeof waitingChangeBodySchema>

export const previewScheduleEvent = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/preview-schedule-event',
  summary: 'Preview what adding, changing or deleting sessions would do to each date, with conflicts. Stores nothing',
  access: access.signedIn,
  /** The real call and its body. */
  body: z.discriminatedUnion('change', [
    addScheduleEvent.body.safeExtend({ change: z.literal('add') }),
    updateScheduleEventRecurrence.body.safeExtend({ change: z.literal('updateOccurrence') }),
    ...changesThatMayWait,
  ]),
  data: sessionPreviewSchema,
  replies: changeReplies,
})

export const endpoints = { previewScheduleEvent }
