/** Workbooks of spreadsheet programs, old (.xls) and new (.xlsx). */
import { type CellObject, read, SSF, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { type Cell, type SheetLimits, type SheetMoment, SheetRefusal, type SheetRow } from './sheet.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Day 0 of the calendar that spreadsheets count in is no day: below 1 there is a time alone. */
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

function cellOf({ t: type, v: value, w: shown, z: format }: CellObject, date1904: boolean): Cell | undefined {
  if (type === 'e') return shown ?? '#ERROR'
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number' && typeof format === 'string' && SSF.is_date(format)) {
    return momentOf(value, date1904) ?? value
  }
  // Dates are asked for as numbers.
  return value instanceof Date ? undefined : value
}

const isHidden = ({ Workbook }: WorkBook, index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0

function parseBook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, { type: 'array', dense: true, cellNF: true, cellFormula: false, cellHTML: false })
  } catch (error) {
    const isLocked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new SheetRefusal(
      isLocked ? 'The file is protected by a password. Save it without one.' : 'The file is damaged: it can’t be read.',
    )
  }
}

const rowsOf = (sheet: WorkSheet): (CellObject | undefined)[][] => (sheet['!data'] as CellObject[][] | undefined) ?? []

/**
 * The first sheet that is not hidden.
 *
 * @throws SheetRefusal for a damaged or locked file, and beyond the limits
 */
export function readWorkbook(bytes: Uint8Array, limits: SheetLimits): SheetRow[] {
  const book = parseBook(bytes)
  const name = book.SheetNames.find((_, index) => !isHidden(book, index))
  const sheet = name === undefined ? undefined : book.Sheets[name]
  if (!sheet) throw new SheetRefusal('The file has no sheet.')
  const date1904 = book.Workbook?.WBProps?.date1904 === true
  const rows: SheetRow[] = []
  for (const [index, stored] of rowsOf(sheet).entries()) {
    // Rows that were never touched are holes.
    const cells = Array.from(stored ?? [], (cell) => (cell ? cellOf(cell, date1904) : undefined))
    while (cells.length > 0 && cells.at(-1) === undefined) cells.pop()
    if (cells.length > limits.columns) throw new SheetRefusal(`At most ${limits.columns} columns are taken.`)
    if (cells.length > 0) rows.push({ line: index + 1, cells })
    if (rows.length > limits.rows) throw new SheetRefusal(`At most ${limits.rows} rows are taken.`)
  }
  return rows
}
