import { expect, test } from 'vitest'
import { z } from 'zod'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { schoolAdminFees } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)
const token = useDistrict(database, server)
const db = () => database().db

/** The file's name and text. */
const download = async (name: 'exportInvoicesCsv' | 'exportInvoicesJson') => {
  await allowScreen(database(), 'Administrators', 'BillingHistory')
  const { data, headers } = await server().call(name, { token: token.ada, query: NOVEMBER })
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(z.instanceof(Uint8Array).parse(data))
  return { name: headers.get('content-disposition'), text }
}

const issue = async () => {
  await db().update(organisation).set({ paymentTerms: 0 })
  const profile = {
    schoolId: SCHOOL_IDS.lincoln,
    billingEmail: 'a@b.example',
    billingNote: 'PO 7',
  }
  await db().insert(schoolBillingProfiles).values(profile)
  await db().insert(schoolAdminFees).values({ schoolId: 1, adminFee: '5.00', effectiveDate: '2026-01-01' })
  await work(
    server(),
    token,
    { date: '2026-11-03', rateTypeId: RATE_TYPE_IDS.hourly, endTime: '10:20' },
    { date: '2026-11-05', rateTypeId: RATE_TYPE_IDS.hourly },
  )
  await server().call('lockOutPeriod', { token: token.ada, body: NOVEMBER })
  const body = { ...NOVEMBER, schoolId: SCHOOL_IDS.lincoln }
  await server().call('generateInvoice', { token: token.ada, body })
  await db().update(schools).set({ name: '=Lincoln, "East"' })
  await server().call('generateInvoice', { token: token.ada, body })
}

test('exports current invoices as QuickBooks Online imports them, and no name runs as a formula', async () => {
  await issue()
  expect((await download('exportInvoicesCsv')).text).toBe(
    [
      '\uFEFF*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Terms,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Service Date',
      `INV-00002,"'=Lincoln, ""East""",11/20/2026,11/20/2026,Due on receipt,PO 7,Occupational Therapy,"Occupational Therapy, 11/03/2026 to 11/05/2026",2.33,85.50,199.22,11/05/2026`,
      `INV-00002,"'=Lincoln, ""East""",11/20/2026,11/20/2026,Due on receipt,PO 7,Admin fee,5.00% of 199.22,1,9.96,9.96,11/15/2026`,
      '',
    ].join('\r\n'),
  )
})

test('exports them as JSON', async () => {
  await issue()
  const { name, text } = await download('exportInvoicesJson')
  expect(name).toContain('Invoices 2026-11-01 to 2026-11-15.json')
  expect(JSON.parse(text)).toEqual({
    invoices: [
      {
        invoiceNumber: 'INV-00002',
        kind: 'invoice',
        credits: null,
        issuedOn: '2026-11-20',
        dueOn: '2026-11-20',
        terms: 'Due on receipt',
        currency: 'USD',
        school: { id: 1, name: '=Lincoln, "East"', billingEmail: 'a@b.example' },
        period: NOVEMBER,
        note: 'PO 7',
        lines: [expect.objectContaining({ quantity: '2.33', rate: '85.50', amount: '199.22' })],
        subtotal: '199.22',
        fees: [{ percent: '5.00', base: '199.22', amount: '9.96' }],
        total: '209.18',
        paid: null,
      },
    ],
  })
})

test('says so if there are none, or the dates are wrong', async () => {
  await allowScreen(database(), 'Administrators', 'BillingHistory')
  const call = async (query: Record<string, string>) =>
    refusalOf(await server().call('exportInvoicesCsv', { token: token.ada, query }))
  expect(await call(NOVEMBER)).toEqual({ status: 404, message: 'There are no invoices from 11/01/2026 to 11/15/2026.' })
  expect(await call({ startDate: '2026-11-15', endDate: '2026-11-01' })).toMatchObject({
    status: 400,
    message: "End Date can't be less than Start Date",
  })
})
