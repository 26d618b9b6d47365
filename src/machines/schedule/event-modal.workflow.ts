import { defineWorkflow } from '#machines/definition/workflow.ts'
import { eventModalMachine } from './event-modal.machine.ts'

export const workflow = defineWorkflow({
  name: 'schedule/event-modal',
  title: 'Session details',
  area: 'Schedule',
  machine: eventModalMachine,
  examples: () => import('./event-modal.examples.ts'),
  texts: {
    events: {
      'event.open': 'Open a session',
      'event.follow': 'Others changed the session',
      'timesheet.replace': "The session's hours were saved",
      'modal.close': 'Close',
      'occurrence.edit': 'Edit',
      'series.edit': 'Edit the series',
      'occurrence.delete': 'Delete',
      'series.delete': 'Delete the series',
      'edit.approve': 'Approve the change',
      'edit.reject': 'Reject the change',
      'edit.withdraw': 'Withdraw the request',
      'expired.dismiss': 'OK',
    },
    guards: {
      isShownApart: 'it has no students and a page of its own',
      isMissing: 'the session no longer exists',
      hasMessage: 'the server said why',
      isOffered: 'the session offers it',
      isExpired: 'the session has passed',
    },
    actions: {
      takeId: 'note which session it is',
      keepDetail: 'keep the session',
      forgetDetail: 'forget the session',
      replaceHours: 'show the saved hours',
      keepFailure: "keep the server's message",
      keepDecision: 'note the decision',
      announceView: "open the session's page",
      announceMissing: 'open the form for a new session',
      announceVanished: 'say that it was deleted',
      announceDecided: 'reload the calendar',
      clearFailure: 'clear the message',
      announceEdit: "open the session's form",
      announceDeletion: 'open the confirmation',
    },
    calls: {
      loadEvent: { does: 'load the session', done: 'The session loaded', error: 'The session did not load' },
      decideEdit: { does: 'save the decision', done: 'The decision was saved', error: 'The decision was not saved' },
    },
  },
})
