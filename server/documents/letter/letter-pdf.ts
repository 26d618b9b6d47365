/** A letter as a PDF where LibreOffice is absent: its texts in the fonts of our documents (docs/decisions/letters.md). */
import { lineHeight, PdfDocument, type TextStyle } from '#server/documents/pdf/pdf-document.ts'
import { type Block, type LetterTable, type NotShown, type Paragraph, readLetter, type Span } from './letter-blocks.ts'

const MARGIN = 72
const TAB = 36
const MARKER = 14
/** Below a paragraph, and between the cells of a table. */
const GAP = 6
const PADDING = 4
/** The least width of a table's column. */
const MIN_COLUMN = 44

interface Piece {
  readonly text: string
  readonly style: TextStyle
  readonly underline: boolean
  /** From the left edge of its line. */
  readonly x: number
  readonly width: number
}

interface Line {
  readonly pieces: readonly Piece[]
  readonly height: number
}

const styleOf = ({ size, bold }: Span): TextStyle => ({ size, bold })

interface Word {
  readonly spans: readonly Span[]
  readonly isSpace: boolean
}

/** Words and what is between them; a word may change its style in the middle. */
const wordsOf = (spans: readonly Span[]): Word[] => {
  const words: Word[] = []
  for (const span of spans) {
    for (const [text] of span.text.matchAll(/\n|\t| +|[^\n\t ]+/g)) {
      const isSpace = /^[\n\t ]/.test(text)
      const last = words.at(-1)
      if (last && !isSpace && !last.isSpace)
        words[words.length - 1] = { spans: [...last.spans, { ...span, text }], isSpace }
      else words.push({ spans: [{ ...span, text }], isSpace })
    }
  }
  return words
}

/** Puts words into lines of a width, from the left. */
class Setter {
  readonly #doc: PdfDocument
  readonly #width: number
  readonly #lines: Line[] = []
  #pieces: Piece[] = []
  #x = 0

  constructor(doc: PdfDocument, width: number) {
    this.#doc = doc
    this.#width = width
  }

  static linesOf(doc: PdfDocument, { spans, size, align }: Paragraph, width: number): Line[] {
    const setter = new Setter(doc, width)
    for (const word of wordsOf(spans)) setter.#add(word)
    setter.#end(size)
    return setter.#lines.map(({ pieces, height }) => {
      const last = pieces.at(-1)
      const room = last === undefined ? 0 : Math.max(0, width - last.x - last.width)
      const shift = align === 'left' ? 0 : align === 'right' ? room : room / 2
      return { height, pieces: pieces.map((piece) => ({ ...piece, x: piece.x + shift })) }
    })
  }

  #end(size: number): void {
    const pieces = this.#pieces.filter(({ text }, index, all) => index < all.length - 1 || text.trim() !== '')
    const height = Math.max(
      ...(pieces.length > 0 ? pieces.map(({ style }) => lineHeight(style)) : [lineHeight({ size })]),
    )
    this.#lines.push({ pieces, height })
    this.#pieces = []
    this.#x = 0
  }

  #add({ spans, isSpace }: Word): void {
    const [first] = spans
    if (!first) return
    if (first.text === '\n') {
      this.#end(first.size)
      return
    }
    if (first.text === '\t') {
      this.#x = (Math.floor(this.#x / TAB) + 1) * TAB
      return
    }
    const width = spans.reduce((sum, span) => sum + this.#doc.widthOf(span.text, styleOf(span)), 0)
    if (this.#x > 0 && !isSpace && this.#x + width > this.#width) this.#end(first.size)
    if (isSpace && this.#x === 0 && this.#lines.length > 0) return
    for (const span of spans) {
      // Only a word wider than the line has several parts.
      const parts =
        isSpace || width <= this.#width ? [span.text] : this.#doc.wrap(span.text, this.#width, styleOf(span))
      for (const [index, text] of parts.entries()) {
        if (index > 0) this.#end(span.size)
        this.#put(text, span)
      }
    }
  }

  #put(text: string, span: Span): void {
    const style = styleOf(span)
    const last = this.#pieces.at(-1)
    // One text, so that what is read from the right is written in its order.
    if (
      last &&
      last.style.size === style.size &&
      last.style.bold === style.bold &&
      last.underline === span.underline &&
      last.x + last.width === this.#x
    ) {
      const whole = `${last.text}${text}`
      const width = this.#doc.widthOf(whole, style)
      this.#pieces[this.#pieces.length - 1] = { ...last, text: whole, width }
      this.#x = last.x + width
      return
    }
    const width = this.#doc.widthOf(text, style)
    this.#pieces.push({ text, style, underline: span.underline, x: this.#x, width })
    this.#x += width
  }
}

const drawLine = (doc: PdfDocument, { pieces, height }: Line, x: number, y: number): void => {
  for (const { text, style, underline, x: at, width } of pieces) {
    const top = y + height - lineHeight(style)
    doc.write([text], x + at, top, style)
    if (underline) doc.rule(x + at, top + lineHeight(style) - 1.5, width, { colour: '#1a1a1a', weight: 0.6 })
  }
}

const drawParagraph = (doc: PdfDocument, y: number, paragraph: Paragraph): number => {
  const { marker, indent, size, isHeading } = paragraph
  const left = doc.left + Math.min(indent, doc.width / 2)
  const lines = Setter.linesOf(doc, paragraph, doc.right - left)
  // A heading stays with the line that follows.
  const first = (lines[0]?.height ?? 0) + (isHeading ? lineHeight({ size }) * 2 : 0)
  let top = y
  for (const [index, line] of lines.entries()) {
    if (top + (index === 0 ? first : line.height) > doc.bottom && top > doc.top) {
      doc.nextPage()
      top = doc.top
    }
    if (index === 0 && marker !== '') doc.write([marker], left - MARKER, top, { size })
    drawLine(doc, line, left, top)
    top += line.height
  }
  return top + GAP
}

/** Shares of the width by what the columns hold. */
const columnWidths = (doc: PdfDocument, { rows }: LetterTable): number[] => {
  const count = Math.max(...rows.map((row) => row.length))
  const natural = Array.from({ length: count }, (_, column) => {
    const texts = rows.flatMap((row) => row[column] ?? []).map(({ spans }) => spans)
    const widths = texts.map((spans) => spans.reduce((sum, span) => sum + doc.widthOf(span.text, styleOf(span)), 0))
    return Math.min(Math.max(MIN_COLUMN, ...widths) + 2 * PADDING, doc.width * 0.6)
  })
  const sum = natural.reduce((total, width) => total + width, 0)
  return natural.map((width) => (width * doc.width) / sum)
}

const drawTable = (doc: PdfDocument, y: number, table: LetterTable): number => {
  if (table.rows.length === 0) return y
  const widths = columnWidths(doc, table)
  const lefts = widths.map((_, index) => doc.left + widths.slice(0, index).reduce((sum, width) => sum + width, 0))
  let top = y
  for (const row of table.rows) {
    let rest = row.map((cell, column) =>
      cell.flatMap((paragraph) => Setter.linesOf(doc, paragraph, (widths[column] ?? MIN_COLUMN) - 2 * PADDING)),
    )
    const heightOf = (lines: readonly Line[]) => lines.reduce((sum, { height }) => sum + height, 0)
    // A row stays whole if a page is high enough for it.
    const whole = Math.max(0, ...rest.map(heightOf)) + 2 * PADDING
    if (top + whole > doc.bottom && whole <= doc.bottom - doc.top) {
      doc.nextPage()
      top = doc.top
    }
    do {
      let end = top
      rest = rest.map((lines, column) => {
        let at = top + PADDING
        let taken = 0
        for (const line of lines) {
          if (at + line.height + PADDING > doc.bottom && (taken > 0 || top > doc.top)) break
          drawLine(doc, line, (lefts[column] ?? doc.left) + PADDING, at)
          at += line.height
          taken += 1
        }
        end = Math.max(end, at + PADDING)
        return lines.slice(taken)
      })
      top = end
      if (rest.some((lines) => lines.length > 0)) {
        doc.nextPage()
        top = doc.top
      }
    } while (rest.some((lines) => lines.length > 0))
    doc.rule(doc.left, top, doc.width)
  }
  return top + GAP
}

const drawBlocks = (doc: PdfDocument, y: number, blocks: readonly Block[]): number => {
  let top = y
  for (const block of blocks) {
    if (block.kind === 'paragraph') top = drawParagraph(doc, top, block)
    else if (block.kind === 'table') top = drawTable(doc, top, block)
    else {
      doc.nextPage()
      top = doc.top
    }
  }
  return top
}

export interface LetterPaper {
  readonly docx: Uint8Array
  /** At the top of every page but the first. */
  readonly title: string
  readonly organization: string
  /** The date of the letter, `YYYY-MM-DD`. */
  readonly date: string
}

export interface LetterPdf {
  readonly pdf: Uint8Array<ArrayBuffer>
  /** What the PDF lacks. */
  readonly notShown: readonly NotShown[]
}

/** The same letter gives the same bytes. */
export const writeLetterPdf = async ({ docx, title, organization, date }: LetterPaper): Promise<LetterPdf> => {
  const { header, body, footer, notShown } = await readLetter(docx)
  const options = {
    orientation: 'portrait',
    title,
    organisation: organization,
    now: new Date(`${date}T00:00:00Z`),
    timeZone: 'UTC',
    footer,
    hasLetterhead: true,
    margin: MARGIN,
  } as const
  const pdf = await PdfDocument.write(options, (doc) => {
    doc.nextPage()
    const start = header.length > 0 ? drawBlocks(doc, doc.top - MARGIN / 2, header) + GAP : doc.top
    drawBlocks(doc, Math.max(doc.top, start), body)
  })
  return { pdf, notShown }
}
