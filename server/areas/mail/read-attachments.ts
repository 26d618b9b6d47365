import { readInvoiceAttachment } from '#server/areas/invoices/invoice-attachment.ts'
import { readSavedReportAttachment } from '#server/areas/reports/send-saved-reports.ts'
import type { MailServices } from '#server/mail/mail.ts'

/** Reads what a message has attached. */
export const readAttachments: MailServices['readAttachments'] = (db, attached, now) =>
  'invoiceId' in attached ? readInvoiceAttachment(db, attached) : readSavedReportAttachment(db, attached, now)
