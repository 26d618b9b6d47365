import { Refusal } from '#server/http/refusal.ts'
import type { Authenticate } from '#server/http/routes.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Sessions } from './sessions.ts'

/** Spec 1, section 8. */
export const SESSION_EXPIRED = 'Your session has been expired. Please login again!'

/** A token counts while it is fresh and its session lives. A deactivated account learns so when it refreshes. */
export const authenticateBy =
  (tokens: AccessTokens, sessions: Sessions): Authenticate =>
  async (token, now) => {
    const checked = await tokens.check(token, now)
    const caller = checked.kind === 'valid' ? await sessions.callerOf(checked.claims.sessionId, now) : undefined
    if (!caller) throw new Refusal(401, SESSION_EXPIRED)
    return caller
  }
