/** The log of the organization's settings. */
import { desc, eq, inArray, or, sql } from 'drizzle-orm'
import { organizationChangeSchema } from '#contract/organization.ts'
import { type SettingName, settingNames } from '#domain/organization-form.ts'
import type { Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { organisationChanges } from '#server/db/schema/organization.ts'
import { users } from '#server/db/schema/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'

export interface ChangedSetting {
  readonly field: SettingName
  /** As people read them. */
  readonly before: string
  readonly after: string
}

/** Logs changes; call with the transaction that makes them, so that neither exists without the other. */
export const logSettings = async (
  tx: Tx,
  by: { readonly userId: number; readonly now: Date },
  changes: readonly ChangedSetting[],
): Promise<void> => {
  if (changes.length === 0) return
  await tx.insert(organisationChanges).values(changes.map((change) => ({ at: by.now, byId: by.userId, ...change })))
}

/** The settings whose names contain the words. */
const settingsNamed = (words: string): string[] =>
  Object.entries(settingNames)
    .filter(([, name]) => name.toLowerCase().includes(words.toLowerCase()))
    .map(([field]) => field)

const fieldOf = (stored: string) => organizationChangeSchema.shape.field.parse(stored)

export const settingsLogHandlers: HandlersOf<'getOrganizationChanges'> = {
  getOrganizationChanges: async ({ query, db }) => {
    const words = query.keywords?.trim() ?? ''
    const { id, at, field, before, after, byId } = organisationChanges
    const found = db
      .select({ id, at, by: sql<string>`${users.displayName}`.as('by_name'), field, before, after })
      .from(organisationChanges)
      .innerJoin(users, eq(users.id, byId))
      .where(
        words === ''
          ? undefined
          : or(hasWords(words, users.displayName, before, after), inArray(field, settingsNamed(words))),
      )
    // Before the page is cut out, which changes the query.
    const total = await db.$count(found.as('found'))
    const { limit, offset } = rangeOf(query)
    const rows = await found.orderBy(desc(id)).limit(limit).offset(offset)
    const listed = rows.map((row) => ({
      id: row.id,
      atUtc: row.at.toISOString(),
      by: row.by,
      field: fieldOf(row.field),
      before: row.before,
      after: row.after,
    }))
    return replyPage(query, listed, total)
  },
}
