/** Hours as billing charges and payroll pays them (docs/decisions/what-is-billed.md). */
import { type SQL, sql } from 'drizzle-orm'
import { timesheetHours } from './charges.ts'

/**
 * A SELECT with one row per provider, school and day with approved hours. Zero hours are left out.
 *
 * Columns: provider_id, school_id, date, service_id (null if the hours name none), sessions, minutes.
 *
 * @param filter.from '' for an open end, like `to`
 */
export const approvedHours = ({
  from,
  to,
  ...filter
}: {
  readonly from: string
  readonly to: string
  readonly providerId?: number | undefined
  readonly schoolId?: number | undefined
}): SQL => sql`
  select provider_id, school_id, date, service_id, sessions, minutes
  from (${timesheetHours({ ...filter, period: { startDate: from || '-infinity', endDate: to || 'infinity' } })}) as worked
  where is_approved and not is_zero_hours`
