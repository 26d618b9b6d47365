/** What a correction changes about a provider's pay, which a later payroll has (docs/decisions/late-pay.md). */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { CorrectedPay, DayFigures, PayDifference } from '#domain/billing/corrections.ts'
import type { Period } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { hundredthsOf, hundredthsOfRows, rowRoundingOf } from '#domain/hours.ts'
import {
  type Decimal,
  decimalText,
  differenceOf,
  isZero,
  ofHundredths,
  roundedProduct,
  roundMoney,
  sumOf,
} from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { localDateSchema } from '#domain/time.ts'
import { rowRounding } from '#server/areas/hours/charges.ts'
import { paidQuantity, paidRows } from '#server/areas/hours/payroll-segments.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import type { Queryable } from '#server/db/database.ts'
import { currencyDigits } from '#server/db/organization.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { payAdjustments, payrollExports } from '#server/db/schema/payroll.ts'

const paidPeriodSchema = z.object({ startDate: localDateSchema, endDate: localDateSchema })

/** The days that one payroll pays together: those of the first export that has the day, or else of its lock-out. */
const readPaidPeriod = async (on: Queryable, { date }: DayKey): Promise<Period> => {
  const { rows } = await on.execute(sql`
    select "startDate", "endDate" from (
      (select ${payrollExports.startDate}::text as "startDate", ${payrollExports.endDate}::text as "endDate"
        from ${payrollExports} where ${date} between ${payrollExports.startDate} and ${payrollExports.endDate}
        order by ${payrollExports.id} limit 1)
      union all
      (select ${lockOuts.startDate}::text, ${lockOuts.endDate}::text from ${lockOuts}
        where ${lockOuts.unlockedAt} is null and ${date} between ${lockOuts.startDate} and ${lockOuts.endDate})
    ) as paid_together limit 1`)
  return paidPeriodSchema.parse(rows[0])
}

/** Whether each row of the day is rounded by itself, as in half-months that were locked before minutes were added up. */
const roundsEachRow = (date: unknown) => sql`exists (
  select from ${lockOuts} where ${lockOuts.roundsEachRow} and ${lockOuts.unlockedAt} is null
    and ${date} between ${lockOuts.startDate} and ${lockOuts.endDate})`

const byRowSchema = z.object({ isByRow: z.boolean() })

const paidSchema = z.object({
  rateId: z.int(),
  minutes: z.int(),
  rowRounding: z.int(),
  quantity: decimalText,
  amount: decimalText,
})
type Paid = z.output<typeof paidSchema>

/** What a period's work has been paid so far, at each rate: by its own payroll, and by corrections of its days. */
const readPaidSoFar = async (on: Queryable, { providerId }: DayKey, period: Period): Promise<Paid[]> => {
  const total = (column: unknown) => sql`sum(${column})`
  const { rows } = await on.execute(sql`
    select "rateId", sum(minutes)::int as minutes, sum("rowRounding")::int as "rowRounding",
      trim_scale(sum(quantity))::text as quantity, trim_scale(sum(amount))::text as amount
    from (
      select rate_id as "rateId", sum(minutes) as minutes, ${rowRounding(total)} as "rowRounding",
        ${paidQuantity(total)} as quantity, round(${paidQuantity(total)} * rate, ${currencyDigits()}) as amount
      from (${paidRows({ period, providerId })}) as paid
      where request_id is null and rate_id is not null
      group by rate_id, rate_type_id, rate
      union all
      select ${payAdjustments.rateId}, ${payAdjustments.minutes}, case when ${roundsEachRow(payAdjustments.workDate)}
        then (${payAdjustments.quantity} * 300)::int - ${payAdjustments.minutes} * 5 else 0 end,
        ${payAdjustments.quantity}, ${payAdjustments.amount}
      from ${payAdjustments}
      where ${payAdjustments.kind} = 'correction' and ${payAdjustments.voidedAt} is null
        and ${payAdjustments.rateId} is not null and ${payAdjustments.providerId} = ${providerId}
        and ${payAdjustments.workDate} between ${period.startDate} and ${period.endDate}
    ) as paid group by "rateId"`)
  return rows.map((row) => paidSchema.parse(row))
}

/** Whether something that the day was or is paid for has no rate. */
export const isUnrated = (...figures: readonly Pick<DayFigures, 'pay'>[]): boolean =>
  figures.some(({ pay }) => pay.some(({ rateId }) => rateId === null))

const NOTHING = { minutes: 0, quantity: '0' }

interface Change {
  readonly rateId: number
  readonly rateTypeId: NonNullable<CorrectedPay['rateTypeId']>
  readonly rate: Decimal
  readonly before: Pick<CorrectedPay, 'minutes' | 'quantity'>
  readonly after: Pick<CorrectedPay, 'minutes' | 'quantity'>
}

/** By rate, what has changed. @throws RangeError if something has no rate */
const changesOf = (before: DayFigures, after: DayFigures): Change[] => {
  const sides = [
    ...before.pay.map((pay) => ({ pay, side: 'before' as const })),
    ...after.pay.map((pay) => ({ pay, side: 'after' as const })),
  ]
  return [...grouped(sides, ({ pay }) => pay.rateId)].flatMap(([rateId, [one, ...more]]) => {
    const { rateTypeId, rate } = one.pay
    if (rateId === null || rateTypeId === null || rate === null)
      throw new RangeError('Pay without a rate has no amount')
    const change = { rateId, rateTypeId, rate, before: NOTHING, after: NOTHING }
    for (const { side, pay } of [one, ...more]) change[side] = pay
    const isSame =
      change.before.minutes === change.after.minutes &&
      isZero(differenceOf(change.after.quantity, change.before.quantity))
    return isSame ? [] : [change]
  })
}

/**
 * What is paid later, by rate: what the work of the period is paid with the corrected day, less what it has been paid so
 * far. So the period is paid as if the day had been right from the beginning: its minutes are added up, and rounded once.
 *
 * @throws RangeError if something that the day was or is paid for has no rate
 */
export const readPayDifferences = async (
  on: Queryable,
  day: DayKey,
  { before, after, currency }: { before: DayFigures; after: DayFigures; currency: string },
): Promise<Omit<PayDifference, 'paidOn'>[]> => {
  const changes = changesOf(before, after)
  if (changes.length === 0) return []
  const soFar = await readPaidSoFar(on, day, await readPaidPeriod(on, day))
  const { rows } = await on.execute(sql`select ${roundsEachRow(sql`${day.date}::date`)} as "isByRow"`)
  const { isByRow } = byRowSchema.parse(rows[0])
  const rounding = ({ minutes, quantity }: Change['before']) =>
    rowRoundingOf(minutes, isByRow ? hundredthsOf(quantity) : null)
  return changes.map(({ rateId, rateTypeId, rate, ...change }) => {
    const paid = soFar.find((one) => one.rateId === rateId) ?? { ...NOTHING, rowRounding: 0, amount: '0' }
    const minutes = change.after.minutes - change.before.minutes
    const due =
      rateTypeId === RATE_TYPE_IDS.hourly
        ? ofHundredths(
            hundredthsOfRows(
              paid.minutes + minutes,
              paid.rowRounding + rounding(change.after) - rounding(change.before),
            ),
          )
        : sumOf([paid.quantity, differenceOf(change.after.quantity, change.before.quantity)])
    return {
      ...{ rateId, rateTypeId, rate, minutes },
      quantity: differenceOf(due, paid.quantity),
      amount: roundMoney(differenceOf(roundedProduct(due, rate, currency), paid.amount), currency),
    }
  })
}
