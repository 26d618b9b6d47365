import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import { hundredthsOfMinutes } from '../hours.ts'
import { ofHundredths, roundedProduct, roundMoney, sumOf } from '../money.ts'
import { payOf } from './pay.ts'

test('pays nothing without a rate', () => {
  expect(payOf([{ quantity: '3', minutes: null }], null, 'USD')).toMatchObject({
    quantity: '3',
    exact: '0',
    amount: '0.00',
  })
})

test('what it lists always adds up to the amount, which is the hours times the rate', () => {
  const anyMinutes = fc.array(fc.integer({ min: 0, max: 1440 }), { maxLength: 40 })
  const anyRate = fc.constantFrom('40.05', '33.33', '0.01', '99.99', '1234.56')
  fc.assert(
    fc.property(anyMinutes, anyRate, fc.constantFrom('USD', 'JPY', 'KWD'), (minutes, rate, currency) => {
      const { rows, exact, rounding, amount } = payOf(
        minutes.map((each) => ({ quantity: ofHundredths(hundredthsOfMinutes(each)), minutes: each })),
        rate,
        currency,
      )
      const total = minutes.reduce((sum, each) => sum + each, 0)
      expect(sumOf(rows.map((row) => row.exact))).toBe(exact)
      expect(roundMoney(sumOf([exact, rounding]), currency)).toBe(amount)
      expect(amount).toBe(roundedProduct(ofHundredths(hundredthsOfMinutes(total)), rate, currency))
    }),
    tries(100),
  )
})
