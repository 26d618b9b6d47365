/** Who a user is, for work that is done for them without a request. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { roleNameSchema } from '#domain/role-schema.ts'
import { screenKeySchema } from '#domain/screen-keys.ts'
import type { Db } from '#server/db/database.ts'
import { permissions, rolePermissions, roles, users } from '#server/db/schema/users.ts'
import { maySignIn } from '#server/db/users.ts'
import type { Caller } from '#server/http/handler.ts'

/** The screens of `roles.id`. */
export const screensOfRole: SQL<string[]> = sql<string[]>`array(select ${permissions.screen} from ${rolePermissions}
  join ${permissions} on ${permissions.id} = ${rolePermissions.permissionId}
  where ${rolePermissions.roleId} = ${roles.id})`

export const screensSchema = z.array(screenKeySchema)

/** The user with what their role may open now; undefined for one who can no longer sign in. */
export const callerOf = async (db: Pick<Db, 'select'>, userId: number, now: Date): Promise<Caller | undefined> => {
  const [row] = await db
    .select({
      email: users.email,
      providerId: users.providerId,
      roleId: roles.id,
      role: roles.name,
      screens: screensOfRole,
    })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(and(eq(users.id, userId), maySignIn(now)))
  if (!row) return undefined
  return {
    ...row,
    userId,
    role: roleNameSchema.parse(row.role),
    screens: new Set(screensSchema.parse(row.screens)),
    sessionId: '',
    mustAddFactor: false,
  }
}
