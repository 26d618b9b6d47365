import { expect, test } from 'vitest'
import { durationInWords } from './duration-words.ts'

test.each([
  [0, 'less than a minute'],
  [59, 'less than a minute'],
  [60, '1 min'],
  [3599, '59 min'],
  [3600, '1 h'],
  [12_000, '3 h 20 min'],
  [86_399, '23 h 59 min'],
  [86_400, '1 day'],
  [187_200, '2 days 4 h'],
  [100 * 86_400 + 61, '100 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(durationInWords(seconds)).toBe(words)
})
