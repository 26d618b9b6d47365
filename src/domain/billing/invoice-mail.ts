/** The email of an invoice: a text of the organization with places for what differs. */

/** What stands for the invoice's own words in the text, such as '{number}'. */
export const INVOICE_MAIL_PLACES = ['number', 'school', 'period', 'total', 'due', 'organization'] as const
export type InvoiceMailPlace = (typeof INVOICE_MAIL_PLACES)[number]

export const DEFAULT_INVOICE_MAIL = `Hello,

Attached is invoice {number} for services at {school} from {period}, for a total of {total}. Payment is due by {due}.

Thank you,
{organization}`

/** The same for a credit note, of which nothing is due. */
export const CREDIT_NOTE_MAIL = `Attached is credit note {number} for services at {school} from {period}, for a total of {total}. Nothing is to be paid on it.

Thank you,
{organization}`

const PLACE = /\{([^{}\n]*)\}/g

const isPlace = (text: string): text is InvoiceMailPlace => INVOICE_MAIL_PLACES.some((place) => place === text)

/** Names in braces that stand for nothing. */
export const unknownPlaces = (text: string): string[] =>
  [...text.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => !isPlace(name))

export const fillInvoiceMail = (text: string, words: Readonly<Record<InvoiceMailPlace, string>>): string =>
  text.replaceAll(PLACE, (written, name: string) => (isPlace(name) ? words[name] : written))
