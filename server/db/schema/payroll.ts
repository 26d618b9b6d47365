import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { PAY_ADJUSTMENT_KINDS } from '#domain/billing/pay.ts'
import { id, instant } from './columns.ts'
import { providers } from './providers.ts'
import { providerRates, rateTypes } from './rates.ts'
import { schools } from './schools.ts'
import { ptoRequests } from './time-off.ts'
import { users } from './users.ts'

/** Every export of a period's payroll, as it was: a later one says what has changed since. */
export const payrollExports = pgTable(
  'payroll_exports',
  {
    id: id(),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    /** The lines of the file. */
    lines: jsonb().$type<readonly Record<string, string>[]>().notNull(),
    exportedById: integer()
      .notNull()
      .references(() => users.id),
    exportedAt: instant().notNull(),
  },
  (t) => [
    index().on(t.startDate, t.endDate, t.id),
    check('payroll_exports_dates', sql`${t.startDate} <= ${t.endDate}`),
  ],
)

/**
 * Pay for a day that was locked or exported already, as a line of its own on a later day (docs/decisions/late-pay.md).
 * Append-only, except that unlocking the day voids its lines.
 */
export const payAdjustments = pgTable(
  'pay_adjustments',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    kind: text({ enum: PAY_ADJUSTMENT_KINDS }).notNull(),
    /** The day that it is for. */
    workDate: date().notNull(),
    /** The day whose payroll pays it. */
    paidOn: date().notNull(),
    /** The time off that is paid late. */
    ptoRequestId: integer().references(() => ptoRequests.id),
    /** The rate that was in force on the day of work, as it was then; these three null if none was. */
    rateId: integer().references(() => providerRates.id),
    rateTypeId: integer().references(() => rateTypes.id),
    rate: numeric({ precision: 10, scale: 2 }),
    /** Negative if too much was paid, like the quantity and the amount. */
    minutes: integer().notNull(),
    /** What the rate multiplies: hours, sessions or days. */
    quantity: numeric().notNull(),
    /** Rounded to the organization's currency. */
    amount: numeric({ precision: 14, scale: 3 }).notNull(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    /** When the day of work was unlocked, which pays it itself again. */
    voidedAt: instant(),
    voidedById: integer().references(() => users.id),
  },
  (t) => [
    index().on(t.paidOn),
    index().on(t.workDate),
    index().on(t.ptoRequestId),
    check('pay_adjustments_later', sql`${t.paidOn} > ${t.workDate}`),
    check('pay_adjustments_rate', sql`num_nulls(${t.rateId}, ${t.rateTypeId}, ${t.rate}) in (0, 3)`),
    check('pay_adjustments_voided', sql`num_nulls(${t.voidedAt}, ${t.voidedById}) in (0, 2)`),
    check(
      'pay_adjustments_request',
      sql`(${t.kind} in ('timeOffAccepted', 'timeOffGivenBack')) = (${t.ptoRequestId} is not null)`,
    ),
  ],
)

/**
 * What a day was paid when its period was locked, for days that were corrected since: the period's payroll keeps it, and
 * the difference is paid later. A day that was paid nothing has no row.
 */
export const payBeforeCorrections = pgTable(
  'pay_before_corrections',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    date: date().notNull(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    /** What is paid: minutes, the hundredths of an hour of a row that is rounded by itself, and sessions. */
    minutes: integer().notNull(),
    hundredths: integer(),
    sessions: integer().notNull(),
    occurrenceIds: integer().array().notNull(),
    /** Null if no rate was in force. */
    rateId: integer().references(() => providerRates.id),
    rateTypeId: integer().references(() => rateTypes.id),
    rate: numeric({ precision: 10, scale: 2 }),
  },
  (t) => [index().on(t.date, t.providerId)],
)
