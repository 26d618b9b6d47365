import { describe, expect, it } from 'vitest'
import {
  choosesMode,
  defaultEnd,
  durationOf,
  emptySessionForm,
  endOptions,
  formatDuration,
  questionsFor,
  type RecurrenceValues,
  type SessionFormQuestions,
  type SessionFormValues,
  seriesOf,
  sessionFormSchema,
  startOptions,
} from './session-form.ts'

const administrator: SessionFormQuestions = { asksProvider: true, asksRateType: true }
const provider: SessionFormQuestions = { asksProvider: false, asksRateType: false }

const filled: SessionFormValues = {
  ...emptySessionForm({ date: '2026-11-24', startTime: '09:00', endTime: '09:45' }),
  eventName: '  Speech group ',
  providerId: 3,
  schoolId: 5,
  serviceId: 7,
  rateTypeId: 2,
  caseloadIds: [11, 12],
}

const recurring = (change: Partial<RecurrenceValues>): SessionFormValues => ({
  ...filled,
  endDate: '2027-01-14',
  recurrence: { ...filled.recurrence, ...change },
})

/** The messages with their fields. */
const problems = (values: SessionFormValues, questions = administrator) =>
  (sessionFormSchema(questions).safeParse(values).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    issue.message,
  ])

describe('what is required', () => {
  it('for an administrator, in the order of the form', () => {
    expect(problems({ ...emptySessionForm({ date: '' }), startTime: '', endTime: '' })).toEqual([
      ['eventName', 'Session Name Is Required'],
      ['providerId', 'Provider Name Is Required'],
      ['date', 'Start Date Is Required'],
      ['startTime', 'Start Time Is Required'],
      ['endTime', 'End Time Is Required'],
      ['schoolId', 'School Name Is Required'],
      ['serviceId', 'Service Is Required'],
      ['rateTypeId', 'Rate Type Is Required'],
      ['caseloadIds', 'At least 1 student is required'],
    ])
  })

  it('for a provider, neither provider nor rate type', () => {
    expect(problems(emptySessionForm({ date: '2026-11-24' }), provider)).toEqual([
      ['eventName', 'Session Name Is Required'],
      ['schoolId', 'School Name Is Required'],
      ['serviceId', 'Service Is Required'],
      ['caseloadIds', 'At least 1 student is required'],
    ])
  })

  it('depends on the role and the provider id', () => {
    expect(questionsFor('Administrators', null)).toEqual({ asksProvider: true, asksRateType: true })
    expect(questionsFor('Administrators', 4)).toEqual({ asksProvider: false, asksRateType: true })
    expect(questionsFor('Providers', 4, 'Event')).toEqual({ asksProvider: false, asksRateType: false, noun: 'Event' })
    expect([choosesMode('Administrators'), choosesMode('SpecialProvider'), choosesMode('Providers')]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('says Event on the page', () => {
    expect(problems({ ...filled, eventName: ' ' }, { ...administrator, noun: 'Event' })).toEqual([
      ['eventName', 'Event Name Is Required'],
    ])
  })

  it('requires students only in Advance with a timesheet', () => {
    const nobody = { ...filled, caseloadIds: [] }
    expect(problems(nobody)).toEqual([['caseloadIds', 'At least 1 student is required']])
    expect(problems({ ...nobody, isTimesheetReq: false })).toEqual([])
    expect(problems({ ...nobody, mode: 'basic' })).toEqual([])
  })

  it('allows names of 250 characters', () => {
    expect(problems({ ...filled, eventName: 'é'.repeat(250) })).toEqual([])
    expect(problems({ ...filled, eventName: 'é'.repeat(251) })).toEqual([
      ['eventName', 'Maximum of 250 characters allowed'],
    ])
  })
})

describe('times', () => {
  it.each([
    ['06:45', '07:30', [['startTime', 'Starts time can not be less than 7 AM']]],
    ['07:00', '07:15', []],
    ['23:30', '23:45', []],
    ['23:30', '23:46', [['endTime', 'Time can not exceed to 11:45 PM']]],
    [
      '23:50',
      '23:55',
      [
        ['startTime', 'Time can not exceed to 11:45 PM'],
        ['endTime', 'Time can not exceed to 11:45 PM'],
      ],
    ],
    ['10:00', '09:45', [['endTime', 'End Time can not be less than Start Time']]],
    ['10:00', '10:00', [['endTime', 'End Time should be greater than Start Time']]],
    ['25:00', '10:00', [['startTime', 'Enter Valid Time']]],
    ['10:00', '10:61', [['endTime', 'Enter Valid Time']]],
    ['', '10:00', [['startTime', 'Start Time Is Required']]],
  ])('%s to %s', (startTime, endTime, expected) => {
    expect(problems({ ...filled, startTime, endTime })).toEqual(expected)
  })

  it('ends 15 minutes after the start, at 11:45 PM at the latest', () => {
    expect(['07:00', '09:37', '23:30', '23:45'].map(defaultEnd)).toEqual(['07:15', '09:52', '23:45', '23:45'])
  })

  it('offers every quarter hour as a start, and all but the first as an end', () => {
    expect([startOptions[0], startOptions.at(-1), startOptions.length]).toEqual(['07:00', '23:45', 68])
    expect([endOptions[0], endOptions.at(-1), endOptions.length]).toEqual(['07:15', '23:45', 67])
  })

  it('counts hours and minutes', () => {
    expect(durationOf('09:00', '10:15')).toEqual({ hours: 1, minutes: 15 })
    expect(durationOf('09:00', '08:00')).toEqual({ hours: 0, minutes: 0 })
    expect(durationOf('09:00', '')).toEqual({ hours: 0, minutes: 0 })
    expect([
      formatDuration({ hours: 1, minutes: 15 }),
      formatDuration({ hours: 2, minutes: 1 }),
      formatDuration({ hours: 0, minutes: 45 }),
      formatDuration({ hours: 0, minutes: 0 }),
    ]).toEqual(['1 hour 15 minutes', '2 hours 1 minute', '45 minutes', ''])
  })
})

describe('recurrence', () => {
  const weekly = { option: 'everyNWeeks' as const, everyNWeeks: 1, weeks: [], days: [] }
  const monthly = { option: 'dates' as const, everyNMonths: 1, dates: [], weeks: [], days: [] }

  it.each<[string, Partial<RecurrenceValues>, string[][]]>([
    [
      'daily without an option',
      { type: 'daily', daily: { option: null, everyNDays: 1 } },
      [['recurrence.daily.option', 'At least 1 Daily Option is Required']],
    ],
    [
      'every 0 days',
      { type: 'daily', daily: { option: 'everyNDays', everyNDays: 0 } },
      [['recurrence.daily.everyNDays', 'EveryDay is required']],
    ],
    [
      'every … days',
      { type: 'daily', daily: { option: 'everyNDays', everyNDays: null } },
      [['recurrence.daily.everyNDays', 'EveryDay is required']],
    ],
    ['every weekday, whatever the days', { type: 'daily', daily: { option: 'everyWeekday', everyNDays: null } }, []],
    [
      'every 0 weeks on no day',
      { type: 'weekly', weekly: { ...weekly, everyNWeeks: 0 } },
      [
        ['recurrence.weekly.everyNWeeks', 'This is required'],
        ['recurrence.weekly.days', 'At least 1 day is required'],
      ],
    ],
    [
      'no week and no day of the month',
      { type: 'weekly', weekly: { ...weekly, option: 'weeksOfMonth' } },
      [
        ['recurrence.weekly.weeks', 'At least 1 week is required'],
        ['recurrence.weekly.days', 'At least 1 day is required'],
      ],
    ],
    [
      'monthly without an option',
      { type: 'monthly', monthly: { ...monthly, option: null } },
      [['recurrence.monthly.option', 'At least 1 Monthly Option is Required']],
    ],
    [
      'no date of every … months',
      { type: 'monthly', monthly: { ...monthly, everyNMonths: null } },
      [
        ['recurrence.monthly.everyNMonths', 'Every Month is required'],
        ['recurrence.monthly.dates', 'At least 1 selected date is required'],
      ],
    ],
    [
      'no week, no day of every 0 months',
      { type: 'monthly', monthly: { ...monthly, option: 'nthWeekday', everyNMonths: 0 } },
      [
        ['recurrence.monthly.everyNMonths', 'Every Month is required'],
        ['recurrence.monthly.weeks', 'Monthly Week is required'],
        ['recurrence.monthly.days', 'Monthly Day is required'],
      ],
    ],
  ])('%s', (_, change, expected) => {
    expect(problems(recurring(change))).toEqual(expected)
  })

  it.each([
    ['', 'End Date Is Required'],
    ['2026-11-23', 'End Date can not be less than Start Date'],
    ['2026-11-24', 'End Date should be greater than Start Date'],
    ['2028-11-25', 'A series can last at most two years'],
  ])('an end date of "%s"', (endDate, message) => {
    expect(problems({ ...recurring({ type: 'daily' }), endDate })).toEqual([['endDate', message]])
  })

  it('rejects a series without sessions', () => {
    expect(
      problems({
        ...recurring({ type: 'weekly', weekly: { ...weekly, days: [1] } }),
        date: '2026-11-24',
        endDate: '2026-11-29',
      }),
    ).toEqual([['endDate', 'This series has no sessions between its Start Date and End Date']])
  })

  it('is not validated if nothing recurs', () => {
    const single = { ...recurring({ type: 'none', daily: { option: null, everyNDays: null } }), endDate: '' }
    expect(problems(single)).toEqual([])
  })
})

describe('a valid form', () => {
  it('is a single session on one day', () => {
    expect(sessionFormSchema(administrator).parse(filled)).toEqual({
      mode: 'advance',
      eventName: 'Speech group',
      providerId: 3,
      date: '2026-11-24',
      startTime: '09:00',
      endTime: '09:45',
      schoolId: 5,
      serviceId: 7,
      rateTypeId: 2,
      colourCode: '#90EE90',
      isTimesheetReq: true,
      caseloadIds: [11, 12],
      rule: { type: 'none' },
      endDate: '2026-11-24',
    })
  })

  it('is a series of only the chosen type', () => {
    const form = sessionFormSchema(provider).parse(
      recurring({ type: 'weekly', weekly: { option: 'everyNWeeks', everyNWeeks: 1, weeks: [1], days: [4, 2] } }),
    )
    expect([form.rule, form.date, form.endDate, form.providerId, form.rateTypeId]).toEqual([
      { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
      '2026-11-24',
      '2027-01-14',
      null,
      null,
    ])
  })

  it('drops the students in Basic', () => {
    expect(sessionFormSchema(administrator).parse({ ...filled, mode: 'basic' }).caseloadIds).toEqual([])
  })
})

describe('a series', () => {
  it('is expanded once it has both dates', () => {
    const everyDay: SessionFormValues = { ...recurring({ type: 'daily' }), endDate: '2026-11-26' }
    const rule = { type: 'daily', option: 'everyNDays', everyNDays: 1 }
    expect(seriesOf(everyDay)).toEqual({
      rule,
      expansion: { dates: ['2026-11-24', '2026-11-25', '2026-11-26'] },
    })
    expect(seriesOf({ ...everyDay, endDate: '' })).toEqual({ rule })
  })

  it('is not expanded again by the schema if the form already has it', () => {
    const values = recurring({ type: 'daily' })
    const expansion = { problem: 'As it was found before' }
    const schema = sessionFormSchema(administrator, () => ({
      rule: { type: 'daily', option: 'everyWeekday' },
      expansion,
    }))
    expect(schema.safeParse(values).error?.issues.map(({ message }) => message)).toEqual([expansion.problem])
  })
})
