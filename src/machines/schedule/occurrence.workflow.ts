import { defineWorkflow } from '#machines/definition/workflow.ts'
import { occurrenceMachine } from './occurrence.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/occurrence',
  title: 'Session lifecycle',
  area: 'Sessions',
  machine: occurrenceMachine,
  examples: () => import('./occurrence.examples.ts'),
  texts: {
    events: {
      'occurrence.edit': 'Edit the session',
      'series.edit': 'Edit its series',
      'edit.withdraw': 'Withdraw the change',
      'edit.approve': 'Approve the change',
      'edit.reject': 'Reject the change',
      'occurrence.delete': 'Delete the session',
      'feedback.save': 'Save labels or a note',
      'students.change': 'Add or remove a student',
      'day.confirm': "Confirm the day's hours",
      'day.unconfirm': 'The day needs confirmation again',
      'day.approve': 'Approve the day',
      'day.reopen': 'Reopen the day',
      'period.lock': 'Lock the billing period',
      'period.unlock': 'Unlock the billing period',
      'change.undo': "Undo the provider's deletion",
      'correction.open': 'Open the day for correction',
      'correction.end': "Approve or cancel the day's correction",
      'correction.cancel': "Cancel the day's correction",
      'invoice.issue': 'Issue an invoice',
      'invoice.supersede': 'Replace the invoice',
    },
    guards: {
      isAdministrator: 'by an administrator',
      isUpcoming: 'the session is not over',
      isChangeable: 'the session is not over, or its day is being corrected',
      isChangeableByAdministrator: 'by an administrator; not over, or its day is being corrected',
    },
  },
})
