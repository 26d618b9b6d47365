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
  if (typeof value === 'number' && typeof format === 'string') {
    if (SSF.is_date(format)) return momentOf(value, date1904) ?? value
    // Numbers formatted to a fixed length, such as zip codes: 02134.
    if (/^0{2,}$/.test(format)) return String(value).padStart(format.length, '0')
  }
  // Dates are read as numbers.
  return value instanceof Date ? undefined : value
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

/** Which columns of each row are in a merged cell; a range beyond the last row and column is ignored there. */
function mergedColumns(sheet: WorkSheet, lastRow: number, lastColumn: number): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const { s: start, e: end } of sheet['!merges'] ?? []) {
    for (let row = start.r; row <= Math.min(end.r, lastRow); row += 1) {
      const columns = found.get(row) ?? []
      for (let column = start.c; column <= Math.min(end.c, lastColumn); column += 1) columns.push(column)
      found.set(row, columns)
    }
  }
  return found
}

const faultOf = (cell: CellObject | undefined): CellFault | undefined => {
  if (cell?.t === 'e') return 'failed'
  if (cell?.f === undefined) return undefined
  return cell.t === 'z' || cell.v === undefined || cell.v === '' ? 'formula' : undefined
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
    if (cells.length > limits.columns) throw new SheetRefusal(`At most ${limits.columns} columns are allowed.`)
    const faults = faultsOf(row ?? [], merged.get(index) ?? [])
    // A row of nothing but formulas without values is not empty to its author.
    const isRow = cells.length > 0 || [...faults.values()].includes('formula')
    if (isRow) rows.push({ line: index + 1, cells, ...(faults.size > 0 && { faults }) })
    refuseMoreRows(rows, limits)
  }
  return rows
}
