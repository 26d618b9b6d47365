/** What workflows leave behind: the moves of stored lifecycles, and the links that show charts. */
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { created } from './audit-columns.ts'
import { id, instant, now } from './columns.ts'
import { users } from './users.ts'

/**
 * Every move of a stored lifecycle: who, when, from which state, by which event, to which state. Append-only: a trigger
 * refuses anything else.
 */
export const transitionLog = pgTable(
  'transition_log',
  {
    id: id(),
    at: now(),
    userId: integer().references(() => users.id),
    /** The machine's id, as in src/machines. */
    machine: text().notNull(),
    /** The record: `providerId/date` for a provider's day, else the row's id. */
    entity: text().notNull(),
    fromState: text().notNull(),
    event: text().notNull(),
    toState: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [index().on(t.machine, t.entity, t.id), index().on(t.machine, t.at)],
)

/** A link that shows a workflow's chart with its counts to anyone who has it. */
export const chartLinks = pgTable(
  'chart_links',
  {
    id: id(),
    /** As in src/machines/catalog.ts. */
    workflow: text().notNull(),
    /** SHA-256 of the token in the address; the token itself is not stored. */
    tokenHash: text().notNull(),
    ...created(),
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  (t) => [uniqueIndex('chart_links_token').on(t.tokenHash), index().on(t.workflow)],
)
