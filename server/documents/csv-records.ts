/**
 * Splits text into records and cells. Programs and people disagree on line ends and on quotation marks, so any line end
 * counts, in any mixture, and a quotation mark that was not doubled stays what it is. A record that can be read in more
 * than one way says so: nothing is guessed in silence.
 */
import { SheetRefusal } from './sheet.ts'

export interface CsvRecord {
  readonly cells: readonly string[]
  /** Why its cells may not be what the author meant. */
  readonly problem?: string
}

export const UNCLEAR_QUOTES =
  'The quotation marks are out of place, so it is unclear where the cells begin and end. Put each of these cells in quotation marks, and double those inside.'
export const MISSING_QUOTE =
  'A quotation mark is missing: one begins a cell and none ends it. Put the cell in quotation marks, or remove the mark.'

/** How to read a cell that begins with a quotation mark and goes on after the next one: "Jack "Joe" Moss". */
type Reading =
  /** The marks at its ends are not part of it. */
  | 'wrapped'
  /** All marks are part of it, as in: "Joe" Moss. */
  | 'literal'

interface Field {
  readonly text: string
  /** Where the separator, line end or end of text is that follows it. */
  readonly end: number
  /** It follows the rules: quoted throughout, or without a quotation mark at its start. */
  readonly isRegular: boolean
  readonly isOpen?: boolean
}

interface Attempt {
  readonly cells: readonly string[]
  /** Where the next record begins. */
  readonly next: number
  readonly isRegular: boolean
  /** A quotation mark begins a cell and none ends it. */
  readonly isOpen: boolean
}

const QUOTE = '"'

/**
 * How often a text may be looked through for the ends of its cells. People's files need little more than once; only in
 * others does each of many cells have its end far away.
 */
const MAX_LOOKS = 20
const MIN_LOOKED_AT = 1_000_000

const UNREADABLE_QUOTES =
  'The file can’t be read: too many of its quotation marks are out of place. Open it in a spreadsheet program and save it as .xlsx.'

const isLineEnd = (letter: string | undefined) => letter === '\n' || letter === '\r'

/** "Al" and "Bo": the first inner mark closes and the last one opens, so the outer ones don't belong together. */
const IS_TWO_QUOTES = /^[^"]*[^\s"]"[\s,;|].*[\s,;|]"[^\s"][^"]*$/s

const isBlank = (letter: string | undefined) => letter === ' ' || letter === '\t'

class CsvReader {
  readonly #text: string
  readonly #separator: string
  readonly #stop: RegExp
  /** How many letters may still be looked at for the end of a cell. */
  #looksLeft: number

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
    this.#looksLeft = Math.max(MIN_LOOKED_AT, text.length * MAX_LOOKS)
    this.#stop = new RegExp(`[\\r\\n${separator.replaceAll(/[\\\]^-]/g, '\\$&')}]`, 'g')
  }

  /** @throws SheetRefusal if the text was looked through too often */
  #lookedAt(letters: number): void {
    this.#looksLeft -= letters
    if (this.#looksLeft < 0) throw new SheetRefusal(UNREADABLE_QUOTES)
  }

  /** The next separator or line end, or the end of the text. */
  #stopFrom(start: number): number {
    this.#stop.lastIndex = start
    return this.#stop.exec(this.#text)?.index ?? this.#text.length
  }

  /** Where the cell ends that a quotation mark closes here, past spaces; undefined if it doesn't close a cell. */
  #endAfter(mark: number): number | undefined {
    let at = mark + 1
    while (isBlank(this.#text[at]) && this.#text[at] !== this.#separator) at += 1
    this.#lookedAt(at - mark)
    return at >= this.#text.length || this.#text[at] === this.#separator || isLineEnd(this.#text[at]) ? at : undefined
  }

  /** The cell as the rules have it; undefined if it breaks them. */
  #quoted(start: number): Field | undefined {
    let mark = this.#text.indexOf(QUOTE, start + 1)
    while (mark >= 0 && this.#text[mark + 1] === QUOTE) mark = this.#text.indexOf(QUOTE, mark + 2)
    this.#lookedAt((mark < 0 ? this.#text.length : mark) - start)
    const end = mark < 0 ? undefined : this.#endAfter(mark)
    if (end === undefined) return undefined
    return { text: this.#text.slice(start + 1, mark).replaceAll('""', QUOTE), end, isRegular: true }
  }

  /** The cell up to a quotation mark that ends a cell in the same line. */
  #wrapped(start: number): Field | undefined {
    const { length } = this.#text
    for (let mark = start + 1; mark < length && !isLineEnd(this.#text[mark]); mark += 1) {
      this.#lookedAt(1)
      if (this.#text[mark] !== QUOTE || this.#text[mark + 1] === QUOTE) continue
      const end = this.#endAfter(mark)
      if (end === undefined) continue
      const inner = this.#text.slice(start + 1, mark)
      this.#lookedAt(inner.length)
      return IS_TWO_QUOTES.test(inner) ? undefined : { text: inner.replaceAll('""', QUOTE), end, isRegular: false }
    }
    return undefined
  }

  #field(start: number, reading: Reading): Field {
    if (this.#text[start] !== QUOTE) {
      const end = this.#stopFrom(start)
      return { text: this.#text.slice(start, end), end, isRegular: true }
    }
    const quoted = this.#quoted(start) ?? (reading === 'wrapped' ? this.#wrapped(start) : undefined)
    if (quoted) return quoted
    const end = this.#stopFrom(start)
    const text = this.#text.slice(start, end)
    const marks = text.split(QUOTE).length - 1
    return { text, end, isRegular: false, isOpen: marks % 2 === 1 }
  }

  #attempt(start: number, reading: Reading): Attempt {
    const cells: string[] = []
    // Some programs put a mark at the start of each part when they join files.
    let at = this.#text[start] === '\ufeff' ? start + 1 : start
    let isRegular = true
    let isOpen = false
    for (;;) {
      const field = this.#field(at, reading)
      cells.push(field.text)
      isRegular &&= field.isRegular
      isOpen ||= field.isOpen === true
      if (this.#text[field.end] !== this.#separator) {
        const isPair = this.#text.startsWith('\r\n', field.end)
        return { cells, next: field.end + (isPair ? 2 : 1), isRegular, isOpen }
      }
      at = field.end + 1
    }
  }

  /** @param width of the head row; undefined for the head row itself */
  #record(start: number, width: number | undefined): CsvRecord & { readonly next: number } {
    const wrapped = this.#attempt(start, 'wrapped')
    const { cells, next } = wrapped
    if (wrapped.isRegular) {
      // A cell with line breaks and separators in a row that lacks cells: most likely it has swallowed the next row.
      const isSwallowing =
        width !== undefined &&
        cells.length < width &&
        cells.some((cell) => /[\r\n]/.test(cell) && cell.includes(this.#separator))
      return { cells, next, ...(isSwallowing && { problem: UNCLEAR_QUOTES }) }
    }
    const literal = this.#attempt(start, 'literal')
    const isSame = cells.length === literal.cells.length && wrapped.next === literal.next
    const best = !isSame && cells.length !== width && literal.cells.length === width ? literal : wrapped
    if (best.isOpen) return { ...best, problem: MISSING_QUOTE }
    const isClear = isSame || (cells.length === width) !== (literal.cells.length === width)
    return { cells: best.cells, next: best.next, ...(!isClear && { problem: UNCLEAR_QUOTES }) }
  }

  /** All records; empty lines are records with one empty cell. */
  *read(): Generator<CsvRecord> {
    let width: number | undefined
    for (let at = 0; at < this.#text.length; ) {
      const { next, ...record } = this.#record(at, width)
      if (width === undefined && record.cells.some((cell) => cell.trim() !== '')) width = record.cells.length
      yield record
      at = next
    }
  }
}

/** @throws SheetRefusal for text that would take too long to read */
export const csvRecords = (text: string, separator: string): Generator<CsvRecord> =>
  new CsvReader(text, separator).read()
