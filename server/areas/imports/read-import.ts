/** Turns the bytes of a file into rows to import. */
import { capitalized } from '#domain/words.ts'
import { type Reading, readDate, readNumber, readPercent, textOf } from '#server/documents/cell-values.ts'
import { type Cell, SheetRefusal, type SheetRow } from '#server/documents/sheet.ts'
import { atLine, EMPTY_FILE, FAULTS, NO_ROWS, problemOfRow, readHead } from '#server/documents/sheet-table.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import type { ImportColumn, ImportLayout, ImportLine } from './import-definition.ts'

/** The column added to the file of problem rows, ignored on upload so the file can be sent back as is. */
export const PROBLEM_TITLE = 'Problem'

/** A row, with the cells that can't be read. */
export interface ReadLine<Name extends string> extends ImportLine<Name> {
  readonly faults: readonly { readonly column: Name; readonly problem: string }[]
  /** What is wrong with the row as a whole. */
  readonly problem?: string
}

export interface ReadFile<Name extends string> {
  readonly lines: readonly ReadLine<Name>[]
  readonly head: SheetRow
  /** The same rows as the file has them. */
  readonly rows: readonly SheetRow[]
}

/** Why the file can't be imported, a sentence each. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(reasons.join(' '))
    this.reasons = reasons
  }
}

/** The position of each column. */
function placesOf<Name extends string>(
  head: SheetRow,
  { columns, ignored = [] }: ImportLayout<Name>,
): Readonly<Record<Name, number>> {
  const titles = Object.values<ImportColumn>(columns).map(({ title }) => title)
  if (head.problem !== undefined) throw new UnreadableFile([atLine(head.line, head.problem)])
  const { places, unknown, problems } = readHead(head, columns)
  if (Object.values<number>(places).every((place) => place < 0)) {
    throw new UnreadableFile([`Row ${head.line} has none of the expected column titles: ${titles.join(', ')}.`])
  }
  const strangers = unknown
    .filter(({ title }) => ![PROBLEM_TITLE, ...ignored].includes(title))
    .map(({ title }) => `Row ${head.line}: The column '${title.slice(0, 60)}' is unknown.`)
  const reasons = [...problems, ...strangers]
  if (strangers.length > 0) reasons.push(`The expected columns are: ${titles.join(', ')}.`)
  if (reasons.length > 0) throw new UnreadableFile(reasons)
  return places
}

/** The most digits after the decimal point that any column has. */
const DECIMALS = 2

/** What a cell says in a column of its kind. Text that is no number or date is left to the form's rules. */
function readCell({ kind }: ImportColumn, cell: Cell | undefined, shown: string | undefined): Reading<string> {
  const text = textOf(cell, shown)
  if (cell === undefined || kind === undefined) return { value: text }
  if (kind === 'date') {
    const date = readDate(cell, shown)
    return 'value' in date ? date : { value: text }
  }
  const number = kind === 'percent' ? readPercent(cell, shown, DECIMALS) : readNumber(cell, shown, DECIMALS)
  if ('value' in number) return { value: textOf(number.value) }
  return typeof cell === 'string' ? { value: text } : number
}

const lineOf = <Name extends string>(
  head: SheetRow,
  row: SheetRow,
  places: Readonly<Record<Name, number>>,
  columns: Readonly<Record<Name, ImportColumn>>,
): ReadLine<Name> => {
  const { line, cells, faults, shown } = row
  const names = Object.keys(places) as Name[]
  const problem = problemOfRow(head, row)
  const readings = names.map((column) => {
    const place = places[column]
    const [cell, text] = [cells[place], shown?.get(place)]
    const fault = faults?.get(place)
    const reading = fault === undefined ? readCell(columns[column], cell, text) : { problem: FAULTS[fault] }
    return { column, reading, text: 'value' in reading ? reading.value : textOf(cell, text) }
  })
  return {
    line,
    texts: Object.fromEntries(readings.map(({ column, text }) => [column, text])) as Record<Name, string>,
    faults: readings.flatMap(({ column, reading }) =>
      'problem' in reading ? [{ column, problem: capitalized(reading.problem) }] : [],
    ),
    ...(problem !== undefined && { problem }),
  }
}

/**
 * The rows of a spreadsheet with these columns.
 *
 * @param left aborts when the client that sent the file disconnects
 * @throws UnreadableFile for a file of another kind or with too many rows
 */
export async function readImport<Name extends string>(
  bytes: Uint8Array,
  layout: ImportLayout<Name>,
  left: AbortSignal,
): Promise<ReadFile<Name>> {
  const sheet = await readSpreadsheet(bytes, {}, undefined, left).catch((error: unknown) => {
    throw error instanceof SheetRefusal ? new UnreadableFile([error.message]) : error
  })
  const [head, ...rows] = sheet.rows
  if (!head) throw new UnreadableFile([EMPTY_FILE])
  const places = placesOf(head, layout)
  if (rows.length === 0) throw new UnreadableFile([NO_ROWS])
  return { lines: rows.map((row) => lineOf(head, row, places, layout.columns)), head, rows }
}
