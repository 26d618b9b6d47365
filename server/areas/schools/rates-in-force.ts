/**
 * Which rates hold on a day. Everything that reads a school's rates asks here, by the date of the service: a change dated
 * tomorrow takes effect on its day by itself (DESIGN, section 4).
 */
import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { LocalDate } from '#domain/time.ts'
import { schoolServiceRates } from '#server/db/schema.ts'

const { effectiveDate, endedOn, deletedAt, schoolId } = schoolServiceRates

/**
 * Of a school, the rates that began by `date` and had not ended. Of a service and rate type the one with the newest
 * effective date is in force.
 */
export const isInForce = (school: number, date: LocalDate): SQL | undefined =>
  and(eq(schoolId, school), lte(effectiveDate, date), or(isNull(endedOn), gt(endedOn, date)), isNull(deletedAt))
