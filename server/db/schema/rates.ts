import { sql } from 'drizzle-orm'
import { date, integer, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, now } from './columns.ts'
import { providers } from './providers.ts'
import { schools } from './schools.ts'
import { services } from './services.ts'
import { users } from './users.ts'

/** From when to when a rate or fee holds, and who set it. */
const inForce = () => ({
  effectiveDate: date().notNull(),
  /** Not in force from this day on: it was removed from the list. */
  endedOn: date(),
  /** It never took effect, or was corrected. */
  deletedAt: instant(),
  /** Null for what was stored before this was kept. */
  createdById: integer().references(() => users.id),
  createdAt: now(),
})

/** hourly: hours × rate; per session: sessions × rate; daily: days × rate (DESIGN, section 4). */
export const rateTypes = pgTable('rate_types', { id: integer().primaryKey(), name: text().notNull() })

export const schoolServiceRates = pgTable(
  'school_service_rates',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    rateTypeId: integer()
      .notNull()
      .references(() => rateTypes.id),
    /** Dollars. */
    rate: numeric({ precision: 10, scale: 2 }).notNull(),
    /** Use `ratesWithin` and `isInForce` of server/areas/master-data/rates-in-force.ts. */
    ...inForce(),
  },
  (t) => [
    uniqueIndex('school_service_rates_effective')
      .on(t.schoolId, t.serviceId, t.rateTypeId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)

/** Percent of the billed amount, from a day on. */
export const schoolAdminFees = pgTable(
  'school_admin_fees',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    adminFee: numeric({ precision: 5, scale: 2 }).notNull(),
    /** Use `feesWithin` of server/areas/master-data/rates-in-force.ts. */
    ...inForce(),
  },
  (t) => [
    uniqueIndex('school_admin_fees_effective')
      .on(t.schoolId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)

/** What a provider is paid, by rate type. */
export const providerRates = pgTable(
  'provider_rates',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    rateTypeId: integer()
      .notNull()
      .references(() => rateTypes.id),
    /** Dollars. */
    rate: numeric({ precision: 10, scale: 2 }).notNull(),
    /** Use `ratesOf` of server/areas/hours/payroll-segments.ts. */
    ...inForce(),
  },
  (t) => [
    uniqueIndex('provider_rates_effective')
      .on(t.providerId, t.rateTypeId, t.effectiveDate)
      .where(sql`${t.deletedAt} is null and ${t.endedOn} is null`),
  ],
)
