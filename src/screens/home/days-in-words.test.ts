import { expect, test } from 'vitest'
import { daysInWords } from './days-in-words.ts'

const days = (providerId: number, providerName: string, ...dates: string[]) =>
  dates.map((date) => ({ providerId, providerName, date: `2026-11-${date}` }))

test.each([
  [days(1, 'Paul', '17'), '1 day of Paul, 11/17/2026'],
  [days(1, 'Paul', '18', '17'), '2 days of Paul, 11/17/2026, 11/18/2026'],
  [[...days(1, 'Ann Lee', '17'), ...days(2, 'Ann Lee', '17')], '2 days of Ann Lee, Ann Lee, 11/17/2026'],
  [
    ['16', '17', '18', '19'].flatMap((date, index) => days(index, `Provider ${index}`, date)),
    '4 days of 4 providers, 11/16/2026-11/19/2026',
  ],
])('%# %j', (some, words) => {
  expect(daysInWords(some)).toBe(words)
})
