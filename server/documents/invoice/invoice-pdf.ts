/** An invoice as a PDF: a letterhead, the lines, the totals, how to pay, and an annex with the sessions. */
import type { InvoiceDocument } from '#domain/billing/invoice.ts'
import type { Logo } from '#server/documents/logo.ts'
import { FAINT, INK, LINE, lineHeight, PdfDocument, type TextStyle } from '#server/documents/pdf/pdf-document.ts'
import { drawTable } from '#server/documents/pdf/pdf-table.ts'
import {
  ANNEX_HINT,
  ANNEX_TITLE,
  type Fact,
  type InvoiceLayout,
  LINE_HEADS,
  layOutInvoice,
  SESSION_HEADS,
} from './invoice-layout.ts'

const TITLE: TextStyle = { size: 26, bold: true }
const NUMBER: TextStyle = { size: 12, colour: FAINT }
const ISSUER: TextStyle = { size: 12, bold: true }
const NAME: TextStyle = { size: 10.5, bold: true }
const TEXT: TextStyle = { size: 9.5 }
const ADDRESS: TextStyle = { size: 9.5, colour: FAINT }
const LABEL: TextStyle = { size: 8, bold: true, colour: FAINT }
const TOTAL: TextStyle = { size: 15, bold: true }
const HEADING: TextStyle = { size: 15, bold: true }

const MARGIN = 50
const LOGO = { width: 190, height: 54 }
const GAP = 22
/** Beside the table's text. */
const PADDING = 4
const TOTALS_WIDTH = 300
const FACT_LABEL = 84

/** Writes lines from `y` on, over as many pages as needed. */
const flow = (doc: PdfDocument, lines: readonly string[], y: number, style: TextStyle): number => {
  let top = y
  for (const line of lines) {
    if (top + lineHeight(style) > doc.bottom) {
      doc.nextPage()
      top = doc.top
    }
    top = doc.write([line], doc.left, top, style)
  }
  return top
}

const wrapped = (doc: PdfDocument, lines: readonly string[], width: number, style: TextStyle) =>
  lines.flatMap((line) => doc.wrap(line, width, style))

const drawLetterhead = (
  doc: PdfDocument,
  { issuer, kind, number, notices }: InvoiceLayout,
  logo: Logo | null,
): number => {
  const half = doc.width / 2 - GAP
  const title = { ...TITLE, align: 'right' } as const
  const right = doc.write([kind], doc.right, doc.top - 5, title)
  const numberEnd = doc.write([number], doc.right, right, { ...NUMBER, align: 'right' })
  let left = doc.top
  if (logo) left += doc.picture(logo.content, doc.left, left, LOGO).height + 12
  left = doc.write(doc.wrap(issuer.name, half, ISSUER), doc.left, left, ISSUER)
  left = doc.write(wrapped(doc, issuer.lines, half, ADDRESS), doc.left, left + 2, ADDRESS)
  const end = Math.max(left, numberEnd) + 16
  doc.rule(doc.left, end, doc.width, { colour: INK, weight: 1 })
  if (notices.length === 0) return end + 16
  return flow(doc, wrapped(doc, notices, doc.width, NAME), end + 10, NAME) + 12
}

const drawFacts = (doc: PdfDocument, facts: readonly Fact[], x: number, y: number, width: number): number => {
  let top = y
  for (const [label, value] of facts) {
    doc.write([label], x, top, ADDRESS)
    top = doc.write(doc.wrap(value, width - FACT_LABEL, TEXT), x + FACT_LABEL, top, TEXT) + 2
  }
  return top
}

const drawParties = (doc: PdfDocument, { billTo, facts, chosen }: InvoiceLayout, y: number): number => {
  const factsWidth = 226
  const room = doc.width - factsWidth - GAP
  let left = doc.write(['Bill to'], doc.left, y, LABEL) + 3
  left = doc.write(doc.wrap(billTo.name, room, NAME), doc.left, left, NAME)
  left = doc.write(wrapped(doc, billTo.lines, room, TEXT), doc.left, left + 2, TEXT)
  const right = drawFacts(doc, facts, doc.right - factsWidth, y, factsWidth)
  let end = Math.max(left, right)
  for (const [label, value] of chosen) {
    end = doc.write([`Only these ${label.toLowerCase()}`], doc.left, end + 10, LABEL) + 3
    end = flow(doc, doc.wrap(value, doc.width, TEXT), end, TEXT)
  }
  return end + GAP
}

const TOTAL_HEIGHT = lineHeight(TOTAL) + 16
const SUM_HEIGHT = lineHeight(TEXT) + 5

const drawSums = (doc: PdfDocument, { sums, total, balance }: InvoiceLayout, y: number): number => {
  const left = doc.right - TOTALS_WIDTH
  const edge = doc.right - PADDING
  const drawEach = (facts: readonly Fact[], y: number) => {
    for (const [index, [label, amount]] of facts.entries()) {
      const top = y + index * SUM_HEIGHT
      doc.write([doc.cut(label, TOTALS_WIDTH - doc.widthOf(amount, TEXT) - 12, ADDRESS)], left, top, ADDRESS)
      doc.write([amount], edge, top, { ...TEXT, align: 'right' })
    }
    return y + facts.length * SUM_HEIGHT
  }
  let top = drawEach(sums, y + 6)
  doc.rule(left, top + 2, TOTALS_WIDTH, { colour: INK, weight: 1 })
  top += 9
  doc.write([total[0]], left, top, TOTAL)
  return drawEach(balance, doc.write([total[1]], edge, top, { ...TOTAL, align: 'right' }) + 6)
}

const drawPayment = (doc: PdfDocument, { payment, terms, note }: InvoiceLayout, y: number): void => {
  let top = y + GAP
  if (note !== '') top = flow(doc, doc.wrap(note, doc.width, TEXT), top, TEXT) + GAP
  const half = doc.width / 2 - GAP / 2
  const columns = [payment, terms].filter(({ lines }) => lines.length > 0)
  const texts = columns.map(({ name, lines }) => ({ name, lines: wrapped(doc, lines, half, TEXT) }))
  const height = Math.max(0, ...texts.map(({ lines }) => lines.length * lineHeight(TEXT))) + lineHeight(LABEL) + 14
  if (top + height > doc.bottom) {
    doc.nextPage()
    top = doc.top + 8
  }
  doc.rule(doc.left, top, doc.width, { colour: LINE })
  for (const [index, { name, lines }] of texts.entries()) {
    const x = doc.left + index * (half + GAP)
    const below = doc.write([name], x, top + 10, LABEL) + 3
    doc.write(lines, x, below, TEXT)
  }
}

const drawAnnex = (doc: PdfDocument, { annex }: InvoiceLayout): void => {
  doc.nextPage()
  let top = doc.write([ANNEX_TITLE], doc.left, doc.top + 4, HEADING) + 2
  top = doc.write(doc.wrap(ANNEX_HINT, doc.width, ADDRESS), doc.left, top, ADDRESS) + 10
  drawTable(doc, top, {
    columns: [
      { head: SESSION_HEADS.date, share: 1.5, cell: ({ date }) => date },
      { head: SESSION_HEADS.provider, share: 2.1, cell: ({ provider }) => provider },
      { head: SESSION_HEADS.students, share: 2.5, cell: ({ students }) => students },
      { head: SESSION_HEADS.time, share: 2.1, cell: ({ time }) => time },
      { head: SESSION_HEADS.minutes, share: 1, align: 'right', cell: ({ minutes }) => minutes },
      { head: SESSION_HEADS.quantity, share: 1, align: 'right', cell: ({ quantity }) => quantity },
    ],
    groups: annex.map((group) => ({
      title: group.title,
      notes: [group.note],
      rows: group.sessions,
      totals: [group.totalLabel, '', '', '', group.totalMinutes, group.totalQuantity],
    })),
    isRuled: ({ isLastOfWork }) => isLastOfWork,
  })
}

export const writeInvoicePdf = (invoice: InvoiceDocument, logo: Logo | null): Promise<Uint8Array<ArrayBuffer>> => {
  const layout = layOutInvoice(invoice)
  const options = {
    orientation: 'portrait',
    title: layout.title,
    organisation: layout.issuer.name,
    now: new Date(`${invoice.issuedOn}T00:00:00Z`),
    timeZone: 'UTC',
    footer: layout.title,
    hasLetterhead: true,
    margin: MARGIN,
  } as const
  return PdfDocument.write(options, (doc) => {
    doc.nextPage()
    const start = drawParties(doc, layout, drawLetterhead(doc, layout, logo))
    const end = drawTable(doc, start, {
      columns: [
        { head: LINE_HEADS.service, share: 5, cell: ({ service }) => service, detail: ({ detail }) => detail },
        { head: LINE_HEADS.quantity, share: 1.2, align: 'right', cell: ({ quantity }) => quantity },
        { head: '', share: 1, cell: ({ unit }) => unit },
        { head: LINE_HEADS.rate, share: 1.6, align: 'right', cell: ({ rate }) => rate },
        { head: LINE_HEADS.amount, share: 1.8, align: 'right', cell: ({ amount }) => amount },
      ],
      groups: [{ title: '', rows: layout.lines }],
      size: TEXT.size,
      keep: 12 + (layout.sums.length + layout.balance.length) * SUM_HEIGHT + TOTAL_HEIGHT,
    })
    drawPayment(doc, layout, drawSums(doc, layout, end))
    if (layout.annex.length > 0) drawAnnex(doc, layout)
  })
}
