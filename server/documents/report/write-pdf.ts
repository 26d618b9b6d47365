/** A report as a PDF: logo and organization, what was asked, a chart, and the table. */
import { type CellValue, cellText } from '#contract/reports/report-cells.ts'
import type { Logo } from '#server/documents/logo.ts'
import { FAINT, INK, lineHeight, PdfDocument, type TextStyle, tint } from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import {
  cellTexts,
  inGroups,
  LOGO,
  orientationOf,
  type ReportDocument,
  type ReportDocuments,
  underTitle,
  underTitleLine,
} from './report-layout.ts'

const TITLE: TextStyle = { size: 17, bold: true }
const OWNER: TextStyle = { size: 10.5, bold: true, align: 'right' }
const FILTER: TextStyle = { size: 9, colour: FAINT }
const CAPTION: TextStyle = { size: 9.5, bold: true }
const LABEL: TextStyle = { size: 8.5 }
const GAP = 12
const BAR = '#2f6fd0'
const BAR_HEIGHT = 9

/** The first page's heading; later pages have a small one. */
const drawLetterhead = (doc: PdfDocument, report: ReportDocument, logo: Logo | null): number => {
  const half = doc.width / 2 - GAP
  let right = doc.top
  if (logo) right += doc.picture(logo.content, doc.right, right, LOGO, 'right').height + 4
  right = doc.write([doc.cut(report.organization, half, OWNER)], doc.right, right, OWNER)
  let left = doc.write(doc.wrap(report.title, half, TITLE), doc.left, doc.top - 2, TITLE) + 2
  for (const line of underTitle(report)) left = doc.write(doc.wrap(line, half, FILTER), doc.left, left, FILTER)
  const end = Math.max(left, right) + 6
  doc.rule(doc.left, end, doc.width, { colour: INK, weight: 1 })
  return end + GAP
}

/** Horizontal bars, each with its label and value. */
const drawChart = (doc: PdfDocument, { chart }: ReportDocument, y: number): number => {
  const [first, ...others] = chart?.bars ?? []
  // One bar alone compares nothing.
  if (!chart || !first || (others.length === 0 && first.outOf === undefined)) return y
  const most = Math.max(...chart.bars.map(({ value, outOf = 0 }) => Math.max(value, outOf)))
  const labels = doc.width * 0.3
  const values = 84
  const room = doc.width - labels - values
  let top = doc.write([chart.caption], doc.left, y, CAPTION) + 4
  for (const { label, value, outOf, text } of chart.bars) {
    doc.write([doc.cut(label, labels - 8, LABEL)], doc.left, top, LABEL)
    doc.fill(doc.left + labels, top + 1.5, room, BAR_HEIGHT, tint(BAR, 0.12))
    if (most > 0 && outOf) doc.fill(doc.left + labels, top + 1.5, (room * outOf) / most, BAR_HEIGHT, tint(BAR, 0.35))
    if (most > 0 && value > 0) doc.fill(doc.left + labels, top + 1.5, (room * value) / most, BAR_HEIGHT, BAR)
    doc.write([text], doc.right, top, { ...LABEL, align: 'right' })
    top += lineHeight(LABEL) + 4
  }
  return top + GAP
}

const headingNotes = (report: ReportDocument) => (underTitle(report).length > 0 ? [underTitleLine(report)] : [])

/** From the top of a new page. */
const drawReport = (doc: PdfDocument, whole: ReportDocument, logo: Logo | null): void => {
  const { report, groups } = inGroups(whole)
  const { columns, money, totals } = report
  doc.nextPart({ title: report.title, notes: headingNotes(report) })
  const start = drawChart(doc, report, drawLetterhead(doc, report, logo))
  if (report.rows.length === 0) {
    doc.write([report.emptyText], doc.left, start, { size: 11 })
    return
  }
  drawTable<readonly CellValue[]>(doc, start, {
    columns: columns.map((column, index) => ({
      head: column.title,
      share: column.share,
      ...(column.align === 'end' && { align: 'right' as const }),
      cell: (row) => cellText(column, row[index], money),
    })),
    groups: groups.map(({ title, rows, totals: sums }) => ({
      title,
      rows,
      ...(sums && { totals: cellTexts(report, sums) }),
    })),
    ...(totals && { totals: cellTexts(report, totals) }),
  })
}

/** All in the orientation of the widest. */
export const writePdf = (reports: ReportDocuments, logo: Logo | null): Promise<Uint8Array<ArrayBuffer>> => {
  const [first] = reports
  return PdfDocument.write(
    {
      orientation: reports.some((report) => orientationOf(inGroups(report).report) === 'landscape')
        ? 'landscape'
        : 'portrait',
      title: first.title,
      organisation: first.organization,
      now: first.now,
      timeZone: first.timeZone,
    },
    (doc) => {
      for (const report of reports) drawReport(doc, report, logo)
    },
  )
}
