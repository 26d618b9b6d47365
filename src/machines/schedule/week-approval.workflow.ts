import { defineWorkflow } from '#machines/definition/workflow.ts'
import { weekApprovalMachine } from './week-approval.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/week-approval',
  title: 'Day approval',
  area: 'Days and hours',
  machine: weekApprovalMachine,
  examples: () => import('./week-approval.examples.ts'),
  texts: {
    events: {
      'days.show': 'The calendar shows days',
      'day.toggle': 'Check or uncheck a day',
      'days.check': "Check or uncheck some providers' days",
      'selection.clear': 'Clear',
      'approval.save': 'Save',
      'approval.confirm': 'Confirm',
      'approval.cancel': 'Cancel',
      'notice.dismiss': 'OK',
      'page.leave': 'Open another page',
      'leave.confirm': 'Yes',
      'leave.dismiss': 'No',
    },
    guards: {
      isOpenDay: 'the day is over and can be approved',
      hasOpenDays: 'one of the days is over and can be approved',
      hasRefusals: 'some days were refused',
      hasPending: 'a day is checked',
      hasOverDays: 'a checked day is over',
      hasMessage: 'the server said why',
    },
    actions: {
      showDays: 'show the days',
      toggleDay: 'check or uncheck the day',
      checkDays: 'check or uncheck the days',
      keepOutcome: 'keep what was approved and refused',
      dropPending: 'uncheck all days',
      markApproved: 'mark the days as approved',
      clearNotice: 'clear the message',
      keepFailure: "keep the server's message",
      tellChanged: 'reload the calendar',
      tellApproved: 'say how many days were approved',
      tellLeft: 'open the other page',
    },
    calls: {
      approveDays: { does: 'approve the days', done: 'The server answered', error: 'The days were not approved' },
    },
  },
})
