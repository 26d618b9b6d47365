/** Forgotten, recovered and changed passwords, and the first one of those who were invited. */
import { eq } from 'drizzle-orm'
import { passwordReplies } from '#contract/passwords.ts'
import { accountMessages, isOpen } from '#domain/account.ts'
import { isPersonal, type Owner, passwordMessages } from '#domain/passwords.ts'
import type { PasswordEvent } from '#domain/security-events.ts'
import { localOf } from '#domain/time.ts'
import { acceptInvitation, readAccount } from '#server/areas/accounts/account-moves.ts'
import type { Tx } from '#server/db/database.ts'
import { passwordRecoveries } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/job.ts'
import { changedLetter } from '#server/mail/password-letters.ts'
import type { SignInParts } from './auth.ts'
import { type Auth, DEACTIVATED, sourceOf } from './auth.ts'
import { isCommonPassword } from './common-passwords.ts'
import { ownerOf } from './known-devices.ts'
import { isOwnPassword } from './own-password.ts'
import { findInvitation, hasToken, invite, passwordRecoveryJob, takeToken } from './password-recovery.ts'
import { hashPassword } from './passwords.ts'
import { logSecurity, type Source } from './security-log.ts'
import { voidTickets } from './tickets.ts'

/** One message for every link that does not work: who has a wrong one learns nothing. */
export const LINK_IS_DEAD =
  'This link was already used, replaced by a newer one, or has expired. Please request a new one.'
export const INVITATION_EXPIRED = 'This invitation has expired. Open its link again to get a new one.'
export const NO_MAIL =
  'This portal does not send email, so it cannot reset passwords. Please contact your administrator.'

export async function refuseWeak(password: string, owner: Owner): Promise<void> {
  if (isPersonal(password, owner)) refuseField('newPassword', passwordMessages.personal)
  if (await isCommonPassword(password)) refuseField('newPassword', passwordMessages.common)
}

interface NewPassword {
  readonly user: { readonly id: number; readonly email: string; readonly displayName: string }
  readonly passwordHash: string
  readonly how: Exclude<PasswordEvent, 'requested'>
  /** The user who sets it. */
  readonly byId: number
  readonly source: Source
  readonly now: Date
  /** The session that stays. */
  readonly except?: string
}

/**
 * Ends the user's other sessions, voids their link, logs it and tells them by email. Whose first one it is has accepted
 * the invitation. The user's row must be locked.
 */
export async function setPassword(
  tx: Tx,
  { sessions, mail }: Pick<Auth, 'sessions' | 'mail'>,
  { user, passwordHash, how, byId, source, now, except }: NewPassword,
): Promise<void> {
  await acceptInvitation(tx, { userId: user.id, byId }, now)
  await tx.update(users).set({ passwordHash, invitedAt: null }).where(eq(users.id, user.id))
  const by = byId === user.id ? {} : { byId }
  await logSecurity(tx, [{ kind: 'password', reason: how, userId: user.id, ...by }], now, source)
  await tx.delete(passwordRecoveries).where(eq(passwordRecoveries.userId, user.id))
  await voidTickets(tx, user.id)
  await sessions.endAllOf(user.id, 'password', now, { on: tx, ...(except !== undefined && { except }) })
  await mail?.send(tx, { to: user.email, letter: changedLetter(user.displayName) })
}

export const createPasswordHandlers = ({
  auth: { sessions, devices, passwordTries, mail },
}: SignInParts): HandlersOf<
  'passwordRecoverySend' | 'passwordRecoveryConfirm' | 'checkInvitation' | 'renewInvitation' | 'changePassword'
> => ({
  passwordRecoverySend: async (context) => {
    const { email } = context.body
    if (!mail) throw new Refusal(503, NO_MAIL)
    await passwordTries.countLink(email, context.address)
    const from = { ...sourceOf(context), at: context.now.toISOString() }
    await enqueue(context.db, passwordRecoveryJob, { email, origin: context.origin(), from })
    return done(null, passwordReplies.sent)
  },

  passwordRecoveryConfirm: async (context) => {
    const { body, db, now, address, setCookie, timeZone } = context
    await passwordTries.countUse(address)
    // Hashing is slow, so a link is needed for it.
    if (!(await hasToken(db, body.token, now))) {
      const isExpired = (await findInvitation(db, body.token, now)) !== undefined
      throw new Refusal(400, isExpired ? INVITATION_EXPIRED : LINK_IS_DEAD)
    }
    const passwordHash = await hashPassword(body.newPassword)
    const owner = await db.transaction(async (tx) => {
      const user = await takeToken(tx, body.token, now)
      if (!user) throw new Refusal(400, LINK_IS_DEAD)
      const account = await readAccount(tx, { userId: user.id }, localOf(now, timeZone).date)
      if (!account || !isOpen(account.state)) throw new Refusal(403, DEACTIVATED)
      // Refused, the link can be used again.
      await refuseWeak(body.newPassword, { email: user.email, name: user.displayName })
      const how = account.stored.canSignIn ? 'recovered' : 'accepted'
      const source = sourceOf(context)
      await setPassword(tx, { sessions, mail }, { user, passwordHash, how, byId: user.id, source, now })
      return user
    })
    // This browser's owner reads the user's email, so failures before this no longer slow it down.
    setCookie(devices.cookie(ownerOf({ ...owner, passwordHash }), undefined))
    return done(null, passwordReplies.changed)
  },

  checkInvitation: async ({ body, db, now, address }) => {
    await passwordTries.countUse(address)
    const invitation = await findInvitation(db, body.token, now)
    if (!invitation) throw new Refusal(400, LINK_IS_DEAD)
    if (!invitation.isOpen) throw new Refusal(403, DEACTIVATED)
    return { isExpired: invitation.isExpired }
  },

  renewInvitation: async ({ body, db, now, address, origin, timeZone }) => {
    await passwordTries.countUse(address)
    const found = await findInvitation(db, body.token, now)
    if (!found) throw new Refusal(400, LINK_IS_DEAD)
    if (!mail) throw new Refusal(503, accountMessages.noMail)
    await db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, found.userId)).for('no key update')
      // It may have been used or renewed in the meantime.
      const invitation = await findInvitation(tx, body.token, now)
      const account = await readAccount(tx, { userId: found.userId }, localOf(now, timeZone).date)
      if (!invitation || !account) throw new Refusal(400, LINK_IS_DEAD)
      if (!invitation.isOpen) throw new Refusal(403, DEACTIVATED)
      if (!invitation.isExpired) throw new Refusal(409, accountMessages.stillWorks)
      await invite(tx, mail, { account, byUserId: account.userId }, { origin: origin(), now, timeZone })
    })
    return done(null, accountMessages.renewed)
  },

  changePassword: async (context) => {
    const { body, db, now, cookie, setCookie } = context
    const { userId, sessionId } = context.user
    const wrong = new Refusal(202, passwordReplies.wrongOld)
    const [user] = await db.select().from(users).where(eq(users.id, userId))
    if (!user) throw wrong
    if (!(await isOwnPassword({ passwordTries, mail }, { user, entered: body.oldPassword }, context))) throw wrong
    if (body.newPassword === body.oldPassword) refuseField('newPassword', passwordMessages.same)
    await refuseWeak(body.newPassword, { email: user.email, name: user.displayName })
    const passwordHash = await hashPassword(body.newPassword)
    await db.transaction(async (tx) => {
      // It may have been changed in the meantime, on another device or by a link.
      const [current] = await tx
        .select({ hash: users.passwordHash })
        .from(users)
        .where(eq(users.id, userId))
        .for('no key update')
      if (current?.hash !== user.passwordHash) throw wrong
      const source = sourceOf(context)
      await setPassword(
        tx,
        { sessions, mail },
        {
          user,
          passwordHash,
          how: 'changed',
          byId: userId,
          source,
          now,
          except: sessionId,
        },
      )
    })
    // This browser has proved that it knows both passwords.
    setCookie(devices.cookie(ownerOf({ ...user, passwordHash }), devices.read(ownerOf(user), cookie)))
    return done(null, passwordReplies.changed)
  },
})
