import type { InvoiceDocument } from '#domain/billing/invoice.ts'
import { writeInvoiceDocx } from './invoice-docx.ts'
import type { Logo } from './invoice-layout.ts'
import { writeInvoicePdf } from './invoice-pdf.ts'

const WRITERS = { pdf: writeInvoicePdf, docx: writeInvoiceDocx } as const

export interface InvoiceToWrite {
  readonly format: keyof typeof WRITERS
  readonly invoice: InvoiceDocument
  readonly logo: Logo | null
}

/** The file's bytes; the same invoice and logo give the same ones. */
export const writeInvoice = ({ format, invoice, logo }: InvoiceToWrite): Promise<Uint8Array<ArrayBuffer>> =>
  WRITERS[format](invoice, logo)
