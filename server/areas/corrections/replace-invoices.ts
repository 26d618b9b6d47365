/** The invoices of a corrected day: each that bills something else now is replaced (docs/decisions/invoices.md). */
import type { InvoiceOutcome } from '#domain/billing/corrections.ts'
import { formatDate } from '#domain/time.ts'
import type { Issuer } from '#server/areas/invoices/issue-invoice.ts'
import { replaceAfterCorrection } from '#server/areas/invoices/replace-corrected.ts'
import type { DayKey } from '#server/areas/schedule/provider-days.ts'
import type { Tx } from '#server/db/database.ts'

/** Call once the day is locked again with its new hours. @throws Refusal if one of them can't be replaced */
export const replaceInvoices = async (tx: Tx, day: DayKey, issuer: Issuer): Promise<InvoiceOutcome[]> => {
  // The school reads this; the correction's own reason is the office's.
  const reason = `The work of ${formatDate(day.date)} was corrected.`
  const done = await replaceAfterCorrection(tx, day, reason, issuer)
  return done.map(({ schoolId, schoolName, before, total, invoice, creditNote }) => ({
    ...{ schoolId, schoolName },
    invoiceNumber: before.invoiceNumber,
    total: before.total,
    replacedBy: invoice?.invoiceNumber ?? null,
    newTotal: total,
    creditNote: creditNote?.invoiceNumber ?? null,
  }))
}
