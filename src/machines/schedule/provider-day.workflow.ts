import { defineWorkflow } from '#machines/definition/workflow.ts'
import { providerDayMachine } from './provider-day.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/provider-day',
  title: 'Provider day lifecycle',
  area: 'Days and hours',
  machine: providerDayMachine,
  examples: () => import('./provider-day.examples.ts'),
  texts: {
    events: {
      'sessions.change': 'A session of the day changes',
      'hours.change': 'Save hours without confirming them',
      'hours.confirm': 'Confirm hours',
      'day.approve': 'Approve the day',
      'day.reject': 'Reject the day',
      'day.reopen': 'Reopen the day',
      'period.lock': 'Lock the billing period',
      'period.unlock': 'Unlock the billing period',
      'correction.open': 'Open the day for correction',
      'correction.approve': 'Approve the corrected day',
      'correction.cancel': 'Cancel the correction',
    },
    guards: {
      isAdministrator: 'by an administrator',
      isEveryRowConfirmed: 'all hours of the day are confirmed',
      isReadyToApprove: 'by an administrator, day over, all hours confirmed, no change pending',
      isReadyToReject: 'by an administrator, with a reason, and the day is over',
      hasReason: 'by an administrator, with a reason',
      isForcedLock: 'by an administrator, who locks unapproved days too',
      hasReasonAndWasApproved: 'by an administrator, with a reason, and the day was approved',
    },
  },
})
