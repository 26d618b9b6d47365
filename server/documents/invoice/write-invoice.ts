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

/** The file's bytes; the same invoice and logo give the same ones. A logo that can't be read is left out. */
export const writeInvoice = async ({ format, invoice, logo }: InvoiceToWrite): Promise<Uint8Array<ArrayBuffer>> => {
  if (logo === null) return WRITERS[format](invoice, null)
  try {
    return await WRITERS[format](invoice, logo)
  } catch {
    // Whatever else is wrong fails again. A picture must not keep an invoice, which is frozen with it, from being sent.
    return WRITERS[format](invoice, null)
  }
}
