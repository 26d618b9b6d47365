import { beforeEach, describe, expect, test } from 'vitest'
import { getInvoiceHistory, getOutstanding, markInvoicePaid } from '#contract/invoice-history.ts'
import { HISTORY_STATE_IDS } from '#domain/billing/invoice-history.ts'
import { invoiceSessions } from '#server/db/schema/invoices.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDelivery, addInvoice, setBillingEmail, supersede } from '#tests/support/server/issued-invoices.ts'
import { addSession, refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const { lincoln, maple, northgate } = SCHOOL_IDS
const { unpaid, overdue, paid, replaced, emailFailed } = HISTORY_STATE_IDS

describe('the invoice history', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db
  beforeEach(() => allowScreen(database(), 'Administrators', 'BillingHistory'))

  const history = async (body: object = {}) =>
    getInvoiceHistory.data.parse((await server().call('getInvoiceHistory', { token: token.ada, body })).data)
  const numbers = async (body: object = {}) => (await history(body)).rows.map(({ invoiceNumber }) => invoiceNumber)

  test('says all that is known of an invoice, the newest first', async () => {
    const first = await addInvoice(database(), { number: 1, total: '119.41' })
    const second = await addInvoice(database(), { number: 2, by: ['Sofía Special', 'Paul Provider', 'Paul Provider'] })
    await supersede(database(), first, second)
    await addDelivery(database(), second, 'failed', 'No such mailbox')
    await addDelivery(database(), second, 'sent')
    await setBillingEmail(database(), lincoln, 'billing@lincoln.example')
    expect(await history()).toMatchObject({ total: 2, pageIndex: 1, pageSize: 10 })
    expect((await history()).rows).toEqual([
      {
        id: second,
        invoiceNumber: 'INV-00002',
        schoolId: lincoln,
        schoolName: 'Lincoln',
        providerName: 'Paul Provider, Sofía Special',
        providerNames: ['Paul Provider', 'Sofía Special'],
        generatedOn: '2026-11-20T15:00:00.000Z',
        billingStartDate: '2026-11-01',
        billingEndDate: '2026-11-15',
        dueOn: '2026-12-20',
        kind: 'invoice',
        total: '100.00',
        amountDue: '100.00',
        money: { currency: 'USD', locale: 'en-US' },
        pdfFilePath: 'invoice-2.pdf',
        docFilePath: 'invoice-2.docx',
        supersededBy: null,
        replaces: null,
        credits: null,
        billingEmail: 'billing@lincoln.example',
        delivery: {
          state: 'sent',
          recipient: 'billing@lincoln.example',
          reason: null,
          atUtc: '2026-11-20T15:01:00.000Z',
        },
        paid: null,
        entityCacheKey: '1',
      },
      expect.objectContaining({
        invoiceNumber: 'INV-00001',
        total: '119.41',
        supersededBy: { id: second, invoiceNumber: 'INV-00002', kind: 'invoice' },
        delivery: null,
      }),
    ])
  })

  test('says what an invoice replaces and why, or that it replaces none', async () => {
    await work(server(), token, { date: '2026-11-03', rateTypeId: 1 })
    await server().call('lockOutPeriod', { token: token.ada, body: NOVEMBER })
    const generate = () =>
      server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: lincoln } })
    await generate()
    expect((await history()).rows).toMatchObject([{ invoiceNumber: 'INV-00001', replaces: null }])
    await addDelivery(database(), 1, 'sent')
    await db().update(organisation).set({ name: 'New Name' })
    await generate()
    expect((await history()).rows).toMatchObject([
      {
        invoiceNumber: 'INV-00002',
        replaces: {
          invoiceNumbers: ['INV-00001'],
          received: [{ invoiceNumber: 'INV-00001', sentOn: '2026-11-20' }],
          reason: 'Changed: the details of the sender. The total is the same.',
        },
      },
      { invoiceNumber: 'INV-00001', replaces: null },
    ])
  })

  test('is searched by period, school, provider, state and number, page by page', async () => {
    const late = { issuedOn: '2026-09-01' }
    const one = await addInvoice(database(), { number: 1, ...late, startDate: '2026-08-16', endDate: '2026-08-31' })
    const two = await addInvoice(database(), { number: 2, schoolId: maple, ...late })
    await addInvoice(database(), { number: 3, schoolId: maple, paidOn: '2026-11-20', paidReference: 'Check 9' })
    const four = await addInvoice(database(), { number: 4, schoolId: northgate })
    await supersede(database(), two, four)
    await addDelivery(database(), four, 'failed', 'No such mailbox')
    await addSession(server(), token.paul, { date: '2026-11-24' })
    await db().insert(invoiceSessions).values({ invoiceId: one, occurrenceId: 1, providerId: 1 })
    const found = {
      dates: await numbers({ startDate: '2026-08-31', endDate: '2026-11-01' }),
      before: await numbers({ startDate: '2026-08-01', endDate: '2026-10-31', providerId: 0, schoolId: 0 }),
      school: await numbers({ schoolId: maple }),
      provider: await numbers({ providerId: 1 }),
      unpaid: await numbers({ stateId: unpaid }),
      overdue: await numbers({ stateId: overdue }),
      paid: await numbers({ stateId: paid }),
      replaced: await numbers({ stateId: replaced }),
      emailFailed: await numbers({ stateId: emailFailed }),
      number: await numbers({ invoiceNumber: ' inv-00003 ' }),
      digits: await numbers({ invoiceNumber: '4' }),
    }
    expect(found).toEqual({
      dates: ['INV-00004', 'INV-00003', 'INV-00002', 'INV-00001'],
      before: ['INV-00001'],
      school: ['INV-00003', 'INV-00002'],
      provider: ['INV-00001'],
      unpaid: ['INV-00004', 'INV-00001'],
      overdue: ['INV-00001'],
      paid: ['INV-00003'],
      replaced: ['INV-00002'],
      emailFailed: ['INV-00004'],
      number: ['INV-00003'],
      digits: ['INV-00004'],
    })
    for (let number = 5; number <= 12; number += 1) await addInvoice(database(), { number })
    expect(await numbers({ pageIndex: 2, totalRecords: 12, sortColId: 10 })).toEqual(['INV-00002', 'INV-00001'])
    const needs = (await server().call('getNeedsYou', { token: token.ada })).data
    expect(needs).toMatchObject({
      entries: expect.arrayContaining([
        { key: 'undeliveredInvoices', count: 1 },
        { key: 'overdueInvoices', count: 1 },
      ]),
    })
  })

  test('refuses dates in the wrong order, and everyone without the screen', async () => {
    const body = { startDate: '2026-11-15', endDate: '2026-11-01' }
    expect(refusalOf(await server().call('getInvoiceHistory', { token: token.ada, body }))).toMatchObject({
      status: 400,
      message: "End Date can't be less than Start Date",
    })
    expect(await server().call('getInvoiceHistory', { token: token.paul, body: {} })).toMatchObject({ status: 403 })
  })

  describe('the paid mark', () => {
    const mark = (id: number, paidAs: object | null, entityCacheKey: string, by = token.ada) =>
      server().call('markInvoicePaid', { token: by, body: { id, paid: paidAs, entityCacheKey } })
    const CHECK = { paidOn: '2026-11-19', reference: ' Check 1001 ' }

    test('has a date and a reference, can be changed and removed, and is logged', async () => {
      const id = await addInvoice(database(), { number: 1 })
      const marked = await mark(id, CHECK, '1')
      expect(marked).toMatchObject({ status: 200, message: 'Invoice INV-00001 is marked as paid.' })
      const record = markInvoicePaid.data.parse(marked.data)
      expect(record).toMatchObject({ paid: { on: '2026-11-19', reference: 'Check 1001' }, entityCacheKey: '2' })
      expect(await mark(id, { paidOn: '2026-11-20', reference: '' }, '2')).toMatchObject({ status: 200 })
      expect(await mark(id, null, '3')).toMatchObject({
        status: 200,
        message: 'Invoice INV-00001 is no longer marked as paid.',
        data: { paid: null, entityCacheKey: '4' },
      })
      expect(await db().select().from(transitionLog)).toMatchObject([
        { machine: 'invoice', event: 'invoice.markPaid', fromState: 'issued', toState: 'issued', userId: 1 },
        { event: 'invoice.markPaid', detail: { paidOn: '2026-11-20', reference: '' } },
        { event: 'invoice.unmarkPaid', detail: null },
      ])
    })

    test('is refused if someone else was faster, the invoice was replaced, or the date is to come', async () => {
      const first = await addInvoice(database(), { number: 1 })
      const second = await addInvoice(database(), { number: 2 })
      await mark(first, CHECK, '1')
      expect(refusalOf(await mark(first, CHECK, '1'))).toEqual({
        status: 409,
        message: 'Someone else has changed this invoice. Please review it.',
      })
      await supersede(database(), first, second)
      expect(refusalOf(await mark(first, null, '2'))).toEqual({
        status: 409,
        message: 'Invoice INV-00001 has been replaced by a newer one. Use that one: Billing History shows it.',
      })
      expect(refusalOf(await mark(99, CHECK, '1'))).toEqual({
        status: 404,
        message: 'This invoice no longer exists. Look for it in Billing History.',
      })
      expect(await mark(second, { ...CHECK, paidOn: '2026-11-21' }, '1')).toMatchObject({
        status: 400,
        errors: [{ path: 'paidOn', message: 'Choose a date no later than today.' }],
      })
      expect(await mark(second, { ...CHECK, paidOn: '' }, '1')).toMatchObject({
        status: 400,
        errors: [{ path: 'paid.paidOn', message: 'Paid On Is Required' }],
      })
      expect(await mark(second, CHECK, '1', token.paul)).toMatchObject({ status: 403 })
    })
  })

  test('what schools owe is added up by how long it has been due, to the cent', async () => {
    // Due 30 days later; today is November 20.
    const ages = {
      notDue: '2026-10-21',
      to30: '2026-10-20',
      to60: '2026-09-20',
      to90: '2026-08-21',
      over90: '2026-07-22',
    }
    let number = 0
    for (const issuedOn of Object.values(ages)) {
      number += 1
      await addInvoice(database(), { number, issuedOn, total: `${number}0.10` })
    }
    await addInvoice(database(), { number: 6, schoolId: maple, issuedOn: ages.to30, total: '0.20' })
    await addInvoice(database(), { number: 7, schoolId: maple, issuedOn: ages.to30, total: '0.10' })
    await addInvoice(database(), { number: 8, total: '999.00', paidOn: '2026-11-20' })
    await supersede(database(), await addInvoice(database(), { number: 9, total: '999.00' }), 8)
    const { data } = await server().call('getOutstanding', { token: token.ada, body: {} })
    expect(getOutstanding.data.parse(data)).toEqual({
      schools: [
        {
          id: lincoln,
          name: 'Lincoln',
          amounts: ['10.10', '20.10', '30.10', '40.10', '50.10'],
          total: '150.50',
        },
        { id: maple, name: 'Maple', amounts: ['0.00', '0.30', '0.00', '0.00', '0.00'], total: '0.30' },
      ],
      totals: ['10.10', '20.40', '30.10', '40.10', '50.10'],
      total: '150.80',
    })
  })

  test('sessions on a current invoice are invoiced, until a newer one leaves them out', async () => {
    const hours = { date: '2026-11-03', rateTypeId: 1 }
    await work(server(), token, hours, { ...hours, date: '2026-11-04' })
    await server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })
    const generate = (body: object) =>
      server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: lincoln, ...body } })
    await generate({ endDate: '2026-11-03' })
    const query = `query { lifecycle(name: "schedule/occurrence") {
      states(from: "2026-11-20", to: "2026-11-20") { state records } } }`
    const states = async () => {
      const { data } = await server().call('askGraphql', { token: token.ada, body: { query, variables: {} } })
      return JSON.stringify(data)
    }
    expect(await states()).toContain('{"state":"locked","records":1},{"state":"invoiced","records":1}')
    await generate({})
    expect(await states()).toContain('{"state":"locked","records":0},{"state":"invoiced","records":2}')
    const log = (await db().select().from(transitionLog)).filter(({ event }) => event.startsWith('invoice.'))
    expect(
      log.map(({ machine, entity, fromState, event, toState }) => [machine, entity, fromState, event, toState]),
    ).toEqual([
      ['occurrence', '1', 'locked', 'invoice.issue', 'invoiced'],
      ['invoice', '1', 'issued', 'invoice.supersede', 'superseded'],
      ['occurrence', '2', 'locked', 'invoice.issue', 'invoiced'],
    ])
  })
})
