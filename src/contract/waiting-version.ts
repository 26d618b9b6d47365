/** A provider's change of a session that waits for an administrator, and what became of it. */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { id } from './endpoint.ts'

/** The edited version of an occurrence that a change or deletion discards. */
export const waitingVersionSchema = z.object({
  /** Confirms that the change may discard this version: send it as `replacesKey`. */
  key: z.string(),
  requestedBy: z.string(),
  requestedAtUtc: z.iso.datetime(),
  /** What it changes, in words ('the time (9:00 AM-9:45 AM to 1:00 PM-2:00 PM)'). */
  changes: z.array(z.string()),
  /** What was asked for, in a sentence, if it is more than a change of this one session. */
  request: z.string().optional(),
  /** The caller asked for it. Their change needs no key. */
  isOwn: z.boolean().optional(),
})
export type WaitingVersion = z.infer<typeof waitingVersionSchema>

/** The waiting version that an administrator agreed to discard. Without the newest one's key, the change gets 409. */
export const replacesKey = plainText().min(1).max(40).optional()

/** What became of a waiting version; `replaced` and `deleted`: an administrator changed or deleted the session. */
export const editAnswerSchema = z.object({
  /** The occurrence. */
  id,
  title: z.string(),
  outcome: z.enum(['approved', 'rejected', 'replaced', 'deleted']),
  /** What was requested, in words. */
  changes: z.array(z.string()),
  answeredBy: z.string(),
  answeredAtUtc: z.iso.datetime(),
})
export type EditAnswer = z.infer<typeof editAnswerSchema>
