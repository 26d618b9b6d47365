/** An invoice's latest sending by email, as lists show it. */
import { eq, sql } from 'drizzle-orm'
import type { InvoiceDelivery } from '#contract/invoice-history.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'

/** Joins `invoice_deliveries` to `invoices`. */
export const latestDelivery = eq(
  invoiceDeliveries.id,
  sql`(select max(sending.id) from ${invoiceDeliveries} as sending where sending.invoice_id = ${invoices.id})`,
)

/** @param lastFailure why the latest attempt failed, while the message is still tried again */
export const deliveryOf = (
  { state, recipient, reason, createdAt, endedAt }: typeof invoiceDeliveries.$inferSelect,
  lastFailure: string | null = null,
): InvoiceDelivery => ({
  state,
  recipient,
  reason: state === 'queued' ? lastFailure : reason,
  atUtc: (endedAt ?? createdAt).toISOString(),
})
