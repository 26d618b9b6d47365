import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { PROVIDER_CHANGE_STATES } from '#domain/provider-changes.ts'
import { id, instant } from './columns.ts'
import { providers } from './providers.ts'
import { users } from './users.ts'

/** A row as it was before a change, by its columns' names in the database. */
export type RowBefore = Readonly<Record<string, unknown>>

/**
 * What a provider changed or deleted, with what an administrator needs to undo it; or asked for, if an administrator's
 * approval comes first.
 */
export const providerChanges = pgTable(
  'provider_changes',
  {
    id: id(),
    state: text({ enum: PROVIDER_CHANGE_STATES }).notNull(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    byId: integer()
      .notNull()
      .references(() => users.id),
    /** When it was asked for, or made at once. */
    at: instant().notNull(),
    /** What was asked for or done, in a sentence. */
    words: text().notNull(),
    /** Sessions (`schedule_events`) whose own row changed, each with its version afterward. */
    sessions: jsonb()
      .$type<
        readonly {
          readonly id: number
          readonly version: number
          readonly row: RowBefore
          readonly caseloadIds: readonly number[]
        }[]
      >()
      .notNull(),
    /** The dates, each with its version afterward; no row if the change added it. */
    occurrences: jsonb()
      .$type<
        readonly {
          readonly id: number
          readonly version: number
          readonly row: RowBefore | null
          readonly students: readonly RowBefore[]
          /** Its session's version, afterward. Missing from the first ones that were stored. */
          readonly sessionVersion?: number
        }[]
      >()
      .notNull(),
    /** The call that waits or waited, and what it is about; null for a change made at once. Parsed when read. */
    requested: jsonb(),
    /** The occurrences that the call would change or delete, as of the request. */
    requestedIds: integer().array().notNull().default([]),
    answeredAt: instant(),
    answeredById: integer().references(() => users.id),
    /** Why it was rejected; null otherwise. */
    reason: text(),
    undoneAt: instant(),
    undoneById: integer().references(() => users.id),
  },
  (t) => [index().on(t.providerId, t.at), index().on(t.state).where(sql`${t.state} = 'waiting'`)],
)
