import { type CellFormat, type CellValue, cellText } from '#contract/reports/report-cells.ts'
import type { CellToWrite, SheetToWrite } from '#server/documents/sheet.ts'
import { writeSheet } from '#server/documents/write-sheet.ts'
import { type ReportDocument, type ReportDocuments, underTitle } from './report-layout.ts'

/** Column widths in characters. */
const MAX_WIDTH = 48
const MIN_WIDTH = 8
/** How many rows are measured to set a column's width. */
const MAX_MEASURED_ROWS = 200
const PERCENT = 100
const MINUTES_A_DAY = 1440

const cellOf = ({ kind, decimals = 0 }: CellFormat, value: CellValue): CellToWrite => {
  if (value === undefined) return undefined
  switch (kind) {
    case 'text':
      return String(value)
    case 'date':
      return { date: String(value) }
    case 'percent':
      return typeof value === 'number' ? value / PERCENT : value
    case 'number':
      // What the cell shows, without the noise of binary fractions.
      return typeof value === 'number' ? Number(value.toFixed(decimals)) : value
    case 'hours':
      // Spreadsheets count days.
      return typeof value === 'number' ? Math.round(value * 60) / MINUTES_A_DAY : value
    case 'money':
      return Number(value)
  }
}

/** As spreadsheet programs write it. Amounts have no currency sign, so that they can be pasted anywhere. */
const formatOf = ({ kind, decimals = 0 }: CellFormat): string | undefined => {
  const digits = decimals > 0 ? `.${'0'.repeat(decimals)}` : ''
  switch (kind) {
    case 'text':
    case 'date':
      return undefined
    case 'money':
      return '#,##0.00'
    case 'number':
      return `#,##0${digits}`
    case 'percent':
      return `0${digits}%`
    case 'hours':
      return '[h]:mm'
  }
}

const sheetOf = (report: ReportDocument): SheetToWrite => {
  const { title, organization, columns, rows, totals, money } = report
  const cellsOf = (values: readonly CellValue[]) => columns.map((column, index) => cellOf(column, values[index]))
  return {
    name: title,
    above: [title, organization, ...underTitle(report)],
    columns: columns.map((column, index) => {
      const texts = [
        column.title,
        ...rows.slice(0, MAX_MEASURED_ROWS).map((row) => cellText(column, row[index], money)),
      ]
      const format = formatOf(column)
      return {
        title: column.title,
        width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...texts.map((text) => text.length + 2))),
        ...(format !== undefined && { format }),
      }
    }),
    rows: rows.map(cellsOf),
    ...(totals && { totals: cellsOf(totals) }),
  }
}

/** Flat tables, so that they can be sorted and filtered: a column names the group. */
export const writeXlsx = (reports: ReportDocuments) => {
  const [first, ...others] = reports
  return writeSheet({ ...sheetOf(first), more: others.map(sheetOf) })
}
