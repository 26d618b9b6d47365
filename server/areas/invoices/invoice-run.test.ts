import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readInvoiceRun } from '#contract/invoices.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { invoiceFiles, invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schoolContacts, schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { NOVEMBER, type Work, work } from '#tests/support/server/billing.ts'
import { describeEngines, fastest, useDatabase } from '#tests/support/server/database.ts'
import { addDelivery } from '#tests/support/server/issued-invoices.ts'
import { useWorker } from '#tests/support/server/jobs.ts'
import { refusalOf, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const { hourly } = RATE_TYPE_IDS

describeEngines('generating the invoices of all schools', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const workOnJobs = useWorker(database, server)
  const db = () => database().db

  const start = (body: object = NOVEMBER, by = token.ada) => server().call('startInvoiceRun', { token: by, body })
  /** Without the emails of the day. */
  const ofInvoices = inArray(jobs.kind, ['invoice-run', 'invoice-files'])
  const read = async (body: object = {}) =>
    readInvoiceRun.data.parse((await server().call('readInvoiceRun', { token: token.ada, body })).data)
  const cancel = (id: number) => server().call('cancelInvoiceRun', { token: token.ada, body: { id } })
  const lock = () =>
    server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })
  const ends = async () => {
    workOnJobs()
    await expect.poll(async () => (await read())?.state, { timeout: 20_000 }).not.toBe('running')
    return read()
  }
  const tellings = async () => {
    const told = await db()
      .select()
      .from(notificationEvents)
      .where(eq(notificationEvents.subject, 'invoice-run'))
      .orderBy(asc(notificationEvents.id))
    return told.map(({ message }) => message)
  }

  const AT_LINCOLN: Work = { date: '2026-11-03', rateTypeId: hourly }
  const AT_MAPLE: Work = { date: '2026-11-04', at: 'maple' }
  const AT_NORTHGATE: Work = { date: '2026-11-05', by: 'sofia', at: 'northgate' }
  const WITHOUT_RATE: Work = { date: '2026-11-03' }

  test('two servers that work on one run, because one seemed gone, issue each invoice once', async () => {
    await work(server(), token, AT_LINCOLN, AT_MAPLE, AT_NORTHGATE)
    await lock()
    await start()
    const [job] = await db().select().from(jobs).where(ofInvoices)
    await db()
      .insert(jobs)
      .values({ id: sql`gen_random_uuid()`, kind: 'invoice-run', payload: job?.payload ?? {} })
    workOnJobs()
    expect(await ends()).toMatchObject({ done: 3 })
    await expect.poll(() => db().$count(jobs, and(ofInvoices, eq(jobs.state, 'done')))).toBe(3)
    const numbers = await db().select({ number: invoices.number }).from(invoices).orderBy(asc(invoices.number))
    expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(await tellings()).toHaveLength(1)
  })

  // What follows does not depend on the engine.
  if (engine !== fastest) return

  test('issues what has changed, leaves what has not, and skips what it must, with the reason', async () => {
    await work(server(), token, WITHOUT_RATE, AT_MAPLE, AT_NORTHGATE)
    await lock()
    await server().call('generateInvoice', { token: token.ada, body: { ...NOVEMBER, schoolId: SCHOOL_IDS.northgate } })
    const { status, message, data } = await start()
    const begun = {
      id: 1,
      ...NOVEMBER,
      startedBy: 'Ada Admin',
      createdOnUtc: '2026-11-20T15:00:00.000Z',
      total: 3,
      reason: null,
    }
    expect({ status, message, data }).toEqual({
      status: 200,
      message: 'The invoices are being generated.',
      data: { ...begun, state: 'running', done: 0, issued: [], unchanged: 0, skipped: [] },
    })
    expect(await ends()).toEqual({
      ...begun,
      state: 'done',
      done: 3,
      issued: [
        {
          schoolName: 'Maple',
          id: 2,
          invoiceNumber: 'INV-00002',
          total: '81.00',
          pdfPath: 'invoice-2.pdf',
          docPath: 'invoice-2.docx',
          replaces: [],
          received: [],
          reason: '',
        },
      ],
      unchanged: 1,
      skipped: [
        {
          schoolId: SCHOOL_IDS.lincoln,
          schoolName: 'Lincoln',
          reason:
            'Some approved hours have no rate: Occupational Therapy by Paul Provider. Set their rates under Close Out.',
        },
      ],
    })
    expect(await db().select({ last: organisation.lastInvoiceNumber }).from(organisation)).toEqual([{ last: 2 }])
    expect(await tellings()).toEqual([
      'Generating the invoices of all schools from 11/01/2026 to 11/15/2026 is done: 1 issued, 1 skipped.',
    ])
  })

  test('writes the files of its invoices once it is over', async () => {
    await work(server(), token, AT_LINCOLN)
    await lock()
    await start()
    await ends()
    await expect
      .poll(() => db().select({ id: invoiceFiles.invoiceId, format: invoiceFiles.format }).from(invoiceFiles))
      .toEqual([
        { id: 1, format: 'pdf' },
        { id: 1, format: 'docx' },
      ])
  })

  test('of another half-month leaves earlier ones alone, and the latest is shown', async () => {
    expect(await read()).toBeNull()
    await work(server(), token, AT_LINCOLN)
    await lock()
    await start()
    await ends()
    await start()
    expect(await ends()).toMatchObject({ id: 2, state: 'done', issued: [], unchanged: 1 })
    expect(await read({ id: 1 })).toMatchObject({ id: 1, issued: [{ invoiceNumber: 'INV-00001' }] })
    expect(await server().call('readInvoiceRun', { token: token.ada, body: { id: 9 } })).toMatchObject({
      status: 404,
      message: 'These invoices are no longer on record. Generate them again.',
    })
  })

  test('leaves invoices that were sent as they are when names, phone numbers and notes are changed', async () => {
    await work(server(), token, AT_LINCOLN, AT_MAPLE, AT_NORTHGATE)
    await lock()
    await start()
    await ends()
    for (const id of [1, 2, 3]) await addDelivery(database(), id, 'sent')
    const before = await db().select().from(invoices).orderBy(asc(invoices.number))
    await db()
      .update(services)
      .set({ description: sql`upper(${services.description})` })
    await db().update(schoolContacts).set({ phoneNumber: '5550199000' })
    await db().update(schools).set({ addressLine1: '1 New Street' })
    await db().update(providers).set({ lastName: 'Renamed' })
    await db().update(organisation).set({ phone: '555-0100' })
    await start()
    expect(await ends()).toMatchObject({ state: 'done', done: 3, issued: [], unchanged: 3, skipped: [] })
    expect(await db().select().from(invoices).orderBy(asc(invoices.number))).toEqual(before)
  })

  test('names what an invoice replaced, and why', async () => {
    await work(server(), token, AT_LINCOLN, AT_MAPLE)
    await lock()
    await start()
    await ends()
    await addDelivery(database(), 1, 'sent')
    await db().update(timesheets).set({ endTime: '09:30:00' }).where(eq(timesheets.schoolId, SCHOOL_IDS.lincoln))
    await start()
    expect(await ends()).toMatchObject({
      issued: [
        {
          schoolName: 'Lincoln',
          invoiceNumber: 'INV-00003',
          total: '42.75',
          replaces: ['INV-00001'],
          received: [{ invoiceNumber: 'INV-00001', sentOn: '2026-11-20' }],
          reason: 'The total is $42.75 instead of $85.50.',
        },
      ],
      unchanged: 1,
    })
  })

  test('is refused without a locked period, without work, and while another run is under way', async () => {
    await work(server(), token, AT_LINCOLN)
    expect(refusalOf(await start())).toEqual({
      status: 409,
      message: '11/01/2026 to 11/15/2026 is not locked. Lock the period before you invoice it.',
    })
    await lock()
    expect(refusalOf(await start({ startDate: '2026-11-10', endDate: '2026-11-15' }))).toEqual({
      status: 404,
      message:
        'There are no approved hours to invoice from 11/10/2026 to 11/15/2026. Choose another school or other dates.',
    })
    expect(refusalOf(await start({ startDate: '2026-11-15', endDate: '2026-11-01' }))).toMatchObject({
      status: 400,
      message: "End Date can't be less than Start Date",
    })
    expect(await read()).toBeNull()
    expect(await start(NOVEMBER, token.paul)).toMatchObject({ status: 403 })
    const replies = await Promise.all([start(), start()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.message).toBe(
      'Invoices are being generated already. Wait until they are done, or cancel them.',
    )
    expect(await db().$count(jobs, ofInvoices)).toBe(1)
  })

  test('can be canceled: what was issued remains, nothing more is issued, and it can be started again', async () => {
    await work(server(), token, AT_LINCOLN, AT_MAPLE)
    await lock()
    await start()
    expect(await cancel(1)).toMatchObject({
      status: 200,
      message: 'Generating the invoices was canceled. Invoices that were issued remain.',
      data: { state: 'canceled', done: 0, total: 2 },
    })
    expect(refusalOf(await cancel(1))).toEqual({
      status: 409,
      message: 'They are done already, so nothing was canceled.',
    })
    expect(refusalOf(await cancel(9))).toMatchObject({ status: 404 })
    workOnJobs()
    await expect.poll(() => db().$count(jobs, and(ofInvoices, eq(jobs.state, 'done')))).toBe(1)
    expect(await db().$count(invoices)).toBe(0)
    await start()
    await expect.poll(async () => (await read())?.state).toBe('done')
    expect(await db().$count(invoices)).toBe(2)
    expect(await tellings()).toEqual([
      'Generating the invoices of all schools from 11/01/2026 to 11/15/2026 was canceled: 0 issued, 0 skipped.',
      'Generating the invoices of all schools from 11/01/2026 to 11/15/2026 is done: 2 issued, 0 skipped.',
    ])
  })

  test('fails when its job is given up, and can be started again', async () => {
    await work(server(), token, AT_LINCOLN)
    await lock()
    await start()
    // As if the server had stopped each time.
    await db().update(jobs).set({ state: 'running', attempts: 5 }).where(ofInvoices)
    expect(await ends()).toMatchObject({
      state: 'failed',
      reason: 'The server could not continue. Start again: schools that are done are left as they are.',
      done: 0,
    })
    await start()
    await expect.poll(async () => (await read())?.state).toBe('done')
    expect(await tellings()).toEqual([
      'Generating the invoices of all schools from 11/01/2026 to 11/15/2026 failed: 0 issued, 0 skipped.',
      'Generating the invoices of all schools from 11/01/2026 to 11/15/2026 is done: 1 issued, 0 skipped.',
    ])
  })
})
