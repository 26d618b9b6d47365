import { eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { hasEmail, maySignIn } from '#server/db/users.ts'

/**
 * A user with their role; active unless they are deactivated or terminated.
 *
 * @param by the id, or the lowercase user name
 */
export async function accountOf(
  db: Pick<Db, 'select'>,
  by: { readonly name: string } | { readonly userId: number },
  now: Date,
) {
  const [account] = await db
    .select({ user: { ...getTableColumns(users), isActive: maySignIn(now) }, role: roles })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where('name' in by ? hasEmail(by.name) : eq(users.id, by.userId))
  return account
}

export type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>
