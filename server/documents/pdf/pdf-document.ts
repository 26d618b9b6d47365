/**
 * The page layout shared by every PDF: Letter paper, a heading on each page, the font, wrapped text, boxes and page
 * numbers. Lengths are in points (72 per inch), from the top left.
 */
import type { jsPDF } from 'jspdf'
import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { loadFonts, WEIGHTS } from './fonts.ts'

/** `#RRGGBB` */
export type Colour = string

export const INK: Colour = '#1a1a1a'
export const FAINT: Colour = '#5c5f66'
export const LINE: Colour = '#c9ced6'

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly colour?: Colour
  readonly align?: 'left' | 'right'
}

export interface PdfOptions {
  readonly orientation: 'portrait' | 'landscape'
  /** At the top of every page, and the document's title. */
  readonly title: string
  readonly organisation: string
  /** Below the title: the document's filters, or a person's address. */
  readonly notes?: readonly string[]
  /** When it was created, printed in the footer by the organization's clock. */
  readonly now: Date
  readonly timeZone: string
}

const MARGIN = 36
const FOOT = 16
const LINE_HEIGHT = 1.28
/** From the top of a line to its baseline. */
const BASELINE = 0.98
const TITLE: TextStyle = { size: 11, bold: true }
const SMALL: TextStyle = { size: 8, colour: FAINT }

export const lineHeight = ({ size }: TextStyle): number => size * LINE_HEIGHT

/** The color as light as the calendar's tint, on white: black text keeps a contrast of at least 4.5 on it. */
export const tint = (colour: Colour, share = 0.28): Colour => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) * share + 255 * (1 - share))
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Letters with their accents composed, as in the font, without invisible characters. */
const printable = (text: string): string => text.normalize('NFC').replaceAll(/\p{Cc}/gu, ' ')

export class PdfDocument {
  readonly left = MARGIN
  readonly right: number
  /** Where the heading ends. */
  readonly top: number
  readonly bottom: number
  readonly #pdf: jsPDF
  readonly #options: PdfOptions
  readonly #widths = new Map<string, number>()
  #pages = 0

  private constructor(pdf: jsPDF, options: PdfOptions) {
    this.#pdf = pdf
    this.#options = options
    this.right = pdf.internal.pageSize.getWidth() - MARGIN
    this.bottom = pdf.internal.pageSize.getHeight() - MARGIN - FOOT
    this.top = MARGIN + lineHeight(TITLE) + this.#notes().length * lineHeight(SMALL) + 10
  }

  static async create(options: PdfOptions): Promise<PdfDocument> {
    // Loaded with the first document: a thread that only reads spreadsheets does not need it.
    const [{ jsPDF }, fonts] = await Promise.all([import('jspdf'), loadFonts()])
    const { orientation, title, organisation, now } = options
    const pdf = new jsPDF({ orientation, unit: 'pt', format: 'letter', compress: true, putOnlyUsedFonts: true })
    pdf.setProperties({ title: printable(title), author: printable(organisation), creator: 'Homeroom' })
    pdf.setCreationDate(now)
    pdf.setLanguage('en-US')
    for (const weight of WEIGHTS) {
      pdf.addFileToVFS(`${weight}.ttf`, fonts[weight])
      pdf.addFont(`${weight}.ttf`, 'Inter', weight)
    }
    return new PdfDocument(pdf, options)
  }

  get width(): number {
    return this.right - this.left
  }

  /** Begins a page, including the first. */
  nextPage(): void {
    if (this.#pages > 0) this.#pdf.addPage()
    this.#pages += 1
    this.#drawHeading()
  }

  /** The width of a line. */
  widthOf(text: string, style: TextStyle): number {
    const key = `${style.bold ? 'bold' : 'normal'} ${text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known * style.size
    this.#useStyle(style)
    const width = this.#pdf.getTextWidth(text) / style.size
    this.#widths.set(key, width)
    return width * style.size
  }

  /** The text wrapped into lines; words break where they are wider than a line. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    return text.split('\n').flatMap((paragraph) => this.#wrapParagraph(printable(paragraph).trim(), width, style))
  }

  /** The text in one line, truncated with an ellipsis. */
  cut(text: string, width: number, style: TextStyle): string {
    const whole = printable(text)
    if (this.widthOf(whole, style) <= width) return whole
    const signs = [...whole]
    while (signs.length > 0 && this.widthOf(`${signs.join('')}…`, style) > width) signs.pop()
    return `${signs.join('').trimEnd()}…`
  }

  /**
   * Writes lines without wrapping them.
   *
   * @param x their left edge, or the right edge if right-aligned
   * @returns where the next line begins
   */
  write(lines: readonly string[], x: number, y: number, style: TextStyle): number {
    this.#useStyle(style)
    this.#pdf.setTextColor(style.colour ?? INK)
    const align = style.align ?? 'left'
    let top = y
    for (const line of lines) {
      if (line !== '') this.#pdf.text(line, x, top + style.size * BASELINE, { align })
      top += lineHeight(style)
    }
    return top
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#pdf.setFillColor(colour)
    this.#pdf.rect(x, y, width, height, 'F')
  }

  /** A horizontal line. */
  rule(x: number, y: number, width: number, { colour = LINE, weight = 0.5 } = {}): void {
    this.#pdf.setDrawColor(colour)
    this.#pdf.setLineWidth(weight)
    this.#pdf.line(x, y, x + width, y)
  }

  /** Numbers the pages and returns the file. Nothing can be written afterward. */
  finish(): Uint8Array<ArrayBuffer> {
    const { now, timeZone } = this.#options
    const { date, time } = localOf(now, timeZone)
    const foot = this.bottom + FOOT - lineHeight(SMALL) + 4
    for (let page = 1; page <= this.#pages; page += 1) {
      this.#pdf.setPage(page)
      this.write([`Printed ${formatDate(date)} ${formatTime(time)}`], this.left, foot, SMALL)
      this.write([`Page ${page} of ${this.#pages}`], this.right, foot, { ...SMALL, align: 'right' })
    }
    return new Uint8Array(this.#pdf.output('arraybuffer'))
  }

  #notes(): readonly string[] {
    return this.#options.notes ?? []
  }

  #drawHeading(): void {
    const { title, organisation } = this.#options
    const name = this.cut(organisation, this.width * 0.4, TITLE)
    const left = this.width - this.widthOf(name, TITLE) - 12
    this.write([name], this.right, MARGIN, { ...TITLE, align: 'right' })
    const below = this.write([this.cut(title, left, TITLE)], this.left, MARGIN, TITLE)
    const notes = this.#notes().map((note) => this.cut(note, this.width, SMALL))
    const end = this.write(notes, this.left, below, SMALL)
    this.rule(this.left, end + 3, this.width)
  }

  #useStyle({ size, bold = false }: TextStyle): void {
    this.#pdf.setFont('Inter', bold ? 'bold' : 'normal')
    this.#pdf.setFontSize(size)
  }

  #wrapParagraph(paragraph: string, width: number, style: TextStyle): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/).flatMap((whole) => this.#breakWord(whole, width, style))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && this.widthOf(longer, style) > width) {
        lines.push(line)
        line = word
      } else {
        line = longer
      }
    }
    return [...lines, line]
  }

  /** Splits a word into pieces that each fit a line. */
  #breakWord(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    for (const sign of word) {
      if (piece !== '' && this.widthOf(piece + sign, style) > width) {
        pieces.push(piece)
        piece = sign
      } else {
        piece += sign
      }
    }
    return [...pieces, piece]
  }
}
