/** Taking a period's invoices to other programs. */
import { periodSchema } from '#domain/billing/invoice-rules.ts'
import { access, defineFile } from './endpoint.ts'

const shared = {
  access: access.administrators('BillingHistory'),
  query: periodSchema,
  replies: { 400: "End Date can't be less than Start Date", 404: 'There are no invoices in the period' },
}

export const exportInvoicesCsv = defineFile({
  ...shared,
  path: '/api/billing/export-invoices-csv',
  summary: "A period's current invoices in the layout that QuickBooks Online imports, a row per line; no credit notes",
  contentType: 'text/csv; charset=utf-8',
})

export const exportInvoicesJson = defineFile({
  ...shared,
  path: '/api/billing/export-invoices-json',
  summary:
    "A period's current invoices and credit notes, and the invoices that these take back, with lines, fees and totals",
  // Clients read application/json as an envelope.
  contentType: 'application/vnd.homeroom.invoices+json',
})

export const endpoints = { exportInvoicesCsv, exportInvoicesJson }
