import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { attendanceReport } from '#contract/reports/attendance.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { getSchools } from '#contract/schools.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { isPostgresInstalled, postgresMissing, TestPostgres } from '#tests/support/server/postgres.ts'
import type { Bench, Row, Target } from './bench.ts'
import { RANGE } from './reports/range.ts'
import { withServers } from './server-process.ts'
import { type Server, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 9
const KB_PER_MB = 1024
const SAMPLE_MS = 50
const IDLE_MS = 5_000
/** The largest files that the portal makes: almost 10,000 rows of a PDF file, almost 100,000 of an Excel file. */
const PDF_DAYS = { from: '2026-11-02', to: '2026-11-25' }
const XLSX_DAYS = { from: '2026-02-09', to: '2026-11-30' }

interface Ports extends Record<Server, number> {
  token: string
  pid: number
}

const script = fileURLToPath(new URL('reports/servers.ts', import.meta.url))

/** The process's memory in MB. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / KB_PER_MB

const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN

const days = (range: { from: string; to: string }) =>
  attendanceReport.request({ ...attendanceReport.filters.none, ...range })

/** @param earlier quarters before the one of 104,000 sessions */
const measure = (url: string, earlier: number, sessions: string): Promise<{ rows: Row[]; targets: Target[] }> =>
  withServers(
    script,
    url,
    async ({ token, pid, ...ports }: Ports) => {
      const requestOf = (body: object) => ({
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const hours = providerDetailReport.request({ ...providerDetailReport.filters.none, ...RANGE })
      const read = async (server: Server) =>
        (
          await timedCall(
            `http://127.0.0.1:${ports[server]}${providerDetailReport.calls.records.path}`,
            requestOf(hours),
          )
        ).ms
      await warmUp(read)
      const { portal, raw } = await takeTurns(TURNS, read)

      const schools = `http://127.0.0.1:${ports.portal}${getSchools.path}?languageId=1&pageIndex=1&pageSize=10`
      /** Other users' requests, one after another, and the highest memory, until `isOver`. */
      const others = async (isOver: () => boolean) => {
        const times: number[] = []
        let mb = 0
        while (!isOver()) {
          times.push((await timedCall(schools, { headers: { token } })).ms)
          mb = Math.max(mb, memoryOf(pid))
          await pause(SAMPLE_MS)
        }
        return { p95: p95(times), mb }
      }
      const idleUntil = performance.now() + IDLE_MS
      const idle = await others(() => performance.now() > idleUntil)
      const file = async (format: 'pdf' | 'xlsx', range: { from: string; to: string }) => {
        let made: Uint8Array | undefined
        const start = performance.now()
        const making = fetch(
          `http://127.0.0.1:${ports.portal}${attendanceReport.calls.records.path}/${format}`,
          requestOf(days(range)),
        ).then(async (response) => {
          if (response.status !== 200) throw new Error(`The ${format} file answered ${await response.text()}`)
          made = new Uint8Array(await response.arrayBuffer())
        })
        const [, meanwhile] = await Promise.all([making, others(() => made !== undefined)])
        return { seconds: (performance.now() - start) / 1000, bytes: made ?? new Uint8Array(), ...meanwhile }
      }
      const pdf = await file('pdf', PDF_DAYS)
      const pages = (await readPdf(pdf.bytes)).pages.length
      const xlsx = earlier > 0 ? await file('xlsx', XLSX_DAYS) : undefined
      const fileRow = (name: string, { seconds, mb, p95: other }: Awaited<ReturnType<typeof file>>): Row => ({
        name: `${name}, ${sessions} sessions`,
        values: { s: seconds, 'MB above idle': mb - idle.mb, 'other requests, p95, ms': other },
      })
      const targetsOf = (name: string, { mb, p95: other }: Awaited<ReturnType<typeof file>>): Target[] => [
        {
          name: `memory above idle during ${name}, ${sessions} sessions`,
          value: mb - idle.mb,
          unit: 'MB',
          atMost: 250,
        },
        { name: `other requests during ${name}, ${sessions} sessions`, value: other / idle.p95, unit: '×', atMost: 2 },
      ]
      const pdfName = `a PDF file of ${pages} pages`
      const xlsxName = 'an Excel file of 99,500 rows'
      return {
        rows: [
          { name: `Homeroom, provider details, ${sessions} sessions`, values: { 'ms each': portal } },
          { name: `raw SQL behind node:http, ${sessions} sessions`, values: { 'ms each': raw } },
          { name: `idle, ${sessions} sessions`, values: { MB: idle.mb, 'other requests, p95, ms': idle.p95 } },
          fileRow(pdfName, pdf),
          ...(xlsx ? [fileRow(xlsxName, xlsx)] : []),
        ],
        targets: [
          {
            name: `a page of provider details vs. raw SQL, ${sessions} sessions`,
            value: portal / raw,
            unit: '×',
            atMost: 1.5,
          },
          ...targetsOf(pdfName, pdf),
          ...(xlsx ? targetsOf(xlsxName, xlsx) : []),
        ],
      }
    },
    [String(earlier)],
  )

export const bench: Bench = {
  name: 'Large reports, on PostgreSQL',
  run: async () => {
    if (!isPostgresInstalled) return { rows: [], targets: [], notes: [`Skipped: ${postgresMissing}.`] }
    const results = []
    for (const [earlier, sessions] of [
      [0, '100,000'],
      [9, '1,000,000'],
    ] as const) {
      const server = await TestPostgres.create()
      try {
        results.push(await measure(server.url('postgres'), earlier, sessions))
      } finally {
        await server.remove()
      }
    }
    return {
      rows: results.flatMap(({ rows }) => rows),
      targets: results.flatMap(({ targets }) => targets),
      notes: [
        `Listings: medians of ${TURNS} pages, alternating. Files: one each, while a list of schools is read again and again.`,
        'Client, server and database share this machine.',
      ],
    }
  },
}
