import { ApiError } from '#contract/failures.ts'
import type { Pto } from '#contract/time-off.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { ptoReviewMachine } from './pto-review.machine.ts'

const request = (id: number, more: Partial<Pto> = {}): Pto => ({
  id,
  providerId: 1,
  providerName: 'Paul Provider',
  spanId: null,
  spanDays: [],
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
  pay: null,
  entityCacheKey: '4',
  ...more,
})

const PAULS = request(71)
const SOFIAS = request(58, { providerId: 2, providerName: 'Sofía Special', entityCacheKey: '9' })
const FIRST_DAY = request(71, { spanId: 71, entityCacheKey: '7' })
const SECOND_DAY = request(72, { spanId: 71, requestedFor: '2027-11-16', requestedDate: '2027-11-16' })
const ACCEPTED = request(63, { status: 'Accepted', statusId: 2 })

const done = {
  answered: { refusals: [] },
  'one refused': { refusals: ['Paul Provider, 11/15/2027: Withdrawn by Paul Provider on 11/12/2027.'] },
}
const error = {
  ...commonFailures,
  'not allowed': new ApiError(403, 'You are not allowed to do this'),
}

export const examples = {
  cases: {
    'requests.show': {
      'two pending': { requests: [PAULS, SOFIAS, ACCEPTED] },
      'one of them changed': { requests: [{ ...PAULS, entityCacheKey: '5' }, SOFIAS, ACCEPTED] },
      'one over the balance': { requests: [{ ...PAULS, entityCacheKey: '6', balanceHours: '2.99' }, SOFIAS, ACCEPTED] },
      'two days of a span': { requests: [FIRST_DAY, SECOND_DAY, ACCEPTED] },
      'one pending': { requests: [SOFIAS, ACCEPTED] },
      'none pending': { requests: [ACCEPTED] },
    },
    'request.toggle': { 'a pending one': { id: 71 }, another: { id: 58 }, 'an accepted one': { id: 63 } },
    'span.toggle': { 'the span': { spanId: 71 }, 'another span': { spanId: 63 } },
    'page.toggle': 'bare',
    'answer.accept': 'bare',
    'answer.reject': 'bare',
    'answer.confirm': {
      'leaving the sessions': { sessions: [] },
      'canceling one': { sessions: [{ requestId: 71, id: 5, version: 1, toProviderId: null }] },
    },
    'note.submit': {
      'a note': { note: 'Too many people are away' },
      'a note with spaces around it': { note: '  Please choose another day ' },
      'no note': { note: ' ' },
    },
    'answer.cancel': 'bare',
    'notice.dismiss': 'bare',
  },
  outcomes: { acceptRequests: { done, error }, rejectRequests: { done, error } },
} satisfies Examples<typeof ptoReviewMachine>
