/**
 * What providers changed or deleted, or ask to if that waits for an approval: deciding it, and undoing it
 * (docs/decisions/undoing-providers-changes.md).
 */
import { z } from 'zod'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { reasonSchema } from '#domain/reason.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import { clashSchema } from './clashes.ts'
import { access, defineEndpoint, id, languageId, writerId } from './endpoint.ts'
import { changedSessionsSchema } from './session-form.ts'
import { sessionPreviewSchema } from './session-preview.ts'

export const providerChangeMessages = {
  notFound: 'Change not found.',
  undone: 'The change has been undone.',
  nothing: 'Nothing in this change can be undone right now.',
  approved: 'The change has been approved',
  rejected: 'The change has been rejected',
  withdrawn: 'The request has been withdrawn',
  nothingLeft: 'There is no session left to change.',
  notAsShown: 'Nothing was approved because something changed in the meantime. Please review the request again.',
  notYours: 'Only the provider can withdraw this request.',
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
  state: z.enum(PROVIDER_CHANGE_STATES),
  /** What the provider did or asked for: 'Paul Provider deleted “Reading” on 12 dates from 11/24/2026 to 02/09/2027.' */
  words: z.string(),
  atUtc: z.iso.datetime(),
  /** Null if it waits, or was made at once. */
  answered: z.object({ by: z.string(), atUtc: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
  undone: z.object({ by: z.string(), atUtc: z.iso.datetime() }).nullable(),
  /** What approving it would do; null if it doesn't wait, or can't be approved. */
  approval: sessionPreviewSchema.nullable(),
  /** Why it can't be approved, or nothing of it can be undone; null otherwise. */
  obstacle: z.string().nullable(),
  /** Ordered by date. */
  back: z.array(undoneDateSchema),
  stays: z.array(
    z.object({
      date: localDateSchema,
      why: z.enum(['passed', 'approved', 'locked', 'changed', 'waiting', 'inactive']),
    }),
  ),
  /** Sent with the call that approves or undoes it. */
  seen: z.string(),
})
export type ProviderChange = z.infer<typeof providerChangeSchema>

const seen = plainText().min(1).max(40)

export const getProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-provider-change',
  summary: 'What a provider changed, deleted or asks for, and what approving or undoing it would do',
  access: access.signedIn,
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
  body: z.object({ languageId, id, updatedById: writerId, seen }),
  data: z.object({ restored: z.int(), stayed: z.int() }),
  replies: {
    404: providerChangeMessages.notFound,
    409: 'Something in its way: the message has the details; or it is not as in the preview',
  },
})
const notWaiting = 'Someone has answered it in the meantime'

export const approveProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/approve-provider-change',
  summary: `Make a provider's waiting change of whole sessions, as previewed; '${providerChangeMessages.approved}'`,
  access: access.roles('Administrators'),
  body: z.object({ languageId, id, updatedById: writerId, seen }),
  data: changedSessionsSchema,
  replies: {
    404: providerChangeMessages.notFound,
    409: `${notWaiting}, something is in its way, or it would not do what was shown`,
  },
})

export const rejectProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/reject-provider-change',
  summary: `Reject a provider's waiting change of whole sessions; '${providerChangeMessages.rejected}'`,
  access: access.roles('Administrators'),
  body: z.object({ languageId, id, updatedById: writerId, reason: reasonSchema }),
  data: z.null(),
  replies: { 404: providerChangeMessages.notFound, 409: notWaiting },
})

export const withdrawProviderChange = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/withdraw-provider-change',
  summary: `Withdraw one's own waiting change of whole sessions; '${providerChangeMessages.withdrawn}'`,
  access: access.signedIn,
  body: z.object({ languageId, id, updatedById: writerId }),
  data: z.null(),
  replies: { 403: providerChangeMessages.notYours, 404: providerChangeMessages.notFound, 409: notWaiting },
})

export const endpoints = {
  approveProviderChange,
  getProviderChange,
  rejectProviderChange,
  undoProviderChange,
  withdrawProviderChange,
}
