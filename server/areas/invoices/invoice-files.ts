/** An invoice's PDF and Word file: written once, from what was frozen, and the same ever after. */
import { and, eq } from 'drizzle-orm'
import type { InvoiceContent, InvoiceDocument } from '#domain/billing/invoice.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Db } from '#server/db/database.ts'
import { invoiceFiles, invoices, organisationLogos } from '#server/db/schema.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import { safeFileName } from '#server/documents/file-name.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type InvoiceFormat, numberOf } from './invoice-path.ts'
import type { StoredInvoice } from './issue-invoice.ts'

const readLogo = async (db: Db, { issuer: { logoId } }: InvoiceContent) => {
  if (logoId === null) return null
  const [logo] = await db.select().from(organisationLogos).where(eq(organisationLogos.id, logoId))
  return logo ? { mediaType: logo.mediaType, content: new Uint8Array(logo.content) } : null
}

/** What the files print; the earlier invoice that it replaced is named if there was just one. */
const documentOf = async (
  db: Db,
  { id, invoiceNumber, issuedOn, dueOn, content }: StoredInvoice,
): Promise<InvoiceDocument> => {
  const replaced = await db
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(invoices)
    .where(eq(invoices.supersededById, id))
    .orderBy(invoices.number)
  return {
    invoiceNumber,
    issuedOn,
    dueOn,
    replaces: replaced.length === 0 ? null : replaced.map((earlier) => earlier.invoiceNumber).join(', '),
    content,
  }
}

const readFile = async (db: Db, id: number, format: InvoiceFormat) => {
  const [file] = await db
    .select({ content: invoiceFiles.content })
    .from(invoiceFiles)
    .where(and(eq(invoiceFiles.invoiceId, id), eq(invoiceFiles.format, format)))
  return file && new Uint8Array(file.content)
}

/** The file, written now if it isn't yet. Two servers that write it at once keep the first. */
export const invoiceFile = async (
  db: Db,
  invoice: StoredInvoice,
  format: InvoiceFormat,
): Promise<Uint8Array<ArrayBuffer>> => {
  const kept = await readFile(db, invoice.id, format)
  if (kept) return kept
  const content = await runInThread('writeInvoice', {
    format,
    invoice: await documentOf(db, invoice),
    logo: await readLogo(db, invoice.content),
  })
  await db
    .insert(invoiceFiles)
    .values({ invoiceId: invoice.id, format, content: Buffer.from(content) })
    .onConflictDoNothing()
  return (await readFile(db, invoice.id, format)) ?? content
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
