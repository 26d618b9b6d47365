import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, smallint, text, time } from 'drizzle-orm/pg-core'
import { ANNEX_STUDENTS, CORRECTED_INVOICES } from '#domain/billing/invoice.ts'
import { DEFAULT_INVOICE_MAIL } from '#domain/billing/invoice-mail.ts'
import { bytes, id, now, version } from './columns.ts'
import { users } from './users.ts'

/** Every logo that was uploaded: invoices keep the one that they were issued with. */
export const organisationLogos = pgTable('organisation_logos', {
  id: id(),
  /** image/png or image/jpeg. */
  mediaType: text().notNull(),
  content: bytes().notNull(),
  createdAt: now(),
  createdById: integer()
    .notNull()
    .references(() => users.id),
})

export const organisation = pgTable(
  'organisation',
  {
    id: smallint().primaryKey().default(1),
    name: text().notNull(),
    timeZone: text().notNull(),
    /** ISO 4217. */
    currency: text().notNull().default('USD'),
    /** BCP 47; how amounts are written. */
    locale: text().notNull().default('en-US'),
    /** The last day of school; users are warned before they save later sessions. Null: no warning. */
    schoolYearEndsOn: date(),
    /** This and the next seven: what invoices print. Addresses have several lines. */
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    /** Where payments go; '' for the address. */
    remitTo: text().notNull().default(''),
    /** Days until an invoice is due. */
    paymentTerms: smallint().notNull().default(30),
    invoicePrefix: text().notNull().default('INV-'),
    /** How annexes name students, unless a school's billing profile says otherwise. */
    annexStudents: text({ enum: ANNEX_STUDENTS }).notNull().default('initials'),
    /** What becomes of an invoice when a day that it bills is corrected. */
    correctedInvoices: text({ enum: CORRECTED_INVOICES }).notNull().default('replace'),
    logoId: integer().references(() => organisationLogos.id),
    /** Who signs letters, and as what; '' if nobody was named. */
    letterSigner: text().notNull().default(''),
    letterSignerTitle: text().notNull().default(''),
    /** The text of an invoice's email. */
    invoiceMail: text().notNull().default(DEFAULT_INVOICE_MAIL),
    /** The latest invoice's. Issuing one locks this row, so that numbers have no gaps. */
    lastInvoiceNumber: integer().notNull().default(0),
    /** Whether providers are reminded of hours that they have not confirmed. */
    remindsOfHours: boolean().notNull().default(true),
    /** When in the organization's day. */
    reminderTime: time().notNull().default('09:00'),
    /** How many days after the day of the hours. */
    reminderDays: smallint().notNull().default(1),
    /** Providers' changes and deletions of whole sessions wait for an administrator's approval. */
    providersChangesWait: boolean().notNull().default(false),
    version: version(),
  },
  (t) => [check('organisation_is_one', sql`${t.id} = 1`)],
)

/** Every change of the organization's settings, field by field. Append-only: a trigger refuses anything else. */
export const organisationChanges = pgTable(
  'organisation_changes',
  {
    id: id(),
    at: now(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    /** The field's name in the form. */
    field: text().notNull(),
    /** As people read it. */
    before: text().notNull(),
    after: text().notNull(),
  },
  (t) => [index().on(t.at)],
)
