import { expect, test } from 'vitest'
import { type CheckedHours, checkHours, type HoursFacts } from './hours-checks.ts'

/** Thursday, sessions from 8:15 to 10:30. */
const facts = (change: Partial<HoursFacts> = {}): HoursFacts => ({
  sessions: { startTime: '08:15', endTime: '10:30' },
  usual: null,
  timeOff: [],
  others: [],
  ...change,
})
const hours = (startTime: string, endTime: string, change: Partial<CheckedHours> = {}): CheckedHours => ({
  date: '2026-11-19',
  startTime,
  endTime,
  isZeroHours: false,
  ...change,
})
const found = (entered: CheckedHours, known: Partial<HoursFacts> = {}) =>
  checkHours(entered, facts(known)).map(({ text }) => text)

test('nothing is odd about the hours of the sessions', () => {
  expect(found(hours('08:15', '10:30'))).toEqual([])
})

test('hours after the sessions are outside them, and shorter', () => {
  expect(found(hours('11:00', '11:15'))).toEqual([
    'Outside the sessions, which are 8:15 AM-10:30 AM',
    'Shorter than the sessions: 0:15 h for sessions of 2:15 h',
  ])
})

test('a quarter of an hour before and after one of half an hour makes twice as much', () => {
  expect(found(hours('15:15', '16:15'), { sessions: { startTime: '15:30', endTime: '16:00' } })).toEqual([
    'Longer than the sessions: 1:00 h for sessions of 0:30 h',
  ])
})

test('hours may begin and end a quarter of an hour beyond the sessions, but not more', () => {
  const sessions = { startTime: '09:00', endTime: '15:00' }
  expect(found(hours('08:45', '15:15'), { sessions })).toEqual([])
  expect(found(hours('08:44', '15:00'), { sessions })).toEqual(['Outside the sessions, which are 9:00 AM-3:00 PM'])
  expect(found(hours('09:00', '15:16'), { sessions })).toEqual(['Outside the sessions, which are 9:00 AM-3:00 PM'])
})

test('hours that only touch the sessions are outside them', () => {
  expect(found(hours('10:30', '10:45'))[0]).toBe('Outside the sessions, which are 8:15 AM-10:30 AM')
  expect(found(hours('08:00', '08:15'))[0]).toBe('Outside the sessions, which are 8:15 AM-10:30 AM')
})

test.each([
  ['09:00', '12:01', []],
  ['09:00', '12:00', ['Shorter than the sessions: 3:00 h for sessions of 4:00 h']],
])('from %s to %s is shorter than four hours by a quarter', (start, end, texts) => {
  expect(found(hours(start, end), { sessions: { startTime: '09:00', endTime: '13:00' } })).toEqual(texts)
})

test.each([
  ['13:14', []],
  ['13:15', ['Longer than the sessions: 1:15 h for sessions of 1:00 h']],
])('until %s is longer than an hour by a quarter', (end, texts) => {
  expect(found(hours('12:00', end), { sessions: { startTime: '12:00', endTime: '13:00' } })).toEqual(texts)
})

test('hours at two schools must not overlap', () => {
  const sessions = { startTime: '08:15', endTime: '14:00' }
  const maple = { schoolId: 2, schoolName: 'Maple', startTime: '12:45', endTime: '15:00' }
  expect(found(hours('08:15', '14:00'), { sessions, others: [maple] })).toEqual(['Overlap 12:45 PM-3:00 PM at Maple'])
  expect(found(hours('08:15', '12:45'), { sessions, others: [maple] })).toEqual([])
})

test('hours within accepted time off', () => {
  const timeOff = [
    { startTime: '10:00', endTime: '12:00' },
    { startTime: '14:00', endTime: '15:00' },
  ]
  expect(found(hours('08:15', '10:30'), { timeOff })).toEqual(['Within accepted time off, 10:00 AM-12:00 PM'])
  expect(found(hours('08:15', '10:00'), { timeOff })).toEqual([])
})

test.each([
  ['as usual', 135, []],
  ['less than double', 68, []],
  ['double', 67, ['Far from the usual: 2:15 h, and 1:07 h on other Thursdays']],
  ['more than half', 269, []],
  ['half', 270, ['Far from the usual: 2:15 h, and 4:30 h on other Thursdays']],
])('%s is compared with other days', (_, usual, texts) => {
  expect(found(hours('08:15', '10:30'), { usual })).toEqual(texts)
})

test('more than ten hours on a day, at all schools together', () => {
  const sessions = { startTime: '08:00', endTime: '14:00' }
  const maple = { schoolId: 2, schoolName: 'Maple', startTime: '14:00', endTime: '18:00' }
  expect(found(hours('08:00', '14:00'), { sessions, others: [maple] })).toEqual([])
  expect(found(hours('08:00', '14:00'), { sessions, others: [{ ...maple, endTime: '18:15' }] })).toEqual([
    'Over the daily limit of 10:00 h: 10:15 h',
  ])
})

test('zero hours, and hours that are being entered, are not checked', () => {
  expect(found(hours('11:00', '11:15', { isZeroHours: true }))).toEqual([])
  expect(found(hours('', '11:15'))).toEqual([])
  expect(found(hours('11:15', '11:00'))).toEqual([])
})
