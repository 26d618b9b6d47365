/** The email of an invoice: a text of the organization with places for what differs. */

/** What stands for the invoice's own words in the text, such as '{number}'. */
export const INVOICE_MAIL_PLACEHOLDERS = ['number', 'school', 'period', 'total', 'due', 'organization'] as const
export type InvoiceMailPlaceholder = (typeof INVOICE_MAIL_PLACEHOLDERS)[number]

export const DEFAULT_INVOICE_MAIL = `Hello,

Attached is invoice {number} for services at {school} from {period}, for a total of {total}. Payment is due by {due}.

Thank you,
{organization}`

/** The same for a credit note, of which nothing is due. */
export const CREDIT_NOTE_MAIL = `Attached is credit note {number} for services at {school} from {period}, for a total of {total}. Nothing is to be paid on it.

Thank you,
{organization}`

const PLACEHOLDER = /\{([^{}\n]*)\}/g

const isPlaceholder = (text: string): text is InvoiceMailPlaceholder =>
  INVOICE_MAIL_PLACEHOLDERS.some((place) => place === text)

/** Names in braces that stand for nothing. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !isPlaceholder(name))

export const fillInvoiceMail = (text: string, words: Readonly<Record<InvoiceMailPlaceholder, string>>): string =>
  text.replaceAll(PLACEHOLDER, (written, name: string) => (isPlaceholder(name) ? words[name] : written))
