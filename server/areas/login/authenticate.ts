import { Refusal } from '#server/http/refusal.ts'
import type { Authenticate } from '#server/http/routes.ts'
import type { AccessTokens } from './access-tokens.ts'
import { SESSION_EXPIRED } from './session-ends.ts'
import type { Sessions } from './sessions.ts'

/** A token is valid until it expires or its session ends. A deactivated account is told so when it refreshes. */
export const authenticateBy =
  (tokens: AccessTokens, sessions: Sessions): Authenticate =>
  async (token, now, isUnattended) => {
    const checked = await tokens.check(token, now)
    const caller = checked.kind === 'valid' ? await sessions.callerOf(checked.claims, now, isUnattended) : undefined
    if (!caller) throw new Refusal(401, SESSION_EXPIRED)
    return caller
  }
