/** The contents of a spreadsheet file, independent of its format. */
import { MAX_IMPORT_ROWS } from '#domain/import-limits.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** A cell shown as a date or a time of day; either may be missing. */
export interface SheetMoment {
  readonly date?: LocalDate
  readonly time?: LocalTime
}

/**
 * A cell's value. A formula counts as its saved value, or as empty without one. Text is trimmed; a CSV file contains
 * only text.
 */
export type Cell = string | number | boolean | SheetMoment

/**
 * Why a cell's value may not be what its author sees: a formula without a value, part of a merged cell, a failed
 * formula.
 */
export type CellFault = 'formula' | 'merged' | 'failed'

export interface SheetRow {
  /** The row's number as a spreadsheet program shows it, from 1. */
  readonly line: number
  /** By column; undefined for an empty cell. */
  readonly cells: readonly (Cell | undefined)[]
  /** By column, from 0; omitted if there are none. */
  readonly faults?: ReadonlyMap<number, CellFault>
  /** By column: what the cell shows, where its number format makes that differ from its value: '02134', '5%', '40:00'. */
  readonly shown?: ReadonlyMap<number, string>
  /** Why the row can't be read with certainty: a sentence for the user. */
  readonly problem?: string
}

/** The first visible sheet of a file; empty rows are omitted. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
}

export interface ColumnToWrite {
  readonly title: string
  /** In characters. */
  readonly width: number
  /** A number format as in spreadsheet programs: '0.00', 'mm/dd/yyyy'. */
  readonly format?: string
}

/** A date shows as 11/20/2026, unless its column has another format. */
export type CellToWrite = string | number | { readonly date: LocalDate } | undefined

export interface SheetToWrite {
  /** Its tab's name, at most 31 characters. */
  readonly name: string
  /** Lines above the head row, with an empty one after them. */
  readonly above?: readonly string[]
  readonly columns: readonly ColumnToWrite[]
  readonly rows: readonly (readonly CellToWrite[])[]
  /** Below the rows; filters leave it out. */
  readonly totals?: readonly CellToWrite[]
  /** Further sheets. */
  readonly more?: readonly SheetToWrite[]
}

/** Maximum size of a file. */
export interface SheetLimits {
  /** Non-empty rows below the first, which is the header row. */
  readonly rows: number
  readonly columns: number
  /** Size after unpacking, in bytes; a small file may unpack to a very large one. */
  readonly unpacked: number
}

export const SHEET_LIMITS: SheetLimits = { rows: MAX_IMPORT_ROWS, columns: 200, unpacked: 64 * 1024 * 1024 }

/** A file that can't be read as a spreadsheet, or is too large; the message is for the user. */
export class SheetRefusal extends Error {
  override readonly name = 'SheetRefusal'
}

/** @throws SheetRefusal for more rows than the limit */
export const refuseMoreRows = (rows: readonly SheetRow[], limits: SheetLimits): void => {
  if (rows.length <= limits.rows + 1) return
  const most = limits.rows.toLocaleString('en-US')
  throw new SheetRefusal(`The file has more than ${most} rows below the header row. Please split it.`)
}

/** Files often have empty lines, and many at their end, but not ten times as many as others. */
const MAX_LINES_PER_ROW = 10

/** @throws SheetRefusal for a file that consists of empty lines */
export const refuseMoreLines = (count: number, { rows }: SheetLimits): void => {
  const most = rows * MAX_LINES_PER_ROW
  if (count <= most) return
  throw new SheetRefusal(`The file has more than ${most.toLocaleString('en-US')} lines. Remove the empty ones.`)
}

export const tooManyColumns = ({ columns }: SheetLimits): SheetRefusal =>
  new SheetRefusal(`At most ${columns} columns are allowed.`)
