/** The names by which an invoice's files are asked for: 'invoice-42.pdf'. */

export const INVOICE_FORMATS = ['pdf', 'docx'] as const
export type InvoiceFormat = (typeof INVOICE_FORMATS)[number]

export const pathOf = (number: number, format: InvoiceFormat): string => `invoice-${number}.${format}`

export const numberOf = (path: string): number => Number.parseInt(path.slice('invoice-'.length), 10)
