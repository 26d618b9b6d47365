/**
 * A quarter of 104,000 sessions: 500 providers, each at two of 1,000 schools on every weekday, on top of the demo
 * district's people. Days before the dry run's half-month are approved, and most in it are confirmed.
 */

import type { Database } from '#server/db/database.ts'
import { seedDemoDistrict } from '#server/seed/seed-demo-district.ts'
import { TIME_ZONE } from '../portal.ts'

/** Whole weeks, so that weekdays stay weekdays, and more than a quarter. */
const QUARTER_DAYS = 98

/** When the servers believe it is: the dry run's half-month is over. */
export const NOW = new Date('2026-12-02T15:00:00Z')
export const PERIOD = { startDate: '2026-11-16', endDate: '2026-11-30' }
export const EARLIER = { startDate: '2026-11-01', endDate: '2026-11-15' }
export const PROVIDERS = 500
export const SCHOOLS = 1000

const STATEMENTS = [
  `truncate occurrences, occurrence_students, provider_days, timesheets, transition_log, school_service_rates,
    school_admin_fees, lock_outs cascade`,
  `insert into schools (name) select 'District School ' || n from generate_series(1, ${SCHOOLS}) n`,
  `insert into providers (first_name, last_name, email, provider_type_id, status_id)
    select 'Colleague', 'Number ' || n, 'colleague-' || n || '@district.example',
      (select min(provider_type_id) from providers), (select min(status_id) from providers)
    from generate_series(1, ${PROVIDERS}) n`,
  `create table bench_days as
    select provider.id as provider_id, school.ids[1] as first_school, school.ids[2] as second_school, day::date as date,
      provider.n
    from (select id, row_number() over (order by id desc) as n from providers) as provider
    join (select (row_number() over (order by id desc) + 1) / 2 as n, id from schools) as listed on listed.n = provider.n
    join lateral (select array_agg(id) as ids from (select id, (row_number() over (order by id desc) + 1) / 2 as n
      from schools) as all_schools where all_schools.n = provider.n) as school on true
    cross join generate_series('2026-10-01'::date, '2026-12-31'::date, '1 day') as day
    where provider.n <= ${PROVIDERS} and extract(isodow from day) < 6
    group by 1, 2, 3, 4, 5`,
  `insert into school_service_rates (school_id, service_id, rate_type_id, rate, effective_date)
    select schools.id, service, type, 50 + (schools.id + service * 7) % 60 + case when start > '2026-01-01' then 5 else 0 end,
      start
    from schools, generate_series(1, 3) service, generate_series(1, 2) type,
      unnest(array['2025-01-01', '2026-11-20']::date[]) start`,
  `insert into school_billing_profiles (school_id, billing_email)
    select id, 'billing@school.example' from schools on conflict (school_id) do nothing`,
  `insert into school_admin_fees (school_id, admin_fee, effective_date)
    select id, 5 + id % 7, start from schools, unnest(array['2026-01-01', '2026-11-23']::date[]) start where id % 2 = 0`,
  `insert into occurrences (schedule_event_id, provider_id, school_id, service_id, title, colour_code,
      schedule_event_mode, is_timesheet_required, is_recurring, students_count, date, start_time, end_time, starts_at,
      ends_at, rate_type_id)
    select (select min(id) from schedule_events), provider_id,
      case when slot < 3 then first_school else second_school end, 1 + (n + slot) % 3, 'Fine motor group', '#90EE90', 2,
      true, true, 2, date, '08:00'::time + slot * interval '1 hour', '08:45'::time + slot * interval '1 hour',
      date + '13:00'::time + slot * interval '1 hour', date + '13:45'::time + slot * interval '1 hour',
      1 + (n % 2)
    from bench_days, generate_series(1, 4) slot
    where slot < 4 or extract(isodow from date)::int = n % 5 + 1`,
  `insert into provider_days (provider_id, date, state, approval_status)
    select distinct provider_id, date, case when date < '${PERIOD.startDate}' then 'approved' else 'open' end,
      case when date < '${PERIOD.startDate}' then 1 else 0 end
    from bench_days where date <= '${PERIOD.endDate}'`,
  `insert into timesheets (provider_id, school_id, date, start_time, end_time, service_id, confirmed_at)
    select provider_id, school_id, date, min(start_time), max(end_time), min(service_id), now() from occurrences
    where date < '${PERIOD.startDate}' or date <= '${PERIOD.endDate}' and provider_id % 10 > 0
    group by 1, 2, 3`,
  'drop table bench_days',
  'analyze',
]

export const addQuarter = async ({ db, pool }: Database): Promise<void> => {
  await seedDemoDistrict(db, { today: '2026-11-20', timeZone: TIME_ZONE })
  for (const statement of STATEMENTS) await pool.query(statement)
}

/** The same sessions, days and hours again in quarters before, in a database that has one. */
export const addEarlierQuarters = async ({ pool }: Database, count: number): Promise<void> => {
  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = '${table}' and column_name <> 'id' and is_generated = 'NEVER'`,
    )
    return rows.map(({ name }) => name)
  }
  for (const table of ['occurrences', 'provider_days', 'timesheets']) {
    const columns = await columnsOf(table)
    const moved = columns.map((name) => {
      if (name === 'date') return `date - n * ${QUARTER_DAYS}`
      return name.endsWith('s_at') ? `${name} - n * interval '${QUARTER_DAYS} days'` : name
    })
    await pool.query(
      `insert into ${table} (${columns.join(', ')}) select ${moved.join(', ')} from ${table}, generate_series(1, ${count}) n`,
    )
  }
  await pool.query(
    `update provider_days set state = 'approved', approval_status = 1
      where date < '${PERIOD.startDate}' and approval_status <> 1`,
  )
  await pool.query('analyze')
}
