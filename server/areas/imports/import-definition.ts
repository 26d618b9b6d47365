/** What is specific to one kind of record imported from spreadsheets; everything else is shared. */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { InvitationTime } from '#contract/imports.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db, Queryable, Tx } from '#server/db/database.ts'
import type { SheetToWrite } from '#server/documents/sheet.ts'
import type { NamedColumn } from '#server/documents/sheet-table.ts'
import type { Caller } from '#server/http/handler.ts'

export interface ImportColumn extends NamedColumn {
  /** In characters, in the sample. */
  readonly width: number
  /**
   * The form fields that the column fills, as validation paths: 'zipCode', 'schoolContacts.*.fax'. With a `*` each row
   * of a record has its own value; otherwise the first row's value is for the whole record.
   */
  readonly fields: readonly string[]
  /** What its cells mean; text if omitted, which is what they show. */
  readonly kind?: 'number' | 'percent' | 'date'
  /** What is in its cells is never repeated: neither in problems nor in the file of problem rows. */
  readonly isSecret?: true
}

/** A row of the file. */
export interface ImportLine<Name extends string> {
  readonly line: number
  /** Cell texts by column: as shown; numbers without currency and percent signs; dates as 2026-11-20. */
  readonly texts: Readonly<Record<Name, string>>
}

/**
 * Reports a problem in a cell of a record, with `row` counted from 0. The first report about a cell wins; an empty
 * problem suppresses later ones, for a problem that lies in another cell.
 */
export type ReportProblem<Name extends string> = (row: number, column: Name, problem: string) => void

/** The form values that a record's rows amount to, valid or not. */
export interface FormOfRows {
  readonly values: unknown
  /** By list name, the row that each of its entries came from. */
  readonly rowsOf?: Readonly<Record<string, readonly number[]>>
}

export interface Occasion {
  readonly now: Date
  /** The organization's date. */
  readonly today: LocalDate
}

export interface Writing extends Occasion {
  /** Undefined if no record can be sent an invitation. */
  readonly invitations: InvitationTime | undefined
  readonly user: Caller
  readonly timeZone: string
  /** Scheme, host and port of links in email. */
  readonly origin: () => string
}

export interface ImportLayout<Name extends string> {
  readonly columns: Readonly<Record<Name, ImportColumn>>
  /** Titles of columns that a list's download has in addition; an upload may have them. */
  readonly ignored?: readonly string[]
}

export interface ImportDefinition<Name extends string, Facts, Form> extends ImportLayout<Name> {
  /** 'service' */
  readonly noun: string
  /** Locked for the duration of an import's check and write. */
  readonly table: PgTable
  /** What all rows of a record share; undefined for a row that is a record of its own. */
  readonly recordOf?: (line: ImportLine<Name>) => string | undefined
  /** Loads what names are looked up in, and existing records, with a few queries regardless of the number of rows. */
  readonly loadFacts: (db: Queryable, lines: readonly ImportLine<Name>[], occasion: Occasion) => Promise<Facts>
  readonly toForm: (lines: readonly ImportLine<Name>[], facts: Facts, report: ReportProblem<Name>) => FormOfRows
  /** The form's schema. */
  readonly schema: (occasion: Occasion) => z.ZodType<Form>
  /** Checks that need the database, as the form's endpoint makes them. */
  readonly check: (form: Form, facts: Facts, report: ReportProblem<Name>) => void
  /** What must be unique; a second row with the same value is reported as a duplicate. */
  readonly identity: { readonly column: Name; readonly of: (form: Form) => string }
  /** Whether a record's person can be sent an invitation; never if omitted. */
  readonly canInvite?: (form: Form, occasion: Occasion) => boolean
  /** Adds the records as their form would, in a few statements. */
  readonly write: (tx: Tx, forms: readonly Form[], writing: Writing) => Promise<void>
  /** Rows that are valid, and sheets with the available choices. */
  readonly sample: (db: Db, occasion: Occasion) => Promise<Pick<SheetToWrite, 'name' | 'rows' | 'more'>>
}
