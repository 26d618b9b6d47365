import { ApiError } from '#contract/failures.ts'
import type { Pto } from '#contract/time-off.ts'
import { ptoReviewMachine } from '#machines/time-off/pto-review.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { ptoReviewInBrowser, type ReviewWorld } from './pto-review.browser.ts'

const request = (id: number, more: Partial<Pto> = {}): Pto => ({
  id,
  providerId: 1,
  providerName: 'Paul Provider',
  requestedOn: '2027-11-12',
  requestedFor: '2027-11-15',
  requestedDate: '2027-11-15',
  startTime: '09:00',
  endTime: '12:00',
  totalHours: '3.00',
  reason: 'Dentist',
  status: 'Pending',
  statusId: 1,
  quickBooksStatus: '',
  balanceHours: '10.00',
  isOverBalance: false,
  notes: '',
  decidedBy: null,
  decidedOn: null,
  bookedSessions: [],
  entityCacheKey: '1',
  ...more,
})

const [PAULS, SOFIAS] = [request(1), request(2, { providerId: 2, providerName: 'Sofía Special' })]
const ACCEPTED = request(3, { status: 'Accepted', statusId: 2 })

const done = {
  answered: { refusals: [] },
  'one left alone': { refusals: ['Paul Provider, 11/15/2027: Withdrawn by Paul Provider on 11/12/2027.'] },
}
const error = { ...commonFailures, 'not allowed': new ApiError(403, 'You are not allowed to do this') }

modelTests<typeof ptoReviewMachine, ReviewWorld>({
  name: 'time-off/pto-review',
  machine: ptoReviewMachine,
  cases: {
    'requests.show': {
      'two that wait': { requests: [PAULS, SOFIAS, ACCEPTED] },
      'one of them changed': { requests: [{ ...PAULS, entityCacheKey: '2' }, SOFIAS, ACCEPTED] },
      'none that waits': { requests: [ACCEPTED] },
    },
    'request.toggle': { 'one that waits': { id: 1 }, another: { id: 2 }, 'one that was answered': { id: 3 } },
    'page.toggle': 'bare',
    'answer.accept': 'bare',
    'answer.reject': 'bare',
    'answer.confirm': 'bare',
    'note.submit': { 'a note': { note: 'Too many are away' }, 'no note': { note: ' ' } },
    'answer.cancel': 'bare',
    'notice.dismiss': 'bare',
  },
  outcomes: { acceptRequests: { done, error }, rejectRequests: { done, error } },
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
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: ptoReviewInBrowser() }),
})
