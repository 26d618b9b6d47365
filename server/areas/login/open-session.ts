/** The end of every way to sign in. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { Session } from '#contract/login.ts'
import { roleNameSchema } from '#domain/roles.ts'
import { methodsOf } from '#server/areas/second-factor/factors.ts'
import type { HandlerContext } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Account } from './accounts.ts'
import { type Auth, sourceOf, WRONG_CREDENTIALS } from './auth.ts'

type Context = Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'address' | 'header' | 'setCookie' | 'timeZone'>

export const secondsUntil = (then: Date, now: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

/** A proven sign-in. */
export interface Entrance {
  /** As it was when the proof was checked. */
  readonly account: Account
  readonly isRememberMe: boolean
  /** The device's id if it has signed in to the account before. */
  readonly device: string | undefined
}

/**
 * Starts a session, and sends its cookies.
 *
 * @throws Refusal 400 if the password has changed or the account was deactivated since the proof was checked
 */
export async function openSession(
  { sessions, credentials, devices, tokens }: Pick<Auth, 'sessions' | 'credentials' | 'devices' | 'tokens'>,
  { account, isRememberMe, device }: Entrance,
  context: Context,
): Promise<Session> {
  const { now, timeZone, setCookie } = context
  const { id: userId, email, displayName, providerId, passwordHash } = account.user
  const role = roleNameSchema.parse(account.role.name)
  const session = await sessions.start({ userId, isRememberMe, ...sourceOf(context) }, now, (current) => {
    // Changed while this attempt waited: its sessions have been ended.
    if (current.passwordHash !== passwordHash || !current.isActive) throw new Refusal(400, WRONG_CREDENTIALS)
  })
  setCookie(credentials.cookie(session, isRememberMe ? secondsUntil(session.expiresAt, now) : undefined))
  setCookie(devices.cookie(email.toLowerCase(), device))
  const mustAddFactor = sessions.needsFactor(role) && (await methodsOf(context.db, userId)).length === 0
  return {
    userId,
    accessToken: await tokens.issue(userId, session, now),
    userEmail: email,
    userName: displayName,
    role: [{ id: account.role.id, name: role, active: true }],
    providerId,
    isRememberMe,
    timeZone,
    idleSeconds: sessions.idleSeconds(isRememberMe),
    ...(mustAddFactor && { mustAddFactor }),
  }
}
