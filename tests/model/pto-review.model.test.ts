import { examples } from '#machines/time-off/pto-review.examples.ts'
import { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { ptoReviewInBrowser, type ReviewWorld } from './pto-review.browser.ts'

modelTests<typeof ptoReviewMachine, ReviewWorld>({
  name: 'time-off/pto-review',
  machine: ptoReviewMachine,
  ...examples,
  project: ({ requests, selected, refusals, failure }) => ({
    requests: requests.map(({ id, entityCacheKey }) => `${id} ${entityCacheKey}`),
    selected: selected.toSorted(),
    refusals: refusals.length,
    failure,
  }),
  states: {
    choosing: ({ context: { refusals, failure } }) => {
      if (refusals.length > 0 || failure !== undefined) throw new Error('a notice is left over')
    },
    'accepting.saving': ({ context: { chosen } }) => {
      if (chosen.length === 0) throw new Error('nothing is accepted')
    },
    'rejecting.saving': ({ context: { chosen, note } }) => {
      if (chosen.length === 0 || note === '') throw new Error('nothing is rejected, or without a note')
    },
    refused: ({ context: { refusals, selected } }) => {
      if (refusals.length === 0) throw new Error('nothing says which requests were left alone')
      if (selected.length > 0) throw new Error('ticks are left over')
    },
    'accepting.failed': ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what failed')
    },
    'rejecting.failed': ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what failed')
    },
  },
  untried: { '*Requests error: 409': 'An answer of its own: it says which requests were left alone.' },
  browser: ptoReviewInBrowser,
})
