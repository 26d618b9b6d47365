import { INVOICE_STATES } from '#domain/billing/invoice.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { InvoiceFacts, invoiceMachine } from './invoice.machine.ts'

const facts: Record<string, InvoiceFacts> = {
  'an administrator, unpaid': { by: 'Administrators', isPaid: false, hasBalance: true },
  'an administrator, paid': { by: 'Administrators', isPaid: true, hasBalance: true },
  'an administrator, nothing is owed': { by: 'Administrators', isPaid: false, hasBalance: false },
  'a provider, unpaid': { by: 'Providers', isPaid: false, hasBalance: true },
  'a provider, paid': { by: 'Providers', isPaid: true, hasBalance: true },
}

export const examples = {
  inputs: facts,
  stored: everyStored(INVOICE_STATES, facts),
  cases: {
    'invoice.supersede': {
      'the payment counts for the newer one': { keepsPayment: true },
      'the payment would be lost': { keepsPayment: false },
    },
    'invoice.markPaid': 'bare',
    'invoice.unmarkPaid': 'bare',
  },
} satisfies Examples<typeof invoiceMachine>
