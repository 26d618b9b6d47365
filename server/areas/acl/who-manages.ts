/** Someone can always open /acl: whatever changes roles or users takes its turn here, and is refused if nobody could. */
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { accessMessages } from '#domain/access.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { LocalDate } from '#domain/time.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Tx } from '#server/db/database.ts'
import { passkeys, permissions, rolePermissions, userIdentities, users } from '#server/db/schema.ts'
import { dateAt, maySignInOn } from '#server/db/users.ts'
import { Refusal } from '#server/http/refusal.ts'

const SCREEN: ScreenKey = 'Permissions'

/** Holds back other changes of roles and users until the transaction ends: two that each leave the other would lock everyone out. */
export const takeTurn = async (tx: Tx): Promise<void> => {
  await tx.select({ id: permissions.id }).from(permissions).where(eq(permissions.screen, SCREEN)).for('update')
}

/** The identity provider of this server, if it has one. */
type Provider = Pick<IdentityProviderSettings, 'issuer'> | undefined

/** As a condition on `users`: may sign in, and has a password, a passkey, or an identity at the provider. */
const canSignIn = (provider: Provider, day: LocalDate | SQL) =>
  and(
    maySignInOn(day),
    or(
      isNotNull(users.passwordHash),
      sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      provider &&
        sql`exists (select 1 from ${userIdentities}
          where ${userIdentities.userId} = ${users.id} and ${userIdentities.issuer} = ${provider.issuer})`,
    ),
  )

/** A user who can sign in and open /acl on a day. @param which a condition on `users` */
const selectManager = (tx: Tx, provider: Provider, day: LocalDate | SQL, which?: SQL) =>
  tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(rolePermissions, eq(rolePermissions.roleId, users.roleId))
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(and(canSignIn(provider, day), eq(permissions.screen, SCREEN), which))
    .limit(1)

/**
 * Whether a user can open /acl, and nobody else will be able to on a day. Call it when it is the transaction's turn.
 *
 * @param day the organization's date: those who will have left by then don't count
 */
export const isLastManager = async (
  tx: Tx,
  provider: Provider,
  userId: number,
  { today, day }: { readonly today: LocalDate; readonly day: LocalDate },
): Promise<boolean> => {
  const [manager] = await selectManager(tx, provider, today, eq(users.id, userId))
  if (!manager) return false
  const [other] = await selectManager(tx, provider, day, ne(users.id, userId))
  return other === undefined
}

/**
 * Call after a user was changed.
 *
 * @throws Refusal 400 if no user who can sign in can open /acl now
 */
export const refuseLastUser = async (tx: Tx, provider: Provider, message: string, now: Date): Promise<void> => {
  const [user] = await selectManager(tx, provider, dateAt(now))
  if (!user) throw new Refusal(400, message)
}

/**
 * Call after the roles of a screen were changed.
 *
 * @throws Refusal 400 if no user who can sign in can open /acl now
 */
export const refuseLastRole = async (tx: Tx, provider: Provider, now: Date): Promise<void> => {
  const [user] = await selectManager(tx, provider, dateAt(now))
  if (user) return
  const [role] = await tx
    .select({ id: rolePermissions.roleId })
    .from(rolePermissions)
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(eq(permissions.screen, SCREEN))
    .limit(1)
  throw new Refusal(400, role ? accessMessages.lastRoleInUse : accessMessages.lastRole)
}
