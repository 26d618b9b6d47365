/** Hours as providers enter them, for reports: the rows of the timesheet and what they count. */
import { type SQL, sql } from 'drizzle-orm'
import { minutesBetween, type RowFilter, scheduledDays } from '#server/areas/timesheet/timesheet-rows.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'

/**
 * A SELECT with one row per provider, school and day with a session that requires hours.
 *
 * Columns: provider_id, school_id, date, start_time, end_time, status ('Not Confirmed', 'Zero Hours', 'Confirmed' or
 * 'Approved'), minutes (from start to end), worked_minutes (0 unless confirmed with hours).
 */
export const enteredHours = (filter: RowFilter): SQL => sql`
  select *, case when status in ('Confirmed', 'Approved') then minutes else 0 end as worked_minutes
  from (
    select days.provider_id, days.school_id, days.date,
      coalesce(${timesheets.startTime}, days.start_time) as start_time,
      coalesce(${timesheets.endTime}, days.end_time) as end_time,
      case when ${timesheets.confirmedAt} is null then 'Not Confirmed' when ${timesheets.isZeroHours} then 'Zero Hours'
        when ${providerDays.approvalStatus} = 1 then 'Approved' else 'Confirmed' end as status,
      ${minutesBetween(
        sql`coalesce(${timesheets.startTime}, days.start_time)`,
        sql`coalesce(${timesheets.endTime}, days.end_time)`,
      )}::int as minutes
    from (${scheduledDays(filter)}) as days
    left join ${timesheets} on ${timesheets.providerId} = days.provider_id
      and ${timesheets.schoolId} = days.school_id and ${timesheets.date} = days.date
    left join ${providerDays} on ${providerDays.providerId} = days.provider_id and ${providerDays.date} = days.date
    where days.is_required
  ) as hours`
