import { expect, test } from 'vitest'
import { counted, firstInWords, inWords } from './words.ts'

test('lists read as a sentence', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(inWords)).toEqual(['', 'a', 'a and b', 'a, b and c'])
  expect(firstInWords(['a', 'b', 'c'])).toBe('a, b, c')
  expect(firstInWords(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
  expect([counted(0, 'session'), counted(1, 'session'), counted(2, 'session')]).toEqual([
    '0 sessions',
    '1 session',
    '2 sessions',
  ])
})
