import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { calendarFeedSchema, createCalendarFeed } from '#contract/calendar-feed.ts'
import { addScheduleEvent, savedScheduleEventSchema } from '#contract/session-form.ts'
import { median, type Row, type Target } from './bench.ts'
import { withServers } from './server-process.ts'
import { comparison, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 20
const OCCURRENCES = 260
const AT_MOST = 1.5
const TIME = 'ms each'

interface Ports {
  portal: number
  raw: number
  token: string
  payloads: readonly unknown[]
  providerId: number
}

const script = fileURLToPath(new URL('year-series/servers.ts', import.meta.url))

const send = (url: string, token: string, body: unknown) =>
  timedCall(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(body),
  })

const requireAll = (data: unknown) => {
  const { occurrences } = savedScheduleEventSchema.pick({ occurrences: true }).parse(data)
  if (occurrences !== OCCURRENCES) throw new Error(`${occurrences} occurrences were added`)
}

/** The feed of a provider with four such series and nothing else that year: complete, and unchanged. */
const measureFeed = async (engine: string, portal: string, { token, providerId }: Ports): Promise<Row[]> => {
  const { data } = await send(`${portal}${createCalendarFeed.path}`, token, { languageId: 1, providerId })
  const { address } = calendarFeedSchema.parse(data)
  const read = async (tag: string | null) => {
    const start = performance.now()
    const response = await fetch(address, tag === null ? {} : { headers: { 'if-none-match': tag } })
    await response.text()
    return { ms: performance.now() - start, tag: z.string().parse(response.headers.get('etag')) }
  }
  const { tag } = await read(null)
  const whole: number[] = []
  const unchanged: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    whole.push((await read(null)).ms)
    unchanged.push((await read(tag)).ms)
  }
  return [
    { name: `calendar feed of 1,040 occurrences and the demo's, ${engine}`, values: { [TIME]: median(whole) } },
    { name: `the same, unchanged (304), ${engine}`, values: { [TIME]: median(unchanged) } },
  ]
}

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async (ports: Ports) => {
    const { portal, raw, token, payloads } = ports
    const [...left] = payloads
    const portalUrl = `http://127.0.0.1:${portal}`
    const addresses = { portal: `${portalUrl}${addScheduleEvent.path}`, raw: `http://127.0.0.1:${raw}/` }
    const add = async (server: 'portal' | 'raw') => {
      const { ms, data } = await send(addresses[server], token, server === 'portal' ? left.shift() : {})
      requireAll({ ...z.object({ occurrences: z.int() }).parse(data) })
      return ms
    }
    // Two rounds with both servers make the four series that the feed is measured with.
    await warmUp(add)
    const feedRows = await measureFeed(engine, portalUrl, ports)
    const { portal: ours, raw: theirs } = await takeTurns(TURNS, add)
    return {
      rows: [
        { name: `Homeroom, ${engine}`, values: { [TIME]: ours } },
        { name: `raw multi-row inserts behind node:http, ${engine}`, values: { [TIME]: theirs } },
        ...feedRows,
      ],
      target: {
        name: `a year of a daily session vs. raw inserts, ${engine}`,
        value: ours / theirs,
        unit: '×',
        atMost: AT_MOST,
      },
    }
  })

export const bench = comparison({
  name: 'A year of a daily session with four students, added in one request',
  measure,
  notes: [
    `Medians of ${TURNS} requests each, alternating, one at a time; ${OCCURRENCES} occurrences with ${OCCURRENCES * 4} students per request; client, server and database share this machine.`,
    'The raw server knows its rows in advance and checks nothing.',
  ],
})
