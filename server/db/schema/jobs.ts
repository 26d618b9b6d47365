import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, now } from './columns.ts'

/** Work that a server does later, written in the transaction that causes it (docs/decisions/job-queue.md). */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    /** The name in its definition (`defineJob`). */
    kind: text().notNull(),
    payload: jsonb().notNull(),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Attempts begun. */
    attempts: integer().notNull().default(0),
    /** When the next attempt may begin. While one is running: when it counts as interrupted. By the database's clock. */
    dueAt: now(),
    /** Why the last attempt failed. */
    reason: text(),
    createdAt: now(),
    /** When it was done or given up. */
    endedAt: instant(),
  },
  (t) => [
    index('jobs_due').on(t.dueAt).where(sql`${t.state} in ('waiting', 'running')`),
    index('jobs_kind').on(t.kind, t.createdAt),
    check('jobs_ended', sql`(${t.state} in ('done', 'failed')) = (${t.endedAt} is not null)`),
  ],
)

/** When each kind of daily work was last done, by the name in its definition. */
export const dailyWork = pgTable('daily_work', {
  name: text().primaryKey(),
  /** The organization's date. */
  doneOn: date().notNull(),
})
