import { ApiError } from '#contract/failures.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { invoiceSendingMachine } from './invoice-sending.machine.ts'

const period = { startDate: '2026-11-01', endDate: '2026-11-15' }
const skipped = [{ invoiceNumber: 'INV-00007', schoolName: 'Maple', reason: invoiceMessages.noEmail('Maple') }]
const refused = { ...commonFailures, 'no mail server': new ApiError(409, invoiceMessages.noMail) }

export const examples = {
  cases: {
    'dialog.open': 'bare',
    'dialog.close': 'bare',
    'period.submit': { 'a half-month': { period } },
    'period.change': 'bare',
    'sending.confirm': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    planSending: {
      done: {
        'two invoices, one left out': { count: 2, skipped },
        'one invoice': { count: 1, skipped: [] },
        'no invoice': { count: 0, skipped },
      },
      error: refused,
    },
    sendInvoices: { done: { 'two invoices, one left out': { count: 2, skipped } }, error: refused },
  },
} satisfies Examples<typeof invoiceSendingMachine>
