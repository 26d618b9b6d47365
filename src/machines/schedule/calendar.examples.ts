import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import type { CalendarData, calendarMachine } from './calendar.machine.ts'
import type { CalendarFilters } from './calendar-place.ts'
import { sampleEvent, sampleTimesheet } from './sample-sessions.ts'

export const TODAY = '2026-03-03'
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

export const examples = {
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
    'timesheet.replace': { 'hours that were saved': { saved: sampleTimesheet({ id: 5, isConfirmed: true }) } },
    'error.dismiss': 'bare',
  },
  outcomes: {
    loadCalendar: {
      done: { 'a session': { ...nothing, events: [sampleEvent()] }, 'no sessions': nothing },
      error: commonFailures,
    },
    options: { snapshot: { 'the lists come': { context: { options } } } },
  },
} satisfies Examples<typeof calendarMachine>
