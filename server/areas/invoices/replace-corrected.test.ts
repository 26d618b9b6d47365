import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { explainAmount } from '#contract/why.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDelivery } from '#tests/support/server/issued-invoices.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { SCHOOL_IDS, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { replaceAfterCorrection } from './replace-corrected.ts'

const { hourly } = RATE_TYPE_IDS
const { lincoln } = SCHOOL_IDS
const DAY = { providerId: 1, date: '2026-11-03' }
const REASON = 'The session of 11/03/2026 ended at 9:40 AM.'

describe('the invoices of a corrected day', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const issuer = {
    user: { userId: PEOPLE.Administrators.userId, role: 'Administrators' },
    now: TEST_NOW,
    timeZone: 'America/New_York',
  } as const
  const stored = () => db().select().from(invoices).orderBy(asc(invoices.number))
  /** What a correction leaves: the day locked and approved, with other hours. */
  const change = (endTime: string) => db().update(timesheets).set({ endTime }).where(eq(timesheets.date, DAY.date))
  const correct = () => db().transaction((tx) => replaceAfterCorrection(tx, DAY, () => REASON, issuer))
  const outstanding = async () => (await server().call('getOutstanding', { token: token.ada, body: {} })).data

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'BillingHistory')
    await work(server(), token, { date: DAY.date, rateTypeId: hourly }, { date: '2026-11-04', rateTypeId: hourly })
    await server().call('lockOutPeriod', { token: token.ada, body: NOVEMBER })
    await server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: lincoln } })
  })

  test('are replaced for the same period; the first one still explains itself with the old hours and names', async () => {
    await addDelivery(database(), 1, 'sent')
    await change('09:30:00')
    await db().update(providers).set({ firstName: 'Renamed' })
    expect(await correct()).toMatchObject([
      {
        schoolId: lincoln,
        schoolName: 'Lincoln',
        before: { invoiceNumber: 'INV-00001', total: '171.00', isPaid: false, isReceived: true },
        total: '128.25',
        amountDue: '128.25',
        creditNote: null,
        invoice: { id: 2, invoiceNumber: 'INV-00002' },
      },
    ])
    const [first, second] = await stored()
    expect(first).toMatchObject({ supersededById: 2, total: '171.0000', content: { total: '171.00' } })
    expect(second).toMatchObject({
      ...NOVEMBER,
      supersededById: null,
      content: {
        replacement: {
          invoiceNumbers: ['INV-00001'],
          received: [{ invoiceNumber: 'INV-00001', sentOn: '2026-11-20' }],
          reason: REASON,
          payments: [],
        },
      },
    })
    const why = async (id: number) =>
      explainAmount.data.parse(
        (await server().call('explainAmount', { token: token.ada, body: { of: { kind: 'invoice', id } } })).data,
      )
    expect(await why(1)).toMatchObject({
      amount: '171.00',
      lines: [
        {
          rows: [
            {
              providerName: 'Paul Provider',
              quantity: '1',
              hours: { startTime: '09:00:00', endTime: '10:00:00' },
              confirmed: { by: 'Paul Provider' },
              approved: { by: 'Ada Admin' },
              sessions: [{ title: 'Fine motor group' }],
            },
            {},
          ],
        },
      ],
      issued: { invoiceNumber: 'INV-00001', isTraced: true, replaces: [], reason: '' },
    })
    expect(await why(2)).toMatchObject({
      amount: '128.25',
      lines: [{ rows: [{ providerName: 'Renamed Provider', hours: { endTime: '09:30:00' } }, {}] }],
      issued: { replaces: ['INV-00001'], reason: REASON },
    })
  })

  test('are left alone where the school is billed the same', async () => {
    await db().update(providers).set({ firstName: 'Renamed' })
    expect(await correct()).toEqual([])
    expect(await stored()).toHaveLength(1)
  })

  test('keep what was paid: the difference is a credit, until another correction makes it up', async () => {
    await db().update(invoices).set({ paidOn: '2026-11-20', paidReference: 'Check 9' })
    await change('09:30:00')
    expect(await correct()).toMatchObject([{ before: { isPaid: true }, total: '128.25', amountDue: '-42.75' }])
    expect((await stored())[1]).toMatchObject({
      amountDue: '-42.7500',
      paidOn: null,
      content: {
        replacement: {
          payments: [{ invoiceNumber: 'INV-00001', paidOn: '2026-11-20', reference: 'Check 9', amount: '171.00' }],
        },
      },
    })
    expect(await outstanding()).toMatchObject({ schools: [{ name: 'Lincoln', total: '-42.75' }], total: '-42.75' })
    await change('10:00:00')
    expect(await correct()).toMatchObject([{ total: '171.00', amountDue: '0.00' }])
    expect((await stored())[2]).toMatchObject({ amountDue: '171.0000', paidOn: '2026-11-20', paidReference: 'Check 9' })
    expect(await outstanding()).toMatchObject({ schools: [], total: '0.00' })
  })

  test('get a credit note first where the organization wants that', async () => {
    await db().update(organisation).set({ correctedInvoices: 'credit' })
    await change('09:30:00')
    expect(await correct()).toMatchObject([
      {
        ...{ before: { invoiceNumber: 'INV-00001' }, total: '128.25', isCredited: true, refusal: undefined },
        creditNote: { id: 2, invoiceNumber: 'CN-00002' },
        invoice: { id: 3, invoiceNumber: 'INV-00003' },
      },
    ])
    const [first, note] = await stored()
    expect(first).toMatchObject({ supersededById: 3 })
    expect(note).toMatchObject({
      kind: 'credit',
      creditsId: 1,
      total: '-171.0000',
      amountDue: '0.0000',
      content: {
        lines: [{ quantity: '-2', rate: '85.50', amount: '-171.00' }],
        total: '-171.00',
        credits: { invoiceNumber: 'INV-00001', reason: REASON },
      },
    })
    expect(await outstanding()).toMatchObject({ total: '128.25' })
    const exported = async (name: 'exportInvoicesCsv' | 'exportInvoicesJson') => {
      const { data } = await server().call(name, { token: token.ada, query: NOVEMBER })
      return new TextDecoder().decode(z.instanceof(Uint8Array).parse(data))
    }
    const rows = (await exported('exportInvoicesCsv')).trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(['INV-00003'])
    expect(JSON.parse(await exported('exportInvoicesJson'))).toMatchObject({
      invoices: [
        { invoiceNumber: 'INV-00001', kind: 'invoice', credits: null, total: '171.00' },
        { invoiceNumber: 'CN-00002', kind: 'credit', credits: 'INV-00001', total: '-171.00' },
        { invoiceNumber: 'INV-00003', kind: 'invoice', credits: null, total: '128.25' },
      ],
    })
  })

  test('get a credit note alone where nothing is left to bill, and what was paid is the credit of the school', async () => {
    await db().update(invoices).set({ paidOn: '2026-11-20', paidReference: '' })
    await db().update(timesheets).set({ isZeroHours: true })
    expect(await correct()).toMatchObject([
      { total: '0.00', amountDue: '-171.00', creditNote: { invoiceNumber: 'CN-00002' }, invoice: null },
    ])
    expect((await stored())[0]).toMatchObject({ supersededById: 2 })
    expect(await outstanding()).toMatchObject({ total: '-171.00' })
  })

  test('say on later prints what replaced them, while what they say stays as it was', async () => {
    const print = async (path: string) => {
      const { data } = await server().call('downloadInvoicePdf', { token: token.ada, params: { path } })
      const { pages } = await readPdf(z.instanceof(Uint8Array).parse(data))
      return pages[0] ?? []
    }
    await addDelivery(database(), 1, 'sent')
    const before = await print('invoice-1.pdf')
    await change('09:30:00')
    await correct()
    const notice = 'Replaced by INV-00002 on 11/20/2026.'
    expect(before).not.toContain(notice)
    expect(await print('invoice-1.pdf')).toEqual(before.toSpliced(before.indexOf('Bill to'), 0, notice))
    expect(await print('invoice-2.pdf')).toContain(`Replaces INV-00001. ${REASON}`)
  })
})
