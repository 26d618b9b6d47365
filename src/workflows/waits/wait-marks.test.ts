import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import type { StateWait } from '#contract/workflow-counts.ts'
import { changeInWords, heatOf, longestWait, slowestCount, waitCaption, waitMarks } from './wait-marks.ts'

const HOUR = 3600
const machine = createMachine({ id: 'life', initial: 'open', states: { open: {}, checked: {}, done: {}, lost: {} } })
const wait = (state: string, medianSeconds: number | null, more: Partial<StateWait> = {}): StateWait => ({
  state,
  isFinal: false,
  visits: medianSeconds === null ? 0 : 12,
  open: 0,
  unknown: 0,
  medianSeconds,
  slowSeconds: medianSeconds,
  ...more,
})
const waits = [
  wait('open', 52 * HOUR, { slowSeconds: 100 * HOUR }),
  wait('checked', 2 * HOUR),
  wait('done', 900 * HOUR, { isFinal: true }),
  wait('lost', null),
]
const before = [wait('open', 26 * HOUR), wait('checked', null), wait('done', null), wait('lost', null)]

test('states where something waits are colored by their median; the change is in the title', () => {
  expect([...waitMarks(machine, { waits, before }).states]).toEqual([
    [
      'life.open',
      {
        tone: 'heat3',
        badge: '2 days 4 h',
        title: '12 visits; median 2 days 4 h, was 1 day 2 h; 90th percentile 4 days 4 h, was 1 day 2 h',
      },
    ],
    ['life.checked', { tone: 'heat2', badge: '2 h', title: '12 visits; median 2 h; 90th percentile 2 h' }],
    [
      'life.done',
      { tone: 'muted', title: 'Nothing waits here. 12 visits; median 37 days 12 h; 90th percentile 37 days 12 h' },
    ],
    ['life.lost', { tone: 'muted', title: 'No visits in this period' }],
  ])
})

test('the longest wait is never in a state where nothing waits', () => {
  expect(longestWait({ waits, before })?.state).toBe('open')
  expect(longestWait({ waits: waits.slice(2), before })).toBeUndefined()
})

test('a state with few visits has the longest wait only if all states have few', () => {
  const once = wait('lost', 500 * HOUR, { visits: 4 })
  expect(longestWait({ waits: [...waits.slice(0, 3), once], before })?.state).toBe('open')
  expect(longestWait({ waits: [wait('open', HOUR, { visits: 1 }), once], before })?.state).toBe('lost')
})

test.each([
  [0, 'under 1 h'],
  [HOUR, '1 h to 1 day'],
  [24 * HOUR, '1 to 3 days'],
  [72 * HOUR, '3 to 7 days'],
  [168 * HOUR, 'over 7 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(heatOf(seconds).words).toBe(words)
})

test('a change needs both values', () => {
  expect(changeInWords(null, HOUR)).toBe('–, was 1 h')
  expect(changeInWords(HOUR, null)).toBe('1 h')
  expect(changeInWords(null, null)).toBe('–')
})

test('the slowest tenth is rounded up', () => {
  expect([0, 1, 10, 11].map((visits) => slowestCount(wait('open', HOUR, { visits })))).toEqual([0, 1, 1, 2])
})

test('prints and files name the period, explain the colors, and have the times in hours', () => {
  const { text, legend, tables } = waitCaption({ waits, before }, 'May 1 to May 31', (state) => state.toUpperCase())
  expect(text).toBe('Waits, May 1 to May 31: median time in each state so far')
  expect(legend?.map(({ words }) => words)).toEqual([
    'under 1 h',
    '1 h to 1 day',
    '1 to 3 days',
    '3 to 7 days',
    'over 7 days',
    'nothing waits, or no visits',
  ])
  expect(tables?.[0]?.rows).toEqual([
    ['OPEN', 'May 1 to May 31', 12, 0, 0, 52, 100, 26, 'Yes'],
    ['CHECKED', 'May 1 to May 31', 12, 0, 0, 2, 2, '', 'Yes'],
    ['DONE', 'May 1 to May 31', 12, 0, 0, 900, 900, '', 'No'],
    ['LOST', 'May 1 to May 31', 0, 0, 0, '', '', '', 'Yes'],
  ])
})
