import { defineWorkflow } from '#machines/definition/workflow.ts'
import { invoiceSendingMachine } from './invoice-sending.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/invoice-sending',
  title: 'Emailing all invoices of a period',
  area: 'Billing',
  machine: invoiceSendingMachine,
  examples: () => import('./invoice-sending.examples.ts'),
  texts: {
    events: {
      'dialog.open': 'Send all',
      'dialog.close': 'Close',
      'period.submit': 'Submit the period',
      'period.change': 'Back',
      'sending.confirm': 'Send',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      hasInvoices: 'there are invoices to send',
    },
    actions: {
      forget: 'forget the period',
      keepPeriod: 'note the period',
      keepSending: 'note what is sent and what is left out',
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
      announceQueued: 'say that invoices wait to be sent',
    },
    calls: {
      planSending: { does: 'ask what would be sent', done: 'The server said it', error: 'The server did not say it' },
      sendInvoices: {
        does: 'send the invoices',
        done: 'The emails are in the outbox',
        error: 'Nothing was sent',
      },
    },
  },
})
