import { expect, test } from 'vitest'
import type { WatchedStep } from '#workflows/recording/watched.ts'
import { type Listing, lastListed, listedSteps, stepFrom, withReport } from './listed-steps.ts'

const stepOf = (number: number, machine = 'one'): WatchedStep => ({
  number,
  at: 0,
  machine,
  event: 'list.turn',
  from: [],
  to: [],
  states: [],
  transitions: [],
  calls: [],
  emitted: [],
})
const listing = (change: Partial<Listing> = {}): Listing => ({
  steps: [stepOf(1), stepOf(2, 'two'), stepOf(3), stepOf(4)],
  machine: undefined,
  until: undefined,
  chosen: undefined,
  ...change,
})
const numbers = (steps: readonly WatchedStep[]) => steps.map(({ number }) => number)

test("lists all steps, one machine's steps, and those before the pause", () => {
  expect(numbers(listedSteps(listing()))).toEqual([1, 2, 3, 4])
  expect(numbers(listedSteps(listing({ machine: 'one', until: 3 })))).toEqual([1, 3])
  expect(lastListed(listing({ until: 2 }))).toBe(2)
  expect(lastListed(listing({ machine: 'nobody' }))).toBeUndefined()
})

test('moves from the selected step, or from the last one, within the listed steps', () => {
  expect(stepFrom(listing(), -1)).toBe(3)
  expect(stepFrom(listing({ machine: 'one', chosen: 3 }), -1)).toBe(1)
  expect(stepFrom(listing({ chosen: 1 }), -1)).toBeUndefined()
  expect(stepFrom(listing({ chosen: 3, until: 3 }), 1)).toBeUndefined()
  // The selected step belongs to a machine that is not listed.
  expect(stepFrom(listing({ machine: 'one', chosen: 2 }), 1)).toBeUndefined()
})

test('steps are listed in the order they happened, however they are reported', () => {
  const report = { isAll: false, machines: [], steps: [stepOf(6), stepOf(5)] }
  expect(numbers(withReport(listing(), report).steps)).toEqual([1, 2, 3, 4, 5, 6])
  expect(numbers(withReport(listing(), { ...report, isAll: true, steps: [stepOf(9)] }).steps)).toEqual([9])
})

test('the oldest steps are dropped while live; a paused view keeps its step', () => {
  const news = { isAll: false, machines: [], steps: Array.from({ length: 600 }, (_, at) => stepOf(at + 5)) }
  expect(withReport(listing(), news).steps).toHaveLength(500)
  expect(withReport(listing({ until: 4 }), news).steps[0]?.number).toBe(1)
})
