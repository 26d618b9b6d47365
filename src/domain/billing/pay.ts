/** What a provider is paid at one rate, and why (docs/decisions/payroll.md). */
import { type Decimal, differenceOf, productOf, roundMoney, sumOf } from '../money.ts'

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
