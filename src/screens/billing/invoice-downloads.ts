import { fileCallOf } from '#contract/call.ts'
import { downloadInvoiceDoc, downloadInvoicePdf } from '#contract/invoices.ts'

export const pdfFile = fileCallOf(downloadInvoicePdf, (path: string) => ({ params: { path } }))
export const docFile = fileCallOf(downloadInvoiceDoc, (path: string) => ({ params: { path } }))
