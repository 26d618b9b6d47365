import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchLockOuts } from '#contract/billing.ts'
import { getCorrection, getCorrections, openCorrection, planCorrection } from '#contract/corrections.ts'
import { planPayrollExport } from '#contract/payroll-export.ts'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { providerRates, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { confirmHours, refusalOf, SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const { lincoln, maple } = SCHOOL_IDS
const DAY = { providerId: 1, date: '2026-11-03' }
const REASON = 'The school called: he left at 9:30'

describe('correcting a locked day', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  /** Paul works an hour at 85.50 at Lincoln on 11/03 and 11/04, and one at Maple on 11/05; he is paid 40.00. */
  beforeEach(async () => {
    await db().insert(providerRates).values({
      providerId: 1,
      rateTypeId: RATE_TYPE_IDS.hourly,
      effectiveDate: '2025-01-01',
      rate: '40.00',
    })
    const rateTypeId = RATE_TYPE_IDS.hourly
    const atMaple = { date: '2026-11-05', at: 'maple' } as const
    await work(server(), token, { date: DAY.date, rateTypeId }, { date: '2026-11-04', rateTypeId }, atMaple)
    await call('lockOutPeriod', NOVEMBER)
  })

  const send = (name: Parameters<ReturnType<typeof server>['call']>[0], body: object, who: 'ada' | 'paul' = 'ada') =>
    server().call(name, { token: token[who], body })
  /** @throws if it is refused */
  const call = async (...question: Parameters<typeof send>) => {
    const reply = await send(...question)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`)
    return reply.data
  }
  const invoice = (schoolId: number) =>
    call('generateInvoice', { ...NOVEMBER, schoolId, studentIds: '', serviceIds: '' })
  const open = async (reason = REASON) => openCorrection.data.parse(await call('openCorrection', { ...DAY, reason }))
  const details = async (id: number) => getCorrection.data.parse(await call('getCorrection', { id }))
  const confirm = (hours: Parameters<typeof confirmHours>[2], who: 'ada' | 'paul' = 'paul') =>
    confirmHours(server(), token[who], { ...DAY, schoolId: lincoln, serviceId: SERVICE_IDS.ot, ...hours })
  const approve = async (id: number) => {
    const { entityCacheKey, hoursKey } = await details(id)
    return send('approveCorrection', { id, entityCacheKey, hoursKey })
  }
  const correct = async (hours: Parameters<typeof confirmHours>[2], reason = REASON) => {
    const { id } = await open(reason)
    expect((await confirm(hours)).status).toBe(200)
    expect(refusalOf(await approve(id))).toEqual({ status: 200, message: 'The correction of 11/03/2026 is complete.' })
    return id
  }
  const stored = async () => {
    const ofDay = eq(providerDays.date, DAY.date)
    const [day] = await db().select().from(providerDays).where(ofDay)
    return {
      day,
      hours: await db().select().from(timesheets).where(eq(timesheets.date, DAY.date)),
      sessions: await db().select().from(occurrences).where(eq(occurrences.date, DAY.date)),
      students: await db().select().from(occurrenceStudents),
    }
  }
  /** 'INV-00001 171.00 replaced by INV-00003' */
  const allInvoices = async () => {
    const all = await db().select().from(invoices).orderBy(invoices.number)
    return all.map(({ invoiceNumber, total, supersededById }) => {
      const by = all.find(({ id }) => id === supersededById)?.invoiceNumber
      return `${invoiceNumber} ${Number(total).toFixed(2)} ${by === undefined ? 'current' : `replaced by ${by}`}`
    })
  }
  const logOf = async (machine: string, entity: string) =>
    (await db().select().from(transitionLog).where(eq(transitionLog.machine, machine)).orderBy(transitionLog.id))
      .filter((line) => line.entity === entity)
      .map(({ fromState, event, toState, userId }) => `${userId} ${fromState} ${event} ${toState}`)

  const cancel = async (id: number) =>
    send('cancelCorrection', { id, entityCacheKey: (await details(id)).entityCacheKey })
  const sessionsOn = async (date: string) =>
    (await db().select({ id: occurrences.id }).from(occurrences).where(eq(occurrences.date, date))).map(({ id }) => id)

  test.each([
    ['from it', DAY.date, '2026-11-18', '“Fine motor group” to 11/18/2026'],
    ['to it', '2026-11-25', DAY.date, '“Fine motor group” to this day'],
  ])('is not canceled once a session was moved %s: other days stay as they are', async (_, from, to, moved) => {
    if (from !== DAY.date) await plan(server(), { date: from, rateTypeId: RATE_TYPE_IDS.hourly })
    const { id } = await open()
    const [session = 0] = await sessionsOn(from)
    await db().update(occurrences).set({ date: to }).where(eq(occurrences.id, session))
    expect(refusalOf(await cancel(id))).toEqual({
      status: 409,
      message: `This correction cannot be canceled, because it moved sessions: ${moved}. Confirm and approve the day instead.`,
    })
    expect(await sessionsOn(to)).toContain(session)
    expect((await stored()).day).toMatchObject({ state: 'correcting' })
  })

  test('is approved only as it was seen: what it leads to may have changed, though its hours did not', async () => {
    await call('generateInvoice', { ...NOVEMBER, schoolId: lincoln, studentIds: '1', serviceIds: '' })
    const { id } = await open()
    expect((await confirm({ startTime: '09:00', endTime: '10:00' })).status).toBe(200)
    const { entityCacheKey, hoursKey, outcome } = await details(id)
    expect(outcome?.invoices).toEqual([])
    await db().delete(occurrenceStudents).where(eq(occurrenceStudents.studentId, 1))
    expect(refusalOf(await send('approveCorrection', { id, entityCacheKey, hoursKey }))).toEqual({
      status: 409,
      message: 'The day has changed in the meantime. Please review it.',
    })
    expect(await allInvoices()).toEqual(['INV-00001 171.00 current'])
  })

  test('keeps the kind of rate that the day is paid at, as on other locked days', async () => {
    const rateTypeId = RATE_TYPE_IDS.perSession
    await db().insert(providerRates).values({ providerId: 1, rateTypeId, effectiveDate: '2025-01-01', rate: '25.00' })
    await db().update(occurrences).set({ rateTypeId: null }).where(eq(occurrences.date, DAY.date))
    await correct({ startTime: '09:00', endTime: '09:30' })
    const chosen = {
      startDate: NOVEMBER.startDate,
      providerId: 1,
      schoolId: lincoln,
      serviceId: SERVICE_IDS.ot,
      rateTypeId,
    }
    expect((await send('setRateType', chosen)).status).toBe(409)
    expect((await stored()).sessions[0]?.rateTypeId).toBeNull()
  })

  test('says what it touches before anyone gives a reason', async () => {
    await invoice(lincoln)
    await invoice(maple)
    const plan = planCorrection.data.parse(await call('planCorrection', DAY))
    expect(plan).toMatchObject({
      providerName: 'Paul Provider',
      figures: {
        hours: [{ schoolName: 'Lincoln', startTime: '09:00', endTime: '10:00', billed: '85.50', isConfirmed: true }],
        pay: [{ rate: '40.00', minutes: 60, quantity: '1' }],
      },
      invoices: [{ invoiceNumber: 'INV-00001', schoolName: 'Lincoln', isPaid: false }],
      paidOn: '2026-11-16',
    })
    const refused = async (body: object) => refusalOf(await send('planCorrection', body))
    expect(await refused({ providerId: 1, date: '2026-11-02' })).toEqual({
      status: 404,
      message: 'Paul Provider has no session on 11/02/2026. Choose a day that has one.',
    })
    await open()
    expect(await refused(DAY)).toEqual({
      status: 409,
      message: "Paul Provider's 11/03/2026 is being corrected already, opened by Ada Admin. Open it under Corrections.",
    })
    expect(refusalOf(await send('openCorrection', { ...DAY, reason: REASON }))).toEqual(await refused(DAY))
  })

  test('replaces the invoices of the school, and pays the difference in the next open period', async () => {
    await invoice(lincoln)
    await invoice(maple)
    const { id } = await open()
    expect(await stored()).toMatchObject({
      day: { state: 'correcting', approvalStatus: 0, reason: REASON },
      hours: [{ confirmedAt: null }],
    })
    // Every other day stays locked.
    expect(
      refusalOf(await confirmHours(server(), token.paul, { ...DAY, date: '2026-11-04', schoolId: lincoln })),
    ).toEqual({
      status: 409,
      message: '11/04/2026 is locked. You will not be able to make any changes for this day.',
    })
    expect((await details(id)).obstacles).toEqual([
      'Paul Provider has not confirmed the hours at Lincoln on 11/03/2026.',
    ])
    await confirm({ startTime: '09:00', endTime: '09:45' })
    expect(await details(id)).toMatchObject({ state: 'confirmed', obstacles: [] })
    // Saved again without confirming it, and confirmed again.
    await confirm({ startTime: '09:00', endTime: '09:30', isConfirmClicked: false })
    expect(await details(id)).toMatchObject({ state: 'opened' })
    await confirm({ startTime: '09:00', endTime: '09:30' })
    const ready = await details(id)
    expect(ready).toMatchObject({
      state: 'confirmed',
      before: { hours: [{ endTime: '10:00', billed: '85.50' }] },
      now: { hours: [{ endTime: '09:30', billed: '42.75' }] },
      outcome: {
        invoices: [{ schoolName: 'Lincoln', invoiceNumber: 'INV-00001', total: '171.00', newTotal: '128.25' }],
        pay: [{ rate: '40.00', minutes: -30, quantity: '-0.5', amount: '-20.00', paidOn: '2026-11-16' }],
      },
    })
    // Looking has not changed anything.
    expect(await allInvoices()).toEqual(['INV-00001 171.00 current', 'INV-00002 81.00 current'])
    expect((await approve(id)).status).toBe(200)
    expect(await allInvoices()).toEqual([
      'INV-00001 171.00 replaced by INV-00003',
      'INV-00002 81.00 current',
      'INV-00003 128.25 current',
    ])
    expect(await stored()).toMatchObject({ day: { state: 'locked', approvalStatus: 1, reason: null } })
    expect(await details(id)).toMatchObject({ state: 'completed', outcome: ready.outcome, ended: { by: 'Ada Admin' } })
    expect(await logOf('day-correction', String(id))).toEqual([
      '1 locked correction.open opened',
      '2 opened hours.confirm confirmed',
      '2 confirmed hours.reopen opened',
      '2 opened hours.confirm confirmed',
      '1 confirmed correction.approve completed',
    ])
    expect((await logOf('provider-day', '1/2026-11-03')).slice(-5)).toEqual([
      '1 locked correction.open correcting',
      '2 correcting hours.confirm corrected',
      '2 corrected hours.change correcting',
      '2 correcting hours.confirm corrected',
      '1 corrected correction.approve locked',
    ])
    expect((await logOf('occurrence', '1')).slice(-5)).toEqual([
      '1 invoiced correction.open scheduled',
      '2 scheduled day.confirm confirmed',
      '2 confirmed day.unconfirm scheduled',
      '2 scheduled day.confirm confirmed',
      '1 confirmed correction.end invoiced',
    ])
    const told = await db().select().from(notificationEvents).orderBy(notificationEvents.id)
    expect(told.filter(({ subject }) => subject === 'day-correction').map(({ message }) => message)).toEqual([
      `Your hours on 11/03/2026 were opened for correction: ${REASON} Please confirm them again.`,
      `Paul Provider's 11/03/2026 was opened for correction: ${REASON}`,
      'The correction of 11/03/2026 is complete. The difference in pay is part of the payroll of 11/16/2026.',
      "The correction of Paul Provider's 11/03/2026 is complete. INV-00003 replaces INV-00001.",
    ])
  })

  test('several corrections of one day book a difference each', async () => {
    await invoice(lincoln)
    await correct({ startTime: '09:00', endTime: '09:30' })
    const second = await correct({ startTime: '09:00', endTime: '10:15' }, 'It was 10:15 after all')
    expect((await details(second)).outcome?.pay).toMatchObject([{ quantity: '0.75', amount: '30.00' }])
    const third = await correct({ isZeroHours: true }, 'It was the other day')
    expect((await details(third)).outcome?.pay).toMatchObject([{ quantity: '-1.25', amount: '-50.00' }])
    expect(await allInvoices()).toHaveLength(4)
  })

  test('work that is back after nothing was left to bill is invoiced again', async () => {
    const rest = openCorrection.data.parse(
      await call('openCorrection', { ...DAY, date: '2026-11-04', reason: 'He was not there' }),
    )
    await confirm({ date: '2026-11-04', isZeroHours: true })
    await approve(rest.id)
    await invoice(lincoln)
    const gone = await correct({ isZeroHours: true })
    expect((await details(gone)).outcome?.invoices).toMatchObject([
      { invoiceNumber: 'INV-00001', replacedBy: null, newTotal: '0.00', creditNote: 'CN-00002' },
    ])
    const { id } = await open()
    await confirm({ startTime: '09:00', endTime: '09:30' })
    const issued = { schoolId: lincoln, schoolName: 'Lincoln', invoiceNumber: null, total: '0', creditNote: null }
    const outcome = { invoices: [{ ...issued, replacedBy: 'INV-00003', newTotal: '42.75' }], waiting: [] }
    // Known before it is approved.
    expect((await details(id)).outcome).toMatchObject(outcome)
    expect(await allInvoices()).toHaveLength(2)
    expect((await approve(id)).status).toBe(200)
    expect((await details(id)).outcome).toMatchObject(outcome)
    const [, , third] = await db().select().from(invoices).orderBy(invoices.number)
    expect(third).toMatchObject({ ...NOVEMBER, schoolId: lincoln, total: '42.7500', amountDue: '42.7500' })
    expect(await allInvoices()).toEqual([
      'INV-00001 85.50 replaced by CN-00002',
      'CN-00002 -85.50 current',
      'INV-00003 42.75 current',
    ])
    const told = await db().select().from(notificationEvents).orderBy(notificationEvents.id)
    expect(told.map(({ message }) => message)).toContain(
      "The correction of Paul Provider's 11/03/2026 is complete. INV-00003 was issued.",
    )
    // Once only: the next correction replaces it.
    await correct({ startTime: '09:00', endTime: '10:00' })
    expect(await allInvoices()).toEqual([
      'INV-00001 85.50 replaced by CN-00002',
      'CN-00002 -85.50 current',
      'INV-00003 42.75 replaced by INV-00004',
      'INV-00004 85.50 current',
    ])
  })

  test('work at a school whose invoice was taken back waits for its other corrections, and is then invoiced once', async () => {
    const reason = 'It was at Lincoln'
    await invoice(maple)
    const other = { ...DAY, date: '2026-11-05' }
    const { id } = openCorrection.data.parse(await call('openCorrection', { ...other, reason }))
    await confirm({ ...other, schoolId: maple, isZeroHours: true })
    await approve(id)
    expect(await allInvoices()).toEqual(['INV-00001 81.00 replaced by CN-00002', 'CN-00002 -81.00 current'])

    // Both days are at Maple now, where the invoice was taken back for another one.
    const first = await open()
    const last = openCorrection.data.parse(await call('openCorrection', { ...other, reason }))
    await db().update(occurrences).set({ schoolId: maple }).where(eq(occurrences.date, DAY.date))
    const hours = { schoolId: maple, startTime: '09:00', endTime: '10:00' }
    await confirm(hours)
    await confirm({ ...other, ...hours })
    await approve(first.id)
    const waiting = [{ schoolName: 'Maple', invoiceNumber: null, providerName: 'Paul Provider', date: other.date }]
    expect((await details(first.id)).outcome).toMatchObject({ invoices: [], waiting })
    await approve(last.id)
    const issued = { invoices: [{ schoolName: 'Maple', replacedBy: 'INV-00003', newTotal: '162.00' }], waiting: [] }
    expect((await details(first.id)).outcome).toMatchObject(issued)
    expect((await details(last.id)).outcome).toMatchObject(issued)
    expect((await allInvoices()).slice(2)).toEqual(['INV-00003 162.00 current'])
  })

  test('days of one half-month are paid as if all of them had been right from the beginning', async () => {
    const dates = ['2026-11-06', '2026-11-09', '2026-11-10']
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    await call('unlockPeriod', { id: 1, reason: REASON })
    const tenMinutes = { startTime: '09:00', endTime: '09:10', rateTypeId: RATE_TYPE_IDS.hourly }
    await work(server(), token, ...dates.map((date) => ({ date, ...tenMinutes })))
    await call('lockOutPeriod', NOVEMBER)
    const outcomes = []
    for (const date of dates) {
      const { id } = openCorrection.data.parse(await call('openCorrection', { ...DAY, date, reason: REASON }))
      await confirm({ ...tenMinutes, date, isZeroHours: true })
      expect((await approve(id)).status).toBe(200)
      outcomes.push((await details(id)).outcome?.pay)
    }
    // 3:30 are 3.5 hours, 3:20 are 3.33, 3:10 are 3.17, and 3:00 are 3.
    expect(outcomes).toMatchObject([
      [{ minutes: -10, quantity: '-0.17', amount: '-6.80' }],
      [{ minutes: -10, quantity: '-0.16', amount: '-6.40' }],
      [{ minutes: -10, quantity: '-0.17', amount: '-6.80' }],
    ])
    const exported = planPayrollExport.data.parse(
      await call('planPayrollExport', { startDate: '2026-11-16', endDate: '2026-11-30' }),
    )
    expect(exported.gross).toBe('-20')
  })

  test('a day that had no pay rate is paid as it is now, once there is one', async () => {
    await db().update(providerRates).set({ endedOn: '2026-11-03' })
    const { id } = await open()
    await confirm({ startTime: '09:00', endTime: '11:00' })
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    const paid = async () => planPayrollExport.data.parse(await call('planPayrollExport', NOVEMBER)).gross
    expect(await paid()).toBe('0')
    expect((await approve(id)).status).toBe(200)
    expect(await details(id)).toMatchObject({ now: { pay: [{ rate: null, minutes: 120 }] }, outcome: { pay: [] } })
    await db().update(providerRates).set({ endedOn: null })
    // Two hours on 11/03, and one each on 11/04 and 11/05.
    expect(await paid()).toBe('160')
    // From now on it has been paid, and the next correction pays the difference.
    await correct({ startTime: '09:00', endTime: '09:30' })
    expect(await paid()).toBe('160')
  })

  const noRate = (service: string) =>
    `Some approved hours have no rate: ${service} by Paul Provider. Set their rates under Close Out.`

  test('hours without a rate are not approved, also while the invoice waits for another correction', async () => {
    await invoice(lincoln)
    const { id } = await open()
    const other = openCorrection.data.parse(
      await call('openCorrection', { ...DAY, date: '2026-11-04', reason: REASON }),
    )
    // Lincoln has a rate per session for occupational therapy, and none for physical therapy.
    const { perSession: rateTypeId } = RATE_TYPE_IDS
    await db().update(occurrences).set({ rateTypeId }).where(eq(occurrences.date, DAY.date))
    await confirm({ startTime: '09:00', endTime: '10:00', serviceId: SERVICE_IDS.pt })
    const NO_RATE = noRate('Physical Therapy')
    expect(await details(id)).toMatchObject({ state: 'confirmed', outcome: null, obstacles: [NO_RATE] })
    expect(refusalOf(await approve(id))).toEqual({ status: 409, message: NO_RATE })
    // The same as without another correction, which it does not keep from being canceled.
    expect((await cancel(other.id)).status).toBe(200)
    expect((await details(id)).obstacles).toEqual([NO_RATE])
    expect(refusalOf(await approve(id))).toEqual({ status: 409, message: NO_RATE })
    await confirm({ startTime: '09:00', endTime: '09:30' })
    expect((await approve(id)).status).toBe(200)
    expect(await allInvoices()).toEqual(['INV-00001 171.00 replaced by INV-00002', 'INV-00002 145.50 current'])
  })

  test('a correction is canceled though the waiting invoice of another has no rate: it waits on', async () => {
    await invoice(lincoln)
    const { id } = await open()
    const openOther = async () =>
      openCorrection.data.parse(await call('openCorrection', { ...DAY, date: '2026-11-04', reason: REASON })).id
    const other = await openOther()
    await confirm({ startTime: '09:00', endTime: '09:30' })
    expect((await approve(id)).status).toBe(200)
    const ofLincoln = eq(schoolServiceRates.schoolId, lincoln)
    const shiftRates = (years: number) =>
      db()
        .update(schoolServiceRates)
        .set({ effectiveDate: sql`${schoolServiceRates.effectiveDate} + make_interval(years => ${years})` })
        .where(ofLincoln)
    await shiftRates(10)
    expect((await cancel(other)).status).toBe(200)
    const refusal = noRate('Occupational Therapy')
    expect((await details(id)).outcome).toMatchObject({
      invoices: [],
      waiting: [{ schoolName: 'Lincoln', invoiceNumber: 'INV-00001', refusal }],
    })
    await shiftRates(-10)
    expect((await cancel(await openOther())).status).toBe(200)
    expect((await details(id)).outcome).toMatchObject({ invoices: [{ replacedBy: 'INV-00002' }], waiting: [] })
    expect(await allInvoices()).toEqual(['INV-00001 171.00 replaced by INV-00002', 'INV-00002 128.25 current'])
  })

  test.each([
    ['an invoice', (kept: InvoiceContent) => kept],
    [
      'an invoice of before it was kept who they are',
      (kept: InvoiceContent): InvoiceContent => ({
        ...kept,
        work: kept.work.map((row) => ({
          ...row,
          behind: row.behind.map(({ studentIds: _, ...session }) => session),
        })),
      }),
    ],
  ])('another student in the session is another bill: %s is replaced', async (_, contentOf) => {
    await invoice(lincoln)
    const [first] = await db().select().from(invoices)
    if (!first) throw new Error('There is no invoice')
    await db().transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.update(invoices).set({ content: contentOf(first.content) })
    })
    // The same hours: nothing to replace.
    await correct({ startTime: '09:00', endTime: '10:00' })
    expect(await allInvoices()).toEqual(['INV-00001 171.00 current'])
    const { id } = await open()
    await db()
      .update(occurrenceStudents)
      .set({ studentId: 2, caseloadFrequencyId: 2 })
      .where(eq(occurrenceStudents.occurrenceId, (await sessionsOn(DAY.date))[0] ?? 0))
    await confirm({ startTime: '09:00', endTime: '10:00' })
    expect((await approve(id)).status).toBe(200)
    expect(await allInvoices()).toEqual(['INV-00001 171.00 replaced by INV-00002', 'INV-00002 171.00 current'])
    const [, second] = await db().select().from(invoices).orderBy(invoices.number)
    expect(second?.content.work[0]?.behind[0]?.studentIds).toEqual([2])
  })

  test('a session is not put on the invoices of several students', async () => {
    const [at0311, at0411] = [await sessionsOn(DAY.date), await sessionsOn('2026-11-04')].map(([id = 0]) => id)
    const bo = { studentId: 2, caseloadFrequencyId: 2 }
    await db()
      .update(occurrenceStudents)
      .set(bo)
      .where(eq(occurrenceStudents.occurrenceId, at0411 ?? 0))
    for (const studentIds of ['1', '2']) {
      await call('generateInvoice', { ...NOVEMBER, schoolId: lincoln, studentIds, serviceIds: '' })
    }
    const { id } = await open()
    await db()
      .insert(occurrenceStudents)
      .values({ occurrenceId: at0311 ?? 0, ...bo })
    await confirm({ startTime: '09:00', endTime: '10:00' })
    const message =
      'Some of this work would be on several invoices: INV-00001 and INV-00002. Cancel the correction, generate one invoice for all of their students and services, and correct the day again.'
    expect((await details(id)).obstacles).toEqual([message])
    expect(refusalOf(await approve(id))).toEqual({ status: 409, message })
    expect(await allInvoices()).toEqual(['INV-00001 85.50 current', 'INV-00002 85.50 current'])
  })

  test('a day without a pay rate is paid later, also if it was corrected to nothing before', async () => {
    await db().update(providerRates).set({ endedOn: '2026-11-03' })
    await correct({ isZeroHours: true })
    await correct({ isZeroHours: true })
    await correct({ startTime: '09:00', endTime: '11:00' })
    await db().update(providerRates).set({ endedOn: null })
    await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
    expect(planPayrollExport.data.parse(await call('planPayrollExport', NOVEMBER)).gross).toBe('160')
  })

  test.each(['approved', 'canceled'] as const)(
    'two days on one invoice are corrected at once: it is replaced when the last is %s',
    async (end) => {
      await invoice(lincoln)
      const { id } = await open()
      const other = { ...DAY, date: '2026-11-04' }
      const last = openCorrection.data.parse(await call('openCorrection', { ...other, reason: REASON }))
      await confirm({ startTime: '09:00', endTime: '09:30' })
      await confirm({ ...other, startTime: '09:00', endTime: '11:00' })
      const waiting = [
        { schoolName: 'Lincoln', invoiceNumber: 'INV-00001', providerName: 'Paul Provider', date: other.date },
      ]
      // Known before it is approved.
      expect((await details(id)).outcome).toMatchObject({ invoices: [], waiting })
      expect((await approve(id)).status).toBe(200)
      expect((await details(id)).outcome).toMatchObject({ invoices: [], waiting, pay: [{ amount: '-20.00' }] })
      expect(await allInvoices()).toEqual(['INV-00001 171.00 current'])

      if (end === 'approved') expect((await approve(last.id)).status).toBe(200)
      else await call('cancelCorrection', { id: last.id, entityCacheKey: (await details(last.id)).entityCacheKey })
      const total = end === 'approved' ? '213.75' : '128.25'
      expect(await allInvoices()).toEqual(['INV-00001 171.00 replaced by INV-00002', `INV-00002 ${total} current`])
      const replaced = { invoiceNumber: 'INV-00001', replacedBy: 'INV-00002', newTotal: total }
      expect((await details(id)).outcome).toMatchObject({ invoices: [replaced], waiting: [] })
      const led = (await details(last.id)).outcome
      if (end === 'approved') expect(led).toMatchObject({ invoices: [replaced], waiting: [] })
      else expect(led).toBeNull()
      const [, second] = await db().select().from(invoices).orderBy(invoices.number)
      expect(second?.content.replacement?.reason).toBe(
        `The work of ${end === 'approved' ? '11/03/2026 and 11/04/2026' : '11/03/2026'} was corrected.`,
      )
    },
  )

  test('canceling restores exactly what was before', async () => {
    await invoice(lincoln)
    const before = await stored()
    const { id } = await open()
    await confirm({ startTime: '08:00', endTime: '12:00' }, 'ada')
    const { entityCacheKey } = await details(id)
    expect(refusalOf(await send('cancelCorrection', { id, entityCacheKey }))).toEqual({
      status: 200,
      message: 'The correction of 11/03/2026 is canceled.',
    })
    const withoutVersions = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'version' ? undefined : each)))
    expect(withoutVersions(await stored())).toEqual(withoutVersions(before))
    expect(await allInvoices()).toEqual(['INV-00001 171.00 current'])
    expect(refusalOf(await send('cancelCorrection', { id, entityCacheKey }))).toEqual({
      status: 409,
      message: 'This correction has been completed or canceled already. Reload the page to see what became of it.',
    })
    // And it can be corrected again.
    await correct({ startTime: '09:00', endTime: '09:30' })
  })

  test('of two who change it, the second is refused', async () => {
    const { id } = await open()
    await confirm({ startTime: '09:00', endTime: '09:30' })
    const { entityCacheKey, hoursKey } = await details(id)
    await confirm({ startTime: '09:00', endTime: '09:15' })
    expect(refusalOf(await send('approveCorrection', { id, entityCacheKey, hoursKey }))).toEqual({
      status: 409,
      message: 'The day has changed in the meantime. Please review it.',
    })
    const seen = await details(id)
    const body = { id, entityCacheKey: seen.entityCacheKey, hoursKey: seen.hoursKey }
    const both = await Promise.all([send('approveCorrection', body), send('approveCorrection', body)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await db().select().from(dayCorrections)).toHaveLength(1)
  })

  test('keeps its schools from being invoiced, and its period from being unlocked', async () => {
    const { id } = await open()
    const body = { ...NOVEMBER, schoolId: lincoln, studentIds: '', serviceIds: '' }
    const message = "Paul Provider's 11/03/2026 is being corrected. Approve or cancel the correction first."
    expect(refusalOf(await send('generateInvoice', body))).toEqual({ status: 409, message })
    expect(await call('previewInvoice', body)).toMatchObject({ refusal: message })
    // Another school's is not held up.
    await invoice(maple)
    const unlock = () => send('unlockPeriod', { id: 1, reason: 'Too early' })
    expect((await unlock()).status).toBe(409)
    await confirm({ startTime: '09:00', endTime: '09:30' })
    await approve(id)
    await invoice(lincoln)
    expect(await allInvoices()).toEqual(['INV-00001 81.00 current', 'INV-00002 128.25 current'])
  })

  test('says why its period stays locked, and what can be done, as long as it is open and after that', async () => {
    const because = 'This billing period cannot be unlocked, because'
    const instead = 'A single day can be corrected instead: open it under People, and choose Correct this day.'
    const refusals = async () => [
      searchLockOuts.data.parse(await call('searchLockOuts', {})).rows[0]?.unlockRefusal,
      (await send('unlockPeriod', { id: 1, reason: 'Too early' })).message,
    ]
    const { id } = await open()
    const beingCorrected = `${because} Paul Provider's 11/03/2026 is being corrected. Finish the correction under Corrections, or cancel it there to unlock the period.`
    expect(await refusals()).toEqual([beingCorrected, `${beingCorrected} ${instead}`])
    await confirm({ startTime: '09:00', endTime: '09:30' })
    await approve(id)
    const corrected = `${because} a day in it has been corrected.`
    expect(await refusals()).toEqual([corrected, `${corrected} ${instead}`])
  })

  test('lists the corrections, those under way first', async () => {
    const first = await correct({ startTime: '09:00', endTime: '09:30' })
    const { id: second } = await open('Once more')
    const list = async (body: object) => getCorrections.data.parse(await call('getCorrections', body)).rows
    expect((await list({})).map(({ id }) => id)).toEqual([second, first])
    expect((await list({ stateId: 3, providerId: 1 })).map(({ id }) => id)).toEqual([first])
    expect(refusalOf(await send('getCorrection', { id: 99 }))).toEqual({
      status: 404,
      message: 'This correction no longer exists.',
    })
    expect((await send('openCorrection', { ...DAY, reason: REASON }, 'paul')).status).toBe(403)
  })
})
