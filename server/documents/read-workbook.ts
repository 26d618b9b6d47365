/** Reads workbooks of spreadsheet programs, old (.xls) and new (.xlsx). */
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import {
  type Cell,
  type CellFault,
  refuseMoreRows,
  type SheetLimits,
  type SheetMoment,
  SheetRefusal,
  type SheetRow,
  tooManyColumns,
} from './sheet.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Spreadsheets count days from 1, so a number below 1 is a time of day. */
function momentOf(serial: number, date1904: boolean): SheetMoment | undefined {
  const parts = SSF.parse_date_code(serial, { date1904 })
  if (!parts) return undefined
  const { y, m, d, H, M } = parts
  const hasTime = serial % 1 !== 0
  return {
    ...((serial >= 1 || date1904) && { date: `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}` }),
    ...(hasTime && { time: `${two(H)}:${two(M)}` }),
  }
}

/** What spreadsheet programs show for a failed formula, by its number in the file. */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

function cellOf({ t: type, v: value, z: format }: CellObject, date1904: boolean): Cell | undefined {
  if (type === 'z') return undefined
  if (type === 'e') return (typeof value === 'number' ? ERRORS[value] : undefined) ?? '#ERROR'
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number' && typeof format === 'string' && isMoment(format)) {
    return momentOf(value, date1904) ?? value
  }
  // Dates are read as numbers.
  return value instanceof Date ? undefined : value
}

/** Formats that show a number of hours, minutes or seconds, however large: [h]:mm */
const ELAPSED = /\[(h+|m+|s+)\]/i

const isMoment = (format: string) => SSF.is_date(format) && !ELAPSED.test(format)

/** The program's own formats for dates, which show four digits of the year in the United States. */
const OWN_FORMATS: Readonly<Record<string, string>> = { 'm/d/yy': 'm/d/yyyy', 'm/d/yy h:mm': 'm/d/yyyy h:mm' }

/** Spreadsheet programs show a negative duration only in some workbooks, and the library never. */
function negativeDuration(days: number): string {
  const minutes = Math.round(-days * 24 * 60)
  return `-${Math.floor(minutes / 60)}:${two(minutes % 60)}`
}

/** What a number with a format shows; undefined if it is the number itself, with or without zeros after its decimals. */
function shownOf({ t: type, v: value, z: format }: CellObject, date1904: boolean): string | undefined {
  if (typeof format !== 'string' || format === 'General' || format === '@') return undefined
  if (type === 's') return format.includes('@') ? shownText(format, value, date1904) : undefined
  if (type !== 'n' || typeof value !== 'number') return undefined
  if (value < 0 && ELAPSED.test(format)) return negativeDuration(value)
  const text = shownText(OWN_FORMATS[format] ?? format, value, date1904)
  if (text === '') return undefined
  const isPlain = /^-?(0|[1-9][\d,]*)(\.\d+)?$/.test(text) && Number(text.replaceAll(',', '')) === value
  return isPlain ? undefined : text
}

function shownText(format: string, value: CellObject['v'], date1904: boolean): string {
  try {
    return String(SSF.format(format, value, { date1904 })).trim()
  } catch {
    // A format that the library doesn't know; its makers let it throw.
    return ''
  }
}

const isHidden = ({ Workbook }: WorkBook, index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0

function parseBook(bytes: Uint8Array): WorkBook {
  try {
    // Without stubs, a formula whose value was never saved would look like an empty cell. Nobody reads the cells' text
    // as a spreadsheet program shows it, which takes a quarter of the time.
    return read(bytes, {
      type: 'array',
      dense: true,
      cellNF: true,
      cellFormula: true,
      cellHTML: false,
      cellText: false,
      sheetStubs: true,
    })
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new SheetRefusal(
      isLocked ? 'The file is protected by a password. Save it without one.' : 'The file is damaged: it can’t be read.',
    )
  }
}

const rowsOf = (sheet: WorkSheet): (CellObject | undefined)[][] => (sheet['!data'] as CellObject[][] | undefined) ?? []

/** In cells, of all merged ones together: the largest table that an import takes, all merged. */
const MAX_MERGED = 2_000_000

/** Which columns of each row are in a merged cell; a range beyond the last row and column is ignored there. */
function mergedColumns(sheet: WorkSheet, lastRow: number, lastColumn: number): Map<number, number[]> {
  const found = new Map<number, number[]>()
  let merged = 0
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    for (let row = start.r; row <= Math.min(end.r, lastRow); row += 1) {
      const columns = found.get(row) ?? []
      const known = columns.length
      for (let column = start.c; column <= Math.min(end.c, lastColumn); column += 1) columns.push(column)
      merged += columns.length - known
      if (merged > MAX_MERGED) throw new SheetRefusal('The file has too many merged cells. Unmerge them and retry.')
      found.set(row, columns)
    }
  }
  return found
}

const faultOf = (cell: CellObject | undefined): CellFault | undefined => {
  if (cell?.t === 'e') return 'failed'
  if (cell?.f === undefined) return undefined
  // A formula whose result is a text without letters shows an empty cell.
  return cell.t === 'z' || cell.v === undefined || (cell.v === '' && cell.t !== 's') ? 'formula' : undefined
}

function faultsOf(stored: readonly (CellObject | undefined)[], merged: readonly number[]): Map<number, CellFault> {
  const faults = new Map<number, CellFault>()
  for (const [column, cell] of stored.entries()) {
    const fault = faultOf(cell)
    if (fault) faults.set(column, fault)
  }
  for (const column of merged) faults.set(column, 'merged')
  return faults
}

function shownIn(stored: readonly (CellObject | undefined)[], date1904: boolean): Map<number, string> {
  const shown = new Map<number, string>()
  for (const [column, cell] of stored.entries()) {
    const text = cell ? shownOf(cell, date1904) : undefined
    if (text !== undefined) shown.set(column, text)
  }
  return shown
}

/**
 * The first visible sheet.
 *
 * @throws SheetRefusal for a damaged or locked file, or over the limits
 */
export function readWorkbook(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const book = parseBook(bytes)
  const name = book.SheetNames.find((_, index) => !isHidden(book, index))
  const sheet = name === undefined ? undefined : book.Sheets[name]
  if (!sheet) throw new SheetRefusal('The file has no sheet.')
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const stored = rowsOf(sheet)
  const merged = mergedColumns(sheet, stored.length - 1, limits.columns)
  const rows: SheetRow[] = []
  for (const [index, row] of stored.entries()) {
    // Rows that were never touched are holes in the array.
    const cells = Array.from(row ?? [], (cell) => (cell ? cellOf(cell, date1904) : undefined))
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop()
    if (cells.length > limits.columns) throw tooManyColumns(limits)
    const faults = faultsOf(row ?? [], merged.get(index) ?? [])
    // A row of nothing but formulas without values is not empty to its author.
    const isRow = cells.length > 0 || [...faults.values()].includes('formula')
    if (isRow) {
      const shown = shownIn(row ?? [], date1904)
      rows.push({ line: index + 1, cells, ...(faults.size > 0 && { faults }), ...(shown.size > 0 && { shown }) })
    }
    refuseMoreRows(rows, limits)
  }
  return rows
}
