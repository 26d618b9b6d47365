import { expect, test } from 'vitest'
import { choiceFilter, choicesFilter, dateRangeFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import { filtersInWords } from './filters-in-words.ts'

const options = [
  { id: 1, name: 'Pending' },
  { id: 2, name: 'Accepted' },
]
const filters = filtersOf(
  textFilter('search'),
  choiceFilter('statusId', 'Status', options),
  choicesFilter('kinds', 'Kinds', options),
  choicesFilter('schoolIds', 'Schools', { call: { run: async () => [] } }),
  dateRangeFilter(() => undefined),
  sortFilter({ name: 'Name', code: 'Code' }),
)
const words = (address: string) => filtersInWords(filters.list, filters.read(new URLSearchParams(address)))

test.each([
  ['', 'No filters'],
  ['search=art', 'Filtered by Search: art'],
  ['statusId=2', 'Filtered by Status: Accepted'],
  ['statusId=9', 'Filtered by Status'],
  ['kinds=1,2', 'Filtered by Kinds: Pending, Accepted'],
  ['schoolIds=4,7', 'Filtered by Schools: 2 choices'],
  ['schoolIds=4', 'Filtered by Schools: 1 choice'],
  ['from=2027-12-11', 'Filtered by Start Date: 12/11/2027'],
  ['search=a&from=2027-12-11&to=2027-12-12', 'Filtered by Search: a, Start Date: 12/11/2027, End Date: 12/12/2027'],
  ['sort=-code', 'No filters, sorted by Code, Z-A'],
  ['statusId=1&sort=code', 'Filtered by Status: Pending, sorted by Code, A-Z'],
])('%s is announced as %s', (address, expected) => {
  expect(words(address)).toBe(expected)
})
