import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ptoBalances } from '#server/db/schema/time-off.ts'
import { NOVEMBER } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { grantHours, storedTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

const PAUL = PEOPLE.Providers.providerId

describe('the balance of someone who has left', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    const rate = { rateTypeId: RATE_TYPE_IDS.hourly, providerId: PAUL }
    await db()
      .insert(providerRates)
      .values([
        { ...rate, effectiveDate: '2025-01-01', rate: '45.00' },
        { ...rate, effectiveDate: '2026-11-12', rate: '50.00' },
      ])
    await grantHours(database(), PAUL, 12.33, TEST_NOW)
    await leave({ termDate: '2026-11-10' })
  })

  const leave = (values: Partial<typeof providers.$inferInsert>) =>
    db().update(providers).set(values).where(eq(providers.id, PAUL))
  const call = (name: EndpointName, body: object, by = token.ada) => server().call(name, { token: by, body })
  const settle = async (how: 'payOut' | 'writeOff', more: object = {}) =>
    call('settlePtoBalance', { providerId: PAUL, entityCacheKey: '2', how, reason: 'Agreed at leaving', ...more })
  const balance = async () => (await db().select().from(ptoBalances))[0]?.availableHours
  const lines = async () =>
    (await db().select().from(payAdjustments).orderBy(asc(payAdjustments.id))).map(
      ({ kind, workDate, paidOn, quantity, amount, rate, voidedAt }) =>
        `${kind} ${workDate} on ${paidOn}: ${quantity} at ${rate} = ${amount}${voidedAt ? ', voided' : ''}`,
    )
  const entry = async () => (await storedTimeOff(database())).entries.at(-1)
  const payroll = async (from: string, to: string) => {
    const { filters, request, calls } = payrollReport
    const body = { ...request({ ...filters.none, from, to }), pageIndex: 1, pageSize: 100 }
    const { data } = await server().ask(calls.records, { token: token.ada, body })
    return calls.records.data
      .parse(data)
      .rows.filter(({ pto }) => pto !== 0)
      .map(({ rateType, rate, pto, grossPTO, grossBase }) => [rateType, rate, pto, grossPTO, grossBase].join(', '))
  }

  test('is paid out in the payroll that is open now, at the rate of the last day, and 0 is left', async () => {
    expect(await settle('payOut')).toMatchObject({
      status: 200,
      message: 'The balance was paid out',
      data: { paidOn: '2026-11-20' },
    })
    expect(await balance()).toBe('0.00')
    expect(await entry()).toBe(`${PAUL} payOut -12.33 = 0.00 (no request)`)
    expect(await lines()).toEqual(['balancePaidOut 2026-11-10 on 2026-11-20: 12.33 at 45.00 = 554.850'])
    expect(await payroll('2026-11-16', '2026-11-30')).toEqual([
      'Hourly, time-off balance on 11/10/2026 paid out, 45.00, 12.33, 554.85, 0.00',
    ])
    expect(await payroll('2026-11-01', '2026-11-15')).toEqual([])
    expect(refusalOf(await settle('payOut', { entityCacheKey: '3' }))).toMatchObject({
      status: 409,
      message: 'No hours are left in this balance, so nothing has to be settled.',
    })
  })

  test('is paid by the first payroll that is not locked, and unlocking the last day pays it once', async () => {
    const leftOut = { days: 0, hundredths: 0, amount: '0.00' }
    const rest = { startDate: '2026-11-16', endDate: '2026-11-30' }
    const locked = { isForced: true, leftOut, lockedById: PEOPLE.Administrators.userId }
    await db()
      .insert(lockOuts)
      .values([rest, NOVEMBER].map((period) => ({ ...period, ...locked })))
    expect(await settle('payOut')).toMatchObject({ status: 200, data: { paidOn: '2026-12-01' } })
    expect(await call('unlockPeriod', { id: 2, reason: 'Too early' })).toMatchObject({ status: 200 })
    expect(await lines()).toEqual(['balancePaidOut 2026-11-10 on 2026-12-01: 12.33 at 45.00 = 554.850'])
    expect(await payroll('2026-11-01', '2026-12-31')).toHaveLength(1)
  })

  test('is written off with a reason, also below zero', async () => {
    expect(await settle('writeOff', { reason: ' ' })).toMatchObject({ status: 400 })
    expect(await settle('writeOff')).toMatchObject({ status: 200, message: 'The balance was written off' })
    expect([await balance(), await lines()]).toEqual(['0.00', []])
    expect(await entry()).toBe(`${PAUL} writeOff -12.33 = 0.00 (no request)`)
    await db().update(ptoBalances).set({ availableHours: '-3.00' })
    const third = { entityCacheKey: '3' }
    expect(refusalOf(await settle('payOut', third))).toMatchObject({
      status: 409,
      message: 'A balance below zero cannot be paid out. It can be written off.',
    })
    expect(await settle('writeOff', third)).toMatchObject({ status: 200 })
    expect(await entry()).toBe(`${PAUL} writeOff 3.00 = 0.00 (no request)`)
  })

  test('is settled only as it was shown, after the last day, by administrators, and paid only at a rate', async () => {
    expect(await call('settlePtoBalance', {}, token.sofia)).toMatchObject({ status: 403 })
    expect(refusalOf(await settle('payOut', { entityCacheKey: '1' })).message).toBe(
      'Someone else has changed this balance. Please review it.',
    )
    await leave({ termDate: '2026-11-20' })
    expect(refusalOf(await settle('writeOff')).message).toBe('Paul Provider has not left. Set the hours with a file.')
    await leave({ termDate: '2024-12-31' })
    expect(refusalOf(await settle('payOut')).message).toBe(
      'No hourly rate was in force on 12/31/2024. Add one to the provider, or write the balance off.',
    )
    expect(await settle('writeOff', { providerId: 99 })).toMatchObject({ status: 404 })
    expect([await balance(), await lines()]).toEqual(['12.33', []])
  })
})
