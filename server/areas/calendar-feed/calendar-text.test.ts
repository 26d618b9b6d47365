import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandRule, type RecurrenceRule } from '#domain/recurrence.ts'
import { addDays, type LocalDate, spanOf } from '#domain/time.ts'
import { anyRule } from '#tests/support/domain/recurrence-rules.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { linesOf, type ReadEvent, readCalendar } from '#tests/support/server/feed-reader.ts'
import { toCalendarText } from './calendar-text.ts'
import type { FeedSession } from './feed-contents.ts'
import type { FeedOccurrence } from './series-parts.ts'

const NEW_YORK = 'America/New_York'
const CHANGED_AT = new Date('2026-11-20T15:00:00Z')

const details = {
  startTime: '09:00',
  endTime: '09:45',
  title: 'Fine motor group',
  school: 'Lincoln',
  service: 'Occupational Therapy',
  studentsCount: 2,
  isPending: false,
}

const onDates = (dates: readonly LocalDate[]): FeedOccurrence[] =>
  dates.map((date, index) => ({ id: index + 1, date, slot: date, isDeleted: false, ...details }))

const seriesOf = (rule: RecurrenceRule, fromDate: LocalDate, untilDate: LocalDate) => {
  const expansion = expandRule(rule, { fromDate, untilDate })
  return onDates('dates' in expansion ? expansion.dates : [])
}

const sessionOf = (rule: RecurrenceRule, fromDate: LocalDate, occurrences: FeedOccurrence[]): FeedSession => ({
  id: 7,
  providerId: 3,
  rule,
  fromDate,
  revision: 4,
  changedAt: CHANGED_AT,
  occurrences,
})

const textOf = (session: FeedSession, timeZone = NEW_YORK) =>
  toCalendarText({ sessions: [session], timeOff: [] }, { name: 'Homeroom: Paul', timeZone, namespace: 'test' })

/** The file's unfolded event lines, without those that are the same in each event. */
const eventLines = (text: string) => {
  const lines = linesOf(text.replaceAll('\r\n ', ''))
  return lines
    .slice(lines.indexOf('BEGIN:VEVENT'), -1)
    .filter((line) => !/^(DTSTAMP|LAST-MODIFIED|SEQUENCE)/.test(line))
}

const instantsShown = ({ date, startTime, endTime }: FeedOccurrence, timeZone: string) => {
  const { startsAt, endsAt } = spanOf(date, startTime, endTime, timeZone)
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

const shownOf = (occurrence: FeedOccurrence, timeZone = NEW_YORK): Omit<ReadEvent, 'uid'> => ({
  ...instantsShown(occurrence, timeZone),
  summary: occurrence.title,
  location: occurrence.school,
  description: [
    occurrence.service,
    `${occurrence.studentsCount} student${occurrence.studentsCount === 1 ? '' : 's'}`,
    ...(occurrence.isPending ? ['A change to this session is waiting for approval.'] : []),
  ].join('\n'),
  status: occurrence.isPending ? 'TENTATIVE' : 'CONFIRMED',
})

const sorted = (events: readonly Omit<ReadEvent, 'uid'>[]) => events.map((event) => JSON.stringify(event)).sort()
const read = (text: string) => sorted(readCalendar(text).map(({ uid: _, ...event }) => event))
const stored = (occurrences: readonly FeedOccurrence[], timeZone = NEW_YORK) =>
  sorted(occurrences.map((occurrence) => shownOf(occurrence, timeZone)))

const TUESDAYS: RecurrenceRule = { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }

describe('a session at a time that the clock skips', () => {
  test('keeps its duration', () => {
    const occurrences = onDates(['2027-09-04']).map((occurrence) => ({
      ...occurrence,
      startTime: '22:15',
      endTime: '23:00',
    }))
    const text = textOf(sessionOf({ type: 'none' }, '2027-09-04', occurrences), 'Pacific/Easter')
    expect(eventLines(text).filter((line) => /^DT(START|END)/.test(line))).toEqual([
      'DTSTART;TZID=Pacific/Easter:20270904T231500',
      'DTEND;TZID=Pacific/Easter:20270905T000000',
    ])
    expect(read(text)).toEqual(stored(occurrences, 'Pacific/Easter'))
  })
})

describe('a series', () => {
  test('is one event with its rule', () => {
    const text = textOf(sessionOf(TUESDAYS, '2026-10-13', seriesOf(TUESDAYS, '2026-10-13', '2026-11-30')))
    expect(eventLines(text)).toEqual([
      'BEGIN:VEVENT',
      'UID:series-7-3@test',
      'DTSTART;TZID=America/New_York:20261013T090000',
      'DTEND;TZID=America/New_York:20261013T094500',
      'SUMMARY:Fine motor group',
      'LOCATION:Lincoln',
      'DESCRIPTION:Occupational Therapy\\n2 students',
      'STATUS:CONFIRMED',
      'RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU;UNTIL=20261124T140000Z',
      'END:VEVENT',
    ])
  })

  test('excludes deleted dates and shows moved or changed ones in place of their original date', () => {
    const occurrences = seriesOf(TUESDAYS, '2026-10-13', '2026-11-30').filter(({ date }) => date !== '2026-10-27')
    occurrences[1] = { ...onDates(['2026-10-22'])[0], ...occurrences[1], date: '2026-10-22' } as FeedOccurrence
    const changed = occurrences.map((occurrence) =>
      occurrence.date === '2026-11-10'
        ? { ...occurrence, startTime: '11:00', endTime: '11:30', studentsCount: 1 }
        : occurrence,
    )
    const text = textOf(sessionOf(TUESDAYS, '2026-10-13', changed))
    expect(eventLines(text).filter((line) => /^(UID|DTSTART|RRULE|EXDATE|RECURRENCE-ID)/.test(line))).toEqual([
      'UID:series-7-3@test',
      'DTSTART;TZID=America/New_York:20261013T090000',
      'RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU;UNTIL=20261124T140000Z',
      'EXDATE;TZID=America/New_York:20261027T090000',
      'UID:series-7-3@test',
      'RECURRENCE-ID;TZID=America/New_York:20261020T090000',
      'DTSTART;TZID=America/New_York:20261022T090000',
      'UID:series-7-3@test',
      'RECURRENCE-ID;TZID=America/New_York:20261110T090000',
      'DTSTART;TZID=America/New_York:20261110T110000',
    ])
    expect(read(text)).toEqual(stored(changed))
  })

  test('that was changed from a day on is two events, each with the rule', () => {
    const occurrences = seriesOf(TUESDAYS, '2026-10-13', '2026-12-31').map((occurrence) =>
      occurrence.date >= '2026-11-10' ? { ...occurrence, startTime: '10:00', endTime: '10:45' } : occurrence,
    )
    const text = textOf(sessionOf(TUESDAYS, '2026-10-13', occurrences))
    expect(eventLines(text).filter((line) => /^(UID|DTSTART|RRULE|EXDATE)/.test(line))).toEqual([
      'UID:series-7-3@test',
      'DTSTART;TZID=America/New_York:20261013T090000',
      'RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU;UNTIL=20261103T140000Z',
      'UID:series-7-3-2026-11-10@test',
      'DTSTART;TZID=America/New_York:20261110T100000',
      'RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU;UNTIL=20261229T150000Z',
    ])
    expect(read(text)).toEqual(stored(occurrences))
  })

  test('keeps the UIDs of its parts when their first dates are deleted, moved, or wait for a decision', () => {
    const occurrences = seriesOf(TUESDAYS, '2026-10-13', '2026-12-31').map((occurrence) =>
      occurrence.date >= '2026-11-10' ? { ...occurrence, startTime: '10:00', endTime: '10:45' } : occurrence,
    )
    const mastersOf = (changed: FeedOccurrence[]) => {
      const text = textOf(sessionOf(TUESDAYS, '2026-10-13', changed))
      expect(read(text)).toEqual(stored(changed.filter(({ isDeleted }) => !isDeleted)))
      return [...new Set(eventLines(text).filter((line) => line.startsWith('UID')))]
    }
    const change = (dates: readonly LocalDate[], more: Partial<FeedOccurrence>) =>
      mastersOf(occurrences.map((one) => (dates.includes(one.date) ? { ...one, ...more } : one)))
    const both = ['UID:series-7-3@test', 'UID:series-7-3-2026-11-10@test']
    expect(mastersOf(occurrences)).toEqual(both)
    expect(change(['2026-11-10'], { isDeleted: true })).toEqual(both)
    expect(change(['2026-11-10', '2026-11-17', '2026-11-24'], { isDeleted: true })).toEqual(both)
    expect(change(['2026-10-13', '2026-11-10'], { isDeleted: true })).toEqual(both)
    expect(change(['2026-11-10'], { date: '2026-11-12' })).toEqual(both)
    expect(change(['2026-11-10'], { isPending: true })).toEqual(both)
    expect(change(['2026-10-13', '2026-10-20', '2026-10-27', '2026-11-03'], { isDeleted: true })).toEqual([both[1]])
  })

  test('with one date left is a single event', () => {
    const text = textOf(sessionOf(TUESDAYS, '2026-10-13', onDates(['2026-10-20'])))
    expect(text).not.toContain('\r\nRRULE:FREQ=WEEKLY')
    expect(read(text)).toEqual(stored(onDates(['2026-10-20'])))
  })

  test('lists dates that its rule does not give as separate events', () => {
    const occurrences = [
      ...seriesOf(TUESDAYS, '2026-10-13', '2026-11-30'),
      { ...details, id: 90, date: '2026-10-15', slot: '2026-10-15', isDeleted: false },
    ]
    const text = textOf(sessionOf(TUESDAYS, '2026-10-13', occurrences))
    expect(text).toContain('UID:occurrence-90@test')
    expect(read(text)).toEqual(stored(occurrences))
  })

  test('keeps its wall-clock time across both clock changes', () => {
    const occurrences = seriesOf(TUESDAYS, '2026-10-13', '2027-04-30')
    const starts = readCalendar(textOf(sessionOf(TUESDAYS, '2026-10-13', occurrences))).map(({ startsAt }) => startsAt)
    expect(starts).toContain('2026-10-27T13:00:00.000Z')
    expect(starts).toContain('2026-11-03T14:00:00.000Z')
    expect(starts).toContain('2027-03-09T14:00:00.000Z')
    expect(starts).toContain('2027-03-16T13:00:00.000Z')
  })
})

describe('a file', () => {
  test('escapes and folds any name at 75 octets', () => {
    const title = `Gruppe „Ähren“; 言語療法, नमस्ते \\ 👩‍🏫\nEND:VEVENT\r\n${'長い名前'.repeat(20)}`
    const [occurrence] = onDates(['2026-11-20'])
    const hostile = [{ ...details, ...occurrence, title, school: 'Lincoln, "North"\n' } as FeedOccurrence]
    const session = sessionOf({ type: 'none' }, '2026-11-20', hostile)
    const name = 'Homeroom: Ana\r\nATTACH:x, Núñez'
    const text = toCalendarText({ sessions: [session], timeOff: [] }, { name, timeZone: NEW_YORK, namespace: 'test' })
    expect(Math.max(...linesOf(text).map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(linesOf(text).filter((line) => line.startsWith('END:VEVENT'))).toHaveLength(1)
    expect(text).not.toMatch(/^ATTACH/m)
    expect(readCalendar(text).map(({ summary, location }) => ({ summary, location }))).toEqual([
      { summary: title.replaceAll('\r\n', '\n'), location: 'Lincoln, "North"\n' },
    ])
  })

  test('shows time off as busy', () => {
    const timeOff = [
      { id: 5, date: '2026-11-23', startTime: '08:00', endTime: '12:00', revision: 1, changedAt: CHANGED_AT },
    ]
    const text = toCalendarText({ sessions: [], timeOff }, { name: 'x', timeZone: NEW_YORK, namespace: 'test' })
    expect(eventLines(text)).toEqual([
      'BEGIN:VEVENT',
      'UID:time-off-5@test',
      'DTSTART;TZID=America/New_York:20261123T080000',
      'DTEND;TZID=America/New_York:20261123T120000',
      'SUMMARY:Time off',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
      'END:VEVENT',
    ])
  })

  test('contains the rules of every supported time zone, under the name that its times use', () => {
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      const lines = linesOf(textOf(sessionOf({ type: 'none' }, '2026-11-20', onDates(['2026-11-20'])), timeZone))
      const zone = lines.find((line) => line.startsWith('TZID:'))?.slice('TZID:'.length)
      expect(lines).toContain(`DTSTART;TZID=${zone}:20261120T090000`)
    }
  })
})

/** What may happen to a series; `at` is where in it, as a fraction. */
const anyChange = fc.record({
  kind: fc.constantFrom('delete', 'forget', 'move', 'retime', 'wait', 'changeFrom', 'deleteFrom', 'deleteUntil'),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  by: fc.integer({ min: 1, max: 9 }),
})
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never

const later = (occurrence: FeedOccurrence, by: number) => {
  const hour = String(9 + by).padStart(2, '0')
  return { ...occurrence, startTime: `${hour}:15`, endTime: `${hour}:45`, studentsCount: by }
}

const apply = (occurrences: FeedOccurrence[], { kind, at, by }: Change): FeedOccurrence[] => {
  const index = Math.floor(at * occurrences.length)
  const changeOne = (change: (one: FeedOccurrence) => FeedOccurrence) =>
    occurrences.map((one, position) => (position === index ? change(one) : one))
  switch (kind) {
    case 'delete':
      return changeOne((one) => ({ ...one, isDeleted: true }))
    case 'forget':
      return occurrences.toSpliced(index, 1)
    case 'move':
      return changeOne((one) => ({ ...one, date: addDays(one.date, by - 5) }))
    case 'retime':
      return changeOne((one) => later(one, by))
    case 'wait':
      return changeOne((one) => ({ ...one, isPending: true }))
    case 'changeFrom':
      return occurrences.map((one, position) => (position < index ? one : later(one, by)))
    case 'deleteFrom':
      return occurrences.slice(0, index)
    default:
      return occurrences.slice(index)
  }
}

test('after any changes to any series, the feed expands to exactly what is stored', { timeout: 120_000 }, () => {
  const start = fc.integer({ min: 0, max: 1000 }).map((offset) => addDays('2025-01-01', offset))
  const zone = fc.constantFrom(NEW_YORK, 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata')
  fc.assert(
    fc.property(
      anyRule,
      start,
      fc.integer({ min: 1, max: 400 }),
      fc.array(anyChange, { maxLength: 8 }),
      zone,
      (rule, fromDate, length, changes, timeZone) => {
        const whole = seriesOf(rule, fromDate, addDays(fromDate, length))
        const left = changes.reduce(apply, whole)
        const held = left.filter(({ isDeleted }) => !isDeleted)
        expect(read(textOf(sessionOf(rule, fromDate, left), timeZone))).toEqual(stored(held, timeZone))
      },
    ),
    tries(80),
  )
})
