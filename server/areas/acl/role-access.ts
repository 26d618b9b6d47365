import { asc, eq } from 'drizzle-orm'
import { screenKeySchema } from '#domain/screen-keys.ts'
import { permissions, rolePermissions } from '#server/db/schema/users.ts'
import { NO_ACCESS } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

export const roleAccessHandlers: HandlersOf<'getRoleAccess'> = {
  getRoleAccess: async ({ body, db, user }) => {
    if (body.id !== user.roleId) throw new Refusal(403, NO_ACCESS)
    const rows = await db
      .select({
        id: permissions.id,
        module: permissions.module,
        screen: permissions.screen,
        name: permissions.name,
      })
      .from(rolePermissions)
      .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
      .where(eq(rolePermissions.roleId, user.roleId))
      .orderBy(asc(permissions.id))
    return rows.map((row) => ({ ...row, screen: screenKeySchema.parse(row.screen), isActive: true }))
  },
}
