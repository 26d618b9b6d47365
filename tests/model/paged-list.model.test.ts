import {
  type ListPage,
  type PagedListInput,
  type PagedListMachine,
  pagedList,
} from '#machines/common/paged-list.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { type PagedListWorld, pagedListInBrowser } from './paged-list.browser.ts'

interface Filters {
  search: string
  from: string
}
const noFilters: Filters = { search: '', from: '' }
const page = (rows: readonly string[], total: number): ListPage<string> => ({ rows, total })

const input: PagedListInput<Filters> = {
  noFilters,
  place: { page: 2 },
  refuse: ({ from }) => (from === 'never' ? 'That day is not in the calendar' : undefined),
}

modelTests<PagedListMachine<string, Filters>, PagedListWorld>({
  name: 'common/paged-list',
  machine: pagedList<string, Filters>(),
  inputs: { 'the second page': input },
  cases: {
    'filters.change': {
      words: { filters: { search: 'reed' } },
      'no words': { filters: { search: '' } },
      'a bad date': { filters: { from: 'never' } },
    },
    'filters.submit': 'bare',
    'filters.reset': 'bare',
    'page.choose': { first: { page: 1 }, second: { page: 2 }, beyond: { page: 99 } },
    'size.choose': { twenty: { size: 20 }, ten: { size: 10 } },
    'list.refresh': 'bare',
    'list.reload': 'bare',
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
        'fewer pages than before': page([], 7),
      },
      error: commonFailures,
    },
  },
  project: ({ filters, page: at, size, refusal, result }) => ({
    isNarrowed: filters.search !== '',
    isFirst: at === 1,
    isUsualSize: size === 10,
    isRefused: refusal !== undefined,
    hasRows: (result?.rows.length ?? 0) > 0,
  }),
  states: {
    ready: ({ context: { result } }) => {
      if (!result?.rows.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { result } }) => {
      if (result?.rows.length !== 0) throw new Error('a list with rows says that it has none')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('nothing says what failed')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: pagedListInBrowser() }),
})
