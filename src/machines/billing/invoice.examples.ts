import { type Examples, everyStored } from '#machines/chart/examples.ts'
import { INVOICE_STATES, type InvoiceFacts, type invoiceMachine } from './invoice.machine.ts'

const facts: Record<string, InvoiceFacts> = {
  'an administrator, unpaid': { by: 'Administrators', isPaid: false },
  'an administrator, paid': { by: 'Administrators', isPaid: true },
  'a provider, unpaid': { by: 'Providers', isPaid: false },
  'a provider, paid': { by: 'Providers', isPaid: true },
}

export const examples = {
  inputs: facts,
  stored: everyStored(INVOICE_STATES, facts),
  cases: { 'invoice.supersede': 'bare', 'invoice.markPaid': 'bare', 'invoice.unmarkPaid': 'bare' },
} satisfies Examples<typeof invoiceMachine>
