/** Previewing and generating the invoice of one school (spec 2, section 2.11). */

import type { BodyOf } from '#contract/endpoint.ts'
import type { generateInvoice } from '#contract/invoices.ts'
import { type InvoiceSelection, invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { inBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { pathOf } from './invoice-path.ts'
import { issueInvoice, planInvoice, tellOfInvoice, unchangedOf } from './issue-invoice.ts'
import { readReceived } from './replacement-terms.ts'

const idsOf = (joined: string): number[] =>
  [...new Set(joined.split(',').filter(Boolean).map(Number))].sort((one, other) => one - other)

const selectionOf = (body: Omit<BodyOf<typeof generateInvoice>, 'createdById'>): InvoiceSelection => ({
  schoolId: body.schoolId,
  startDate: body.startDate,
  endDate: body.endDate,
  studentIds: idsOf(body.studentIds),
  serviceIds: idsOf(body.serviceIds),
})

export const generateInvoiceHandlers: HandlersOf<'previewInvoice' | 'generateInvoice'> = {
  previewInvoice: async ({ body, db, timeZone }) => {
    const planned = await planInvoice(db, selectionOf(body))
    const { content, replaced, reason, refusal } = planned
    const numbers = replaced.map(({ invoiceNumber }) => invoiceNumber)
    const isUnchanged = unchangedOf(planned) !== undefined
    const received = isUnchanged
      ? []
      : await readReceived(
          db,
          replaced.map(({ id }) => id),
          timeZone,
        )
    return {
      lines: content.lines,
      subtotal: content.subtotal,
      fees: content.fees,
      total: content.total,
      refusal: refusal?.message ?? null,
      replaces: numbers,
      // Without those that were replaced before: the school was told of that, or will be.
      received: received.filter(({ invoiceNumber }) => numbers.includes(invoiceNumber)),
      reason,
      isUnchanged,
    }
  },

  generateInvoice: async ({ body, db, user, now, timeZone }) => {
    const {
      id,
      number,
      isNew,
      schoolName: _,
      ...issued
    } = await inBillingTurn(db, async (tx) => {
      const issuer = { user, now, timeZone }
      const issued = await issueInvoice(tx, selectionOf(body), issuer)
      if (issued.isNew) await tellOfInvoice(tx, issuer, issued)
      return issued
    })
    return done(
      { id, ...issued, isNew, pdfPath: pathOf(number, 'pdf'), docPath: pathOf(number, 'docx') },
      isNew ? invoiceMessages.generated : invoiceMessages.unchanged(issued.invoiceNumber),
    )
  },
}
