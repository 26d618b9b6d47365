import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import { ofHundredths, roundedProduct, roundMoney, sumOf } from '../money.ts'
import { payOf } from './pay.ts'

test('pays nothing without a rate', () => {
  expect(payOf([{ quantity: '3' }], null, 'USD')).toMatchObject({ quantity: '3', exact: '0', amount: '0.00' })
})

test('what it lists always adds up to the amount, which is the hours times the rate', () => {
  const anyHours = fc.array(fc.integer({ min: 0, max: 2400 }), { maxLength: 40 })
  const anyRate = fc.constantFrom('40.05', '33.33', '0.01', '99.99', '1234.56')
  fc.assert(
    fc.property(anyHours, anyRate, fc.constantFrom('USD', 'JPY', 'KWD'), (hours, rate, currency) => {
      const { rows, exact, rounding, amount } = payOf(
        hours.map((hundredths) => ({ quantity: ofHundredths(hundredths) })),
        rate,
        currency,
      )
      const total = hours.reduce((sum, hundredths) => sum + hundredths, 0)
      expect(sumOf(rows.map((row) => row.exact))).toBe(exact)
      expect(roundMoney(sumOf([exact, rounding]), currency)).toBe(amount)
      expect(amount).toBe(roundedProduct(ofHundredths(total), rate, currency))
    }),
    tries(100),
  )
})
