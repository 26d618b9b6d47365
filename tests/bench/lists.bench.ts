import { fileURLToPath } from 'node:url'
import { downloadCaseloads, getCaseloads } from '#contract/caseloads.ts'
import { postgresMissing } from '#server/db/testing-postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { STUDENTS } from './lists/data.ts'
import { onEachEngine, withServers } from './server-process.ts'

interface Case {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly method?: 'POST'
  /** In ms, on PostgreSQL: what a person does not wait for. */
  readonly atMost: number
}

const students = { path: getCaseloads.path, atMost: 100 }

const CASES: readonly Case[] = [
  { ...students, name: 'students, first page', query: {} },
  { ...students, name: 'students, last page', query: { pageSize: '100', pageIndex: String(STUDENTS / 100) } },
  { ...students, name: 'students, part of a name', query: { studentName: 'ñez-19' } },
  { ...students, name: 'students, one school', query: { schoolIds: '3' } },
  { ...students, name: 'students, one therapist', query: { therapistIds: '5' } },
  { name: 'students, spreadsheet of all', path: downloadCaseloads.path, method: 'POST', query: {}, atMost: 5000 },
]

const TIMES = 15
const COLUMN = 'answered, ms'

const script = fileURLToPath(new URL('lists/server.ts', import.meta.url))

const timeOf = async (url: string, init: RequestInit): Promise<number> => {
  const before = performance.now()
  const response = await fetch(url, init)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.status} from ${url}`)
  return performance.now() - before
}

const measure = (engine: string, address: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(script, address, async ({ port, token }: { port: number; token: string }) => {
    const rows: Row[] = []
    const targets: Target[] = []
    for (const { name, path, query, method = 'GET', atMost } of CASES) {
      const url = `http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`
      const isGet = method === 'GET'
      const headers = { token, 'content-type': 'application/json' }
      const init = { method, headers, ...(!isGet && { body: '{}' }) }
      const times: number[] = []
      // The first warms up.
      for (let turn = 0; turn <= (isGet ? TIMES : 2); turn += 1) {
        const time = await timeOf(url, init)
        if (turn > 0) times.push(time)
      }
      const value = median(times)
      rows.push({ name: `${name}, ${engine}`, values: { [COLUMN]: value } })
      targets.push({ name: `${name}, ${engine}`, value, unit: 'ms', atMost })
    }
    return { rows, targets }
  })

export const bench: Bench = {
  name: `Lists of ${STUDENTS.toLocaleString('en')} students`,
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? [])],
      targets: postgres?.targets ?? [],
      notes: [
        `Medians of ${TIMES} requests, one after another; client, server and database share this machine.`,
        ...(postgres ? [] : [`PostgreSQL was left out: ${postgresMissing}.`]),
      ],
    }
  },
}
