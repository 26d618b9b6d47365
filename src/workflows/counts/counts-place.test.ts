import { expect, test } from 'vitest'
import { type CountsPlace, periodOfPlace, readCountsPlace, writeCountsPlace } from './counts-place.ts'

const FIRST: CountsPlace = {
  period: 'month',
  opened: undefined,
  order: 'newest',
  longerThan: undefined,
  page: 1,
  size: 20,
}
const TAKEN = { fromState: 'pending', event: 'request.accept', toState: 'accepted' }

test.each<[string, CountsPlace]>([
  ['', FIRST],
  ['period=week', { ...FIRST, period: 'week' }],
  ['from=2026-11-01&to=2026-11-15', { ...FIRST, period: { from: '2026-11-01', to: '2026-11-15' } }],
  ['state=pending&page=3&size=50', { ...FIRST, opened: { state: 'pending', transition: null }, page: 3, size: 50 }],
  ['period=last-month', { ...FIRST, period: 'last-month' }],
  ['period=2026-09', { ...FIRST, period: '2026-09' }],
  [
    'state=pending&order=oldest&longer=7',
    { ...FIRST, opened: { state: 'pending', transition: null }, order: 'oldest', longerThan: 7 },
  ],
  ['took=pending+request.accept+accepted', { ...FIRST, opened: { state: null, transition: TAKEN } }],
])('%s survives a round trip', (detail, place) => {
  expect(readCountsPlace(detail)).toEqual(place)
  expect(writeCountsPlace(place)).toBe(detail)
})

test.each([
  'period=never',
  'period=2026-13',
  'order=newest&longer=8',
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-01',
  'took=pending+accepted',
  'page=0&size=7',
  '%',
])('%s, which is not valid, means this month', (detail) => {
  expect(readCountsPlace(detail)).toEqual(FIRST)
})

test('a named period is relative to today, custom dates are fixed', () => {
  expect(periodOfPlace({ period: 'month' }, '2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  const chosen = { from: '2026-01-01', to: '2026-01-02' }
  expect(periodOfPlace({ period: chosen }, '2026-11-22')).toBe(chosen)
})
