/** The grid's text: accessible names of events and slots, and live region announcements. */
import type { LocalDate } from '#domain/time.ts'
import { formatDayHeader, formatTime, timeOfMinutes } from '#domain/time.ts'
import type { Placed, Span, Window } from './layout.ts'
import type { WeekGridEvent } from './types.ts'

const atMinute = (minutes: number) => (minutes >= 24 * 60 ? '12:00 AM' : formatTime(timeOfMinutes(minutes)))

/** '9:00 – 9:45 AM': AM or PM only once if both ends share it. */
export const shortRange = (start: number, end: number): string => {
  const [first, last] = [atMinute(start), atMinute(end)]
  return first.slice(-2) === last.slice(-2) ? `${first.slice(0, -3)} – ${last}` : `${first} – ${last}`
}

const NOON = 12 * 60

/** '11:30 AM – 12:15 PM'; without AM and PM, '9:00 – 9:45', in a grid that shows only one half of the day. */
export const clockRange = (start: number, end: number, { from, to }: Pick<Window, 'from' | 'to'>): string =>
  from < NOON && to > NOON ? shortRange(start, end) : `${atMinute(start).slice(0, -3)} – ${atMinute(end).slice(0, -3)}`

/** '3:30 PM'; '3:30' in a grid that shows only one half of the day. */
export const clockStart = (start: number, { from, to }: Pick<Window, 'from' | 'to'>): string =>
  from < NOON && to > NOON ? atMinute(start) : atMinute(start).slice(0, -3)

export const spanWords = (span: Span, days: readonly LocalDate[]): string =>
  `${formatDayHeader(days[span.day] ?? '')}, ${atMinute(span.start)} to ${atMinute(span.end)}`

/** '9:00 AM to 9:45 AM, Speech group, Lincoln School, Approved'. The day is the name of its group. */
export const eventName = ({ event, before, after }: Placed<WeekGridEvent>): string => {
  const parts = [`${formatTime(event.start)} to ${formatTime(event.end)}`, event.title, event.detail, event.status]
  if (before) parts.push('starts before the visible hours')
  if (after) parts.push('ends after the visible hours')
  return parts.filter(Boolean).join(', ')
}

export const slotName = (day: number, minute: number, snap: number, days: readonly LocalDate[]): string =>
  `${spanWords({ day, start: minute, end: minute + snap }, days)}, free slot`

export const dayName = (date: LocalDate, events: number): string =>
  `${formatDayHeader(date)}, ${events === 1 ? '1 event' : `${events} events`}`

/** '7 AM', or '7:15 AM' if not on the hour. */
export const labelOf = (minutes: number): string => formatTime(timeOfMinutes(minutes)).replace(':00', '')

export const HELP =
  'Arrow keys move between times, events and days. N and P go to the next and previous event. Enter opens an event or ' +
  'selects a time. Shift with Up and Down extends the selection. M moves and R resizes an event with the ' +
  'arrow keys; Enter keeps the change and Escape cancels it.'

export const said = {
  selecting: (words: string) => `${words} selected. Enter to continue, Escape to cancel.`,
  moving: (words: string) => `Moving: ${words}. Enter to keep, Escape to cancel.`,
  resizing: (words: string) => `Resizing: ${words}. Enter to keep, Escape to cancel.`,
  kept: (words: string) => `Kept: ${words}.`,
  canceled: 'Canceled.',
  closed: 'This day cannot be changed.',
  fixed: 'This event cannot be changed.',
  notOpen: 'This event cannot be opened.',
}
