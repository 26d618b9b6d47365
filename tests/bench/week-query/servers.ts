/**
 * A process with two servers over one database of 100,000 occurrences: the portal as it runs in production, and bare
 * node:http over a named statement of hand-written SQL. Its argument is a PostgreSQL address; without one the database is
 * the embedded one, in memory. The log goes to standard output, as in production. Tells its parent the ports and a token, and ends with it.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '#server/db/database.ts'
import { startPortal } from '../portal.ts'
import { addOccurrences } from './data.ts'

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await addOccurrences(database.db)

const { port: portal, token } = await startPortal(database)

/** What the calendar asks for, written by hand. */
const WEEK = `select o.id, o.schedule_event_id, o.title, o.date, o.start_time, o.end_time,
    o.starts_at::text as starts_at, o.ends_at::text as ends_at, o.provider_id,
    concat_ws(' ', p.first_name, nullif(p.middle_name, ''), p.last_name) as provider_name,
    o.school_id, s.name as school_name, o.colour_code, s.colour_code as school_colour, o.schedule_event_mode,
    o.students_count, o.is_recurring, d.state,
    exists (select from occurrence_edits e where e.occurrence_id = o.id) as is_edited, o.version
  from occurrences o
  join providers p on p.id = o.provider_id
  join schools s on s.id = o.school_id
  left join provider_days d on d.provider_id = o.provider_id and d.date = o.date
  where o.date between $1 and $2 and o.deleted_at is null and o.provider_id = $3
  order by o.date, o.start_time, o.id`

const raw = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const { fromDateTime, toDateTime, providerId } = JSON.parse(Buffer.concat(chunks).toString())
    const values = [fromDateTime, toDateTime, providerId]
    const { rows } = await database.pool.query({ name: 'raw week', text: WEEK, values })
    const body = JSON.stringify({ statusCode: 200, message: '', data: { events: rows } })
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.end(body)
  })
})
await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))

process.send?.({ portal, raw: (raw.address() as AddressInfo).port, token })
process.on('disconnect', () => process.exit())
