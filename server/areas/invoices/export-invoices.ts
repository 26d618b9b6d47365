/** A period's invoices as CSV for QuickBooks Online, and as JSON (docs/decisions/invoices.md). */
import { and, asc, eq, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type InvoiceContent, termsInWords } from '#domain/billing/invoice.ts'
import { type Period, periodInWords } from '#domain/billing/period.ts'
import { isZero } from '#domain/money.ts'
import { formatDate } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { csvOf } from '#server/documents/csv.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredInvoice } from './issue-invoice.ts'

type ExportedInvoice = Pick<
  StoredInvoice,
  'invoiceNumber' | 'kind' | 'schoolId' | 'issuedOn' | 'dueOn' | 'paidOn' | 'paidReference'
> & { readonly content: Omit<InvoiceContent, 'work'> }

const isCurrent = isNull(invoices.supersededById)
/** QuickBooks imports no credit notes, and an invoice that one took back isn't owed. */
const isBilled = and(isCurrent, eq(invoices.kind, 'invoice'))
/** A credit note makes sense only beside the invoice that it takes back. */
const isCredited = sql`exists (select from ${invoices} as note where note.credits_id = ${invoices.id})`

/** Invoices whose whole period is in the range. @throws Refusal 404 if there are none */
const readInvoices = async (
  db: Db,
  { startDate, endDate }: Period,
  which: SQL | undefined,
): Promise<ExportedInvoice[]> => {
  const found = await db
    .select({
      invoiceNumber: invoices.invoiceNumber,
      kind: invoices.kind,
      schoolId: invoices.schoolId,
      issuedOn: invoices.issuedOn,
      dueOn: invoices.dueOn,
      paidOn: invoices.paidOn,
      paidReference: invoices.paidReference,
      // Without the sessions, which are most of it.
      content: sql<Omit<InvoiceContent, 'work'>>`${invoices.content} - 'work'`,
    })
    .from(invoices)
    .where(and(which, gte(invoices.startDate, startDate), lte(invoices.endDate, endDate)))
    .orderBy(asc(invoices.number))
  if (found.length === 0) {
    throw new Refusal(404, `There are no invoices from ${periodInWords({ startDate, endDate })}.`)
  }
  return found
}

/** The columns that QuickBooks Online recognizes by their titles; those with an asterisk are required. */
const COLUMNS = [
  '*InvoiceNo',
  '*Customer',
  '*InvoiceDate',
  '*DueDate',
  'Terms',
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  'Service Date',
]

const rowsOf = ({ invoiceNumber, issuedOn, dueOn, content }: ExportedInvoice): string[][] => {
  const { school, terms, note, period, lines, fees } = content
  const whole = [invoiceNumber, school.name, formatDate(issuedOn), formatDate(dueOn), termsInWords(terms), note]
  return [
    ...lines.map(({ serviceName, from, to, quantity, rate, amount }) => [
      ...whole,
      serviceName,
      `${serviceName}, ${periodInWords({ startDate: from, endDate: to })}`,
      ...[quantity, rate, amount, formatDate(to)],
    ]),
    ...fees
      .filter(({ amount }) => !isZero(amount))
      .map(({ percent, base, amount }) => [
        ...whole,
        'Admin fee',
        `${percent}% of ${base}`,
        ...['1', amount, amount, formatDate(period.endDate)],
      ]),
  ]
}

const recordOf = (invoice: ExportedInvoice) => {
  const { invoiceNumber, kind, schoolId, issuedOn, dueOn, paidOn, paidReference, content } = invoice
  const { money, school, period, terms, note, lines, subtotal, fees, total } = content
  return {
    invoiceNumber,
    kind,
    credits: content.credits?.invoiceNumber ?? null,
    issuedOn,
    dueOn,
    terms: termsInWords(terms),
    currency: money.currency,
    school: { id: schoolId, name: school.name, billingEmail: school.billingEmail },
    period,
    note,
    lines,
    subtotal,
    fees,
    total,
    paid: paidOn === null ? null : { on: paidOn, reference: paidReference },
  }
}

const fileName = ({ startDate, endDate }: Period, extension: string) =>
  `Invoices ${startDate} to ${endDate}.${extension}`

export const exportInvoicesHandlers: HandlersOf<'exportInvoicesCsv' | 'exportInvoicesJson'> = {
  exportInvoicesCsv: async ({ query, db }) =>
    new FileReply(
      await csvOf([COLUMNS, ...(await readInvoices(db, query, isBilled)).flatMap(rowsOf)]),
      fileName(query, 'csv'),
    ),

  exportInvoicesJson: async ({ query, db }) => {
    const records = (await readInvoices(db, query, or(isCurrent, isCredited))).map(recordOf)
    return new FileReply(`${JSON.stringify({ invoices: records }, null, 2)}\n`, fileName(query, 'json'))
  },
}
