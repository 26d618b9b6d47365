import { trackingLabelsMachine } from '#machines/schedule/tracking-labels.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'schedule/tracking-labels',
  machine: trackingLabelsMachine,
  cases: {},
  outcomes: {
    loadLabels: { done: { read: [{ id: 1, trackingLabel: 'P', description: 'Present' }] }, error: commonFailures },
  },
  project: ({ labels }) => ({ labels: labels.length }),
  states: {
    ready: ({ context: { labels } }) => {
      if (labels.length === 0) throw new Error('the labels that were read are gone')
    },
  },
})
