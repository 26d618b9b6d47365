import { defineWorkflow } from '#machines/definition/workflow.ts'
import { confirmAction } from './confirm-action.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/confirm-action',
  title: 'Action with confirmation',
  area: 'Lists and forms',
  machine: confirmAction(),
  examples: () => import('./confirm-action.examples.ts'),
  texts: {
    events: {
      'action.ask': 'Start the action',
      'action.run': 'Start the action without a question',
      'action.confirm': 'Confirm',
      'action.cancel': 'Cancel',
      'failure.dismiss': 'OK',
      'success.dismiss': 'OK',
    },
    guards: {
      isSilent: 'the server did not respond',
      wasAsked: 'it was confirmed',
    },
    actions: {
      takeSubject: 'note what to act on',
      takeMessage: "keep the server's message",
      announceDone: 'report that it is done',
    },
    calls: {
      act: { does: 'carry out the action', done: 'The action succeeded', error: 'The action failed' },
    },
  },
})
