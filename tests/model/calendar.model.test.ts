import { examples, TODAY } from '#machines/schedule/calendar.examples.ts'
import { calendarMachine } from '#machines/schedule/calendar.machine.ts'
import { isFiltered } from '#machines/schedule/calendar-place.ts'
import { type CalendarWorld, calendarInBrowser } from './calendar.browser.ts'
import { modelTests } from './harness/model-tests.ts'

const CHANGES_FILTERS = new Set(['filter.choose', 'provider.previous', 'provider.next', 'search.type'])

modelTests<typeof calendarMachine, CalendarWorld>({
  name: 'schedule/calendar',
  machine: calendarMachine,
  ...examples,
  project: ({ view, date, filters, options: { providers } }) => ({
    view,
    date,
    filters,
    hasProviders: providers.length > 0,
  }),
  // The filters and the days are independent: while one changes, the other stays as it starts.
  possible: ({ context: { view, date, filters } }, { type }) => {
    const isAtStart = view === 'weekly' && date === TODAY
    if (type === 'date.previous' || type === 'date.next') return date === TODAY && !isFiltered({ filters })
    if (type === 'date.choose' || type === 'view.choose') return !isFiltered({ filters })
    return isAtStart || !CHANGES_FILTERS.has(type)
  },
  states: {
    ready: ({ context: { data } }) => {
      if (!data?.events.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { data } }) => {
      if (data?.events.length !== 0) throw new Error('a calendar with sessions is shown as empty')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('no error message')
    },
  },
  browser: () => calendarInBrowser(TODAY, { paul: 7, sofia: 8 }),
})
