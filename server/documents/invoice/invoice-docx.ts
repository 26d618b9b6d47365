/** An invoice as a Word file, with the same content as the PDF. Word chooses fonts and directions by script. */
import type { ITableCellOptions } from 'docx'
import type { InvoiceDocument } from '#domain/billing/invoice.ts'
import { requireAt } from '#server/db/require-one.ts'
import { logoRun } from '#server/documents/docx-logo.ts'
import type { Logo } from '#server/documents/logo.ts'
import { FAINT, INK, LINE } from '#server/documents/pdf/pdf-document.ts'
import { settleDocx } from '#server/documents/settle-docx.ts'
import { ANNEX_HINT, ANNEX_TITLE, type AnnexGroup, LINE_HEADS, layOutInvoice, SESSION_HEADS } from './invoice-layout.ts'

/** Word's lengths are twentieths of a point: US Letter. */
const PAGE = { width: 12_240, height: 15_840 }
const MARGIN = 1000
const WIDTH = PAGE.width - 2 * MARGIN

/** Font sizes in half points. */
const SMALL = 16
const TEXT = 19
const NAME = 21
const HEADING = 30
const TITLE = 52

/** In pixels, as the library counts: 96 per inch. */
const LOGO = { width: 253, height: 72 }

const BAND = 'EEF1F5'

interface RunStyle {
  readonly size?: number
  readonly bold?: boolean
  readonly color?: string
}

/** A session followed by another of the same work, the last one of a work, and the last one of the table. */
const SESSION_ROWS = ['first', 'lastOfWork', 'last'] as const
const SESSION_COLUMNS = ['date', 'provider', 'students', 'time', 'minutes', 'quantity'] as const
const FIGURES: ReadonlySet<string> = new Set(['minutes', 'quantity'])

/** Around a placeholder: a private character that no name has. */
const MARK = '\uf8ff'

const placeholder = (group: number, kind: (typeof SESSION_ROWS)[number], column: (typeof SESSION_COLUMNS)[number]) =>
  `${MARK}${group} ${kind} ${column}${MARK}`

const SAMPLE = new RegExp(`${MARK}(\\d+) (\\w+) date${MARK}`)

/** Characters that XML cannot have. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(UNWRITABLE, ' ')

/**
 * Replaces the sample rows of each annex table by its sessions. The library takes 40 kB of memory for a row, which is too
 * much for thousands of sessions, so it writes three, and the others are copies of their text.
 */
const withSessions = (document: string, annex: readonly AnnexGroup[]): string => {
  const samples = new Map<string, string>()
  return document
    .split(/(?=<w:tr>)|(?<=<\/w:tr>)/)
    .map((row) => {
      const [, group, kind = ''] = row.match(SAMPLE) ?? []
      if (group === undefined) return row
      samples.set(kind, row)
      if (kind !== 'last') return ''
      const sessions = annex[Number(group)]?.sessions ?? []
      return sessions
        .map((session, index) => {
          const isLast = index === sessions.length - 1
          const sample = samples.get(isLast ? 'last' : session.isLastOfWork ? 'lastOfWork' : 'first') ?? ''
          return SESSION_COLUMNS.reduce(
            (filled, column) =>
              filled.replace(new RegExp(`${MARK}[^${MARK}]* ${column}${MARK}`), () => escapeXml(session[column])),
            sample,
          )
        })
        .join('')
    })
    .join('')
}

interface ParagraphStyle {
  readonly before?: number
  readonly after?: number
  readonly align?: 'left' | 'right'
  /** On the same page as the next paragraph. */
  readonly keepNext?: boolean
}

interface CellStyle extends Pick<ITableCellOptions, 'borders' | 'shading' | 'columnSpan'> {
  readonly keepNext?: boolean
  /** Above and below the text. */
  readonly padding?: number
  /** Beside the text. */
  readonly inset?: number
}

interface CellContent {
  /** Paragraphs, each in its own style. */
  readonly lines: readonly (readonly [text: string, style?: RunStyle])[]
  readonly align?: 'left' | 'right'
}

export const writeInvoiceDocx = async (
  invoice: InvoiceDocument,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> => {
  const layout = layOutInvoice(invoice)
  // Loaded with the first Word file because it is large.
  const docx = await import('docx')
  const { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableRow, TabStopType, TextRun, WidthType } = docx

  const faint: RunStyle = { color: FAINT }
  const label: RunStyle = { size: SMALL, bold: true, color: FAINT }
  const runOf = (text: string, { size = TEXT, bold = false, color = INK }: RunStyle = {}) =>
    new TextRun({ text, size, bold, color: color.slice(1) })
  const paragraphOf = (
    text: string,
    style: RunStyle = {},
    { after = 0, before = 0, align = 'left', keepNext = false }: ParagraphStyle = {},
  ) =>
    new Paragraph({
      spacing: { before, after },
      keepNext,
      alignment: align === 'right' ? AlignmentType.RIGHT : AlignmentType.LEFT,
      children: [runOf(text, style)],
    })

  const none = { style: BorderStyle.NONE, size: 0, color: 'auto' }
  const noBorders = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none }
  const line = (size: number, color = LINE) => ({ style: BorderStyle.SINGLE, size, color: color.slice(1) })
  const rowBorder = line(4)

  const cellOf = (
    { lines, align = 'left' }: CellContent,
    width: number,
    { keepNext = false, padding = 50, inset = 80, ...options }: CellStyle = {},
  ) =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      margins: { top: padding, bottom: padding, left: inset, right: inset },
      ...options,
      children: lines.map(([text, style]) => paragraphOf(text, style, { align, keepNext })),
    })
  const tableOf = (widths: readonly number[], rows: InstanceType<typeof TableRow>[]) =>
    new Table({
      columnWidths: [...widths],
      width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
      borders: noBorders,
      layout: docx.TableLayoutType.FIXED,
      rows,
    })
  const plain = (text: string, style?: RunStyle): CellContent => ({ lines: [[text, style]] })
  const figure = (text: string, style?: RunStyle): CellContent => ({ lines: [[text, style]], align: 'right' })

  const rowOf = (
    widths: readonly number[],
    cells: readonly CellContent[],
    style: CellStyle & { isHead?: boolean } = {},
  ) => {
    const { isHead = false, ...cellStyle } = style
    return new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: cells.map((cell, index) => cellOf(cell, requireAt(widths, index), cellStyle)),
    })
  }

  const halves = [WIDTH / 2, WIDTH / 2] as const
  const picture = logo
    ? [
        new Paragraph({
          spacing: { after: 160 },
          children: [await logoRun(docx, logo, LOGO, layout.issuer.name)],
        }),
      ]
    : []
  const letterhead = tableOf(halves, [
    new TableRow({
      children: [
        new TableCell({
          width: { size: halves[0], type: WidthType.DXA },
          margins: { left: 0, right: 0 },
          children: [
            ...picture,
            paragraphOf(layout.issuer.name, { size: 24, bold: true }, { after: 40 }),
            ...layout.issuer.lines.map((text) => paragraphOf(text, faint)),
          ],
        }),
        new TableCell({
          width: { size: halves[1], type: WidthType.DXA },
          margins: { left: 0, right: 0 },
          children: [
            paragraphOf(layout.kind, { size: TITLE, bold: true }, { align: 'right' }),
            paragraphOf(layout.number, { size: 24, color: FAINT }, { align: 'right' }),
          ],
        }),
      ],
    }),
  ])
  const rule = (after: number) =>
    new Paragraph({ spacing: { after }, border: { bottom: line(8, INK) }, children: [runOf('', { size: 8 })] })

  const factWidths = [1700, 2900] as const
  const partyWidths = [WIDTH - factWidths[0] - factWidths[1], ...factWidths] as const
  const parties = tableOf(partyWidths, [
    rowOf(
      partyWidths,
      [
        {
          lines: [
            ['Bill to', label],
            [layout.billTo.name, { size: NAME, bold: true }],
            ...layout.billTo.lines.map((text) => [text] as const),
          ],
        },
        { lines: layout.facts.map(([name]) => [name, faint] as const) },
        { lines: layout.facts.map(([, value]) => [value] as const) },
      ],
      { padding: 0, inset: 0 },
    ),
  ])
  const chosen = layout.chosen.flatMap(([name, value]) => [
    paragraphOf(`Only these ${name.toLowerCase()}`, label, { before: 160, keepNext: true }),
    paragraphOf(value),
  ])

  const lineWidths = [4640, 1100, 1100, 1600, 1800] as const
  const total: RunStyle = { size: HEADING, bold: true }
  const totalBorders = { top: line(8, INK) }
  /** Part of the table, so that totals stay on the page of its last row. */
  const sumRow = (name: CellContent, amount: CellContent) =>
    new TableRow({
      cantSplit: true,
      children: [
        cellOf(plain(''), lineWidths[0], { keepNext: true }),
        cellOf(name, lineWidths[1] + lineWidths[2] + lineWidths[3], { columnSpan: 3, keepNext: true }),
        cellOf(amount, lineWidths[4], { keepNext: true }),
      ],
    })
  const headBorders = { bottom: line(6) }
  const lastLine = layout.lines.length - 1
  const lines = tableOf(lineWidths, [
    rowOf(
      lineWidths,
      [
        plain(LINE_HEADS.service, label),
        figure(LINE_HEADS.quantity, label),
        plain('', label),
        figure(LINE_HEADS.rate, label),
        figure(LINE_HEADS.amount, label),
      ],
      { isHead: true, borders: headBorders },
    ),
    ...layout.lines.map(({ service, detail, quantity, unit, rate, amount }, index) =>
      rowOf(
        lineWidths,
        [
          { lines: [[service], [detail, { size: SMALL, color: FAINT }]] },
          figure(quantity),
          plain(unit),
          figure(rate),
          figure(amount),
        ],
        { borders: { bottom: rowBorder }, keepNext: index === lastLine },
      ),
    ),
    ...layout.sums.map(([name, amount]) => sumRow(plain(name, faint), figure(amount))),
    new TableRow({
      cantSplit: true,
      children: [
        cellOf(plain(''), lineWidths[0]),
        cellOf(plain(layout.total[0], total), lineWidths[1], { borders: totalBorders, padding: 80 }),
        cellOf(figure(layout.total[1], total), lineWidths[2] + lineWidths[3] + lineWidths[4], {
          columnSpan: 3,
          borders: totalBorders,
          padding: 80,
        }),
      ],
    }),
    ...layout.balance.map(([name, amount]) => sumRow(plain(name, faint), figure(amount))),
  ])

  const notes = layout.note === '' ? [] : layout.note.split('\n').map((text) => paragraphOf(text))
  const payment = tableOf(halves, [
    rowOf(
      halves,
      [layout.payment, layout.terms].map(({ name, lines: texts }) => ({
        lines: texts.length === 0 ? [['']] : [[name, label], ...texts.map((text) => [text] as const)],
      })),
      { borders: { top: rowBorder }, padding: 120, inset: 0 },
    ),
  ])

  const sessionWidths = [1440, 2200, 2600, 2200, 900, 900] as const
  const left = sessionWidths[0] + sessionWidths[1] + sessionWidths[2]
  const right = sessionWidths[3] + sessionWidths[4] + sessionWidths[5]
  const totalsBorders = { bottom: line(6) }
  const band = { type: docx.ShadingType.CLEAR, fill: BAND, color: 'auto' }
  const compact: RunStyle = { size: 17 }
  const annex = layout.annex.flatMap((group, at) => {
    const bold = { ...compact, bold: true }
    const table = tableOf(sessionWidths, [
      rowOf(
        sessionWidths,
        [
          plain(SESSION_HEADS.date, label),
          plain(SESSION_HEADS.provider, label),
          plain(SESSION_HEADS.students, label),
          plain(SESSION_HEADS.time, label),
          figure(SESSION_HEADS.minutes, label),
          figure(SESSION_HEADS.quantity, label),
        ],
        { isHead: true, borders: headBorders, keepNext: true },
      ),
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: [
          cellOf(
            plain(group.title, { size: TEXT, bold: true }),
            sessionWidths[0] + sessionWidths[1] + sessionWidths[2],
            {
              columnSpan: 3,
              shading: band,
              keepNext: true,
            },
          ),
          cellOf(figure(group.note, { size: SMALL, color: FAINT }), right, {
            columnSpan: 3,
            shading: band,
            keepNext: true,
          }),
        ],
      }),
      ...SESSION_ROWS.map((kind) =>
        rowOf(
          sessionWidths,
          SESSION_COLUMNS.map((column) => {
            const text = placeholder(at, kind, column)
            return FIGURES.has(column) ? figure(text, compact) : plain(text, compact)
          }),
          { keepNext: kind === 'last', ...(kind !== 'first' && { borders: { bottom: rowBorder } }) },
        ),
      ),
      new TableRow({
        cantSplit: true,
        children: [
          cellOf(plain(group.totalLabel, bold), left, { columnSpan: 3, borders: totalsBorders }),
          cellOf(plain(''), sessionWidths[3], { borders: totalsBorders }),
          cellOf(figure(group.totalMinutes, bold), sessionWidths[4], { borders: totalsBorders }),
          cellOf(figure(group.totalQuantity, bold), sessionWidths[5], { borders: totalsBorders }),
        ],
      }),
    ])
    return [table, paragraphOf('', { size: SMALL })]
  })

  const atBothEnds = (left: string, right: InstanceType<typeof TextRun>, style: RunStyle) =>
    new Paragraph({
      tabStops: [{ type: TabStopType.RIGHT, position: WIDTH }],
      children: [runOf(left, style), new TextRun({ children: [new docx.Tab()] }), right],
    })
  const small: RunStyle = { size: SMALL, color: FAINT }
  const footer = new docx.Footer({
    children: [
      atBothEnds(
        layout.title,
        new TextRun({
          children: ['Page ', docx.PageNumber.CURRENT, ' of ', docx.PageNumber.TOTAL_PAGES],
          size: SMALL,
          color: FAINT.slice(1),
        }),
        small,
      ),
    ],
  })
  const heading = { size: 22, bold: true }
  const file = new docx.Document({
    title: layout.title,
    creator: layout.issuer.name,
    lastModifiedBy: layout.issuer.name,
    styles: { default: { document: { run: { font: 'Calibri' } } } },
    sections: [
      {
        properties: {
          titlePage: true,
          page: { size: PAGE, margin: { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN } },
        },
        headers: {
          first: new docx.Header({ children: [] }),
          default: new docx.Header({
            children: [atBothEnds(layout.title, runOf(layout.issuer.name, heading), heading), rule(160)],
          }),
        },
        footers: { first: footer, default: footer },
        children: [
          letterhead,
          rule(240),
          ...layout.notices.map((text) => paragraphOf(text, { size: NAME, bold: true }, { after: 120 })),
          parties,
          ...chosen,
          paragraphOf('', {}, { after: 120 }),
          lines,
          paragraphOf('', {}, { after: 120 }),
          ...notes,
          paragraphOf('', {}, { after: 120 }),
          payment,
          ...(annex.length > 0
            ? [
                new Paragraph({
                  pageBreakBefore: true,
                  spacing: { after: 40 },
                  children: [runOf(ANNEX_TITLE, { size: HEADING, bold: true })],
                }),
                paragraphOf(ANNEX_HINT, faint, { after: 200 }),
                ...annex,
              ]
            : []),
        ],
      },
    ],
  })
  return settleDocx(new Uint8Array(await docx.Packer.toArrayBuffer(file)), invoice.issuedOn, (document) =>
    withSessions(document, layout.annex),
  )
}
