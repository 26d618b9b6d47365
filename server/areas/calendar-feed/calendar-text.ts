/**
 * A provider's calendar as an iCalendar file (RFC 5545). Times are the organization's wall clock with its time zone
 * rules: 9:00 stays 9:00 across a clock change, whatever zone the reader is in. Students are never named: see
 * docs/decisions/calendar-feed.md.
 */
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { toRRuleText } from '#domain/recurrence.ts'
import { instantOf, type LocalDate, type LocalTime, localOf, spanOf } from '#domain/time.ts'
import { escapeText, localStamp, toFile, utcStamp } from './calendar-lines.ts'
import type { FeedContents, FeedSession, FeedTimeOff } from './feed-contents.ts'
import {
  type FeedOccurrence,
  partsOf,
  type RepeatingRule,
  type SeriesPart,
  type SessionDetails,
} from './series-parts.ts'

export interface CalendarOptions {
  /** The calendar's name in a calendar app. */
  readonly name: string
  /** The organization's IANA zone. */
  readonly timeZone: string
  /** Suffix of every UID. */
  readonly namespace: string
}

/** How often an app should check for changes. */
const REFRESH = 'PT1H'

interface Zone {
  readonly name: string
  /** Lines of the VTIMEZONE. */
  readonly lines: readonly string[]
}

/** The zone's rules, under its current name in the tz database. */
const zoneOf = (timeZone: string): Zone => {
  const [block, parameter] = tzlib_get_ical_block(timeZone)
  if (!block || !parameter) throw new RangeError(`No calendar rules for the time zone ${timeZone}`)
  return { name: parameter.replace('TZID=', ''), lines: block.split('\r\n') }
}

class EventWriter {
  readonly lines: string[] = []
  readonly #zone: string
  readonly #options: CalendarOptions

  constructor(zone: string, options: CalendarOptions) {
    this.#zone = zone
    this.#options = options
  }

  #local(property: string, date: LocalDate, time: LocalTime): string {
    return `${property};TZID=${this.#zone}:${localStamp(date, time)}`
  }

  /** As the clock shows them: readers disagree about a time that it skips. The start of a rule stays as entered. */
  #times(date: LocalDate, startTime: LocalTime, endTime: LocalTime, hasRule = false): string[] {
    const { timeZone } = this.#options
    const { startsAt, endsAt } = spanOf(date, startTime, endTime, timeZone)
    const start = hasRule ? { date, time: startTime } : localOf(startsAt, timeZone)
    const end = localOf(endsAt, timeZone)
    return [this.#local('DTSTART', start.date, start.time), this.#local('DTEND', end.date, end.time)]
  }

  #event(uid: string, { revision, changedAt }: { revision: number; changedAt: Date }, ...lines: string[]): void {
    const stamp = utcStamp(changedAt)
    this.lines.push('BEGIN:VEVENT', `UID:${uid}@${this.#options.namespace}`, `SEQUENCE:${revision}`)
    this.lines.push(`DTSTAMP:${stamp}`, `LAST-MODIFIED:${stamp}`, ...lines, 'END:VEVENT')
  }

  #details(date: LocalDate, details: SessionDetails, hasRule = false): string[] {
    const { startTime, endTime, title, school, service, studentsCount, isPending } = details
    const description = [
      service,
      studentsCount > 0 && `${studentsCount} student${studentsCount === 1 ? '' : 's'}`,
      isPending && 'A change to this session is waiting for approval.',
    ]
    return [
      ...this.#times(date, startTime, endTime, hasRule),
      `SUMMARY:${escapeText(title)}`,
      `LOCATION:${escapeText(school)}`,
      `DESCRIPTION:${escapeText(description.filter(Boolean).join('\n'))}`,
      `STATUS:${isPending ? 'TENTATIVE' : 'CONFIRMED'}`,
    ]
  }

  #single(session: FeedSession, occurrence: FeedOccurrence): void {
    this.#event(`occurrence-${occurrence.id}`, session, ...this.#details(occurrence.date, occurrence))
  }

  #part(uid: string, session: FeedSession, rule: RepeatingRule, part: SeriesPart): void {
    const { first, last, details, excluded, exceptions } = part
    const { startTime } = details
    const lastStart = instantOf(last, startTime, this.#options.timeZone)
    this.#event(
      uid,
      session,
      ...this.#details(first, details, first !== last),
      ...(first === last ? [] : [`RRULE:${toRRuleText(rule, lastStart)}`]),
      ...excluded.map((date) => this.#local('EXDATE', date, startTime)),
    )
    for (const exception of exceptions) {
      const replaced = this.#local('RECURRENCE-ID', exception.slot, startTime)
      this.#event(uid, session, replaced, ...this.#details(exception.date, exception))
    }
  }

  session(session: FeedSession): void {
    const { id, providerId, rule } = session
    const { parts, singles } = partsOf(session.occurrences, session)
    for (const occurrence of singles) this.#single(session, occurrence)
    if (rule.type === 'none') return
    for (const part of parts) {
      const uid = `series-${id}-${providerId}${part.began === undefined ? '' : `-${part.began}`}`
      this.#part(uid, session, rule, part)
    }
  }

  timeOff(timeOff: FeedTimeOff): void {
    const { id, date, startTime, endTime } = timeOff
    this.#event(
      `time-off-${id}`,
      timeOff,
      ...this.#times(date, startTime, endTime),
      'SUMMARY:Time off',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
    )
  }
}

/** The whole file. The same contents always give the same text: the ETag is its hash. */
export const toCalendarText = ({ sessions, timeOff }: FeedContents, options: CalendarOptions): string => {
  const zone = zoneOf(options.timeZone)
  const writer = new EventWriter(zone.name, options)
  for (const session of sessions) writer.session(session)
  for (const absence of timeOff) writer.timeOff(absence)
  const name = escapeText(options.name)
  return toFile([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Homeroom//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    `X-WR-TIMEZONE:${zone.name}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...zone.lines,
    ...writer.lines,
    'END:VCALENDAR',
  ])
}
