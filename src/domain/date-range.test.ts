import { expect, test } from 'vitest'
import { dateRangeProblem } from './date-range.ts'

test.each([
  { from: '2026-11-02', to: '2026-11-01', problem: "End Date can't be less than Start Date" },
  { from: '2026-11-02', to: '2026-11-02', problem: undefined },
  { from: '2026-11-02', to: '2026-12-01', problem: undefined },
  { from: '', to: '2026-11-01', problem: undefined },
  { from: '2026-11-02', to: '', problem: undefined },
] as const)('from "$from" to "$to": $problem', ({ problem, ...range }) => {
  expect(dateRangeProblem(range)).toBe(problem)
})
