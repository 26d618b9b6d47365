import { describe, expect, test } from 'vitest'
import { readCloseOut } from '#contract/billing.ts'
import { type ExplainedAmount, explainAmount } from '#contract/why.ts'
import { roundMoney, sumOf } from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession } = RATE_TYPE_IDS
const { lincoln, maple } = SCHOOL_IDS
const ADA = PEOPLE.Administrators.userId

describe('why an amount is what it is', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const ask = (of: ExplainedAmount, by = token.ada) => server().call('explainAmount', { token: by, body: { of } })
  const why = async (of: ExplainedAmount) => explainAmount.data.parse((await ask(of)).data)
  const workOf = (of: Omit<Partial<Extract<ExplainedAmount, { kind: 'work' }>>, 'kind'> = {}) =>
    why({ kind: 'work', ...NOVEMBER, ...of })
  const lock = () =>
    server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })

  test('lists the hours with who confirmed and approved them, the rate and the fee with who set them, and the lock', async () => {
    await db()
      .insert(schoolServiceRates)
      .values({
        ...{ schoolId: lincoln, serviceId: SERVICE_IDS.ot, rateTypeId: hourly, effectiveDate: '2026-11-03' },
        ...{ rate: '90.00', createdById: ADA, createdAt: new Date('2026-11-01T12:00:00Z') },
      })
    await db().insert(schoolBillingProfiles).values({ schoolId: lincoln, billingEmail: '' })
    await db()
      .insert(schoolAdminFees)
      .values({
        ...{ schoolId: lincoln, adminFee: '7.25', effectiveDate: '2026-10-01', createdById: ADA },
        createdAt: new Date('2026-10-01T12:00:00Z'),
      })
    await work(server(), token, { date: '2026-11-03', rateTypeId: hourly, endTime: '10:20' })
    await lock()
    await server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: lincoln } })
    const explanation = await why({ kind: 'invoice', id: 1 })
    expect(explanation).toEqual({
      amount: '128.38',
      money: { currency: 'USD', locale: 'en-US' },
      lines: [
        {
          schoolId: lincoln,
          schoolName: 'Lincoln',
          serviceName: 'Occupational Therapy',
          rateTypeId: hourly,
          from: '2026-11-03',
          to: '2026-11-03',
          quantity: '1.33',
          rate: '90.00',
          since: '2026-11-03',
          set: { by: 'Ada Admin', onUtc: '2026-11-01T12:00:00.000Z' },
          rows: [
            {
              date: '2026-11-03',
              providerId: 1,
              providerName: 'Paul Provider',
              quantity: '1.33',
              minutes: 80,
              exact: '120',
              hours: { startTime: '09:00:00', endTime: '10:20:00' },
              confirmed: { by: 'Paul Provider', onUtc: TEST_NOW.toISOString() },
              approved: { by: 'Ada Admin', onUtc: TEST_NOW.toISOString() },
              sessions: [{ id: 1, title: 'Fine motor group', startTime: '09:00:00', endTime: '10:20:00' }],
            },
          ],
          exact: '120',
          rounding: '-0.3',
          amount: '119.70',
        },
      ],
      fees: [
        {
          schoolId: lincoln,
          schoolName: 'Lincoln',
          percent: '7.25',
          base: '119.70',
          since: '2026-10-01',
          set: { by: 'Ada Admin', onUtc: '2026-10-01T12:00:00.000Z' },
          exact: '8.67825',
          rounding: '0.00175',
          amount: '8.68',
        },
      ],
      pay: [],
      locks: [{ ...NOVEMBER, isForced: false, by: 'Ada Admin', onUtc: TEST_NOW.toISOString() }],
      corrections: [],
      withoutRate: { minutes: 0, sessions: 0 },
      issued: { invoiceNumber: 'INV-00001', isTraced: true, replaces: [], credits: null, reason: '' },
    })
    expect(await workOf({ schoolId: lincoln })).toEqual({ ...explanation, issued: null })
  })

  test('explains what the close-out page projects, for a school and a provider, and what forcing leaves out', async () => {
    await work(
      server(),
      token,
      { date: '2026-11-03', rateTypeId: hourly },
      { date: '2026-11-03', at: 'maple', startTime: '13:00', endTime: '13:50' },
      { date: '2026-11-04', by: 'sofia', rateTypeId: perSession },
    )
    await plan(server(), { date: '2026-11-05', rateTypeId: hourly, endTime: '09:20' })
    await plan(server(), { date: '2026-11-05', startTime: '11:00', endTime: '12:00', at: 'maple' })
    const body = { startDate: NOVEMBER.startDate }
    const { schools, providers, leftOut } = readCloseOut.data.parse(
      (await server().call('readCloseOut', { token: token.ada, body })).data,
    )
    for (const { id, amount } of schools) expect((await workOf({ schoolId: id })).amount).toBe(amount)
    for (const { id, amount } of providers) {
      expect((await workOf({ providerId: id, withFees: false })).amount).toBe(amount)
    }
    const missing = await workOf({ only: 'unapproved', withFees: false })
    expect(missing.amount).toBe(leftOut.amount)
    expect(missing.lines.flatMap(({ rows }) => rows)).toMatchObject([
      { date: '2026-11-05', hours: null, confirmed: null, approved: null },
      { date: '2026-11-05', hours: null, confirmed: null, approved: null },
    ])
    const whole = await workOf()
    expect(whole.lines.map(({ schoolId }) => schoolId)).toEqual([lincoln, lincoln, maple])
    expect(roundMoney(sumOf(whole.lines.flatMap(({ exact, rounding }) => [exact, rounding])), 'USD')).toBe(whole.amount)
    expect(await workOf({ schoolId: lincoln, line: 1 })).toMatchObject({ amount: '60.00', lines: [{ quantity: '1' }] })
  })

  test('adds up like the total of providers, whose shares of a line are rounded each', async () => {
    // 1.25 h at 85.50 are 106.875: 106.88 for each of two providers, but 213.75 on the invoice's one line.
    await work(
      server(),
      token,
      { date: '2026-11-03', rateTypeId: hourly, endTime: '10:15' },
      { date: '2026-11-04', by: 'sofia', rateTypeId: hourly, endTime: '10:15' },
    )
    const total = await workOf({ withFees: false, byProvider: true })
    expect(total.amount).toBe('213.76')
    expect(total.lines.map(({ amount, rows }) => [amount, rows.map(({ providerName }) => providerName)])).toEqual([
      ['106.88', ['Paul Provider']],
      ['106.88', ['Sofía Special']],
    ])
    expect((await workOf({ withFees: false })).amount).toBe('213.75')
  })

  test('says what has no rate and counts as nothing', async () => {
    await work(server(), token, { date: '2026-11-03' })
    expect(await workOf({ schoolId: lincoln })).toMatchObject({
      amount: '0.00',
      lines: [],
      withoutRate: { minutes: 60, sessions: 1 },
    })
  })

  test('is for administrators, and of invoices that exist', async () => {
    expect(refusalOf(await ask({ kind: 'invoice', id: 7 }))).toEqual({
      status: 404,
      message: 'This invoice no longer exists. Look for it in Billing History.',
    })
    expect(await ask({ kind: 'invoice', id: 7 }, token.paul)).toMatchObject({ status: 403 })
    // Without the screen of payroll.
    expect(await ask({ kind: 'pay', ...NOVEMBER, providerId: 1, rateId: 1, part: 'base' })).toMatchObject({
      status: 403,
    })
  })
})
