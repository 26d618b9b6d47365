import { expect, test } from 'vitest'
import type { CloseOut, UnratedWork } from '#contract/billing.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { choicesOf, pointsOf, rowsOf } from './close-out-points.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS

const work: UnratedWork = {
  ...{ providerId: 2, schoolId: 20, serviceId: 1, serviceName: 'Speech', rateTypeId: null },
  ...{
    from: '2026-11-03',
    to: '2026-11-05',
    minutes: 180,
    sessions: 3,
    choices: [hourly, perSession],
    choiceRefusal: null,
  },
}

const school = (id: number, minutes: number, hasBillingEmail: boolean) => ({
  ...{ id, name: `School ${id}`, amount: '0.00', earlier: ['0.00', '0.00'], minutes, hasBillingEmail },
})

const closeOut: Pick<CloseOut, 'open' | 'unrated' | 'schools'> = {
  open: [
    { kind: 'change', providerId: 1, schoolIds: [10], date: '2026-11-04' },
    { kind: 'change', providerId: 1, schoolIds: [10], date: '2026-11-04' },
    { kind: 'unconfirmed', providerId: 1, schoolIds: [10, 20], date: '2026-11-04' },
    { kind: 'request', providerId: 2, schoolIds: [], date: '2026-11-02' },
  ],
  unrated: [work],
  schools: [school(20, 300, false), school(10, 100, true), school(30, 0, false)],
}

const daysToLookAt = [
  {
    providerId: 1,
    schoolIds: [20],
    date: '2026-11-03',
    amount: '20.00',
    findings: ['Lincoln: Within accepted time off, 10:00 AM-11:00 AM'],
  },
]

const keysOf = (side: 'provider' | 'school', order: { id: number }[]) =>
  rowsOf(pointsOf(closeOut, daysToLookAt), side, order).map(({ ofId, point }) => `${ofId}: ${point.kind}`)

test('every point has a key of its own; only schools that are billed need an email', () => {
  expect(pointsOf(closeOut, daysToLookAt).map(({ key }) => key)).toEqual([
    'change 1 2026-11-04 1',
    'change 1 2026-11-04 2',
    'unconfirmed 1 2026-11-04 1',
    'request 2 2026-11-02 1',
    'toLookAt 1 2026-11-03',
    'rate 2 20 1 null',
    'email 20',
  ])
})

test('points are listed by provider or school in their order, then by date and kind; those of nobody come last', () => {
  expect(keysOf('provider', [{ id: 2 }, { id: 1 }])).toEqual([
    '2: request',
    '2: rate',
    '1: toLookAt',
    '1: unconfirmed',
    '1: change',
    '1: change',
    '0: email',
  ])
  expect(keysOf('school', closeOut.schools)).toEqual([
    '20: email',
    '20: toLookAt',
    '20: rate',
    '20: unconfirmed',
    '10: unconfirmed',
    '10: change',
    '10: change',
    '0: request',
  ])
})

test('a rate type can be chosen if the school has several, or another than the one that has no rate, unless refused', () => {
  expect(choicesOf(work)).toEqual([hourly, perSession])
  expect(choicesOf({ ...work, choices: [hourly] })).toEqual([])
  expect(choicesOf({ ...work, choiceRefusal: 'The school has been invoiced.' })).toEqual([])
  expect(choicesOf({ ...work, choices: [] })).toEqual([])
  expect(choicesOf({ ...work, serviceId: null })).toEqual([])
  expect(choicesOf({ ...work, rateTypeId: daily, choices: [hourly] })).toEqual([hourly])
  expect(choicesOf({ ...work, rateTypeId: hourly, choices: [hourly] })).toEqual([])
})
