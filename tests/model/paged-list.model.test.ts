import { examples } from '#machines/common/paged-list.examples.ts'
import { type PagedListMachine, pagedList } from '#machines/common/paged-list.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type PagedListWorld, pagedListInBrowser } from './paged-list.browser.ts'

interface Filters {
  search: string
  from: string
}

modelTests<PagedListMachine<string, Filters>, PagedListWorld>({
  name: 'common/paged-list',
  machine: pagedList<string, Filters>(),
  ...examples,
  project: ({ filters, page: at, size, refusal, result, isStale }) => ({
    isNarrowed: filters.search !== '',
    isFirst: at === 1,
    isUsualSize: size === 10,
    refusal,
    isStale,
    hasRows: (result?.rows.length ?? 0) > 0,
  }),
  states: {
    ready: ({ context: { result } }) => {
      if (!result?.rows.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { result } }) => {
      if (result?.rows.length !== 0) throw new Error('a list with rows is shown as empty')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('no error message')
    },
  },
  browser: pagedListInBrowser,
})
