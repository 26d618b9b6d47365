import type { Examples } from '#machines/definition/examples.ts'
import { commonFailures } from './common-failures.ts'
import type { ListPage, PagedListInput, PagedListMachine } from './paged-list.machine.ts'

interface Filters {
  search: string
  from: string
}
const noFilters: Filters = { search: '', from: '' }
const page = (rows: readonly string[], total: number): ListPage<string> => ({ rows, total })

const input: PagedListInput<Filters> = {
  noFilters,
  place: { page: 2 },
  refuse: ({ search, from }) =>
    from === 'never' ? `That day is not in the calendar${search && ` of ${search}`}` : undefined,
}

export const examples = {
  inputs: { 'the second page': input },
  cases: {
    'filters.change': {
      words: { filters: { search: 'reed' } },
      'an empty search': { filters: { search: '' } },
      'an invalid date': { filters: { from: 'never' } },
    },
    'filters.submit': 'bare',
    'filters.reset': 'bare',
    'page.choose': { first: { page: 1 }, second: { page: 2 }, beyond: { page: 99 } },
    'size.choose': { twenty: { size: 20 }, ten: { size: 10 } },
    'list.refresh': 'bare',
    'list.reload': 'bare',
    'list.follow': 'bare',
    'place.visit': {
      'where it starts': { place: { filters: noFilters, page: 2, size: 10 } },
      'a search': { place: { filters: { ...noFilters, search: 'reed' }, page: 1, size: 20 } },
    },
    'error.dismiss': 'bare',
  },
  outcomes: {
    loadPage: {
      done: {
        rows: page(['a', 'b'], 30),
        nothing: page([], 0),
        'past the last page': page([], 1),
      },
      error: commonFailures,
    },
  },
} satisfies Examples<PagedListMachine<string, Filters>>
