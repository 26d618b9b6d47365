import { examples } from '#machines/billing/day-correction.examples.ts'
import { dayCorrectionMachine } from '#machines/billing/day-correction.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'billing/day-correction',
  machine: dayCorrectionMachine,
  ...examples,
  project: (facts) => facts,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/corrections/corrections.test.ts',
    events: {
      'hours.confirm': 'replaces the invoices of the school, and pays the difference in the next open period',
      'hours.reopen': 'replaces the invoices of the school, and pays the difference in the next open period',
      'correction.approve': 'replaces the invoices of the school, and pays the difference in the next open period',
      'correction.cancel': 'canceling restores exactly what was before',
    },
  },
})
