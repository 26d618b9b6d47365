/** What a provider is paid at one rate, and why (docs/decisions/payroll.md). */
import { hundredthsOfMinutes } from '../hours.ts'
import { type Decimal, differenceOf, ofHundredths, ofMinutes, productOf, roundedProduct, sumOf } from '../money.ts'
import { formatDate, type LocalDate } from '../time.ts'

/** Why pay for a locked or exported day is a line of a later day (docs/decisions/late-pay.md). */
export const PAY_ADJUSTMENT_KINDS = ['timeOffAccepted', 'timeOffGivenBack', 'balancePaidOut', 'correction'] as const
export type PayAdjustmentKind = (typeof PAY_ADJUSTMENT_KINDS)[number]

/** What each is called; %s is the day that it is for. */
export const adjustmentWords: Record<PayAdjustmentKind, string> = {
  timeOffAccepted: 'late time off on %s',
  timeOffGivenBack: 'time off on %s returned',
  balancePaidOut: 'time-off balance on %s paid out',
  correction: 'correction of %s',
}

/** Whether the line is for time off, or for work. */
export const isForTimeOff = (kind: PayAdjustmentKind): boolean => kind !== 'correction'

/** 'late time off on 10/20/2026' */
export const adjustmentInWords = (kind: PayAdjustmentKind, workDate: LocalDate): string =>
  adjustmentWords[kind].replace('%s', formatDate(workDate))

export interface ExplainedPay<Row> {
  readonly quantity: Decimal
  readonly rows: readonly (Row & { readonly exact: Decimal })[]
  /** The sum of the rows, and what rounding adds to it or takes from it. */
  readonly exact: Decimal
  readonly rounding: Decimal
  readonly amount: Decimal
}

interface PaidRow {
  readonly quantity: Decimal
  /** Minutes of work, which are added up before they are rounded; null if the rate multiplies something else. */
  readonly minutes: number | null
}

/**
 * Adds up rows of one rate, and rounds once.
 *
 * @param rate null if none was in force: nothing is paid
 */
export const payOf = <Row extends PaidRow>(
  rows: readonly Row[],
  rate: Decimal | null,
  currency: string,
): ExplainedPay<Row> => {
  const price = rate ?? '0'
  const paid = rows.map((row) => ({
    ...row,
    exact: row.minutes === null ? productOf(row.quantity, price) : ofMinutes(row.minutes, price),
  }))
  const exact = sumOf(paid.map((row) => row.exact))
  const minutes = rows.reduce((sum, row) => sum + (row.minutes ?? 0), 0)
  const counted = rows.flatMap((row) => (row.minutes === null ? [row.quantity] : []))
  const quantity = sumOf([...counted, ofHundredths(hundredthsOfMinutes(minutes))])
  const amount = roundedProduct(quantity, price, currency)
  return { quantity, rows: paid, exact, rounding: differenceOf(amount, exact), amount }
}

export const payMessages = {
  noLatePay: 'This line of late pay no longer exists. Reload the page.',
} as const
