/** Turns the bytes of a file into rows to import. */
import { type CellFault, SheetRefusal, type SheetRow } from '#server/documents/sheet.ts'
import { EMPTY_FILE, NO_ROWS, readHead, textOf } from '#server/documents/sheet-table.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import type { ImportColumn, ImportLayout, ImportLine } from './import-definition.ts'

/** The column added to the file of problem rows, ignored on upload so the file can be sent back as is. */
export const PROBLEM_TITLE = 'Problem'

export const FAULTS: Readonly<Record<CellFault, string>> = {
  formula: 'Contains a formula without a value. Enter its value.',
  failed: 'Contains a formula with an error. Enter its value.',
  merged: 'Part of a merged cell. Unmerge it and fill in each row.',
}

/** A row, with the cells that can't be read. */
export interface ReadLine<Name extends string> extends ImportLine<Name> {
  readonly faults: readonly { readonly column: Name; readonly problem: string }[]
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

const letterOf = (place: number): string =>
  (place >= 26 ? letterOf(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

/** Columns without a title that have a value below. */
const untitled = (head: SheetRow, rows: readonly SheetRow[]): string[] => {
  const found = new Map<number, number>()
  for (const { line, cells } of rows) {
    for (const [place, cell] of cells.entries()) {
      if (cell !== undefined && textOf(head.cells[place]) === '' && !found.has(place)) found.set(place, line)
    }
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(
      ([place, line]) =>
        `Row ${head.line}: Column ${letterOf(place)} has no title, but there is a value in row ${line}.`,
    )
}

/** The position of each column. */
function placesOf<Name extends string>(
  head: SheetRow,
  rows: readonly SheetRow[],
  { columns, ignored = [] }: ImportLayout<Name>,
): Readonly<Record<Name, number>> {
  const titles = Object.values<ImportColumn>(columns).map(({ title }) => title)
  const { places, unknown, problems } = readHead(head, columns)
  if (Object.values<number>(places).every((place) => place < 0)) {
    throw new UnreadableFile([`Row ${head.line} has none of the expected column titles: ${titles.join(', ')}.`])
  }
  const strangers = unknown
    .filter(({ title }) => ![PROBLEM_TITLE, ...ignored].includes(title))
    .map(({ title }) => `Row ${head.line}: The column '${title.slice(0, 60)}' is unknown.`)
  const reasons = [...problems, ...strangers, ...untitled(head, rows)]
  if (strangers.length > 0) reasons.push(`The expected columns are: ${titles.join(', ')}.`)
  if (reasons.length > 0) throw new UnreadableFile(reasons)
  return places
}

const lineOf = <Name extends string>(
  { line, cells, faults }: SheetRow,
  places: Readonly<Record<Name, number>>,
): ReadLine<Name> => {
  const names = Object.keys(places) as Name[]
  const texts = Object.fromEntries(names.map((name) => [name, textOf(cells[places[name]])])) as Record<Name, string>
  return {
    line,
    texts,
    faults: names.flatMap((column) => {
      const fault = faults?.get(places[column])
      return fault === undefined ? [] : [{ column, problem: FAULTS[fault] }]
    }),
  }
}

/**
 * The rows of a spreadsheet with these columns.
 *
 * @throws UnreadableFile for a file of another kind or with too many rows
 */
export async function readImport<Name extends string>(
  bytes: Uint8Array,
  layout: ImportLayout<Name>,
): Promise<ReadFile<Name>> {
  const sheet = await readSpreadsheet(bytes).catch((error: unknown) => {
    throw error instanceof SheetRefusal ? new UnreadableFile([error.message]) : error
  })
  const [head, ...rows] = sheet.rows
  if (!head) throw new UnreadableFile([EMPTY_FILE])
  const places = placesOf(head, rows, layout)
  if (rows.length === 0) throw new UnreadableFile([NO_ROWS])
  return { lines: rows.map((row) => lineOf(row, places)), head, rows }
}
