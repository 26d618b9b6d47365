/** Reads tables in text files with any separator and encoding. */
import { csvRecords } from './csv-records.ts'
import {
  type CellFault,
  refuseMoreLines,
  refuseMoreRows,
  type SheetLimits,
  SheetRefusal,
  type SheetRow,
  tooManyColumns,
} from './sheet.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Characters that text rarely contains: controls other than tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu

/** Text may have a few of them, from other programs' clipboards; the form's rules report those. */
const MAX_CONTROL_PART = 0.01

/** What spreadsheet programs show in place of a failed formula's value. */
const FAILED = /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!)$/

const NO_TEXT = 'The file is not a spreadsheet: its contents are not .xlsx, .xls or .csv.'

/** Windows-1252 characters where Latin 1 has controls; Node decodes Windows-1252 as Latin 1. */
const WINDOWS_LETTERS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const decodeWindows = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (letter) => WINDOWS_LETTERS[letter.charCodeAt(0) - 0x80] ?? letter)

/** The order of bytes in text without a mark, in which every other byte of an English letter is zero. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  const start = bytes.subarray(0, 1000)
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = start.length / 4
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

/** Decodes UTF-16 or UTF-8 if marked or valid, otherwise Windows-1252, which spreadsheet programs on Windows write. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const unmarked = unmarkedUtf16(bytes)
  if (unmarked) return new TextDecoder(unmarked).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows(bytes)
  }
}

/** Text of another kind: a PDF's first page, or the web page that some programs save as .xls. */
const isOther = (text: string) =>
  text.includes('\0') ||
  (text.match(CONTROL)?.length ?? 0) > text.length * MAX_CONTROL_PART ||
  /^\s*[<{]|^%PDF|^\{\\rtf/.test(text)

/** Spreadsheet programs write all of these columns for a row that is empty to its end. */
const MAX_SHEET_COLUMNS = 16_384

/** In letters; the first line of a table is far shorter. */
const MAX_FIRST_LINE = 100_000

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const firstLine =
    text
      .trimStart()
      .slice(0, MAX_FIRST_LINE)
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

/** How a cell keeps digits and zeros as they are when a spreadsheet program opens the text: ="02134". */
const KEPT_AS_TEXT = /^="([^"]*)"$/

const cellOf = (value: string): string | undefined => {
  const text = value.trim()
  return (KEPT_AS_TEXT.exec(text)?.[1] ?? text).trim() || undefined
}

/** @throws SheetRefusal for a file that is not a text table, or over the limits */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  // A file that was saved twice may have two marks.
  const text = decode(bytes).replace(/^\ufeff+/, '')
  if (isOther(text)) throw new SheetRefusal(NO_TEXT)
  // Some programs write a first line that names the separator.
  const named = /^sep=(.)(?:\r\n|\n|\r)/.exec(text)
  const records = csvRecords(named ? text.slice(named[0].length) : text, named?.[1] ?? separatorOf(text))
  const rows: SheetRow[] = []
  let index = -1
  for (const { cells: values, problem } of records) {
    index += 1
    refuseMoreLines(index + 1, limits)
    if (values.length > MAX_SHEET_COLUMNS) throw tooManyColumns(limits)
    const cells = values.map(cellOf)
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop()
    const faults = faultsOf(cells)
    if (cells.length > 0) {
      const line = index + (named ? 2 : 1)
      rows.push({ line, cells, ...(faults.size > 0 && { faults }), ...(problem !== undefined && { problem }) })
    }
    if (cells.length > limits.columns) throw tooManyColumns(limits)
    refuseMoreRows(rows, limits)
  }
  return rows
}
