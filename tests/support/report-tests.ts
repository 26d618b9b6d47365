/** Tests a report, given its definition, some data, and the expected rows. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isMoney, type Report, type ReportFormat } from '#contract/reports/define-report.ts'
import {
  DETAIL_FILES,
  type DetailFormat,
  getReportFile,
  type ReportDetailsFile,
  reportDetailsSchema,
} from '#contract/reports/details-view.ts'
import { cellText } from '#contract/reports/report-cells.ts'
import { fileLabel } from '#contract/reports/report-files.ts'
import { roundedSum } from '#domain/money.ts'
import { US_DOLLARS } from '#domain/money-format.ts'
import { ROLE_NAMES, type RoleName } from '#domain/roles.ts'
import { axeFindings } from './axe.ts'
import type { TestPortal } from './portal.ts'
import { readReportFile } from './report-files.ts'
import { PEOPLE } from './server/test-server.ts'

interface Narrowed<Values, Row> {
  /** The values of some filters; the others match everything. */
  readonly values: Partial<Values>
  readonly rows: readonly Row[]
  /** The filters' texts in the documents. */
  readonly words: readonly string[]
}

interface ReportCase<Values, Row, Key extends string> {
  readonly portal: TestPortal
  /** A role that may open the report and see the data. The test file's own hooks add the data. */
  readonly role: RoleName
  /** All roles that may open it. Default: only `role`. */
  readonly readers?: readonly RoleName[]
  /** Values that every request has, for a report with required filters or default dates. */
  readonly given?: Partial<Values>
  /** All rows, in the default order. */
  readonly rows: readonly Row[]
  /** The sort value of a column that isn't sorted by what it shows. */
  readonly orderedBy?: Readonly<Partial<Record<Key, (row: Row) => string | number>>>
  readonly narrowed: Readonly<Record<string, Narrowed<Values, Row>>>
  /** Bodies that the server rejects, by error message. */
  readonly refused: Readonly<Record<string, { readonly body: object; readonly path: string }>>
  /** For a report with details: texts that the PDF has, of all rows and of the first row. */
  readonly details?: { readonly all?: readonly string[]; readonly first: readonly string[] }
}

interface Listed<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** The cells of a row's `innerText`. */
const textsOf = (row: string) => row.split('\t').map((text) => text.trim())

/** Call it in a file whose hooks add the data before each test. */
export const reportTests = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: Report<Values, Row, Key, Sum, Chart> & { readonly endpoints: Readonly<Record<string, Endpoint>> },
  { portal, role, readers = [role], given, rows, orderedBy, narrowed, refused, details }: ReportCase<Values, Row, Key>,
) => {
  const { calls, filters } = report
  const keys = Object.keys(report.columns) as Key[]
  const formats = Object.keys(report.downloads) as ReportFormat[]
  /** One session per test: with too many, the user's first ones end, and with them the page's. */
  let kept: Promise<string> | undefined
  const token = () => {
    kept ??= portal.server().tokenOf(PEOPLE[role].userId)
    return kept
  }
  const ask = async (endpoint: Endpoint, body: object, caller?: string) =>
    portal.server().ask(endpoint, { token: caller ?? (await token()), body })
  const valuesOf = (values: Partial<Values>): Values => ({ ...filters.none, ...given, ...values })
  const usual = valuesOf({})
  /** The expected address for these values. */
  const addressOf = (values: Values, more: Record<string, string> = {}): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(filters.write(values)).filter(([, text]) => text !== '')),
    ...more,
    ...(report.loadsOnOpen === false && { submitted: '1' }),
  })
  const hrefOf = (address: Record<string, string>) => `${report.path}?${new URLSearchParams(address)}`
  const titleOf = (values: Values) => report.titleOf?.(values) ?? report.title
  const tableOf = (page: Page, values = usual) => page.getByRole('table', { name: titleOf(values), exact: true })
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
  const list = async (body: object): Promise<Listed<Row>> => {
    const { status, message, data } = await ask(calls.records, { ...report.request(usual), ...body })
    if (status !== 200) throw new Error(`${status} ${message}\n${portal.server().logs}`)
    const page = calls.records.data.parse(data)
    return { rows: page.rows, total: page.total }
  }
  const fieldOf = (row: Row, key: string) => (row as Record<string, unknown>)[key]
  const moneyOf = (of: readonly Row[], key: string) =>
    of.length === 0
      ? '0'
      : roundedSum(
          of.map((row) => String(fieldOf(row, key))),
          US_DOLLARS.currency,
        )
  const sumsOf = (of: readonly Row[]) =>
    Object.fromEntries(
      (report.totals ?? []).map((key) => [
        key,
        isMoney(report.row, key) ? moneyOf(of, key) : of.reduce((sum, row) => sum + Number(fieldOf(row, key)), 0),
      ]),
    )
  const shownKeys = (values: Values) => keys.filter((key) => report.columns[key].isShown?.(values) !== false)
  /** The rows' cells as every medium shows them, with row numbers. */
  const cellsOf = (of: readonly Row[], values: Values) =>
    of.map((row, index) => [
      String(index + 1),
      ...shownKeys(values).map((key) => cellText(report.columns[key], report.columns[key].value(row), US_DOLLARS)),
    ])
  /** As other programs read them: plain numbers. */
  const plainCellsOf = (of: readonly Row[], values: Values) =>
    of.map((row, index) => [
      String(index + 1),
      ...shownKeys(values).map((key) => {
        const { kind, decimals = 0, value } = report.columns[key]
        const cell = value(row)
        if (kind === 'date' || cell === undefined) return cellText(report.columns[key], cell, US_DOLLARS)
        return typeof cell === 'number' ? cell.toFixed(decimals) : cell
      }),
    ])
  /** The cell with the button of a row's details has no text. */
  const withButton = (cells: readonly string[]) => (report.view?.ofRow ? [...cells, ''] : cells)
  const headsOf = (values: Values) => [
    report.numberTitle ?? 'ID',
    ...shownKeys(values).map((key) => report.columns[key].title),
  ]
  const totalsOf = (of: readonly Row[], values: Values) => {
    const hasTotals = report.totals && shownKeys(values).some((key) => report.columns[key].total)
    if (!hasTotals || of.length === 0) return []
    const sums = sumsOf(of) as Parameters<NonNullable<(typeof report.columns)[Key]['total']>>[0]
    return [
      [
        'Total',
        ...shownKeys(values).map((key) => cellText(report.columns[key], report.columns[key].total?.(sums), US_DOLLARS)),
      ],
    ]
  }
  const byKey = (key: Key) => (row: Row) => orderedBy?.[key]?.(row) ?? report.columns[key].value(row) ?? ''
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other))

  describe(`${report.title}, from its definition`, () => {
    beforeEach(() => {
      kept = undefined
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
        expect((await ask(totals, report.request(usual))).data).toEqual(sumsOf(rows))
      })
    }

    test.each(Object.entries(narrowed))('%s', async (_, { values, rows: expected }) => {
      const body = report.request(valuesOf(values))
      expect(await list({ ...body, pageSize: 100 })).toEqual({ rows: expected, total: expected.length })
      if (calls.totals) expect((await ask(calls.totals, body)).data).toEqual(sumsOf(expected))
    })

    test.each(Object.entries(refused))('refuses: %s', async (message, { body, path }) => {
      for (const endpoint of Object.values(report.endpoints)) {
        expect(await ask(endpoint, body)).toMatchObject({ status: 400, message, errors: [{ path, message }] })
      }
    })

    test('allows only the roles that may open it', async () => {
      for (const name of ROLE_NAMES) {
        const caller = await portal.server().tokenOf(PEOPLE[name].userId)
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
      if (format === 'csv') {
        expect(table).toEqual([headsOf(values), ...plainCellsOf(of, values)])
        return
      }
      for (const part of [titleOf(values), 'Test District', ...words]) expect(text).toContain(part)
      // A filter whose options come from a call needs `records`, so that the server can name the chosen ones.
      expect(text).not.toContain(': Unknown')
      const shown = [...cellsOf(of, values), ...totalsOf(of, values)]
      // Amounts in spreadsheets have no currency sign.
      const body = format === 'xlsx' ? shown.map((row) => row.map((cell) => cell.replace(/^(-?)\$/, '$1'))) : shown
      const cells = of.length > 0 ? [headsOf(values), ...body] : []
      if (table === undefined) {
        for (const cell of cells.flat()) expect(text).toContain(cell)
        expect(text).toContain('Page 1 of ')
      } else if (of.length > 0) expect(table).toEqual(cells)
      if (format === 'docx') expect(text).toContain('PAGE\nNUMPAGES')
    }

    test.each(formats)('writes all rows, the filters and the totals to a .%s file', async (format) => {
      const file = calls.files[format]
      if (!file) throw new Error('The report has no such file')
      const askFile = (values: Values) => ask(file, { ...report.request(values), ...report.fileBody(format) })
      const everything = await askFile(usual)
      expect(everything.headers.get('content-disposition')).toContain(`filename="${report.downloads[format]}"`)
      await checkFile(format, everything.data, rows, usual, [])
      for (const { values, rows: expected, words } of Object.values(narrowed)) {
        const all = valuesOf(values)
        await checkFile(format, (await askFile(all)).data, expected, all, words)
      }
    })

    const open = async () => {
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE[role].email)
      await page.goto(hrefOf(addressOf(usual)))
      return page
    }

    test('shows its rows, sorts them, keeps the filters in the address, and downloads files', async () => {
      const page = await open()
      const shown = async (values: Values) =>
        (await tableOf(page, values).getByRole('row').allInnerTexts()).map((row) => textsOf(row))
      const expectShown = (of: readonly Row[], values: Values) =>
        expect
          .poll(() => shown(values))
          .toEqual([
            [...headsOf(values), ...(report.view?.ofRow ? ['Action'] : [])],
            ...[...cellsOf(of, values).slice(0, 10), ...totalsOf(of, values)].map(withButton),
          ])
      await expectShown(rows, usual)
      expect(await axeFindings(page)).toEqual([])
      let order: string = report.order
      for (const key of shownKeys(usual)) order = await checkOrder(page, key, order)
      for (const [index, { values, rows: expected }] of Object.values(narrowed)
        .filter((sample) => sample.rows.length > 0)
        .entries()) {
        const all = valuesOf(values)
        await page.goto(hrefOf(addressOf(all)))
        await expectShown(expected, all)
        expect(searchOf(page)).toEqual(addressOf(all))
        // The files of every filter are read above; here, that the page asks for what it shows.
        for (const format of index === 0 ? formats : []) {
          await page.getByRole('button', { name: 'Download' }).click()
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page
              .getByRole('menuitem', { name: fileLabel(format, report.downloads[format] ?? ''), exact: true })
              .click(),
          ])
          expect(file.suggestedFilename()).toBe(report.downloads[format])
          const bytes = new Uint8Array(await readFile(await file.path()))
          await checkFile(format, bytes, expected, all, [])
        }
      }
    })

    const { view } = report
    if (view && details) {
      const formatsOfView = Object.keys(view.files) as DetailFormat[]
      const make = async (body: object) => {
        const { status, message, data } = await ask(view.call, body)
        if (status !== 200) throw new Error(`${status} ${message}\n${portal.server().logs}`)
        return reportDetailsSchema.parse(data)
      }
      const read = async (made: ReportDetailsFile, format: DetailFormat, caller?: string) =>
        portal.server().ask(getReportFile, {
          token: caller ?? (await token()),
          params: { name: made.name, format: DETAIL_FILES[format].path, file: `${made.id}.${format}` },
        })

      test('makes the details with their files, for the caller alone', async () => {
        const [first] = rows
        if (first === undefined) throw new Error('The report has no rows')
        const { values = {}, more } = view.ofRow?.(first) ?? {}
        const asked = [
          { body: { ...report.request(valuesOf(values)), ...more }, texts: details.first },
          ...(details.all ? [{ body: report.request(usual), texts: details.all }] : []),
        ]
        for (const { body, texts } of asked) {
          const made = await make(body)
          expect(made).toMatchObject({ state: 'done', progress: 100, name: view.name })
          for (const format of formatsOfView) {
            const file = await read(made, format)
            expect(file.headers.get('content-disposition')).toContain(`filename="${view.files[format]}"`)
            if (!(file.data instanceof Uint8Array)) throw new Error('The reply is not a file')
            const { text, table } = await readReportFile(format, file.data)
            const content = [text, ...(table ?? []).flat()].join('\n')
            for (const part of ['Test District', ...texts]) expect(content).toContain(part)
          }
          const other = ROLE_NAMES.find((name) => name !== role)
          if (other === undefined) throw new Error('There is no other role')
          const stranger = await portal.server().tokenOf(PEOPLE[other].userId)
          expect(await read(made, 'pdf', stranger)).toMatchObject({ status: 404, message: 'File not found' })
        }
      })

      test('shows the details full screen, closed by Close alone', async () => {
        const [first] = rows
        if (first === undefined) throw new Error('The report has no rows')
        const page = await open()
        const buttons = [
          ...(view.rowName
            ? [page.getByRole('button', { name: `View ${view.rowName(first)}`, exact: true }).first()]
            : []),
          ...(view.allLabel === undefined ? [] : [page.getByRole('button', { name: view.allLabel, exact: true })]),
        ]
        for (const [index, button] of buttons.entries()) {
          await button.click()
          const dialog = page.getByRole('dialog')
          for (const format of formatsOfView) {
            const download = dialog.getByRole('button', { name: DETAIL_FILES[format].label, exact: true })
            const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
            expect(file.suggestedFilename()).toBe(view.files[format])
          }
          if (index === 0) expect(await axeFindings(page)).toEqual([])
          await page.keyboard.press('Escape')
          await dialog.getByRole('button', { name: 'Close', exact: true }).click()
          await dialog.waitFor({ state: 'hidden' })
        }
      })
    }

    if (report.loadsOnOpen === false) {
      test('shows nothing before the filters are submitted', async () => {
        const page = await portal.newPage()
        await portal.signIn(page, PEOPLE[role].email)
        await page.goto(report.path)
        const submit = page.getByRole('button', { name: 'Submit' })
        const table = tableOf(page)
        await submit.click()
        for (const { required } of filters.list) if (required !== undefined) await page.getByText(required).waitFor()
        expect(await table.count()).toBe(0)
        const { submitted: _, ...unsubmitted } = addressOf(usual)
        await page.goto(hrefOf(unsubmitted))
        await submit.waitFor()
        expect(await table.count()).toBe(0)
        await submit.click()
        await table.waitFor()
        await expect.poll(() => searchOf(page)).toEqual(addressOf(usual))
        await page.getByRole('button', { name: 'Reset Filters' }).click()
        await table.waitFor({ state: 'hidden' })
      })
    }

    /** Presses the heading's button twice, by keyboard. @returns the new order */
    const checkOrder = async (page: Page, key: Key, before: string) => {
      const table = tableOf(page)
      const head = table.getByRole('columnheader', { name: report.columns[key].title, exact: true })
      const first = async () => textsOf(await table.getByRole('row').nth(1).innerText())
      let sort = before
      for (let press = 0; press < 2; press += 1) {
        await head.getByRole('button').press('Enter')
        sort = sort === key ? `-${key}` : key
        const direction = sort === key ? 'ascending' : 'descending'
        await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
        const { rows: sorted } = await list({ sort, pageSize: 10 })
        await expect.poll(first).toEqual(withButton(cellsOf(sorted, usual)[0] ?? []))
        const address = addressOf(usual, sort === report.order ? {} : { sort })
        await expect.poll(() => searchOf(page)).toEqual(address)
      }
      return sort
    }
  })
}
