import { defineWorkflow } from '#machines/definition/workflow.ts'
import { ptoReviewMachine } from './pto-review.machine.ts'

export const workflow = defineWorkflow({
  name: 'time-off/pto-review',
  title: 'Time-off review',
  area: 'Time off',
  machine: ptoReviewMachine,
  examples: () => import('./pto-review.examples.ts'),
  texts: {
    events: {
      'requests.show': 'The list shows requests',
      'request.toggle': 'Select or deselect a request',
      'span.toggle': 'Select or deselect the days of a span',
      'page.toggle': 'Select or deselect all',
      'answer.accept': 'Accept',
      'answer.reject': 'Reject',
      'answer.confirm': 'Confirm',
      'note.submit': 'Submit the note',
      'answer.cancel': 'Cancel',
      'notice.dismiss': 'OK',
    },
    guards: {
      isAnswerable: 'the request awaits an answer',
      hasAnswerableDay: 'a day of it awaits an answer',
      hasAnswerable: 'requests await an answer',
      hasSelected: 'a request is selected',
      takesBelowZero: 'a balance does not cover them',
      hasNote: 'the note is valid',
      hasRefusals: 'some requests were refused',
      hasMessage: 'the server said why',
    },
    actions: {
      showRequests: 'show the requests',
      toggle: 'select or deselect it',
      toggleSpan: 'select or deselect its days',
      togglePage: 'select or deselect all',
      chooseSelected: 'note the selected requests',
      keepNote: 'keep the note',
      keepSessions: 'keep what becomes of the sessions',
      keepRefusals: 'keep the reasons',
      clearSelection: 'deselect all',
      keepFailure: "keep the server's message",
      clearNotice: 'clear the message',
      tellAnswered: 'say how many were updated',
    },
    calls: {
      acceptRequests: {
        does: 'accept the requests',
        done: 'The server answered',
        error: 'The requests were not accepted',
      },
      rejectRequests: {
        does: 'reject the requests',
        done: 'The server answered',
        error: 'The requests were not rejected',
      },
    },
  },
})
