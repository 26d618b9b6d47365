/** The demo district's closed half-months: locked, invoiced and sent, some paid, some overdue, one replaced. */
import { and, between, eq, isNull } from 'drizzle-orm'
import { halfMonthBefore, halfMonthOf, latestHalfMonths, type Period } from '#domain/billing/period.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import { addDays, instantOf, type LocalDate } from '#domain/time.ts'
import { lockPeriod } from '#server/areas/billing/lock-outs.ts'
import { markPaid } from '#server/areas/invoices/invoice-history.ts'
import { type Issuer, issueInvoice } from '#server/areas/invoices/issue-invoice.ts'
import type { Tx } from '#server/db/database.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How many half-months are closed. The latest one is left open, so that users of the demo can close it. */
const CLOSED = 2

/** Days after a half-month's end when it was locked and invoiced, and when payments arrived. */
const LOCKED_AFTER = 4
const PAID_AFTER = 14

interface Options {
  readonly today: LocalDate
  readonly timeZone: string
  /** The administrator who did it. */
  readonly userId: number
}

const callerOf = (userId: number): Caller => ({
  userId,
  email: '',
  role: 'Administrators',
  roleId: ROLE_IDS.Administrators,
  providerId: null,
  screens: new Set(),
  sessionId: '',
  mustAddFactor: false,
})

/** @returns undefined if the school had no work */
const issueOne = async (tx: Tx, schoolId: number, period: Period, issuer: Issuer): Promise<number | undefined> => {
  try {
    return (await issueInvoice(tx, { schoolId, ...period, studentIds: [], serviceIds: [] }, issuer)).id
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** A message that the demo's outbox no longer has. */
const jobIdOf = (invoiceId: number) => `00000000-0000-4000-8000-${String(invoiceId).padStart(12, '0')}`

const closePeriod = async (tx: Tx, period: Period, { timeZone, userId }: Options): Promise<number[]> => {
  const now = instantOf(addDays(period.endDate, LOCKED_AFTER), '10:00', timeZone)
  const user = callerOf(userId)
  await lockPeriod(tx, { chosen: period, isRest: false, isForced: true }, { user, now })
  const billed = await tx
    .select({ id: schools.id, email: schoolBillingProfiles.billingEmail })
    .from(schools)
    .innerJoin(schoolBillingProfiles, eq(schoolBillingProfiles.schoolId, schools.id))
    .orderBy(schools.id)
  const issued: number[] = []
  for (const { id: schoolId, email: recipient } of billed) {
    const invoiceId = await issueOne(tx, schoolId, period, { user, now, timeZone })
    if (invoiceId === undefined) continue
    issued.push(invoiceId)
    if (recipient === '') continue
    await tx.insert(invoiceDeliveries).values({
      invoiceId,
      jobId: jobIdOf(invoiceId),
      recipient,
      state: 'sent',
      createdAt: now,
      createdById: userId,
      endedAt: new Date(now.getTime() + 60_000),
    })
  }
  return issued
}

const hasSessions = async (tx: Tx, { startDate, endDate }: Period): Promise<boolean> =>
  (await tx.$count(occurrences, and(between(occurrences.date, startDate, endDate), isNull(occurrences.deletedAt)))) > 0

/** Closes the half-months before the latest one. */
export const seedBilling = async (tx: Tx, options: Options): Promise<void> => {
  const { today, timeZone, userId } = options
  const [latest = halfMonthOf(today)] = latestHalfMonths(today, 1)
  const periods: Period[] = []
  for (let period = halfMonthBefore(latest); periods.length < CLOSED; period = halfMonthBefore(period)) {
    periods.unshift(period)
  }
  for (const [age, period] of periods.entries()) {
    if (!(await hasSessions(tx, period))) continue
    const issued = await closePeriod(tx, period, options)
    // The older, the more are paid.
    const paid = issued.filter((_, index) => index % 3 < CLOSED - age)
    const paidOn = addDays(period.endDate, PAID_AFTER)
    const payment = { paidOn, reference: `ACH ${paidOn.replaceAll('-', '')}` }
    const paying = { seen: '1', paid: payment, user: callerOf(userId), now: instantOf(paidOn, '11:00', timeZone) }
    for (const id of paid) await markPaid(tx, { id, ...paying })
    const [schoolId] = await tx
      .select({ id: invoices.schoolId })
      .from(invoices)
      .where(eq(invoices.id, issued.at(-1) ?? 0))
    if (age === CLOSED - 1 && schoolId) {
      const now = instantOf(addDays(period.endDate, LOCKED_AFTER), '15:00', timeZone)
      // The school called: its invoices need the number of its purchase order.
      await tx
        .update(schoolBillingProfiles)
        .set({ billingNote: 'Purchase order 4711' })
        .where(eq(schoolBillingProfiles.schoolId, schoolId.id))
      await issueOne(tx, schoolId.id, period, { user: callerOf(userId), now, timeZone })
    }
  }
}
