import { expect, it } from 'vitest'
import { clockRange, clockStart } from './words.ts'

const DAY = { from: 7 * 60, to: 24 * 60 }

it.each([
  [9 * 60, 9 * 60 + 45, DAY, '9:00 – 9:45 AM'],
  [11 * 60 + 30, 12 * 60 + 15, DAY, '11:30 AM – 12:15 PM'],
  [13 * 60, 14 * 60, { from: 12 * 60, to: 18 * 60 }, '1:00 – 2:00'],
  [9 * 60, 9 * 60 + 45, { from: 7 * 60, to: 12 * 60 }, '9:00 – 9:45'],
])('says AM or PM where both halves of the day are in sight', (start, end, window, words) => {
  expect(clockRange(start, end, window)).toBe(words)
})

it('says only the start where a lane is too narrow', () => {
  expect(clockStart(15 * 60 + 30, DAY)).toBe('3:30 PM')
  expect(clockStart(15 * 60 + 30, { from: 12 * 60, to: 18 * 60 })).toBe('3:30')
})
