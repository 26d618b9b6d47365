import { expect, test } from 'vitest'
import { LONGEST_PERIOD, periodBefore, periodOf, periodProblem } from './workflow-period.ts'

test.each([
  ['week', '2026-11-22', '2026-11-22'],
  ['week', '2026-11-28', '2026-11-22'],
  ['half-month', '2026-02-15', '2026-02-01'],
  ['half-month', '2026-02-16', '2026-02-16'],
  ['month', '2024-02-29', '2024-02-01'],
  ['school-year', '2026-07-31', '2025-08-01'],
  ['school-year', '2026-08-01', '2026-08-01'],
] as const)('%s on %s', (name, today, from) => {
  expect(periodOf(name, today)).toEqual({ from, to: today })
  expect(periodProblem(periodOf(name, today))).toBeUndefined()
})

test('a period must be in order and within the limit', () => {
  expect(periodProblem({ from: '2026-11-02', to: '2026-11-01' })).toBe("End Date can't be less than Start Date")
  expect(periodProblem({ from: '2024-01-01', to: '2026-01-01' })).toBeUndefined()
  expect(periodProblem({ from: '2024-01-01', to: '2026-01-02' })).toBe(
    `A period can have at most ${LONGEST_PERIOD} days`,
  )
})

test.each([
  ['2026-11-01', '2026-11-30', '2026-10-02', '2026-10-31'],
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['2024-03-01', '2024-03-02', '2024-02-28', '2024-02-29'],
])('the period before %s to %s has as many days', (from, to, fromBefore, toBefore) => {
  expect(periodBefore({ from, to })).toEqual({ from: fromBefore, to: toBefore })
})
