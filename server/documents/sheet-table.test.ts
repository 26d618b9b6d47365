import { describe, expect, test } from 'vitest'
import type { Cell, Sheet } from './sheet.ts'
import { dateCell, numberCell, readTable, textCell, toldProblems } from './sheet-table.ts'

const sheetOf = (...rows: (Cell | undefined)[][]): Sheet => ({
  rows: rows.flatMap((cells, index) => (cells.length > 0 ? [{ line: index + 1, cells }] : [])),
})

const columns = {
  id: { title: 'ID', read: numberCell({ min: 1, max: 100, decimals: 0 }) },
  hours: { title: 'Available Hours', read: numberCell({ min: 0, max: 2000, decimals: 2 }) },
  note: { title: 'Note', read: textCell(5), isOptional: true },
}

describe('a table', () => {
  test('is read by its titles, wherever they are', () => {
    const sheet = sheetOf(['x', ' available\nHOURS ', 'id'], ['a', 8.5, '7'], [], ['b', '1,024.25', 8])
    expect(readTable(sheet, columns)).toEqual({
      rows: [
        { line: 2, values: { id: 7, hours: 8.5, note: '' } },
        { line: 4, values: { id: 8, hours: 1024.25, note: '' } },
      ],
      count: 2,
      unused: ['x'],
      problems: [],
    })
  })

  test("reports errors by row, with the cell's value", () => {
    const sheet = sheetOf(
      ['ID', 'Available Hours', 'Note'],
      [1, 8, 'good'],
      [0, 'eight', 'longer'],
      [1.5, -1],
      [101, 8.125],
      [undefined, { date: '2026-11-20' }],
      [2, { time: '08:30' }, true],
      [3, '#DIV/0!'],
    )
    const { rows, problems } = readTable(sheet, columns)
    expect(rows).toEqual([{ line: 2, values: { id: 1, hours: 8, note: 'good' } }])
    expect(problems).toEqual([
      "Row 3: ID '0' is less than 1.",
      "Row 3: Available Hours 'eight' is not a number.",
      'Row 3: Note is longer than 5 characters.',
      "Row 4: ID '1.5' is not a whole number.",
      "Row 4: Available Hours '-1' is less than 0.",
      "Row 5: ID '101' is more than 100.",
      "Row 5: Available Hours '8.125' has more than 2 decimals.",
      'Row 6: ID is missing.',
      "Row 6: Available Hours '2026-11-20' is not a number.",
      "Row 7: Available Hours '08:30' is not a number.",
      "Row 8: Available Hours '#DIV/0!' is not a number.",
    ])
  })

  test.each<[string, Sheet, string[]]>([
    ['nothing at all', sheetOf(), ['The file is empty.']],
    ['a head alone', sheetOf(['ID', 'Available Hours']), ['The file has no rows below the header row.']],
    [
      'other columns',
      sheetOf([], ['Name', 'Hours'], ['Ada', 8]),
      ["Row 2: The column 'ID' is missing.", "Row 2: The column 'Available Hours' is missing."],
    ],
    [
      'one column twice',
      sheetOf(['ID', 'Available Hours', 'id'], [1, 2, 3]),
      ["Row 1: The column 'ID' appears 2 times."],
    ],
  ])('with %s', (_, sheet, problems) => {
    expect(readTable(sheet, columns)).toEqual({
      rows: [],
      count: Math.max(0, sheet.rows.length - 1),
      unused: [],
      problems,
    })
  })
})

const hours = numberCell({ min: 0, max: 2000, decimals: 2 })

test.each<[Cell, number]>([
  ['8', 8],
  ['8.25', 8.25],
  ['8,25', 8.25],
  ['1,250', 1250],
  [0.1 + 0.2, 0.3],
])('the number %s', (cell, value) => {
  expect(hours(cell)).toEqual({ value })
})

test.each<Cell>(['8h', '1e3', '0x10', '8 h', '--8', '8.', ''])('no number: %s', (cell) => {
  expect(hours(cell)).toEqual({ problem: `'${cell}' is not a number.` })
})

test.each<[Cell | undefined, string | undefined]>([
  [undefined, undefined],
  [{ date: '2026-11-20', time: '08:30' }, '2026-11-20'],
  ['11/20/2026', '2026-11-20'],
  ['1/2/2026', '2026-01-02'],
  ['2024-02-29', '2024-02-29'],
])('the date %o', (cell, value) => {
  expect(dateCell(cell)).toEqual({ value })
})

test.each<Cell>(['13/20/2026', '2/29/2026', 'soon', 45_000, { time: '08:30' }])('no date: %o', (cell) => {
  expect(dateCell(cell)).toEqual({ problem: expect.stringMatching(/^'.+' is not a date \(MM\/DD\/YYYY\)\.$/) })
})

test('lists the first hundred problems, and how many more there are', () => {
  const problems = Array.from({ length: 130 }, (_, index) => `Row ${index}`)
  expect(toldProblems(problems)).toEqual([...problems.slice(0, 100), '… and 30 more'])
  expect(toldProblems(problems.slice(0, 100))).toEqual(problems.slice(0, 100))
})
