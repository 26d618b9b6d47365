import { defineWorkflow } from '#machines/definition/workflow.ts'
import { details } from './details.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/details',
  title: 'Row details',
  area: 'Lists and forms',
  machine: details(),
  examples: () => import('./details.examples.ts'),
  texts: {
    events: {
      'details.open': 'Open the details',
      'details.close': 'Close',
      'details.retry': 'Try again',
      'details.refresh': 'Refresh',
      'details.follow': 'Others changed it',
    },
    guards: {
      isStale: 'others changed something meanwhile',
    },
    actions: {
      takeSubject: 'note what to load',
      keepData: 'keep the details',
      keepFailure: "keep the server's message",
      noteStale: 'note that it may be out of date',
      startReading: 'note that it is up to date',
    },
    calls: {
      loadDetails: { does: 'load the details', done: 'The details loaded', error: 'The details did not load' },
    },
  },
})
