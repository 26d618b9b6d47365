import { describe, expect, it } from 'vitest'
import {
  hundredthsAsked,
  overBalanceHint,
  overdraftsOf,
  ptoFormSchema,
  ptoRangeProblem,
  ptoStateOf,
  ptoStatusName,
  rejectNoteSchema,
} from './time-off.ts'
import { emptyPtoForm } from './time-off-span.ts'

const good = { requestedDate: '2026-11-23', startTime: '09:00', endTime: '12:00', reason: 'Dentist' }
const problems = (form: Record<string, unknown>) =>
  ptoFormSchema.safeParse(form).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('the form', () => {
  it.each([
    ['a whole request', {}, []],
    ['times with seconds', { startTime: '09:00:00', endTime: '12:00:00' }, []],
    ['the longest reason', { reason: 'x'.repeat(250) }, []],
    ['no day', { requestedDate: '' }, ['requestedDate: Requested Date Is Required']],
    ['no start', { startTime: '' }, ['startTime: Start Time Is Required']],
    ['a start that is not a time', { startTime: '9 o’clock' }, ['startTime: Enter Valid Time']],
    ['no end', { endTime: '' }, ['endTime: End Time Is Required']],
    ['an end before the start', { endTime: '08:45' }, ['endTime: End Time can not be less than Start Time']],
    ['an end at the start', { endTime: '09:00' }, ['endTime: End Time should be greater than Start Time']],
    ['a blank reason', { reason: '  ' }, ['reason: Reason Is Required']],
    ['a reason over the limit', { reason: 'x'.repeat(251) }, ['reason: Maximum characters allowed is 250']],
  ])('%s', (_, changed, expected) => {
    expect(problems({ ...good, ...changed })).toEqual(expected)
  })

  it('names every field that is missing', () => {
    const all = [
      'requestedDate: Requested Date Is Required',
      'startTime: Start Time Is Required',
      'endTime: End Time Is Required',
      'reason: Reason Is Required',
    ]
    expect(problems(emptyPtoForm)).toEqual(all)
    expect(problems({})).toEqual(all)
  })
})

it.each([
  ['', 'Note is required'],
  [' ', 'Note is required'],
  [undefined, 'Note is required'],
  ['x'.repeat(251), 'Maximum character length is 250'],
  ['x'.repeat(250), undefined],
])('a note of %j', (note, message) => {
  expect(rejectNoteSchema.safeParse(note).error?.issues[0]?.message).toBe(message)
})

it('requires the days to be in order', () => {
  expect(ptoRangeProblem({ from: '2026-11-02', to: '2026-11-01' })).toBe('To Date can not be less than From Date')
  expect(ptoRangeProblem({ from: '2026-11-01', to: '2026-11-01' })).toBeUndefined()
  expect(ptoRangeProblem({ from: '2026-11-02', to: '' })).toBeUndefined()
})

it('knows the statuses of the wire', () => {
  expect(([1, 2, 3, 4] as const).map((id) => [ptoStateOf(id), ptoStatusName(id)])).toEqual([
    ['pending', 'Pending'],
    ['accepted', 'Accepted'],
    ['rejected', 'Rejected'],
    ['withdrawn', 'Withdraw'],
  ])
})

describe('what the balance covers', () => {
  it.each([
    [800, { available: 1000, pending: 0 }, undefined],
    [800, { available: 1000, pending: 200 }, undefined],
    [0, { available: 0, pending: 200 }, undefined],
    [900, { available: 800, pending: 0 }, 'You have 8 hours. This request is 1 hour over your balance.'],
    [
      400,
      { available: 300, pending: 50 },
      'You have 3 hours (0.5 in pending requests). This request is 1.5 hours over your balance.',
    ],
    // The balance was already short: the overage is at most the request itself.
    [
      250,
      { available: -100, pending: 400 },
      'You have -1 hours (4 in pending requests). This request is 2.5 hours over your balance.',
    ],
  ])('%j hundredths over %j', (asked, balance, hint) => {
    expect(overBalanceHint(asked, balance)).toBe(hint && `${hint} You can still submit it.`)
  })

  it('adds up all requests of a provider before comparing them with the balance', () => {
    const paul = { providerId: 1, providerName: 'Paul Provider', balanceHours: '3.00', statusId: 1 } as const
    const sofia = { providerId: 2, providerName: 'Sofía Special', balanceHours: '8.00', statusId: 1 } as const
    const requests = [
      { ...paul, totalHours: '2.50' },
      { ...sofia, totalHours: '8.00' },
      { ...paul, totalHours: '0.50' },
    ]
    expect(overdraftsOf(requests)).toEqual([])
    expect(overdraftsOf([...requests, { ...paul, totalHours: '49.00' }])).toEqual([
      { providerId: 1, providerName: 'Paul Provider', requests: 3, asked: 5200, before: 300, after: -4900 },
    ])
  })

  it('counts hours to be returned in favor of the balance', () => {
    const paul = { providerId: 1, providerName: 'Paul Provider', balanceHours: '3.00', statusId: 1 } as const
    const asked = { ...paul, totalHours: '5.00' }
    const returned = { ...paul, totalHours: '2.00', statusId: 5 } as const
    expect(overdraftsOf([asked, returned])).toEqual([])
    expect(overdraftsOf([{ ...returned, balanceHours: '-9.00' }])).toEqual([])
  })

  it('counts hours once both times are valid and in order', () => {
    expect(hundredthsAsked({ startTime: '09:00', endTime: '16:30' })).toBe(750)
    expect(hundredthsAsked({ startTime: '09:00', endTime: '' })).toBe(0)
    expect(hundredthsAsked({ startTime: '09:00', endTime: '08:00' })).toBe(0)
    expect(hundredthsAsked({ startTime: 'no time', endTime: '08:00' })).toBe(0)
  })
})
