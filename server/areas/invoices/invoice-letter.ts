import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { fillInvoiceMail } from '#domain/billing/invoice-mail.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { formatMoney } from '#domain/money.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import type { Letter } from '#server/mail/letter.ts'
import { MAX_SUBJECT } from '#server/mail/mail.ts'

export type LetterContent = Pick<InvoiceContent, 'issuer' | 'school' | 'period' | 'total' | 'money'>

/** The email that an invoice is attached to. @param text the organization's, with places */
export const invoiceLetter = (
  text: string,
  {
    invoiceNumber,
    dueOn,
    content: { issuer, school, period, total, money },
  }: { readonly invoiceNumber: string; readonly dueOn: LocalDate; readonly content: LetterContent },
): Letter => ({
  subject: `Invoice ${invoiceNumber} from ${issuer.name}`.slice(0, MAX_SUBJECT),
  lines: fillInvoiceMail(text, {
    number: invoiceNumber,
    school: school.name,
    period: periodInWords(period),
    total: formatMoney(total, money),
    due: formatDate(dueOn),
    organization: issuer.name,
  })
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== ''),
})
