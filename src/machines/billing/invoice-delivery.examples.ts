import { type Examples, everyStored } from '#machines/definition/examples.ts'
import { INVOICE_DELIVERY_STATES, type invoiceDeliveryMachine } from './invoice-delivery.machine.ts'

const facts = { 'no facts': {} }

export const examples = {
  stored: everyStored(INVOICE_DELIVERY_STATES, facts),
  cases: { 'mail.accept': 'bare', 'mail.giveUp': 'bare', 'mail.retry': 'bare' },
} satisfies Examples<typeof invoiceDeliveryMachine>
