import { expect, test } from 'vitest'
import { merged } from './merged.ts'

test('has all that the parts have', () => {
  expect(merged([{ one: 1 }, { two: 'two' }])).toEqual({ one: 1, two: 'two' })
})

test('fails if two parts have something of one name', () => {
  expect(() => merged([{ one: 1 }, { two: 2 }, { one: 3 }])).toThrow(new RangeError('Two parts have one'))
})
