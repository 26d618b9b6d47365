import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { INVOICE_KINDS, type InvoiceContent } from '#domain/billing/invoice.ts'
import { DELIVERY_STATES } from '#domain/billing/invoice-history.ts'
import { bytes, id, instant, version } from './columns.ts'
import { providers } from './providers.ts'
import { occurrences } from './schedule.ts'
import { schools } from './schools.ts'
import { users } from './users.ts'

/**
 * Invoices as they were issued (docs/decisions/invoices.md). What they say never changes; a newer invoice for the same
 * work supersedes an older one.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    /** 1, 2, 3 …, in order of issue. */
    number: integer().notNull().unique(),
    /** With the prefix of that day: 'INV-00042'. */
    invoiceNumber: text().notNull(),
    kind: text({ enum: INVOICE_KINDS }).notNull().default('invoice'),
    /** The invoice that a credit note takes back. */
    creditsId: integer().references((): AnyPgColumn => invoices.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    startDate: date().notNull(),
    /** Inclusive. */
    endDate: date().notNull(),
    /** Those that were chosen, in order; empty for all. */
    studentIds: integer().array().notNull(),
    serviceIds: integer().array().notNull(),
    content: jsonb().$type<InvoiceContent>().notNull(),
    total: numeric({ precision: 14, scale: 4 }).notNull(),
    /**
     * What was owed when it was issued: the total less what had been paid on the invoices that it replaces. Less than
     * zero is the school's credit. A credit note that a new invoice goes with has nothing due.
     */
    amountDue: numeric({ precision: 14, scale: 4 }).notNull(),
    issuedOn: date().notNull(),
    dueOn: date().notNull(),
    issuedById: integer()
      .notNull()
      .references(() => users.id),
    issuedAt: instant().notNull(),
    supersededById: integer().references((): AnyPgColumn => invoices.id),
    supersededAt: instant(),
    paidOn: date(),
    paidReference: text(),
    version: version(),
  },
  (t) => [
    index().on(t.schoolId, t.startDate),
    index().on(t.startDate),
    check('invoices_dates', sql`${t.startDate} <= ${t.endDate}`),
    check('invoices_credit', sql`(${t.kind} = 'credit') = (${t.creditsId} is not null)`),
    check('invoices_superseded', sql`num_nulls(${t.supersededById}, ${t.supersededAt}) in (0, 2)`),
    check('invoices_paid', sql`num_nulls(${t.paidOn}, ${t.paidReference}) in (0, 2)`),
  ],
)

/** The sessions behind an invoice. Current invoices have none in common: no work is billed twice. */
export const invoiceSessions = pgTable(
  'invoice_sessions',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    occurrenceId: integer()
      .notNull()
      .references(() => occurrences.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.occurrenceId] }), index().on(t.occurrenceId)],
)

/** An invoice's files, written once: as it was issued, and again once it was replaced, which the later ones say. */
export const invoiceFiles = pgTable(
  'invoice_files',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    format: text({ enum: ['pdf', 'docx'] }).notNull(),
    isReplaced: boolean().notNull().default(false),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.invoiceId, t.format, t.isReplaced] })],
)

/** Every sending of an invoice by email. */
export const invoiceDeliveries = pgTable(
  'invoice_deliveries',
  {
    id: id(),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id),
    jobId: uuid().notNull(),
    recipient: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** Why it failed. */
    reason: text(),
    createdAt: instant().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    endedAt: instant(),
  },
  (t) => [
    index().on(t.invoiceId, t.id),
    check('invoice_deliveries_ended', sql`(${t.state} = 'queued') = (${t.endedAt} is null)`),
  ],
)
