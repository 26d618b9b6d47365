/**
 * Exact amounts. They are decimal text, such as '85.50', from the database to the screen, and never pass through
 * floating point (docs/decisions/money.md).
 */
import Big from 'big.js'
import { z } from 'zod'
import type { MoneyFormat } from './money-format.ts'

/** A decimal number as text: '85.50', '-3', '0.125'. */
export type Decimal = string

export const decimalText = z.string().regex(/^-?\d{1,15}(\.\d{1,12})?$/)

export const sumOf = (amounts: Iterable<Decimal>): Decimal => {
  let sum = new Big(0)
  for (const amount of amounts) sum = sum.plus(amount)
  return sum.toFixed()
}

export const differenceOf = (amount: Decimal, subtrahend: Decimal): Decimal =>
  new Big(amount).minus(subtrahend).toFixed()

/** Not rounded. */
export const productOf = (quantity: Decimal, rate: Decimal): Decimal => new Big(quantity).times(rate).toFixed()

/** A format takes longer to make than all else about an amount. */
const knownDigits = new Map<string, number>()

/** How many digits the currency's amounts have after the point: 2 for USD, 0 for JPY. */
export const digitsOf = (currency: string): number => {
  const known = knownDigits.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  knownDigits.set(currency, digits)
  return digits
}

const rounded = (amount: Big, currency: string): Decimal => {
  const digits = digitsOf(currency)
  return amount.round(digits, Big.roundHalfUp).toFixed(digits)
}

/** Rounds half up, away from zero, to the currency's smallest unit. */
export const roundMoney = (amount: Decimal, currency: string): Decimal => rounded(new Big(amount), currency)

/** Adds up and rounds: `roundMoney(sumOf(…))` in one step. */
export const roundedSum = (amounts: Iterable<Decimal>, currency: string): Decimal => {
  let sum = new Big(0)
  for (const amount of amounts) sum = sum.plus(amount)
  return rounded(sum, currency)
}

/** Multiplies and rounds in one step. */
export const roundedProduct = (quantity: Decimal, rate: Decimal, currency: string): Decimal =>
  rounded(new Big(quantity).times(rate), currency)

/** Pay by an hour's rate, to a hundredth of most currencies' smallest unit: a third of an hour has no exact one. */
export const ofMinutes = (minutes: number, rate: Decimal): Decimal =>
  new Big(rate).times(minutes).div(60).round(4, Big.roundHalfUp).toFixed()

/** Not rounded. @param percent '12.5' for an eighth */
export const percentOf = (percent: Decimal, base: Decimal): Decimal =>
  new Big(base).times(percent).times('0.01').toFixed()

/** Negative if the first is smaller, 0 if they are equal. */
export const compareAmounts = (one: Decimal, other: Decimal): -1 | 0 | 1 => new Big(one).cmp(other)

export const isZero = (amount: Decimal): boolean => new Big(amount).eq(0)

/** Integer hundredths, such as hours as the timesheets count them, as a quantity: 150 is '1.5'. */
export const ofHundredths = (hundredths: number): Decimal => {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0+$/, '')
}

const isNumeric = (text: string): text is `${number}` => decimalText.safeParse(text).success

/** In the organization's currency: '$1,234.50'. */
export const formatMoney = (amount: Decimal, { currency, locale }: MoneyFormat): string =>
  isNumeric(amount) ? new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount) : amount

/** An amount before it is rounded: '$18.7575', '$20.00'. */
export const formatExactMoney = (amount: Decimal, { currency, locale }: MoneyFormat): string =>
  isNumeric(amount)
    ? new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 12 }).format(amount)
    : amount

/** A quantity or a percentage: '1,204.25', without trailing zeros. */
export const formatQuantity = (quantity: Decimal, { locale }: Pick<MoneyFormat, 'locale'>): string =>
  isNumeric(quantity) ? new Intl.NumberFormat(locale, { maximumFractionDigits: 12 }).format(quantity) : quantity
