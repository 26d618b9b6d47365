import { overdraftsOf } from '#domain/time-off.ts'
import { examples } from '#machines/time-off/pto-review.examples.ts'
import { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { ptoReviewInBrowser, type ReviewWorld } from './pto-review.browser.ts'

modelTests<typeof ptoReviewMachine, ReviewWorld>({
  name: 'time-off/pto-review',
  machine: ptoReviewMachine,
  ...examples,
  project: ({ requests, selected, chosen, note, refusals, failure }) => ({
    requests: requests.map(({ id, entityCacheKey }) => `${id} ${entityCacheKey}`),
    selected: selected.toSorted(),
    isOver: overdraftsOf(chosen).length > 0,
    hasNote: note !== '',
    refusals: refusals.length,
    failure,
  }),
  states: {
    choosing: ({ context: { refusals, failure } }) => {
      if (refusals.length > 0 || failure !== undefined) throw new Error('an earlier notice is still there')
    },
    'accepting.confirmingOverdraft': ({ context: { chosen } }) => {
      if (overdraftsOf(chosen).length === 0) throw new Error('no balance goes below zero')
    },
    'accepting.saving': ({ context: { chosen } }) => {
      if (chosen.length === 0) throw new Error('no request is accepted')
    },
    'rejecting.saving': ({ context: { chosen, note } }) => {
      if (chosen.length === 0 || note === '') throw new Error('no request is rejected, or the note is missing')
    },
    refused: ({ context: { refusals, selected } }) => {
      if (refusals.length === 0) throw new Error('no list of the requests that were not changed')
      if (selected.length > 0) throw new Error('requests are still selected')
    },
    'accepting.failed': ({ context: { failure } }) => {
      if (!failure) throw new Error('no failure message')
    },
    'rejecting.failed': ({ context: { failure } }) => {
      if (!failure) throw new Error('no failure message')
    },
  },
  untried: {
    '*Requests error: 409': 'A conflict is not an error here: the response lists the requests that were not changed.',
  },
  browser: ptoReviewInBrowser,
})
