import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ITEM_OUTCOMES, RUN_STATES } from '#domain/runs.ts'
import { id, instant } from './columns.ts'
import { providerDocuments } from './documents.ts'
import { invoices } from './invoices.ts'
import { users } from './users.ts'

/** Work that a user started and a job does, item by item (docs/decisions/runs.md). */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    /** The name in its definition (`defineRun`), which is also its job's. */
    kind: text().notNull(),
    /** What to do; each kind has its own schema. */
    input: jsonb().notNull(),
    state: text({ enum: RUN_STATES }).notNull(),
    startedById: integer()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** Why it failed as a whole. */
    reason: text(),
  },
  (t) => [
    index().on(t.kind, t.startedById, t.id),
    // One run of invoices at a time. Other kinds are limited for each user.
    uniqueIndex('runs_of_invoices').on(t.kind).where(sql`${t.kind} = 'invoice-run' and ${t.state} = 'running'`),
    check('runs_ended', sql`(${t.state} = 'running') = (${t.endedAt} is null)`),
  ],
)

export const runItems = pgTable(
  'run_items',
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    /** What it is depends on the kind of run: a school, a provider, or 1 for all files of a report. */
    itemId: integer().notNull(),
    /** The order in which they are worked on. */
    position: integer().notNull(),
    outcome: text({ enum: ITEM_OUTCOMES }).notNull().default('waiting'),
    /** Why it was refused. */
    reason: text(),
    /** The invoice that was issued or is unchanged. */
    invoiceId: integer().references(() => invoices.id),
    /** The document that a letter was saved as. */
    documentId: integer().references(() => providerDocuments.id),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.itemId] }),
    index().on(t.documentId).where(sql`${t.documentId} is not null`),
    check('run_items_refused', sql`(${t.outcome} = 'refused') = (${t.reason} is not null)`),
  ],
)
