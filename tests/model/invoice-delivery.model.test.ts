import { examples } from '#machines/billing/invoice-delivery.examples.ts'
import { invoiceDeliveryMachine } from '#machines/billing/invoice-delivery.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'billing/invoice-delivery',
  machine: invoiceDeliveryMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/invoices/send-invoices.test.ts',
    events: {
      'mail.accept': 'the school gets the text of the organization with the PDF, the same as the download',
      'mail.giveUp': 'of ten, the mail server refuses the third: nine are sent, and the third can be sent again',
      'mail.retry': 'of ten, the mail server refuses the third: nine are sent, and the third can be sent again',
    },
  },
})
