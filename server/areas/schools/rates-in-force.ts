/**
 * Which rates apply on a day. Everything that reads a school's rates uses this, with the date of the service: a change
 * dated tomorrow takes effect tomorrow without further action (DESIGN, section 4).
 */
import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Period } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { schoolServiceRates } from '#server/db/schema.ts'

const { effectiveDate, endedOn, deletedAt, schoolId } = schoolServiceRates

/**
 * A school's rates that began by `date` and had not ended. For each service and rate type the newest one is in force.
 */
export const isInForce = (school: number, date: LocalDate): SQL | undefined =>
  and(eq(schoolId, school), lte(effectiveDate, date), or(isNull(endedOn), gt(endedOn, date)), isNull(deletedAt))

/**
 * The same for every day of a period: a select of rate_id, school_id, service_id, rate_type_id, rate, starts_on, and
 * ends_before, which is null for a rate without an end.
 *
 * @param school every school's if omitted
 */
export const ratesWithin = ({ startDate, endDate }: Period, school?: number): SQL => sql`
    select * from (
      select ${schoolServiceRates.id} as rate_id, school_id, service_id, rate_type_id, rate, ${effectiveDate} as starts_on,
        least(${endedOn}, lead(${effectiveDate}) over (
          partition by school_id, service_id, rate_type_id order by ${effectiveDate}, id)) as ends_before
      from ${schoolServiceRates}
      where ${deletedAt} is null and ${effectiveDate} <= ${endDate}
        ${school === undefined ? sql`` : sql`and ${schoolId} = ${school}`}
    ) as listed where ends_before is null or ends_before > greatest(starts_on, ${startDate})`
