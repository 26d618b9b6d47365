import { payrollReport } from '#contract/reports/payroll-report.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providerTypes } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

const add = async ({ database, server, token }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'PayrollChecklistReport')
  await allowScreen(database, 'Administrators', 'ProviderProfileInformation')
  await database.db.insert(providerTypes).values({ id: 2, title: 'Speech Therapist' })
  const hourly = { rateTypeId: RATE_TYPE_IDS.hourly, createdById: PEOPLE.Administrators.userId }
  await database.db.insert(providerRates).values([
    { ...hourly, providerId: 1, effectiveDate: '2025-01-01', rate: '40.05' },
    { ...hourly, providerId: 1, effectiveDate: '2026-11-09', rate: '42.10' },
    { ...hourly, providerId: 2, effectiveDate: '2026-11-10', rate: '33.33' },
  ])
  const timeOff = { reason: 'Dentist', startTime: '09:00', endTime: '12:00', state: 'accepted' as const }
  await database.db.insert(ptoRequests).values([
    { ...timeOff, providerId: 1, requestedDate: '2026-11-03' },
    { ...timeOff, providerId: 2, requestedDate: '2026-11-02' },
  ])
  await database.db
    .insert(ptoRequests)
    .values({ ...timeOff, providerId: 1, requestedDate: '2026-10-20', endTime: '11:00', paidOn: '2026-11-01' })
  await database.db.insert(payAdjustments).values({
    ...{ providerId: 1, kind: 'timeOffAccepted', workDate: '2026-10-20', paidOn: '2026-11-01', ptoRequestId: 3 },
    ...{ rateId: 1, rateTypeId: RATE_TYPE_IDS.hourly, rate: '40.05', minutes: 120, quantity: '2', amount: '80.1' },
    ...{ byId: PEOPLE.Administrators.userId, at: TEST_NOW },
  })
  await work(
    server,
    token,
    { date: '2026-11-02', endTime: '10:20' },
    { date: '2026-11-06', at: 'maple', endTime: '11:00' },
    { date: '2026-11-09', endTime: '09:45' },
    { date: '2026-11-12', by: 'sofia', endTime: '09:10' },
  )
}

const onItsDays = { adjustmentId: null }
const paul = { providerId: 1, providerName: 'Paul Provider', providerTypeId: 1, rateType: 'Hourly' }
const sofia = { ...onItsDays, providerId: 2, providerName: 'Sofía Special', providerTypeId: 1 }
/** Accepted after its own day was locked: a row of its own, with the day that it is for. */
const late = {
  ...{ id: 1, ...paul, adjustmentId: 1, rateType: 'Hourly, late time off on 10/20/2026' },
  ...{ rate: '40.05', grossPTO: '80.10', pto: 2, grossBase: '0.00', hours: 0, from: '2026-10-20', to: '2026-10-20' },
}
const first = {
  ...{ ...onItsDays, id: 1, ...paul, rate: '40.05', grossPTO: '120.15', pto: 3, grossBase: '133.37', hours: 200 / 60 },
  ...{ from: '2026-11-01', to: '2026-11-08' },
}
const second = {
  ...{ ...onItsDays, id: 2, ...paul, rate: '42.10', grossPTO: '0.00', pto: 0, grossBase: '31.58', hours: 0.75 },
  ...{ from: '2026-11-09', to: '2026-11-15' },
}
/** Time off before she had a rate. */
const unpaid = {
  ...{ id: 0, ...sofia, rateType: 'No rate', rate: null, grossPTO: '0.00', pto: 3, grossBase: '0.00', hours: 0 },
  ...{ from: '2026-11-02', to: '2026-11-02' },
}
const third = {
  ...{
    id: 3,
    ...sofia,
    rateType: 'Hourly',
    rate: '33.33',
    grossPTO: '0.00',
    pto: 0,
    grossBase: '5.67',
    hours: 10 / 60,
  },
  ...{ from: '2026-11-10', to: '2026-11-15' },
}

const dates = { fromDateTime: NOVEMBER.startDate, toDateTime: NOVEMBER.endDate }

export const payrollSample = sampleOf(payrollReport, {
  add,
  role: 'Administrators',
  given: { from: NOVEMBER.startDate, to: NOVEMBER.endDate, providerTypeId: 1 },
  rows: [late, first, second, unpaid, third],
  orderedBy: {
    rate: ({ rate }) => Number(rate ?? 1000),
    grossPTO: ({ grossPTO }) => Number(grossPTO),
    grossBase: ({ grossBase }) => Number(grossBase),
  },
  narrowed: {
    'one provider': {
      values: { providerId: 2 },
      rows: [unpaid, third],
      words: ['Provider Type as of 11/20/2026: Occupational Therapist', 'Provider: Sofía Special'],
    },
    'part of the period': {
      values: { from: '2026-11-03', to: '2026-11-08' },
      rows: [{ ...first, from: '2026-11-03', hours: 2, grossBase: '80.10' }],
      words: ['From Date: 11/03/2026', 'End Date: 11/08/2026'],
    },
    'a type that nobody has': {
      values: { providerTypeId: 2 },
      rows: [],
      words: ['Provider Type as of 11/20/2026: Speech Therapist'],
    },
  },
  details: {
    first: ['Paul Provider, Hourly, late time off on 10/20/2026, $40.05', 'Late time off on 10/20/2026', '80.10'],
    all: [
      'Paul Provider, Hourly, $40.05',
      'Lincoln',
      '11/02/2026',
      'Maple',
      'Time off',
      'Sofía Special, No rate',
      '11/12/2026',
      '5.67',
      '370.87',
    ],
  },
  refused: {
    "End Date can't be less than Start Date": {
      body: { ...dates, toDateTime: '2026-10-01', providerTypeId: 1 },
      path: 'toDateTime',
    },
  },
})
