/** Someone can always open /acl: whatever changes roles or users takes its turn here, and is refused if nobody could. */
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { accessMessages } from '#domain/access.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Tx } from '#server/db/database.ts'
import { passkeys, permissions, rolePermissions, userIdentities, users } from '#server/db/schema.ts'
import { Refusal } from '#server/http/refusal.ts'

const SCREEN: ScreenKey = 'Permissions'

/** Holds back other changes of roles and users until the transaction ends: two that each leave the other would lock everyone out. */
export const takeTurn = async (tx: Tx): Promise<void> => {
  await tx.select({ id: permissions.id }).from(permissions).where(eq(permissions.screen, SCREEN)).for('update')
}

/** The identity provider of this server, if it has one. */
type Provider = Pick<IdentityProviderSettings, 'issuer'> | undefined

/** As a condition on `users`: active, and with a password, a passkey, or an identity at the provider. */
const canSignIn = (provider: Provider) =>
  and(
    eq(users.isActive, true),
    or(
      isNotNull(users.passwordHash),
      sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      provider &&
        sql`exists (select 1 from ${userIdentities}
          where ${userIdentities.userId} = ${users.id} and ${userIdentities.issuer} = ${provider.issuer})`,
    ),
  )

/** A user who can sign in and open /acl. */
const selectManager = (tx: Tx, provider: Provider) =>
  tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(rolePermissions, eq(rolePermissions.roleId, users.roleId))
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(and(canSignIn(provider), eq(permissions.screen, SCREEN)))
    .limit(1)

/**
 * Call after a user was changed.
 *
 * @throws Refusal 400 if no user who can sign in can open /acl now
 */
export const refuseLastUser = async (tx: Tx, provider: Provider, message: string): Promise<void> => {
  const [user] = await selectManager(tx, provider)
  if (!user) throw new Refusal(400, message)
}

/**
 * Call after the roles of a screen were changed.
 *
 * @throws Refusal 400 if no user who can sign in can open /acl now
 */
export const refuseLastRole = async (tx: Tx, provider: Provider): Promise<void> => {
  const [user] = await selectManager(tx, provider)
  if (user) return
  const [role] = await tx
    .select({ id: rolePermissions.roleId })
    .from(rolePermissions)
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(eq(permissions.screen, SCREEN))
    .limit(1)
  throw new Refusal(400, role ? accessMessages.lastRoleInUse : accessMessages.lastRole)
}
