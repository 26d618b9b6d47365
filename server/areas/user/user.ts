import { SESSION_EXPIRED } from '#server/areas/login/authenticate.ts'
import { type Auth, DEACTIVATED } from '#server/areas/login/login.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

export const createUserHandlers = ({ tokens, sessions }: Auth): HandlersOf<'refreshToken'> => ({
  refreshToken: async ({ body, header, now }) => {
    const refused = new Refusal(401, SESSION_EXPIRED)
    const checked = await tokens.check(header('token') ?? '', now)
    if (checked.kind === 'forged') throw refused
    const { userId, sessionId } = checked.claims
    // The spec requires the header; the body repeats it in case a host's proxy drops the header.
    const claimed = header('userid') ?? String(body.userid)
    if (claimed !== String(userId) || body.userid !== userId) throw refused
    const session = await sessions.read(sessionId, now)
    if (session.kind === 'deactivated') throw new Refusal(203, DEACTIVATED)
    if (session.kind === 'ended') throw refused
    if (session.caller.userId !== userId) throw refused
    if (session.caller.email.toLowerCase() !== body.email.trim().toLowerCase()) throw refused
    return { accessToken: await tokens.issue(userId, sessionId, now) }
  },
})
