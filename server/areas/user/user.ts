import { eq } from 'drizzle-orm'
import { UNATTENDED } from '#contract/live-headers.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { DEACTIVATED, sourceOf } from '#server/areas/login/auth.ts'
import { cameFrom } from '#server/areas/login/device.ts'
import { secondsUntil } from '#server/areas/login/open-session.ts'
import { endInWords, SESSION_EXPIRED } from '#server/areas/login/session-ends.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { users } from '#server/db/schema/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { reuseLetter } from '#server/mail/sign-in-letters.ts'

/** The spec's sentence, and why the session ended if there is more to say. */
const expired = (reason: string | null): Refusal => {
  const message = endInWords(reason)
  return new Refusal(401, SESSION_EXPIRED, message === undefined ? {} : { errors: [{ path: 'session', message }] })
}

export const createUserHandlers = ({
  auth: { tokens, sessions, credentials, mail },
}: SignInParts): HandlersOf<'refreshToken'> => ({
  refreshToken: async (context) => {
    const { body, header, cookie, setCookie, now } = context
    const checked = await tokens.check(header('token') ?? '', now)
    const credential = credentials.read(cookie(credentials.cookieName))
    if (checked.kind === 'forged' || credential?.sessionId !== checked.claims.sessionId) throw expired(null)
    const { userId } = checked.claims
    // The spec requires the header; the body repeats it in case a host's proxy drops the header.
    const claimed = header('userid') ?? String(body.userid)
    if (claimed !== String(userId) || body.userid !== userId) throw expired(null)
    const source = sourceOf(context)
    const use = { ...source, isUnattended: header(UNATTENDED) !== undefined }
    const session = await sessions.refresh(credential, use, now, async (tx, { userId: id, email: to }) => {
      const [user] = await tx.select({ name: users.displayName }).from(users).where(eq(users.id, id))
      if (user) await mail?.send(tx, { to, letter: reuseLetter(cameFrom(user.name, source)) })
    })
    if (session.kind === 'deactivated') throw new Refusal(203, DEACTIVATED)
    if (session.kind === 'ended') throw expired(session.by)
    const { caller, isRememberMe, expiresAt } = session
    if (caller.userId !== userId || caller.email.toLowerCase() !== body.email.trim().toLowerCase()) throw expired(null)
    setCookie(credentials.cookie(session, isRememberMe ? secondsUntil(expiresAt, now) : undefined))
    return { accessToken: await tokens.issue(userId, session, now), money: await organizationMoney(context.db) }
  },
})
