/** The users, their roles, and who may sign in. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { LinkedIdentity } from '#contract/login.ts'
import { accessMessages, lastUser } from '#domain/access.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { localOf } from '#domain/time.ts'
import { lockAccount, moveAccount } from '#server/areas/accounts/account-moves.ts'
import { hasFactor } from '#server/areas/login/factors.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Sessions } from '#server/areas/login/sessions.ts'
import { identitiesOf } from '#server/areas/login/user-identities.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { maySignIn } from '#server/db/users.ts'
import { type Caller, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { logAccessChanges } from './access-changes.ts'
import { keepManaged, takeTurn } from './who-manages.ts'

const NOUN = 'user'
const INACTIVE = 2

const fieldsAt = (now: Date) => ({
  id: users.id,
  name: users.displayName,
  email: users.email,
  roleId: users.roleId,
  role: roles.name,
  /** Neither deactivated nor terminated. */
  isActive: maySignIn(now),
  version: users.version,
  hasFactor: hasFactor(users.id),
  lastSignIn: sql<Date | null>`(select max(${userSessions.createdAt}) from ${userSessions}
    where ${userSessions.userId} = ${users.id})`.mapWith(userSessions.createdAt),
})

const selectUsers = (db: Pick<Db, 'select'>, now: Date) =>
  db.select(fieldsAt(now)).from(users).innerJoin(roles, eq(roles.id, users.roleId)).$dynamic()

type StoredUser = Awaited<ReturnType<typeof selectUsers>>[number]

const listedFor =
  (caller: Caller, identities: ReadonlyMap<number, LinkedIdentity>) =>
  ({ lastSignIn, version, ...user }: StoredUser) => ({
    ...user,
    identity: identities.get(user.id) ?? null,
    isSelf: user.id === caller.userId,
    lastSignInUtc: lastSignIn?.toISOString() ?? null,
    entityCacheKey: String(version),
  })

/**
 * The user that a change is about, before it.
 *
 * @throws Refusal 400 for the caller's own account, 404, 409
 */
const userToChange = async (
  tx: Tx,
  { id, entityCacheKey }: { id: number; entityCacheKey: string },
  { by, now }: { readonly by: Caller; readonly now: Date },
): Promise<StoredUser & { readonly providerId: number | null }> => {
  if (id === by.userId) throw new Refusal(400, accessMessages.notYourself)
  await takeTurn(tx)
  const rows = await tx
    .select({ ...fieldsAt(now), providerId: users.providerId })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(eq(users.id, id))
  return requireRecord(rows, NOUN, entityCacheKey)
}

const stateInWords = (isActive: boolean) => (isActive ? 'Active' : 'Inactive')

export const createUserListHandlers = (
  sessions: Sessions,
  provider: IdentityProviderSettings | undefined,
): HandlersOf<'getRoles' | 'getUsers' | 'getUser' | 'changeUserRole' | 'activateUser'> => {
  const change = (
    tx: Tx,
    { id, name }: StoredUser,
    values: { isActive: boolean } | { roleId: number },
    now: Date,
  ): Promise<void> =>
    keepManaged(tx, provider, now, {
      change: async () => {
        await tx
          .update(users)
          .set({ ...values, version: sql`${users.version} + 1` })
          .where(eq(users.id, id))
      },
      refusal: lastUser(name),
    })

  return {
    getRoles: ({ db }) => db.select().from(roles).orderBy(asc(roles.id)),

    getUsers: async ({ query, db, user, now }) => {
      const { displayName, email, roleId, id } = users
      const where = and(
        hasWords(query.keywords, displayName, email),
        query.roleId === undefined ? undefined : eq(roleId, query.roleId),
        query.stateId === undefined ? undefined : eq(maySignIn(now), query.stateId !== INACTIVE),
      )
      const { limit, offset } = rangeOf(query)
      const rows = await selectUsers(db, now)
        .where(where)
        .orderBy(...orderOf(query.sort, { name: [displayName, id], email: [email, id] }, 'name'))
        .limit(limit)
        .offset(offset)
      const ids = rows.map((row) => row.id)
      const listed = rows.map(listedFor(user, await identitiesOf(db, ids, provider)))
      return replyPage(query, listed, await db.$count(users, where))
    },

    getUser: async ({ query, db, user, now }) => {
      const stored = requireRecord(await selectUsers(db, now).where(eq(users.id, query.id)), NOUN)
      return listedFor(user, await identitiesOf(db, [stored.id], provider))(stored)
    },

    changeUserRole: async ({ body, db, user: by, now }) => {
      await db.transaction(async (tx) => {
        const user = await userToChange(tx, body, { by, now })
        if (user.roleId === body.roleId) return
        const [role] = await tx.select().from(roles).where(eq(roles.id, body.roleId))
        const refuseRole = (message: string) => new Refusal(400, message, { errors: [{ path: 'roleId', message }] })
        if (!role) throw refuseRole('Role not found.')
        if (role.id !== ROLE_IDS.Administrators && user.providerId === null) throw refuseRole(accessMessages.noProvider)
        await change(tx, user, { roleId: role.id }, now)
        await logAccessChanges(tx, { userId: by.userId, now }, [
          { kind: 'role', userId: user.id, before: user.role, after: role.name },
        ])
        await sessions.endAllOf(user.id, 'role', now, { on: tx })
      })
      return done(null, accessMessages.roleChanged)
    },

    activateUser: async ({ body, db, user: by, now, timeZone }) => {
      await db.transaction(async (tx) => {
        const user = await userToChange(tx, body, { by, now })
        if (user.isActive === body.isActive) return
        const account = await lockAccount(tx, user, localOf(now, timeZone).date)
        const type = body.isActive ? 'account.reactivate' : 'account.deactivate'
        const after = { ...account.stored, isActive: body.isActive }
        await moveAccount(tx, account, { event: { type }, after, byUserId: by.userId }, { now, timeZone })
        await change(tx, user, { isActive: body.isActive }, now)
        await logAccessChanges(tx, { userId: by.userId, now }, [
          { kind: 'state', userId: user.id, before: stateInWords(user.isActive), after: stateInWords(body.isActive) },
        ])
        if (!body.isActive) await sessions.endAllOf(user.id, 'deactivated', now, { on: tx })
      })
      return null
    },
  }
}
