/** What providers changed or deleted at once, and undoing it (docs/decisions/undoing-providers-changes.md). */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import { clashSchema } from './clashes.ts'
import { access, defineEndpoint, id, languageId, writerId } from './endpoint.ts'

export const providerChangeMessages = {
  notFound: 'Change not found.',
  undone: 'The change has been undone.',
  nothing: 'Nothing in this change can be undone right now.',
} as const

const undoneDateSchema = z.object({
  date: localDateSchema,
  /** What undoing does: bring a deleted session back, change one back, or delete one that the change added. */
  what: z.enum(['restored', 'changedBack', 'removed']),
  clashes: z.array(clashSchema),
})

export const providerChangeSchema = z.object({
  id,
  providerId: id,
  /** What the provider did: 'Paul Provider deleted “Reading” on 12 dates from 11/24/2026 to 02/09/2027.' */
  words: z.string(),
  atUtc: z.iso.datetime(),
  undone: z.object({ by: z.string(), atUtc: z.iso.datetime() }).nullable(),
  /** Why nothing of it can be undone; null if something can, or it has been undone. */
  obstacle: z.string().nullable(),
  /** Ordered by date. */
  back: z.array(undoneDateSchema),
  stays: z.array(
    z.object({ date: localDateSchema, why: z.enum(['passed', 'approved', 'locked', 'changed', 'waiting']) }),
  ),
  /** Sent with the call that undoes it. */
  seen: z.string(),
})
export type ProviderChange = z.infer<typeof providerChangeSchema>

export const getProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-provider-change',
  summary: 'What a provider changed or deleted at once, and what undoing it would do',
  access: access.roles('Administrators'),
  onlyReads: true,
  body: z.object({ languageId, id }),
  data: providerChangeSchema,
  replies: { 404: providerChangeMessages.notFound },
})

export const undoProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/undo-provider-change',
  summary: `Undo what a provider changed or deleted, as previewed; '${providerChangeMessages.undone}'`,
  access: access.roles('Administrators'),
  body: z.object({ languageId, id, updatedById: writerId, seen: plainText().min(1).max(40) }),
  data: z.object({ restored: z.int(), stayed: z.int() }),
  replies: {
    404: providerChangeMessages.notFound,
    409: 'Something in its way: the message has the details; or it is not as in the preview',
  },
})
