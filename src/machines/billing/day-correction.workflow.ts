import { defineWorkflow } from '#machines/definition/workflow.ts'
import { dayCorrectionMachine } from './day-correction.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/day-correction',
  title: 'Correction of a locked day',
  area: 'Billing',
  machine: dayCorrectionMachine,
  examples: () => import('./day-correction.examples.ts'),
  texts: {
    events: {
      'hours.confirm': 'Confirm the last hours of the day',
      'hours.reopen': 'Change confirmed hours, or send them back',
      'correction.approve': 'Approve the corrected day',
      'correction.cancel': 'Cancel the correction',
    },
    guards: {
      isAdministrator: 'by an administrator',
      isEveryRowConfirmed: 'if all hours of the day are confirmed',
      isReadyToApprove: 'by an administrator, if all hours are confirmed and no change is waiting',
    },
  },
})
