/** The accounts of providers, as administrators manage them: the invitation and the password (spec 3, sections 2 and 7). */
import { and, eq } from 'drizzle-orm'
import { passwordReplies } from '#contract/passwords.ts'
import { accountMessages, isOpen } from '#domain/account.ts'
import { localOf } from '#domain/time.ts'
import { type Account, lockAccount } from '#server/areas/accounts/account-moves.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { sourceOf } from '#server/areas/login/auth.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import { refuseWeak, setPassword } from '#server/areas/login/password-handlers.ts'
import { invite } from '#server/areas/login/password-recovery.ts'
import { hashPassword } from '#server/areas/login/passwords.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { users } from '#server/db/schema/users.ts'
import { isWithoutPassword } from '#server/db/users.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { tellInvited } from './invitations.ts'

/** @throws Refusal 404 */
const requireUser = async (db: Pick<Db, 'select'>, providerId: number) => {
  const [user] = await db
    .select({ id: users.id, email: users.email, displayName: users.displayName, providerId: users.providerId })
    .from(users)
    .where(eq(users.providerId, providerId))
  if (!user) throw new Refusal(404, 'Provider not found.')
  return user
}

const refusePassword = (message: string) => new Refusal(409, message, { errors: [{ path: 'newPassword', message }] })

/** @throws Refusal 409 for someone who could not use a password */
const requirePasswordUser = async (tx: Tx, { userId, name, state }: Account): Promise<void> => {
  if (!isOpen(state)) throw refusePassword(accountMessages.cannotSignIn(name))
  const isLinked = (await tx.$count(users, and(eq(users.id, userId), isWithoutPassword))) > 0
  if (isLinked) throw refusePassword(accountMessages.hasNoPassword(name))
}

export const createProviderAccountHandlers = ({
  auth: { sessions, mail, passwordTries },
}: SignInParts): HandlersOf<'resetProviderPassword' | 'resendInvitation'> => ({
  resetProviderPassword: async (context) => {
    await requireConfirmed(sessions, context)
    const { body, db, user: by, now, timeZone } = context
    const user = await requireUser(db, body.id)
    if (user.id === by.userId) throw refusePassword(accountMessages.ownPassword)
    await refuseWeak(body.newPassword, { email: user.email, name: user.displayName })
    const passwordHash = await hashPassword(body.newPassword)
    const today = localOf(now, timeZone).date
    await db.transaction(async (tx) => {
      await requirePasswordUser(tx, await lockAccount(tx, user, today))
      const source = sourceOf(context)
      await setPassword(tx, { sessions, mail }, { user, passwordHash, how: 'set', byId: by.userId, source, now })
    })
    return done(null, passwordReplies.changed)
  },

  resendInvitation: async ({ body, db, user: by, now, timeZone, origin }) => {
    const user = await requireUser(db, body.id)
    if (!mail) throw new Refusal(503, accountMessages.noMail)
    await passwordTries.countInvitation(user.email)
    await db.transaction(async (tx) => {
      const account = await lockAccount(tx, user, localOf(now, timeZone).date)
      if (account.state === 'notInvited') await tellInvited(tx, { byUserId: by.userId, now }, [body.id])
      await invite(tx, mail, { account, byUserId: by.userId }, { origin: origin(), now, timeZone })
    })
    return done({ emailId: user.email }, accountMessages.invited(user.email))
  },
})
