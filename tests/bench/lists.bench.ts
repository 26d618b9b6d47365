import { fileURLToPath } from 'node:url'
import { downloadCaseloads, getCaseloads } from '#contract/caseloads.ts'
import { getProviders } from '#contract/providers.ts'
import { getSchools } from '#contract/schools.ts'
import { postgresMissing } from '#tests/support/server/postgres.ts'
import { type Bench, type BenchResult, median, type Row, type Target } from './bench.ts'
import { PROVIDERS, SCHOOLS, STUDENTS } from './lists/data.ts'
import { onEachEngine, withServers } from './server-process.ts'
import { type Server, takeTurns, timedCall, warmUp } from './turns.ts'
import { FIRST, measurePages, NEXT, RUNS } from './week-grid/measure.ts'

/** A page of a list, requested from both servers. */
interface Case {
  readonly name: string
  readonly list: 'students' | 'schools' | 'providers'
  readonly words?: string
  readonly stateId?: number
  readonly pageIndex?: number
}

const ROWS = 100

const CASES: readonly Case[] = [
  { name: 'students, first page', list: 'students' },
  { name: 'students, last page', list: 'students', pageIndex: STUDENTS / ROWS },
  { name: 'students, part of a name', list: 'students', words: 'ñez-19' },
  { name: 'schools, first page', list: 'schools' },
  { name: 'schools, last page', list: 'schools', pageIndex: SCHOOLS / ROWS },
  { name: 'schools, part of a name', list: 'schools', words: 'ñez school 1' },
  { name: 'providers, first page', list: 'providers' },
  { name: 'providers, last page', list: 'providers', pageIndex: PROVIDERS / ROWS },
  { name: 'providers, part of a name', list: 'providers', words: 'ñez-19' },
  { name: 'providers, of a state', list: 'providers', stateId: 1 },
]

const PORTAL = {
  students: { path: getCaseloads.path, filter: 'studentName' },
  schools: { path: getSchools.path, filter: 'propertyName' },
  providers: { path: getProviders.path, filter: 'providerName' },
} as const

const TURNS = 21
const SHEETS = 3
const AT_MOST = 1.3
/** The longest acceptable wait for a page, regardless of the comparison. */
const PATIENCE = 100
const ANSWERED = 'answered, ms'
const PAINT_AT_MOST = 1.5

interface Ports extends Record<Server, number> {
  token: string
}

const script = fileURLToPath(new URL('lists/server.ts', import.meta.url))
const pages = fileURLToPath(new URL('lists/', import.meta.url))

const urlOf = (port: number, path: string, query: Record<string, string> = {}) =>
  `http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`

const ask = (server: Server, { list, words = '', stateId = 0, pageIndex = 1 }: Case, { token, ...ports }: Ports) => {
  if (server === 'raw') {
    const body = JSON.stringify({ list, words, stateId, pageIndex, pageSize: ROWS })
    return timedCall(urlOf(ports.raw, '/'), { method: 'POST', body })
  }
  const { path, filter } = PORTAL[list]
  const query = {
    pageIndex: String(pageIndex),
    pageSize: String(ROWS),
    ...(words && { [filter]: words }),
    ...(stateId && { stateProvinceId: String(stateId) }),
  }
  return timedCall(urlOf(ports.portal, path, query), { headers: { token } })
}

/** The spreadsheet of all students, which has no comparison. */
const sheetTime = async ({ portal, token }: Ports): Promise<number> => {
  const times: number[] = []
  for (let turn = 0; turn < SHEETS; turn += 1) {
    const start = performance.now()
    const response = await fetch(urlOf(portal, downloadCaseloads.path), {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{}',
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The spreadsheet request failed with ${response.status}`)
    times.push(performance.now() - start)
  }
  return median(times)
}

const measure = (engine: string, address: string | undefined): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(script, address, async (ports: Ports) => {
    const rows: Row[] = []
    const targets: Target[] = []
    for (const question of CASES) {
      await warmUp((server) => ask(server, question, ports))
      const { portal, raw } = await takeTurns(TURNS, async (server) => (await ask(server, question, ports)).ms)
      const name = `${question.name}, ${engine}`
      rows.push(
        { name: `Homeroom, ${name}`, values: { [ANSWERED]: portal } },
        { name: `raw SQL behind node:http, ${name}`, values: { [ANSWERED]: raw } },
      )
      targets.push(
        { name: `${name}, vs. raw SQL`, value: portal / raw, unit: '×', atMost: AT_MOST },
        { name, value: portal, unit: 'ms', atMost: PATIENCE },
      )
    }
    const sheet = { name: `students, spreadsheet of all, ${engine}`, value: await sheetTime(ports) }
    rows.push({ name: `Homeroom, ${sheet.name}`, values: { [ANSWERED]: sheet.value } })
    targets.push({ ...sheet, unit: 'ms', atMost: 5000 })
    return { rows, targets }
  })

/** Paints a page of 100 students, then the next, and compares with the same cells in Mantine's plain table. */
const paint = async (): Promise<{ rows: Row[]; targets: Target[] }> => {
  const [ours = {}, theirs = {}] = (await measurePages(['homeroom', 'mantine'], [ROWS], pages)).get(ROWS) ?? []
  const columns = [
    { from: FIRST, to: 'first page painted, ms' },
    { from: NEXT, to: 'next page painted, ms' },
  ]
  const valuesOf = (values: Record<string, number>) =>
    Object.fromEntries(columns.map(({ from, to }) => [to, values[from] ?? Number.NaN]))
  return {
    rows: [
      { name: `Homeroom's list of ${ROWS}`, values: valuesOf(ours) },
      { name: `Mantine's Table of the same ${ROWS}`, values: valuesOf(theirs) },
    ],
    targets: columns.map(({ from, to }) => ({
      name: `${to.replace(', ms', '')} vs. Mantine's Table`,
      value: (ours[from] ?? Number.NaN) / (theirs[from] ?? Number.NaN),
      unit: '×',
      atMost: PAINT_AT_MOST,
    })),
  }
}

export const bench: Bench = {
  name: `Lists of ${STUDENTS.toLocaleString('en')} students, ${SCHOOLS.toLocaleString('en')} schools and ${PROVIDERS.toLocaleString('en')} providers`,
  run: async (): Promise<BenchResult> => {
    const { embedded, postgres } = await onEachEngine(measure)
    const painted = await paint()
    return {
      rows: [...embedded.rows, ...(postgres?.rows ?? []), ...painted.rows],
      // The embedded engine's results are only shown; the targets are for PostgreSQL.
      targets: [...(postgres?.targets ?? []), ...painted.targets],
      notes: [
        `Pages of ${ROWS}. Medians of ${TURNS} requests each, alternating; client, servers and database share this machine.`,
        `Painted: medians of ${RUNS} fresh pages each, alternating, production builds; the rows are available immediately.`,
        ...(postgres ? [] : [`PostgreSQL was skipped: ${postgresMissing}.`]),
      ],
    }
  },
}
