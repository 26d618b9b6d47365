import writeExcelFile, { type CellObject } from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'
import { daysBetween } from '#domain/time.ts'
import type { CellToWrite, SheetToWrite } from './sheet.ts'

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>
type Feature = NonNullable<Options['features']>[number]

/** The date from which spreadsheet programs count days. */
const DAY_ZERO = '1899-12-30'

/** Writes text as text, never as a formula, whatever it begins with. */
const cellOf = (value: CellToWrite, format: string | undefined): CellObject | null => {
  if (value === undefined || value === '') return null
  if (typeof value === 'string') return { type: String, value }
  if (typeof value === 'number') return { type: Number, value, ...(format && { format }) }
  return { type: Number, value: daysBetween(DAY_ZERO, value.date), format: format ?? 'mm/dd/yyyy' }
}

const MAX_TAB_LENGTH = 31

/** A sheet's name on its tab, without the characters that spreadsheet programs reject. */
const tabOf = (name: string) =>
  name
    .replaceAll(': ', ' ')
    .replaceAll(/[:\\/?*[\]]/g, '-')
    .slice(0, MAX_TAB_LENGTH)
    .trim()

/** The rows above the head row: the lines, and an empty one after them. */
const headRowOf = ({ above = [] }: SheetToWrite): number => (above.length > 0 ? above.length + 1 : 0)

const bold = (text: string): CellObject => ({ type: String, value: text, fontWeight: 'bold' })

const sheetOf = (sheet: SheetToWrite) => {
  const { name, above = [], columns, rows, totals } = sheet
  const headRow = headRowOf(sheet)
  return {
    sheet: tabOf(name),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: headRow + 1,
    data: [
      ...above.map((line, index) => [index === 0 ? bold(line) : cellOf(line, undefined)]),
      ...(above.length > 0 ? [[]] : []),
      columns.map(({ title }) => bold(title)),
      ...[...rows, ...(totals ? [totals] : [])].map((row) =>
        columns.map(({ format }, index) => cellOf(row[index], format)),
      ),
    ],
  }
}

const WORKSHEET = 'xl/worksheets/sheet{id}.xml'

/** Filters in the head rows, which the library lacks. */
const headFilters = (sheets: readonly SheetToWrite[]): Feature => ({
  files: {
    transform: {
      [WORKSHEET]: {
        transform: (xml, _, { sheetIndex }) => {
          const sheet = sheets[sheetIndex]
          const order = getOrderOfSiblings(WORKSHEET, 'worksheet')
          if (!sheet || !order) return xml
          const headRow = headRowOf(sheet)
          const last = getCellAddress(headRow + sheet.rows.length, sheet.columns.length - 1)
          const filter = getSelfClosingTagMarkup('autoFilter', { ref: `${getCellAddress(headRow, 0)}:${last}` })
          return insertElementMarkupAccordingToOrderOfSiblings(xml, filter, order, 'worksheet')
        },
      },
    },
  },
})

/** The sheet as an .xlsx file: a bold header row with filters, which stays in view, and columns with widths. */
export async function writeSheet(first: SheetToWrite): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = [first, ...(first.more ?? [])]
  const file = writeExcelFile(sheets.map(sheetOf), { features: [headFilters(sheets)] })
  return new Uint8Array(await file.toBuffer())
}
