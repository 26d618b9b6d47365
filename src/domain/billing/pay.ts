/** What a provider is paid at one rate, and why (docs/decisions/payroll.md). */
import { type Decimal, differenceOf, productOf, roundMoney, sumOf } from '../money.ts'
import { formatDate, type LocalDate } from '../time.ts'

/** Why pay for a locked or exported day is a line of a later day (docs/decisions/late-pay.md). */
export const PAY_ADJUSTMENT_KINDS = ['timeOffAccepted', 'timeOffGivenBack', 'correction'] as const
export type PayAdjustmentKind = (typeof PAY_ADJUSTMENT_KINDS)[number]

/** What each is called; %s is the day that it is for. */
export const adjustmentWords: Record<PayAdjustmentKind, string> = {
  timeOffAccepted: 'late time off on %s',
  timeOffGivenBack: 'time off on %s given back',
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

/**
 * Adds up rows of one rate, and rounds once.
 *
 * @param rate null if none was in force: nothing is paid
 */
export const payOf = <Row extends { readonly quantity: Decimal }>(
  rows: readonly Row[],
  rate: Decimal | null,
  currency: string,
): ExplainedPay<Row> => {
  const paid = rows.map((row) => ({ ...row, exact: productOf(row.quantity, rate ?? '0') }))
  const exact = sumOf(paid.map((row) => row.exact))
  const amount = roundMoney(exact, currency)
  const quantity = sumOf(rows.map((row) => row.quantity))
  return { quantity, rows: paid, exact, rounding: differenceOf(amount, exact), amount }
}

export const payMessages = {
  noLatePay: 'This line of late pay no longer exists.',
} as const
