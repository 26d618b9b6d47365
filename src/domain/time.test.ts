import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatDate,
  formatDayHeader,
  formatInstant,
  formatTime,
  formatTimeRange,
  instantOf,
  localDateSchema,
  localOf,
  localTimeSchema,
  nextBirthday,
  parseDate,
  parseTime,
  spanOf,
  startOfMonth,
  startOfWeek,
  timeList,
  timeOfMinutes,
  weekOf,
} from './time.ts'

const zone = 'America/New_York'

describe('dates', () => {
  it('counts days across month ends, leap days and DST changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysBetween('2026-03-01', '2026-03-15')).toBe(14)
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  })

  it('finds the first and last day of a month', () => {
    expect(startOfMonth('2027-11-30')).toBe('2027-11-01')
    expect(endOfMonth('2027-11-30')).toBe('2027-11-30')
    expect(endOfMonth('2028-02-01')).toBe('2028-02-29')
    expect(endOfMonth('2026-12-31')).toBe('2026-12-31')
  })

  it('starts weeks on Sunday', () => {
    expect(startOfWeek('2026-03-04')).toBe('2026-03-01')
    expect(startOfWeek('2026-03-01')).toBe('2026-03-01')
    expect(weekOf('2026-03-07').at(-1)).toBe('2026-03-07')
  })

  it('rejects days that do not exist', () => {
    expect(localDateSchema.safeParse('2026-02-30').success).toBe(false)
    expect(localDateSchema.parse('2028-02-29')).toBe('2028-02-29')
  })

  it('formats dates for display', () => {
    expect(formatDate('2026-03-04')).toBe('03/04/2026')
    expect(formatDayHeader('2026-03-04')).toBe('Wed, Mar 4, 2026')
  })

  it('finds the next birthday, even for people born on a leap day', () => {
    expect(nextBirthday('1990-11-20', '2026-11-20')).toBe('2026-11-20')
    expect(nextBirthday('1990-11-19', '2026-11-20')).toBe('2027-11-19')
    expect(nextBirthday('2000-02-29', '2026-11-20')).toBe('2027-03-01')
    expect(nextBirthday('2000-02-29', '2028-01-01')).toBe('2028-02-29')
  })

  it('parses typed dates and rejects incomplete ones', () => {
    expect(parseDate('03/04/2026')).toBe('2026-03-04')
    expect(parseDate(' 3/4/2026 ')).toBe('2026-03-04')
    expect(['3/4', '02/30/2026', '2026-03-04', '3/4/26', ''].map(parseDate)).toEqual(Array(5).fill(undefined))
  })
})

describe('times', () => {
  it('lists every quarter hour from 7:00 AM to 11:45 PM', () => {
    expect(timeList).toHaveLength(68)
    expect([timeList[0], timeList[1], timeList.at(-1)]).toEqual(['07:00', '07:15', '23:45'])
  })

  it('formats and parses 12-hour times', () => {
    expect(formatTime('00:05')).toBe('12:05 AM')
    expect(formatTime('12:00')).toBe('12:00 PM')
    expect(formatTimeRange('07:00', '07:15')).toBe('7:00 AM-7:15 AM')
    expect(parseTime('12:00 AM')).toBe('00:00')
    expect(parseTime('7:15 pm')).toBe('19:15')
    expect(parseTime('19:15')).toBe('19:15')
    expect(parseTime('13:00 PM')).toBeUndefined()
    expect(parseTime('9:60 AM')).toBeUndefined()
  })

  it('accepts times with the seconds that a database adds', () => {
    expect(localTimeSchema.parse('09:00:00')).toBe('09:00')
    expect(localTimeSchema.safeParse('24:00').success).toBe(false)
  })
})

describe('instants', () => {
  it('keeps 9:00 at 9:00 across a DST change', () => {
    expect(instantOf('2026-03-06', '09:00', zone).toISOString()).toBe('2026-03-06T14:00:00.000Z')
    expect(instantOf('2026-03-09', '09:00', zone).toISOString()).toBe('2026-03-09T13:00:00.000Z')
    expect(localOf('2026-03-09T13:00:00Z', zone)).toEqual({ date: '2026-03-09', time: '09:00' })
  })

  it('moves a skipped time forward by the skipped hour', () => {
    expect(localOf(instantOf('2026-03-08', '02:30', zone), zone)).toEqual({ date: '2026-03-08', time: '03:30' })
  })

  it("finds the organization's date in any machine time zone", () => {
    expect(localOf('2026-03-04T03:00:00Z', zone)).toEqual({ date: '2026-03-03', time: '22:00' })
  })

  it('keep the duration of a session that starts at a skipped time', () => {
    const shown = (start: string, end: string) => {
      const { startsAt, endsAt } = spanOf('2027-09-04', start, end, 'Pacific/Easter')
      return [startsAt, endsAt].map((instant) => formatInstant(instant, 'Pacific/Easter'))
    }
    expect(shown('22:15', '23:00')).toEqual(['09/04/2027 11:15 PM', '09/05/2027 12:00 AM'])
    expect(shown('22:00', '22:45')).toEqual(['09/04/2027 11:00 PM', '09/04/2027 11:45 PM'])
    expect(shown('21:30', '22:30')).toEqual(['09/04/2027 9:30 PM', '09/04/2027 11:30 PM'])
    expect(shown('21:30', '23:15')).toEqual(['09/04/2027 9:30 PM', '09/04/2027 11:15 PM'])
  })

  it('of a session end after they start, by its duration unless the clock changes while it is held', () => {
    const days = fc.constantFrom('2027-09-03', '2027-09-04', '2027-09-05', '2027-04-03', '2026-03-08', '2026-11-01')
    const zones = fc.constantFrom('Pacific/Easter', 'America/New_York', 'Australia/Lord_Howe')
    const slots = fc.integer({ min: 0, max: 95 })
    fc.assert(
      fc.property(days, slots, slots, zones, (date, first, second, zone) => {
        fc.pre(first < second)
        const [start, end] = [timeOfMinutes(first * 15), timeOfMinutes(second * 15)]
        const { startsAt, endsAt } = spanOf(date, start, end, zone)
        expect(startsAt).toEqual(instantOf(date, start, zone))
        const isShown = localOf(startsAt, zone).time === start
        const kept = new Date(startsAt.getTime() + (second - first) * 15 * 60_000)
        expect(endsAt).toEqual(isShown ? instantOf(date, end, zone) : kept)
        expect(endsAt.getTime()).toBeGreaterThan(startsAt.getTime())
      }),
      tries(300),
    )
  })

  it('agree with Temporal near DST changes and elsewhere', () => {
    const zones = ['America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo']
    const anyDay = fc.integer({ min: 0, max: 16_000 }).map((days) => addDays('1995-01-01', days))
    const changeDays = fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-03-09',
      '2026-11-01',
      '2026-03-29',
      '2026-10-04',
    )
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 }).map(timeOfMinutes)
    fc.assert(
      fc.property(fc.oneof(anyDay, changeDays), minutes, fc.constantFrom(...zones), (date, time, zone) => {
        const { epochMilliseconds } = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone)
        expect(instantOf(date, time, zone).getTime()).toBe(epochMilliseconds)
        const wall = Temporal.Instant.fromEpochMilliseconds(epochMilliseconds).toZonedDateTimeISO(zone)
        expect(localOf(epochMilliseconds, zone)).toEqual({
          date: wall.toPlainDate().toString(),
          time: wall.toPlainTime().toString({ smallestUnit: 'minute' }),
        })
      }),
      tries(600),
    )
  })
})
