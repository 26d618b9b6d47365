import { defineWorkflow } from '#machines/definition/workflow.ts'
import { invoiceDeliveryMachine } from './invoice-delivery.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/invoice-delivery',
  title: 'Invoice by email',
  area: 'Billing',
  machine: invoiceDeliveryMachine,
  examples: () => import('./invoice-delivery.examples.ts'),
  texts: {
    events: {
      'mail.accept': 'The mail server takes the message',
      'mail.giveUp': 'The outbox gives up',
      'mail.retry': 'Send again',
    },
  },
})
