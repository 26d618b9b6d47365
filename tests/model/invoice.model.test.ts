import { examples } from '#machines/billing/invoice.examples.ts'
import { invoiceMachine } from '#machines/billing/invoice.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'billing/invoice',
  machine: invoiceMachine,
  ...examples,
  project: (facts) => facts,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/invoices/invoice-history.test.ts',
    events: {
      'invoice.supersede': 'sessions on a current invoice are invoiced, until a newer one leaves them out',
      'invoice.markPaid': 'has a date and a reference, can be changed and removed, and is logged',
      'invoice.unmarkPaid': 'has a date and a reference, can be changed and removed, and is logged',
    },
  },
})
