import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates, rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { approve, confirm, NOVEMBER, plan, type Work, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'
import { type Payroll, payrollSegments } from './payroll-segments.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS
const PAUL = 1
const SOFIA = 2

describe('what providers are paid', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
  })

  const rate = (providerId: number, effectiveDate: string, amount: string, more: object = {}) =>
    db()
      .insert(providerRates)
      .values({ providerId, rateTypeId: hourly, effectiveDate, rate: amount, ...more })
  const timeOff = (providerId: number, requestedDate: string, endTime: string, more: object = { state: 'accepted' }) =>
    db()
      .insert(ptoRequests)
      .values({ providerId, requestedDate, startTime: '09:00', endTime, reason: 'Dentist', ...more })

  /** A line of text for each segment. */
  const pay = async (payroll: Partial<Payroll> = {}) => {
    const { rows } = await db().execute<Record<string, string>>(sql`
      select provider_id, coalesce(rate_type_id, 0) as type, coalesce(rate::text, 'no rate') as rate,
        first_day::text, last_day::text, minutes, quantity::float8 as quantity, pto_hundredths,
        gross_base::text, gross_pto::text
      from (${payrollSegments({ period: NOVEMBER, ...payroll })}) as segments
      order by provider_id, first_day, type, rate`)
    return rows.map(
      (row) =>
        `${row.provider_id}: ${row.first_day} to ${row.last_day}, ${row.minutes} min, ` +
        `${row.quantity} × ${row.rate} = ${row.gross_base}, time off ${row.pto_hundredths} = ${row.gross_pto}`,
    )
  }

  test('splits at a change of the rate, and counts approved hours and accepted time off', async () => {
    await rate(PAUL, '2025-01-01', '40.05')
    await rate(PAUL, '2026-11-09', '42.10')
    await rate(PAUL, '2026-12-01', '50.00')
    await rate(SOFIA, '2026-11-10', '33.33')
    await work(
      server(),
      token,
      { date: '2026-11-02', endTime: '10:20' },
      { date: '2026-11-06', at: 'maple', endTime: '11:00' },
      { date: '2026-11-09', endTime: '09:45' },
      { date: '2026-11-10', isZeroHours: true },
      { date: '2026-11-12', by: 'sofia', endTime: '09:10' },
    )
    // Confirmed, but not approved.
    const unapproved = { date: '2026-11-11' }
    await plan(server(), unapproved)
    await confirm(server(), token, unapproved)
    await timeOff(PAUL, '2026-11-03', '12:00')
    await timeOff(PAUL, '2026-11-13', '10:30', { state: 'givingBack' })
    for (const state of ['pending', 'rejected', 'withdrawn', 'givenBack']) {
      await timeOff(PAUL, '2026-11-05', '12:00', { state })
    }
    await timeOff(PAUL, '2026-11-16', '12:00')

    expect(await pay()).toEqual([
      '1: 2026-11-01 to 2026-11-08, 200 min, 3.33 × 40.05 = 133.37, time off 300 = 120.15',
      '1: 2026-11-09 to 2026-11-15, 45 min, 0.75 × 42.10 = 31.58, time off 150 = 63.15',
      '2: 2026-11-10 to 2026-11-15, 10 min, 0.17 × 33.33 = 5.67, time off 0 = 0.00',
    ])
    await approve(server(), token, unapproved)
    expect(await pay({ providerId: PAUL })).toEqual([
      expect.any(String),
      '1: 2026-11-09 to 2026-11-15, 105 min, 1.75 × 42.10 = 73.68, time off 150 = 63.15',
    ])

    await db().update(organisation).set({ currency: 'JPY' })
    expect((await pay({ providerId: SOFIA }))[0]).toMatch(/0\.17 × 33\.33 = 6, time off 0 = 0$/)
  })

  test('pays a rate that began before a removed one from its first day, except while that one was in force', async () => {
    await rate(PAUL, '2026-11-04', '40.00', { endedOn: '2026-11-09' })
    await rate(PAUL, '2026-11-02', '45.00')
    await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-05' }, { date: '2026-11-10' })
    expect(await pay()).toEqual([
      '1: 2026-11-02 to 2026-11-15, 120 min, 2 × 45.00 = 90.00, time off 0 = 0.00',
      '1: 2026-11-04 to 2026-11-08, 60 min, 1 × 40.00 = 40.00, time off 0 = 0.00',
    ])
  })

  test('pays sessions and days by rates of their own, a day at two schools once', async () => {
    const school = { schoolId: SCHOOL_IDS.lincoln, serviceId: SERVICE_IDS.ot, rateTypeId: daily }
    await db()
      .insert(schoolServiceRates)
      .values({ ...school, rate: '400.00', effectiveDate: '2025-01-01' })
    await rate(PAUL, '2025-01-01', '40.00')
    await rate(PAUL, '2025-01-01', '55.50', { rateTypeId: perSession })
    await rate(SOFIA, '2025-01-01', '310.00', { rateTypeId: daily })
    const later = { startTime: '10:00', endTime: '10:30' }
    await plan(server(), { date: '2026-11-03', rateTypeId: perSession })
    await work(
      server(),
      token,
      { date: '2026-11-02', rateTypeId: hourly },
      { date: '2026-11-03', rateTypeId: perSession, ...later },
      // Paul has no daily rate.
      { date: '2026-11-04', rateTypeId: daily },
      { date: '2026-11-05', by: 'sofia' },
    )
    const atTwoSchools: Work[] = [
      { date: '2026-11-06', by: 'sofia', rateTypeId: daily },
      { date: '2026-11-06', by: 'sofia', at: 'northgate', ...later },
    ]
    for (const one of atTwoSchools) {
      await plan(server(), one)
      await confirm(server(), token, one)
    }
    await approve(server(), token, { date: '2026-11-06', by: 'sofia' })
    await timeOff(PAUL, '2026-11-13', '10:00')
    await timeOff(SOFIA, '2026-11-13', '10:00')
    expect(await pay()).toEqual([
      '1: 2026-11-01 to 2026-11-15, 120 min, 2 × 40.00 = 80.00, time off 100 = 40.00',
      '1: 2026-11-01 to 2026-11-15, 30 min, 2 × 55.50 = 111.00, time off 0 = 0.00',
      '2: 2026-11-01 to 2026-11-15, 150 min, 2 × 310.00 = 620.00, time off 0 = 0.00',
      '2: 2026-11-13 to 2026-11-13, 0 min, 0 × no rate = 0.00, time off 100 = 0.00',
    ])
  })

  test('shows work without a rate, and a rate without work only while the provider is employed', async () => {
    await rate(PAUL, '2026-11-05', '40.00', { endedOn: '2026-11-10' })
    await rate(PAUL, '2026-11-06', '99.00', { deletedAt: new Date() })
    await rate(SOFIA, '2025-01-01', '41.00')
    await work(server(), token, { date: '2026-11-04' }, { date: '2026-11-09' }, { date: '2026-11-10' })
    const paul = [
      '1: 2026-11-04 to 2026-11-10, 120 min, 2 × no rate = 0.00, time off 0 = 0.00',
      '1: 2026-11-05 to 2026-11-09, 60 min, 1 × 40.00 = 40.00, time off 0 = 0.00',
    ]
    const sofia = '2: 2026-11-01 to 2026-11-15, 0 min, 0 × 41.00 = 0.00, time off 0 = 0.00'
    expect(await pay()).toEqual([...paul, sofia])
    await db().update(providers).set({ termDate: '2026-11-01' })
    expect(await pay()).toEqual([...paul, sofia])
    await db().update(providers).set({ termDate: '2026-10-31' })
    expect(await pay()).toEqual(paul)
    await db().update(providers).set({ termDate: null, hireDate: '2026-11-16' })
    expect(await pay()).toEqual(paul)
    expect(await pay({ providerTypeId: 1 })).toEqual(paul)
    expect(await pay({ providerTypeId: 2 })).toEqual([])
  })
})
