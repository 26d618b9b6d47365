import { and, asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCorrection } from '#contract/corrections.ts'
import { previewInvoice } from '#contract/invoices.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { getSchoolServiceRates } from '#contract/schools.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import type { RateRow } from '#domain/school-form.ts'
import { providerRates, rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS
const { maple } = SCHOOL_IDS
const { ot, pt } = SERVICE_IDS

/** Maple pays 81.00 an hour for occupational therapy, and nothing for physical therapy. */
describe('the rates of a school with locked days', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const ask = (name: 'previewInvoice' | 'planPayrollExport' | 'lockOutPeriod', more: object = {}) =>
    server().call(name, { token: token.ada, body: { ...NOVEMBER, ...more } })
  const billed = async () => {
    const { lines, total } = previewInvoice.data.parse((await ask('previewInvoice', { schoolId: maple })).data)
    return [...lines.map(({ quantity, rate, amount }) => `${quantity} × ${rate} = ${amount}`), total]
  }
  const paid = async () => planPayrollExport.data.parse((await ask('planPayrollExport')).data).gross
  const read = async () => {
    const reply = await server().call('getSchoolServiceRates', { token: token.ada, query: { schoolId: maple } })
    return getSchoolServiceRates.data.parse(reply.data)
  }
  const stored = async () => {
    const rows = await db()
      .select()
      .from(schoolServiceRates)
      .where(eq(schoolServiceRates.schoolId, maple))
      .orderBy(asc(schoolServiceRates.id))
    return rows.map(({ rate, effectiveDate, endedOn }) => [rate, effectiveDate, endedOn])
  }
  const save = (...rows: RateRow[]) =>
    server().call('saveSchoolServiceRates', { token: token.ada, body: rows, query: { schoolId: maple } })
  const added = (effectiveDate: string, more: Partial<RateRow> = {}): RateRow => ({
    ...{ id: null, serviceId: ot, rateTypeId: hourly, rate: '130.00', effectiveDate, isDeleted: false },
    ...{ isServiceRateChanged: false, furtureServiceRate: '', serviceRateEffectiveDate: '' },
    ...more,
  })
  const removed = async () => (await read()).rates.map((row) => ({ ...row, isDeleted: true }))
  const refusedAt = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] })

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
    const pay = { providerId: PEOPLE.Providers.providerId, effectiveDate: '2025-01-01' }
    await db()
      .insert(providerRates)
      .values([
        { ...pay, rateTypeId: hourly, rate: '40.00' },
        { ...pay, rateTypeId: daily, rate: '300.00' },
      ])
    const [unused] = await db()
      .insert(schoolServiceRates)
      .values({ schoolId: maple, serviceId: pt, rateTypeId: hourly, rate: '1.00', effectiveDate: '2025-01-01' })
      .returning()
    await work(
      server(),
      token,
      { date: '2026-11-03', at: 'maple', endTime: '11:00' },
      { date: '2026-11-05', at: 'maple', serviceId: pt },
    )
    await db()
      .delete(schoolServiceRates)
      .where(eq(schoolServiceRates.id, unused?.id ?? 0))
    await ask('lockOutPeriod')
  })

  test('keep their price when a rate is removed and another one added from before', async () => {
    const before = await stored()
    expect(await billed()).toEqual(['2 × 81.00 = 162.00', '162.00'])
    const message = '11/15/2026 is locked. Choose 11/16/2026 or later.'
    for (const from of ['2025-01-01', '2026-11-15']) {
      expect(refusalOf(await save(...(await removed()), added(from)))).toEqual(refusedAt('1.effectiveDate', message))
    }
    expect(await stored()).toEqual(before)
    expect(await save(...(await removed()), added('2026-11-16'))).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([
      ['81.00', '2025-01-01', '2026-11-16'],
      ['130.00', '2026-11-16', null],
    ])
    expect(await billed()).toEqual(['2 × 81.00 = 162.00', '162.00'])
  })

  test('keep the only rate of work without a rate type', async () => {
    const second = { rateTypeId: perSession }
    const message =
      'Locked work on 11/03/2026 has no rate type and is billed at the only rate. Choose 11/04/2026 or later.'
    for (const from of ['2025-01-01', '2026-11-03']) {
      expect(refusalOf(await save(added(from, second)))).toEqual(refusedAt('0.effectiveDate', message))
    }
    // Also while a correction has deleted the work: canceling brings it back.
    const correction = { providerId: PEOPLE.Providers.providerId, date: '2026-11-03', reason: 'The school called' }
    const opened = await server().call('openCorrection', { token: token.ada, body: correction })
    const { id, entityCacheKey } = openCorrection.data.parse(opened.data)
    await server().call('deleteScheduleEvents', { token: token.ada, body: { scheduleEventRecurrenceIds: [1] } })
    expect(refusalOf(await save(added('2026-11-03', second)))).toEqual(refusedAt('0.effectiveDate', message))
    expect(await save(added('2026-11-04', second))).toMatchObject({ status: 200 })
    const canceled = await server().call('cancelCorrection', { token: token.ada, body: { id, entityCacheKey } })
    expect(canceled).toMatchObject({ status: 200 })
    expect(await billed()).toEqual(['2 × 81.00 = 162.00', '162.00'])
  })

  test('give work without a rate its first one, unless that changes what is paid for it', async () => {
    expect(await paid()).toBe('120')
    const message = 'Work on 11/05/2026 would be paid at another rate. Choose 11/06/2026 or later.'
    const first = { serviceId: pt, rate: '70.00' }
    expect(refusalOf(await save(added('2026-11-01', { ...first, rateTypeId: daily })))).toEqual(
      refusedAt('0.effectiveDate', message),
    )
    expect(await save(added('2026-11-01', first))).toMatchObject({ status: 200 })
    expect(await billed()).toEqual(['2 × 81.00 = 162.00', '1 × 70.00 = 70.00', '232.00'])
    expect(await paid()).toBe('120')
  })

  test('say from which day on a rate can be added, and when the last one ended', async () => {
    const kind = { serviceId: ot, rateTypeId: hourly, earliest: '2026-11-16', hasBegun: true, planned: [] }
    expect((await read()).rateDays).toEqual([{ ...kind, endedOn: '' }])
    await save(...(await removed()))
    expect((await read()).rateDays).toEqual([{ ...kind, endedOn: '2026-11-20' }])
  })

  test('change after the first one begins, and say which planned ones a change removes', async () => {
    const plan = async (serviceRateEffectiveDate: string, furtureServiceRate: string) =>
      save(
        ...(await read()).rates.map((row) => ({
          ...{ ...row, isServiceRateChanged: true, furtureServiceRate, serviceRateEffectiveDate },
        })),
      )
    await save(...(await removed()), added('2026-12-01'))
    const message = 'Choose a day after 12/01/2026, when the first rate begins.'
    expect(refusalOf(await plan('2026-12-01', '140.00'))).toEqual(refusedAt('0.serviceRateEffectiveDate', message))
    await plan('2026-12-10', '140.00')
    expect((await read()).rateDays.find(({ serviceId }) => serviceId === ot)?.planned).toEqual([
      { rate: '140.00', from: '2026-12-10' },
    ])
    expect(await plan('2026-12-31', '160.00')).toMatchObject({ status: 200 })
    const rows = await db()
      .select({ rate: schoolServiceRates.rate, from: schoolServiceRates.effectiveDate })
      .from(schoolServiceRates)
      .where(and(eq(schoolServiceRates.schoolId, maple), isNull(schoolServiceRates.deletedAt)))
      .orderBy(asc(schoolServiceRates.effectiveDate))
    expect(rows.slice(1)).toEqual([
      { rate: '130.00', from: '2026-12-01' },
      { rate: '160.00', from: '2026-12-31' },
    ])
  })
})
