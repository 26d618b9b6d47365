import { expect, test } from 'vitest'
import { retryPause } from './retry-pause.ts'

const seconds = (attempt: number, random: number) => retryPause(attempt, random) / 1000

test('doubles after each failed attempt, up to an hour', () => {
  expect([1, 2, 3, 4, 8, 9, 30].map((attempt) => seconds(attempt, 0.5))).toEqual([15, 30, 60, 120, 1920, 3600, 3600])
})

test('varies by a quarter', () => {
  expect([seconds(3, 0), seconds(3, 1)]).toEqual([45, 75])
})
