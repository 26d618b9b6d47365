import { examples } from '#machines/billing/billing-period.examples.ts'
import { billingPeriodMachine } from '#machines/billing/billing-period.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'billing/billing-period',
  machine: billingPeriodMachine,
  ...examples,
  project: () => null,
  browser: {
    because: 'a lifecycle on the server',
    file: 'server/areas/billing/lock-outs.test.ts',
    events: {
      'period.end': 'is open, then being closed, and then locked, on the Workflows page',
      'period.lock': 'is locked: each day, the history, the log, and news for administrators',
      'period.unlock': 'is unlocked with a reason, and its days are approved again',
    },
  },
})
