/** The calendar machine's actors over the API: each source has its call, and fills in the parts that the call answers. */
import { getProvidersSchoolsStudents, STUDENTS_OFFERED } from '#contract/lookups.ts'
import { getScheduleEvents, getScheduleEventsPerDay, getWeeklyScheduleEvents } from '#contract/schedule.ts'
import { getTimeOff, type TimeOffEntry } from '#contract/time-off.ts'
import type { CalendarData, CalendarQuery, CalendarSource } from '#machines/schedule/calendar.machine.ts'
import type { CalendarOptions } from '#machines/schedule/calendar-place.ts'
import type { OptionsQuery } from '#machines/schedule/filter-options.machine.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'

interface SpanBody {
  fromDateTime: string
  toDateTime: string
  keywords: string | undefined
  schoolId: number | undefined
  providerId: number | undefined
  studentId: number | undefined
}

/** Manage Schedule alone knows of its creator mode. */
interface CreatorBody {
  isScheduleCreater?: true
}

type Load = (client: HttpClient, body: SpanBody & CreatorBody, signal: AbortSignal) => Promise<Partial<CalendarData>>

const loads: Readonly<Record<CalendarSource, Load>> = {
  adminHome: async (client, body, signal) => {
    const isDay = body.fromDateTime === body.toDateTime
    const [{ events, eventsApprovedDates }, day] = await Promise.all([
      client.call(getWeeklyScheduleEvents, { body }, { signal }),
      isDay ? loads.providerHome(client, body, signal) : {},
    ])
    return { events, approvedDates: eventsApprovedDates, ...day }
  },
  providerHome: async (client, body, signal) => {
    const { eventsTimeSheetListing } = await client.call(getScheduleEventsPerDay, { body }, { signal })
    return { schools: eventsTimeSheetListing }
  },
  manageSchedule: async (client, body, signal) => {
    const { events, eventsTimeSheetListing } = await client.call(getScheduleEvents, { body }, { signal })
    return { events, timesheets: eventsTimeSheetListing }
  },
}

const NOTHING: CalendarData = { events: [], approvedDates: [], timesheets: [], timeOff: [], schools: [] }

/** What the calls that show or print a calendar are asked with. */
export const bodyOf = ({
  from,
  to,
  isCreator,
  filters: { search, ...choices },
}: CalendarQuery): SpanBody & CreatorBody => ({
  fromDateTime: from,
  toDateTime: to,
  keywords: search || undefined,
  ...choices,
  ...(isCreator && { isScheduleCreater: true as const }),
})

/** For a query string; '' for 'All'. */
export const idText = (id: number | undefined): string => (id === undefined ? '' : String(id))

/** Whoever looks for a student, for words or for their own work looks for sessions alone. */
const readTimeOff = async (
  client: HttpClient,
  { from: fromDate, to: toDate, isCreator, filters: { search, studentId, providerId, schoolId } }: CalendarQuery,
  signal: AbortSignal,
): Promise<readonly TimeOffEntry[]> =>
  isCreator || search !== '' || studentId !== undefined
    ? []
    : client.call(getTimeOff, { query: { fromDate, toDate, providerId, schoolId } }, { signal })

export const calendarActors = (client: HttpClient) => ({
  loadCalendar: fromCall<CalendarData, CalendarQuery>(async (input, signal) => {
    const [sessions, timeOff] = await Promise.all([
      loads[input.source](client, bodyOf(input), signal),
      readTimeOff(client, input, signal),
    ])
    return { ...NOTHING, ...sessions, timeOff }
  }),
})

export const filterOptionsActors = (client: HttpClient) => ({
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
