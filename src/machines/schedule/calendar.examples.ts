import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { calendarMachine } from './calendar.machine.ts'
import { NO_CALENDAR_DATA } from './calendar-data.ts'
import type { CalendarFilters } from './calendar-place.ts'
import { sampleApproval, sampleEvent, sampleTimesheet } from './sample-sessions.ts'

export const TODAY = '2026-03-03'
const noFilters: CalendarFilters = { providerId: undefined, schoolId: undefined, studentId: undefined, search: '' }
const options = {
  providers: [
    { id: 7, providerName: 'Ana Ruiz' },
    { id: 8, providerName: 'Ben Cole' },
  ],
  schools: [{ id: 3, schoolName: 'Lincoln Elementary' }],
  students: [{ id: 1, name: 'Mia Park' }],
}
const hours = sampleTimesheet({ id: 5 })
const open = { approvedStatus: 'Pending', isApproved: 0 } as const
const approvedDates = [sampleApproval(open), sampleApproval({ ...open, approvedDate: '2026-03-04' })]

export const examples = {
  inputs: {
    'the week': { source: 'manageSchedule', today: () => TODAY },
    /** Opened on a Saturday, which it doesn't show. */
    "a creator's weekdays at a school": {
      source: 'manageSchedule',
      today: () => TODAY,
      weekdaysOnly: true,
      isCreator: true,
      view: 'daily',
      date: '2026-03-07',
      filters: { schoolId: 3 },
    },
  },
  cases: {
    'date.choose': { today: { date: TODAY }, 'a Saturday': { date: '2026-03-14' } },
    'date.today': 'bare',
    'date.previous': 'bare',
    'date.next': 'bare',
    'view.choose': { daily: { view: 'daily' }, weekly: { view: 'weekly' } },
    'filter.choose': {
      'a provider': { filter: 'providerId', id: 7 },
      'all providers': { filter: 'providerId', id: undefined },
      'a school': { filter: 'schoolId', id: 3 },
      'a student': { filter: 'studentId', id: 1 },
    },
    'provider.previous': 'bare',
    'provider.next': 'bare',
    'search.type': { words: { search: ' speech ' } },
    'search.submit': 'bare',
    'filters.reset': 'bare',
    'place.visit': {
      'where it starts': { place: { view: 'weekly', date: TODAY, filters: noFilters } },
      'a Saturday': ({ context: { filters } }) => ({ place: { view: 'weekly', date: '2026-03-14', filters } }),
      "a provider's day": { place: { view: 'daily', date: TODAY, filters: { ...noFilters, providerId: 7 } } },
    },
    'calendar.refresh': 'bare',
    'calendar.follow': 'bare',
    'timesheet.replace': {
      'hours that were saved': {
        saved: {
          ...hours,
          isConfirmed: true,
          day: sampleApproval({ ...open, isConfirmed: true }),
          session: { id: 1, isTimesheetReq: true, entityCacheKey: 'b' },
        },
      },
    },
    'error.dismiss': 'bare',
  },
  outcomes: {
    loadCalendar: {
      done: {
        'a session': { ...NO_CALENDAR_DATA, events: [sampleEvent()], approvedDates },
        'only hours': { ...NO_CALENDAR_DATA, timesheets: [hours] },
        "only a school's hours": { ...NO_CALENDAR_DATA, schools: [{ timesheet: hours, listing: [] }] },
        'no sessions': NO_CALENDAR_DATA,
      },
      error: commonFailures,
    },
    options: {
      snapshot: {
        'the lists come': { context: { options } },
        'with one provider': { context: { options: { ...options, providers: options.providers.slice(0, 1) } } },
        'nothing yet': {},
      },
    },
  },
} satisfies Examples<typeof calendarMachine>
