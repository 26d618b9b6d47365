import { describe, expect, test } from 'vitest'
import { halfMonthBefore, halfMonthOf, isBoundaryDay, isHalfMonth, latestHalfMonths, suggestedEnd } from './period.ts'

const period = (startDate: string, endDate: string) => ({ startDate, endDate })

describe('half-months', () => {
  test('run from the 1st to the 15th and from the 16th to the end of the month', () => {
    expect(halfMonthOf('2026-11-15')).toEqual(period('2026-11-01', '2026-11-15'))
    expect(halfMonthOf('2026-11-16')).toEqual(period('2026-11-16', '2026-11-30'))
    expect(halfMonthOf('2028-02-29')).toEqual(period('2028-02-16', '2028-02-29'))
    expect(halfMonthBefore(period('2027-01-01', '2027-01-15'))).toEqual(period('2026-12-16', '2026-12-31'))
    expect(isHalfMonth(period('2026-11-16', '2026-11-30'))).toBe(true)
    expect(isHalfMonth(period('2026-11-01', '2026-11-30'))).toBe(false)
  })

  test('are over before today', () => {
    expect(latestHalfMonths('2026-11-16', 2)).toEqual([
      period('2026-11-01', '2026-11-15'),
      period('2026-10-16', '2026-10-31'),
    ])
    expect(latestHalfMonths('2026-11-15', 1)).toEqual([period('2026-10-16', '2026-10-31')])
  })
})

test('a lock-out begins and ends on the 1st, 15th, 16th or last day of a month', () => {
  const days = ['2026-02-01', '2026-02-15', '2026-02-16', '2026-02-28', '2028-02-29', '2026-11-30']
  expect(days.filter((day) => !isBoundaryDay(day))).toEqual([])
  expect(['2028-02-28', '2026-11-02', '2026-12-30'].filter(isBoundaryDay)).toEqual([])
})

test('an invoice that starts on the 1st or the 16th ends with the half-month; other days suggest no end', () => {
  expect(suggestedEnd('2026-11-01')).toBe('2026-11-15')
  expect(suggestedEnd('2026-02-16')).toBe('2026-02-28')
  expect(suggestedEnd('2026-11-02')).toBeUndefined()
})
