/** A sample of a report, for its tests over HTTP and in the browser: its data, and what all of its media must show. */
import type { Endpoint } from '#contract/endpoint.ts'
import { isMoney, type Report } from '#contract/reports/define-report.ts'
import { cellText } from '#contract/reports/report-cells.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { roundedSum } from '#domain/money.ts'
import { US_DOLLARS } from '#domain/money-format.ts'
import type { RoleName } from '#domain/roles.ts'
import type { Database } from '#server/db/database.ts'
import { startDistrict, type Tokens } from '#tests/support/server/schedule.ts'
import type { TestServer } from '#tests/support/server/test-server.ts'

interface Narrowed<Values, Row> {
  /** The values of some filters; the others match everything. */
  readonly values: Partial<Values>
  readonly rows: readonly Row[]
  /** The filters' texts in the documents. */
  readonly words: readonly string[]
}

/** The district of schedule.ts at `TEST_NOW`, to which a sample adds its data. */
export interface Started {
  readonly database: Database
  readonly server: TestServer
  readonly token: Tokens
}

interface SampleParts<Values, Row, Key extends string> {
  /** Adds the data, and sets the server's time if it is another. */
  readonly add: (started: Started) => Promise<void>
  /** A role that may open the report and see the data. */
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

type AnyReport<Values, Row, Key extends string, Sum extends string, Chart> = Report<Values, Row, Key, Sum, Chart> & {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

export interface ReportSample<Values, Row, Key extends string, Sum extends string, Chart>
  extends SampleParts<Values, Row, Key> {
  readonly report: AnyReport<Values, Row, Key, Sum, Chart>
}

export const sampleOf = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  report: AnyReport<Values, Row, Key, Sum, Chart>,
  parts: SampleParts<Values, Row, Key>,
): ReportSample<Values, Row, Key, Sum, Chart> => ({ report, ...parts })

/** A sample of any report, for its data alone. */
export type AnySample = Pick<SampleParts<unknown, unknown, string>, 'add'>

/** Replaces whatever the tables have by the sample's data. */
export const addSample = async ({ add }: AnySample, database: Database, server: TestServer): Promise<void> =>
  add({ database, server, token: await startDistrict(database, server) })

/** To a billionth, without the noise of binary fractions. */
export const added = (numbers: readonly number[]): number =>
  Number(numbers.reduce((sum, number) => sum + number, 0).toFixed(9))

/** What the report's media show of rows, with filters' values. */
export const expectationsOf = <Values extends object, Row, Key extends string, Sum extends string, Chart>({
  report,
  given,
}: ReportSample<Values, Row, Key, Sum, Chart>) => {
  const { filters } = report
  const keys = Object.keys(report.columns) as Key[]
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
        isMoney(report.row, key) ? moneyOf(of, key) : added(of.map((row) => Number(fieldOf(row, key)))),
      ]),
    )
  const shownKeys = (values: Values) => keys.filter((key) => report.columns[key].isShown?.(values) !== false)
  /** Spreadsheets may have other columns. */
  const columnsOf = (values: Values, format?: ReportFormat) =>
    shownKeys(values)
      .map((key) => report.columns[key])
      .flatMap((column) => ((format === 'xlsx' || format === 'csv') && column.inSpreadsheets) || [column])
  /** The rows' cells as every medium shows them, with row numbers. */
  const cellsOf = (of: readonly Row[], values: Values, format?: ReportFormat) =>
    of.map((row, index) => [
      String(index + 1),
      ...columnsOf(values, format).map((column) => cellText(column, column.value(row), US_DOLLARS)),
    ])
  /** As other programs read them: plain numbers. */
  const plainCellsOf = (of: readonly Row[], values: Values) =>
    of.map((row, index) => [
      String(index + 1),
      ...columnsOf(values, 'csv').map((column) => {
        const { kind, decimals = 0, value } = column
        const cell = value(row)
        if (kind === 'date' || kind === 'hours' || cell === undefined) return cellText(column, cell, US_DOLLARS)
        return typeof cell === 'number' ? cell.toFixed(decimals) : cell
      }),
    ])
  /** Texts of a CSV file that Excel would change: 4/3 to a date, 007 to 7, long numbers to rounded ones. */
  const misreadOf = (of: readonly Row[], values: Values) =>
    columnsOf(values, 'csv').flatMap((column) =>
      column.kind === 'text'
        ? of.map((row) => column.value(row) ?? '').filter((text) => /^(\d+[/-]\d+([/-]\d+)?|0\d+|\d{16,})$/.test(text))
        : [],
    )
  const headsOf = (values: Values, format?: ReportFormat) => [
    report.numberTitle ?? 'ID',
    ...columnsOf(values, format).map(({ title }) => title),
  ]
  const totalsOf = (of: readonly Row[], values: Values, format?: ReportFormat) => {
    const columns = columnsOf(values, format)
    if (!report.totals || of.length === 0 || !columns.some(({ total }) => total)) return []
    const sums = sumsOf(of) as Parameters<NonNullable<(typeof report.columns)[Key]['total']>>[0]
    return [['Total', ...columns.map((column) => cellText(column, column.total?.(sums), US_DOLLARS))]]
  }
  return {
    ...{ keys, usual, valuesOf, addressOf, hrefOf, titleOf },
    ...{ sumsOf, shownKeys, cellsOf, plainCellsOf, misreadOf, headsOf, totalsOf },
  }
}
