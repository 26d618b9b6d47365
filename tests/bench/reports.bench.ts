import { fileURLToPath } from 'node:url'
import { attendanceReport } from '#contract/reports/attendance.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { rateDetailReport } from '#contract/reports/rate-detail-report.ts'
import type { Row, Target } from './bench.ts'
import { median } from './bench.ts'
import { RANGE } from './reports/range.ts'
import { withServers } from './server-process.ts'
import { comparison, type Server, takeTurns, timedCall, warmUp } from './turns.ts'

const TURNS = 9
const FILES = 3
const AT_MOST = 1.5
const TIME = 'ms each'

interface Ports extends Record<Server, number> {
  token: string
}

const script = fileURLToPath(new URL('reports/servers.ts', import.meta.url))

const hours = providerDetailReport.request({ ...providerDetailReport.filters.none, ...RANGE })
const pay = payrollReport.request({ ...payrollReport.filters.none, ...RANGE })
const rates = { ...rateDetailReport.request(rateDetailReport.filters.none), downloadTypeId: 3 }
const days = attendanceReport.request(attendanceReport.filters.none)

const measure = (engine: string, url: string | undefined): Promise<{ rows: Row[]; target: Target }> =>
  withServers(script, url, async ({ token, ...ports }: Ports) => {
    const requestOf = (body: object) => ({
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const list = async (path: string, body: object, server: Server = 'portal') =>
      (await timedCall(`http://127.0.0.1:${ports[server]}${path}`, requestOf(body))).ms
    const several = async (turns: number, work: () => Promise<number>) => {
      const times: number[] = []
      for (let turn = 0; turn < turns; turn += 1) times.push(await work())
      return median(times)
    }
    const file = async (path: string, body: object) => {
      const start = performance.now()
      const response = await fetch(`http://127.0.0.1:${ports.portal}${path}`, requestOf(body))
      const { byteLength } = await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      if (byteLength < 10_000) throw new Error(`${path} is empty`)
      return performance.now() - start
    }
    const read = (server: Server) => list(providerDetailReport.calls.records.path, hours, server)
    await warmUp(read)
    const { portal, raw } = await takeTurns(TURNS, read)
    const payroll = await several(TURNS, () => list(payrollReport.calls.records.path, pay))
    const pdf = await several(FILES, () => file('/api/report/school-rate-detail', rates))
    const xlsx = await several(FILES, () => file(`${attendanceReport.calls.records.path}/xlsx`, days))
    return {
      rows: [
        { name: `Homeroom, provider details, ${engine}`, values: { [TIME]: portal } },
        { name: `raw SQL behind node:http, ${engine}`, values: { [TIME]: raw } },
        { name: `payroll, ${engine}`, values: { [TIME]: payroll } },
        { name: `PDF of 6,000 rates, ${engine}`, values: { [TIME]: pdf } },
        { name: `Excel file of every provider's days, ${engine}`, values: { [TIME]: xlsx } },
      ],
      target: {
        name: `a page of provider details vs. raw SQL, ${engine}`,
        value: portal / raw,
        unit: '×',
        atMost: AT_MOST,
      },
    }
  })

export const bench = comparison({
  name: 'Reports over a quarter of 104,000 sessions',
  measure,
  notes: [
    `Medians of ${TURNS} pages each, alternating, one at a time, and of ${FILES} files; client, server and database share this machine.`,
    'The raw server reads the first page of providers with their approved hours in one statement.',
  ],
})
