/** Locked billing periods, and the days of them that were corrected. */
import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { type CorrectionOutcome, correctionStates, type DayFigures } from '#domain/billing/corrections.ts'
import type { LeftOut } from '#domain/billing/lock-out.ts'
import { id, instant, now, version } from './columns.ts'
import { providers } from './providers.ts'
import { users } from './users.ts'

/**
 * Every locking of a billing period, for all schools (spec 2, section 2.10). Unlocking keeps the row. An exclusion
 * constraint, lock_outs_apart, refuses two locked periods that overlap.
 */
export const lockOuts = pgTable(
  'lock_outs',
  {
    id: id(),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    isForced: boolean().notNull(),
    /** It was locked before minutes were added up: each of its timesheet rows stays rounded by itself. */
    roundsEachRow: boolean().notNull().default(false),
    /** What it left out of billing and payroll, as it was then. */
    leftOut: jsonb().$type<LeftOut>().notNull(),
    lockedById: integer()
      .notNull()
      .references(() => users.id),
    lockedAt: now(),
    unlockedById: integer().references(() => users.id),
    unlockedAt: instant(),
    unlockReason: text(),
  },
  (t) => [
    index().on(t.startDate),
    check('lock_outs_dates', sql`${t.startDate} <= ${t.endDate}`),
    check('lock_outs_unlocked', sql`num_nulls(${t.unlockedById}, ${t.unlockedAt}, ${t.unlockReason}) in (0, 3)`),
  ],
)

/** Every correction of a provider's day in a locked period (docs/decisions/corrections.md). */
export const dayCorrections = pgTable(
  'day_corrections',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    state: text({ enum: correctionStates }).notNull().default('opened'),
    reason: text().notNull(),
    openedById: integer()
      .notNull()
      .references(() => users.id),
    openedAt: instant().notNull(),
    /** Schools of the day when it was opened; they are not invoiced meanwhile. */
    schoolIds: integer().array().notNull(),
    /** The day as it was, and as it is now; the latter is null until the correction is completed. */
    before: jsonb().$type<DayFigures>().notNull(),
    after: jsonb().$type<DayFigures>(),
    /** The stored rows of the day, from which canceling restores it. */
    rowsBefore: jsonb().$type<Readonly<Record<string, readonly Record<string, unknown>[]>>>().notNull(),
    /** Whether its period's payroll keeps what was paid before it; not if that had no rate (`pay_before_corrections`). */
    keepsPay: boolean().notNull().default(true),
    /** What completing it led to. */
    outcome: jsonb().$type<CorrectionOutcome>(),
    endedById: integer().references(() => users.id),
    endedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.providerId, t.date),
    index().on(t.date),
    // One at a time.
    uniqueIndex('day_corrections_open').on(t.providerId, t.date).where(sql`${t.state} in ('opened', 'confirmed')`),
    check('day_corrections_ended', sql`(${t.state} in ('opened', 'confirmed')) = (${t.endedAt} is null)`),
    check('day_corrections_completed', sql`(${t.state} = 'completed') = (${t.after} is not null)`),
  ],
)
