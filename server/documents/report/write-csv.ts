import { type CellFormat, type CellValue, hoursText } from '#contract/reports/report-cells.ts'
import { formatDate } from '#domain/time.ts'
import { csvOf } from '#server/documents/csv.ts'
import type { ReportDocument, ReportDocuments } from './report-layout.ts'

/** Plain numbers, without separators or signs that other programs misread. */
const textOf = ({ kind, decimals = 0 }: CellFormat, value: CellValue): string => {
  if (value === undefined) return ''
  if (kind === 'date') return formatDate(String(value))
  if (kind === 'hours' && typeof value === 'number') return hoursText(value)
  return typeof value === 'number' ? value.toFixed(decimals) : value
}

const linesOf = ({ columns, rows }: ReportDocument): string[][] => [
  columns.map(({ title }) => title),
  ...rows.map((row) => columns.map((column, index) => textOf(column, row[index]))),
]

/** The table alone, for other programs: no filters or totals, and a title only where there are several tables. */
export const writeCsv = async (reports: ReportDocuments): Promise<Uint8Array<ArrayBuffer>> => {
  const [first, ...others] = reports
  const lines =
    others.length === 0
      ? linesOf(first)
      : reports.flatMap((report, index) => [...(index > 0 ? [[]] : []), [report.title], ...linesOf(report)])
  return new TextEncoder().encode(await csvOf(lines))
}
