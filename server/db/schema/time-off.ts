import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, date, index, integer, pgTable, text, time, uniqueIndex } from 'drizzle-orm/pg-core'
import { PTO_REQUEST_STATES, QUICK_BOOKS_STATUSES } from '#domain/time-off.ts'
import { hours, id, instant, now, version } from './columns.ts'
import { providers } from './providers.ts'
import { users } from './users.ts'

/** A provider's request for hours off on one day (spec 2, section 3). */
export const ptoRequests = pgTable(
  'pto_requests',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    requestedOn: now(),
    requestedDate: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    reason: text().notNull(),
    state: text({ enum: PTO_REQUEST_STATES }).notNull().default('pending'),
    /** The first request of the span of days that this one was requested with; null for a single day. */
    spanId: integer().references((): AnyPgColumn => ptoRequests.id),
    /** In hundredths of an hour, like the balance. */
    totalHours: hours().notNull().generatedAlwaysAs(sql`round(extract(epoch from (end_time - start_time)) / 3600, 2)`),
    /**
     * The day whose payroll pays a request that was accepted after its own day was locked or exported; its line is in
     * `pay_adjustments`. Null while its own day pays it.
     */
    paidOn: date(),
    /** Whether the accepted hours were sent to accounting; meaningless until they are accepted. */
    quickBooksStatus: text({ enum: QUICK_BOOKS_STATUSES }).notNull().default('Not Sent'),
    /** Why it was rejected, or why its return was. */
    notes: text().notNull().default(''),
    /** Who accepted, rejected, withdrew or gave it back. */
    decidedById: integer().references(() => users.id),
    decidedAt: instant(),
    version: version(),
  },
  (t) => [
    index('pto_requests_provider_date').on(t.providerId, t.requestedDate),
    index().on(t.requestedDate),
    index().on(t.spanId),
    check('pto_requests_times', sql`${t.startTime} < ${t.endTime}`),
  ],
)

/**
 * A provider's remaining hours of time off; negative if more was accepted than available. A provider without a row has
 * none. Every change of a balance or a request locks this row first (server/areas/time-off/balances.ts).
 */
export const ptoBalances = pgTable('pto_balances', {
  providerId: integer()
    .primaryKey()
    .references(() => providers.id),
  availableHours: hours().notNull().default('0.00'),
  updatedById: integer().references(() => users.id),
  updatedAt: now(),
  version: version(),
})

/** The history of each balance: all its changes, which add up to it. Append-only. */
export const ptoBalanceEntries = pgTable(
  'pto_balance_entries',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /**
     * upload: an administrator's sheet set the balance. acceptance: an accepted request deducted its hours. return: a
     * request that was returned gives them back. payOut and writeOff: an administrator settled the balance of someone who
     * has left.
     */
    kind: text({ enum: ['upload', 'acceptance', 'return', 'payOut', 'writeOff'] }).notNull(),
    /** Hours added; negative for a deduction. */
    change: hours().notNull(),
    balanceAfter: hours().notNull(),
    /** The request that was accepted or returned; each happens once per request. */
    ptoRequestId: integer().references(() => ptoRequests.id),
    /** The name of the uploaded file, or why the balance was settled. */
    source: text().notNull().default(''),
    byId: integer()
      .notNull()
      .references(() => users.id),
    at: now(),
  },
  (t) => [
    index('pto_balance_entries_provider').on(t.providerId, t.id),
    // Uploads have no request, and an upload has thousands of entries.
    uniqueIndex('pto_balance_entries_request_once')
      .on(t.ptoRequestId, t.kind)
      .where(sql`${t.ptoRequestId} is not null`),
    check(
      'pto_balance_entries_request',
      sql`(${t.kind} in ('acceptance', 'return')) = (${t.ptoRequestId} is not null)`,
    ),
  ],
)
