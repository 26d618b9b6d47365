/** What the details of a report show: a table of their own, which only documents contain. */
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DetailsView, Report } from '#contract/reports/define-report.ts'
import {
  alignOf,
  type CellFormat,
  type CellKind,
  type CellValue,
  type CellValues,
} from '#contract/reports/report-cells.ts'
import { grouped } from '#domain/grouped.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import type { Db } from '#server/db/database.ts'
import type { DocumentChart, DocumentColumn, ReportDocument } from '#server/documents/report/report-layout.ts'
import type { ReportScope } from './report-query.ts'

type ColumnOf<Kind extends CellKind, Row> = CellFormat & {
  readonly kind: Kind
  readonly title: string
  readonly value: (row: Row, money: MoneyFormat) => CellValues[Kind] | null | undefined
  /** The column's width relative to the others. Default 1. */
  readonly share?: number
  /** Adds it up, in each group and over all. */
  readonly isSummed?: true
}
type DetailsColumn<Row> = { [Kind in CellKind]: ColumnOf<Kind, Row> }[CellKind]

interface GroupBy {
  readonly column: string
  /** The columns of `rows` that tell groups with the same text apart, such as an id. */
  readonly by: readonly string[]
}

export interface DetailsTable<Row extends object> {
  /** Default: the report's. */
  readonly title?: string
  /** What a reader should know about its figures. */
  readonly note?: string
  readonly columns: Readonly<Record<string, DetailsColumn<Row>>>
  /** A SELECT with a column for each field of `Row`, named like it; dates as text. */
  readonly rows: SQL
  /** The columns of `rows` to sort by; together they are unique. */
  readonly order: readonly string[]
  /** The column whose text is written above its rows; `order` begins with what it shows. */
  readonly groupBy?: GroupBy
  /** Bars above the table: a sum for each label, the largest twelve. */
  readonly chart?: {
    readonly caption: string
    readonly label: (row: Row) => string
    /** The columns of `rows` that tell bars with the same label apart, such as an id. */
    readonly by?: readonly string[]
    /** Sorts the bars, such as months. Default: the largest first. */
    readonly order?: (row: Row) => string
    readonly value: (row: Row) => number
    /** Compares the sum with another: '45 of 60'. */
    readonly outOf?: (row: Row) => number
    readonly text: (sum: number, money: MoneyFormat) => string
  }
}

/** Built for a request; `more` are the fields that the request has in addition to the filters. */
export type DetailsQuery<Values, More> = (scope: ReportScope<Values> & { readonly more: More }) => AnyDetailsTable

/** A table whose row type only it knows. */
export type AnyDetailsTable = DetailsTable<never>

/** Defines a table; its columns are checked against the type of its rows. */
export const detailsTable = <Row extends object>(table: DetailsTable<Row>): AnyDetailsTable =>
  // The columns receive the rows that its SELECT returns.
  table as unknown as AnyDetailsTable

/** Defines the details of a report. */
export const defineDetails = <Values, Row, More extends z.ZodRawShape>(
  _: Pick<Report<Values, Row, never, never, never>, 'filters'> & { readonly view: DetailsView<Values, Row, More> },
  query: DetailsQuery<Values, z.output<z.ZodObject<More>>>,
): DetailsQuery<Values, z.output<z.ZodObject<More>>> => query

const MAX_BARS = 12

/** @throws RangeError for a column that `rows` don't have */
const keyOf =
  (by: readonly string[]) =>
  (row: object): string =>
    JSON.stringify(
      by.map((name) => {
        if (!Reflect.has(row, name)) throw new RangeError(`The details have no column ${name}`)
        return Reflect.get(row, name)
      }),
    )

const chartOf = ({ chart }: AnyDetailsTable, rows: readonly never[], money: MoneyFormat): DocumentChart | undefined => {
  if (!chart || rows.length === 0) return undefined
  const { outOf, order, by } = chart
  const sumOf = (group: readonly never[], of: (row: never) => number) => group.reduce((sum, row) => sum + of(row), 0)
  const sums = [...grouped(rows, by ? keyOf(by) : chart.label).values()].map((group) => ({
    label: chart.label(group[0]),
    at: order?.(group[0]) ?? '',
    value: sumOf(group, chart.value),
    ...(outOf && { outOf: sumOf(group, outOf) }),
  }))
  const sizeOf = (bar: (typeof sums)[number]) => bar.outOf ?? bar.value
  const bars = sums
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
    .slice(0, MAX_BARS)
    // Without an order of its own, the chart keeps the largest first.
    .toSorted((one, other) => one.at.localeCompare(other.at))
  const rest = sums.length - bars.length
  return {
    caption: rest === 0 ? chart.caption : `${chart.caption} (the largest ${MAX_BARS} of ${sums.length})`,
    bars: bars.map(({ at: _at, ...bar }) => {
      const text = chart.text(bar.value, money)
      return { ...bar, text: bar.outOf === undefined ? text : `${text} of ${chart.text(bar.outOf, money)}` }
    }),
  }
}

interface DetailsRead {
  readonly columns: readonly DocumentColumn[]
  readonly rows: readonly CellValue[][]
  readonly groupBy: ReportDocument['groupBy']
  readonly chart: DocumentChart | undefined
}

/** Reads the table's first rows, and how many there are. */
export const readDetails = async (
  db: Db,
  table: AnyDetailsTable,
  { limit, money }: { readonly limit: number; readonly money: MoneyFormat },
): Promise<DetailsRead & { readonly total: number }> => {
  const order = sql.raw(
    table.order.map((name) => (name.startsWith('-') ? `"${name.slice(1)}" desc` : `"${name}"`)).join(', '),
  )
  const { rows: found } = await db.execute<{ total: number; row: never | null }>(sql`
    with details as materialized (${table.rows}), page as (select * from details order by ${order} limit ${limit})
    select (select count(*)::int from details) as total, row_to_json(page) as row
    from (select true) as one left join page on true order by ${order}`)
  const rows = found.flatMap(({ row }) => (row === null ? [] : [row]))
  const entries = Object.entries(table.columns)
  const { groupBy } = table
  const column = entries.findIndex(([key]) => key === groupBy?.column)
  return {
    total: found[0]?.total ?? 0,
    columns: entries.map(([, { kind, decimals, title, share = 1, isSummed = false }]) => ({
      ...{ kind, title, share, isSummed },
      ...(decimals !== undefined && { decimals }),
      align: alignOf({ kind }),
    })),
    rows: rows.map((row) => entries.map(([, { value }]) => value(row, money) ?? undefined)),
    groupBy: groupBy && column >= 0 ? { column, keys: rows.map(keyOf(groupBy.by)) } : undefined,
    chart: chartOf(table, rows, money),
  }
}
