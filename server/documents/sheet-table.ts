/** A sheet that people fill in: a header row that names the columns, and a record per row below it. */
import { localDateSchema, parseDate } from '#domain/time.ts'
import type { Cell, Sheet, SheetRow } from './sheet.ts'

/** A cell's value, or what is wrong with it, in words that follow the column's title. */
type Reading<Value> = { readonly value: Value } | { readonly problem: string }

export type ReadCell<Value> = (cell: Cell | undefined) => Reading<Value>

/** The column's title in the header row. */
export interface NamedColumn {
  /** Matched case-insensitively, without surrounding spaces. */
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

/** Formula results may be off by the last bit. */
const exact = (value: number) => Number(value.toFixed(9))

/** A cell as text: numbers are rounded, dates become 2026-11-20. */
export const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined) return ''
  if (typeof cell === 'object') return [cell.date, cell.time].filter(Boolean).join(' ')
  return typeof cell === 'number' ? String(exact(cell)) : String(cell)
}

const shown = (cell: Cell): string => `'${textOf(cell).slice(0, 60)}'`

const plain = (title: Cell | undefined) => textOf(title).trim().toLowerCase()

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

const NO_VALUE = { problem: 'contains a formula without a value. Enter its value.' } as const

/**
 * The records below the header row.
 *
 * @param columns by record key; other columns of the file are ignored
 */
export function readTable<Values>(sheet: Sheet, columns: Columns<Values>): Table<Values> {
  const [head, ...rows] = sheet.rows
  if (!head) return { rows: [], problems: [EMPTY_FILE] }
  const names = Object.keys(columns) as (keyof Values & string)[]
  const { places, problems: missing } = readHead<keyof Values & string>(head, columns)
  if (missing.length > 0) return { rows: [], problems: missing }
  if (rows.length === 0) return { rows: [], problems: [NO_ROWS] }

  const records: TableRow<Values>[] = []
  const problems: string[] = []
  for (const { line, cells, faults } of rows) {
    const values: Partial<Values> = {}
    const found = problems.length
    for (const name of names) {
      const place = places[name]
      const reading = faults?.get(place) === 'formula' ? NO_VALUE : columns[name].read(cells[place])
      if ('value' in reading) values[name] = reading.value
      else problems.push(atLine(line, `${columns[name].title} ${reading.problem}`))
    }
    if (problems.length === found) records.push({ line, values: values as Values })
  }
  return { rows: records, problems }
}

/** Parses '8', '8.25', '1,024.5', and '8,25' with a decimal comma. */
function numberOf(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return undefined
  if (/^-?\d+(\.\d+)?$/.test(cell)) return Number(cell)
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell)) return Number(cell.replaceAll(',', ''))
  return /^-?\d+,\d{1,2}$/.test(cell) ? Number(cell.replace(',', '.')) : undefined
}

interface NumberRule {
  readonly min: number
  readonly max: number
  /** Digits after the decimal point. */
  readonly decimals: number
}

export const numberCell =
  ({ min, max, decimals }: NumberRule): ReadCell<number> =>
  (cell) => {
    if (cell === undefined) return { problem: 'is missing.' }
    const value = numberOf(cell)
    if (value === undefined || !Number.isFinite(value)) return { problem: `${shown(cell)} is not a number.` }
    if (value < min) return { problem: `${shown(cell)} is less than ${min}.` }
    if (value > max) return { problem: `${shown(cell)} is more than ${max}.` }
    // Formula results may be off by the last bit.
    const rounded = Number(value.toFixed(decimals))
    if (Math.abs(rounded - value) > 1e-9) {
      const places = decimals === 0 ? 'is not a whole number.' : `has more than ${decimals} decimals.`
      return { problem: `${shown(cell)} ${places}` }
    }
    return { value: rounded }
  }

export const textCell =
  (maxLength: number): ReadCell<string> =>
  (cell) => {
    const text = textOf(cell)
    return text.length > maxLength ? { problem: `is longer than ${maxLength} characters.` } : { value: text }
  }

/** A date cell, or text such as 11/20/2026 or 2026-11-20; undefined for an empty cell. */
export const dateCell: ReadCell<string | undefined> = (cell) => {
  if (cell === undefined) return { value: undefined }
  if (typeof cell === 'object' && cell.date) return { value: cell.date }
  const text = textOf(cell)
  const date = parseDate(text) ?? localDateSchema.safeParse(text).data
  if (date !== undefined) return { value: date }
  return { problem: `${shown(cell)} is not a date (MM/DD/YYYY).` }
}
