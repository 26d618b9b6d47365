/** Files of 5 MB, as large as an import may be, that cost much to read and hold nothing. */
import { strToU8, zipSync } from 'fflate'

type Bytes = Uint8Array<ArrayBuffer>

const SIZE = 5 * 1000 * 1000
const textOf = (piece: string): Bytes => new Uint8Array(Buffer.from(piece.repeat(Math.floor(SIZE / piece.length))))

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const related = (type: string, target: string) =>
  strToU8(
    `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`,
  )
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const typeOf = (part: string, type: string) => `<Override PartName="/xl/${part}" ContentType="${TYPES}.${type}+xml"/>`

/** @param sheet the elements of the only worksheet */
const workbook = (sheet: string): Bytes =>
  new Uint8Array(
    zipSync({
      '[Content_Types].xml': strToU8(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${typeOf('workbook.xml', 'sheet.main')}${typeOf('worksheets/sheet1.xml', 'worksheet')}</Types>`,
      ),
      '_rels/.rels': related('officeDocument', 'xl/workbook.xml'),
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${NAMESPACE}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': related('worksheet', 'worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${NAMESPACE}">${sheet}</worksheet>`),
    }),
  )
const rows = (count: number, row: (line: number) => string) =>
  `<sheetData>${Array.from({ length: count }, (_, index) => row(index + 1)).join('')}</sheetData>`
const merged = (line: number) => `<row r="${line}"><c r="A${line}"><v>1</v></c></row>`

const LINES = 'The file has more than 100,000 lines. Remove the empty ones.'
const COLUMNS = 'At most 200 columns are allowed.'
const CELLS = 'The file has too many cells, most of them empty. Delete the empty rows and columns, and save it again.'

/** With what is said about them. */
export const junkSheets = (): [what: string, bytes: Bytes, message: string][] => [
  ['line feeds', textOf('\n'), LINES],
  ['carriage returns', textOf('\r'), LINES],
  ['rows of empty cells', textOf(',,,,\n'), LINES],
  ['quotation marks in lines', textOf('"\n'), LINES],
  ['one row of commas', textOf(','), COLUMNS],
  ['one row of formulas', textOf('=a,'), COLUMNS],
  [
    'cells that nothing ends',
    textOf('"a"b,'),
    'The file can’t be read: too many of its quotation marks are out of place. Open it in a spreadsheet program and save it as .xlsx.',
  ],
  ['empty cells in a workbook', workbook(rows(800_000, () => '<row><c/></row>')), CELLS],
  [
    'merged cells in a workbook',
    workbook(`${rows(50_000, merged)}<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(1000)}</mergeCells>`),
    'The file has too many merged cells. Unmerge them and retry.',
  ],
]

/** Within every limit, and slow. */
export const slowSheet = (): Bytes => workbook(rows(350_000, (line) => `<row r="${line}"><c r="A${line}"/></row>`))
