/** The end of every way to sign in: the user has proved who they are, with a password, a passkey or an identity provider. */
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Endpoint } from '#contract/endpoint.ts'
import type { SecondFactor, Session } from '#contract/login.ts'
import { roleNameSchema } from '#domain/role-schema.ts'
import { acceptInvitation } from '#server/areas/accounts/account-moves.ts'
import type { Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { users } from '#server/db/schema/users.ts'
import type { HandlerContext } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { linkedLetter } from '#server/mail/identity-letters.ts'
import type { Account } from './accounts.ts'
import { type Auth, DEACTIVATED, sourceOf, WRONG_CREDENTIALS } from './auth.ts'
import { cameFrom } from './device.ts'
import { methodsOf } from './factors.ts'
import { ownerOf } from './known-devices.ts'
import { logRefusal, logSecurity, type Source } from './security-log.ts'
import { createTicket, TICKET_SECONDS } from './tickets.ts'
import { linkIdentity, type ProvenIdentity } from './user-identities.ts'

export type SignInContext = Pick<
  HandlerContext<Endpoint>,
  'db' | 'now' | 'address' | 'header' | 'cookie' | 'setCookie' | 'timeZone'
>

export const secondsUntil = (then: Date, now: Date): number => Math.floor((then.getTime() - now.getTime()) / 1000)

/** A proven sign-in. */
export interface Entrance {
  /** As it was when the proof was checked. */
  readonly account: Account
  readonly isRememberMe: boolean
  /** At the identity provider that the user came from; the session links it to the account. */
  readonly identity?: ProvenIdentity | undefined
  /** Without a password. */
  readonly way?: 'passkey'
  /** Neither with a second factor nor a passkey: enough only for a user who has none. */
  readonly isFactorMissing?: true
}

/** The user has added a second factor since. */
class FactorAdded extends Error {}

/** The user has another identity at the provider. */
class OtherIdentity extends Error {}

/** Logs that a user was linked to an identity, and tells them by email. */
async function announceLink(
  tx: Tx,
  { mail, user, identity }: Pick<Auth, 'mail'> & { readonly user: Account['user']; readonly identity: ProvenIdentity },
  source: Source,
  now: Date,
): Promise<void> {
  await logSecurity(tx, [{ kind: 'factor', reason: 'identity linked', userId: user.id }], now, source)
  await mail?.send(tx, { to: user.email, letter: linkedLetter(identity, cameFrom(user.displayName, source)) })
}

/**
 * Starts a session, and sends its cookies.
 *
 * @throws Refusal 400 if the password has changed since the proof was checked, 403 if the account was deactivated or is
 *   linked to another identity
 */
export async function openSession(
  {
    sessions,
    credentials,
    devices,
    tokens,
    mail,
  }: Pick<Auth, 'sessions' | 'credentials' | 'devices' | 'tokens' | 'mail'>,
  { account, isRememberMe, identity, way, isFactorMissing }: Entrance,
  context: SignInContext,
): Promise<Session> {
  const { db, now, timeZone, cookie, setCookie } = context
  const { id: userId, email, displayName, providerId, passwordHash } = account.user
  const name = email.toLowerCase()
  const role = roleNameSchema.parse(account.role.name)
  const source = sourceOf(context)
  const session = await sessions
    .start({ userId, isRememberMe, way: identity ? 'provider' : way, ...source }, now, async (current, tx) => {
      // Changed while this attempt waited: its sessions have been ended.
      if (current.passwordHash !== passwordHash) throw new Refusal(400, WRONG_CREDENTIALS)
      if (!current.isActive) throw new Refusal(403, DEACTIVATED)
      if (isFactorMissing && (await methodsOf(tx, userId)).length > 0) throw new FactorAdded()
      if (!identity) return
      // Rolled back if the identity can't be linked; who has been linked before was not invited.
      await acceptInvitation(tx, { userId, byId: userId }, now)
      await tx
        .update(users)
        .set({ invitedAt: null })
        .where(and(eq(users.id, userId), isNotNull(users.invitedAt)))
      const link = await linkIdentity(tx, identity, userId, now)
      if (link === 'other') throw new OtherIdentity()
      if (link === 'new') await announceLink(tx, { mail, user: account.user, identity }, source, now)
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof OtherIdentity)) throw error
      await logRefusal(db, { userId, name, reason: 'other identity' }, source, now)
      const message = `${identity?.email} is linked to another account at ${identity?.providerName}. Ask your administrator.`
      throw new Refusal(403, message)
    })
  setCookie(credentials.cookie(session, isRememberMe ? secondsUntil(session.expiresAt, now) : undefined))
  const owner = ownerOf(account.user)
  setCookie(devices.cookie(owner, devices.read(owner, cookie)))
  const mustAddFactor = sessions.needsFactor(role) && (await methodsOf(db, userId)).length === 0
  return {
    userId,
    accessToken: await tokens.issue(userId, session, now),
    userEmail: email,
    userName: displayName,
    role: [{ id: account.role.id, name: role, active: true }],
    providerId,
    isRememberMe,
    timeZone,
    money: await organizationMoney(db),
    idleSeconds: sessions.idleSeconds(isRememberMe),
    ...(mustAddFactor && { mustAddFactor }),
  }
}

/** Starts a session, or asks for the second factor if the user has one. */
export async function enter(auth: Auth, entrance: Entrance, context: SignInContext): Promise<Session | SecondFactor> {
  const { user } = entrance.account
  const methods = await methodsOf(context.db, user.id)
  if (methods.length === 0) {
    const session = await openSession(auth, { ...entrance, isFactorMissing: true }, context).catch((error: unknown) => {
      if (!(error instanceof FactorAdded)) throw error
    })
    return session ?? (await enter(auth, entrance, context))
  }
  const { isRememberMe, identity } = entrance
  const ticket = await context.db.transaction((tx) => createTicket(tx, { user, isRememberMe, identity }, context.now))
  if (ticket === undefined) throw new Refusal(400, WRONG_CREDENTIALS)
  return { ticket, methods, seconds: TICKET_SECONDS }
}
