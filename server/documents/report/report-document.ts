/** A report as a PDF, Excel or Word file: title, organization, filters, table, and totals. */
import { type CellFormat, type CellValue, cellText } from '#contract/reports/report-cells.ts'
import { PdfDocument, type PdfOptions } from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import type { CellToWrite } from '#server/documents/sheet.ts'
import { writeSheet } from '#server/documents/write-sheet.ts'
import { cellTexts, filterLine, orientationOf, type ReportDocument } from './report-layout.ts'
import { writeDocx } from './write-docx.ts'

const writePdf = (report: ReportDocument) => {
  const { title, organization, filters, columns, rows, totals } = report
  const options: PdfOptions = {
    orientation: orientationOf(report),
    title,
    organisation: organization,
    notes: filters.length > 0 ? [filterLine(report)] : [],
    now: report.now,
    timeZone: report.timeZone,
  }
  return PdfDocument.write(options, (doc) => {
    doc.nextPage()
    if (rows.length === 0) doc.write([report.emptyText], doc.left, doc.top, { size: 11 })
    else {
      drawTable<readonly CellValue[]>(doc, doc.top, {
        columns: columns.map((column, index) => ({
          head: column.title,
          share: column.share,
          ...(column.align === 'end' && { align: 'right' as const }),
          cell: (row) => cellText(column, row[index]),
        })),
        groups: [{ title: '', rows }],
        ...(totals && { totals: cellTexts(report, totals) }),
      })
    }
  })
}

/** Column widths in characters. */
const MAX_WIDTH = 48
const MIN_WIDTH = 8
/** How many rows are measured to set a column's width. */
const MAX_MEASURED_ROWS = 200

const writeXlsx = ({ title, organization, filters, columns, rows, totals }: ReportDocument) => {
  const cellOf = ({ kind }: CellFormat, value: CellValue): CellToWrite =>
    kind === 'date' && typeof value === 'string' ? { date: value } : value
  const cellsOf = (values: readonly CellValue[]) => columns.map((column, index) => cellOf(column, values[index]))
  return writeSheet({
    name: title,
    above: [title, organization, ...filters],
    columns: columns.map((column, index) => {
      const texts = [column.title, ...rows.slice(0, MAX_MEASURED_ROWS).map((row) => cellText(column, row[index]))]
      const { kind, decimals = 0 } = column
      return {
        title: column.title,
        width: Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, ...texts.map((text) => text.length + 2))),
        ...(kind === 'number' && { format: decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0' }),
      }
    }),
    rows: rows.map(cellsOf),
    ...(totals && { totals: cellsOf(totals) }),
  })
}

const WRITERS = { pdf: writePdf, xlsx: writeXlsx, docx: writeDocx } as const

/** Returns the file's bytes. */
export const writeReport = async (report: ReportDocument): Promise<Uint8Array<ArrayBuffer>> =>
  WRITERS[report.format](report)
