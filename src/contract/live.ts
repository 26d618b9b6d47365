/** What changed while a page is open: which kind of record and whose, never its contents. */
import { z } from 'zod'
import { localDateSchema } from '#domain/time.ts'
import { access, defineStream, id } from './endpoint.ts'
import { LIVE_TOPICS } from './live-topics.ts'

export const liveChangeSchema = z.object({
  topic: z.enum(LIVE_TOPICS),
  /** The provider whose records changed, if they are a provider's. */
  provider: id.optional(),
  /** The first and last day that changed, both inclusive, for records that have one. */
  from: localDateSchema.optional(),
  to: localDateSchema.optional(),
  /** The transaction that changed them, as the reply to the call that made it names it (`CHANGE`). */
  change: z.string(),
})
export type LiveChange = z.output<typeof liveChangeSchema>

export const followChanges = defineStream({
  path: '/api/live/changes',
  summary: 'What changes from now on, or since the event in Last-Event-ID',
  access: access.signedIn,
  events: {
    changes: z.array(liveChangeSchema),
    /** Some changes may be missing: read again what is shown. */
    reset: z.null(),
    /** The stream is alive, and everything up to its id has come. */
    beat: z.null(),
  },
  replies: { 429: 'The user has too many streams', 503: 'The server is stopping' },
})

export const endpoints = { followChanges }
