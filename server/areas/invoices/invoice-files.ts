/**
 * An invoice's PDF and Word file: written once, from what was frozen, and the same ever after. Once the invoice is
 * replaced, the files say that, and are written once more.
 */
import { and, eq } from 'drizzle-orm'
import type { InvoiceContent, InvoiceDocument } from '#domain/billing/invoice.ts'
import { numbersInWords } from '#domain/billing/invoice-changes.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { invoiceFiles, invoices } from '#server/db/schema/invoices.ts'
import { organisationLogos } from '#server/db/schema/organization.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import { safeFileName } from '#server/documents/file-name.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type InvoiceFormat, numberOf } from './invoice-path.ts'
import type { StoredInvoice } from './issue-invoice.ts'
import { readReceived } from './replacement-terms.ts'

const readLogo = async (db: Db, { issuer: { logoId } }: InvoiceContent) => {
  if (logoId === null) return null
  const [logo] = await db.select().from(organisationLogos).where(eq(organisationLogos.id, logoId))
  return logo ? { mediaType: logo.mediaType, content: new Uint8Array(logo.content) } : null
}

/** What replaced it, and when. */
const readReplacedBy = async (db: Db, { supersededById, supersededAt }: StoredInvoice, timeZone: string) => {
  if (supersededById === null || supersededAt === null) return null
  const [newer] = await db
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(invoices)
    .where(eq(invoices.id, supersededById))
  if (!newer) throw new Error('The invoice that replaced it is not stored.')
  return { invoiceNumber: newer.invoiceNumber, on: localOf(supersededAt, timeZone).date }
}

/** Those that it replaced and the school has; frozen, unless it was issued before they were. */
const readReplaces = async (db: Db, { id, content }: StoredInvoice, timeZone: string): Promise<string> => {
  if (content.replacement !== undefined) return numbersInWords(content.replacement?.received ?? [])
  const replaced = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.supersededById, id))
  const ids = replaced.map((earlier) => earlier.id)
  return numbersInWords(await readReceived(db, ids, timeZone))
}

/** What the files print. */
const documentOf = async (db: Db, invoice: StoredInvoice): Promise<InvoiceDocument> => {
  const { kind, invoiceNumber, issuedOn, dueOn, amountDue, content } = invoice
  const timeZone = await organizationZone(db)
  return {
    ...{ kind, invoiceNumber, issuedOn, dueOn, amountDue, content },
    replaces: await readReplaces(db, invoice, timeZone),
    replacedBy: await readReplacedBy(db, invoice, timeZone),
  }
}

const readFile = async (db: Db, { id, supersededById }: StoredInvoice, format: InvoiceFormat) => {
  const [file] = await db
    .select({ content: invoiceFiles.content })
    .from(invoiceFiles)
    .where(
      and(
        eq(invoiceFiles.invoiceId, id),
        eq(invoiceFiles.format, format),
        eq(invoiceFiles.isReplaced, supersededById !== null),
      ),
    )
  return file && new Uint8Array(file.content)
}

/** The file, written now if it isn't yet. Two servers that write it at once keep the first. */
export const invoiceFile = async (
  db: Db,
  invoice: StoredInvoice,
  format: InvoiceFormat,
): Promise<Uint8Array<ArrayBuffer>> => {
  const kept = await readFile(db, invoice, format)
  if (kept) return kept
  const content = await runInThread('writeInvoice', {
    format,
    invoice: await documentOf(db, invoice),
    logo: await readLogo(db, invoice.content),
  })
  const isReplaced = invoice.supersededById !== null
  await db
    .insert(invoiceFiles)
    .values({ invoiceId: invoice.id, format, isReplaced, content: Buffer.from(content) })
    .onConflictDoNothing()
  return (await readFile(db, invoice, format)) ?? content
}

/** The name under which a file is saved: 'INV-00042 Lincoln.pdf'. */
export const fileNameOf = ({ invoiceNumber, content }: StoredInvoice, format: InvoiceFormat): string =>
  safeFileName(`${invoiceNumber} ${content.school.name}.${format}`)

const download = async (db: Db, path: string, format: InvoiceFormat): Promise<FileReply> => {
  const [invoice] = path.endsWith(`.${format}`)
    ? await db
        .select()
        .from(invoices)
        .where(eq(invoices.number, numberOf(path)))
    : []
  if (!invoice) throw new Refusal(404, invoiceMessages.fileNotFound)
  return new FileReply(await invoiceFile(db, invoice, format), fileNameOf(invoice, format))
}

export const invoiceFileHandlers: HandlersOf<'downloadInvoicePdf' | 'downloadInvoiceDoc'> = {
  downloadInvoicePdf: ({ params: { path }, db }) => download(db, path, 'pdf'),
  downloadInvoiceDoc: ({ params: { path }, db }) => download(db, path, 'docx'),
}
