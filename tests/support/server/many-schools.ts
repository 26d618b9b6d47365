/** Many schools with approved work in a locked half-month, written directly: over HTTP it would take minutes. */
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { NOVEMBER } from './billing.ts'

/** How many schools a provider works at. */
const SCHOOLS_EACH = 20

/** Each school has one hour of work on each weekday of the half-month, for 80.00. */
export const addSchoolsWithWork = ({ db }: Pick<Database, 'db'>, count: number): Promise<void> =>
  db.transaction(async (tx) => {
    const { startDate, endDate } = NOVEMBER
    await tx.execute(sql`insert into provider_types (id, title) values (901, 'Therapist of many')`)
    await tx.execute(sql`insert into provider_statuses (id, title) values (901, 'Active at many')`)
    await tx.execute(sql`insert into rate_types (id, name) values (1, 'Hourly') on conflict do nothing`)
    await tx.execute(
      sql`insert into services (id, code, description) overriding system value values (901, 'MANY', 'Therapy')`,
    )
    await tx.execute(sql`insert into schools (id, name, colour_code) overriding system value
      select n, 'School ' || lpad(n::text, 4, '0'), '#1F6FB2' from generate_series(1, ${count}::int) as n`)
    await tx.execute(sql`insert into school_service_rates (school_id, service_id, effective_date, rate, rate_type_id)
      select n, 901, '2026-01-01', 80, 1 from generate_series(1, ${count}::int) as n`)
    await tx.execute(sql`insert into providers (id, first_name, last_name, email, provider_type_id, status_id)
      overriding system value
      select n, 'Pat', 'Provider ' || n, 'pat' || n || '@district.example', 901, 901
      from generate_series(1, ${Math.ceil(count / SCHOOLS_EACH)}::int) as n`)
    const providerOf = sql`(n - 1) / ${SCHOOLS_EACH}::int + 1`
    await tx.execute(sql`insert into schedule_events (id, event_name, schedule_event_mode, is_timesheet_required,
        provider_id, school_id, service_id, rate_type_id, colour_code, from_date, to_date, start_time, end_time, recurrence,
        is_recurring, created_by_id) overriding system value
      select n, 'Therapy', 1, true, ${providerOf}, n, 901, 1, '#90EE90', ${startDate}, ${endDate}, '09:00', '10:00',
        '{"type":"none"}', true, (select min(id) from users)
      from generate_series(1, ${count}::int) as n`)
    await tx.execute(sql`insert into occurrences (schedule_event_id, provider_id, school_id, service_id, rate_type_id, title,
        colour_code, schedule_event_mode, is_timesheet_required, is_recurring, date, start_time, end_time, starts_at, ends_at)
      select n, ${providerOf}, n, 901, 1, 'Therapy', '#90EE90', 1, true, true, day::date, '09:00', '10:00',
        day + interval '14 hours', day + interval '15 hours'
      from generate_series(1, ${count}::int) as n,
        generate_series(${startDate}::timestamp, ${endDate}::timestamp, '1 day') as day
      where extract(isodow from day) < 6`)
    await tx.execute(sql`insert into provider_days (provider_id, date, state, approval_status)
      select distinct provider_id, date, 'locked', 1 from occurrences`)
    await tx.execute(sql`insert into timesheets (provider_id, school_id, date, start_time, end_time, service_id, confirmed_at)
      select provider_id, school_id, date, '09:00', '10:00', 901, now() from occurrences`)
    await tx.execute(sql`insert into lock_outs (start_date, end_date, is_forced, left_out, locked_by_id, locked_at)
      values (${startDate}, ${endDate}, false, '{"days":0,"minutes":0,"amount":"0.00"}', (select min(id) from users), now())`)
  })
