/**
 * Which rates apply on a day. Everything that reads a school's rates uses this, with the date of the service: a change
 * dated tomorrow takes effect tomorrow without further action (DESIGN, section 4).
 */
import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { LocalDate } from '#domain/time.ts'
import { schoolServiceRates } from '#server/db/schema.ts'

const { effectiveDate, endedOn, deletedAt, schoolId } = schoolServiceRates

/**
 * A school's rates that began by `date` and had not ended. For each service and rate type the newest one is in force.
 */
export const isInForce = (school: number, date: LocalDate): SQL | undefined =>
  and(eq(schoolId, school), lte(effectiveDate, date), or(isNull(endedOn), gt(endedOn, date)), isNull(deletedAt))
