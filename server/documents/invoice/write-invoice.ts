import type { InvoiceDocument } from '#domain/billing/invoice.ts'
import { type Logo, withLogo } from '#server/documents/logo.ts'
import { writeInvoiceDocx } from './invoice-docx.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'

const WRITERS = { pdf: writeInvoicePdf, docx: writeInvoiceDocx } as const

export interface InvoiceToWrite {
  readonly format: keyof typeof WRITERS
  readonly invoice: InvoiceDocument
  readonly logo: Logo | null
}

/** The file's bytes; the same invoice and logo give the same ones. A logo that can't be read is left out. */
export const writeInvoice = ({ format, invoice, logo }: InvoiceToWrite): Promise<Uint8Array<ArrayBuffer>> =>
  withLogo(logo, (shown) => WRITERS[format](invoice, shown))
