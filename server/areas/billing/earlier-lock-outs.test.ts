import { beforeEach, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { previewInvoice } from '#contract/invoices.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import { type ExplainedAmount, explainAmount } from '#contract/why.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const PAUL = PEOPLE.Providers.providerId
const database = useDatabase()
const server = useTestServer(database)
const token = useDistrict(database, server)
const db = () => database().db

const call = (
  name: 'readCloseOut' | 'lockOutPeriod' | 'planPayrollExport' | 'previewInvoice' | 'generateInvoice',
  body: object = {},
) => server().call(name, { token: token.ada, body: { ...NOVEMBER, ...body } })

const figures = async () => {
  const { schools } = readCloseOut.data.parse((await call('readCloseOut')).data)
  const invoice = { schoolId: SCHOOL_IDS.lincoln }
  const { lines } = previewInvoice.data.parse((await call('previewInvoice', invoice)).data)
  const { gross } = planPayrollExport.data.parse((await call('planPayrollExport')).data)
  return {
    schools: schools.map(({ minutes, amount }) => [minutes, amount]),
    lines: lines.map(({ quantity, amount }) => [quantity, amount]),
    gross,
  }
}
const why = async (of: ExplainedAmount) =>
  explainAmount.data.parse((await server().call('explainAmount', { token: token.ada, body: { of } })).data)

beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
  const days = ['02', '03', '04', '05', '06', '09'].map((day) => ({
    date: `2026-11-${day}`,
    endTime: '09:10',
    rateTypeId: RATE_TYPE_IDS.hourly,
  }))
  await work(server(), token, ...days)
  await db()
    .insert(providerRates)
    .values({ providerId: PAUL, effectiveDate: '2025-01-01', rateTypeId: RATE_TYPE_IDS.hourly, rate: '40.00' })
  await call('lockOutPeriod')
})

test('six days of ten minutes are an hour', async () => {
  expect(await figures()).toEqual({ schools: [[60, '85.50']], lines: [['1', '85.50']], gross: '40' })
})

test('a half-month that was locked when each row was rounded keeps its figures', async () => {
  await db().update(lockOuts).set({ roundsEachRow: true })
  expect(await figures()).toEqual({ schools: [[60, '87.21']], lines: [['1.02', '87.21']], gross: '40.8' })
  const billed = await why({ ...NOVEMBER, kind: 'work' })
  expect(billed).toMatchObject({ amount: '87.21', lines: [{ quantity: '1.02', rounding: '0' }] })
  expect(billed.lines[0]?.rows[0]).toMatchObject({ quantity: '0.17', minutes: null, exact: '14.535' })
  const [rate] = await db().select().from(providerRates)
  const paid = await why({ ...NOVEMBER, kind: 'pay', providerId: PAUL, rateId: rate?.id ?? 0, part: 'base' })
  expect(paid).toMatchObject({ amount: '40.80', pay: [{ quantity: '1.02', rounding: '0' }] })

  // Just what an invoice said before, so that generating it again finds nothing new.
  await call('generateInvoice', { schoolId: SCHOOL_IDS.lincoln })
  const [issued] = await db().select().from(invoices)
  expect(issued?.content.work[0]).toMatchObject({ hundredths: 17 })
  expect(issued?.content.work[0]).not.toHaveProperty('minutes')
})

test('unlocking ends that', async () => {
  await db().update(lockOuts).set({ roundsEachRow: true })
  const { status } = await server().call('unlockPeriod', { token: token.ada, body: { id: 1, reason: 'Wrong hours' } })
  expect(status).toBe(200)
  await call('lockOutPeriod')
  expect(await figures()).toEqual({ schools: [[60, '85.50']], lines: [['1', '85.50']], gross: '40' })
})
