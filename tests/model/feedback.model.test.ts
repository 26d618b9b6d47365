import { examples } from '#machines/schedule/feedback.examples.ts'
import { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { type FeedbackWorld, feedbackInBrowser } from './feedback.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof feedbackMachine, FeedbackWorld>({
  name: 'schedule/feedback',
  machine: feedbackMachine,
  ...examples,
  project: ({ labels, storedLabels, sentLabels, labelsFailure }) => ({
    labels,
    storedLabels,
    sentLabels,
    labelsFailure,
  }),
  // The two kinds differ only in their calls: of a session, one label is added.
  possible: (snapshot, event) => {
    const { target, labels, storedLabels } = snapshot.context
    if (target.kind === 'student' || !('labels' in event)) return true
    const areAsStarted = labels.join() === 'Present,Helped' && storedLabels.join() === labels.join()
    return areAsStarted && event.labels.length > 2 && snapshot.matches('settled')
  },
  states: {
    refused: ({ context: { labelsFailure } }) => {
      if (!labelsFailure) throw new Error('no reason for refusing the labels')
    },
  },
  browser: feedbackInBrowser,
})
