import { DELIVERY_STATES } from '#domain/billing/invoice-history.ts'
import { type Examples, everyStored } from '#machines/definition/examples.ts'
import type { invoiceDeliveryMachine } from './invoice-delivery.machine.ts'

const facts = { 'no facts': {} }

export const examples = {
  stored: everyStored(DELIVERY_STATES, facts),
  cases: { 'mail.accept': 'bare', 'mail.giveUp': 'bare', 'mail.retry': 'bare' },
} satisfies Examples<typeof invoiceDeliveryMachine>
