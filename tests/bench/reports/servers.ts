/**
 * A process with two servers over one database of a quarter's 104,000 sessions: the portal as in production, and bare
 * node:http over hand-written SQL that lists the approved hours of each provider. The arguments are a PostgreSQL address
 * and how many earlier quarters to add; the default is the embedded database, in memory, with none. Sends its parent the
 * ports, a token, and the process id.
 */
import { openDatabase } from '#server/db/database.ts'
import { addEarlierQuarters, addQuarter, NOW } from '../billing/data.ts'
import { startPortal } from '../portal.ts'
import { serveByHand } from '../raw-server.ts'
import { RANGE } from './range.ts'

const [url, earlier = '0'] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await addQuarter(database)
if (earlier !== '0') await addEarlierQuarters(database, Number(earlier))
const { port: portal, token } = await startPortal(database, { clock: () => NOW })

/** Providers with their approved hours, the first page by name. */
const HOURS = `with hours as (
    select o.provider_id, o.school_id, o.date, round(extract(epoch from coalesce(t.end_time, max(o.end_time))
      - coalesce(t.start_time, min(o.start_time))) / 36) / 100 as hours
    from occurrences o
    left join timesheets t on t.provider_id = o.provider_id and t.school_id = o.school_id and t.date = o.date
    join provider_days d on d.provider_id = o.provider_id and d.date = o.date and d.approval_status = 1
    where o.date between $1 and $2 and o.deleted_at is null and o.is_timesheet_required
      and not coalesce(t.is_zero_hours, false)
    group by o.provider_id, o.school_id, o.date, t.id
  ), worked as (
    select provider_id, sum(hours) as hours, min(date) as first, max(date) as last from hours group by 1
  )
  select p.id, p.first_name, p.last_name, s.title, worked.*, count(*) over () as total
  from providers p join provider_statuses s on s.id = p.status_id
  left join worked on worked.provider_id = p.id order by p.last_name, p.first_name, p.id limit 10`

const raw = await serveByHand(async () => {
  const { rows } = await database.pool.query({ name: 'raw hours', text: HOURS, values: [RANGE.from, RANGE.to] })
  return rows
})

process.send?.({ portal, raw, token, pid: process.pid })
process.on('disconnect', () => process.exit())
