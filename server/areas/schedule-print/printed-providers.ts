/** What is printed for each provider: their days with status, sessions and hours. */
import type { ApprovedDate, Timesheet } from '#contract/schedule.ts'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { formatMinutes, minutesBetween } from '#domain/hours.ts'
import { formatTimeRange, type LocalDate } from '#domain/time.ts'
import { type DayStatus, dayStatusesOf } from '#machines/schedule/day-status.ts'
import type { WireEvent } from '#server/areas/schedule/calendar-query.ts'

export interface PrintedDay {
  readonly date: LocalDate
  /** Undefined on a day without sessions. */
  readonly status: DayStatus | undefined
  readonly sessions: readonly WireEvent[]
  readonly timeOff: readonly TimeOffEntry[]
  /** Hours at the schools that require a timesheet. */
  readonly hours: readonly Timesheet[]
}

export interface PrintedProvider {
  readonly providerId: number
  readonly name: string
  /** Every printed day, including those without sessions and time off. */
  readonly days: readonly PrintedDay[]
}

/** In minutes; rows submitted with zero hours count as none. */
export const minutesWorked = (hours: readonly Timesheet[]): number =>
  hours.reduce(
    (sum, { isZeroHours, startTime, endTime }) => sum + (isZeroHours ? 0 : minutesBetween(startTime, endTime)),
    0,
  )

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const sessionsInWords = (count: number): string => counted(count, 'session', 'sessions')
export const studentsInWords = (count: number): string => counted(count, 'student', 'students')
export const hoursInWords = (minutes: number): string =>
  `${formatMinutes(minutes)} ${minutes === 60 ? 'hour' : 'hours'}`

/** A row's hours: '9:00 AM-2:30 PM, confirmed'. */
export const rowInWords = ({ isZeroHours, startTime, endTime, isConfirmed }: Timesheet): string =>
  `${isZeroHours ? 'Zero Hours' : formatTimeRange(startTime, endTime)}${isConfirmed ? ', confirmed' : ''}`

const byDay = <Item extends { providerId: number }>(items: readonly Item[], dateOf: (item: Item) => LocalDate) => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = `${item.providerId} ${dateOf(item)}`
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** On a day's page: a session, or time off. */
export type PrintedEntry = { readonly session: WireEvent } | { readonly off: TimeOffEntry }

const startOf = (entry: PrintedEntry) => ('off' in entry ? entry.off.startTime : entry.session.eventStartTime)

/** Sessions and time off in order of time. */
export const entriesOf = ({ sessions, timeOff }: PrintedDay): PrintedEntry[] =>
  [...sessions.map((session) => ({ session })), ...timeOff.map((off) => ({ off }))].sort((a, b) =>
    startOf(a).localeCompare(startOf(b)),
  )

/** Without the reason, which is confidential. */
export const timeOffInWords = ({ isPending }: TimeOffEntry): string => (isPending ? 'Time off (Pending)' : 'Time off')

/** The providers of the sessions and the time off, by name. */
export const printedProviders = (
  dates: readonly LocalDate[],
  events: readonly WireEvent[],
  approved: readonly ApprovedDate[],
  hours: readonly Timesheet[],
  timeOff: readonly TimeOffEntry[],
): PrintedProvider[] => {
  const statuses = dayStatusesOf(events, approved)
  const names = new Map([...events, ...timeOff].map(({ providerId, providerName }) => [providerId, providerName]))
  const offOn = byDay(timeOff, ({ date }) => date)
  const sessionsOf = byDay(events, ({ eventDate }) => eventDate)
  const hoursOf = byDay(
    hours.filter(({ isRequired }) => isRequired),
    ({ date }) => date,
  )
  return [...names]
    .sort(([, a], [, b]) => a.localeCompare(b))
    .map(([providerId, name]) => ({
      providerId,
      name,
      days: dates.map((date) => ({
        date,
        status: statuses.get(date)?.find((day) => day.providerId === providerId)?.status,
        sessions: sessionsOf.get(`${providerId} ${date}`) ?? [],
        timeOff: offOn.get(`${providerId} ${date}`) ?? [],
        hours: hoursOf.get(`${providerId} ${date}`) ?? [],
      })),
    }))
}
