/** An invoice's PDF as what an email has attached. */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { rowId } from '#domain/row-id.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { PermanentFailure } from '#server/jobs/job.ts'
import { defineAttachment } from '#server/mail/attachment.ts'
import { endDelivery, retryDelivery } from './deliveries.ts'
import { fileNameOf, invoiceFile } from './invoice-files.ts'

export const attachedInvoice = defineAttachment({
  key: 'invoiceId',
  reference: z.object({ invoiceId: rowId }),
  read: async (db, { invoiceId }) => {
    const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
    if (!invoice) throw new PermanentFailure(invoiceMessages.notFound)
    // It may have been replaced while the email waited.
    if (invoice.supersededById !== null) throw new PermanentFailure(invoiceMessages.superseded(invoice.invoiceNumber))
    const content = Buffer.from(await invoiceFile(db, invoice, 'pdf'))
    return [{ filename: fileNameOf(invoice, 'pdf'), contentType: 'application/pdf', content }]
  },
  ended: (tx, _, end) => endDelivery(tx, end),
  sentAgain: (tx, _, again) => retryDelivery(tx, again),
})
