/**
 * The organization's wall-clock time. A session is a local date with a local start and end; instants are derived from
 * them with the organization's IANA time zone, never the browser's.
 *
 * Dates are `YYYY-MM-DD` and times 24-hour `HH:mm`: both sort as text and are sent as is. The UI shows MM/DD/YYYY and
 * h:mm A (spec 1, section 9).
 */
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { z } from 'zod'
import './schema-messages.ts'

dayjs.extend(utc)
dayjs.extend(timezone)

export type LocalDate = string
export type LocalTime = string

/** The dates that the portal stores and finds; leaves room to count weeks and months before and after. */
const FIRST_DATE = '1900-01-01'
const LAST_DATE = '2199-12-31'
const isInRange = (text: string) => text.slice(0, 10) >= FIRST_DATE && text.slice(0, 10) <= LAST_DATE

/** An existing calendar day in that range: `2026-02-30` is rejected. */
export const localDateSchema = z.iso
  .date({ error: 'Enter Valid Date', abort: true })
  .refine(isInRange, 'Enter a date from 1900 to 2199')

/** An instant of those years, as ISO text in UTC. */
export const instantSchema = z.iso
  .datetime({ error: 'Enter Valid Date', abort: true })
  .refine(isInRange, 'Enter a date from 1900 to 2199')

/** `HH:mm`; drops the seconds that a database adds. */
export const localTimeSchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/, 'Enter Valid Time')
  .overwrite((time) => time.slice(0, 5))

/** Sunday is 0, as on the session form (spec 1, section 9). */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Sessions are between 7:00 AM and 11:45 PM in 15-minute steps (spec 1, section 9). */
export const DAY_STARTS = '07:00'
export const DAY_ENDS = '23:45'
export const SLOT_MINUTES = 15

const atNoon = (date: LocalDate) => dayjs.utc(`${date}T12:00:00Z`)

export const addDays = (date: LocalDate, days: number): LocalDate => atNoon(date).add(days, 'day').format('YYYY-MM-DD')

/** The same day `months` later, or the last day of a shorter month. */
export const addMonths = (date: LocalDate, months: number): LocalDate =>
  atNoon(date).add(months, 'month').format('YYYY-MM-DD')

/** Drops the seconds of a database time. */
export const withoutSeconds = (time: string): LocalTime => time.slice(0, 5)

export const startOfMonth = (date: LocalDate): LocalDate => `${date.slice(0, 7)}-01`

export const endOfMonth = (date: LocalDate): LocalDate => addDays(addMonths(startOfMonth(date), 1), -1)

/** Negative if `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => atNoon(to).diff(atNoon(from), 'day')

/** The next birthday, `today` included; for February 29, March 1 in other years. */
export const nextBirthday = (birthDate: LocalDate, today: LocalDate): LocalDate => {
  const year = Number(today.slice(0, 4))
  // dayjs turns a nonexistent date into the next day.
  const inYear = (which: number) => atNoon(`${which}${birthDate.slice(4)}`).format('YYYY-MM-DD')
  return inYear(year) >= today ? inYear(year) : inYear(year + 1)
}

export const weekdayOf = (date: LocalDate): Weekday => atNoon(date).day()

export const isWeekend = (date: LocalDate): boolean => [0, 6].includes(weekdayOf(date))

/** The Sunday on or before the date. */
export const startOfWeek = (date: LocalDate): LocalDate => addDays(date, -weekdayOf(date))

/** The date's week, from Sunday. */
export const weekOf = (date: LocalDate): LocalDate[] => {
  const sunday = startOfWeek(date)
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day))
}

export const eachDay = (from: LocalDate, to: LocalDate): LocalDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day))

export const minutesOf = (time: LocalTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Minutes after midnight as a time, clamped to 23:59. */
export const timeOfMinutes = (minutes: number): LocalTime => {
  const within = Math.min(Math.max(0, minutes), 24 * 60 - 1)
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

export const addMinutes = (time: LocalTime, minutes: number): LocalTime => timeOfMinutes(minutesOf(time) + minutes)

/** Every quarter hour at which a session may start or end: 7:00 AM to 11:45 PM. */
export const timeList: readonly LocalTime[] = Array.from(
  { length: (minutesOf(DAY_ENDS) - minutesOf(DAY_STARTS)) / SLOT_MINUTES + 1 },
  (_, slot) => addMinutes(DAY_STARTS, slot * SLOT_MINUTES),
)

/** November 2026 */
export const formatMonth = (date: LocalDate): string => atNoon(date).format('MMMM YYYY')

/** MM/DD/YYYY */
export const formatDate = (date: LocalDate): string => atNoon(date).format('MM/DD/YYYY')

/** Parses a typed MM/DD/YYYY (leading zeros optional); undefined if it is invalid or the day doesn't exist. */
export const parseDate = (text: string): LocalDate | undefined => {
  const match = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', year = ''] = match
  return localDateSchema.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).data
}

/** 'Tue, Mar 3, 2026', as in the week's headers (spec 2, section 2.2). */
export const formatDayHeader = (date: LocalDate): string => atNoon(date).format('ddd, MMM D, YYYY')

/** Mon, Nov 16 */
export const formatShortDay = (date: LocalDate): string => atNoon(date).format('ddd, MMM D')

/** 7:15 AM */
export const formatTime = (time: LocalTime): string => {
  const hours = Number(time.slice(0, 2))
  return `${hours % 12 || 12}:${time.slice(3, 5)} ${hours < 12 ? 'AM' : 'PM'}`
}

/** 7:00 AM-7:15 AM, as shown in the form (spec 1, section 9). */
export const formatTimeRange = (start: LocalTime, end: LocalTime): string => `${formatTime(start)}-${formatTime(end)}`

/** Parses '7:15 AM', '07:15 am' or '19:15'; undefined if it isn't a time. */
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

export interface LocalDateTime {
  date: LocalDate
  time: LocalTime
}

/** Takes about 0.2 ms, longer than most requests' own work. */
const computedLocalOf = (instant: number, zone: string): LocalDateTime => {
  const local = dayjs(instant).tz(zone)
  return { date: local.format('YYYY-MM-DD'), time: local.format('HH:mm') }
}

/** An instant in the organization's wall-clock time. */
export const localOf = (instant: Date | number | string, zone: string): LocalDateTime => {
  const at = dayjs(instant).valueOf()
  const steady = steadyOffset(Math.floor(at / DAY_MILLISECONDS), zone)
  if (steady === undefined) return computedLocalOf(at, zone)
  const local = new Date(at + steady).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** An instant in the organization's wall-clock time: '11/20/2026 9:00 AM'. */
export const formatInstant = (instant: Date | number | string, zone: string): string => {
  const { date, time } = localOf(instant, zone)
  return `${formatDate(date)} ${formatTime(time)}`
}

/** The same to the second: '11/20/2026 09:00:05 AM'. */
export const formatExactInstant = (instant: Date | number | string, zone: string): string =>
  dayjs(instant).tz(zone).format('MM/DD/YYYY hh:mm:ss A')

const DAY_MILLISECONDS = 24 * 3_600_000
/** A few years of days; the cache is cleared when it exceeds this. */
const MAX_CACHED_OFFSETS = 5000
const midnightOffsets = new Map<string, number>()

const offsetAt = (instant: number, zone: string): number => {
  const { date, time } = computedLocalOf(instant, zone)
  return Date.parse(`${date}T${time}Z`) - instant
}

/**
 * The same at midnight UTC. Cached, because a series has hundreds of instants, and computing one takes longer than
 * storing its row.
 *
 * @param day days since 1970
 */
const midnightOffset = (day: number, zone: string): number => {
  const key = `${zone} ${day}`
  const known = midnightOffsets.get(key)
  if (known !== undefined) return known
  const offset = offsetAt(day * DAY_MILLISECONDS, zone)
  if (midnightOffsets.size >= MAX_CACHED_OFFSETS) midnightOffsets.clear()
  midnightOffsets.set(key, offset)
  return offset
}

/** The zone's UTC offset in ms, if it doesn't change from the day before to the day after. */
const steadyOffset = (day: number, zone: string): number | undefined => {
  const [first, ...others] = [-1, 0, 1, 2].map((days) => midnightOffset(day + days, zone))
  return others.every((other) => other === first) ? first : undefined
}

/**
 * The instant of a date and time in the organization's zone. A time skipped by a DST change moves forward by the change;
 * of a time that occurs twice, the first.
 */
export const instantOf = (date: LocalDate, time: LocalTime, zone: string): Date => {
  const wall = Date.parse(`${date}T${time}Z`)
  const day = Math.floor(wall / DAY_MILLISECONDS)
  const steady = steadyOffset(day, zone)
  if (steady !== undefined) return new Date(wall - steady)
  const before = wall - midnightOffset(day - 1, zone)
  const after = wall - midnightOffset(day + 2, zone)
  const isShown = (instant: number) => instant + offsetAt(instant, zone) === wall
  return new Date(!isShown(before) && isShown(after) ? after : before)
}

/**
 * The instants of a start and a later end on a date. A start skipped by a DST change moves forward, and the end with it:
 * the duration stays, and the end is never before the start.
 */
export const spanOf = (date: LocalDate, startTime: LocalTime, endTime: LocalTime, zone: string) => {
  const startsAt = instantOf(date, startTime, zone)
  const endsAt = instantOf(date, endTime, zone)
  const kept = new Date(startsAt.getTime() + (minutesOf(endTime) - minutesOf(startTime)) * 60_000)
  const isSkipped = endsAt.getTime() !== kept.getTime() && localOf(startsAt, zone).time !== startTime
  return { startsAt, endsAt: isSkipped ? kept : endsAt }
}
