/** The end of every sign-in: the session starts once it is certain who the user is, whichever way they proved it. */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Session } from '#contract/login.ts'
import { roleNameSchema } from '#domain/roles.ts'
import type { SignInWay } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { roles, users } from '#server/db/schema.ts'
import type { Cookie } from '#server/http/handler.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { GuessLimits } from './guessing.ts'
import type { KnownDevices } from './known-devices.ts'
import type { RefreshCredentials } from './refresh-credentials.ts'
import type { Source } from './security-log.ts'
import type { Sessions, VerifyUser } from './sessions.ts'

export interface Auth {
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly credentials: RefreshCredentials
  readonly devices: KnownDevices
  readonly guesses: GuessLimits
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
}

/** Spec 1, section 8. */
export const DEACTIVATED = 'Your account has been deactivated'

export const secondsUntil = (then: Date, now: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

/** The account that matches a condition on `users`. */
export const findAccount = async (db: Pick<Db, 'select'>, which: SQL | undefined) => {
  const [account] = await db
    .select({ user: users, role: roles })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(which)
  return account
}
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** @param name the lowercase user name */
export const accountNamed = (db: Pick<Db, 'select'>, name: string) =>
  findAccount(db, eq(sql`lower(${users.email})`, name))

/** Longer than any browser's; every attempt, also a stranger's, is stored. */
const MAX_USER_AGENT = 500

/** Where a request comes from, as the log of sign-ins stores it. */
export const sourceOf = ({ address, header }: Pick<SignInRequest, 'address' | 'header'>): Source => ({
  address,
  userAgent: header('user-agent')?.slice(0, MAX_USER_AGENT),
})

/** What a sign-in needs of its request. */
export interface SignInRequest {
  readonly now: Date
  readonly timeZone: string
  readonly address: string
  readonly header: (name: string) => string | undefined
  readonly cookie: (name: string) => string | undefined
  readonly setCookie: (cookie: Cookie) => void
}

/**
 * Starts the session of a user who has proved who they are.
 *
 * @param verify has the last word, in the session's transaction
 */
export async function openSession(
  { tokens, sessions, credentials, devices }: Auth,
  { user, role }: Account,
  request: SignInRequest,
  { isRememberMe, way }: { readonly isRememberMe: boolean; readonly way?: SignInWay },
  verify: VerifyUser,
): Promise<Session> {
  const { now, timeZone, cookie, setCookie } = request
  const { id: userId, email, displayName, providerId } = user
  const session = await sessions.start({ userId, isRememberMe, way, ...sourceOf(request) }, now, verify)
  setCookie(credentials.cookie(session, isRememberMe ? secondsUntil(session.expiresAt, now) : undefined))
  const name = email.toLowerCase()
  setCookie(devices.cookie(name, devices.read(name, cookie(devices.nameOf(name)))))
  return {
    userId,
    accessToken: await tokens.issue(userId, session, now),
    userEmail: email,
    userName: displayName,
    role: [{ id: role.id, name: roleNameSchema.parse(role.name), active: true }],
    providerId,
    isRememberMe,
    timeZone,
    idleSeconds: sessions.idleSeconds(isRememberMe),
  }
}
