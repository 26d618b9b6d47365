/** Tests what the server replies for a report, given its sample. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  DETAIL_FILES,
  type DetailFormat,
  getReportFile,
  type ReportDetailsFile,
  reportDetailsSchema,
} from '#contract/reports/details-view.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { type Tokens, tokensOf } from '#tests/support/server/schedule.ts'
import { PEOPLE, type TestOptions, type TestServer, useTestServer } from '#tests/support/server/test-server.ts'
import { readReportFile } from './report-files.ts'
import { type AnySample, added, addSample, expectationsOf, type ReportSample } from './report-sample.ts'

interface Listed<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** A server with the sample's data for the tests of one file, which only read. */
export const useSample = (sample: AnySample, options: TestOptions = {}) => {
  const database = useDatabase()
  const server = useTestServer(database, options)
  const token: Tokens = { ada: '', paul: '', sofia: '' }
  const add = async () => {
    await addSample(sample, database(), server())
    Object.assign(token, await tokensOf(server()))
  }
  beforeAll(add, 60_000)
  return { database, server, token, add }
}

/** Totals as `sumsOf` expects them. */
const withoutNoise = (totals: unknown) =>
  Object.fromEntries(
    Object.entries(Object(totals)).map(([key, sum]) => [key, typeof sum === 'number' ? added([sum]) : sum]),
  )

/** Call it after `useSample`. */
export const reportTests = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  server: () => TestServer,
  sample: ReportSample<Values, Row, Key, Sum, Chart>,
) => {
  const { report, role, readers = [role], rows, orderedBy, narrowed, refused, details } = sample
  const { calls } = report
  const { keys, usual, valuesOf, titleOf, sumsOf, cellsOf, plainCellsOf, misreadOf, headsOf, totalsOf } =
    expectationsOf(sample)
  const formats = Object.keys(report.downloads) as ReportFormat[]
  let token = ''
  const ask = (endpoint: Endpoint, body: object, caller = token) => server().ask(endpoint, { token: caller, body })
  const askWell = async (endpoint: Endpoint, body: object) => {
    const reply = await ask(endpoint, body)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}\n${server().logs}`)
    return reply
  }
  const list = async (body: object): Promise<Listed<Row>> => {
    const { data } = await askWell(calls.records, { ...report.request(usual), ...body })
    const page = calls.records.data.parse(data)
    return { rows: page.rows, total: page.total }
  }
  const byKey = (key: Key) => (row: Row) => orderedBy?.[key]?.(row) ?? report.columns[key].value(row) ?? ''
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other))

  describe(`${report.title}, from its definition`, () => {
    beforeAll(async () => {
      token = await server().tokenOf(PEOPLE[role].userId)
    })

    test('lists every row once, page by page, in the default order', async () => {
      const pages = Array.from({ length: Math.ceil(rows.length / 10) + 1 }, (_, index) => index + 1)
      const found = await Promise.all(pages.map((pageIndex) => list({ pageIndex, pageSize: 10 })))
      expect(found.flatMap((page) => page.rows)).toEqual(rows)
      expect(found.map(({ total }) => total)).toEqual(pages.map(() => rows.length))
    })

    test.each(keys)('sorts by %s, both ways', async (key) => {
      const upward = (await list({ sort: key, pageSize: 100 })).rows
      const downward = (await list({ sort: `-${key}`, pageSize: 100 })).rows
      const isSame = (found: readonly Row[]) =>
        expect(found.map(report.keyOf).sort()).toEqual(rows.map(report.keyOf).sort())
      isSame(upward)
      isSame(downward)
      const sorted = upward.map(byKey(key)).toSorted(compare)
      expect(upward.map(byKey(key))).toEqual(sorted)
      expect(downward.map(byKey(key))).toEqual(sorted.toReversed())
    })

    test('rejects an unknown sort order', async () => {
      expect(await ask(calls.records, { ...report.request(usual), sort: 'password' })).toMatchObject({
        status: 400,
        errors: [{ path: 'sort' }],
      })
    })

    if (calls.totals) {
      const { totals } = calls
      test('adds up its totals over all pages', async () => {
        expect(withoutNoise((await ask(totals, report.request(usual))).data)).toEqual(sumsOf(rows))
      })
    }

    test.each(Object.entries(narrowed))('%s', async (_, { values, rows: expected }) => {
      const body = report.request(valuesOf(values))
      expect(await list({ ...body, pageSize: 100 })).toEqual({ rows: expected, total: expected.length })
      if (calls.totals) expect(withoutNoise((await ask(calls.totals, body)).data)).toEqual(sumsOf(expected))
    })

    test.each(Object.entries(refused))('refuses: %s', async (message, { body, path }) => {
      for (const endpoint of Object.values(report.endpoints)) {
        expect(await ask(endpoint, body)).toMatchObject({ status: 400, message, errors: [{ path, message }] })
      }
    })

    test('allows only the roles that may open it', async () => {
      // The other tests ask as `role`.
      for (const name of ROLE_NAMES.filter((other) => other !== role)) {
        const caller = await server().tokenOf(PEOPLE[name].userId)
        for (const endpoint of Object.values(report.endpoints)) {
          expect((await ask(endpoint, report.request(usual), caller)).status === 403, `${name}, ${endpoint.path}`).toBe(
            !readers.includes(name),
          )
        }
      }
    })

    /** Checks a file's texts and its table. */
    const checkFile = async (
      format: ReportFormat,
      data: unknown,
      of: readonly Row[],
      values: Values,
      words: readonly string[],
    ) => {
      if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
      const { text, table } = await readReportFile(format, data)
      if (report.filesHaveDetails) {
        const content = [text, ...(table ?? []).flat()].join('\n')
        const first = of === rows ? (details?.first ?? []) : []
        for (const part of [...(format === 'csv' ? [] : words), ...first]) expect(content).toContain(part)
        return
      }
      if (format === 'csv') {
        expect(table).toEqual([headsOf(values, format), ...plainCellsOf(of, values)])
        expect(misreadOf(of, values)).toEqual([])
        return
      }
      for (const part of [titleOf(values), 'Test District', ...words]) expect(text).toContain(part)
      // A filter whose options come from a call needs `records`, so that the server can name the chosen ones.
      expect(text).not.toContain(': Unknown')
      const shown = [...cellsOf(of, values, format), ...totalsOf(of, values, format)]
      // Amounts in spreadsheets have no currency sign.
      const body = format === 'xlsx' ? shown.map((row) => row.map((cell) => cell.replace(/^(-?)\$/, '$1'))) : shown
      const cells = of.length > 0 ? [headsOf(values, format), ...body] : []
      if (table === undefined) {
        for (const cell of cells.flat()) expect(text).toContain(cell)
        expect(text).toContain('Page 1 of ')
      } else if (of.length > 0) expect(table).toEqual(cells)
      if (format === 'docx') expect(text).toContain('PAGE\nNUMPAGES')
    }

    const fileOf = async (format: ReportFormat, values: Values) => {
      const file = calls.files[format]
      if (!file) throw new Error('The report has no such file')
      return askWell(file, { ...report.request(values), ...report.fileBody(format) })
    }

    test.each(formats)('writes all rows and the totals to a .%s file', async (format) => {
      const { headers, data } = await fileOf(format, usual)
      expect(headers.get('content-disposition')).toContain(`filename="${report.downloads[format]}"`)
      await checkFile(format, data, rows, usual, [])
    })

    // All formats write the same words and columns (server/documents/report/report-layout.ts).
    test.each(Object.entries(narrowed))('writes to a file: %s', async (_, { values, rows: expected, words }) => {
      const all = valuesOf(values)
      await checkFile('docx', (await fileOf('docx', all)).data, expected, all, words)
    })

    const { view } = report
    if (!view || !details) return
    const read = async (made: ReportDetailsFile, format: DetailFormat, caller = token) =>
      server().ask(getReportFile, {
        token: caller,
        params: { name: made.name, format: DETAIL_FILES[format].path, file: `${made.id}.${format}` },
      })

    test('makes the details with their files', async () => {
      const [first] = rows
      if (first === undefined) throw new Error('The report has no rows')
      const { values = {}, more } = view.ofRow?.(first) ?? {}
      const asked = [
        { body: { ...report.request(valuesOf(values)), ...more }, texts: details.first },
        ...(details.all ? [{ body: report.request(usual), texts: details.all }] : []),
      ]
      for (const { body, texts } of asked) {
        const made = reportDetailsSchema.parse((await askWell(view.call, body)).data)
        expect(made).toMatchObject({ state: 'done', progress: 100, name: view.name })
        for (const format of Object.keys(view.files) as DetailFormat[]) {
          const file = await read(made, format)
          expect(file.headers.get('content-disposition')).toContain(`filename="${view.files[format]}"`)
          if (!(file.data instanceof Uint8Array)) throw new Error('The reply is not a file')
          const { text, table } = await readReportFile(format, file.data)
          const content = [text, ...(table ?? []).flat()].join('\n')
          for (const part of ['Test District', ...texts]) expect(content).toContain(part)
        }
      }
    })
  })
}
