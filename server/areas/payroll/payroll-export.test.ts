import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exportPayroll, planPayrollExport } from '#contract/payroll-export.ts'
import { reportDetailsSchema } from '#contract/reports/details-view.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { payrollExports } from '#server/db/schema/payroll.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { refusalOf, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

describe('exporting payroll', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(() => allowScreen(database(), 'Administrators', 'PayrollChecklistReport'))

  const store = (lastId: number | null, period = NOVEMBER, confirmedOverlaps: number[] = []) =>
    server().call('exportPayroll', { token: token.ada, body: { ...period, lastId, confirmedOverlaps } })
  const plan = async (period = NOVEMBER) =>
    planPayrollExport.data.parse((await server().call('planPayrollExport', { token: token.ada, body: period })).data)
  const csv = async (id: number) => {
    const { data } = await server().call('getPayrollExportFile', { token: token.ada, query: { id: String(id) } })
    return new TextDecoder().decode(z.instanceof(Uint8Array).parse(data)).trim().split('\r\n').slice(1)
  }
  const timeOff = { providerId: 1, startTime: '09:00', endTime: '12:00', reason: 'Dentist' }
  const statuses = async () =>
    (await db().select().from(ptoRequests).orderBy(ptoRequests.id)).map(({ quickBooksStatus }) => quickBooksStatus)

  test('stores the lines and marks accepted time off; says what has changed since, and what others have exported', async () => {
    const hourly = { rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2025-01-01' }
    await db()
      .insert(providerRates)
      .values([
        { ...hourly, providerId: 1, rate: '40.05' },
        { ...hourly, providerId: 2, rate: '33.33' },
      ])
    await db()
      .insert(ptoRequests)
      .values([
        { ...timeOff, requestedDate: '2026-11-03', state: 'accepted' },
        { ...timeOff, requestedDate: '2026-11-04', state: 'givingBack', quickBooksStatus: 'Failed' },
        { ...timeOff, requestedDate: '2026-11-05', state: 'pending' },
        { ...timeOff, requestedDate: '2026-11-16', state: 'accepted' },
      ])
    await work(server(), token, { date: '2026-11-02', endTime: '10:20' })
    const none = { isLocked: false, last: null, overlaps: [] }
    expect(await plan()).toEqual({ providers: 1, gross: '293.57', requests: 2, ...none })

    const { id } = exportPayroll.data.parse((await store(null)).data)
    expect(await statuses()).toEqual(['Sent', 'Sent', 'Not Sent', 'Not Sent'])
    expect(await csv(id)).toEqual(['1,Paul Provider,Hourly,40.05,11/01/2026,11/15/2026,1.33,53.27,6.00,240.30,293.57'])
    const last = { id, by: 'Ada Admin', onUtc: TEST_NOW.toISOString() }
    expect(await plan()).toMatchObject({ requests: 0, last: { ...last, changes: [] } })

    await db().update(ptoRequests).set({ state: 'givenBack' }).where(eq(ptoRequests.id, 2))
    await work(server(), token, { date: '2026-11-12', by: 'sofia', endTime: '09:10' })
    const changes = [
      { providerId: 1, providerName: 'Paul Provider', before: '293.57', after: '173.42' },
      { providerId: 2, providerName: 'Sofía Special', before: '0', after: '5.67' },
    ]
    expect((await plan()).last).toEqual({ ...last, changes })
    expect(refusalOf(await store(null))).toEqual({
      status: 409,
      message: 'Someone else has exported this period in the meantime. Check what has changed since.',
    })
    await store(id)
    expect((await plan()).last).toMatchObject({ id: 2, changes: [] })
    // The earlier one stays as it was.
    expect(await csv(id)).toHaveLength(1)
    expect(await csv(2)).toHaveLength(2)
    expect((await plan({ startDate: '2026-11-10', endDate: '2026-11-30' })).overlaps).toEqual([
      { id: 2, ...NOVEMBER, onUtc: TEST_NOW.toISOString() },
    ])
    await server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })
    expect((await plan()).isLocked).toBe(true)
    expect((await plan({ ...NOVEMBER, endDate: '2026-11-16' })).isLocked).toBe(false)
  })

  test('asks about days that another export has, also if that one is new', async () => {
    await work(server(), token, { date: '2026-11-12' }, { date: '2026-11-17' })
    const periods = async () =>
      (await db().select().from(payrollExports).orderBy(payrollExports.id)).map(({ startDate, endDate }) => [
        startDate,
        endDate,
      ])
    await store(null)
    const longer = { startDate: '2026-11-10', endDate: '2026-11-30' }
    const unconfirmed = {
      status: 409,
      message:
        '11/10/2026 to 11/15/2026 is in the export of 11/01/2026 to 11/15/2026. Confirm that it is exported again, or choose other dates.',
    }
    expect(refusalOf(await store(null, longer))).toEqual(unconfirmed)
    // The same period again takes the place of its earlier export, which is another one then.
    expect(await store(1)).toMatchObject({ status: 200 })
    expect(refusalOf(await store(null, longer, [1]))).toEqual(unconfirmed)
    expect(await store(null, longer, [2])).toMatchObject({ status: 200 })
    const day = { startDate: '2026-11-12', endDate: '2026-11-12' }
    expect(refusalOf(await store(null, day, [2])).message).toBe(
      '11/12/2026 is in the export of 11/10/2026 to 11/30/2026. Confirm that it is exported again, or choose other dates.',
    )
    const rest = [NOVEMBER.startDate, NOVEMBER.endDate]
    expect(await periods()).toEqual([rest, rest, [longer.startDate, longer.endDate]])
  })

  test('details of what has no rate have nothing else, and details of any amount can be made', async () => {
    await work(server(), token, { date: '2026-11-02', endTime: '10:20' })
    await db()
      .insert(providerRates)
      .values({ rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2026-11-04', providerId: 1, rate: '999999' })
    await db()
      .insert(ptoRequests)
      .values([{ ...timeOff, requestedDate: '2026-11-05', state: 'accepted' }])
    const textOf = async (rateChangeHistoryId: number | undefined) => {
      const { view, request, filters } = payrollReport
      if (!view) throw new Error('The report has no details')
      const asked = {
        ...filters.none,
        from: NOVEMBER.startDate,
        to: NOVEMBER.endDate,
        providerId: 1,
        providerTypeId: 1,
      }
      const { data } = await server().ask(view.call, {
        token: token.ada,
        body: { ...request(asked), ...(rateChangeHistoryId !== undefined && { rateChangeHistoryId }) },
      })
      const { pdfFileName } = reportDetailsSchema.parse(data)
      const file = await server().call('getReportFile', {
        token: token.ada,
        params: { name: view.name, format: 'pdf', file: pdfFileName ?? '' },
      })
      return (await readPdf(z.instanceof(Uint8Array).parse(file.data))).pages.flat().join(' ')
    }
    const everything = await textOf(undefined)
    for (const part of ['No rate', '11/02/2026', '11/05/2026', '$2,999,997.00']) expect(everything).toContain(part)
    const withoutRate = await textOf(0)
    expect(withoutRate).toContain('11/02/2026')
    expect(withoutRate).not.toContain('11/05/2026')
  })

  test('refuses what it cannot export, and who may not see payroll', async () => {
    expect(refusalOf(await store(null))).toEqual({
      status: 404,
      message: 'There is nothing to pay from 11/01/2026 to 11/15/2026. Choose other dates.',
    })
    expect(await db().$count(payrollExports)).toBe(0)
    expect(await store(null, { startDate: '2026-11-15', endDate: '2026-11-01' })).toMatchObject({ status: 400 })
    const file = (caller: string) => server().call('getPayrollExportFile', { token: caller, query: { id: '7' } })
    expect(await file(token.ada)).toMatchObject({ status: 404, message: 'This export no longer exists.' })
    expect(await file(token.paul)).toMatchObject({ status: 403 })
  })
})
