import { defineWorkflow } from '#machines/definition/workflow.ts'
import { invoiceMachine } from './invoice.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/invoice',
  title: 'Invoice',
  area: 'Billing',
  machine: invoiceMachine,
  examples: () => import('./invoice.examples.ts'),
  texts: {
    events: {
      'invoice.supersede': 'Issue a newer invoice for the same work, or a credit note',
      'invoice.markPaid': 'Mark as paid',
      'invoice.unmarkPaid': 'Remove the paid mark',
    },
    guards: {
      losesNoPayment: 'by an administrator, if unpaid or its payment counts for the newer one',
      canBePaid: 'by an administrator, if something is owed on it',
      isPaid: 'by an administrator, if it is marked as paid',
    },
  },
})
