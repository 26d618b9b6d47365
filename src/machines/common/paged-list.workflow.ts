import { defineWorkflow } from '#machines/definition/workflow.ts'
import { pagedList } from './paged-list.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/paged-list',
  title: 'List',
  area: 'Lists and forms',
  machine: pagedList(),
  examples: () => import('./paged-list.examples.ts'),
  texts: {
    events: {
      'filters.change': 'Change a filter',
      'filters.submit': 'Search',
      'filters.reset': 'Reset',
      'page.choose': 'Choose a page',
      'size.choose': 'Choose how many rows to show',
      'list.refresh': 'Refresh',
      'list.reload': 'Something was saved elsewhere',
      'list.follow': 'Others changed records',
      'place.visit': 'Follow a link, or go back',
      'error.dismiss': 'OK',
    },
    guards: {
      changesFilters: 'the filters changed',
      isRefused: 'the filters are not valid',
      isNarrowed: 'a filter is set',
      isOtherPage: 'it is another page',
      isOtherSize: 'it is another number',
      isOtherPlace: 'it shows something else',
      isPastEnd: 'the page no longer exists',
      isEmpty: 'there are no rows',
      isStale: 'others changed something meanwhile',
      hasMessage: 'the server said why',
    },
    actions: {
      applyFilters: 'set the filters',
      keepRefusal: 'say what is wrong',
      clearRefusal: 'clear what was wrong',
      clearFilters: 'clear the filters',
      showPage: 'show the page',
      showSize: 'show that many rows',
      showFirstPage: 'show the first page',
      showLastPage: 'show the last page',
      visit: 'go there',
      keepResult: 'keep the rows',
      keepMessage: "keep the server's message",
      clearError: 'clear the message',
      noteStale: 'note that it may be out of date',
      startReading: 'note that it is up to date',
    },
    calls: {
      loadPage: { does: 'load the rows', done: 'The rows loaded', error: 'The rows did not load' },
    },
    delays: {
      filterDelay: 'a pause in typing or choosing',
    },
  },
})
