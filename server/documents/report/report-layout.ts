/** What the file formats of a report have in common. */
import type { ReportFormat } from '#contract/reports/define-report.ts'
import { type CellFormat, type CellValue, cellText } from '#contract/reports/report-cells.ts'

export interface DocumentColumn extends CellFormat {
  readonly title: string
  readonly align: 'start' | 'end'
  /** The column's width relative to the other columns. */
  readonly share: number
}

export interface ReportDocument {
  readonly format: ReportFormat
  readonly title: string
  readonly organization: string
  readonly filters: readonly string[]
  readonly columns: readonly DocumentColumn[]
  /** One value per column. */
  readonly rows: readonly (readonly CellValue[])[]
  readonly totals?: readonly CellValue[]
  readonly emptyText: string
  readonly now: Date
  readonly timeZone: string
}

const MAX_PORTRAIT_COLUMNS = 6

export const orientationOf = ({ columns }: ReportDocument) =>
  columns.length > MAX_PORTRAIT_COLUMNS ? 'landscape' : 'portrait'

/** The filters on one line under the title. */
export const filterLine = ({ filters }: ReportDocument) => filters.join('   ')

/** The texts of a row or of the totals, one per column. */
export const cellTexts = ({ columns }: ReportDocument, values: readonly CellValue[]) =>
  columns.map((column, index) => cellText(column, values[index]))
