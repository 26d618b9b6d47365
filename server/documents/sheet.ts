/** What is read from a spreadsheet file and written to one, whatever program made it. */
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** A cell that its program shows as a date or a time of day; either may be missing. */
export interface SheetMoment {
  readonly date?: LocalDate
  readonly time?: LocalTime
}

/**
 * What stands in a cell. A formula counts as the value that it was saved with, or as nothing without one. Text is without blanks around it; a CSV
 * file holds nothing but text.
 */
export type Cell = string | number | boolean | SheetMoment

/** Why a cell may not say what its author sees there: a formula without a value, a part of a merged cell, a failed formula. */
export type CellFault = 'formula' | 'merged' | 'failed'

export interface SheetRow {
  /** The row's number as a spreadsheet program shows it, from 1. */
  readonly line: number
  /** By column; undefined where nothing stands. */
  readonly cells: readonly (Cell | undefined)[]
  /** By column, from 0; left out where there are none. */
  readonly faults?: ReadonlyMap<number, CellFault>
}

/** The first sheet of a file that is not hidden; rows without anything in them are left out. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
}

export interface ColumnToWrite {
  readonly title: string
  /** In characters. */
  readonly width: number
  /** A number format as spreadsheet programs write it: '0.00', 'mm/dd/yyyy'. */
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
  /** Sheets behind this one. */
  readonly more?: readonly SheetToWrite[]
}

/** How much of a file is taken. */
export interface SheetLimits {
  /** With something in them. */
  readonly rows: number
  readonly columns: number
  /** Of a packed file, in bytes; a small file may unpack to a very large one. */
  readonly unpacked: number
}

export const SHEET_LIMITS: SheetLimits = { rows: 20_000, columns: 200, unpacked: 64 * 1024 * 1024 }

/** A file that is no spreadsheet, or one too large; its message is for whoever sent it. */
export class SheetRefusal extends Error {
  override readonly name = 'SheetRefusal'
}
