/**
 * A process with two servers over one database of 100,000 occurrences: the portal as in production, and bare node:http
 * over a named statement of hand-written SQL. The argument is a PostgreSQL address; the default is the embedded
 * database, in memory. The log goes to standard output, as in production. Sends its parent the ports and a token, and
 * ends with it.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attendanceReport } from '#contract/reports/attendance.ts'
import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { openDatabase } from '#server/db/database.ts'
import { startPortal } from '../portal.ts'
import { addOccurrences } from './data.ts'

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await addOccurrences(database.db)

const { port: portal, token } = await startPortal(database)

/** The calendar's query, written by hand. */
const weekOf = (provider: string) => `select o.id, o.schedule_event_id, o.title, o.date, o.start_time, o.end_time,
    o.starts_at::text as starts_at, o.ends_at::text as ends_at, o.provider_id,
    concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name) as provider_name,
    o.school_id, s.name as school_name, o.colour_code, s.colour_code as school_colour, o.schedule_event_mode,
    o.students_count, o.is_recurring, d.state,
    exists (select from occurrence_edits e where e.occurrence_id = o.id) as is_edited, o.version
  from occurrences o
  join providers p on p.id = o.provider_id
  join schools s on s.id = o.school_id
  left join provider_days d on d.provider_id = o.provider_id and d.date = o.date
  where o.date between $1 and $2 and o.deleted_at is null ${provider}
  order by o.date, o.start_time, o.id`

const STATUS = `case when not o.is_timesheet_required then 'Present' when t.is_zero_hours then 'Absent'
  when t.confirmed_at is not null then 'Present' else 'Not Confirmed' end`

const DUE = `select o.provider_id, o.date, ${STATUS} as status
  from occurrences o
  left join timesheets t on t.provider_id = o.provider_id and t.school_id = o.school_id and t.date = o.date
  where o.deleted_at is null and o.date <= current_date and o.ends_at <= now()
    and o.date between coalesce($1, '-infinity'::date) and coalesce($2, 'infinity'::date)`

/** The newest days with their due sessions and those not held. */
const ATTENDANCE = `with days as (
    select provider_id, date, count(*)::int as total,
      (count(*) filter (where status = 'Absent' or status = 'Not Confirmed' and date < current_date))::int as absent
    from (${DUE}) due group by provider_id, date)
  select (select count(*)::int from days) as total, page.* from (
    select days.*, concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name) as provider_name
    from days join providers p on p.id = days.provider_id
    order by days.date desc, p.last_name, p.first_name, p.id limit $3 offset $4) page`

/** Due and delivered sessions by day. */
const CHART = `select date, count(*)::int as due, (count(*) filter (where status = 'Present'))::int as delivered
  from (${DUE}) due group by date order by date`

interface Asked {
  fromDateTime?: string
  toDateTime?: string
  providerId?: number
  fromDate?: string
  toDate?: string
  pageIndex?: number
  pageSize?: number
}

const STATEMENTS: Record<string, (asked: Asked) => { name: string; text: string; values: unknown[] }> = {
  [getWeeklyScheduleEvents.path]: ({ fromDateTime, toDateTime, providerId }) =>
    providerId === undefined
      ? { name: 'raw week of all', text: weekOf(''), values: [fromDateTime, toDateTime] }
      : { name: 'raw week', text: weekOf('and o.provider_id = $3'), values: [fromDateTime, toDateTime, providerId] },
  [attendanceReport.endpoints.getAttendanceRecords.path]: ({
    fromDate = null,
    toDate = null,
    pageIndex = 1,
    pageSize = 10,
  }) => ({
    name: 'raw attendance',
    text: ATTENDANCE,
    values: [fromDate, toDate, pageSize, (pageIndex - 1) * pageSize],
  }),
  [attendanceReport.endpoints.getAttendanceChart.path]: ({ fromDate = null, toDate = null }) => ({
    name: 'raw chart',
    text: CHART,
    values: [fromDate, toDate],
  }),
}

const raw = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const statement = STATEMENTS[request.url ?? '']?.(JSON.parse(Buffer.concat(chunks).toString()))
    if (!statement) throw new Error(`${request.url} has no statement`)
    const { rows } = await database.pool.query(statement)
    const body = JSON.stringify({ statusCode: 200, message: '', data: rows })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))

process.send?.({ portal, raw: (raw.address() as AddressInfo).port, token })
process.on('disconnect', () => process.exit())
