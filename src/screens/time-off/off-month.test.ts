import { expect, test } from 'vitest'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { fold, weeksOf } from './off-month.ts'

const off = (id: number, date: string): TimeOffEntry => ({
  id,
  providerId: id,
  providerName: `Provider ${id}`,
  date,
  startTime: '09:00',
  endTime: '12:00',
  totalHours: '3.00',
  isPending: false,
})

const days = (month: string) =>
  weeksOf(month, []).map((week) => week.map((day) => (day === undefined ? '' : Number(day.date.slice(8)))).join(' '))

test('a month is whole weeks from Sunday, without the days of neighboring months', () => {
  expect(days('2027-11-01')).toEqual([
    ' 1 2 3 4 5 6',
    '7 8 9 10 11 12 13',
    '14 15 16 17 18 19 20',
    '21 22 23 24 25 26 27',
    '28 29 30    ',
  ])
})

test.each([
  ['2026-02-01', 4, '1 2 3 4 5 6 7'],
  ['2027-05-01', 6, '      1'],
  ['2028-02-01', 5, '  1 2 3 4 5'],
])('%s takes %i weeks', (month, weeks, first) => {
  expect(days(month)).toHaveLength(weeks)
  expect(days(month)[0]).toBe(first)
  expect(weeksOf(month, []).every((week) => week.length === 7)).toBe(true)
})

test('Saturdays and Sundays are weekends, and each day keeps its entries in the given order', () => {
  const entries = [off(2, '2027-11-30'), off(1, '2027-11-01'), off(3, '2027-11-30'), off(4, '2027-12-01')]
  const shown = weeksOf('2027-11-01', entries)
    .flat()
    .filter((day) => day !== undefined)
  expect(shown.filter(({ isWeekend }) => isWeekend).map(({ date }) => date.slice(8))).toEqual([
    '06',
    '07',
    '13',
    '14',
    '20',
    '21',
    '27',
    '28',
  ])
  expect(
    shown.flatMap((day) => (day.entries.length === 0 ? [] : [[day.date, ...day.entries.map(({ id }) => id)]])),
  ).toEqual([
    ['2027-11-01', 1],
    ['2027-11-30', 2, 3],
  ])
})

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [3, 3, 0],
  [4, 2, 2],
  [40, 2, 38],
])('of %i on a day %i are shown and %i are left to its list', (count, shown, more) => {
  const entries = Array.from({ length: count }, (_, index) => index)
  expect(fold(entries)).toEqual({ shown: entries.slice(0, shown), more })
})
