/** What the file formats of a report have in common. */

import { type CellFormat, type CellValue, cellText } from '#contract/reports/report-cells.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { grouped } from '#domain/grouped.ts'
import { sumOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import type { Logo } from '#server/documents/logo.ts'

export interface DocumentColumn extends CellFormat {
  readonly title: string
  readonly align: 'start' | 'end'
  /** The column's width relative to the other columns. */
  readonly share: number
  /** It is added up, in each group. */
  readonly isSummed?: boolean
}

/** Bars above the table, the largest first. */
export interface DocumentChart {
  readonly caption: string
  readonly bars: readonly {
    readonly label: string
    readonly value: number
    /** What the value is compared with: a weak bar behind it. */
    readonly outOf?: number
    readonly text: string
  }[]
}

/** Documents that one file has one after another. */
export type ReportDocuments = readonly [ReportDocument, ...ReportDocument[]]

export interface ReportDocument {
  readonly format: ReportFormat
  readonly title: string
  readonly organization: string
  readonly logo: Logo | null
  readonly money: MoneyFormat
  readonly filters: readonly string[]
  /** What a reader should know about its figures. */
  readonly notes: readonly string[]
  readonly columns: readonly DocumentColumn[]
  /** One value per column. */
  readonly rows: readonly (readonly CellValue[])[]
  /** The place of a column, whose text is shown above the rows with the same key; a key for each row. */
  readonly groupBy?: { readonly column: number; readonly keys: readonly string[] } | undefined
  readonly totals?: readonly CellValue[]
  readonly chart?: DocumentChart
  readonly emptyText: string
  readonly now: Date
  readonly timeZone: string
}

/** The rows below a band, or all of them. */
export interface DocumentGroup {
  /** '' for a table without groups. */
  readonly title: string
  readonly rows: readonly (readonly CellValue[])[]
  readonly totals?: readonly CellValue[]
}

/** The largest size of the logo, in points. */
export const LOGO = { width: 150, height: 36 }

const MAX_PORTRAIT_COLUMNS = 6

export const orientationOf = ({ columns }: ReportDocument) =>
  columns.length > MAX_PORTRAIT_COLUMNS ? 'landscape' : 'portrait'

/** What is said under the title. */
export const underTitle = ({ filters, notes }: Pick<ReportDocument, 'filters' | 'notes'>) => [...filters, ...notes]

/** The same on one line. */
export const underTitleLine = (report: ReportDocument) => underTitle(report).join('   ')

/** The texts of a row or of the totals, one per column. */
export const cellTexts = ({ columns, money }: ReportDocument, values: readonly CellValue[]) =>
  columns.map((column, index) => cellText(column, values[index], money))

/** In steps that a decimal number as text can have, so that 0.1 + 0.2 is 0.3. */
const MAX_DIGITS = 6

const total = ({ kind }: CellFormat, values: readonly CellValue[]): CellValue => {
  const texts = values.flatMap((value) => (value === undefined ? [] : [String(value)]))
  if (kind === 'money') return sumOf(texts)
  if (kind === 'hours') return texts.reduce((minutes, text) => minutes + Math.round(Number(text) * 60), 0) / 60
  return Number(sumOf(texts.map((text) => Number(text).toFixed(MAX_DIGITS))))
}

/** Adds up the columns that are summed; undefined if none is. */
export const totalsOf = (
  columns: readonly DocumentColumn[],
  rows: readonly (readonly CellValue[])[],
  label = 'Total',
): CellValue[] | undefined => {
  if (rows.length === 0 || !columns.some(({ isSummed }) => isSummed)) return undefined
  const sums = columns.map((column, index) =>
    column.isSummed
      ? total(
          column,
          rows.map((row) => row[index]),
        )
      : undefined,
  )
  const free = sums.findIndex((sum, index) => sum === undefined && columns[index]?.kind === 'text')
  return sums.map((sum, index) => (index === free ? label : sum))
}

/** The document with its rows in groups, without the column that names them. */
export const inGroups = (
  report: ReportDocument,
): { readonly report: ReportDocument; readonly groups: readonly DocumentGroup[] } => {
  const { groupBy, columns, rows, totals, money } = report
  const by = groupBy && columns[groupBy.column]
  if (groupBy === undefined || by === undefined) return { report, groups: [{ title: '', rows }] }
  const rest = <Item>(items: readonly Item[]) => items.toSpliced(groupBy.column, 1)
  const own = rest(columns)
  const keyed = rows.map((row, index) => ({ key: groupBy.keys[index], row }))
  const groups = [...grouped(keyed, ({ key }) => key).values()].map((group) => ({
    title: cellText(by, group[0].row[groupBy.column], money),
    ofGroup: group.map(({ row }) => row),
  }))
  return {
    report: { ...report, columns: own, ...(totals && { totals: totalsOf(own, rows.map(rest)) ?? rest(totals) }) },
    groups: groups.map(({ title, ofGroup }) => {
      const inside = ofGroup.map(rest)
      // For a single group, or a single row, it would say the same as the line below or above.
      const sums = groups.length > 1 && ofGroup.length > 1 ? totalsOf(own, inside, 'Subtotal') : undefined
      return { title: title || '—', rows: inside, ...(sums && { totals: sums }) }
    }),
  }
}
