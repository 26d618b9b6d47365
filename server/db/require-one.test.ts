import { expect, test } from 'vitest'
import { requireAt, requireCount, requireKey, requireOne } from './require-one.ts'

test('what a statement must return is returned, or named if it is missing', () => {
  expect(requireOne([{ id: 3 }], 'The session')).toEqual({ id: 3 })
  expect(() => requireOne([], 'The session')).toThrow(
    new RangeError('The session is missing from what the statement returned'),
  )
  expect(requireCount([{ total: 0 }])).toBe(0)
  expect(() => requireCount([])).toThrow(new RangeError('The count is missing from what the statement returned'))
  expect(requireAt([4, 0], 1)).toBe(0)
  expect(requireKey(new Map([[7, 'OT']]), 7, 'The service')).toBe('OT')
  expect(() => requireKey(new Map([[7, 'OT']]), 8, 'The service')).toThrow(new RangeError('The service 8 is missing'))
  expect(() => requireAt([4], 1)).toThrow(new RangeError('Number 2 is missing from what the statement returned'))
})
