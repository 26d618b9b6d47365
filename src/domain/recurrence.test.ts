import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyRule } from '#tests/support/domain/recurrence-rules.ts'
import { tries } from '#tests/support/domain/tries.ts'
import {
  describeRule,
  expandRule,
  missingDates,
  type RecurrenceRule,
  recurrenceRuleSchema,
  toRRuleText,
} from './recurrence.ts'
import { recurrenceMessages } from './recurrence-patterns.ts'
import { addDays, addMonths, eachDay, instantOf, localOf, type Weekday } from './time.ts'

const datesOf = (rule: RecurrenceRule, fromDate: string, untilDate: string): string[] => {
  const expansion = expandRule(rule, { fromDate, untilDate })
  return 'dates' in expansion ? expansion.dates : [expansion.problem]
}

/** Dates like '1997-09-02', grouped as in the RFC: a month and its days. */
const inMonth = (month: string, ...days: number[]) => days.map((day) => `${month}-${String(day).padStart(2, '0')}`)

describe("RFC 5545's examples (section 3.8.5.3) that these rules can express", () => {
  it('daily until a date', () => {
    expect(datesOf({ type: 'daily', option: 'everyNDays', everyNDays: 1 }, '1997-09-02', '1997-12-23')).toEqual([
      ...eachDay('1997-09-02', '1997-09-30'),
      ...eachDay('1997-10-01', '1997-10-31'),
      ...eachDay('1997-11-01', '1997-11-30'),
      ...eachDay('1997-12-01', '1997-12-23'),
    ])
  })

  it('every other day', () => {
    expect(datesOf({ type: 'daily', option: 'everyNDays', everyNDays: 2 }, '1997-09-02', '1997-10-06')).toEqual([
      ...inMonth('1997-09', 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
      ...inMonth('1997-10', 2, 4, 6),
    ])
  })

  it('every 10 days, 5 occurrences', () => {
    expect(datesOf({ type: 'daily', option: 'everyNDays', everyNDays: 10 }, '1997-09-02', '1997-10-12')).toEqual([
      ...inMonth('1997-09', 2, 12, 22),
      ...inMonth('1997-10', 2, 12),
    ])
  })

  it('weekly for 10 occurrences', () => {
    expect(
      datesOf({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] }, '1997-09-02', '1997-11-04'),
    ).toEqual([...inMonth('1997-09', 2, 9, 16, 23, 30), ...inMonth('1997-10', 7, 14, 21, 28), ...inMonth('1997-11', 4)])
  })

  it('every other week, weeks starting Sunday', () => {
    expect(
      datesOf({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 2, days: [2] }, '1997-09-02', '1998-02-17'),
    ).toEqual([
      ...inMonth('1997-09', 2, 16, 30),
      ...inMonth('1997-10', 14, 28),
      ...inMonth('1997-11', 11, 25),
      ...inMonth('1997-12', 9, 23),
      ...inMonth('1998-01', 6, 20),
      ...inMonth('1998-02', 3, 17),
    ])
  })

  it('weekly on Tuesday and Thursday for five weeks', () => {
    expect(
      datesOf({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] }, '1997-09-02', '1997-10-06'),
    ).toEqual([...inMonth('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), ...inMonth('1997-10', 2)])
  })

  it('every other week on Monday, Wednesday and Friday', () => {
    expect(
      datesOf({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 2, days: [1, 3, 5] }, '1997-09-01', '1997-12-23'),
    ).toEqual([
      ...inMonth('1997-09', 1, 3, 5, 15, 17, 19, 29),
      ...inMonth('1997-10', 1, 3, 13, 15, 17, 27, 29, 31),
      ...inMonth('1997-11', 10, 12, 14, 24, 26, 28),
      ...inMonth('1997-12', 8, 10, 12, 22),
    ])
  })

  it('every other week on Tuesday and Sunday: the weeks start on Sunday (WKST=SU)', () => {
    expect(
      datesOf({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 2, days: [0, 2] }, '1997-08-05', '1997-08-31'),
    ).toEqual(inMonth('1997-08', 5, 17, 19, 31))
  })

  it('monthly on the first Friday for 10 occurrences', () => {
    const firstFridays = [
      '1997-09-05',
      '1997-10-03',
      '1997-11-07',
      '1997-12-05',
      '1998-01-02',
      '1998-02-06',
      '1998-03-06',
      '1998-04-03',
      '1998-05-01',
      '1998-06-05',
    ]
    expect(
      datesOf(
        { type: 'monthly', option: 'nthWeekday', everyNMonths: 1, weeks: [1], days: [5] },
        '1997-09-05',
        '1998-06-30',
      ),
    ).toEqual(firstFridays)
    expect(
      datesOf({ type: 'weekly', option: 'weeksOfMonth', weeks: [1], days: [5] }, '1997-09-05', '1998-06-30'),
    ).toEqual(firstFridays)
  })

  it('every other month on the first and last Sunday', () => {
    expect(
      datesOf(
        { type: 'monthly', option: 'nthWeekday', everyNMonths: 2, weeks: [1, 5], days: [0] },
        '1997-09-07',
        '1998-05-31',
      ),
    ).toEqual([
      ...inMonth('1997-09', 7, 28),
      ...inMonth('1997-11', 2, 30),
      ...inMonth('1998-01', 4, 25),
      ...inMonth('1998-03', 1, 29),
      ...inMonth('1998-05', 3, 31),
    ])
  })

  it('monthly on the 2nd and 15th', () => {
    expect(
      datesOf({ type: 'monthly', option: 'dates', everyNMonths: 1, dates: [2, 15] }, '1997-09-02', '1998-01-15'),
    ).toEqual([
      ...inMonth('1997-09', 2, 15),
      ...inMonth('1997-10', 2, 15),
      ...inMonth('1997-11', 2, 15),
      ...inMonth('1997-12', 2, 15),
      ...inMonth('1998-01', 2, 15),
    ])
  })

  it('every 18 months on the 10th to the 15th', () => {
    expect(
      datesOf(
        { type: 'monthly', option: 'dates', everyNMonths: 18, dates: [10, 11, 12, 13, 14, 15] },
        '1997-09-10',
        '1999-03-13',
      ),
    ).toEqual([...inMonth('1997-09', 10, 11, 12, 13, 14, 15), ...inMonth('1999-03', 10, 11, 12, 13)])
  })

  it("skips dates that a month doesn't have", () => {
    expect(
      datesOf({ type: 'monthly', option: 'dates', everyNMonths: 1, dates: [15, 30] }, '2007-01-15', '2007-03-30'),
    ).toEqual(['2007-01-15', '2007-01-30', '2007-02-15', '2007-03-15', '2007-03-30'])
  })
})

describe('rules of this portal', () => {
  it('covers Monday to Friday', () => {
    expect(datesOf({ type: 'daily', option: 'everyWeekday' }, '2026-10-01', '2026-10-06')).toEqual([
      '2026-10-01',
      '2026-10-02',
      '2026-10-05',
      '2026-10-06',
    ])
  })

  it('counts the fourth and last week once if they are the same', () => {
    expect(
      datesOf({ type: 'weekly', option: 'weeksOfMonth', weeks: [4, 5], days: [2] }, '2026-02-01', '2026-03-31'),
    ).toEqual(['2026-02-24', '2026-03-24', '2026-03-31'])
  })

  it('yields only the date if nothing repeats', () => {
    expect(expandRule({ type: 'none' }, { fromDate: '2026-10-01', untilDate: '2026-10-01' })).toEqual({
      dates: ['2026-10-01'],
    })
  })

  it('keeps the wall time across both clock changes', () => {
    const zone = 'America/New_York'
    const dates = datesOf(
      { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [0] },
      '2026-10-25',
      '2027-03-21',
    )
    const instants = dates.map((date) => instantOf(date, '09:00', zone))
    expect(instants.slice(0, 2).map((instant) => instant.toISOString())).toEqual([
      '2026-10-25T13:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
    ])
    expect(instants.at(-1)?.toISOString()).toBe('2027-03-21T13:00:00.000Z')
    expect(new Set(instants.map((instant) => localOf(instant, zone).time))).toEqual(new Set(['09:00']))
    expect(instants.map((instant) => localOf(instant, zone).date)).toEqual(dates)
  })
})

describe('limits', () => {
  const daily: RecurrenceRule = { type: 'daily', option: 'everyNDays', everyNDays: 1 }

  it('allows exactly two years and no more', () => {
    expect(datesOf(daily, '2026-09-01', '2028-09-01')).toHaveLength(732)
    expect(expandRule(daily, { fromDate: '2026-09-01', untilDate: '2028-09-02' })).toEqual({
      problem: 'A series can last at most two years',
    })
  })

  it('rejects an end on or before the start', () => {
    expect(expandRule(daily, { fromDate: '2026-09-02', untilDate: '2026-09-01' })).toEqual({
      problem: 'End Date can not be less than Start Date',
    })
    expect(expandRule(daily, { fromDate: '2026-09-02', untilDate: '2026-09-02' })).toEqual({
      problem: 'End Date should be greater than Start Date',
    })
  })

  it('rejects a rule without sessions in its span', () => {
    expect(
      expandRule(
        { type: 'monthly', option: 'dates', everyNMonths: 12, dates: [30] },
        { fromDate: '2026-02-01', untilDate: '2028-02-01' },
      ),
    ).toEqual({ problem: recurrenceMessages.noDates })
  })
})

describe('the schema of a rule', () => {
  it.each([
    [{ type: 'daily', option: 'everyNDays', everyNDays: 0 }, 'EveryDay is required'],
    [{ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 0, days: [1] }, 'This is required'],
    [{ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 100, days: [1] }, 'This is required'],
    [{ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [] }, 'At least 1 day is required'],
    [{ type: 'weekly', option: 'weeksOfMonth', weeks: [], days: [1] }, 'At least 1 week is required'],
    [{ type: 'monthly', option: 'dates', everyNMonths: 1.5, dates: [1] }, 'Every Month is required'],
    [{ type: 'monthly', option: 'dates', everyNMonths: 1, dates: [] }, 'At least 1 selected date is required'],
    [{ type: 'monthly', option: 'nthWeekday', everyNMonths: 1, weeks: [], days: [1] }, 'Monthly Week is required'],
    [{ type: 'monthly', option: 'nthWeekday', everyNMonths: 1, weeks: [1], days: [] }, 'Monthly Day is required'],
  ])('rejects %j', (rule, message) => {
    expect(recurrenceRuleSchema.safeParse(rule).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  it('sorts lists and removes duplicates', () => {
    expect(
      recurrenceRuleSchema.parse({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [4, 2, 4] }),
    ).toEqual({ type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] })
  })
})

describe('in words', () => {
  it('says that a single session does not repeat', () => {
    expect(describeRule({ type: 'none' })).toBe('Does not repeat')
  })

  const said: [Exclude<RecurrenceRule, { type: 'none' }>, string, string][] = [
    [{ type: 'daily', option: 'everyNDays', everyNDays: 1 }, 'Every day', 'FREQ=DAILY;INTERVAL=1'],
    [{ type: 'daily', option: 'everyNDays', everyNDays: 3 }, 'Every 3 days', 'FREQ=DAILY;INTERVAL=3'],
    [{ type: 'daily', option: 'everyWeekday' }, 'Every weekday (Monday to Friday)', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    [
      { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      'Every week on Tuesday and Thursday',
      'FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU,TH',
    ],
    [
      { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 2, days: [1, 3, 5] },
      'Every 2 weeks on Monday, Wednesday and Friday',
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR',
    ],
    [
      { type: 'weekly', option: 'weeksOfMonth', weeks: [1, 3], days: [1] },
      'The first and third Monday of every month',
      'FREQ=MONTHLY;BYDAY=1MO,3MO',
    ],
    [
      { type: 'monthly', option: 'dates', everyNMonths: 2, dates: [1, 2, 3, 11, 22, 31] },
      'The 1st, 2nd, 3rd, 11th, 22nd and 31st of every 2 months',
      'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,2,3,11,22,31',
    ],
    [
      { type: 'monthly', option: 'nthWeekday', everyNMonths: 1, weeks: [5], days: [2, 5] },
      'The last Tuesday and Friday of every month',
      'FREQ=MONTHLY;INTERVAL=1;BYDAY=-1TU,-1FR',
    ],
  ]

  it.each(said)('%j is described', (rule, words, text) => {
    expect(describeRule(rule)).toBe(words)
    expect(toRRuleText(rule)).toBe(text)
  })

  it('says when it ends', () => {
    const rule = { type: 'weekly' as const, option: 'everyNWeeks' as const, everyNWeeks: 1, days: [2, 4] as Weekday[] }
    expect(describeRule(rule, '2027-01-14')).toBe('Every week on Tuesday and Thursday until 01/14/2027')
    const lastStart = instantOf('2027-01-14', '09:00', 'America/New_York')
    expect(toRRuleText(rule, lastStart)).toBe('FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TU,TH;UNTIL=20270114T140000Z')
  })
})

/** The same rules by brute force: tests every day of the span against the rule. */
const plainly = (rule: RecurrenceRule, fromDate: string, length: number): string[] => {
  if (rule.type === 'none') return [fromDate]
  const dayMilliseconds = 24 * 3_600_000
  const start = new Date(fromDate)
  const monthOf = (day: Date) => day.getUTCFullYear() * 12 + day.getUTCMonth()
  const firstMonth = monthOf(start)
  const firstSunday = start.getTime() - start.getUTCDay() * dayMilliseconds
  const monthsOn = (day: Date) => monthOf(day) - firstMonth
  const isChosenDay = (day: Date) => 'days' in rule && rule.days.some((weekday) => weekday === day.getUTCDay())
  const isLastOfItsWeekday = (day: Date) => monthOf(new Date(day.getTime() + 7 * dayMilliseconds)) !== monthOf(day)
  const isInChosenWeek = (day: Date) =>
    'weeks' in rule &&
    rule.weeks.some((week) => (week === 5 ? isLastOfItsWeekday(day) : Math.ceil(day.getUTCDate() / 7) === week))
  const isDue = (day: Date, index: number): boolean => {
    switch (rule.option) {
      case 'everyNDays':
        return index % rule.everyNDays === 0
      case 'everyWeekday':
        return day.getUTCDay() !== 0 && day.getUTCDay() !== 6
      case 'everyNWeeks': {
        const weeksOn = Math.floor((day.getTime() - firstSunday) / (7 * dayMilliseconds))
        return weeksOn % rule.everyNWeeks === 0 && isChosenDay(day)
      }
      case 'weeksOfMonth':
        return isChosenDay(day) && isInChosenWeek(day)
      case 'dates':
        return monthsOn(day) % rule.everyNMonths === 0 && rule.dates.includes(day.getUTCDate())
      case 'nthWeekday':
        return monthsOn(day) % rule.everyNMonths === 0 && isChosenDay(day) && isInChosenWeek(day)
    }
  }
  return Array.from({ length: length + 1 }, (_, index) => new Date(start.getTime() + index * dayMilliseconds))
    .filter(isDue)
    .map((day) => day.toISOString().slice(0, 10))
}

const anyStart = fc.integer({ min: 0, max: 3650 }).map((offset) => addDays('2023-01-01', offset))

describe('against a brute-force expansion', () => {
  it('agrees on any rule, start, and span', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(anyRule, anyStart, fc.integer({ min: 1, max: 728 }), (rule, fromDate, length) => {
        const untilDate = addDays(fromDate, length)
        const expected = plainly(rule, fromDate, length)
        expect(expandRule(rule, { fromDate, untilDate })).toEqual(
          expected.length > 0 ? { dates: expected } : { problem: recurrenceMessages.noDates },
        )
      }),
      tries(1500),
    )
  })

  it('ends after at most two years, from any day', () => {
    fc.assert(
      fc.property(anyRule, anyStart, (rule, fromDate) => {
        const untilDate = addDays(addMonths(fromDate, 24), 1)
        expect(expandRule(rule, { fromDate, untilDate })).toEqual({ problem: recurrenceMessages.tooLong })
      }),
      tries(200),
    )
  })
})

describe('dates that a month does not have', () => {
  const rule = (dates: number[], everyNMonths = 1): RecurrenceRule => ({
    type: 'monthly',
    option: 'dates',
    everyNMonths,
    dates,
  })

  it('are listed for the months of the rule', () => {
    const span = { fromDate: '2026-12-31', untilDate: '2027-06-29' }
    expect(missingDates(rule([15, 29, 30, 31]), span)).toEqual(['2027-02-29', '2027-02-30', '2027-02-31', '2027-04-31'])
    expect(missingDates(rule([31], 2), span)).toEqual(['2027-02-31', '2027-04-31'])
    expect(missingDates(rule([29]), { fromDate: '2028-02-01', untilDate: '2028-03-01' })).toEqual([])
    expect(missingDates({ type: 'daily', option: 'everyWeekday' }, span)).toEqual([])
  })

  it('together with the dates of the series are all dates of the rule', () => {
    const ruleAndSpan = fc.record({
      dates: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 6 }),
      everyNMonths: fc.integer({ min: 1, max: 5 }),
      start: fc.integer({ min: 0, max: 1500 }),
      days: fc.integer({ min: 1, max: 700 }),
    })
    fc.assert(
      fc.property(ruleAndSpan, ({ dates, everyNMonths, start, days }) => {
        const fromDate = addDays('2026-01-01', start)
        const untilDate = addDays(fromDate, days)
        const named: string[] = []
        const months = Array.from({ length: 30 }, (_, n) => addMonths(`${fromDate.slice(0, 8)}01`, n * everyNMonths))
        for (const month of months)
          for (const day of dates) named.push(`${month.slice(0, 8)}${String(day).padStart(2, '0')}`)
        const pattern = rule(
          [...dates].sort((a, b) => a - b),
          everyNMonths,
        )
        const expansion = expandRule(pattern, { fromDate, untilDate })
        const held = 'dates' in expansion ? expansion.dates : []
        expect([...held, ...missingDates(pattern, { fromDate, untilDate })].sort()).toEqual(
          named.filter((date) => date >= fromDate && date <= untilDate).sort(),
        )
      }),
    )
  })
})
