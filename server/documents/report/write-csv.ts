import { type CellFormat, type CellValue, hoursText } from '#contract/reports/report-cells.ts'
import { formatDate } from '#domain/time.ts'
import { csvOf } from '#server/documents/csv.ts'
import type { ReportDocument } from './report-layout.ts'

/** Plain numbers, without separators or signs that other programs misread. */
const textOf = ({ kind, decimals = 0 }: CellFormat, value: CellValue): string => {
  if (value === undefined) return ''
  if (kind === 'date') return formatDate(String(value))
  if (kind === 'hours' && typeof value === 'number') return hoursText(value)
  return typeof value === 'number' ? value.toFixed(decimals) : value
}

/** The table alone, for other programs: no title, filters or totals. */
export const writeCsv = async ({ columns, rows }: ReportDocument): Promise<Uint8Array<ArrayBuffer>> => {
  const heads = columns.map(({ title }) => title)
  const texts = rows.map((row) => columns.map((column, index) => textOf(column, row[index])))
  return new TextEncoder().encode(await csvOf([heads, ...texts]))
}
