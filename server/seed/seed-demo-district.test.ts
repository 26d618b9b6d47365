import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { weekOf } from '#domain/time.ts'
import { readStudentsBehind } from '#server/areas/home/students-behind.ts'
import { lifecycles } from '#server/areas/lifecycles.ts'
import { recordsInState } from '#server/areas/workflows/count-queries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { LONGEST_NAME, SHARED_NAME } from './names.ts'
import { createDemoRows, createDemoTimetable, seedDemoDistrict } from './seed-demo-district.ts'

const options = { today: '2026-03-11', timeZone: 'America/New_York' }

/** Its rows do not depend on the engine. The server's own tests create it on the embedded one. */
describe('the demo district', () => {
  const database = useDatabase()
  const rowsOf = async (query: string): Promise<Record<string, unknown>[]> =>
    (await database().db.execute(sql.raw(query))).rows

  it('is added once, completely', async () => {
    const start = performance.now()
    const counts = await seedDemoDistrict(database().db, options)
    process.stdout.write(`demo district (${database().engine}): ${Math.round(performance.now() - start)} ms\n`)
    expect(counts).toMatchObject({ schools: 12, providers: 40, students: 600, users: 42 })
    expect(counts?.occurrences).toBeGreaterThan(23_000)
    expect(counts?.occurrences).toBeLessThan(28_500)
    expect(await seedDemoDistrict(database().db, options)).toBeUndefined()
    expect(await rowsOf('select count(*)::int n from occurrences')).toEqual([{ n: counts?.occurrences }])
  }, 60_000)

  it('says since when each record of a workflow is in its state', async () => {
    const { timeZone } = options
    const context = { db: database().db, timeZone, now: new Date('2026-03-11T16:00:00Z') }
    const unknown: string[] = []
    for (const lifecycle of lifecycles) {
      const request = { lifecycle, scope: undefined, context }
      for (const state of lifecycle.states) {
        const { items } = await recordsInState(request, state, { oldestFirst: false, page: 1, size: 100_000 })
        const count = items.filter(({ at }) => at === null).length
        if (count > 0) unknown.push(`${lifecycle.name}, ${state}: ${count} of ${items.length}`)
      }
    }
    // A feed that was never shared has no beginning.
    expect(unknown).toEqual(['schedule/calendar-feed, private: 40 of 40'])
  })

  it('references no missing row', async () => {
    const references = await rowsOf(`select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      (select array_agg(attname order by ord)::text[] from unnest(c.conkey) with ordinality as k (num, ord)
        join pg_attribute on attrelid = c.conrelid and attnum = k.num) as columns,
      (select array_agg(attname order by ord)::text[] from unnest(c.confkey) with ordinality as k (num, ord)
        join pg_attribute on attrelid = c.confrelid and attnum = k.num) as keys
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
    expect(references.length).toBeGreaterThan(40)
    const orphans = await rowsOf(
      references
        .map(({ child, parent, columns, keys }) => {
          const [names, targets] = [columns as string[], keys as string[]]
          const joined = names.map((name, index) => `p.${targets[index]} = c.${name}`).join(' and ')
          const present = names.map((name) => `c.${name} is not null`).join(' and ')
          return `select '${child}(${names})' as reference from ${child} c
            where ${present} and not exists (select from ${parent} p where ${joined})`
        })
        .join(' union all '),
    )
    expect(orphans).toEqual([])
  })

  it('contains every recurrence pattern', async () => {
    const patterns = await rowsOf(
      `select distinct recurrence->>'type' as type, recurrence->>'option' as option from schedule_events order by 1, 2`,
    )
    expect(patterns).toEqual([
      { type: 'daily', option: 'everyNDays' },
      { type: 'daily', option: 'everyWeekday' },
      { type: 'monthly', option: 'dates' },
      { type: 'monthly', option: 'nthWeekday' },
      { type: 'none', option: null },
      { type: 'weekly', option: 'everyNWeeks' },
      { type: 'weekly', option: 'weeksOfMonth' },
    ])
  })

  it('keeps to school hours and school days, with few overlaps', async () => {
    expect(
      await rowsOf(`select min(start_time)::text as first, max(end_time)::text as last,
        count(*) filter (where extract(dow from date) in (0, 6))::int as weekend from occurrences`),
    ).toEqual([{ first: '07:30:00', last: '16:00:00', weekend: 0 }])
    const [overlaps] = await rowsOf(`select count(*)::int as n from occurrences a join occurrences b
      on a.provider_id = b.provider_id and a.date = b.date and a.id < b.id
      and a.start_time < b.end_time and b.start_time < a.end_time`)
    expect(overlaps?.n).toBeLessThan(250)
  })

  it('has therapists at one or two schools a day, with students of their own caseload at that school', async () => {
    expect(
      await rowsOf(`select max(schools)::int as most from (
        select count(distinct school_id) as schools from occurrences group by provider_id, date) days`),
    ).toEqual([{ most: 2 }])
    expect(
      await rowsOf(`select count(*)::int as strangers from occurrence_students os
        join occurrences o on o.id = os.occurrence_id join students s on s.id = os.student_id
        join caseload_frequencies f on f.id = os.caseload_frequency_id
        where s.provider_id <> o.provider_id or s.school_id <> o.school_id or f.student_id <> s.id`),
    ).toEqual([{ strangers: 0 }])
    expect(
      await rowsOf(`select count(*)::int as wrong from occurrences o where students_count
        <> (select count(*) from occurrence_students os where os.occurrence_id = o.id)`),
    ).toEqual([{ wrong: 0 }])
  })

  it('has a handful of students behind, none of them without a session', async () => {
    const now = new Date('2026-03-11T20:00:00Z')
    const behind = await readStudentsBehind(
      database().db,
      { now, timeZone: options.timeZone },
      { limit: 100, offset: 0 },
    )
    expect(behind.total).toBeGreaterThan(5)
    expect(behind.total).toBeLessThan(25)
    expect(behind.students.filter(({ delivered }) => delivered === 0)).toEqual([])
  })

  it('has a rejected day, a request for several days and time off to be returned, for the first account', async () => {
    expect(
      await rowsOf(`select u.email, d.date::text as date, d.reason,
          (select count(*)::int from timesheets t where t.provider_id = d.provider_id and t.date = d.date
            and t.confirmed_at is not null) as confirmed,
          (select bool_and(t.end_time < (select max(o.end_time) from occurrences o where o.provider_id = t.provider_id
              and o.school_id = t.school_id and o.date = t.date)) from timesheets t
            where t.provider_id = d.provider_id and t.date = d.date) as ends_early
        from provider_days d join users u on u.provider_id = d.provider_id where d.state = 'rejected' and d.provider_id = 1`),
    ).toEqual([
      {
        email: 'maria@homeroom.example',
        date: '2026-03-05',
        reason: 'The hours end before the last session does. Please check them.',
        confirmed: 0,
        ends_early: true,
      },
    ])
    expect(
      await rowsOf(`select state, count(*)::int as days, min(requested_date)::text as first,
          min(requested_date) filter (where start_time = '12:00')::text as half
        from pto_requests where provider_id = 1 and (span_id is not null or state = 'givingBack') group by 1 order by 1`),
    ).toMatchObject([
      { state: 'givingBack', days: 1 },
      { state: 'pending', days: 5, first: '2026-04-20', half: '2026-04-20' },
    ])
  })

  it('mandates somewhat less than what was scheduled in the last weeks', async () => {
    const [found] = await rowsOf(`with scheduled as (
        select os.caseload_frequency_id as id, sum(extract(epoch from o.end_time - o.start_time)) / 60 as minutes
        from occurrence_students os join occurrences o on o.id = os.occurrence_id
        where o.date >= '2025-12-21' and o.date < '2026-03-08' group by 1),
      span as (select 11 as weeks)
      select count(*)::int as students, (count(*) filter (
        where s.minutes not between m.minutes and 1.8 * m.minutes))::int as far
      from scheduled s
      join (select f.id, n.times * d.minutes / e.every_weeks::numeric * weeks as minutes
        from caseload_frequencies f join service_frequencies n on n.id = f.service_frequency_id
        join durations d on d.id = f.duration_id join event_frequencies e on e.id = f.event_frequency_id
        cross join span) m on m.id = s.id`)
    expect(Number(found?.students)).toBeGreaterThan(500)
    expect(Number(found?.far)).toBeLessThan(Number(found?.students) / 12)
  })

  it('has an approved past, with some open days, and an untouched future', async () => {
    const states = await rowsOf(`select date >= '2026-03-01' as recent, state, count(*)::int as n
      from provider_days group by 1, 2 order by 1, 2`)
    expect(states.map(({ recent, state }) => `${recent ? 'recent' : 'past'} ${state}`)).toEqual([
      'past approved',
      'past locked',
      'recent approved',
      'recent confirmed',
      'recent open',
      'recent rejected',
    ])
    expect(await rowsOf(`select max(date)::text as last from timesheets`)).toEqual([{ last: '2026-03-10' }])
    const [forgotten] = await rowsOf(`select count(distinct (o.provider_id, o.date))::int as n from occurrences o
      left join provider_days d using (provider_id, date)
      where o.date < '2026-03-01' and o.is_timesheet_required and d.state is null`)
    expect(forgotten?.n).toBeGreaterThan(5)
    expect(forgotten?.n).toBeLessThan(100)
    // Sessions moved with their days, and were planned before they were held.
    expect(
      await rowsOf(`select count(*)::int as wrong from occurrences o
        left join provider_days d using (provider_id, date)
        where o.created_at >= o.starts_at or coalesce((select l.to_state from transition_log l
          where l.machine = 'occurrence' and l.entity = o.id::text order by l.id desc limit 1), 'scheduled')
          <> case when d.state in ('approved', 'confirmed') then d.state
            when d.state = 'locked' and exists (select from invoice_sessions s join invoices i on i.id = s.invoice_id
              where s.occurrence_id = o.id and i.superseded_by_id is null) then 'invoiced'
            when d.state = 'locked' then 'locked' else 'scheduled' end`),
    ).toEqual([{ wrong: 0 }])
    // Two half-months are closed: each school has an invoice, one of them issued again.
    expect(
      await rowsOf(`select l.start_date::text as period, count(*)::int as issued,
          count(*) filter (where i.paid_on is not null)::int as paid,
          count(*) filter (where i.superseded_by_id is not null)::int as replaced
        from lock_outs l join invoices i on i.start_date = l.start_date group by 1 order by 1`),
    ).toEqual([
      { period: '2026-01-16', issued: 12, paid: 8, replaced: 0 },
      { period: '2026-02-01', issued: 13, paid: 4, replaced: 1 },
    ])
    // Each invoice's history says when and how it was paid.
    expect(
      await rowsOf(`select count(*)::int as wrong from invoices i where paid_on is not null and not exists (
        select from transition_log l where l.machine = 'invoice' and l.entity = i.id::text and l.event = 'invoice.markPaid'
          and l.detail = jsonb_build_object('paidOn', i.paid_on, 'reference', i.paid_reference))`),
    ).toEqual([{ wrong: 0 }])
    // Approved days with rows were confirmed, and the moves are in the log, none in the future.
    expect(await rowsOf(`select max(at) < '2026-03-11' as past from transition_log`)).toEqual([{ past: true }])
    expect(
      await rowsOf(`select count(*)::int as wrong from provider_days d where state = 'approved' and (
        exists (select from timesheets t where t.provider_id = d.provider_id and t.date = d.date and confirmed_at is null)
        or (select array_agg(event order by id) from transition_log l
            where l.machine = 'provider-day' and l.entity = d.provider_id || '/' || d.date)
          <> case when exists (select from timesheets t where t.provider_id = d.provider_id and t.date = d.date)
            then array['hours.confirm', 'day.approve'] else array['day.approve'] end)`),
    ).toEqual([{ wrong: 0 }])
  })

  it('has time off, past and future, accepted and pending, on school days, and a last day of school', async () => {
    expect(
      await rowsOf(`select case when requested_date < '2026-03-11' then 'taken' else 'to come' end as time, state,
        count(*) > 5 as several, count(*) filter (where provider_id <= 3) > 1 as of_accounts
        from pto_requests group by 1, 2 order by 1, 2`),
    ).toEqual([
      { time: 'taken', state: 'accepted', several: true, of_accounts: true },
      { time: 'taken', state: 'rejected', several: true, of_accounts: true },
      { time: 'taken', state: 'withdrawn', several: false, of_accounts: true },
      { time: 'to come', state: 'accepted', several: true, of_accounts: true },
      { time: 'to come', state: 'givingBack', several: false, of_accounts: false },
      { time: 'to come', state: 'pending', several: true, of_accounts: true },
    ])
    expect(
      await rowsOf(`select count(*)::int as wrong from pto_requests p
        where extract(dow from requested_date) in (0, 6) or requested_on > '2026-03-11' or decided_at > '2026-03-12'
          or (state <> 'pending') <> (decided_at is not null)
          or (state = 'pending') <> not exists (select from transition_log l where l.machine = 'pto-request'
            and l.entity = p.id::text and l.from_state = case p.state when 'givingBack' then 'accepted' else 'pending' end
            and l.to_state = p.state and l.at = p.decided_at)`),
    ).toEqual([{ wrong: 0 }])
    // The log has the reasons of rejections, which the Workflows page shows.
    expect(
      await rowsOf(`select machine, count(*) filter (where coalesce(detail->>'note', detail->>'reason') is null)::int as without
        from transition_log where to_state = 'rejected' group by 1 order by 1`),
    ).toEqual([
      { machine: 'provider-day', without: 0 },
      { machine: 'pto-request', without: 0 },
    ])
    // Everyone got hours; each accepted request deducted its own, once, and no balance is negative.
    expect(
      await rowsOf(`select count(*)::int as n, min(b.available_hours) >= 0 as covered,
        bool_and(b.available_hours = (select sum(change) from pto_balance_entries e where e.provider_id = b.provider_id)
          and b.available_hours = (select balance_after from pto_balance_entries e where e.provider_id = b.provider_id
            order by id desc limit 1)) as adds_up
        from pto_balances b`),
    ).toEqual([{ n: 40, covered: true, adds_up: true }])
    expect(
      await rowsOf(`select count(*)::int as wrong from pto_requests p full join pto_balance_entries e
          on e.pto_request_id = p.id
        where e.kind is distinct from 'upload' and e.change is distinct from -p.total_hours and p.state = 'accepted'
          or e.pto_request_id is not null and p.state not in ('accepted', 'givingBack')`),
    ).toEqual([{ wrong: 0 }])
    // The second therapist's account has more hours pending than left.
    expect(
      await rowsOf(`select total_hours > (select available_hours from pto_balances where provider_id = 2) as over
        from pto_requests where provider_id = 2 and state = 'pending'`),
    ).toEqual([{ over: true }])
    // Some of it overlaps sessions, so that there are conflicts to show.
    const [booked] = await rowsOf(`select count(distinct p.id)::int as n from pto_requests p join occurrences o
      on o.provider_id = p.provider_id and o.date = p.requested_date and o.start_time < p.end_time
        and o.end_time > p.start_time where p.state = 'accepted' and p.requested_date > '2026-03-11'`)
    expect(booked?.n).toBeGreaterThan(5)
    expect(await rowsOf('select school_year_ends_on::text as last from organisation')).toEqual([{ last: '2026-07-10' }])
  })

  it('has a rate for every service at every school today, and some that change in the future', async () => {
    expect(
      await rowsOf(`select count(distinct (school_id, service_id))::int as priced,
        bool_or(effective_date > '2026-03-11') as changes
        from school_service_rates`),
    ).toEqual([{ priced: 84, changes: true }])
    expect(
      await rowsOf(`select count(distinct (school_id, service_id))::int as priced
        from school_service_rates where effective_date <= (select min(date) from occurrences)`),
    ).toEqual([{ priced: 84 }])
  })

  it('has names in many scripts, a very long one, and two students with the same name at one school', async () => {
    const names = (await rowsOf('select name, school_id from students')).map(({ name }) => String(name))
    const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Hangul', 'Devanagari']
    for (const script of scripts) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u')
      expect(names.filter((name) => pattern.test(name)).length, script).toBeGreaterThan(3)
    }
    expect(names).toContain(LONGEST_NAME)
    expect(
      await rowsOf(`select count(*)::int as n, count(distinct school_id)::int as schools from students
        where name = '${SHARED_NAME}'`),
    ).toEqual([{ n: 2, schools: 1 }])
    expect(new Set(names).size).toBe(599)
  })

  it('lets ids continue after it', async () => {
    const [row] = await rowsOf(`insert into schools (name) values ('A new school') returning id`)
    expect(row).toEqual({ id: 13 })
  })
})

describe('the rows of the demo district', () => {
  it('are the same for the same day', async () => {
    const textOf = async () => JSON.stringify((await createDemoRows(options)).map(([, rows]) => rows))
    expect(await textOf()).toBe(await textOf())
  })

  it.each(['2026-01-01', '2026-07-04', '2026-11-26', '2027-12-25', '2028-02-29', '2026-08-16'])(
    'include a working week around %s',
    (today) => {
      const { occurrences } = createDemoTimetable({ ...options, today }, 'not used').timetable
      expect(occurrences.length).toBeGreaterThan(23_000)
      expect(occurrences.length).toBeLessThan(28_500)
      const dates = new Set(occurrences.map(({ date }) => date))
      expect(weekOf(today).filter((date) => dates.has(date))).toEqual(weekOf(today).slice(1, 6))
    },
  )
})
