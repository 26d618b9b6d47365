import { and, asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { getProvider } from '#contract/providers.ts'
import { BLANK_PROVIDER_RATE, type ProviderRateRow } from '#domain/provider-form.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providerRates, rateTypes } from '#server/db/schema/rates.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { allowTimeOff, askForTimeOff, grantHours } from '#tests/support/server/time-off.ts'

const { hourly, daily } = RATE_TYPE_IDS
const id = PEOPLE.Providers.providerId
const LIST = 'providerRateChangeHistories'
/** A rate type that the provider has or had. */
const begun = { hasBegun: true, planned: [] } as const

/** Paul is paid 40.00 an hour, and worked two hours of November's first half. Today is 11/20. */
describe('the rates of a provider with locked days', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const ask = (name: 'planPayrollExport' | 'lockOutPeriod') => server().call(name, { token: token.ada, body: NOVEMBER })
  const paid = async () => planPayrollExport.data.parse((await ask('planPayrollExport')).data).gross
  const read = async () =>
    getProvider.data.parse((await server().call('getProvider', { token: token.ada, params: { id } })).data)
  const stored = async () => {
    const rows = await db()
      .select()
      .from(providerRates)
      .where(eq(providerRates.providerId, id))
      .orderBy(asc(providerRates.id))
    return rows.map(({ rate, effectiveDate, endedOn }) => [rate, effectiveDate, endedOn])
  }
  const save = async (...rates: ProviderRateRow[]) => {
    const { provider, entityCacheKey, providerEmergencyContacts } = await read()
    const body = {
      ...{ ...provider, id, entityCacheKey, providerEmergencyContacts, [LIST]: rates },
      ...{ addressLine1: '1 Main Street', countryId: 1, stateId: 1, city: 1, postalCode: '62701' },
      ...{ schoolIds: [SCHOOL_IDS.lincoln], serviceTypeIds: [SERVICE_IDS.ot] },
    }
    return server().call('updateProvider', { token: token.ada, body })
  }
  const added = (effectiveDate: string, providerRateTypeId: number = hourly): ProviderRateRow => ({
    ...{ ...BLANK_PROVIDER_RATE, providerRateTypeId, newRate: '55.00', effectiveDate },
  })
  const edited = (row: ProviderRateRow, effectiveDate: string, newRate: string): ProviderRateRow => ({
    ...{ ...row, isEdit: true, newRate, effectiveDate },
  })
  const planned = async (effectiveDate: string, newRate = '55.00') =>
    (await read())[LIST].map((row) => edited(row, effectiveDate, newRate))
  const inForce = async () => {
    const rows = await db()
      .select()
      .from(providerRates)
      .where(and(eq(providerRates.providerId, id), isNull(providerRates.deletedAt)))
      .orderBy(asc(providerRates.effectiveDate))
    return rows.map(({ rate, effectiveDate }) => [rate, effectiveDate])
  }
  const removed = async () => (await read())[LIST].map((row) => ({ ...row, isDeleted: true }))
  const refusedAt = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] })

  beforeEach(async () => {
    for (const screen of ['PayrollChecklistReport', 'ProviderProfileInformation'] as const) {
      await allowScreen(database(), 'Administrators', screen)
    }
    await addStatuses(database())
    await addPlaces(database())
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
    await db()
      .insert(providerRates)
      .values({ providerId: id, effectiveDate: '2025-01-01', rateTypeId: hourly, rate: '40.00' })
    await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-12' })
    await ask('lockOutPeriod')
  })

  test.each(['2026-10-20', '2026-11-12'])(
    'stay the same rows: the same rate from %s on would be added up apart',
    async (from) => {
      const before = await stored()
      expect(await save(...(await removed()), { ...added(from), newRate: '40.00' })).toMatchObject({ status: 400 })
      expect(await stored()).toEqual(before)
      expect(await paid()).toBe('80')
    },
  )

  test('pay the same when a rate is removed and another one added from before', async () => {
    const before = await stored()
    expect(await paid()).toBe('80')
    const message = '11/15/2026 is locked or exported. Choose 11/16/2026 or later.'
    for (const from of ['2025-01-01', '2026-11-15']) {
      expect(refusalOf(await save(...(await removed()), added(from)))).toEqual(
        refusedAt(`${LIST}.1.effectiveDate`, message),
      )
    }
    expect(await stored()).toEqual(before)
    expect(await save(...(await removed()), added('2026-11-16'))).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([
      ['40.00', '2025-01-01', '2026-11-16'],
      ['55.00', '2026-11-16', null],
    ])
    expect(await paid()).toBe('80')
  })

  test('pay the same on days whose payroll was exported before they are locked', async () => {
    const days = { startDate: '2026-11-12', endDate: '2026-11-30' }
    const exported = await server().call('exportPayroll', { token: token.ada, body: { ...days, lastId: null } })
    expect(exported).toMatchObject({ status: 200 })
    const message = '11/30/2026 is locked or exported. Choose 12/01/2026 or later.'
    for (const from of ['2026-11-16', '2026-11-20', '2026-11-30', '2026-12-01']) {
      expect(refusalOf(await save(...(await removed()), added(from)))).toEqual(
        refusedAt(`${LIST}.1.effectiveDate`, message),
      )
    }
    const { [LIST]: listed, rateDays } = await read()
    expect(rateDays).toMatchObject([{ providerRateTypeId: hourly, earliest: '2026-12-01', endedOn: '' }])
    expect(refusalOf(await save(...(await planned('2026-11-25'))))).toEqual(
      refusedAt(`${LIST}.0.effectiveDate`, message),
    )
    const fixed = '11/30/2026 is locked or exported. This rate can be removed on 12/01/2026 or later.'
    expect(await save(...(await removed()))).toMatchObject({ status: 409, message: fixed })
    expect(await stored()).toEqual([['40.00', '2025-01-01', null]])
    expect(listed).toMatchObject([{ oldRate: '40.00' }])
    expect(await save(...(await planned('2026-12-01')))).toMatchObject({ status: 200 })
  })

  test('keep a planned rate that begins on days whose payroll is exported', async () => {
    await save(...(await planned('2026-11-25')))
    const days = { startDate: '2026-11-12', endDate: '2026-11-30' }
    await server().call('exportPayroll', { token: token.ada, body: { ...days, lastId: null } })
    expect(await save(...(await planned('2026-12-05', '60.00')))).toMatchObject({ status: 200 })
    expect(await save(...(await planned('2026-12-15', '65.00')))).toMatchObject({ status: 200 })
    expect(await inForce()).toEqual([
      ['40.00', '2025-01-01'],
      ['55.00', '2026-11-25'],
      ['65.00', '2026-12-15'],
    ])
    expect((await read()).rateDays[0]?.planned).toEqual([{ rate: '65.00', from: '2026-12-15' }])
  })

  test('change after the first one begins', async () => {
    const { [LIST]: listed } = await read()
    await save(...listed, added('2026-12-01', daily))
    const change = async (effectiveDate: string) => {
      const { [LIST]: rows } = await read()
      return save(...rows.map((row) => (row.providerRateTypeId === daily ? edited(row, effectiveDate, '300.00') : row)))
    }
    const message = 'Choose a day after 12/01/2026, when the first rate begins.'
    expect(refusalOf(await change('2026-12-01'))).toEqual(refusedAt(`${LIST}.1.effectiveDate`, message))
    expect(await change('2027-01-01')).toMatchObject({ status: 200 })
    expect(await inForce()).toEqual([
      ['40.00', '2025-01-01'],
      ['55.00', '2026-12-01'],
      ['300.00', '2027-01-01'],
    ])
    expect((await read()).rateDays.find(({ providerRateTypeId }) => providerRateTypeId === daily)).toEqual({
      ...{ providerRateTypeId: daily, hasBegun: false, earliest: '', endedOn: '' },
      planned: [{ rate: '300.00', from: '2027-01-01' }],
    })
  })

  test('take back time off on a day that was exported ahead as it was paid', async () => {
    await allowTimeOff(database())
    await grantHours(database(), id, 40, TEST_NOW)
    const times = { requestedDate: '2026-11-24', startTime: '09:00', endTime: '13:00' }
    const request = await askForTimeOff(server(), token.paul, times)
    const accept = () => server().call('acceptPtos', { token: token.ada, body: { ids: String(request) } })
    await accept()
    const days = { startDate: '2026-11-16', endDate: '2026-11-30' }
    await server().call('exportPayroll', { token: token.ada, body: { ...days, lastId: null } })
    expect(refusalOf(await save(...(await planned('2026-11-22'))))).toMatchObject({ status: 400 })
    expect(await save(...(await planned('2026-12-01')))).toMatchObject({ status: 200 })
    await server().call('giveBackPtos', { token: token.paul, body: { ids: [request] } })
    await accept()
    expect(
      await db()
        .select({ amount: payAdjustments.amount, rate: payAdjustments.rate, paidOn: payAdjustments.paidOn })
        .from(payAdjustments),
    ).toEqual([{ amount: '-160.000', rate: '40.00', paidOn: '2026-12-01' }])
  })

  test('can follow one that ended without days between them', async () => {
    const tooEarly = refusedAt(
      `${LIST}.1.effectiveDate`,
      'A new rate begins tomorrow at the earliest. Choose 11/21/2026 or later.',
    )
    const { [LIST]: listed } = await read()
    expect(refusalOf(await save(...listed, added('2026-11-20', daily)))).toEqual(tooEarly)
    expect(await save(...(await removed()), added('2026-11-20'))).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([
      ['40.00', '2025-01-01', '2026-11-20'],
      ['55.00', '2026-11-20', null],
    ])
  })

  test('leave alone what a rate of another type paid', async () => {
    await db().update(providerRates).set({ endedOn: '2026-10-20' })
    await db()
      .insert(providerRates)
      .values({ providerId: id, effectiveDate: '2025-01-01', rateTypeId: daily, rate: '300.00' })
    const { [LIST]: listed, rateDays } = await read()
    expect(rateDays).toEqual([
      { ...begun, providerRateTypeId: hourly, earliest: '', endedOn: '2026-10-20' },
      { ...begun, providerRateTypeId: daily, earliest: '2026-11-16', endedOn: '' },
    ])
    const message = 'Work on 11/12/2026 would be paid at another rate. Choose 11/13/2026 or later.'
    const refused = refusedAt(`${LIST}.1.effectiveDate`, message)
    expect(refusalOf(await save(...listed, added('2026-10-20')))).toEqual(refused)
    // While the day is being corrected, it counts for nothing. What it was paid before comes back if nobody goes on with it.
    const correction = { providerId: id, date: '2026-11-12', reason: 'The school called' }
    expect(await server().call('openCorrection', { token: token.ada, body: correction })).toMatchObject({ status: 200 })
    expect(refusalOf(await save(...listed, added('2026-10-20')))).toEqual(refused)
    expect(await save(...listed, added('2026-11-13'))).toMatchObject({ status: 200 })
    expect(await paid()).toBe('600')
  })

  test('say when the last one ended', async () => {
    await save(...(await removed()))
    expect((await read()).rateDays).toEqual([
      { ...begun, providerRateTypeId: hourly, earliest: '2026-11-16', endedOn: '2026-11-20' },
    ])
  })
})
