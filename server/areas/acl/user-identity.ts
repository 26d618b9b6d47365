/** Unlinks users from their identity provider. */
import { eq } from 'drizzle-orm'
import { accessMessages, lastUser } from '#domain/access.ts'
import { localOf } from '#domain/time.ts'
import { lockAccount, moveAccount, readAccount } from '#server/areas/accounts/account-moves.ts'
import type { Auth } from '#server/areas/login/auth.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import { logSecurity } from '#server/areas/login/security-log.ts'
import { voidTickets } from '#server/areas/login/tickets.ts'
import { identitiesOf } from '#server/areas/login/user-identities.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import { userIdentities } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { unlinkedLetter } from '#server/mail/identity-letters.ts'
import { keepManaged, takeTurn } from './who-manages.ts'

export const createIdentityHandlers = (
  { sessions, mail }: Pick<Auth, 'sessions' | 'mail'>,
  provider: IdentityProviderSettings | undefined,
): HandlersOf<'unlinkIdentity'> => ({
  unlinkIdentity: async (context) => {
    await requireConfirmed(sessions, context)
    const { body, db, user: by, now, timeZone } = context
    await db.transaction(async (tx) => {
      await takeTurn(tx)
      const user = requireRecord(await tx.select().from(users).where(eq(users.id, body.id)), 'user')
      const { id, email: to, displayName: name } = user
      const today = localOf(now, timeZone).date
      const before = await lockAccount(tx, user, today)
      const identity = (await identitiesOf(tx, [id], provider)).get(id)
      if (!identity) throw new Refusal(404, accessMessages.notLinked)
      // Also those of providers from before a change of the settings: nothing else shows them.
      await keepManaged(tx, provider, now, {
        change: async () => {
          await tx.delete(userIdentities).where(eq(userIdentities.userId, id))
        },
        refusal: lastUser(name),
      })
      // A sign-in that waits for its second factor would link them again.
      await voidTickets(tx, id)
      const after = await readAccount(tx, { userId: id }, today)
      if (after?.stored.canSignIn === false) {
        const change = { event: { type: 'account.unlink' }, after: after.stored, byUserId: by.userId } as const
        await moveAccount(tx, before, change, { now, timeZone })
      }
      await logSecurity(tx, [{ kind: 'factor', reason: 'identity unlinked', userId: id, byId: by.userId }], now)
      const { provider: providerName, email } = identity
      await mail?.send(tx, { to, letter: unlinkedLetter(name, { providerName, email }) })
    })
    return null
  },
})
