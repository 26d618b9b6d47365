import { eq } from 'drizzle-orm'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Db } from '#server/db/database.ts'
import { invoices } from '#server/db/schema.ts'
import { PermanentFailure } from '#server/jobs/job.ts'
import type { Attachment } from '#server/mail/post.ts'
import { fileNameOf, invoiceFile } from './invoice-files.ts'

/** The PDF that an email has attached. @throws PermanentFailure if the invoice was replaced while the email waited */
export const readInvoiceAttachment = async (
  db: Db,
  { invoiceId }: { readonly invoiceId: number },
): Promise<Attachment[]> => {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
  if (!invoice) throw new PermanentFailure(invoiceMessages.notFound)
  if (invoice.supersededById !== null) throw new PermanentFailure(invoiceMessages.superseded(invoice.invoiceNumber))
  const content = Buffer.from(await invoiceFile(db, invoice, 'pdf'))
  return [{ filename: fileNameOf(invoice, 'pdf'), contentType: 'application/pdf', content }]
}
