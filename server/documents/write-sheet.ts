import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate'
import writeExcelFile, { type CellObject } from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
  sanitizeTextContent,
} from 'write-excel-file/utility'
import { daysBetween } from '#domain/time.ts'
import type { CellToWrite, SheetToWrite } from './sheet.ts'

type Options = NonNullable<Parameters<typeof writeExcelFile>[1]>
type Feature = NonNullable<Options['features']>[number]

/** The date from which spreadsheet programs count days. */
const DAY_ZERO = '1899-12-30'

const DATE_FORMAT = 'mm/dd/yyyy'

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

const formatsOf = ({ columns }: SheetToWrite): string[] => [
  ...new Set([DATE_FORMAT, ...columns.flatMap(({ format }) => format ?? [])]),
]

/** Text is written as text, never as a formula, whatever it begins with. */
const text = (value: string, isBold = false): CellObject | null =>
  value === '' ? null : { type: String, value, ...(isBold && { fontWeight: 'bold' }) }

/** A sheet down to its head row, and a last row with a cell of each format. */
const sheetOf = (sheet: SheetToWrite) => {
  const { name, above = [], columns } = sheet
  return {
    sheet: tabOf(name),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: headRowOf(sheet) + 1,
    data: [
      ...above.map((line, index) => [text(line, index === 0)]),
      ...(above.length > 0 ? [[]] : []),
      columns.map(({ title }) => text(title, true)),
      formatsOf(sheet).map((format): CellObject => ({ type: Number, value: 0, format })),
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

/** How many rows are turned into text at a time. */
const PORTION = 500

/** The text of a sheet's file in portions, with its rows in place of the row of formats. */
function* sheetXml(sheet: SheetToWrite, xml: string): Generator<string> {
  const start = xml.lastIndexOf('<row ')
  const end = xml.indexOf('</sheetData>')
  const styles = [...xml.slice(start, end).matchAll(/ s="(\d+)"/g)].map(([attribute]) => attribute)
  const styleOf = new Map(formatsOf(sheet).map((format, index) => [format, styles[index] ?? '']))
  const names = sheet.columns.map((_, index) => getCellAddress(0, index).slice(0, -1))
  const cell = (value: CellToWrite, column: number, line: number): string => {
    if (value === undefined || value === '') return ''
    const address = `${names[column]}${line}`
    if (typeof value === 'string') {
      return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${sanitizeTextContent(value)}</t></is></c>`
    }
    const format = sheet.columns[column]?.format
    const [number, style = ''] =
      typeof value === 'number'
        ? [value, format && styleOf.get(format)]
        : [daysBetween(DAY_ZERO, value.date), styleOf.get(format ?? DATE_FORMAT)]
    return `<c r="${address}"${style}><v>${number}</v></c>`
  }
  const row = (values: readonly CellToWrite[], line: number) =>
    `<row r="${line}">${sheet.columns.map((_, column) => cell(values[column], column, line)).join('')}</row>`

  yield xml.slice(0, start)
  const first = headRowOf(sheet) + 2
  const rows = sheet.totals ? [...sheet.rows, sheet.totals] : sheet.rows
  for (let index = 0; index < rows.length; index += PORTION) {
    yield rows
      .slice(index, index + PORTION)
      .map((values, offset) => row(values, first + index + offset))
      .join('')
  }
  yield xml.slice(end)
}

/**
 * The sheet as an .xlsx file: a bold header row with filters, which stays in view, and columns with widths.
 *
 * The library writes the workbook with its styles; it would need several times the memory of the rows, so they are
 * written in portions.
 */
export async function writeSheet(first: SheetToWrite): Promise<Uint8Array<ArrayBuffer>> {
  const sheets = [first, ...(first.more ?? [])]
  const book = unzipSync(await writeExcelFile(sheets.map(sheetOf), { features: [headFilters(sheets)] }).toBuffer())
  const bytes: Uint8Array[] = []
  const zip = new Zip((error, portion) => {
    if (error) throw error
    bytes.push(portion)
  })
  const sheetAt = new Map(sheets.map((sheet, index) => [WORKSHEET.replace('{id}', String(index + 1)), sheet]))
  for (const [path, content] of Object.entries(book)) {
    const file = new ZipDeflate(path)
    zip.add(file)
    const sheet = sheetAt.get(path)
    if (sheet) for (const portion of sheetXml(sheet, strFromU8(content))) file.push(strToU8(portion))
    file.push(sheet ? new Uint8Array() : content, true)
  }
  zip.end()
  return new Uint8Array(Buffer.concat(bytes))
}
