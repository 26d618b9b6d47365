import { confirmFirst } from '#contract/proof-needs.ts'
import { factorMessages } from '#domain/second-factor.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Sessions } from './sessions.ts'

/** @throws Refusal 403 if the caller proved too long ago who they are */
export async function requireConfirmed(
  sessions: Sessions,
  { user, now }: { readonly user: Caller; readonly now: Date },
): Promise<void> {
  if (await sessions.isConfirmed(user.sessionId, now)) return
  throw new Refusal(403, factorMessages.confirmFirst, { data: confirmFirst })
}
