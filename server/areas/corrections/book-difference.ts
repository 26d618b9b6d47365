/** The difference in pay of a corrected day: a line for each rate on the first open day after it (docs/decisions/late-pay.md). */
import type { PayDifference } from '#domain/billing/corrections.ts'
import type { LocalDate } from '#domain/time.ts'
import { bookPayAdjustment, firstOpenPayDay, holdPayroll } from '#server/areas/hours/pay-adjustments.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { By } from './correction-record.ts'

/** Where the difference would be paid now. */
export const firstPayDay = (on: Db | Tx, { date }: DayKey): Promise<LocalDate> => firstOpenPayDay(on, { after: date })

const rateOf = ({ rateId, rateTypeId, rate }: Omit<PayDifference, 'paidOn'>) =>
  rateId === null || rateTypeId === null || rate === null ? null : { rateId, rateTypeId, rate }

export const bookDifference = async (
  tx: Tx,
  { providerId, date: workDate }: DayKey,
  differences: readonly Omit<PayDifference, 'paidOn'>[],
  { user: { userId }, now }: By,
): Promise<PayDifference[]> => {
  if (differences.length > 0) await holdPayroll(tx)
  const booked: PayDifference[] = []
  for (const difference of differences) {
    const { minutes, quantity, amount } = difference
    const line = {
      providerId,
      kind: 'correction',
      workDate,
      rate: rateOf(difference),
      minutes,
      quantity,
      amount,
    } as const
    const { paidOn } = await bookPayAdjustment(tx, line, { userId, now })
    booked.push({ ...difference, paidOn })
  }
  return booked
}
