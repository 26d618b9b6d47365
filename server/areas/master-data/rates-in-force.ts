/**
 * What schools pay on which days. Everything that reads a school's rates or its admin fee uses this, with the date of the
 * service: a change dated tomorrow takes effect tomorrow without further action (DESIGN, section 4).
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { type Dated, inForceWithin } from './in-force.ts'

export const datedRates: Dated = {
  table: schoolServiceRates,
  kind: {
    school_id: schoolServiceRates.schoolId,
    service_id: schoolServiceRates.serviceId,
    rate_type_id: schoolServiceRates.rateTypeId,
  },
  value: schoolServiceRates.rate,
}

export const datedFees: Dated = {
  table: schoolAdminFees,
  kind: { school_id: schoolAdminFees.schoolId },
  value: schoolAdminFees.adminFee,
}

/**
 * The rates of a period: a select of rate_id, school_id, service_id, rate_type_id, rate, starts_on, and ends_before, which
 * is null for a rate without an end.
 *
 * @param school every school's if omitted
 */
export const ratesWithin = (period: Period, school?: number): SQL => sql`
    select dated_id as rate_id, school_id, service_id, rate_type_id, value as rate, starts_on, ends_before
    from (${inForceWithin(datedRates, period, school === undefined ? undefined : eq(schoolServiceRates.schoolId, school))}) as rates`

/** Rows of `school_service_rates` that are in force at the school on the day. */
export const isInForce = (school: number, date: LocalDate): SQL =>
  sql`${schoolServiceRates.id} in (select rate_id from (${ratesWithin({ startDate: date, endDate: date }, school)}) as today)`

/** The admin fees of a period: a select of school_id, percent, starts_on and ends_before. */
export const feesWithin = (period: Period, school?: number): SQL => sql`
    select school_id, value as percent, starts_on, ends_before
    from (${inForceWithin(datedFees, period, school === undefined ? undefined : eq(schoolAdminFees.schoolId, school))}) as fees`
