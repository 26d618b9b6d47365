import { defineWorkflow } from '#machines/definition/workflow.ts'
import { billingPeriodMachine } from './billing-period.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/billing-period',
  title: 'Billing period',
  area: 'Billing',
  machine: billingPeriodMachine,
  examples: () => import('./billing-period.examples.ts'),
  texts: {
    events: {
      'period.end': 'The last day is over',
      'period.lock': 'Lock the period',
      'period.unlock': 'Unlock the period',
    },
    guards: {
      isEveryDayApproved: 'by an administrator, if every day is approved',
      isForced: 'by an administrator, forced',
      isUnlockable: 'by an administrator, if not invoiced, corrected or paid later',
    },
  },
})
