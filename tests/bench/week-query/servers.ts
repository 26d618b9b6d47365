/**
 * A process with two servers over one database of 100,000 occurrences: the portal as it runs in production, and bare
 * node:http over a named statement of hand-written SQL. Its argument is a PostgreSQL address; without one the database is
 * the embedded one, in memory. The log goes to standard output, as in production. Tells its parent the ports and a token, and ends with it.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AccessTokens } from '#server/areas/login/access-tokens.ts'
import { DEFAULT_SESSION_SETTINGS, Sessions } from '#server/areas/login/sessions.ts'
import { DEFAULT_SIGN_IN_LIMITS } from '#server/areas/login/sign-in-limits.ts'
import { composeApp } from '#server/compose.ts'
import { openDatabase } from '#server/db/database.ts'
import { listen } from '#server/http/listen.ts'
import { createLog } from '#server/log.ts'
import { addOccurrences, TIME_ZONE } from './data.ts'

/** The first administrator of the demo district. */
const ADMINISTRATOR = 1
const SECRET = 'a secret for benchmarks, long enough to be one'
const HOUR = 3600

const [url] = process.argv.slice(2)
const database = await openDatabase(url ? { url } : { memory: true })
await addOccurrences(database.db)

const portal = await listen(0, '127.0.0.1')
portal.open(
  composeApp({
    database,
    timeZone: TIME_ZONE,
    tokenSecret: SECRET,
    tokenSeconds: HOUR,
    sessionSettings: DEFAULT_SESSION_SETTINGS,
    signInLimits: DEFAULT_SIGN_IN_LIMITS,
    clientFolder: undefined,
    apiBase: undefined,
    allowedOrigins: [],
    bodyLimit: 1024 * 1024,
    proxies: 0,
    checkReplies: false,
    version: 'bench',
    log: createLog('info'),
    clock: () => new Date(),
  }),
)

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

const now = new Date()
const sessionId = await new Sessions(database.db).start(ADMINISTRATOR, false, now)
const token = await new AccessTokens(SECRET, HOUR).issue(ADMINISTRATOR, sessionId, now)
process.send?.({ portal: Number(new URL(portal.url).port), raw: (raw.address() as AddressInfo).port, token })
process.on('disconnect', () => process.exit())
