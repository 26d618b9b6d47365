/** The log of what roles and users may open. */
import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { accessChanges, permissions, roles, users } from '#server/db/schema/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'

/** A change that was made. */
export type MadeChange = { readonly before: string; readonly after: string } & (
  | { readonly kind: 'screen'; readonly roleId: number; readonly permissionId: number }
  | { readonly kind: 'role' | 'state'; readonly userId: number }
)

/** Logs changes; call with the transaction that makes them, so that neither exists without the other. */
export const logAccessChanges = async (
  tx: Tx,
  by: { readonly userId: number; readonly now: Date },
  changes: readonly MadeChange[],
): Promise<void> => {
  await tx.insert(accessChanges).values(changes.map((change) => ({ at: by.now, byId: by.userId, ...change })))
}

const author = alias(users, 'author')

export const accessChangeHandlers: HandlersOf<'getAccessChanges'> = {
  getAccessChanges: async ({ query, db }) => {
    const subject = sql<string>`coalesce(${roles.name}, ${users.displayName})`
    const found = db
      .select({
        id: accessChanges.id,
        at: accessChanges.at,
        by: sql<string>`${author.displayName}`.as('by_name'),
        kind: accessChanges.kind,
        subject: subject.as('subject'),
        screen: sql<string | null>`${permissions.name}`.as('screen_name'),
        before: accessChanges.before,
        after: accessChanges.after,
      })
      .from(accessChanges)
      .innerJoin(author, eq(author.id, accessChanges.byId))
      .leftJoin(roles, eq(roles.id, accessChanges.roleId))
      .leftJoin(permissions, eq(permissions.id, accessChanges.permissionId))
      .leftJoin(users, eq(users.id, accessChanges.userId))
      .where(hasWords(query.keywords, author.displayName, subject, permissions.name))
    // Before the page is cut out, which changes the query.
    const total = await db.$count(found.as('found'))
    const { limit, offset } = rangeOf(query)
    const rows = await found.orderBy(desc(accessChanges.id)).limit(limit).offset(offset)
    const listed = rows.map(({ at, ...row }) => ({ ...row, atUtc: at.toISOString() }))
    return replyPage(query, listed, total)
  },
}
