/** Compares requests to the portal with the same requests to hand-written SQL behind node:http, over one database. */
import { fileURLToPath } from 'node:url'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type BenchResult, median, type Row, type Target } from '../bench.ts'
import { onEachEngine, withServers } from '../server-process.ts'
import { load } from './load.ts'

const CONNECTIONS = 16
const TURNS = 7
const SECONDS = 3

const RATE = 'requests/s'
const BYTES = 'bytes each'

export interface Question {
  /** What is requested, such as "a provider's week". */
  readonly name: string
  readonly path: string
  /** The body of one of many requests; both servers get the same ones in the same order. */
  readonly bodyOf: (index: number) => object
  /** The lowest acceptable fraction of the raw server's requests per second. */
  readonly atLeast: number
}

interface Ports {
  portal: number
  raw: number
  token: string
}

const requestsFor = ({ path, bodyOf }: Question, token: string): Buffer[] =>
  Array.from({ length: 400 }, (_, index) => {
    const body = JSON.stringify({ languageId: 1, ...bodyOf(index) })
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `token: ${token}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  })

const script = fileURLToPath(new URL('servers.ts', import.meta.url))

const measureOne = async (
  question: Question,
  engine: string,
  ports: Ports,
): Promise<{ rows: Row[]; target: Target }> => {
  const requests = requestsFor(question, ports.token)
  const rates = { portal: [] as number[], raw: [] as number[] }
  const bytes = { portal: 0, raw: 0 }
  // The servers take turns, so that other load on the machine affects both; the first turn is a warm-up.
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const server of ['raw', 'portal'] as const) {
      const result = await load(ports[server], requests, { connections: CONNECTIONS, seconds: SECONDS })
      bytes[server] = result.bytes
      if (turn > 0) rates[server].push(result.requestsPerSecond)
    }
  }
  const [portal, raw] = [median(rates.portal), median(rates.raw)]
  const { name, atLeast } = question
  return {
    rows: [
      { name: `Homeroom, ${name}, ${engine}`, values: { [RATE]: portal, [BYTES]: bytes.portal } },
      { name: `raw SQL behind node:http, ${name}, ${engine}`, values: { [RATE]: raw, [BYTES]: bytes.raw } },
    ],
    target: { name: `${name} vs. raw SQL, ${engine}`, value: portal / raw, unit: '×', atLeast },
  }
}

/** Measures each request on the embedded engine and, if installed, on PostgreSQL, which the targets are for. */
export const compareWithRawSql = async (questions: readonly Question[]): Promise<BenchResult> => {
  const { embedded, postgres } = await onEachEngine((engine, url) =>
    withServers(script, url, async (ports: Ports) => {
      const results = []
      for (const question of questions) results.push(await measureOne(question, engine, ports))
      return results
    }),
  )
  return {
    rows: [...embedded, ...(postgres ?? [])].flatMap(({ rows }) => rows),
    // The embedded engine's ratios are only shown; the targets are for PostgreSQL.
    targets: (postgres ?? []).map(({ target }) => target),
    notes: [
      `Medians of ${TURNS} turns of ${SECONDS} s each, alternating; ${CONNECTIONS} keep-alive connections; 100,000 occurrences of 40 providers; client, server and database share this machine.`,
      `Embedded: ${embedded.map(({ target }) => `${target.value.toFixed(2)} × of raw SQL`).join(', ')}.`,
      ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
    ],
  }
}
