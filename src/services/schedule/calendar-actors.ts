/** The calendar machine's actors: each source has its own call, which loads part of the calendar's data. */

import type { ApiClient, CallOptions } from '#contract/api-client.ts'
import type { LiveTopic } from '#contract/live-topics.ts'
import { getProvidersSchoolsStudents, STUDENTS_OFFERED } from '#contract/lookups.ts'
import { getScheduleEvents, getScheduleEventsPerDay, getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { getTimeOff, type TimeOffEntry } from '#contract/time-off-calendar.ts'
import { weekOf } from '#domain/time.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { RememberPages } from '#machines/common/page-memory.ts'
import { type CalendarQuery, type CalendarSource, followsOf, neighborsOf } from '#machines/schedule/calendar.machine.ts'
import { type CalendarData, NO_CALENDAR_DATA } from '#machines/schedule/calendar-data.ts'
import type { CalendarOptions } from '#machines/schedule/calendar-place.ts'
import type { OptionsQuery } from '#machines/schedule/filter-options.machine.ts'
import { type SpanBody, spanBody } from '#machines/schedule/span-body.ts'

type Load = (client: ApiClient, body: SpanBody, options: CallOptions) => Promise<Partial<CalendarData>>

const loadSchools: Load = async (client, body, options) => {
  const { eventsTimeSheetListing, editAnswers = [] } = await client.call(getScheduleEventsPerDay, { body }, options)
  return { schools: eventsTimeSheetListing, editAnswers }
}

/** The status of every day of the week. */
const loadWeek: Load = async (client, body, options) => {
  const days = weekOf(body.fromDateTime)
  const week = { fromDateTime: days[0] ?? body.fromDateTime, toDateTime: days.at(-1) ?? body.toDateTime }
  const reply = await client.call(getWeeklyScheduleEvents, { body: { ...body, ...week } }, options)
  return { approvedDates: reply.eventsApprovedDates }
}

const loads: Readonly<Record<CalendarSource, Load>> = {
  adminHome: async (client, body, options) => {
    const isDay = body.fromDateTime === body.toDateTime
    const [{ events, eventsApprovedDates }, day] = await Promise.all([
      client.call(getWeeklyScheduleEvents, { body }, options),
      isDay ? loadSchools(client, body, options) : {},
    ])
    return { events, approvedDates: eventsApprovedDates, ...day }
  },
  providerHome: async (client, body, options) => {
    const [schools, week] = await Promise.all([loadSchools(client, body, options), loadWeek(client, body, options)])
    return { ...schools, ...week }
  },
  manageSchedule: async (client, body, options) => {
    const { events, eventsTimeSheetListing } = await client.call(getScheduleEvents, { body }, options)
    return { events, timesheets: eventsTimeSheetListing }
  },
}

/** For a query string; '' is 'All'. */
const idText = (id: number | undefined): string => (id === undefined ? '' : String(id))

/** A search, or a filter by student or creator, shows only sessions, so time off is skipped. */
const readTimeOff = async (
  client: ApiClient,
  { from: fromDate, to: toDate, isCreator, filters: { search, studentId, providerId, schoolId } }: CalendarQuery,
  options: CallOptions,
): Promise<readonly TimeOffEntry[]> =>
  isCreator || search !== '' || studentId !== undefined
    ? []
    : client.call(getTimeOff, { query: { fromDate, toDate, providerId, schoolId } }, options)

/** What else is on a calendar: records' names and colors, and answers that were not dismissed. */
const ALSO_SHOWN = [
  'providers',
  'schools',
  'students',
  'services',
  'labels',
  'news',
] as const satisfies readonly LiveTopic[]

export const calendarActors = (client: ApiClient, rememberPages: RememberPages) => {
  const read = rememberPages<CalendarQuery, CalendarData>({
    read: async (query, options) => {
      const [sessions, timeOff] = await Promise.all([
        loads[query.source](client, spanBody(query), options),
        readTimeOff(client, query, options),
      ])
      return { ...NO_CALENDAR_DATA, ...sessions, timeOff }
    },
    follows: (query) => [...followsOf(query, query.filters.providerId), ...ALSO_SHOWN],
    next: neighborsOf,
  })
  return {
    loadCalendar: fromCall<CalendarData, CalendarQuery>(({ isUnattended = false, ...query }, signal) =>
      read(query, { signal, isUnattended }),
    ),
  }
}

export const filterOptionsActors = (client: ApiClient) => ({
  loadOptions: fromCall<CalendarOptions, OptionsQuery>(({ filters, studentWords }, signal) =>
    client.call(
      getProvidersSchoolsStudents,
      {
        query: {
          providerIds: idText(filters.providerId),
          schoolIds: idText(filters.schoolId),
          studentIds: idText(filters.studentId),
          studentName: studentWords.trim() || undefined,
          studentLimit: String(STUDENTS_OFFERED),
          everyone: 'true',
        },
      },
      { signal },
    ),
  ),
})
