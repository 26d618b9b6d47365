import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx'
import { daysBetween } from '#domain/time.ts'
import type { CellToWrite, SheetToWrite } from './sheet.ts'

/** The date from which spreadsheet programs count days. */
const DAY_ZERO = '1899-12-30'

/** Writes text as text, never as a formula, whatever it begins with. */
const cellOf = (value: CellToWrite, format: string | undefined): CellObject | null => {
  if (value === undefined) return null
  if (typeof value === 'string') return { t: 's', v: value }
  if (typeof value === 'number') return { t: 'n', v: value, ...(format && { z: format }) }
  return { t: 'n', v: daysBetween(DAY_ZERO, value.date), z: format ?? 'mm/dd/yyyy' }
}

const MAX_TAB_LENGTH = 31

/** A sheet's name on its tab, without the characters that spreadsheet programs reject. */
const tabOf = (name: string) => name.replaceAll(/[:\\/?*[\]]/g, '-').slice(0, MAX_TAB_LENGTH)

function worksheetOf({ above = [], columns, rows, totals }: SheetToWrite): WorkSheet {
  const lines = above.length > 0 ? [...above.map((line) => [cellOf(line, undefined)]), []] : []
  const head = columns.map(({ title }) => cellOf(title, undefined))
  const cells = [...rows, ...(totals ? [totals] : [])].map((row) =>
    columns.map(({ format }, index) => cellOf(row[index], format)),
  )
  const sheet: WorkSheet = utils.aoa_to_sheet([...lines, head, ...cells])
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width }))
  const headRow = lines.length
  sheet['!autofilter'] = {
    ref: utils.encode_range({ s: { r: headRow, c: 0 }, e: { r: headRow + rows.length, c: columns.length - 1 } }),
  }
  return sheet
}

/** The sheet as an .xlsx file: a header row with filters, and columns with widths. */
export function writeSheet(first: SheetToWrite): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  for (const sheet of [first, ...(first.more ?? [])]) {
    utils.book_append_sheet(book, worksheetOf(sheet), tabOf(sheet.name))
  }
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }))
}
