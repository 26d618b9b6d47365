/** Time off that is granted or returned after its day was locked or exported (docs/decisions/late-pay.md). */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PayOfPto, Pto } from '#contract/time-off.ts'
import type { Period } from '#domain/billing/period.ts'
import { hoursOf, hundredthsOf } from '#domain/hours.ts'
import { productOf } from '#domain/money.ts'
import { RATE_TYPE_IDS, rateTypeIdSchema } from '#domain/rate-types.ts'
import { type LocalDate, minutesOf, withoutSeconds } from '#domain/time.ts'
import { isGrantedPto, isOpenPto, type PtoState, ptoStateOf, REQUESTED_PTO_STATES } from '#domain/time-off.ts'
import {
  bookPayAdjustment,
  firstOpenPayDay,
  hourlyRateOn,
  isPayDayClosed,
  type PayRate,
} from '#server/areas/hours/pay-adjustments.ts'
import { ratesOf } from '#server/areas/hours/payroll-segments.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { payAdjustments, payrollExports } from '#server/db/schema/payroll.ts'
import { schools } from '#server/db/schema/schools.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'

interface MovedPto {
  readonly id: number
  readonly providerId: number
  readonly requestedDate: LocalDate
  readonly startTime: string
  readonly endTime: string
  readonly totalHours: string
  readonly paidOn: LocalDate | null
}

/** The rate at which a request was paid late. */
const rateAsBooked = async (tx: Tx, { id }: MovedPto): Promise<PayRate | null> => {
  const [line] = await tx
    .select()
    .from(payAdjustments)
    .where(
      and(
        eq(payAdjustments.ptoRequestId, id),
        eq(payAdjustments.kind, 'timeOffAccepted'),
        isNull(payAdjustments.voidedAt),
      ),
    )
  if (!line) throw new Error(`Request ${id} is paid late without a line`)
  const { rateId, rateTypeId, rate } = line
  return rateId === null || rate === null ? null : { rateId, rate, rateTypeId: rateTypeIdSchema.parse(rateTypeId) }
}

const book = async (
  tx: Tx,
  pto: MovedPto,
  kind: 'timeOffAccepted' | 'timeOffGivenBack',
  by: { userId: number; now: Date },
): Promise<LocalDate> => {
  const { id: ptoRequestId, providerId, requestedDate: workDate, paidOn } = pto
  const sign = kind === 'timeOffAccepted' ? 1 : -1
  const rate = paidOn === null ? await hourlyRateOn(tx, { providerId, day: workDate }) : await rateAsBooked(tx, pto)
  const quantity = hoursOf(sign * hundredthsOf(pto.totalHours))
  const minutes = sign * (minutesOf(withoutSeconds(pto.endTime)) - minutesOf(withoutSeconds(pto.startTime)))
  const amount = productOf(quantity, rate?.rate ?? '0')
  const line = { providerId, kind, workDate, ptoRequestId, rate, minutes, quantity, amount }
  const booked = await bookPayAdjustment(tx, line, by)
  return booked.paidOn
}

interface PayFacts extends Record<string, unknown>, Pick<PayOfPto, 'worked' | 'hasRate'> {
  readonly id: number
  readonly locked: Period | null
  readonly exported: Period | null
}

const spanOf = (table: typeof lockOuts | typeof payrollExports, which: SQL) => sql`(
  select json_build_object('startDate', ${table.startDate}, 'endDate', ${table.endDate}) from ${table}
  where ${ptoRequests.requestedDate} between ${table.startDate} and ${table.endDate} and ${which}
  order by ${table.id} desc limit 1)`

/** Adds what to know of pay to the requests that await an answer. */
export const withPay = async (db: Db, ptos: readonly Pto[]): Promise<Pto[]> => {
  const open = ptos.filter(({ statusId }) => isOpenPto(ptoStateOf(statusId)))
  const days = open.map(({ requestedDate }) => requestedDate).sort()
  const [startDate, endDate] = [days[0], days.at(-1)]
  if (startDate === undefined || endDate === undefined) return [...ptos]
  const { rows } = await db.execute<PayFacts>(sql`
    with rates as materialized (${ratesOf({ period: { startDate, endDate } })})
    select ${ptoRequests.id} as id, case when ${ptoRequests.paidOn} is null
      then exists (select from rates where rates.provider_id = ${ptoRequests.providerId}
        and rates.rate_type_id = ${RATE_TYPE_IDS.hourly}
        and ${ptoRequests.requestedDate} between rates.first_day and rates.last_day)
      else exists (select from ${payAdjustments} where ${payAdjustments.ptoRequestId} = ${ptoRequests.id}
        and ${payAdjustments.kind} = 'timeOffAccepted' and ${payAdjustments.voidedAt} is null
        and ${payAdjustments.rateId} is not null) end as "hasRate",
      ${spanOf(lockOuts, isNull(lockOuts.unlockedAt))} as locked,
      ${spanOf(payrollExports, sql`true`)} as exported,
      coalesce((
        select json_agg(json_build_object('schoolName', ${schools.name}, 'startTime',
          to_char(${timesheets.startTime}, 'HH24:MI'), 'endTime', to_char(${timesheets.endTime}, 'HH24:MI'))
          order by ${timesheets.startTime}, ${timesheets.id})
        from ${timesheets} join ${schools} on ${schools.id} = ${timesheets.schoolId}
        where ${inArray(ptoRequests.state, REQUESTED_PTO_STATES)} and ${timesheets.providerId} = ${ptoRequests.providerId}
          and ${timesheets.date} = ${ptoRequests.requestedDate} and ${timesheets.confirmedAt} is not null
          and not ${timesheets.isZeroHours} and ${timesheets.startTime} < ${ptoRequests.endTime}
          and ${timesheets.endTime} > ${ptoRequests.startTime}
      ), '[]'::json) as worked
    from ${ptoRequests} where ${ptoRequests.id} = any(${sql.param(open.map(({ id }) => id))}::int[])`)
  const factsOf = new Map(rows.map((row) => [row.id, row]))
  const found: Pto[] = []
  for (const pto of ptos) {
    const facts = factsOf.get(pto.id)
    if (!facts) found.push(pto)
    else {
      const { locked, exported, worked, hasRate } = facts
      const isClosed = locked !== null || exported !== null
      const closed = isClosed
        ? { locked, exported, paidOn: await firstOpenPayDay(db, { after: pto.requestedDate }) }
        : null
      found.push({ ...pto, pay: { closed, worked, hasRate } })
    }
  }
  return found
}

/**
 * Books what requests that have just moved change in the pay of days that are closed.
 *
 * @param ptos as they were before
 */
export const payLate = async (
  tx: Tx,
  ptos: readonly (MovedPto & { readonly state: PtoState })[],
  to: PtoState,
  by: { userId: number; now: Date },
): Promise<void> => {
  for (const pto of ptos) {
    const isGranted = isGrantedPto(to)
    if (isGranted === isGrantedPto(pto.state)) continue
    if (pto.paidOn === null && !(await isPayDayClosed(tx, pto.requestedDate))) continue
    const paidOn = await book(tx, pto, isGranted ? 'timeOffAccepted' : 'timeOffGivenBack', by)
    if (isGranted) await tx.update(ptoRequests).set({ paidOn }).where(eq(ptoRequests.id, pto.id))
  }
}
