import { type CalendarData, calendarMachine } from '#machines/schedule/calendar.machine.ts'
import type { CalendarFilters } from '#machines/schedule/calendar-place.ts'
import { sampleEvent } from '#machines/schedule/sample-sessions.ts'
import { type CalendarWorld, calendarInBrowser } from './calendar.browser.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const TODAY = '2026-03-03'
const noFilters: CalendarFilters = { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' }
const nothing: CalendarData = { events: [], approvedDates: [], timesheets: [], timeOff: [], schools: [] }
const options = {
  providers: [
    { id: 7, providerName: 'Ana Ruiz' },
    { id: 8, providerName: 'Ben Cole' },
  ],
  schools: [],
  students: [{ id: 1, name: 'Mia Park' }],
}

modelTests<typeof calendarMachine, CalendarWorld>({
  name: 'schedule/calendar',
  machine: calendarMachine,
  inputs: {
    'the week': { source: 'manageSchedule', today: () => TODAY },
    'the weekdays': { source: 'manageSchedule', today: () => TODAY, weekdaysOnly: true },
  },
  cases: {
    'date.choose': { today: { date: TODAY }, 'another day': { date: '2026-03-17' } },
    'date.today': 'bare',
    'date.previous': 'bare',
    'date.next': 'bare',
    'view.choose': { daily: { view: 'daily' }, weekly: { view: 'weekly' } },
    'filter.choose': {
      'a provider': { filter: 'providerId', id: 7 },
      'all providers': { filter: 'providerId', id: undefined },
      'a student': { filter: 'studentId', id: 1 },
    },
    'provider.previous': 'bare',
    'provider.next': 'bare',
    'search.type': { words: { search: 'speech' } },
    'search.submit': 'bare',
    'filters.reset': 'bare',
    'place.visit': {
      'where it starts': { place: { view: 'weekly', date: TODAY, filters: noFilters } },
      "a provider's day": { place: { view: 'daily', date: TODAY, filters: { ...noFilters, providerId: 7 } } },
    },
    'calendar.refresh': 'bare',
    'error.dismiss': 'bare',
  },
  outcomes: {
    loadCalendar: {
      done: { 'a session': { ...nothing, events: [sampleEvent()] }, 'no sessions': nothing },
      error: commonFailures,
    },
    options: { snapshot: { 'the lists come': { context: { options } } } },
  },
  // Where the calendar stands and what it shows decide nothing by themselves; what is chosen and can be chosen does.
  project: ({ filters, options: { providers } }) => ({ filters, hasProviders: providers.length > 0 }),
  states: {
    ready: ({ context: { data } }) => {
      if (!data?.events.length) throw new Error('there is nothing to show')
    },
    empty: ({ context: { data } }) => {
      if (data?.events.length !== 0) throw new Error('a calendar with sessions says that it has none')
    },
    failed: ({ context: { error } }) => {
      if (!error) throw new Error('nothing says what failed')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: calendarInBrowser(TODAY, { paul: 7, sofia: 8 }) }),
})
