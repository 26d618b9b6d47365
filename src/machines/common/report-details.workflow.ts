import { defineWorkflow } from '#machines/definition/workflow.ts'
import { reportDetails } from './report-details.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/report-details',
  title: 'Report details',
  area: 'Lists and forms',
  machine: reportDetails(),
  examples: () => import('./report-details.examples.ts'),
  texts: {
    events: {
      'details.open': 'View details',
      'details.cancel': 'Cancel',
      'details.close': 'Close',
      'details.retry': 'Try again',
    },
    guards: {
      hasMessage: 'the server said why',
      isDone: 'they are done',
      isUnderWay: 'they are being prepared',
    },
    actions: {
      takeSubject: 'note what was asked',
      keepDetails: 'show how far they are',
      keepReason: 'note why there are none',
      keepFile: 'keep the PDF',
      keepFailure: "keep the server's message",
    },
    calls: {
      makeDetails: { does: 'make the details', done: 'The server answered', error: 'The details were not made' },
      readDetails: { does: 'ask how far the job is', done: 'The server said how far', error: 'The server did not say' },
      cancelDetails: { does: 'cancel the job', done: 'The job was canceled', error: 'The job was not canceled' },
      readFile: { does: 'load the PDF', done: 'The PDF loaded', error: 'The PDF did not load' },
    },
    delays: { poll: 'after 0.7 s' },
  },
})
