import { expect, test } from 'vitest'
import type { HandOverItem, HandOverRecord, UndoPreview } from '#contract/hand-over.ts'
import {
  amountInWords,
  clashInWords,
  handedInWords,
  labelsOf,
  leftInWords,
  minutesInWords,
  notesOn,
  remainingInWords,
  timesInWords,
} from './hand-over-words.ts'

const item = (session: Partial<NonNullable<HandOverItem['session']>>): HandOverItem => ({
  key: 'session/1',
  name: 'Group',
  schoolId: 1,
  session: {
    isRecurring: true,
    count: 4,
    first: '2026-11-23',
    last: '2026-12-03',
    startTime: '09:00',
    endTime: '09:45',
    weekdays: [1],
    minutesPerWeek: 45,
    ...session,
  },
  stays: [],
  toProviderId: null,
  problem: null,
  clashes: [],
  clashCount: 0,
  isMoving: false,
  seen: '',
})

test('says when an item is', () => {
  expect(timesInWords(item({}))).toBe('Mondays, 9:00 AM-9:45 AM: 4 sessions, 11/23/2026 to 12/03/2026')
  expect(timesInWords(item({ weekdays: [1, 4], count: 1 }))).toBe(
    'Mon and Thu, 9:00 AM-9:45 AM: 1 session, 11/23/2026 to 12/03/2026',
  )
  expect(timesInWords(item({ isRecurring: false, last: '2026-11-23' }))).toBe('11/23/2026, 9:00 AM-9:45 AM')
  expect(timesInWords(item({ last: '2026-11-23', count: 1 }))).toBe('11/23/2026, 9:00 AM-9:45 AM')
  expect(timesInWords({ ...item({}), session: null })).toBe('Student')
})

test('names items of the same name and times by their number, too', () => {
  const student = { ...item({}), key: 'student/3', name: 'Ana', session: null } as const
  const items = [
    item({}),
    { ...item({}), key: 'session/2' } as const,
    { ...item({}), key: 'session/4', name: 'Other' } as const,
    student,
  ]
  const times = 'Mondays, 9:00 AM-9:45 AM: 4 sessions, 11/23/2026 to 12/03/2026'
  expect([...labelsOf(items)]).toEqual([
    ['session/1', `Group, ${times} (no. 1)`],
    ['session/2', `Group, ${times} (no. 2)`],
    ['session/4', `Other, ${times}`],
    ['student/3', 'Ana'],
  ])
})

test('says what clashes', () => {
  const at = { date: '2026-11-30', startTime: '09:30', endTime: '10:30' }
  expect([
    clashInWords({ kind: 'session', title: 'Own group', ...at }),
    clashInWords({ kind: 'timeOff', title: '', ...at }),
    clashInWords({ kind: 'lastDay', date: '2026-11-30' }),
  ]).toEqual([
    'Mon, Nov 30: “Own group”, 9:30 AM-10:30 AM',
    'Mon, Nov 30: Time off, 9:30 AM-10:30 AM',
    'Last day at work: 11/30/2026',
  ])
})

test('says what to know of a colleague', () => {
  expect(notesOn({ invitation: null, lastDay: null, missingDocuments: [] })).toEqual([])
  expect(notesOn({ invitation: 'invited', lastDay: '2026-12-18', missingDocuments: ['CPR', 'License'] })).toEqual([
    'Invited',
    'Last day: 12/18/2026',
    'Missing documents: CPR and License',
  ])
})

test('says how much went to whom, and what an undoing left', () => {
  const handed = (name: string, toProviderName: string, sessions: number | null, more: object = {}) => ({
    name,
    schoolName: 'Lincoln',
    toProviderId: toProviderName === 'Dana Weber' ? 3 : 2,
    toProviderName,
    sessions,
    movesOn: null,
    isUndone: false,
    stayed: [],
    ...more,
  })
  const record: HandOverRecord = {
    id: 1,
    at: '2026-11-20T15:00:00.000Z',
    by: 'Ada Admin',
    fromDate: '2026-11-21',
    state: 'partlyUndone',
    undoneAt: null,
    undoneBy: null,
    items: [
      handed('Group', 'Dana Weber', 4, { isUndone: true, stayed: [{ why: 'passed', dates: ['2026-11-23'] }] }),
      handed('Ana', 'Dana Weber', null, { stayed: [{ why: 'changed', dates: [] }] }),
      handed('Evaluation', 'Sofía Special', 1, {
        stayed: [
          { why: 'passed', dates: ['2026-11-23'] },
          { why: 'locked', dates: ['2026-11-24'] },
        ],
      }),
      handed('Tuesday group', 'Dana Weber', 3, {
        stayed: [
          { why: 'passed', dates: ['2026-11-24'] },
          { why: 'left', dates: ['2026-12-08', '2026-12-01'] },
        ],
      }),
    ],
  }
  expect(handedInWords(record)).toBe('7 sessions and 1 student to Dana Weber, 1 session to Sofía Special')
  const coming = { ...record, items: [handed('Ana', 'Dana Weber', null, { movesOn: '2026-11-21' })] }
  expect(handedInWords(coming)).toBe('1 student to Dana Weber (1 student moves on 11/21/2026)')
  expect(leftInWords(record).map(({ words, href }) => [words, href])).toEqual([
    ['Ana: changed since', undefined],
    ['Evaluation: over already and the day is locked', undefined],
    [
      'Tuesday group: over already and the provider has left by then',
      '/hand-over/3?from=2026-12-01&item=Tuesday+group',
    ],
  ])
  expect(leftInWords({ ...record, state: 'moved' }).flatMap(({ href }) => href ?? [])).toEqual([])
  expect(amountInWords([])).toBe('')
})

test('says what stays after an undo, in one sentence each', () => {
  const staying = (name: string, dates: string[]): UndoPreview['items'][0] => ({
    ...{ name, schoolName: 'Lincoln', fromProviderId: 3, fromProviderName: 'Dana Weber', sessions: null },
    ...{ goesBack: false, stays: [{ why: 'left', dates }], clashCount: 0 },
  })
  const items = [staying('Ana Ruiz', []), staying('Group', ['2026-11-30'])]
  const preview = { id: 1, items, toProviderName: 'Paul Provider', lastDay: null, schoolsAdded: [], seen: '' }
  expect(remainingInWords(preview).map(({ words }) => words)).toEqual([
    'Ana Ruiz stays: the provider has left by then',
    'Group: 1 stays: the provider has left by then (11/30/2026)',
  ])
})

test('says how minutes change', () => {
  expect([minutesInWords(420, 1540), minutesInWords(420, 420)]).toEqual(['420, then 1,540', '420'])
})
