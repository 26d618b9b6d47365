import { expect, test } from 'vitest'
import type { Person, PersonDay } from '#contract/people.ts'
import {
  countDays,
  isFilteredBy,
  isPlainReady,
  peopleRows,
  personDayStatus,
  sessionsInWords,
  statusInWords,
} from './person-day.ts'

const NOW = { date: '2026-03-03', time: '12:00' }
const day = (change: Partial<PersonDay> = {}): PersonDay => ({
  date: '2026-03-03',
  occurrenceId: 1,
  sessionsCount: 2,
  lastEnd: '11:00',
  hours: 650,
  rowsCount: 2,
  openCount: 0,
  oddCount: 0,
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
  ['ready', day({ oddCount: 1 }), 'To look at'],
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
  const people = [ana(day({ oddCount: 2 }), day({ date: '2026-03-04' })), ana(day({ openCount: 1 })), ana()]
  expect(countDays(peopleRows(people, NOW))).toEqual({
    waiting: 0,
    rejected: 0,
    correcting: 0,
    unconfirmed: 1,
    ready: 1,
    ahead: 1,
    approved: 0,
    locked: 0,
    toLookAt: 1,
  })
})

test('hours and sessions are said in the singular and plural', () => {
  expect(sessionsInWords(day())).toBe('hours, 2 sessions,')
  expect(sessionsInWords(day({ hours: 100, sessionsCount: 1 }))).toBe('hour, 1 session,')
})

test('a day whose hours are odd is ready, but not selected with those that are as scheduled', () => {
  const [plain, odd] = peopleRows([ana(day(), day({ oddCount: 1 }))], NOW)[0]?.days ?? []
  if (!plain || !odd) throw new Error('There are two days')
  expect([plain, odd].map(isPlainReady)).toEqual([true, false])
  expect([plain, odd].map((each) => isFilteredBy(each, 'toLookAt'))).toEqual([false, true])
  expect([plain, odd].map((each) => isFilteredBy(each, 'ready'))).toEqual([true, true])
})
