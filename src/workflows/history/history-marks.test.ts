import { expect, test } from 'vitest'
import { setup } from 'xstate'
import type { LoggedStep } from '#contract/workflow-counts.ts'
import { historyMarks, stepsOnChart } from './history-marks.ts'
import { readRecordHistory } from './record-history.ts'

const machine = setup({ guards: { isFirst: () => true, isSecond: () => false } }).createMachine({
  id: 'life',
  initial: 'open',
  states: {
    open: {
      on: {
        touch: 'open',
        close: [{ guard: 'isFirst', target: 'closed' }, { guard: 'isSecond', target: 'closed' }, { target: 'lost' }],
      },
    },
    closed: { on: { open: 'open' } },
    lost: {},
  },
})

const step = (fromState: string, event: string, toState: string): LoggedStep => ({
  at: '2026-11-20T09:00:00Z',
  fromState,
  event,
  toState,
  by: null,
  role: null,
  note: null,
})
const rounds = Array.from({ length: 5 }, () => [step('open', 'close', 'closed'), step('closed', 'open', 'open')]).flat()
const record = {
  entity: '7',
  label: 'Dentist',
  providerId: 3,
  providerName: 'Paul Provider',
  date: null,
  startTime: null,
  endTime: null,
  state: 'open',
  scheduleEventId: null,
  isRecurring: false,
  at: null,
}
const historyOf = (steps: LoggedStep[], beginsAt: string | null) =>
  readRecordHistory({ record, beginsAt, total: steps.length, steps }, 'open', Date.parse('2026-11-20T10:00:00Z'))

test('transitions have the numbers of their steps, states their times, and the rest is muted', () => {
  const marks = historyMarks(machine, historyOf([step('open', 'touch', 'open'), ...rounds], '2026-11-20T07:00:00Z'))
  expect([...marks.states]).toEqual([
    ['life.open', { tone: 'now', badge: '3 h', title: 'Current state; 6 visits, 3 h' }],
    ['life.closed', { tone: 'lit', badge: 'less than a minute', title: '5 visits, less than a minute' }],
    ['life.lost', { tone: 'muted', title: 'Not visited' }],
  ])
  const closing = { tone: 'lit', badge: '2, 4, 6 +2', title: 'Steps 2, 4, 6, 8, 10' }
  expect([...marks.transitions.values()]).toEqual([
    { tone: 'lit', badge: '1', title: 'Step 1' },
    closing,
    closing,
    { tone: 'muted', title: 'Not taken' },
    { tone: 'lit', badge: '3, 5, 7 +2', title: 'Steps 3, 5, 7, 9, 11' },
  ])
})

test('a time that is only partly known says so', () => {
  const marks = historyMarks(machine, historyOf(rounds, null))
  expect(marks.states.get('life.open')).toEqual({
    tone: 'now',
    badge: '≥ 1 h',
    title: 'Current state; 6 visits, at least 1 h',
  })
  expect(historyMarks(machine, historyOf([], null)).states.get('life.open')).toEqual({
    tone: 'now',
    badge: '?',
    title: 'Current state; 1 visit, for an unknown time',
  })
})

test('a step may be older than the chart', () => {
  const isOnChart = stepsOnChart(machine)
  const { steps } = historyOf([step('open', 'close', 'lost'), step('lost', 'find', 'open')], null)
  expect(steps.map(isOnChart)).toEqual([true, false])
})
