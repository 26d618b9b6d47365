import { defineWorkflow } from '#machines/definition/workflow.ts'
import { closeOutMachine } from './close-out.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/close-out',
  title: 'Close-out of a half-month',
  area: 'Billing',
  machine: closeOutMachine,
  examples: () => import('./close-out.examples.ts'),
  texts: {
    events: {
      'window.focus': 'Return to the page',
      'window.hide': 'Leave the page in the background',
      'closeOut.retry': 'Try again',
      'closeOut.refresh': 'Lock the period',
      'rateType.choose': 'Set a rate type',
      'failure.dismiss': 'OK',
    },
    guards: {
      hasMessage: 'the server said why',
      isVisible: 'the page is in sight',
    },
    actions: {
      noteVisible: 'note that the page is in sight',
      noteHidden: 'note that the page is out of sight',
      keepCloseOut: 'keep what is open',
      keepDaysToLookAt: 'keep the days to look at',
      noteStale: 'note that it could not be updated',
      keepChosen: 'note the rate type',
      keepMessage: "keep the server's message",
      clearMessage: 'clear the message',
      announceSaved: 'say that the rate type is saved',
    },
    calls: {
      watchWindow: { does: 'watch whether the page is in sight' },
      readCloseOut: { does: 'read what is open', done: 'It was read', error: 'It could not be read' },
      readDaysToLookAt: {
        does: "check the days' hours",
        done: 'They were checked',
        error: 'They could not be checked',
      },
      saveRateType: {
        does: 'save the rate type',
        done: 'The rate type was saved',
        error: 'The rate type was not saved',
      },
    },
    callsById: {
      rereadCloseOut: { does: 'read what is open again', done: 'It was read again', error: 'It could not be updated' },
    },
    delays: { refreshPause: 'half a minute' },
  },
})
