import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { exportPayroll, planPayrollExport } from '#contract/payroll-export.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { getAdminPtos } from '#contract/time-off.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours, storedTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

const PAUL = PEOPLE.Providers.providerId
const REST = { startDate: '2026-11-16', endDate: '2026-11-30' }
const DECEMBER = { startDate: '2026-12-01', endDate: '2026-12-15' }

describe('time off on a day that is locked or exported', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    await db()
      .insert(providerRates)
      .values([
        { rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2025-01-01', providerId: PAUL, rate: '45.00' },
        { rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2026-11-10', providerId: PAUL, rate: '50.00' },
      ])
    await work(server(), token, { date: '2026-11-02' })
    await grantHours(database(), PAUL, 40, TEST_NOW)
  })

  const call = (name: EndpointName, body: object) => server().call(name, { token: token.ada, body })
  const lock = (period = NOVEMBER) => call('lockOutPeriod', { ...period, isForceFullLockOut: true })
  const store = async (period: typeof NOVEMBER) =>
    exportPayroll.data.parse((await call('exportPayroll', { ...period, lastId: null })).data).id
  const plan = async (period: typeof NOVEMBER) =>
    planPayrollExport.data.parse((await call('planPayrollExport', period)).data)
  const file = async (id: number) => {
    const { data } = await server().call('getPayrollExportFile', { token: token.ada, query: { id: String(id) } })
    if (!(data instanceof Uint8Array)) throw new Error('The export has no file')
    return new TextDecoder().decode(data).trim().split('\r\n').slice(1)
  }
  /** The rows of the payroll report, as text. */
  const payroll = async ({ startDate, endDate }: typeof NOVEMBER) => {
    const { filters, request, calls } = payrollReport
    const body = { ...request({ ...filters.none, from: startDate, to: endDate }), pageIndex: 1, pageSize: 100 }
    const { data } = await server().ask(calls.records, { token: token.ada, body })
    return calls.records.data
      .parse(data)
      .rows.map(({ rateType, rate, from, pto, grossPTO, grossBase }) =>
        [rateType, rate, from, pto, grossPTO, grossBase].join(', '),
      )
  }
  const ask = (form: object = {}) =>
    askForTimeOff(server(), token.paul, { requestedDate: '2026-11-03', startTime: '09:00', endTime: '13:00', ...form })
  const accept = (id: number) => call('acceptPtos', { ids: String(id) })
  const giveBack = async (id: number) => {
    // By now it has begun, and the provider could no longer ask.
    await db().update(ptoRequests).set({ state: 'givingBack' }).where(eq(ptoRequests.id, id))
    return accept(id)
  }
  const lines = async () =>
    (await db().select().from(payAdjustments).orderBy(asc(payAdjustments.id))).map(
      ({ kind, workDate, paidOn, minutes, quantity, amount, voidedAt }) =>
        `${kind} ${workDate} on ${paidOn}: ${minutes} minutes, ${quantity} = ${amount}${voidedAt ? ', voided' : ''}`,
    )
  const entries = async () => (await storedTimeOff(database())).entries

  test('is accepted into the payroll of the next open day, at the rate of its own day', async () => {
    await lock()
    const id = await ask()
    await store(NOVEMBER)
    const before = await payroll(NOVEMBER)
    expect(await accept(id)).toMatchObject({ status: 200 })
    expect(await lines()).toEqual(['timeOffAccepted 2026-11-03 on 2026-11-16: 240 minutes, 4.00 = 180.000'])
    expect(await db().select({ on: ptoRequests.paidOn }).from(ptoRequests)).toEqual([{ on: '2026-11-16' }])
    expect(await payroll(NOVEMBER)).toEqual(before)
    expect((await plan(NOVEMBER)).last?.changes).toEqual([])
    expect(await payroll(REST)).toEqual([
      'Hourly, late time off on 11/03/2026, 45.00, 2026-11-03, 4, 180.00, 0.00',
      'Hourly, 50.00, 2026-11-16, 0, 0.00, 0.00',
    ])
    expect(await plan(REST)).toMatchObject({ providers: 1, gross: '180', requests: 1 })
    expect(await file(await store(REST))).toEqual([
      '1,Paul Provider,"Hourly, late time off on 11/03/2026",45.00,11/03/2026,11/03/2026,0.00,0.00,4.00,180.00,180.00',
    ])
    expect(await entries()).toEqual([
      '1 upload 40.00 = 40.00 (no request)',
      `1 acceptance -4.00 = 36.00 (${id} request)`,
    ])
  })

  test('says before the answer what is closed, what pays it instead, and which hours would be paid twice', async () => {
    await lock()
    await store({ startDate: '2026-11-01', endDate: '2026-11-18' })
    await ask({ requestedDate: '2026-11-02', startTime: '09:30' })
    await ask({ requestedDate: '2026-11-20', startTime: '15:00', endTime: '16:00' })
    const { data } = await server().call('getAdminPtos', { token: token.ada })
    expect(getAdminPtos.data.parse(data).rows.map(({ requestedDate, pay }) => ({ requestedDate, pay }))).toEqual([
      { requestedDate: '2026-11-20', pay: { closed: null, worked: [], hasRate: true } },
      {
        requestedDate: '2026-11-02',
        pay: {
          closed: {
            locked: NOVEMBER,
            exported: { startDate: '2026-11-01', endDate: '2026-11-18' },
            paidOn: '2026-11-19',
          },
          worked: [{ schoolName: 'Lincoln', startTime: '09:00', endTime: '10:00' }],
          hasRate: true,
        },
      },
    ])
  })

  test('says before the answer that no rate pays it, and so does payroll', async () => {
    const sofia = PEOPLE.SpecialProvider.providerId
    const hasRates = async () => {
      const { data } = await server().call('getAdminPtos', { token: token.ada })
      return getAdminPtos.data
        .parse(data)
        .rows.flatMap(({ id, pay }) => (pay === null ? [] : [{ id, hasRate: pay.hasRate }]))
        .sort((one, other) => one.id - other.id)
    }
    await db()
      .insert(providerRates)
      .values([
        { rateTypeId: RATE_TYPE_IDS.perSession, effectiveDate: '2025-01-01', providerId: sofia, rate: '300.00' },
        { rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2026-11-21', providerId: sofia, rate: '30.00' },
      ])
    const times = { startTime: '15:00', endTime: '16:00' }
    const unrated = await askForTimeOff(server(), token.sofia, { ...times, requestedDate: '2026-11-20' })
    const rated = await askForTimeOff(server(), token.sofia, { ...times, requestedDate: '2026-11-23' })
    expect(await hasRates()).toEqual([
      { id: unrated, hasRate: false },
      { id: rated, hasRate: true },
    ])
    await accept(unrated)
    expect(await payroll(REST)).toContain('No rate, , 2026-11-20, 1, 0.00, 0.00')
    expect(await file(await store(REST))).toContain(
      '2,Sofía Special,No rate,,11/20/2026,11/20/2026,0.00,0.00,1.00,0.00,0.00',
    )

    // What was paid late is taken back at the rate that paid it.
    const late = await askForTimeOff(server(), token.sofia, { ...times, requestedDate: '2026-11-19' })
    await accept(late)
    await db().update(providerRates).set({ effectiveDate: '2025-01-01' }).where(eq(providerRates.providerId, sofia))
    await db().update(ptoRequests).set({ state: 'givingBack' }).where(eq(ptoRequests.id, late))
    expect(await hasRates()).toEqual([
      { id: rated, hasRate: true },
      { id: late, hasRate: false },
    ])
    await accept(late)
    expect(await lines()).toEqual([
      'timeOffAccepted 2026-11-19 on 2026-12-01: 60 minutes, 1.00 = 0.000',
      'timeOffGivenBack 2026-11-19 on 2026-12-01: -60 minutes, -1.00 = 0.000',
    ])
  })

  test('explains late pay with the time off and who booked it', async () => {
    await lock()
    await accept(await ask())
    const of = { kind: 'pay', startDate: '2026-11-03', endDate: '2026-11-03', providerId: PAUL, rateId: 1 }
    const explain = (more: object) => call('explainAmount', { of: { ...of, ...more } })
    expect(await explain({ part: 'timeOff', adjustmentId: 1 })).toMatchObject({
      status: 200,
      data: {
        amount: '180.00',
        pay: [
          {
            late: { kind: 'timeOffAccepted', paidOn: '2026-11-16', booked: { by: 'Ada Admin' } },
            rate: { rate: '45.00', since: '2025-01-01' },
            ...{ from: '2026-11-03', to: '2026-11-03', quantity: '4', amount: '180.00' },
            rows: [{ date: '2026-11-03', quantity: '4.00', hours: { startTime: '09:00:00', endTime: '13:00:00' } }],
          },
        ],
      },
    })
    // The work of that rate has none of it.
    expect(await explain({ part: 'timeOff' })).toMatchObject({
      data: { amount: '0.00', pay: [{ late: null, rows: [] }] },
    })
    expect(refusalOf(await explain({ part: 'timeOff', adjustmentId: 7 }))).toEqual({
      status: 404,
      message: 'This line of late pay no longer exists. Reload the page.',
    })
  })

  test('is taken back from a later payroll once its own was closed', async () => {
    const id = await ask()
    await accept(id)
    const late = await ask({ startTime: '13:00', endTime: '13:20' })
    await lock()
    const before = await payroll(NOVEMBER)
    await accept(late)
    await store(REST)
    const closed = await payroll(REST)
    expect(await giveBack(id)).toMatchObject({ status: 200 })
    expect(await giveBack(late)).toMatchObject({ status: 200 })
    expect(await lines()).toEqual([
      'timeOffAccepted 2026-11-03 on 2026-11-16: 20 minutes, 0.33 = 14.850',
      'timeOffGivenBack 2026-11-03 on 2026-12-01: -240 minutes, -4.00 = -180.000',
      'timeOffGivenBack 2026-11-03 on 2026-12-01: -20 minutes, -0.33 = -14.850',
    ])
    expect(await payroll(NOVEMBER)).toEqual(before)
    expect(await payroll(REST)).toEqual(closed)
    expect(await payroll(DECEMBER)).toEqual([
      'Hourly, time off on 11/03/2026 returned, 45.00, 2026-11-03, -4, -180.00, 0.00',
      'Hourly, time off on 11/03/2026 returned, 45.00, 2026-11-03, -0.33, -14.85, 0.00',
      'Hourly, 50.00, 2026-12-01, 0, 0.00, 0.00',
    ])
    expect((await entries()).slice(-2)).toEqual([
      `1 return 4.00 = 39.67 (${id} request)`,
      `1 return 0.33 = 40.00 (${late} request)`,
    ])
  })

  test('on an open day is paid and returned there', async () => {
    const id = await ask()
    await accept(id)
    expect(await payroll(NOVEMBER)).toContain('Hourly, 45.00, 2026-11-01, 4, 180.00, 45.00')
    await giveBack(id)
    expect(await payroll(NOVEMBER)).toContain('Hourly, 45.00, 2026-11-01, 0, 0.00, 45.00')
    expect(await lines()).toEqual([])
  })

  test('goes back to its own day when that is unlocked, but not out of a payroll that is closed', async () => {
    await lock()
    await accept(await ask())
    expect(await call('unlockPeriod', { id: 1, reason: 'Hours are missing' })).toMatchObject({ status: 200 })
    expect(await lines()).toEqual(['timeOffAccepted 2026-11-03 on 2026-11-16: 240 minutes, 4.00 = 180.000, voided'])
    expect(await payroll(NOVEMBER)).toContain('Hourly, 45.00, 2026-11-01, 4, 180.00, 45.00')
    expect(await payroll(REST)).toEqual(['Hourly, 50.00, 2026-11-16, 0, 0.00, 0.00'])

    await lock()
    await accept(await ask({ startTime: '14:00', endTime: '15:00' }))
    await store(REST)
    const message =
      'This billing period cannot be unlocked, because a later payroll that is locked or exported pays its days: ' +
      'Paul Provider, late time off on 11/03/2026, in the payroll of 11/16/2026.'
    expect(await call('searchLockOuts', {})).toMatchObject({
      data: {
        lockOutRecords: [
          { id: 2, unlockRefusal: message },
          { id: 1, unlockRefusal: null },
        ],
      },
    })
    expect(refusalOf(await call('unlockPeriod', { id: 2, reason: 'Hours are missing' }))).toEqual({
      status: 409,
      message: `${message} ${correctionMessages.insteadOfUnlocking}`,
    })
    expect(await payroll(REST)).toContain('Hourly, late time off on 11/03/2026, 45.00, 2026-11-03, 1, 45.00, 0.00')
  })
})
