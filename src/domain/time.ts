/**
 * Wall-clock time of the organisation. A session is a local date with a local start and end; instants are derived from
 * them with the organisation's IANA zone, never the browser's.
 *
 * Dates are `YYYY-MM-DD`, times `HH:mm` on a 24-hour clock: both sort as text and travel as they are. What a person
 * reads is MM/DD/YYYY and h:mm A (spec 1, section 9).
 */
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { z } from 'zod'

dayjs.extend(utc)
dayjs.extend(timezone)

export type LocalDate = string
export type LocalTime = string

/** A calendar day that exists: `2026-02-30` is refused. */
export const localDateSchema = z.iso.date()

/** `HH:mm`; the seconds that a database adds are cut off. */
export const localTimeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/, 'Enter Valid Time')
  .overwrite((time) => time.slice(0, 5))

/** Sunday is 0, as on the session form (spec 1, section 9). */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Sessions lie between 7:00 AM and 11:45 PM in steps of 15 minutes (spec 1, section 9). */
export const DAY_STARTS = '07:00'
export const DAY_ENDS = '23:45'
export const SLOT_MINUTES = 15

const atNoon = (date: LocalDate) => dayjs.utc(`${date}T12:00:00Z`)

export const addDays = (date: LocalDate, days: number): LocalDate => atNoon(date).add(days, 'day').format('YYYY-MM-DD')

/** The same day `months` later; the last day of the month where that month is shorter. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  atNoon(date).add(months, 'month').format('YYYY-MM-DD')

/** A column's time, which has seconds, in hours and minutes. */
export const withoutSeconds = (time: string): LocalTime => time.slice(0, 5)

/** The first day of the date's month. */
export const startOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`

/** The last day of the date's month. */
export const endOfMonth = (date: LocalDate): LocalDate => addDays(addMonths(startOfMonth(date), 1), -1)

/** Days from `from` to `to`: negative when `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => atNoon(to).diff(atNoon(from), 'day')

/** The first birthday from `today` on; of those born on February 29, in other years, March 1. */
export const nextBirthday = (birthDate: LocalDate, today: LocalDate): LocalDate => {
  const year = Number(today.slice(0, 4))
  // A date that does not exist becomes the next that does.
  const inYear = (which: number) => atNoon(`${which}${birthDate.slice(4)}`).format('YYYY-MM-DD')
  return inYear(year) >= today ? inYear(year) : inYear(year + 1)
}

export const weekdayOf = (date: LocalDate): Weekday => atNoon(date).day()

/** The Sunday on or before the date. */
export const startOfWeek = (date: LocalDate): LocalDate => addDays(date, -weekdayOf(date))

/** The seven days of the week that holds the date, from Sunday. */
export const weekOf = (date: LocalDate): LocalDate[] => {
  const sunday = startOfWeek(date)
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day))
}

export const eachDay = (from: LocalDate, to: LocalDate): LocalDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day))

export const minutesOf = (time: LocalTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Minutes after midnight as a time; beyond the day's end it stays at 23:59. */
export const timeOfMinutes = (minutes: number): LocalTime => {
  const within = Math.min(Math.max(0, minutes), 24 * 60 - 1)
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

export const addMinutes = (time: LocalTime, minutes: number): LocalTime => timeOfMinutes(minutesOf(time) + minutes)

/** Every quarter of an hour that a session may start or end at: 7:00 AM to 11:45 PM. */
export const timeList: readonly LocalTime[] = Array.from(
  { length: (minutesOf(DAY_ENDS) - minutesOf(DAY_STARTS)) / SLOT_MINUTES + 1 },
  (_, slot) => addMinutes(DAY_STARTS, slot * SLOT_MINUTES),
)

/** MM/DD/YYYY */
export const formatDate = (date: LocalDate): string => atNoon(date).format('MM/DD/YYYY')

/** A typed MM/DD/YYYY (leading zeros may be left out) as a date; undefined when it is none, or no such day exists. */
export const parseDate = (text: string): LocalDate | undefined => {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', year = ''] = match
  return localDateSchema.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).data
}

/** As the week's headers write a day: 'Tue, Mar 3, 2026' (spec 2, section 2.2). */
export const formatDayHeader = (date: LocalDate): string => atNoon(date).format('ddd, MMM D, YYYY')

/** 7:15 AM */
export const formatTime = (time: LocalTime): string => {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** 7:00 AM-7:15 AM, as the form's time display writes it (spec 1, section 9). */
export const formatTimeRange = (start: LocalTime, end: LocalTime): string => `${formatTime(start)}-${formatTime(end)}`

/** '7:15 AM', '07:15 am' or '19:15' as a time; undefined when it is none. */
export const parseTime = (text: string): LocalTime | undefined => {
  const match = /^\s*(\d{1,2}):(\d{2})\s*([AaPp])?[.]?[Mm]?[.]?\s*$/.exec(text)
  if (!match) return undefined
  const [, hourText = '', minuteText = '', half] = match
  const hours = Number(hourText)
  const minutes = Number(minuteText)
  if (minutes >= 60 || (half ? hours < 1 || hours > 12 : hours > 23)) return undefined
  const onClock = half ? (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hours
  return timeOfMinutes(onClock * 60 + minutes)
}

/** What the organisation's clocks show at an instant. */
export const localOf = (instant: Date | number | string, zone: string): { date: LocalDate; time: LocalTime } => {
  const local = dayjs(instant).tz(zone)
  return { date: local.format('YYYY-MM-DD'), time: local.format('HH:mm') }
}

const DAY_MILLISECONDS = 24 * 3_600_000
/** A few years of days; more than that and it starts anew. */
const MOST_REMEMBERED = 5000
const offsets = new Map<string, number | undefined>()

const offsetAt = (instant: number, zone: string): number => {
  const { date, time } = localOf(instant, zone)
  return Date.parse(`${date}T${time}Z`) - instant
}

/**
 * How far the zone's clocks are ahead of UTC, in ms, if they do not change from the day before to the day after. It is
 * remembered: a series has hundreds of instants, and asking for one takes longer than storing its row.
 *
 * @param day in whole days since 1970
 */
const steadyOffset = (day: number, zone: string): number | undefined => {
  const key = `${zone} ${day}`
  if (offsets.has(key)) return offsets.get(key)
  const [first, ...others] = [-1, 0, 1, 2].map((days) => offsetAt((day + days) * DAY_MILLISECONDS, zone))
  const offset = others.every((other) => other === first) ? first : undefined
  if (offsets.size >= MOST_REMEMBERED) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/**
 * The instant at which the organisation's clocks show this date and time. A time that a clock change skips is the one
 * that many minutes later; of a time that comes twice, the first.
 */
export const instantOf = (date: LocalDate, time: LocalTime, zone: string): Date => {
  const wall = Date.parse(`${date}T${time}Z`)
  const day = Math.floor(wall / DAY_MILLISECONDS)
  const steady = steadyOffset(day, zone)
  if (steady !== undefined) return new Date(wall - steady)
  const before = wall - offsetAt((day - 1) * DAY_MILLISECONDS, zone)
  const after = wall - offsetAt((day + 2) * DAY_MILLISECONDS, zone)
  const isShown = (instant: number) => instant + offsetAt(instant, zone) === wall
  return new Date(!isShown(before) && isShown(after) ? after : before)
}
