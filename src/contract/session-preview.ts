/**
 * What a change of sessions would do, said before it is done (DESIGN, section 4: "shown before saving"). A clash warns,
 * it never blocks.
 */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id } from './endpoint.ts'
import {
  addScheduleEvent,
  changedSessionsSchema,
  changeReplies,
  deleteScheduleEventSeries,
  deleteScheduleEvents,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
} from './session-form.ts'

const overlapping = { occurrenceId: id, title: z.string(), startTime: localTimeSchema, endTime: localTimeSchema }

/** Why a date is better looked at before a session is put on it. */
export const clashSchema = z.discriminatedUnion('kind', [
  /** Another session of the same provider at the same time. */
  z.object({
    kind: z.literal('providerSession'),
    ...overlapping,
    schoolName: z.string(),
    providerName: z.string(),
    /** Of the students in question those who are in that one as well. */
    studentNames: z.array(z.string()),
  }),
  /** A session that some of the students have at the same time with somebody else. */
  z.object({
    kind: z.literal('studentSession'),
    ...overlapping,
    /** Null for those who may not see that session: it is 'with another provider'. */
    occurrenceId: id.nullable(),
    title: z.string().nullable(),
    providerName: z.string().nullable(),
    studentNames: z.array(z.string()).min(1),
  }),
  /** The provider's accepted time off. */
  z.object({ kind: z.literal('timeOff'), startTime: localTimeSchema, endTime: localTimeSchema }),
  z.object({ kind: z.literal('afterSchoolYear'), schoolYearEndsOn: localDateSchema }),
])
export type Clash = z.infer<typeof clashSchema>

const clashes = z.array(clashSchema)

/** What becomes of one date. `date` is the session's own day, of a moved one the day that it comes to. */
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
    /** YYYY-MM-DD. With `noSuchDate` a day that the month does not have, such as 2027-02-31. */
    date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    why: z.enum(['noSuchDate', 'deletedAlone']),
  }),
])
export type PreviewedDate = z.infer<typeof previewedDateSchema>

export const sessionPreviewSchema = z.object({
  /** What the real call would answer; of a new session `created` alone counts. */
  counts: changedSessionsSchema,
  /** What differs of a changed session, in words ('the time (9:00 AM-9:45 AM to 1:00 PM-2:00 PM)'). */
  changes: z.array(z.string()),
  /** In order of date. */
  dates: z.array(previewedDateSchema),
})
export type SessionPreview = z.infer<typeof sessionPreviewSchema>

export const previewScheduleEvent = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/preview-schedule-event',
  summary: 'What adding, changing or deleting sessions would do to each date, and what clashes. Nothing is stored',
  access: access.signedIn,
  /** The body of the call that would do it, and which call that is. */
  body: z.discriminatedUnion('change', [
    addScheduleEvent.body.safeExtend({ change: z.literal('add') }),
    updateScheduleEventRecurrence.body.safeExtend({ change: z.literal('updateOccurrence') }),
    updateScheduleEventSeries.body.safeExtend({ change: z.literal('updateSeries') }),
    deleteScheduleEvents.body.safeExtend({ change: z.literal('deleteOccurrences') }),
    deleteScheduleEventSeries.body.safeExtend({ change: z.literal('deleteSeries') }),
  ]),
  data: sessionPreviewSchema,
  replies: changeReplies,
})
