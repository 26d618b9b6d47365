import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { requireAt } from '#server/db/require-one.ts'
import { logoRun } from '#server/documents/docx-logo.ts'
import type { Logo } from '#server/documents/logo.ts'
import { FAINT, INK, LINE } from '#server/documents/pdf/pdf-document.ts'
import { BAND } from '#server/documents/pdf/pdf-table.ts'
import {
  cellTexts,
  inGroups,
  LOGO,
  orientationOf,
  type ReportDocument,
  type ReportDocuments,
  underTitleLine,
} from './report-layout.ts'

/** Word's lengths are twentieths of a point: US Letter with margins of half an inch. */
const SHORT_SIDE = 12_240
const LONG_SIDE = 15_840
const MARGIN = 720

/** Font sizes in half points. */
const SMALL = 16
const TEXT = 18

type Docx = typeof import('docx')

/** A table whose headings repeat on every page, with its heading and footer. */
const sectionOf = async (docx: Docx, whole: ReportDocument, logo: Logo | null) => {
  const { report, groups } = inGroups(whole)
  const { title, organization, columns, rows, totals, emptyText, now, timeZone } = report
  const { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableRow, TabStopType, TextRun } = docx
  const isWide = orientationOf(report) === 'landscape'
  const width = (isWide ? LONG_SIDE : SHORT_SIDE) - 2 * MARGIN
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.round((width * share) / shares))
  const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
  const line = (size: number) => ({ style: BorderStyle.SINGLE, size, color: LINE.slice(1) })
  const borders = { top: none, bottom: none, left: none, right: none, insideVertical: none }
  const runOf = (text: string, { size = TEXT, bold = false, color = INK } = {}) =>
    new TextRun({ text, size, bold, color: color.slice(1) })
  const rowOf = (texts: readonly string[], style: Parameters<typeof runOf>[1] = {}, isHead = false) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: columns.map(
        ({ align }, index) =>
          new TableCell({
            width: { size: requireAt(widths, index), type: docx.WidthType.DXA },
            margins: { top: 50, bottom: 50, left: 80, right: 80 },
            children: [
              new Paragraph({
                alignment: align === 'end' ? AlignmentType.RIGHT : AlignmentType.LEFT,
                children: [runOf(texts[index] ?? '', style)],
              }),
            ],
          }),
      ),
    })
  const bandOf = (text: string) =>
    new TableRow({
      cantSplit: true,
      children: [
        new TableCell({
          columnSpan: columns.length,
          shading: { fill: BAND.slice(1) },
          margins: { top: 60, bottom: 60, left: 80, right: 80 },
          // The group's first row stays with it.
          children: [new Paragraph({ keepNext: true, children: [runOf(text, { bold: true })] })],
        }),
      ],
    })
  const pictures = logo
    ? [
        new Paragraph({
          alignment: AlignmentType.RIGHT,
          children: [await logoRun(docx, logo, LOGO, organization)],
        }),
      ]
    : []
  const atBothEnds = (left: InstanceType<typeof TextRun>, right: InstanceType<typeof TextRun>) =>
    new Paragraph({
      tabStops: [{ type: TabStopType.RIGHT, position: width }],
      children: [left, new TextRun({ children: [new docx.Tab()] }), right],
    })
  const small = { size: SMALL, color: FAINT }
  const printed = localOf(now, timeZone)
  const pages = ['Page ', docx.PageNumber.CURRENT, ' of ', docx.PageNumber.TOTAL_PAGES]
  return {
    properties: {
      page: {
        // The library swaps width and height for landscape.
        size: {
          width: SHORT_SIDE,
          height: LONG_SIDE,
          orientation: isWide ? docx.PageOrientation.LANDSCAPE : docx.PageOrientation.PORTRAIT,
        },
        margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN },
      },
    },
    footers: {
      default: new docx.Footer({
        children: [
          atBothEnds(
            runOf(`Printed ${formatDate(printed.date)} ${formatTime(printed.time)}`, small),
            new TextRun({ children: pages, size: SMALL, color: FAINT.slice(1) }),
          ),
        ],
      }),
    },
    children: [
      ...pictures,
      atBothEnds(runOf(title, { size: 26, bold: true }), runOf(organization, { size: 22, bold: true })),
      new Paragraph({ spacing: { after: 160 }, children: [runOf(underTitleLine(report), small)] }),
      rows.length === 0
        ? new Paragraph({ children: [runOf(emptyText, { size: 22 })] })
        : new Table({
            columnWidths: widths,
            width: { size: width, type: docx.WidthType.DXA },
            borders: { ...borders, insideHorizontal: line(4), bottom: line(8) },
            rows: [
              rowOf(
                columns.map((column) => column.title),
                { ...small, bold: true },
                true,
              ),
              ...groups.flatMap((group) => [
                ...(group.title === '' ? [] : [bandOf(group.title)]),
                ...group.rows.map((row) => rowOf(cellTexts(report, row))),
                ...(group.totals ? [rowOf(cellTexts(report, group.totals), { bold: true })] : []),
              ]),
              ...(totals ? [rowOf(cellTexts(report, totals), { bold: true })] : []),
            ],
          }),
    ],
  }
}

/** Writes a Word file with a section for each. */
export const writeDocx = async (reports: ReportDocuments, logo: Logo | null): Promise<Uint8Array<ArrayBuffer>> => {
  // Loaded with the first Word file because it is large.
  const docx = await import('docx')
  const [{ title, organization }] = reports
  const file = new docx.Document({
    title,
    creator: organization,
    styles: { default: { document: { run: { font: 'Calibri' } } } },
    sections: await Promise.all(reports.map((report) => sectionOf(docx, report, logo))),
  })
  return new Uint8Array(await docx.Packer.toArrayBuffer(file))
}
