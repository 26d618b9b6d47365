/** The calendar machine's actors: each source has its own call, which loads part of the calendar's data. */

import type { ApiClient } from '#contract/api-client.ts'
import { getProvidersSchoolsStudents, STUDENTS_OFFERED } from '#contract/lookups.ts'
import { getScheduleEvents, getScheduleEventsPerDay, getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { getTimeOff, type TimeOffEntry } from '#contract/time-off.ts'
import { weekOf } from '#domain/time.ts'
import { fromCall } from '#machines/common/from-call.ts'
import {
  type CalendarData,
  type CalendarQuery,
  type CalendarSource,
  NO_CALENDAR_DATA,
} from '#machines/schedule/calendar.machine.ts'
import type { CalendarOptions } from '#machines/schedule/calendar-place.ts'
import type { OptionsQuery } from '#machines/schedule/filter-options.machine.ts'
import { type SpanBody, spanBody } from '#machines/schedule/span-body.ts'

type Load = (client: ApiClient, body: SpanBody, signal: AbortSignal) => Promise<Partial<CalendarData>>

const loadSchools: Load = async (client, body, signal) => {
  const { eventsTimeSheetListing, editAnswers = [] } = await client.call(getScheduleEventsPerDay, { body }, { signal })
  return { schools: eventsTimeSheetListing, editAnswers }
}

/** The status of every day of the week. */
const loadWeek: Load = async (client, body, signal) => {
  const days = weekOf(body.fromDateTime)
  const week = { fromDateTime: days[0] ?? body.fromDateTime, toDateTime: days.at(-1) ?? body.toDateTime }
  const reply = await client.call(getWeeklyScheduleEvents, { body: { ...body, ...week } }, { signal })
  return { approvedDates: reply.eventsApprovedDates }
}

const loads: Readonly<Record<CalendarSource, Load>> = {
  adminHome: async (client, body, signal) => {
    const isDay = body.fromDateTime === body.toDateTime
    const [{ events, eventsApprovedDates }, day] = await Promise.all([
      client.call(getWeeklyScheduleEvents, { body }, { signal }),
      isDay ? loadSchools(client, body, signal) : {},
    ])
    return { events, approvedDates: eventsApprovedDates, ...day }
  },
  providerHome: async (client, body, signal) => {
    const [schools, week] = await Promise.all([loadSchools(client, body, signal), loadWeek(client, body, signal)])
    return { ...schools, ...week }
  },
  manageSchedule: async (client, body, signal) => {
    const { events, eventsTimeSheetListing } = await client.call(getScheduleEvents, { body }, { signal })
    return { events, timesheets: eventsTimeSheetListing }
  },
}

/** For a query string; '' is 'All'. */
const idText = (id: number | undefined): string => (id === undefined ? '' : String(id))

/** A search, or a filter by student or creator, shows only sessions, so time off is skipped. */
const readTimeOff = async (
  client: ApiClient,
  { from: fromDate, to: toDate, isCreator, filters: { search, studentId, providerId, schoolId } }: CalendarQuery,
  signal: AbortSignal,
): Promise<readonly TimeOffEntry[]> =>
  isCreator || search !== '' || studentId !== undefined
    ? []
    : client.call(getTimeOff, { query: { fromDate, toDate, providerId, schoolId } }, { signal })

export const calendarActors = (client: ApiClient) => ({
  loadCalendar: fromCall<CalendarData, CalendarQuery>(async (input, signal) => {
    const [sessions, timeOff] = await Promise.all([
      loads[input.source](client, spanBody(input), signal),
      readTimeOff(client, input, signal),
    ])
    return { ...NO_CALENDAR_DATA, ...sessions, timeOff }
  }),
})

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
        },
      },
      { signal },
    ),
  ),
})
