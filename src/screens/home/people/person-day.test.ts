import { expect, test } from 'vitest'
import type { Person, PersonDay } from '#contract/people.ts'
import { countDays, peopleRows, personDayStatus, sessionsInWords, statusInWords } from './person-day.ts'

const NOW = { date: '2026-03-03', time: '12:00' }
const day = (change: Partial<PersonDay> = {}): PersonDay => ({
  date: '2026-03-03',
  occurrenceId: 1,
  sessionsCount: 2,
  lastEnd: '11:00',
  hours: 650,
  rowsCount: 2,
  openCount: 0,
  changesCount: 0,
  entityCacheKey: 'a1',
  reason: null,
  isApproved: 0,
  approvedStatus: 'Pending',
  ...change,
})
const ana = (...days: PersonDay[]): Person => ({ providerId: 7, providerName: 'Ana Ruiz', days })

test.each([
  ['ready', day(), 'Ready'],
  ['unconfirmed', day({ openCount: 1 }), '1 unconfirmed'],
  ['unconfirmed', day({ rowsCount: 1, openCount: 1, sessionsCount: 1, hours: 100 }), 'Unconfirmed'],
  ['ahead', day({ lastEnd: '13:00', openCount: 2 }), 'Not over'],
  ['waiting', day({ changesCount: 1 }), '1 change waiting'],
  ['waiting', day({ changesCount: 2, openCount: 1 }), '2 changes waiting'],
  ['rejected', day({ openCount: 1, isApproved: 2, approvedStatus: 'Rejected' }), 'Rejected'],
  ['rejected', day({ isApproved: 2, approvedStatus: 'Rejected' }), 'Rejected'],
  ['approved', day({ isApproved: 1, approvedStatus: 'Approved', changesCount: 1 }), 'Approved'],
  ['locked', day({ isApproved: 3, approvedStatus: 'Locked' }), 'Locked'],
] as const)('a day that is %s', (status, each, words) => {
  expect(personDayStatus(each, NOW)).toBe(status)
  expect(statusInWords(each, status)).toBe(words)
})

test('days are counted by status', () => {
  const people = [ana(day(), day({ date: '2026-03-04' })), ana(day({ openCount: 1 })), ana()]
  expect(countDays(peopleRows(people, NOW))).toEqual({
    waiting: 0,
    rejected: 0,
    unconfirmed: 1,
    ready: 1,
    ahead: 1,
    approved: 0,
    locked: 0,
  })
})

test('hours and sessions are said in the singular and plural', () => {
  expect(sessionsInWords(day())).toBe('hours, 2 sessions,')
  expect(sessionsInWords(day({ hours: 100, sessionsCount: 1 }))).toBe('hour, 1 session,')
})
