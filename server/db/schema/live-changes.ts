import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { now, transactionId } from './columns.ts'

/**
 * What changed, for the pages that show it: which kind of record and whose, never what it says. Triggers write it, so that
 * no handler can forget (docs/decisions/live-changes.md). Kept for an hour (server/jobs/clean-up.ts).
 */
export const liveChanges = pgTable(
  'live_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The transaction that changed it. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    /** As in src/contract/live.ts. */
    topic: text().notNull(),
    /** Without references: a record may be gone when its change is read. */
    providerId: integer(),
    userId: integer(),
    /** This and the next: the days that changed, both inclusive, for records that have one. */
    fromDate: date(),
    toDate: date(),
    createdAt: now(),
  },
  (t) => [index().on(t.xid)],
)
