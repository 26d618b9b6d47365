/** Reads tables in text files with any separator and encoding. */
import { CsvError, parse } from 'csv-parse/sync'
import { type CellFault, refuseMoreRows, type SheetLimits, SheetRefusal, type SheetRow } from './sheet.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Characters that text does not contain: controls other than tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u

/** What spreadsheet programs show in place of a failed formula's value. */
const FAILED = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/

const NO_TEXT = 'The file is not a spreadsheet: its contents are not .xlsx, .xls or .csv.'

/** Windows-1252 characters where Latin 1 has controls; Node decodes Windows-1252 as Latin 1. */
const WINDOWS_LETTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const decodeWindows = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (letter) => WINDOWS_LETTERS[letter.charCodeAt(0) - 0x80] ?? letter)

/** Decodes UTF-16 or UTF-8 if marked or valid, otherwise Windows-1252, which spreadsheet programs on Windows write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows(bytes)
  }
}

/** Text of another kind: a PDF's first page, or the web page that some programs save as .xls. */
const isOther = (text: string) => CONTROL.test(text) || /^\s*[<{]|^%PDF|^\{\\rtf/.test(text)

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const firstLine =
    text
      .replace(/^\s+/, '')
      .replaceAll(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n|\r/, 1)[0] ?? ''
  const countOf = (separator: string) => firstLine.split(separator).length
  return SEPARATORS.reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best))
}

/** Text files have no formulas, only displayed values. */
const faultsOf = (cells: readonly (string | undefined)[]): ReadonlyMap<number, CellFault> =>
  new Map(
    cells.flatMap((cell, column): [number, CellFault][] => {
      if (cell?.startsWith('=')) return [[column, 'formula']]
      return FAILED.test(cell ?? '') ? [[column, 'failed']] : []
    }),
  )

/** @throws SheetRefusal for a file that is not a text table, or over the limits */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const text = decode(bytes)
  if (isOther(text)) throw new SheetRefusal(NO_TEXT)
  // Some programs write a first line that names the separator.
  const named = /^sep=(.)\r?\n/.exec(text)
  const records = parseRecords(named ? text.slice(named[0].length) : text, named?.[1] ?? separatorOf(text))
  const rows: SheetRow[] = []
  for (const [index, record] of records.entries()) {
    const cells = record.map((value) => value.trim() || undefined)
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop()
    const faults = faultsOf(cells)
    if (cells.length > 0) rows.push({ line: index + (named ? 2 : 1), cells, ...(faults.size > 0 && { faults }) })
    if (cells.length > limits.columns) throw new SheetRefusal(`At most ${limits.columns} columns are allowed.`)
    refuseMoreRows(rows, limits)
  }
  return rows
}

function parseRecords(text: string, delimiter: string): string[][] {
  try {
    return parse(text, { delimiter, relax_column_count: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const where = typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw new SheetRefusal(`The file can’t be read${where}: a quotation mark is missing or out of place.`)
  }
}
