/** The lifecycle of sending an invoice by email; each sending is a record of its own. */
import { setup } from 'xstate'

export type InvoiceDeliveryEvent =
  | { type: 'mail.accept' }
  /** The job queue stopped trying. */
  | { type: 'mail.giveUp' }
  /** An administrator has a message that was given up sent again. */
  | { type: 'mail.retry' }

export const invoiceDeliveryMachine = setup({
  types: { events: {} as InvoiceDeliveryEvent },
}).createMachine({
  id: 'invoice-delivery',
  description: 'Sending an invoice by email to the school.',
  initial: 'queued',
  states: {
    queued: {
      description: 'The message waits in the outbox. It is tried again while the mail server cannot take it.',
      on: { 'mail.accept': 'sent', 'mail.giveUp': 'failed' },
    },
    sent: { type: 'final', description: 'The mail server took the message.' },
    failed: {
      description: 'The message could not be sent. An administrator can send it again.',
      on: { 'mail.retry': 'queued' },
    },
  },
})
