/** A sheet that people fill in: a header row that names the columns, and a record per row below it. */
import type { LocalDate } from '#domain/time.ts'
import { quoted, type Reading, readDate, readHours, readNumber, textOf } from './cell-values.ts'
import { plainName } from './plain-name.ts'
import type { Cell, CellFault, Sheet, SheetRow } from './sheet.ts'

/** @param shown what the cell shows, if a format makes that differ from its value */
export type ReadCell<Value> = (cell: Cell | undefined, shown?: string) => Reading<Value>

/** The column's title in the header row. */
export interface NamedColumn {
  /** Matched regardless of case, extra spaces and line breaks. */
  readonly title: string
  /** A file without the column is read as if all its cells were empty. */
  readonly isOptional?: boolean
}

export interface TableColumn<Value> extends NamedColumn {
  readonly read: ReadCell<Value>
}

type Columns<Values> = { readonly [Key in keyof Values]: TableColumn<Values[Key]> }

export interface TableRow<Values> {
  readonly line: number
  readonly values: Values
}

export interface Table<Values> {
  /** Rows without a problem. */
  readonly rows: readonly TableRow<Values>[]
  /** All rows of the file below the header row. */
  readonly count: number
  /** Titles in the file that no column has; their cells are not read. */
  readonly unused: readonly string[]
  /** One sentence each, in order of lines. */
  readonly problems: readonly string[]
}

export const atLine = (line: number, problem: string): string => `Row ${line}: ${problem}`

const MAX_SHOWN_PROBLEMS = 100

/** The first problems, and how many more there are. */
export const toldProblems = (problems: readonly string[]): readonly string[] =>
  problems.length <= MAX_SHOWN_PROBLEMS
    ? problems
    : [...problems.slice(0, MAX_SHOWN_PROBLEMS), `… and ${problems.length - MAX_SHOWN_PROBLEMS} more`]

export const EMPTY_FILE = 'The file is empty.'
export const NO_ROWS = 'The file has no rows below the header row.'

const plain = (title: Cell | undefined) => plainName(textOf(title))

export interface Head<Name extends string> {
  /** The position of each column, from 0; -1 for a missing optional one. */
  readonly places: Readonly<Record<Name, number>>
  /** Titles in the file that match no column; empty titles are ignored. */
  readonly unknown: readonly { readonly title: string; readonly place: number }[]
  /** One sentence each: missing and duplicate columns. */
  readonly problems: readonly string[]
}

/** Finds the columns in the header row. */
export function readHead<Name extends string>(
  { line, cells }: SheetRow,
  columns: Readonly<Record<Name, NamedColumn>>,
): Head<Name> {
  const names = Object.keys(columns) as Name[]
  const titles = cells.map(plain)
  const known = new Set(names.map((name) => plain(columns[name].title)))
  const problems: string[] = []
  for (const name of names) {
    const { title, isOptional } = columns[name]
    const count = titles.filter((found) => found === plain(title)).length
    if (count > 1) problems.push(atLine(line, `The column '${title}' appears ${count} times.`))
    if (count === 0 && !isOptional) problems.push(atLine(line, `The column '${title}' is missing.`))
  }
  return {
    places: Object.fromEntries(names.map((name) => [name, titles.indexOf(plain(columns[name].title))])) as Record<
      Name,
      number
    >,
    unknown: titles.flatMap((title, place) =>
      title === '' || known.has(title) ? [] : [{ title: textOf(cells[place]), place }],
    ),
    problems,
  }
}

/** Why a cell's value doesn't count, in words that follow the column's title. */
export const FAULTS: Readonly<Record<CellFault, string>> = {
  formula: 'contains a formula without a value. Enter its value.',
  failed: 'contains a formula with an error. Enter its value.',
  merged: 'is part of a merged cell. Unmerge it and fill in each row.',
}

const letterOf = (place: number): string =>
  (place >= 26 ? letterOf(Math.floor(place / 26) - 1) : '') + String.fromCharCode(65 + (place % 26))

/** What is wrong with a row as a whole: unclear cells, and values that no column has a title for. */
export function problemOfRow(head: SheetRow, { cells, problem }: SheetRow): string | undefined {
  if (problem !== undefined) return problem
  const untitled = cells.flatMap((cell, place) =>
    cell !== undefined && textOf(head.cells[place]) === '' ? [letterOf(place)] : [],
  )
  const [first] = untitled
  if (first === undefined) return undefined
  return untitled.length === 1
    ? `There is a value in column ${first}, which has no title.`
    : `There are values in columns ${untitled.join(', ')}, which have no title.`
}

/**
 * The records below the header row.
 *
 * @param columns by record key; other columns of the file are ignored
 */
export function readTable<Values>(sheet: Sheet, columns: Columns<Values>): Table<Values> {
  const [head, ...rows] = sheet.rows
  const none = { rows: [], count: rows.length, unused: [] }
  if (!head) return { ...none, problems: [EMPTY_FILE] }
  if (head.problem !== undefined) return { ...none, problems: [atLine(head.line, head.problem)] }
  const names = Object.keys(columns) as (keyof Values & string)[]
  const { places, unknown, problems: missing } = readHead<keyof Values & string>(head, columns)
  if (missing.length > 0) return { ...none, problems: missing }
  if (rows.length === 0) return { ...none, problems: [NO_ROWS] }

  const records: TableRow<Values>[] = []
  const problems: string[] = []
  for (const row of rows) {
    const { line, cells, faults, shown } = row
    const values: Partial<Values> = {}
    const found = problems.length
    const unclear = problemOfRow(head, row)
    if (unclear !== undefined) problems.push(atLine(line, unclear))
    for (const name of row.problem === undefined ? names : []) {
      const place = places[name]
      const fault = faults?.get(place)
      const reading =
        fault === undefined ? columns[name].read(cells[place], shown?.get(place)) : { problem: FAULTS[fault] }
      if ('value' in reading) values[name] = reading.value
      else problems.push(atLine(line, `${columns[name].title} ${reading.problem}`))
    }
    if (problems.length === found) records.push({ line, values: values as Values })
  }
  return { rows: records, count: rows.length, unused: unknown.map(({ title }) => title), problems }
}

interface NumberRule {
  readonly min: number
  readonly max: number
  /** Digits after the decimal point. */
  readonly decimals: number
}

const numberBy =
  (
    read: (cell: Cell, shown: string | undefined) => Reading<number>,
    { min, max, decimals }: NumberRule,
  ): ReadCell<number> =>
  (cell, shown) => {
    if (cell === undefined) return { problem: 'is missing.' }
    const reading = read(cell, shown)
    if ('problem' in reading) return reading
    const { value } = reading
    if (value < min) return { problem: `${quoted(cell, shown)} is less than ${min}.` }
    if (value > max) return { problem: `${quoted(cell, shown)} is more than ${max}.` }
    // Formula results may be off by the last bit.
    const rounded = Number(value.toFixed(decimals))
    if (Math.abs(rounded - value) > 1e-9) {
      const places = decimals === 0 ? 'is not a whole number.' : `has more than ${decimals} decimals.`
      return { problem: `${quoted(cell, shown)} ${places}` }
    }
    return { value: rounded }
  }

export const numberCell = (rule: NumberRule): ReadCell<number> =>
  numberBy((cell, shown) => readNumber(cell, shown, rule.decimals), rule)

/** Hours, as a number or as 7:30. */
export const hoursCell = (rule: Omit<NumberRule, 'decimals'>): ReadCell<number> =>
  numberBy(readHours, { ...rule, decimals: 2 })

export const textCell =
  (maxLength: number): ReadCell<string> =>
  (cell, shown) => {
    const text = textOf(cell, shown)
    return text.length > maxLength ? { problem: `is longer than ${maxLength} characters.` } : { value: text }
  }

/** A date; undefined for an empty cell. */
export const dateCell: ReadCell<LocalDate | undefined> = (cell, shown) =>
  cell === undefined ? { value: undefined } : readDate(cell, shown)
