/**
 * A process with two servers over one database of a quarter's 104,000 sessions: the portal as in production, and bare
 * node:http over hand-written SQL that answers the dry run's totals and open days. The argument is a PostgreSQL
 * address; the default is the embedded database, in memory. Sends its parent the ports and a token.
 */
import { openDatabase } from '#server/db/database.ts'
import { startPortal } from '../portal.ts'
import { serveByHand } from '../raw-server.ts'
import { addQuarter, EARLIER, NOW, PERIOD } from './data.ts'

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await addQuarter(database)
const { port: portal, token } = await startPortal(database, { clock: () => NOW })

/** The lines of a period, with the rate and fee in force on each day, each rounded. */
const LINES = `with work as (
    select o.provider_id, o.school_id, o.date, t.service_id, min(o.rate_type_id) as rate_type_id,
      count(*) as sessions, round(extract(epoch from coalesce(t.end_time, max(o.end_time))
        - coalesce(t.start_time, min(o.start_time))) / 36) / 100 as hours, coalesce(d.approval_status = 1, false) as approved,
      (array_agg(o.service_id order by o.start_time))[1] as first_service
    from occurrences o
    left join timesheets t on t.provider_id = o.provider_id and t.school_id = o.school_id and t.date = o.date
    left join provider_days d on d.provider_id = o.provider_id and d.date = o.date
    where o.date between $1 and $2 and o.deleted_at is null and o.is_timesheet_required
    group by o.provider_id, o.school_id, o.date, t.id, d.provider_id, d.date
  ), rates as (
    select *, lead(effective_date) over (partition by school_id, service_id, rate_type_id order by effective_date) as until
    from school_service_rates where deleted_at is null
  ), fees as (
    select *, lead(effective_date) over (partition by school_id order by effective_date) as until
    from school_admin_fees where deleted_at is null
  )
  select w.provider_id, w.school_id, w.service_id, w.rate_type_id, r.rate, f.admin_fee, w.approved,
    sum(w.hours) as hours, round(sum(case w.rate_type_id when 1 then w.hours when 2 then w.sessions else 1 end) * r.rate, 2)
  from work w
  left join rates r on r.school_id = w.school_id and r.service_id = coalesce(w.service_id, w.first_service)
    and r.rate_type_id = w.rate_type_id
    and w.date >= r.effective_date and (r.until is null or w.date < r.until)
  left join fees f on f.school_id = w.school_id and w.date >= f.effective_date and (f.until is null or w.date < f.until)
  group by 1, 2, 3, 4, 5, 6, 7`

const OPEN = `select o.provider_id, o.date, array_agg(distinct o.school_id) as schools,
    bool_or(t.confirmed_at is null) as unconfirmed
  from occurrences o
  left join timesheets t on t.provider_id = o.provider_id and t.school_id = o.school_id and t.date = o.date
  left join provider_days d on d.provider_id = o.provider_id and d.date = o.date
  where o.date between $1 and $2 and o.deleted_at is null and coalesce(d.approval_status, 0) <> 1 and o.ends_at <= now()
  group by 1, 2`

const OLDEST = { startDate: '2026-10-16', endDate: '2026-10-31' }

const linesOf = ({ startDate, endDate }: typeof PERIOD) =>
  database.pool.query({ name: 'raw lines', text: LINES, values: [startDate, endDate] })

const raw = await serveByHand(async () => {
  const [open, schools, providers, ...periods] = await Promise.all([
    database.pool.query({ name: 'raw open', text: OPEN, values: [PERIOD.startDate, PERIOD.endDate] }),
    database.pool.query('select id, name from schools order by name'),
    database.pool.query('select id, first_name, last_name from providers order by last_name'),
    ...[PERIOD, EARLIER, OLDEST].map(linesOf),
  ])
  return { open: open.rows, schools: schools.rows, providers: providers.rows, periods: periods.map(({ rows }) => rows) }
})

process.send?.({ portal, raw, token })
process.on('disconnect', () => process.exit())
