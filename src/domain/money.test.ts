import { describe, expect, test } from 'vitest'
import {
  compareAmounts,
  differenceOf,
  formatMoney,
  formatQuantity,
  isZero,
  ofHundredths,
  percentOf,
  productOf,
  roundMoney,
  sumOf,
} from './money.ts'
import { US_DOLLARS } from './money-format.ts'

describe('amounts', () => {
  test('are exact where floating point is not', () => {
    expect(sumOf(['0.10', '0.20'])).toBe('0.3')
    expect(sumOf(Array.from({ length: 1000 }, () => '0.01'))).toBe('10')
    expect(productOf('1.1', '1.1')).toBe('1.21')
    expect(differenceOf('0.3', '0.1')).toBe('0.2')
    expect(percentOf('7.25', '1234.56')).toBe('89.5056')
    expect(sumOf([])).toBe('0')
  })

  test('round half up to the smallest unit of the currency, away from zero', () => {
    expect(roundMoney('1.005', 'USD')).toBe('1.01')
    expect(roundMoney('1.004999', 'USD')).toBe('1.00')
    expect(roundMoney('-1.005', 'USD')).toBe('-1.01')
    expect(roundMoney('2', 'USD')).toBe('2.00')
    expect(roundMoney('1234.5', 'JPY')).toBe('1235')
  })

  test('compare by value, not by text', () => {
    expect(compareAmounts('9', '10')).toBe(-1)
    expect(compareAmounts('1.50', '1.5')).toBe(0)
    expect(isZero('0.00')).toBe(true)
    expect(isZero('0.01')).toBe(false)
  })

  test('take hours as timesheets count them', () => {
    expect(ofHundredths(33)).toBe('0.33')
    expect(ofHundredths(1250)).toBe('12.5')
  })

  test("are written in the organization's currency and locale, with every digit", () => {
    expect(formatMoney('1234.5', US_DOLLARS)).toBe('$1,234.50')
    expect(formatMoney('-0.01', US_DOLLARS)).toBe('-$0.01')
    expect(formatMoney('999999999999.99', US_DOLLARS)).toBe('$999,999,999,999.99')
    expect(formatMoney('1234.5', { currency: 'EUR', locale: 'de-DE' })).toBe('1.234,50\u00a0€')
    expect(formatQuantity('1204.250', US_DOLLARS)).toBe('1,204.25')
  })
})
