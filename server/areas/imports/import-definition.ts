/** What there is to say of a kind of record that is imported from spreadsheets; everything else is the same for all. */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { LocalDate } from '#domain/time.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { SheetToWrite } from '#server/documents/sheet.ts'
import type { NamedColumn } from '#server/documents/sheet-table.ts'
import type { Caller } from '#server/http/handler.ts'

export interface ImportColumn extends NamedColumn {
  /** In characters, in the sample. */
  readonly width: number
  /**
   * The form's fields that it fills in, as refusals name them: 'zipCode', 'schoolContacts.*.fax'. With a `*` each row of a
   * record has its own; without, the first row says it for all.
   */
  readonly fields: readonly string[]
}

/** A row of the file. */
export interface ImportLine<Name extends string> {
  readonly line: number
  /** What stands in each column, as text; days as 2026-11-20. */
  readonly texts: Readonly<Record<Name, string>>
}

/**
 * Tells what is wrong with a cell of a record, `row` counting its rows from 0. The first word about a cell stands; an
 * empty one leaves it without any, where what is wrong lies in another cell.
 */
export type Tell<Name extends string> = (row: number, column: Name, problem: string) => void

/** What a record's rows come to: the values that its form would send, right or wrong. */
export interface FormOfRows {
  readonly values: unknown
  /** By the name of a list, the row that each of its entries came from. */
  readonly rowsOf?: Readonly<Record<string, readonly number[]>>
}

/** What reads: the database in a dry run, the transaction in an import. */
export type Reader = Pick<Db, 'select' | 'execute'>

export interface Occasion {
  readonly now: Date
  /** The organisation's date. */
  readonly today: LocalDate
}

export interface ImportDefinition<Name extends string, Facts, Form> {
  /** 'service' */
  readonly noun: string
  readonly columns: Readonly<Record<Name, ImportColumn>>
  /** Written by nobody else while an import checks and writes. */
  readonly table: PgTable
  /** What all rows of one record have in common; undefined for a row that is a record by itself. */
  readonly recordOf?: (line: ImportLine<Name>) => string | undefined
  /** What names are looked up in, and what there is already: a few queries, however many lines there are. */
  readonly loadFacts: (db: Reader, lines: readonly ImportLine<Name>[], occasion: Occasion) => Promise<Facts>
  readonly toForm: (lines: readonly ImportLine<Name>[], facts: Facts, tell: Tell<Name>) => FormOfRows
  /** The form's own. */
  readonly schema: (occasion: Occasion) => z.ZodType<Form>
  /** What the form's endpoint asks the database. */
  readonly check: (form: Form, facts: Facts, tell: Tell<Name>) => void
  /** What may be there once; the second row in a file with the same is told of the first. */
  readonly identity: { readonly column: Name; readonly of: (form: Form) => string }
  /** Adds them as their form does, in a few statements. */
  readonly write: (tx: Tx, forms: readonly Form[], who: Occasion & { readonly user: Caller }) => Promise<void>
  /** Rows that would pass, and sheets with what can be chosen. */
  readonly sample: (db: Db, occasion: Occasion) => Promise<Pick<SheetToWrite, 'name' | 'rows' | 'more'>>
}
