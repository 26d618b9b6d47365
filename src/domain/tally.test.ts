import { expect, test } from 'vitest'
import { Tally } from './tally.ts'

test('a tally counts what was added, in the order in which it first occurred', () => {
  const tally = new Tally(['OT', 'PT', 'OT'])
  expect(tally.add('SLP', 3)).toBe(3)
  expect(tally.add('PT')).toBe(2)
  expect(tally.entries()).toEqual([
    ['OT', 2],
    ['PT', 2],
    ['SLP', 3],
  ])
  expect(tally.of('Art')).toBe(0)
})
