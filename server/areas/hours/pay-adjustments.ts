/** Pay for days that were locked or exported already, as lines of a later day (docs/decisions/late-pay.md). */
import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm'
import type { PayAdjustmentKind } from '#domain/billing/pay.ts'
import { type Decimal, roundMoney } from '#domain/money.ts'
import { RATE_TYPE_IDS, type RateTypeId } from '#domain/rate-types.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { payAdjustments, payrollExports } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { adjustmentName, ratesOf } from './payroll-segments.ts'

/**
 * Keeps days from being locked, unlocked or exported until the transaction ends. Call it before locking other rows:
 * locking a period and exporting payroll do it in the same order.
 */
export const holdPayroll = async (tx: Tx): Promise<void> => {
  await holdPeriods(tx)
  await tx.select({ id: organisation.id }).from(organisation).for('share')
}

interface Span extends Record<string, unknown> {
  readonly startDate: LocalDate
  readonly endDate: LocalDate
}

/** The lock-outs and payroll exports that reach the day or a later one, by their first day. */
const readClosed = async (on: Db | Tx, from: LocalDate): Promise<readonly Span[]> => {
  const { rows } = await on.execute<Span>(sql`
    select ${lockOuts.startDate}::text as "startDate", ${lockOuts.endDate}::text as "endDate" from ${lockOuts}
    where ${lockOuts.unlockedAt} is null and ${lockOuts.endDate} >= ${from}
    union
    select ${payrollExports.startDate}::text, ${payrollExports.endDate}::text from ${payrollExports}
    where ${payrollExports.endDate} >= ${from}
    order by 1, 2`)
  return rows
}

const firstOutside = (closed: readonly Span[], from: LocalDate): LocalDate => {
  let day = from
  for (const { startDate, endDate } of closed) {
    if (startDate > day) break
    if (endDate >= day) day = addDays(endDate, 1)
  }
  return day
}

/** The first day after another that is neither locked nor exported: whose payroll has late pay for that other day. */
export const firstOpenPayDay = async (on: Db | Tx, { after }: { after: LocalDate }): Promise<LocalDate> => {
  const first = addDays(after, 1)
  return firstOutside(await readClosed(on, first), first)
}

/** Whether the payroll of the day can no longer change: it is locked or exported. */
export const isPayDayClosed = async (on: Db | Tx, day: LocalDate): Promise<boolean> =>
  firstOutside(await readClosed(on, day), day) !== day

/** A rate as it was in force on a day. */
export interface PayRate {
  readonly rateId: number
  readonly rateTypeId: RateTypeId
  readonly rate: Decimal
}

/** The hourly rate of a provider that is in force on a day; time off is paid at it. */
export const hourlyRateOn = async (
  on: Db | Tx,
  { providerId, day }: { providerId: number; day: LocalDate },
): Promise<PayRate | null> => {
  const { rows } = await on.execute<{ rateId: number; rate: Decimal }>(sql`
    select rate_id as "rateId", rate::text as rate
    from (${ratesOf({ period: { startDate: day, endDate: day }, providerId })}) as rates
    where rate_type_id = ${RATE_TYPE_IDS.hourly}`)
  const [found] = rows
  return found ? { ...found, rateTypeId: RATE_TYPE_IDS.hourly } : null
}

export interface PayAdjustment {
  readonly providerId: number
  readonly kind: PayAdjustmentKind
  /** The day that it is for: locked or exported, or the last day at work. */
  readonly workDate: LocalDate
  /** The time off that is paid late. */
  readonly ptoRequestId?: number
  /** As it was in force on the day of work; null if none was. */
  readonly rate: PayRate | null
  /** Negative if too much was paid, like the quantity and the amount. */
  readonly minutes: number
  /** What the rate multiplies. */
  readonly quantity: Decimal
  readonly amount: Decimal
  /** The first day that may pay it, if that is later than the day after its own. */
  readonly notBefore?: LocalDate
}

/**
 * Books late pay on the first open day after the day that it is for. Call `holdPayroll` first.
 *
 * @returns the line's id, and the day whose payroll has it
 */
export const bookPayAdjustment = async (
  tx: Tx,
  { rate, amount, notBefore = '', ...line }: PayAdjustment,
  by: { userId: number; now: Date },
): Promise<{ id: number; paidOn: LocalDate }> => {
  const after = notBefore > line.workDate ? addDays(notBefore, -1) : line.workDate
  const paidOn = await firstOpenPayDay(tx, { after })
  const { currency } = await organizationMoney(tx)
  const [stored] = await tx
    .insert(payAdjustments)
    .values({ ...line, ...rate, amount: roundMoney(amount, currency), paidOn, byId: by.userId, at: by.now })
    .returning({ id: payAdjustments.id })
  if (!stored) throw new Error('Late pay was not stored')
  return { id: stored.id, paidOn }
}

/** Late pay for days of a locked period, which unlocking it would end: their own payroll could pay them again. */
export interface ReleasablePay extends Record<string, unknown> {
  readonly id: number
  readonly providerName: string
  /** 'late time off on 10/20/2026' */
  readonly adjustment: string
  readonly paidOn: LocalDate
  /** Whether it stays: it corrects hours, or the payroll that has it is locked or exported. The period can't be unlocked. */
  readonly isFinal: boolean
}

/** A SELECT with late pay for days of a period that no payroll export has, in the columns of `ReleasablePay`. */
export const releasablePay = ({ startDate, endDate }: { startDate: unknown; endDate: unknown }): SQL => {
  const { kind, workDate, paidOn } = payAdjustments
  const isExported = (day: AnyColumn) => sql`exists (select from ${payrollExports}
    where ${day} between ${payrollExports.startDate} and ${payrollExports.endDate})`
  return sql`
    select ${payAdjustments.id} as id, ${providerName} as "providerName", ${adjustmentName} as adjustment,
      ${paidOn}::text as "paidOn", ${kind} = 'correction' or ${isExported(paidOn)} or exists (
        select from ${lockOuts} as later
        where later.unlocked_at is null and ${paidOn} between later.start_date and later.end_date
      ) as "isFinal"
    from ${payAdjustments} join ${providers} on ${providers.id} = ${payAdjustments.providerId}
    where ${payAdjustments.voidedAt} is null and ${workDate} between ${startDate} and ${endDate}
      and ${kind} <> 'balancePaidOut' and (${kind} = 'correction' or not ${isExported(workDate)})
    order by ${payAdjustments.id}`
}

/** Voids late pay for days that are unlocked: their own payroll pays them again. */
export const voidPayAdjustments = async (
  tx: Tx,
  ids: readonly number[],
  by: { userId: number; now: Date },
): Promise<void> => {
  if (ids.length === 0) return
  const voided = await tx
    .update(payAdjustments)
    .set({ voidedAt: by.now, voidedById: by.userId })
    .where(inArray(payAdjustments.id, [...ids]))
    .returning({ requestId: payAdjustments.ptoRequestId })
  const requests = voided.flatMap(({ requestId }) => requestId ?? [])
  if (requests.length > 0) {
    await tx.update(ptoRequests).set({ paidOn: null }).where(inArray(ptoRequests.id, requests))
  }
}
