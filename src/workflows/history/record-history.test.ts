import { expect, test } from 'vitest'
import type { LoggedStep, RecordHistory } from '#contract/workflow-counts.ts'
import { readRecordHistory } from './record-history.ts'

const RECORD: NonNullable<RecordHistory['record']> = {
  entity: '7',
  label: 'Dentist',
  providerId: 3,
  providerName: 'Paul Provider',
  date: '2026-11-20',
  startTime: null,
  endTime: null,
  state: 'accepted',
  scheduleEventId: null,
  isRecurring: false,
  at: null,
}
const step = (hour: number, fromState: string, event: string, toState: string): LoggedStep => ({
  at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
  fromState,
  event,
  toState,
  by: 'Ada Admin',
  role: 'Administrators',
  note: null,
})
const read = (history: Partial<RecordHistory>) =>
  readRecordHistory(
    {
      record: RECORD,
      beginsAt: '2026-11-20T08:00:00Z',
      total: history.steps?.length ?? 0,
      steps: [],
      ...history,
    },
    'pending',
    Date.parse('2026-11-20T20:00:00Z'),
  )
const hours = (seconds: number | null) => (seconds === null ? null : seconds / 3600)
/** '1: pending accepted after 2' for each step, and '?pending' where something is missing before it. */
const stepsOf = (history: Partial<RecordHistory>) =>
  read(history).steps.map(
    ({ number, fromState, toState, secondsBefore, expected }) =>
      `${expected === undefined ? '' : `?${expected} `}${number}: ${fromState} ${toState}, ${hours(secondsBefore)}`,
  )
const timesOf = (history: Partial<RecordHistory>) =>
  read(history).times.map(
    ({ state, visits, seconds, isComplete }) => `${state} ${visits}: ${isComplete ? '' : 'at least '}${hours(seconds)}`,
  )

test('time in a state runs from entering it to leaving it; a step that stays in it does not end it', () => {
  const steps = [
    step(9, 'pending', 'request.edit', 'pending'),
    step(10, 'pending', 'request.accept', 'accepted'),
    step(11, 'accepted', 'request.reopen', 'pending'),
    step(14, 'pending', 'request.accept', 'accepted'),
  ]
  expect(stepsOf({ steps })).toEqual([
    '1: pending pending, null',
    '2: pending accepted, 2',
    '3: accepted pending, 1',
    '4: pending accepted, 3',
  ])
  expect(timesOf({ steps })).toEqual(['pending 2: 5', 'accepted 2: 7'])
  expect(read({ steps }).current).toEqual({ state: 'accepted', since: '2026-11-20T14:00:00Z', seconds: 6 * 3600 })
})

test('a record without steps has been in its first state since it began', () => {
  const record = { ...RECORD, state: 'pending' }
  expect(read({ record })).toMatchObject({
    steps: [],
    current: { state: 'pending', since: '2026-11-20T08:00:00Z', seconds: 12 * 3600 },
    lastKnown: undefined,
  })
  expect(read({ record, beginsAt: null }).current).toEqual({ state: 'pending', since: null, seconds: null })
  expect(read({ record, beginsAt: '2026-11-21T08:00:00Z' }).current).toEqual({
    state: 'pending',
    since: null,
    seconds: null,
  })
})

test('a record that moved before there was a log is in a state since an unknown time', () => {
  expect(read({})).toMatchObject({ current: { state: 'accepted', since: null, seconds: null }, lastKnown: 'pending' })
  const steps = [step(10, 'accepted', 'request.reopen', 'pending'), step(11, 'pending', 'request.accept', 'accepted')]
  expect(stepsOf({ steps })).toEqual(['?pending 1: accepted pending, null', '2: pending accepted, 1'])
  expect(timesOf({ steps })).toEqual(['accepted 2: at least 9', 'pending 1: 1'])
})

test('a step that does not begin where the one before ended leaves a gap', () => {
  const steps = [step(9, 'pending', 'request.accept', 'accepted'), step(12, 'rejected', 'request.restore', 'accepted')]
  expect(stepsOf({ steps })).toEqual(['1: pending accepted, 1', '?accepted 2: rejected accepted, null'])
  expect(timesOf({ steps })).toEqual(['pending 1: 1', 'accepted 2: at least 8', 'rejected 1: at least 0'])
})

test('a record in another state than the last step led to moved outside of the log', () => {
  const steps = [step(9, 'pending', 'request.reject', 'rejected')]
  expect(read({ steps })).toMatchObject({ current: { state: 'accepted', since: null }, lastKnown: 'rejected' })
})

test('earlier steps may be left out, and a record may be gone', () => {
  const steps = [step(9, 'rejected', 'request.restore', 'pending')]
  expect(stepsOf({ steps, total: 201 })).toEqual(['201: rejected pending, null'])
  expect(read({ steps, total: 201 }).omitted).toBe(200)
  expect(read({ steps, record: null })).toMatchObject({ current: undefined, lastKnown: undefined })
})
