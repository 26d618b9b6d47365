import { describe, expect, test } from 'vitest'
import { dateRangeProblem } from '#domain/date-range.ts'
import { choiceFilter, choicesFilter, dateRangeFilter, textFilter } from './filters.ts'

describe('invalid values in an address filter nothing', () => {
  const none = { id: undefined }
  test.each(['0', '-1', '1.5', 'x', '2147483648', '9999999999'])('a choice of "%s"', (id) => {
    expect(choiceFilter('id', 'Provider', []).read(new URLSearchParams({ id }))).toEqual(none)
  })

  test('choices that are not ids', () => {
    expect(choicesFilter('ids', 'Providers', []).read(new URLSearchParams({ ids: '1,x' }))).toEqual({ ids: [] })
  })

  test.each([
    [{ from: '2026-02-30' }, { from: '', to: '' }],
    [
      { from: '2026-11-10', to: '2026-11-09' },
      { from: '', to: '' },
    ],
    [{ to: '2026-11-09' }, { from: '', to: '2026-11-09' }],
  ])('dates of %o', (query, range) => {
    expect(dateRangeFilter(dateRangeProblem).read(new URLSearchParams(query))).toEqual(range)
  })

  test('a null character, which the server rejects', () => {
    expect(textFilter('search').read(new URLSearchParams({ search: 'a\0b' }))).toEqual({ search: 'ab' })
  })
})
