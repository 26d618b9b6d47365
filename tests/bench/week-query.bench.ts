import { fileURLToPath } from 'node:url'
import { getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { addDays } from '#domain/time.ts'
import { postgresMissing } from '#server/db/testing-postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { PROVIDERS, sundayOf, WEEKS } from './week-query/data.ts'
import { load } from './week-query/load.ts'

const CONNECTIONS = 16
const TURNS = 7
const SECONDS = 3
const AT_LEAST = 0.85

const RATE = 'requests/s'
const BYTES = 'bytes each'

interface Ports {
  portal: number
  raw: number
  token: string
}

/** The same weeks in the same order for both servers. */
const requestsFor = (token: string): Buffer[] =>
  Array.from({ length: 400 }, (_, index) => {
    const fromDateTime = sundayOf((index * 37) % WEEKS)
    const providerId = 1 + ((index * 17) % PROVIDERS)
    const body = JSON.stringify({ languageId: 1, fromDateTime, toDateTime: addDays(fromDateTime, 6), providerId })
    const head = [
      `POST ${getWeeklyScheduleEvents.path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `token: ${token}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  })

const script = fileURLToPath(new URL('week-query/servers.ts', import.meta.url))

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async (ports: Ports) => {
    const requests = requestsFor(ports.token)
    const rates = { portal: [] as number[], raw: [] as number[] }
    const bytes = { portal: 0, raw: 0 }
    // Turn and turn about, so that whatever else the machine does falls on both; the first turn warms up.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const server of ['raw', 'portal'] as const) {
        const result = await load(ports[server], requests, { connections: CONNECTIONS, seconds: SECONDS })
        bytes[server] = result.bytes
        if (turn > 0) rates[server].push(result.requestsPerSecond)
      }
    }
    const [portal, raw] = [median(rates.portal), median(rates.raw)]
    return {
      rows: [
        { name: `Homeroom, ${engine}`, values: { [RATE]: portal, [BYTES]: bytes.portal } },
        { name: `raw SQL behind node:http, ${engine}`, values: { [RATE]: raw, [BYTES]: bytes.raw } },
      ],
      target: {
        name: `a provider's week beside raw SQL, ${engine}`,
        value: portal / raw,
        unit: '×',
        atLeast: AT_LEAST,
      },
    }
  })

export const bench: Bench = {
  name: "A provider's week from 100,000 occurrences",
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      // The distance on the embedded engine is shown; what is asked is PostgreSQL's.
      targets: postgres ? [postgres.target] : [],
      notes: [
        `Medians of ${TURNS} turns of ${SECONDS} s each, turn and turn about; ${CONNECTIONS} kept connections; 25 sessions a week; client, server and database share this machine.`,
        `Embedded: ${embedded.target.value.toFixed(2)} × of raw SQL.`,
        ...(postgres ? [] : [`PostgreSQL was left out: ${postgresMissing}.`]),
      ],
    }
  },
}
