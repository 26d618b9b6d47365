import { expect, test } from 'vitest'
import { mandatedMinutes, shareOfWeek, weeksDue, weeksOfRange, yearBegins } from './mandated-minutes.ts'

test.each([
  ['2 times weekly', { times: 2, minutes: 30, everyWeeks: 1 }, 60],
  ['once every two weeks', { times: 1, minutes: 45, everyWeeks: 2 }, 22.5],
  ['3 times a month', { times: 3, minutes: 20, everyWeeks: 4 }, 15],
  ['once a year', { times: 1, minutes: 60, everyWeeks: 40 }, 1.5],
])('%s gives the minutes per week', (_, mandate, minutes) => {
  expect(mandatedMinutes(mandate)).toBe(minutes)
})

test('a range covers whole weeks; an open range is the last twelve', () => {
  const today = '2026-11-20'
  expect(weeksOfRange({}, today)).toEqual({ first: '2026-08-30', last: '2026-11-21' })
  expect(weeksOfRange({ from: '', to: '2026-10-07' }, today)).toEqual({ first: '2026-07-19', last: '2026-10-10' })
  expect(weeksOfRange({ from: '2026-11-18' }, today)).toEqual({ first: '2026-11-15', last: '2026-11-21' })
  expect(weeksOfRange({ from: '2026-12-09' }, today)).toEqual({ first: '2026-12-06', last: '2026-12-12' })
})

test('a school year starts in July', () => {
  expect(yearBegins('2026-11-20')).toBe('2026-07-01')
  expect(yearBegins('2027-06-30')).toBe('2026-07-01')
  expect(yearBegins('2027-07-01')).toBe('2027-07-01')
})

test.each([
  ['before the week', '2026-11-14', 0],
  ['on Sunday', '2026-11-15', 0],
  ['on Monday', '2026-11-16', 0.2],
  ['on Thursday', '2026-11-19', 0.8],
  ['on Friday', '2026-11-20', 1],
  ['after the week', '2026-12-20', 1],
])('%s, the mandate is due up to today', (_, today, share) => {
  expect(shareOfWeek('2026-11-15', today)).toBe(share)
})

test.each([
  ['past weeks in full', '2026-11-14', 2],
  ['the current week by its share', '2026-11-21', 2.4],
  ['none of later weeks', '2026-12-05', 2.4],
])('a range has %s', (_, last, weeks) => {
  expect(weeksDue({ first: '2026-11-01', last }, '2026-11-17')).toBeCloseTo(weeks)
  expect(weeksDue({ first: '2026-11-22', last: '2026-12-05' }, '2026-11-17')).toBe(0)
})
