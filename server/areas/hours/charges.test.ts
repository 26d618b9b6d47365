import { beforeEach, describe, expect, test } from 'vitest'
import { billOf } from '#domain/billing/invoice-lines.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { rateTypes, schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { confirm, NOVEMBER, plan, type Work, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'
import { chargesOf, costOf, readChargeSums } from './charges.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS
const { lincoln, maple } = SCHOOL_IDS

describe('the work of a period', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const done = (...days: Work[]) => work(server(), token, ...days)
  const rate = (schoolId: number, effectiveDate: string, amount: string, more: object = {}) =>
    db()
      .insert(schoolServiceRates)
      .values({ schoolId, serviceId: SERVICE_IDS.ot, rateTypeId: hourly, effectiveDate, rate: amount, ...more })
  const sums = (schoolId?: number) =>
    readChargeSums(db(), { period: NOVEMBER, ...(schoolId !== undefined && { schoolId }) })
  /** A line of text for each line of the school's bill, then the fees and the total. */
  const bill = async (schoolId: number = lincoln) => {
    const { lines, fees, total } = billOf(chargesOf(await sums(schoolId)), 'USD')
    return [
      ...lines.map(({ from, to, quantity, rate, amount }) => `${from} to ${to}: ${quantity} × ${rate} = ${amount}`),
      ...fees.map(({ percent, base, amount }) => `${percent}% of ${base} = ${amount}`),
      total,
    ]
  }

  beforeEach(async () => {
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
  })

  test('counts hours, sessions or days, by the rate type of its sessions', async () => {
    await rate(lincoln, '2025-01-01', '400.00', { rateTypeId: daily })
    await done(
      { date: '2026-11-02', rateTypeId: hourly, endTime: '10:20' },
      { date: '2026-11-03', rateTypeId: perSession },
      { date: '2026-11-04', rateTypeId: daily },
      { date: '2026-11-04', rateTypeId: daily, by: 'sofia' },
    )
    expect(await bill()).toEqual([
      '2026-11-02 to 2026-11-02: 1.33 × 85.50 = 113.72',
      '2026-11-03 to 2026-11-03: 1 × 60.00 = 60.00',
      '2026-11-04 to 2026-11-04: 2 × 400.00 = 800.00',
      '973.72',
    ])
  })

  test('counts a row once, with all of its sessions', async () => {
    await plan(server(), { date: '2026-11-03', rateTypeId: perSession })
    await done({ date: '2026-11-03', rateTypeId: perSession, startTime: '10:00', endTime: '11:00' })
    expect(await bill()).toEqual(['2026-11-03 to 2026-11-03: 2 × 60.00 = 120.00', '120.00'])
    const [sum] = await sums()
    expect(sum).toMatchObject({ sessions: 2, days: 1, minutes: 60 })
  })

  test('follows the service that was confirmed', async () => {
    await plan(server(), { date: '2026-11-03', rateTypeId: perSession })
    await plan(server(), {
      ...{ date: '2026-11-03', startTime: '10:00', endTime: '11:00' },
      ...{ serviceId: SERVICE_IDS.pt, rateTypeId: hourly },
    })
    const hours = { date: '2026-11-03', endTime: '11:00' }
    await confirm(server(), token, { ...hours, serviceId: SERVICE_IDS.pt })
    expect(await bill()).toEqual(['2026-11-03 to 2026-11-03: 2 × 70.00 = 140.00', '140.00'])
    await confirm(server(), token, hours)
    expect(await bill()).toEqual(['2026-11-03 to 2026-11-03: 2 × 60.00 = 120.00', '120.00'])
  })

  test('has the rate type of the first session if none has the service that was confirmed', async () => {
    await plan(server(), { date: '2026-11-03', rateTypeId: hourly })
    await confirm(server(), token, { date: '2026-11-03', serviceId: SERVICE_IDS.pt })
    expect(await bill()).toEqual(['2026-11-03 to 2026-11-03: 1 × 70.00 = 70.00', '70.00'])
  })

  test('has no rate before it is confirmed if it has none afterward', async () => {
    // The first session's service has several rates and no rate type; the other session's rate type isn't for it.
    await plan(server(), { date: '2026-11-03' })
    await plan(server(), {
      ...{ date: '2026-11-03', startTime: '10:00', endTime: '11:00' },
      ...{ serviceId: SERVICE_IDS.pt, rateTypeId: hourly },
    })
    const unrated = { serviceId: SERVICE_IDS.ot, rateTypeId: null, rate: null, minutes: 120, sessions: 2 }
    expect(await sums()).toMatchObject([unrated])
    await confirm(server(), token, { date: '2026-11-03', endTime: '11:00' })
    expect(await sums()).toMatchObject([unrated])
  })

  test('splits at a change of the rate, and of the admin fee', async () => {
    await rate(lincoln, '2026-11-09', '90.00')
    await db()
      .insert(schoolAdminFees)
      .values([
        { schoolId: lincoln, adminFee: '5.00', effectiveDate: '2026-01-01' },
        { schoolId: lincoln, adminFee: '6.50', effectiveDate: '2026-11-12' },
      ])
    const days = ['2026-11-06', '2026-11-09', '2026-11-11', '2026-11-12']
    await done(...days.map((date) => ({ date, rateTypeId: hourly })))
    expect(await bill()).toEqual([
      '2026-11-06 to 2026-11-06: 1 × 85.50 = 85.50',
      '2026-11-09 to 2026-11-11: 2 × 90.00 = 180.00',
      '2026-11-12 to 2026-11-12: 1 × 90.00 = 90.00',
      '5.00% of 265.50 = 13.28',
      '6.50% of 90.00 = 5.85',
      '374.63',
    ])
    await db().update(schoolAdminFees).set({ endedOn: '2026-11-12' })
    expect((await bill()).slice(-2)).toEqual(['5.00% of 265.50 = 13.28', '368.78'])
  })

  test('takes no withdrawn rate, and none that has ended', async () => {
    await rate(maple, '2026-11-03', '95.00', { deletedAt: new Date() })
    const at = { at: 'maple', endTime: '10:00' } as const
    await done({ date: '2026-11-03', ...at }, { date: '2026-11-05', ...at })
    expect(await bill(maple)).toEqual(['2026-11-03 to 2026-11-05: 2 × 81.00 = 162.00', '162.00'])
    await db().update(schoolServiceRates).set({ endedOn: '2026-11-05' })
    expect(await bill(maple)).toEqual(['2026-11-03 to 2026-11-03: 1 × 81.00 = 81.00', '81.00'])
    // Added again on the day it ended.
    await rate(maple, '2026-11-05', '83.00')
    expect(await bill(maple)).toEqual([
      '2026-11-03 to 2026-11-03: 1 × 81.00 = 81.00',
      '2026-11-05 to 2026-11-05: 1 × 83.00 = 83.00',
      '164.00',
    ])
  })

  test('is not cut off by a rate that was removed', async () => {
    await db().update(schoolServiceRates).set({ endedOn: '2026-11-01' })
    await rate(maple, '2026-11-03', '90.00', { endedOn: '2026-11-05' })
    await rate(maple, '2026-11-02', '83.00')
    const at = { at: 'maple', endTime: '10:00' } as const
    await done({ date: '2026-11-02', ...at }, { date: '2026-11-03', ...at }, { date: '2026-11-05', ...at })
    expect(await bill(maple)).toEqual([
      '2026-11-02 to 2026-11-05: 2 × 83.00 = 166.00',
      '2026-11-03 to 2026-11-03: 1 × 90.00 = 90.00',
      '256.00',
    ])
  })

  describe('without a rate type', () => {
    test("has the school's only rate for the service", async () => {
      await done({ date: '2026-11-03', at: 'maple' })
      expect(await bill(maple)).toEqual(['2026-11-03 to 2026-11-03: 1 × 81.00 = 81.00', '81.00'])
    })

    test('has no rate if the school has several, or none', async () => {
      await done({ date: '2026-11-03' }, { date: '2026-11-04', serviceId: SERVICE_IDS.pt })
      await db().update(schoolServiceRates).set({ endedOn: '2026-11-04' })
      expect(await sums()).toMatchObject([
        { serviceId: SERVICE_IDS.ot, rateTypeId: null, rate: null, minutes: 60, from: '2026-11-03' },
        { serviceId: SERVICE_IDS.pt, rateTypeId: null, rate: null, minutes: 60, from: '2026-11-04' },
      ])
      expect(await bill()).toEqual(['0.00'])
    })
  })

  test('with zero hours counts as nothing, and work without timesheets is not counted', async () => {
    const day = { date: '2026-11-03', rateTypeId: hourly }
    await plan(server(), day)
    await confirm(server(), token, { ...day, isZeroHours: true })
    await plan(server(), { ...day, date: '2026-11-04', isTimesheetReq: false })
    expect(await sums()).toMatchObject([{ minutes: 0, sessions: 0, days: 0 }])
    expect(await bill()).toEqual(['0.00'])
  })

  test('is approved or not; until it is confirmed, its sessions say how much it is', async () => {
    await done({ date: '2026-11-03', rateTypeId: hourly })
    await plan(server(), { date: '2026-11-04', rateTypeId: hourly, endTime: '11:00' })
    const period = await sums()
    expect(period).toMatchObject([
      { isApproved: true, minutes: 60, from: '2026-11-03' },
      { isApproved: false, minutes: 120, from: '2026-11-04' },
    ])
    const approved = period.filter(({ isApproved }) => isApproved)
    expect(costOf(approved, 'USD')).toBe('85.50')
    await server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })
    expect(await sums()).toEqual(period)
  })

  test('costs what each school is billed', async () => {
    await rate(maple, '2026-11-02', '85.50')
    const third = { date: '2026-11-03', endTime: '09:20', rateTypeId: hourly }
    await done(third, { ...third, at: 'maple', startTime: '13:00', endTime: '13:20' })
    // 0.33 × 85.50 = 28.215, rounded for each school.
    expect(costOf(await sums(), 'USD')).toBe('56.44')
  })
})
