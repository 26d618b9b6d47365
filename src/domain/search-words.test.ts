import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

const TODAY = '2026-11-20'

test.each([
  ['', '', undefined],
  ['  fine   motor ', 'fine motor', undefined],
  ['2026-11-23', '', '2026-11-23'],
  ['11/23/2026', '', '2026-11-23'],
  ['1/5', '', '2026-01-05'],
  ['nov 23', '', '2026-11-23'],
  ['September 3, 2027', '', '2027-09-03'],
  ['Sept. 3', '', '2026-09-03'],
  ['today', '', TODAY],
  ['Tomorrow', '', '2026-11-21'],
  ['yesterday', '', '2026-11-19'],
  ['handwriting 11/23', 'handwriting', '2026-11-23'],
  ['tomorrow  handwriting', 'handwriting', '2026-11-21'],
  ['2/30', '2/30', undefined],
  ['2026-13-01', '2026-13-01', undefined],
  ['Mark 12', 'Mark 12', undefined],
  ['May', 'May', undefined],
  ['todays', 'todays', undefined],
  ['1/2/3', '1/2/3', undefined],
])('%s is the text "%s" and the date %s', (words, text, date) => {
  expect(searchWords(words, TODAY)).toEqual({ text, date })
})
