import { expect, test } from 'vitest'
import { LONGEST_PERIOD, periodBefore, periodChoices, periodNamed, periodOf, periodProblem } from './workflow-period.ts'

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

test.each([
  ['last-week', '2026-11-22', '2026-11-15', '2026-11-21'],
  ['last-half-month', '2026-11-28', '2026-11-01', '2026-11-15'],
  ['last-half-month', '2026-03-15', '2026-02-16', '2026-02-28'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2024-02', '2026-11-28', '2024-02-01', '2024-02-29'],
] as const)('%s on %s is over', (name, today, from, to) => {
  expect(periodOf(name, today)).toEqual({ from, to })
})

test('offers last month, and eleven months before it by name, each of which is a period', () => {
  const choices = periodChoices('2026-01-31').map(({ group, periods }) => [group, periods.map(({ name }) => name)])
  expect(choices).toEqual([
    ['Until today', ['This week', 'This half-month', 'This month', 'School year']],
    ['Before', ['Last week', 'Last half-month', 'Last month']],
    [
      'Months',
      [
        ...['November 2025', 'October 2025', 'September 2025', 'August 2025', 'July 2025', 'June 2025'],
        ...['May 2025', 'April 2025', 'March 2025', 'February 2025', 'January 2025'],
      ],
    ],
  ])
  for (const { id } of periodChoices('2026-01-31').flatMap<{ readonly id: string }>(({ periods }) => periods))
    expect(periodNamed(id)).toBe(id)
})

test.each(['2024-02', '2026-01', '2025-12'] as const)('offers %s if it is chosen, in order', (chosen) => {
  const [, , months] = periodChoices('2026-01-31', chosen)
  const ids = months?.periods.map(({ id }) => id) ?? []
  expect(ids).toContain(chosen)
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed())
  expect(periodChoices('2026-01-31', 'last-month')).toEqual(periodChoices('2026-01-31'))
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
