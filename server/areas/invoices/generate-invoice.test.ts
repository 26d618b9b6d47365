import { asc, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { previewInvoice } from '#contract/invoices.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { rateTypes, schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { NOVEMBER, plan, type Work, work } from '#tests/support/server/billing.ts'
import { describeEngines, fastest, useDatabase } from '#tests/support/server/database.ts'
import { addDelivery } from '#tests/support/server/issued-invoices.ts'
import { refusalOf, SCHOOL_IDS, SERVICE_IDS, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const { hourly, perSession, daily } = RATE_TYPE_IDS
const { lincoln, maple } = SCHOOL_IDS

describeEngines('generating an invoice', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const call = (name: 'previewInvoice' | 'generateInvoice', body: object = {}, by = token.ada) =>
    server().call(name, { token: by, body: { ...NOVEMBER, schoolId: lincoln, ...body } })
  const generate = (body: object = {}) => call('generateInvoice', body)
  const preview = async (body: object = {}) => previewInvoice.data.parse((await call('previewInvoice', body)).data)
  const lock = () =>
    server().call('lockOutPeriod', { token: token.ada, body: { ...NOVEMBER, isForceFullLockOut: true } })
  const worked = async (...days: Work[]) => {
    await work(server(), token, ...days)
    await lock()
  }
  /** Connections that wait for a lock. */
  const countWaiting = async () => {
    const { rows } = await db().execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  const stored = () => db().select().from(invoices).orderBy(asc(invoices.number))

  const HOURS: Work = { date: '2026-11-03', rateTypeId: hourly, endTime: '10:20' }

  test('numbers have no gaps, whatever happens at the same time', async () => {
    const days = ['2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06']
    await worked(...days.map((date): Work => ({ ...HOURS, date })))
    const replies = await Promise.all([
      ...days.map((date) => generate({ startDate: date, endDate: date })),
      generate({ schoolId: maple }),
      generate({ startDate: '2026-11-16', endDate: '2026-11-20' }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 409])
    expect((await stored()).map(({ invoiceNumber }) => invoiceNumber)).toEqual([
      'INV-00001',
      'INV-00002',
      'INV-00003',
      'INV-00004',
    ])
  })

  test('and an unlocking at the same time: one of them is refused', async () => {
    await worked(HOURS)
    const [issued, unlocked] = await Promise.all([
      generate(),
      server().call('unlockPeriod', { token: token.ada, body: { id: 1, reason: 'Wrong' } }),
    ])
    expect([issued.status, unlocked.status].sort()).toEqual([200, 409])
  })

  test('again keeps the payment of the earlier one if that is marked as paid at the same time', async () => {
    await worked(HOURS)
    await generate()
    await db().update(organisation).set({ name: 'New Name' })
    const { again } = await db().transaction(async (tx) => {
      await tx.update(invoices).set({ paidOn: '2026-11-20', paidReference: 'Check 9' })
      const again = generate()
      // The embedded database has one connection, on which the second transaction can't begin yet.
      if (engine.name === 'postgresql') await expect.poll(countWaiting).toBe(1)
      return { again }
    })
    expect(await again).toMatchObject({ status: 200 })
    expect(await stored()).toMatchObject([
      { paidReference: 'Check 9', supersededById: 2 },
      { paidReference: 'Check 9', supersededById: null },
    ])
  })

  test('thirty times at once, behind another change, leaves connections for everyone else', async () => {
    await worked(HOURS)
    const { replies, profile } = await db().transaction(async (tx) => {
      await tx.select().from(organisation).for('update')
      const replies = Promise.all(Array.from({ length: 30 }, () => generate()))
      // The embedded database has one connection, which this transaction holds.
      if (engine.name !== 'postgresql') return { replies, profile: 200 }
      await expect.poll(countWaiting).toBeGreaterThan(0)
      const { status: profile } = await server().call('getRoleAccess', { token: token.paul, body: { id: 2 } })
      return { replies, profile }
    })
    expect(profile).toBe(200)
    expect(new Set((await replies).map(({ status }) => status))).toEqual(new Set([200]))
    expect((await stored()).filter(({ supersededById }) => supersededById === null)).toHaveLength(1)
  })

  // What follows does not depend on the engine.
  if (engine !== fastest) return

  test('freezes what it says: names, addresses, lines, fee, and the sessions behind them', async () => {
    await db().update(organisation).set({ address: '1 Main St\nAlbany, NY', remitTo: ' ', invoicePrefix: 'TD-' })
    await db().update(schools).set({ addressLine1: '2 Oak St', zipCode: '12207' })
    await db().insert(schoolBillingProfiles).values({
      schoolId: lincoln,
      billingEmail: 'billing@lincoln.example',
      billingNote: 'PO 77',
    })
    await db().insert(schoolAdminFees).values({ schoolId: lincoln, adminFee: '5.00', effectiveDate: '2026-01-01' })
    await worked(HOURS)
    const { status, message, data } = await generate()
    expect({ status, message, data }).toEqual({
      status: 200,
      message: 'Your invoice has been generated',
      data: {
        id: 1,
        invoiceNumber: 'TD-00001',
        total: '119.41',
        pdfPath: 'invoice-1.pdf',
        docPath: 'invoice-1.docx',
        replaces: [],
        isNew: true,
      },
    })
    const [invoice] = await stored()
    expect(invoice).toMatchObject({ number: 1, issuedOn: '2026-11-20', dueOn: '2026-12-20', total: '119.4100' })
    expect(invoice?.content).toEqual({
      money: { currency: 'USD', locale: 'en-US' },
      issuer: {
        name: 'Test District',
        address: ['1 Main St', 'Albany, NY'],
        phone: '',
        email: '',
        remitTo: ['1 Main St', 'Albany, NY'],
        logoId: null,
      },
      school: {
        name: 'Lincoln',
        address: ['2 Oak St', '12207'],
        contact: null,
        billingEmail: 'billing@lincoln.example',
      },
      note: 'PO 77',
      terms: 30,
      period: NOVEMBER,
      students: [],
      services: [],
      lines: [
        {
          serviceId: SERVICE_IDS.ot,
          serviceCode: 'OT',
          serviceName: 'Occupational Therapy',
          rateTypeId: hourly,
          from: '2026-11-03',
          to: '2026-11-03',
          quantity: '1.33',
          rate: '85.50',
          amount: '113.72',
          feePercent: '5.00',
        },
      ],
      subtotal: '113.72',
      fees: [{ percent: '5.00', base: '113.72', amount: '5.69' }],
      total: '119.41',
      annexStudents: 'initials',
      work: [
        {
          line: 0,
          date: '2026-11-03',
          providerId: 1,
          providerName: 'Paul Provider',
          rateId: 2,
          hundredths: 133,
          minutes: 80,
          sessions: 1,
          days: 1,
          behind: [
            {
              occurrenceId: 1,
              startTime: '09:00:00',
              endTime: '10:20:00',
              minutes: 80,
              students: ['A. N.'],
              studentIds: [1],
            },
          ],
        },
      ],
      trace: {
        lines: [{ since: '2026-11-01', set: { by: '', onUtc: null } }],
        fees: [{ since: '2026-01-01', set: { by: '', onUtc: null } }],
        work: [
          {
            hours: { startTime: '09:00:00', endTime: '10:20:00' },
            confirmed: { by: 'Paul Provider', onUtc: TEST_NOW.toISOString() },
            approved: { by: 'Ada Admin', onUtc: TEST_NOW.toISOString() },
            titles: ['Fine motor group'],
          },
        ],
        locks: [{ ...NOVEMBER, isForced: false, by: 'Ada Admin', onUtc: TEST_NOW.toISOString() }],
      },
      replacement: null,
    })
    expect(await db().select().from(invoiceSessions)).toEqual([{ invoiceId: 1, occurrenceId: 1, providerId: 1 }])
  })

  test('names students where the school wants that', async () => {
    await db().insert(schoolBillingProfiles).values({ schoolId: lincoln, billingEmail: '', annexStudents: 'names' })
    await worked(HOURS)
    await generate()
    const [invoice] = await stored()
    expect(invoice?.content.work[0]?.behind[0]?.students).toEqual(['Ana Núñez'])
  })

  test('counts the sessions of chosen students alone, or the rows of chosen services', async () => {
    await plan(server(), { date: '2026-11-03', by: 'sofia', rateTypeId: hourly })
    await worked(HOURS, { date: '2026-11-04', by: 'sofia', rateTypeId: hourly })
    expect(await preview({ studentIds: '4' })).toMatchObject({ total: '85.50' })
    expect(await preview({ studentIds: '1' })).toMatchObject({ total: '113.72' })
    expect(await preview({ serviceIds: String(SERVICE_IDS.pt) })).toMatchObject({
      total: '0.00',
      refusal:
        'There are no approved hours to invoice from 11/01/2026 to 11/15/2026. Choose another school or other dates.',
    })
  })

  test('previews what it will say, without issuing it', async () => {
    await worked(HOURS)
    expect(await preview()).toEqual({
      lines: [
        {
          serviceName: 'Occupational Therapy',
          rateTypeId: hourly,
          from: '2026-11-03',
          to: '2026-11-03',
          quantity: '1.33',
          rate: '85.50',
          amount: '113.72',
        },
      ],
      subtotal: '113.72',
      fees: [],
      total: '113.72',
      refusal: null,
      replaces: [],
      received: [],
      reason: '',
      isUnchanged: false,
    })
    expect(await stored()).toEqual([])
    await generate()
    const replacing = { replaces: ['INV-00001'], reason: 'Nothing has changed.', isUnchanged: true, refusal: null }
    expect(await preview()).toMatchObject({ ...replacing, received: [] })
    await db().update(organisation).set({ name: 'New Name' })
    const renamed = { isUnchanged: false, reason: 'Changed: the details of the sender. The total is the same.' }
    expect(await preview()).toMatchObject({ ...replacing, ...renamed })
    await db().update(organisation).set({ name: 'Test District' })
    await addDelivery(database(), 1, 'sent')
    // Nothing is replaced then, so nobody is asked.
    expect(await preview()).toMatchObject({ ...replacing, received: [] })
    const unchanged = 'Nothing has changed since INV-00001, so no new invoice was issued.'
    expect(await generate()).toMatchObject({
      message: unchanged,
      data: { invoiceNumber: 'INV-00001', isNew: false },
    })
    expect(await stored()).toHaveLength(1)
    await db().update(organisation).set({ name: 'New Name' })
    expect(await preview()).toMatchObject({
      ...{ ...replacing, ...renamed },
      received: [{ invoiceNumber: 'INV-00001', sentOn: '2026-11-20' }],
    })
    expect(await generate()).toMatchObject({ data: { invoiceNumber: 'INV-00002', isNew: true } })
    // The school has the first one alone, of which the second one tells.
    expect(await preview()).toMatchObject({ replaces: ['INV-00002'], received: [] })
  })

  describe('again', () => {
    test('replaces the earlier one, which is kept and linked', async () => {
      await worked(HOURS)
      await generate()
      await db().update(organisation).set({ name: 'New Name' })
      expect((await generate()).data).toMatchObject({ invoiceNumber: 'INV-00002', replaces: ['INV-00001'] })
      const [first, second] = await stored()
      expect(first).toMatchObject({ supersededById: second?.id, content: { issuer: { name: 'Test District' } } })
      expect(second).toMatchObject({ supersededById: null, content: { issuer: { name: 'New Name' } } })
      expect((await db().select().from(transitionLog)).filter(({ machine }) => machine === 'invoice')).toMatchObject([
        { entity: '1', fromState: 'issued', event: 'invoice.supersede', toState: 'superseded', userId: 1 },
      ])
    })

    test('with all students replaces the one for some; the other way it is refused', async () => {
      await worked(HOURS)
      await generate({ studentIds: '1' })
      expect((await generate()).data).toMatchObject({ replaces: ['INV-00001'] })
      expect(refusalOf(await generate({ studentIds: '1' }))).toEqual({
        status: 409,
        message: 'Some of this work is on invoice INV-00002 already. Generate that invoice again instead.',
      })
    })

    test('is refused while the earlier one is marked as paid and another amount would be billed', async () => {
      await worked(HOURS)
      await generate()
      await db().update(invoices).set({ paidOn: '2026-11-20', paidReference: 'Check 9' })
      await db().update(schoolServiceRates).set({ rate: '99.00' })
      expect(refusalOf(await generate())).toEqual({
        status: 409,
        message: "Invoice INV-00001 is marked as paid and can't be replaced. Remove its paid mark first.",
      })
      expect((await stored()).length).toBe(1)
    })

    test('two students of one session are not billed twice', async () => {
      await worked({ ...HOURS, students: ['ana', 'bo'] })
      await generate({ studentIds: '1' })
      expect(refusalOf(await generate({ studentIds: '2' }))).toMatchObject({ status: 409 })
      expect((await generate({ studentIds: '2,1' })).data).toMatchObject({ replaces: ['INV-00001'], total: '113.72' })
    })
  })

  test('a day with a daily rate counts once, also if only one of its sessions names the rate', async () => {
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
    await db().delete(schoolServiceRates)
    const rate = { schoolId: lincoln, serviceId: SERVICE_IDS.ot, rateTypeId: daily, rate: '400.00' }
    await db()
      .insert(schoolServiceRates)
      .values({ ...rate, effectiveDate: '2025-01-01' })
    await plan(server(), { date: '2026-11-03', startTime: '11:00', endTime: '12:00' })
    await worked({ ...HOURS, rateTypeId: daily })
    expect(await preview({ studentIds: '1' })).toMatchObject({ total: '400.00', lines: [{ quantity: '1' }] })
  })

  test('a day with a daily rate is not billed twice, once for each student', async () => {
    await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
    const rate = { schoolId: lincoln, serviceId: SERVICE_IDS.ot, rateTypeId: daily, rate: '400.00' }
    await db()
      .insert(schoolServiceRates)
      .values({ ...rate, effectiveDate: '2025-01-01' })
    await plan(server(), { ...HOURS, rateTypeId: daily, startTime: '11:00', endTime: '12:00', students: ['bo'] })
    await worked({ ...HOURS, rateTypeId: daily, endTime: '10:00' }, { date: '2026-11-04', rateTypeId: daily })
    expect((await generate({ studentIds: '1' })).data).toMatchObject({ total: '800.00' })
    expect(refusalOf(await generate({ studentIds: '2' }))).toEqual({
      status: 409,
      message: 'Some of this work is on invoice INV-00001 already. Generate that invoice again instead.',
    })
    expect((await generate({ studentIds: '1,2' })).data).toMatchObject({ total: '800.00', replaces: ['INV-00001'] })
  })

  describe('is refused', () => {
    test('for a period that is not locked, as a whole', async () => {
      await work(server(), token, HOURS)
      const message = '11/01/2026 to 11/15/2026 is not locked. Lock the period before you invoice it.'
      expect(refusalOf(await generate())).toEqual({ status: 409, message })
      expect(await preview()).toMatchObject({ refusal: message, total: '113.72' })
      await lock()
      expect(refusalOf(await generate({ endDate: '2026-11-16' }))).toMatchObject({ status: 409 })
      expect(await generate({ startDate: '2026-11-03', endDate: '2026-11-03' })).toMatchObject({ status: 200 })
    })

    test('if there is nothing to invoice: no work, zero hours, or nothing approved', async () => {
      await plan(server(), { date: '2026-11-05', rateTypeId: hourly })
      await worked({ ...HOURS, isZeroHours: true })
      const message =
        'There are no approved hours to invoice from 11/01/2026 to 11/15/2026. Choose another school or other dates.'
      expect(refusalOf(await generate())).toEqual({ status: 404, message })
      expect(refusalOf(await generate({ schoolId: maple }))).toEqual({ status: 404, message })
    })

    test('if work has no rate', async () => {
      await worked({ date: '2026-11-03' }, { ...HOURS, date: '2026-11-04' })
      expect(refusalOf(await generate())).toEqual({
        status: 409,
        message:
          'Some approved hours have no rate: Occupational Therapy by Paul Provider. Set their rates under Close Out.',
      })
    })

    test('for bad dates and schools', async () => {
      expect(await generate({ startDate: '', endDate: '' })).toMatchObject({
        status: 400,
        errors: [
          { path: 'startDate', message: 'Start Date Is Required' },
          { path: 'endDate', message: 'End Date Is Required' },
        ],
      })
      expect(refusalOf(await generate({ endDate: '2026-10-31' }))).toMatchObject({
        status: 400,
        message: "End Date can't be less than Start Date",
      })
      expect(refusalOf(await generate({ endDate: '2027-03-05' }))).toMatchObject({
        status: 400,
        message: 'Choose at most four months.',
      })
      expect(refusalOf(await generate({ schoolId: null }))).toMatchObject({
        status: 400,
        message: 'School Is Required',
      })
      expect(refusalOf(await generate({ schoolId: 99 }))).toEqual({
        status: 404,
        message: 'This school no longer exists.',
      })
      expect(await call('generateInvoice', {}, token.paul)).toMatchObject({ status: 403 })
    })
  })

  test('a school that was deleted since is still billed', async () => {
    await worked({ ...HOURS, rateTypeId: perSession })
    await db().update(schools).set({ deletedAt: new Date() })
    expect(await server().call('getBillingSchools', { token: token.ada })).toMatchObject({
      data: [{ id: lincoln, name: 'Lincoln' }],
    })
    expect((await generate()).data).toMatchObject({ total: '60.00' })
  })

  test('offers a school its students and services', async () => {
    const offered = async (name: 'getBillingStudents' | 'getBillingServices') =>
      (await server().call(name, { token: token.ada, query: { schoolId: lincoln } })).data
    expect(await offered('getBillingStudents')).toEqual([
      { id: 1, name: 'Ana Núñez' },
      { id: 2, name: 'Bo Li' },
      { id: 4, name: 'Dora Weiss' },
    ])
    expect(await offered('getBillingServices')).toEqual([
      { id: SERVICE_IDS.unpriced, name: 'Art Therapy' },
      { id: SERVICE_IDS.ot, name: 'Occupational Therapy' },
      { id: SERVICE_IDS.pt, name: 'Physical Therapy' },
    ])
  })
})
