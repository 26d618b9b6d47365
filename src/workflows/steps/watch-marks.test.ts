import { expect, test } from 'vitest'
import type { WatchedMachine, WatchedStep } from '#workflows/recording/watched.ts'
import { drawnMachine, innermost, statesThen, watchMarks } from './watch-marks.ts'

const machineOf = (id: string, machine: string, hasEnded = false): WatchedMachine => ({
  id,
  machine,
  count: 1,
  page: '/',
  hasEnded,
  states: [machine, `${machine}.now`],
})
const stepOf = (number: number, machine: string, state: string): WatchedStep => ({
  number,
  at: 0,
  machine,
  event: 'list.turn',
  from: [],
  to: [],
  states: ['list', `list.${state}`],
  transitions: [`way to ${state}`],
  calls: [],
  emitted: [],
})

const old = machineOf('old', 'list', true)
const first = machineOf('first', 'list')
const second = machineOf('second', 'list')
const form = machineOf('form', 'form')
const machines = [old, first, second, form]
const [one, two, three] = [stepOf(1, 'first', 'a'), stepOf(2, 'second', 'b'), stepOf(3, 'first', 'c')] as const
const steps = [one, two, three]
const all = { machines, steps, machine: undefined, shown: undefined }

test('draws the machine that took the shown step, as it was then', () => {
  expect(drawnMachine({ ...all, shown: two }, 'list')).toEqual({ machine: second, last: two })
  expect(drawnMachine({ ...all, shown: one }, 'list')).toEqual({ machine: first, last: one })
})

test('otherwise draws the listed machine, the one that was active last, or one that runs', () => {
  expect(drawnMachine({ ...all, machine: 'second' }, 'list')).toEqual({ machine: second, last: two })
  expect(drawnMachine(all, 'list')).toEqual({ machine: first, last: three })
  expect(drawnMachine({ ...all, shown: stepOf(2, 'form', 'x') }, 'list')?.last).toBe(two)
  expect(drawnMachine({ ...all, steps: [] }, 'list')).toEqual({ machine: second, last: undefined })
  expect(drawnMachine(all, 'form')).toEqual({ machine: form, last: undefined })
  expect(drawnMachine(all, 'calendar')).toBeUndefined()
})

test('marks its states and last transition, but not the root', () => {
  const marks = watchMarks({ machine: first, last: three }, true)
  expect([...marks.states]).toEqual([['list.c', { tone: 'now', title: 'Current state' }]])
  expect([...marks.transitions]).toEqual([['way to c', { tone: 'lit', title: 'Last transition' }]])
  expect([...watchMarks({ machine: old, last: undefined }, false).states]).toEqual([
    ['list.now', { tone: 'now', title: 'State when it ended' }],
  ])
})

test('before its first recorded step, its state is unknown', () => {
  expect(statesThen({ machine: first, last: undefined }, true)).toEqual([])
  expect(watchMarks({ machine: first, last: undefined }, true).states.size).toBe(0)
})

test('innermost states have no substates in the list', () => {
  expect(innermost(['list', 'list.open', 'list.open.rows', 'list.openers'])).toEqual(['list.open.rows', 'list.openers'])
})
