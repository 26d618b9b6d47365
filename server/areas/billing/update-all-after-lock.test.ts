import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { previewInvoice } from '#contract/invoices.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { providerRates, rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { approve, confirm, NOVEMBER } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, CASELOAD_IDS, SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS
const { lincoln } = SCHOOL_IDS
const PAUL = PEOPLE.Providers.providerId
const WORKED = ['2026-11-03', '2026-11-10'].map((date) => ({ date, endTime: '11:00' }))
const FROM = '2026-11-20'
const PAST = ['2026-11-03', '2026-11-10', '2026-11-17'].map((date) => `${date} ${hourly}`)

describe('a series of which a half-month is locked, invoiced and exported', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const call = (name: 'readCloseOut' | 'lockOutPeriod' | 'exportPayroll' | 'planPayrollExport', body: object = {}) =>
    server().call(name, { token: token.ada, body: { ...NOVEMBER, ...body } })
  const invoice = (name: 'previewInvoice' | 'generateInvoice') =>
    server().call(name, { token: token.ada, body: { ...NOVEMBER, schoolId: lincoln } })
  /** Everything that shows an amount of the half-month. */
  const figures = async () => {
    const { asOf: _, ...closeOut } = readCloseOut.data.parse((await call('readCloseOut')).data)
    return {
      closeOut,
      preview: previewInvoice.data.parse((await invoice('previewInvoice')).data),
      payroll: planPayrollExport.data.parse((await call('planPayrollExport')).data),
    }
  }
  const stored = async (by: string): Promise<StoredSession> =>
    storedSessionSchema.parse((await server().call('editScheduleEventById', { token: by, body: { id: 1 } })).data)
  const updateAll = async (
    by: string,
    change: Partial<StoredSession['scheduleEventRecurrenceSchoolStudents']>,
    more: Partial<StoredSession> = {},
  ) => {
    const whole = await stored(by)
    const chosen = { ...whole.scheduleEventRecurrenceSchoolStudents, ...change }
    const body = { ...whole, ...more, scheduleEventRecurrenceSchoolStudents: chosen, changeFromDate: FROM }
    return server().call('updateScheduleEventSeries', { token: by, body })
  }
  const rateTypesByDate = async () => {
    const { rows } = await database().pool.query<{ date: string; type: number | null }>(
      'select date::text as date, rate_type_id as type from occurrences order by date',
    )
    return rows.map(({ date, type }) => `${date} ${type}`)
  }

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
    const rate = { effectiveDate: '2025-01-01', serviceId: SERVICE_IDS.ot, schoolId: lincoln }
    await db()
      .insert(schoolServiceRates)
      .values([
        { ...rate, rateTypeId: daily, rate: '450.00' },
        { ...rate, rateTypeId: daily, rate: '500.00', serviceId: SERVICE_IDS.pt },
      ])
    await db()
      .insert(providerRates)
      .values([
        { providerId: PAUL, effectiveDate: '2025-01-01', rateTypeId: hourly, rate: '40.00' },
        { providerId: PAUL, effectiveDate: '2025-01-01', rateTypeId: daily, rate: '300.00' },
      ])
    const now = server().now
    server().now = new Date('2026-10-30T12:00:00Z')
    await addSession(server(), await server().tokenOf(PEOPLE.Administrators.userId), {
      ...{ providerId: PAUL, rateTypeId: hourly, caseloadIds: [CASELOAD_IDS.ana] },
      ...{ date: '2026-11-03', endDate: '2026-12-01', endTime: '11:00' },
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
    })
    server().now = now
    for (const day of WORKED) {
      await confirm(server(), token, day)
      await approve(server(), token, day)
    }
    await call('lockOutPeriod')
    await invoice('generateInvoice')
    await call('exportPayroll', { lastId: null })
  })

  test.each([
    ['another rate type', 'ada', { serviceRateTypeId: daily }, {}, daily],
    ['another service', 'ada', { serviceId: SERVICE_IDS.pt, serviceRateTypeId: daily }, {}, daily],
    ['another service, by their provider', 'paul', { serviceId: SERVICE_IDS.pt }, {}, null],
    [
      ...(['another provider', 'ada', { serviceRateTypeId: perSession, caseloadIds: [CASELOAD_IDS.dora] }] as const),
      ...([{ providerId: PEOPLE.SpecialProvider.providerId }, perSession] as const),
    ],
  ] as const)('keeps its figures when Update All gives the coming sessions %s', async (_, by, change, more, after) => {
    const before = await figures()
    expect(before.closeOut.schools).toMatchObject([{ id: lincoln, minutes: 240, amount: '342.00' }])
    expect(before.payroll).toMatchObject({ gross: '160', last: { changes: [] } })
    const { caseloadIds, ...place } = { caseloadIds: [CASELOAD_IDS.ana], ...change }
    const reply = await updateAll(token[by], { ...place, caseloadIds: [...caseloadIds] }, more)
    expect(reply).toMatchObject({ status: 200, data: { changed: 2 } })
    expect(await rateTypesByDate()).toEqual([...PAST, `2026-11-24 ${after}`, `2026-12-01 ${after}`])
    expect(await figures()).toEqual(before)
    const issued = await db().select().from(invoices)
    expect(issued).toMatchObject([{ total: '342.0000' }])
    await invoice('generateInvoice')
    // Not even a word has changed, so the invoice stays.
    expect(await db().select().from(invoices)).toEqual(issued)
  })

  test.each([
    ['keeps', 'while their service stays', { eventName: 'Handwriting' }, [perSession, hourly]],
    ['gives up', 'with their service', { serviceId: SERVICE_IDS.pt }, [null, null]],
  ] as const)("%s a rate type that was chosen in Close Out %s in a provider's Update All", async (...row) => {
    const [, , change, [chosen, other]] = row
    await db().update(occurrences).set({ rateTypeId: perSession }).where(eq(occurrences.date, '2026-11-24'))
    expect(await updateAll(token.paul, change)).toMatchObject({ status: 200, data: { changed: 2 } })
    expect(await rateTypesByDate()).toEqual([...PAST, `2026-11-24 ${chosen}`, `2026-12-01 ${other}`])
  })
})
