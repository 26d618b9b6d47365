import { type InvoiceContent, type InvoiceKind, invoiceKindNames } from '#domain/billing/invoice.ts'
import { numbersInWords, replacementInWords } from '#domain/billing/invoice-changes.ts'
import { CREDIT_NOTE_MAIL, fillInvoiceMail } from '#domain/billing/invoice-mail.ts'
import { periodInWords } from '#domain/billing/period.ts'
import { formatMoney } from '#domain/money.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import type { Letter } from '#server/mail/letter.ts'
import { MAX_SUBJECT } from '#server/mail/mail.ts'

export type LetterContent = Pick<
  InvoiceContent,
  'issuer' | 'school' | 'period' | 'total' | 'money' | 'replacement' | 'credits'
>

interface Lettered {
  readonly kind: InvoiceKind
  readonly invoiceNumber: string
  readonly content: LetterContent
}

/** 'Invoice INV-00002, replacing INV-00001, from Test District' */
export const letterSubject = ({
  kind,
  invoiceNumber,
  content: { issuer, replacement },
}: Pick<Lettered, 'kind' | 'invoiceNumber'> & {
  readonly content: Pick<LetterContent, 'issuer' | 'replacement'>
}): string => {
  const received = replacement?.received ?? []
  const replacing = received.length === 0 ? '' : `, replacing ${numbersInWords(received)},`
  return `${invoiceKindNames[kind]} ${invoiceNumber}${replacing} from ${issuer.name}`.slice(0, MAX_SUBJECT)
}

/** What comes before the organization's text: what the school has to know first. */
const firstOf = ({ invoiceNumber, content: { replacement, credits } }: Lettered): string => {
  if (credits) return `Credit note ${invoiceNumber} credits invoice ${credits.invoiceNumber} in full. ${credits.reason}`
  return replacement ? replacementInWords(invoiceNumber, replacement) : ''
}

/** The email that an invoice is attached to. @param text the organization's, with places */
export const invoiceLetter = (text: string, invoice: Lettered & { readonly dueOn: LocalDate }): Letter => {
  const { kind, invoiceNumber, dueOn, content } = invoice
  const { issuer, school, period, total, money } = content
  const filled = fillInvoiceMail(kind === 'credit' ? CREDIT_NOTE_MAIL : text, {
    number: invoiceNumber,
    school: school.name,
    period: periodInWords(period),
    total: formatMoney(total, money),
    due: formatDate(dueOn),
    organization: issuer.name,
  })
  return {
    subject: letterSubject(invoice),
    lines: [firstOf(invoice).trim(), ...filled.split(/\n{2,}/).map((paragraph) => paragraph.trim())].filter(Boolean),
  }
}
