/**
 * The page layout shared by every PDF: Letter paper, a heading on each page, fonts, wrapped text, images, boxes and page
 * numbers. Lengths are in points (72 per inch), from the top left.
 */
import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { Fonts, type Weight } from './fonts.ts'
import { fitInto, PdfSheets, type Picture, type Sheets, type Size } from './pdf-sheets.ts'
import { graphemesOf, runsOf, type TextRun } from './text-runs.ts'

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

interface PdfHeading {
  /** At the top of every page, and the document's title. */
  readonly title: string
  /** Below the title: the document's filters, or a person's address. */
  readonly notes?: readonly string[]
}

export interface PdfOptions extends PdfHeading {
  readonly orientation: 'portrait' | 'landscape'
  readonly organisation: string
  /** When it was created, printed in the footer by the organization's clock. */
  readonly now: Date
  readonly timeZone: string
  /** Instead of the time of printing. */
  readonly footer?: string
  /** The first page has a heading of its own. */
  readonly hasLetterhead?: boolean
  /** Around the page. */
  readonly margin?: number
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

/** A line may break at these; a no-break space, as in '1.234,50 €', is not one of them. */
const SPACES = /[^\S\u00a0\u202f]+/g

/** Written without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}]/u

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Where a line may break: 'one two' is two parts with a space between them, '東京都' has none. */
const partsOf = (paragraph: string): { readonly space: string; readonly text: string }[] =>
  paragraph.split(SPACES).flatMap((word) => {
    if (!UNSPACED.test(word)) return [{ space: ' ', text: word }]
    const parts: string[] = []
    for (const { segment, isWordLike } of words.segment(word)) {
      // Punctuation never begins a line.
      if (isWordLike || parts.length === 0) parts.push(segment)
      else parts.push(`${parts.pop() ?? ''}${segment}`)
    }
    return parts.map((text, index) => ({ space: index === 0 ? ' ' : '', text }))
  })

const weightOf = ({ bold = false }: TextStyle): Weight => (bold ? 'bold' : 'normal')

interface MeasuredLine {
  readonly runs: readonly (TextRun & { readonly width: number })[]
  /** Both are for text of one point. */
  readonly width: number
}

/** So that the lines of a long document don't pile up in memory. A word takes less than a line. */
const MAX_LINES = 5_000
const MAX_WORDS = 50_000

class Measurements {
  readonly #fonts: Fonts
  readonly #lines = new Map<string, MeasuredLine>()
  readonly #words = new Map<string, number>()

  constructor(fonts: Fonts) {
    this.#fonts = fonts
  }

  lineOf(text: string, weight: Weight): MeasuredLine {
    const key = `${weight} ${text}`
    const known = this.#lines.get(key)
    if (known) return known
    const runs = runsOf(text, weight, this.#fonts).map((run) => ({ ...run, width: this.#widthOf(run) }))
    const line = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
    if (this.#lines.size >= MAX_LINES) this.#lines.clear()
    this.#lines.set(key, line)
    return line
  }

  #widthOf({ face, text }: TextRun): number {
    const { font, name } = face
    let sum = 0
    for (const [word] of text.matchAll(/[^ ]+| /g)) {
      const key = `${name} ${word}`
      let width = this.#words.get(key)
      if (width === undefined) {
        width = font.layout(word).advanceWidth / font.unitsPerEm
        if (this.#words.size >= MAX_WORDS) this.#words.clear()
        this.#words.set(key, width)
      }
      sum += width
    }
    return sum
  }
}

export class PdfDocument {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly #margin: number
  readonly #sheets: Sheets
  readonly #options: PdfOptions
  readonly #measured: Measurements
  /** How many pages there will be, if that is known. */
  readonly #total: number | undefined
  #pages = 0
  /** The heading of the current page and those after it. */
  #heading: PdfHeading
  /** Whether the current page has a heading of its own. */
  #hasLetterhead: boolean

  private constructor(sheets: Sheets, options: PdfOptions, fonts: Fonts, total?: number) {
    this.#sheets = sheets
    this.#options = options
    this.#heading = options
    this.#hasLetterhead = options.hasLetterhead ?? false
    this.#measured = new Measurements(fonts)
    this.#total = total
    this.#margin = options.margin ?? MARGIN
    this.left = this.#margin
    this.right = sheets.width - this.#margin
    this.bottom = sheets.height - this.#margin - FOOT
  }

  /**
   * Calls `draw` once to count the pages and to see which fonts are needed, and again to write the file; it must draw
   * the same each time. A page that is complete takes no more memory than its bytes in the file.
   */
  static async write(options: PdfOptions, draw: (doc: PdfDocument) => void): Promise<Uint8Array<ArrayBuffer>> {
    const { orientation, title, organisation, now } = options
    const begin = () =>
      PdfSheets.create({
        orientation,
        title: printable(title),
        author: printable(organisation),
        created: now,
      })
    let fonts: Fonts
    let total: number
    do {
      fonts = await Fonts.create()
      const sheets = await begin()
      total = new PdfDocument(sheets.asDraft(), options, fonts).#draw(draw)
    } while (await fonts.readMissing())
    const sheets = await begin()
    new PdfDocument(sheets, options, fonts, total).#draw(draw)
    return sheets.finish()
  }

  get width(): number {
    return this.right - this.left
  }

  /** Where the heading of the current page ends. */
  get top(): number {
    if (this.#hasLetterhead) return this.#margin
    return this.#margin + lineHeight(TITLE) + this.#notes().length * lineHeight(SMALL) + 10
  }

  /** Begins a page, including the first. */
  nextPage(): void {
    this.#hasLetterhead = Boolean(this.#options.hasLetterhead) && this.#pages === 0
    this.#addPage()
    if (!this.#hasLetterhead) this.#drawHeading()
  }

  /** Begins a page with a heading of its own; the pages after it have this title and these notes. */
  nextPart(heading: PdfHeading): void {
    this.#hasLetterhead = true
    this.#heading = heading
    this.#addPage()
  }

  #addPage(): void {
    if (this.#pages > 0) this.#drawFooter()
    this.#sheets.addPage()
    this.#pages += 1
  }

  /** The width of a line. */
  widthOf(text: string, style: TextStyle): number {
    return this.#measured.lineOf(text, weightOf(style)).width * style.size
  }

  /** The text wrapped into lines; words break where they are wider than a line. */
  wrap(text: string, width: number, style: TextStyle): string[] {
    return text.split('\n').flatMap((paragraph) => this.#wrapParagraph(printable(paragraph).trim(), width, style))
  }

  /** The text in one line, truncated with an ellipsis. */
  cut(text: string, width: number, style: TextStyle): string {
    const whole = printable(text)
    if (this.widthOf(whole, style) <= width) return whole
    const signs = graphemesOf(whole)
    const fitting = this.#countFitting(signs, width, style, '…')
    return `${signs.slice(0, fitting).join('').trimEnd()}…`
  }

  /**
   * Writes lines without wrapping them.
   *
   * @param x their left edge, or the right edge if right-aligned
   * @returns where the next line begins
   */
  write(lines: readonly string[], x: number, y: number, style: TextStyle): number {
    const { size, colour = INK, align = 'left' } = style
    let top = y
    for (const line of lines) {
      const { runs, width } = this.#measured.lineOf(line, weightOf(style))
      let left = align === 'right' ? x - width * size : x
      for (const run of runs) {
        if (run.text.trim() !== '') this.#sheets.text(run, left, top + size * BASELINE, size, colour)
        left += run.width * size
      }
      top += lineHeight(style)
    }
    return top
  }

  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#sheets.fill(x, y, width, height, colour)
  }

  /** A horizontal line. */
  rule(x: number, y: number, width: number, { colour = LINE, weight = 0.5 } = {}): void {
    this.#sheets.line(x, y, x + width, y, weight, colour)
  }

  /** Draws a picture as large as fits, from its top left or top right corner, and returns its size. */
  picture(content: Picture, x: number, y: number, most: Size, corner: 'left' | 'right' = 'left'): Size {
    const size = fitInto(this.#sheets.sizeOf(content), most)
    this.#sheets.picture(content, corner === 'left' ? x : x - size.width, y, size)
    return size
  }

  /** Returns the number of pages. */
  #draw(draw: (doc: PdfDocument) => void): number {
    draw(this)
    this.#drawFooter()
    return this.#pages
  }

  #drawFooter(): void {
    const { now, timeZone, footer } = this.#options
    const { date, time } = localOf(now, timeZone)
    const foot = this.bottom + FOOT - lineHeight(SMALL) + 4
    const pages = `Page ${this.#pages} of ${this.#total ?? this.#pages}`
    const left = this.width - this.widthOf(pages, SMALL) - 12
    this.write(
      [this.cut(footer ?? `Printed ${formatDate(date)} ${formatTime(time)}`, left, SMALL)],
      this.left,
      foot,
      SMALL,
    )
    this.write([pages], this.right, foot, { ...SMALL, align: 'right' })
  }

  #notes(): readonly string[] {
    return this.#heading.notes ?? []
  }

  #drawHeading(): void {
    const { organisation } = this.#options
    const { title } = this.#heading
    const beside = this.width - this.widthOf(printable(title), TITLE) - 24
    const name = this.cut(organisation, Math.max(this.width * 0.4, beside), TITLE)
    const left = this.width - this.widthOf(name, TITLE) - 12
    this.write([name], this.right, this.#margin, { ...TITLE, align: 'right' })
    const below = this.write([this.cut(title, left, TITLE)], this.left, this.#margin, TITLE)
    const notes = this.#notes().map((note) => this.cut(note, this.width, SMALL))
    const end = this.write(notes, this.left, below, SMALL)
    this.rule(this.left, end + 3, this.width)
  }

  #wrapParagraph(paragraph: string, width: number, style: TextStyle): string[] {
    const whole = paragraph.replaceAll(SPACES, ' ')
    if (this.widthOf(whole, style) <= width) return [whole]
    const lines: string[] = []
    let line = ''
    for (const { space, text } of partsOf(paragraph)) {
      this.#breakWord(text, width, style).forEach((piece, index) => {
        const longer = line === '' ? piece : `${line}${index === 0 ? space : ''}${piece}`
        if (line !== '' && (index > 0 || this.widthOf(longer, style) > width)) {
          lines.push(line)
          line = piece
        } else {
          line = longer
        }
      })
    }
    return [...lines, line]
  }

  /** Splits a word into pieces that each fit a line. */
  #breakWord(word: string, width: number, style: TextStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word]
    const pieces: string[] = []
    let rest = graphemesOf(word)
    while (rest.length > 0) {
      const fitting = Math.max(1, this.#countFitting(rest, width, style))
      pieces.push(rest.slice(0, fitting).join(''))
      rest = rest.slice(fitting)
    }
    return pieces
  }

  /** How many characters fit a width, halving the range each time: a long word is slow to lay out. */
  #countFitting(signs: readonly string[], width: number, style: TextStyle, end = ''): number {
    let fitting = 0
    let tooMany = signs.length + 1
    while (tooMany - fitting > 1) {
      const count = Math.floor((fitting + tooMany) / 2)
      if (this.widthOf(`${signs.slice(0, count).join('')}${end}`, style) <= width) fitting = count
      else tooMany = count
    }
    return fitting
  }
}
