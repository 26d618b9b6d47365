import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  daysOfSpan,
  emptyPtoForm,
  type PtoFormValues,
  requestedDaysSchema,
  shownDays,
  withPtoStart,
} from './time-off-span.ts'

/** Thursday, November 19, 2026, to Tuesday, November 24. */
const span: PtoFormValues = {
  ...emptyPtoForm,
  requestedDate: '2026-11-19',
  isSeveral: true,
  lastDate: '2026-11-24',
  startTime: '08:00',
  endTime: '15:30',
  reason: 'Family trip',
}
const ALWAYS = { hireDate: null, termDate: null }
const problems = (changed: Partial<PtoFormValues>) =>
  requestedDaysSchema([], ALWAYS)
    .safeParse({ ...span, ...changed })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('the days of a span', () => {
  it('are its weekdays, with half days at both ends', () => {
    expect(daysOfSpan({ ...span, firstFrom: '12:00', lastUntil: '10:15' }, [])).toEqual({
      days: [
        { requestedDate: '2026-11-19', startTime: '12:00', endTime: '15:30' },
        { requestedDate: '2026-11-20', startTime: '08:00', endTime: '15:30' },
        { requestedDate: '2026-11-23', startTime: '08:00', endTime: '15:30' },
        { requestedDate: '2026-11-24', startTime: '08:00', endTime: '10:15' },
      ],
      leftOut: [
        { date: '2026-11-21', why: 'weekend' },
        { date: '2026-11-22', why: 'weekend' },
      ],
    })
  })

  it('leave out days that overlap another request, but not adjacent hours', () => {
    const existing = [
      { date: '2026-11-20', startTime: '15:00', endTime: '16:00' },
      { date: '2026-11-23', startTime: '15:30', endTime: '16:00' },
    ]
    const { days, leftOut } = daysOfSpan(span, existing)
    expect(days.map(({ requestedDate }) => requestedDate)).toEqual(['2026-11-19', '2026-11-23', '2026-11-24'])
    expect(leftOut[0]).toEqual({ date: '2026-11-20', why: 'already requested, 3:00 PM-4:00 PM' })
  })

  it('have their half days on the first and last weekday', () => {
    const weekend = {
      ...span,
      requestedDate: '2026-11-21',
      lastDate: '2026-11-23',
      firstFrom: '10:00',
      lastUntil: '11:00',
    }
    expect(daysOfSpan(weekend, []).days).toEqual([
      { requestedDate: '2026-11-23', startTime: '10:00', endTime: '11:00' },
    ])
  })

  it('are shown before a reason is entered, and only once dates and times are valid', () => {
    expect(shownDays({ ...span, reason: '' }, [])?.days).toHaveLength(4)
    expect(shownDays({ ...span, endTime: '' }, [])).toBeUndefined()
    expect(shownDays({ ...span, lastDate: '' }, [])).toBeUndefined()
  })
})

describe('the form of a span', () => {
  it.each([
    ['the longest span', { lastDate: '2027-01-19' }, []],
    ['a day too many', { lastDate: '2027-01-20' }, ['lastDate: At most 62 days can be requested at once']],
    [
      'an end before the start',
      { lastDate: '2026-11-18' },
      ['lastDate: Last Date can not be less than Requested Date'],
    ],
    ['no last date', { lastDate: '' }, ['lastDate: Last Date Is Required']],
    ['a weekend', { requestedDate: '2026-11-21', lastDate: '2026-11-22' }, ['lastDate: No day is left to request']],
    ['a late first day', { firstFrom: '15:30' }, ['firstFrom: First Day From should be less than End Time']],
    ['an early last day', { lastUntil: '08:00' }, ['lastUntil: Last Day Until should be greater than Start Time']],
    [
      'nothing between the half days',
      { requestedDate: '2026-11-22', lastDate: '2026-11-23', firstFrom: '12:00', lastUntil: '12:00' },
      ['lastUntil: Last Day Until should be greater than First Day From'],
    ],
    ['no reason', { reason: ' ' }, ['reason: Reason Is Required']],
    [
      'no times',
      { startTime: '', endTime: '' },
      ['startTime: Start Time Is Required', 'endTime: End Time Is Required'],
    ],
  ])('%s', (_, changed, expected) => {
    expect(problems(changed)).toEqual(expected)
  })

  it('sends the days it shows, and waits until they are known', () => {
    const sent = requestedDaysSchema([{ date: '2026-11-20', startTime: '08:00', endTime: '09:00' }], ALWAYS).parse(span)
    expect(sent.days.map(({ requestedDate }) => requestedDate)).toEqual(['2026-11-19', '2026-11-23', '2026-11-24'])
    expect(sent.reason).toBe('Family trip')
    expect(requestedDaysSchema(undefined, ALWAYS).safeParse(span).error?.issues[0]?.message).toBe(
      'Wait until the days are shown',
    )
  })

  it.each([
    [{ termDate: '2026-11-23' }, { lastDate: ['The last day at work is 11/23/2026.'] }],
    [{ termDate: '2026-11-18' }, { requestedDate: ['The last day at work is 11/18/2026.'] }],
    [{ hireDate: '2026-11-20' }, { requestedDate: ['The first day at work is 11/20/2026.'] }],
    [{ hireDate: '2026-11-19', termDate: '2026-11-24' }, {}],
  ])('has only days of the employment: %j', (dates, expected) => {
    const { error } = requestedDaysSchema([], { ...ALWAYS, ...dates }).safeParse(span)
    expect(error ? z.flattenError(error).fieldErrors : {}).toEqual(expected)
  })

  it('sends one day, even a Sunday, if it is not for several', () => {
    const sunday = { ...span, requestedDate: '2026-11-22', isSeveral: false }
    const day = { requestedDate: '2026-11-22', startTime: '08:00', endTime: '15:30' }
    expect(requestedDaysSchema(undefined, ALWAYS).parse(sunday)).toEqual({ days: [day], reason: 'Family trip' })
  })

  it('sets the end to 15 minutes after the chosen start', () => {
    expect(withPtoStart({ ...span, endTime: '16:00' }, '10:30')).toEqual({
      ...span,
      startTime: '10:30',
      endTime: '10:45',
    })
    expect(withPtoStart(span, '')).toEqual({ ...span, startTime: '' })
  })
})
