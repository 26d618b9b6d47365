/** A provider's day as a correction tells it: the hours at each school, what they are billed, and what they pay. */
import { sql } from 'drizzle-orm'
import { type CorrectedPay, correctedPaySchema, type DayFigures } from '#domain/billing/corrections.ts'
import { amountOf, chargeOf } from '#domain/billing/invoice-lines.ts'
import { grouped } from '#domain/grouped.ts'
import { type Decimal, roundedSum } from '#domain/money.ts'
import { type ChargedRow, chargesOf, readChargedRows } from '#server/areas/hours/charges.ts'
import { livePaidRows, paidQuantity } from '#server/areas/hours/payroll-segments.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import { readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Queryable } from '#server/db/database.ts'

const dayOf = ({ providerId, date }: DayKey) => ({ period: { startDate: date, endDate: date }, providerId })

const billedOf = (rows: readonly ChargedRow[], currency: string): Decimal | null => {
  const charges = chargesOf(rows.map(chargeOf))
  if (charges.length < rows.length && rows.some(({ rate, days }) => rate === null && days > 0)) return null
  return roundedSum(
    charges.map((charge) => amountOf(charge, currency)),
    currency,
  )
}

const readPay = async (on: Queryable, day: DayKey): Promise<CorrectedPay[]> => {
  const { rows } = await on.execute(sql`
    select rate_id as "rateId", rate_type_id as "rateTypeId", rate::text as rate,
      sum(minutes)::int as minutes, trim_scale(${paidQuantity((column) => sql`sum(${column})`)})::text as quantity
    from (${livePaidRows(dayOf(day))}) as paid
    where paid.request_id is null
    group by rate_id, rate_type_id, rate order by rate_id`)
  return rows.map((row) => correctedPaySchema.parse(row))
}

/** The day as it is now: with pay only if it is approved. */
export const readDayFigures = async (on: Queryable, day: DayKey, currency: string): Promise<DayFigures> => {
  const rows = await readTimesheetRows(on, { from: day.date, to: day.date, providerIds: [day.providerId] })
  const charged = grouped(await readChargedRows(on, dayOf(day)), ({ schoolId }) => schoolId)
  return {
    hours: rows
      .filter(({ isRequired }) => isRequired)
      .map(({ schoolId, schoolName, startTime, endTime, isZeroHours, isConfirmed, serviceName }) => ({
        ...{ schoolId, schoolName, startTime, endTime, isZeroHours, isConfirmed, serviceName },
        billed: billedOf(charged.get(schoolId) ?? [], currency),
      })),
    pay: await readPay(on, day),
  }
}
