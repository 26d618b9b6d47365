import { describe, expect, test } from 'vitest'
import { readDate, readHours, readNumber, readPercent } from './cell-values.ts'
import type { Cell } from './sheet.ts'

describe('hours', () => {
  test.each<[Cell, string | undefined, number]>([
    [7.5, undefined, 7.5],
    ['7:30', undefined, 7.5],
    ['40:00:00', undefined, 40],
    ['-8:00', undefined, -8],
    [{ time: '07:30' }, '7:30', 7.5],
    [{ time: '07:20' }, '7:20:00', 7.33],
    [5 / 3, '40:00', 40],
    [-1 / 3, '-8:00', -8],
    [-8, '(8.00)', -8],
    [-8, '$(8.00)', -8],
    [0, '$-', 0],
    [7.5, '7 1/2', 7.5],
    [40, '40.0 h', 40],
    [100, '1.00E+02', 100],
    ['(8.00)', undefined, -8],
  ])('%o that shows %o', (cell, shown, value) => {
    expect(readHours(cell, shown)).toEqual({ value })
  })

  test.each<[Cell, string | undefined, string]>([
    [0.4, '40%', "'40%' is a percentage, not a number of hours."],
    ['40%', undefined, "'40%' is a percentage, not a number of hours."],
    [{ time: '07:30' }, '7:30 AM', "'7:30 AM' is a time of day, not a number of hours."],
    ['7:30 am', undefined, "'7:30 am' is a time of day, not a number of hours."],
    [{ date: '2026-11-20' }, '20-Nov', "'20-Nov' is a date, not a number of hours."],
    [
      { date: '1900-01-01', time: '16:00' },
      '16:00',
      "shows '16:00' but holds a date as well. Enter the hours that you mean.",
    ],
    [{ time: '00:30' }, '30:00', "shows '30:00' but holds 0.5 hours. Enter the hours that you mean."],
    [-8, '8.00', "shows '8.00' but holds -8. Enter the number that you mean."],
    [12.5, '13', "shows '13' but holds 12.5. Enter the number that you mean."],
    [12, 'ID-0012', "shows 'ID-0012' but holds 12. Enter the number that you mean."],
    [true, undefined, "'TRUE' is not a number."],
    ['#N/A', undefined, "'#N/A' is not a number."],
    ['7:75', undefined, "'7:75' is not a number."],
  ])('%o that shows %o is none', (cell, shown, problem) => {
    expect(readHours(cell, shown)).toEqual({ problem })
  })
})

test.each<[Cell, string | undefined, number]>([
  [0.05, '5%', 5],
  [0.055, '5.5%', 5.5],
  ['5%', undefined, 5],
  ['5.5 %', undefined, 5.5],
  [5, undefined, 5],
  [0.055_55, '5.56%', 5.56],
])('the percentage %o that shows %o', (cell, shown, value) => {
  expect(readPercent(cell, shown, 2)).toEqual({ value })
})

test('a percentage that hides its decimals is not guessed', () => {
  expect(readPercent(0.055, '6%', 2)).toEqual({
    problem: "shows '6' but holds 5.5. Enter the number that you mean.",
  })
})

test.each<[Cell, string | undefined, number]>([
  ['$1,085.50', undefined, 1085.5],
  ['-$8', undefined, -8],
  [85.555, '85.56', 85.56],
  [1085.5, '$1,085.50', 1085.5],
])('the number %o that shows %o', (cell, shown, value) => {
  expect(readNumber(cell, shown, 2)).toEqual({ value })
})

test.each<[Cell, string]>([
  ['20-Nov-2026', '2026-11-20'],
  ['November 20, 2026', '2026-11-20'],
  ['Friday, November 20, 2026', '2026-11-20'],
  ['11/20/2026 8:30 AM', '2026-11-20'],
  ['2026-11-20 08:30', '2026-11-20'],
  [{ date: '2026-11-20', time: '08:30' }, '2026-11-20'],
])('the date %o', (cell, value) => {
  expect(readDate(cell, undefined)).toEqual({ value })
})

test.each<Cell>(['11/20/26', '20-Nov-26', '31-Feb-2026', 'Smarch 1, 2026', { time: '08:30' }])(
  'no date: %o',
  (cell) => {
    expect(readDate(cell, undefined)).toMatchObject({
      problem: expect.stringMatching(/is not a date \(MM\/DD\/YYYY\)\.$/),
    })
  },
)
