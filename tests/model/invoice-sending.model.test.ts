import { examples } from '#machines/billing/invoice-sending.examples.ts'
import { invoiceSendingMachine } from '#machines/billing/invoice-sending.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const JOURNEY =
  'emails all invoices of a period, says which are left out and why nothing was sent, and emails one, asking before it is sent again'

modelTests({
  name: 'billing/invoice-sending',
  machine: invoiceSendingMachine,
  ...examples,
  project: ({ period, sending, message }) => ({ period, sending, message }),
  states: {
    asking: ({ context: { sending } }) => {
      if (!sending) throw new Error('the question does not say what will be sent')
    },
    told: ({ context: { sending } }) => {
      if (!sending) throw new Error('nothing says what is sent')
    },
    unplanned: ({ context: { message } }) => {
      if (!message) throw new Error('no message')
    },
    refused: ({ context: { message } }) => {
      if (!message) throw new Error('no message')
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/billing-history.test.ts',
    events: {
      'dialog.open': JOURNEY,
      'dialog.close': JOURNEY,
      'period.submit': JOURNEY,
      'period.change': JOURNEY,
      'sending.confirm': JOURNEY,
      'failure.dismiss': JOURNEY,
    },
  },
})
