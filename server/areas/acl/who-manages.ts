/** Someone can always open /acl: whatever changes roles or users takes its turn here, and is refused if nobody could. */
import { and, eq } from 'drizzle-orm'
import { accessMessages } from '#domain/access.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { Tx } from '#server/db/database.ts'
import { permissions, rolePermissions, users } from '#server/db/schema.ts'
import { Refusal } from '#server/http/refusal.ts'

const SCREEN: ScreenKey = 'Permissions'

/** Holds back other changes of roles and users until the transaction ends: two that each leave the other would lock everyone out. */
export const takeTurn = async (tx: Tx): Promise<void> => {
  await tx.select({ id: permissions.id }).from(permissions).where(eq(permissions.screen, SCREEN)).for('update')
}

/** An active user who can open /acl. */
const selectManager = (tx: Tx) =>
  tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(rolePermissions, eq(rolePermissions.roleId, users.roleId))
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(and(eq(users.isActive, true), eq(permissions.screen, SCREEN)))
    .limit(1)

/**
 * Call after a user was changed.
 *
 * @throws Refusal 400 if no active user can open /acl now
 */
export const refuseLastUser = async (tx: Tx, message: string): Promise<void> => {
  const [user] = await selectManager(tx)
  if (!user) throw new Refusal(400, message)
}

/**
 * Call after the roles of a screen were changed.
 *
 * @throws Refusal 400 if no active user can open /acl now
 */
export const refuseLastRole = async (tx: Tx): Promise<void> => {
  const [user] = await selectManager(tx)
  if (user) return
  const [role] = await tx
    .select({ id: rolePermissions.roleId })
    .from(rolePermissions)
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(eq(permissions.screen, SCREEN))
    .limit(1)
  throw new Refusal(400, role ? accessMessages.lastRoleInUse : accessMessages.lastRole)
}
