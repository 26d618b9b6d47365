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
  // Earlier data matters to no guard; one of the two starts is enough to see that it is replaced.
  project: ({ view, date, filters, data, weekdaysOnly, isStale, options: { providers } }) => ({
    view,
    date,
    filters,
    hasData: weekdaysOnly && data !== undefined,
    providers: providers.length,
    isStale,
    /** What stays if reading again fails. */
    isEmpty: data?.events.length === 0 && data.timesheets.length === 0 && data.schools.length === 0,
  }),
  // The filters and the days are independent: the first start changes one while the other stays as it starts, the second
  // only the days. A school and a provider aren't chosen together, and a list of one provider is only stepped through.
  possible: (snapshot, { type, ...event }) => {
    const { view, date, filters, weekdaysOnly, options } = snapshot.context
    const isAtStart = view === 'weekly' && date === TODAY
    const { providerId, schoolId, studentId, search } = filters
    const isOther = studentId !== undefined || search !== ''
    // What is shown makes no difference.
    if (type === 'calendar.follow') {
      return isAtStart && !weekdaysOnly && !isFiltered({ filters }) && options.providers.length === 0
    }
    if (weekdaysOnly) {
      if (type === 'filters.reset' || type === 'xstate.snapshot.options' || CHANGES_FILTERS.has(type)) return false
      if ('place' in event) return event.place.filters.schoolId !== undefined
      return date === TODAY || (type !== 'date.previous' && type !== 'date.next')
    }
    if (options.providers.length === 1) return type.startsWith('provider.') || type === 'xstate.snapshot.options'
    if ('snapshot' in event && JSON.stringify(event).match(/providerName/g)?.length === 1)
      return isAtStart && snapshot.matches('ready') && providerId === 7 && !isOther
    if ('filter' in event && event.filter === 'schoolId') return isAtStart && providerId === undefined && !isOther
    if (schoolId !== undefined && CHANGES_FILTERS.has(type)) return 'filter' in event && event.filter === 'studentId'
    if (type === 'date.previous' || type === 'date.next') return date === TODAY && !isFiltered({ filters })
    if (type === 'date.choose' || type === 'view.choose') return !isFiltered({ filters })
    return isAtStart || !CHANGES_FILTERS.has(type)
  },
  states: {
    ready: ({ context: { data } }) => {
      if (!data || data.events.length + data.timesheets.length + data.schools.length === 0)
        throw new Error('there is nothing to show')
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
