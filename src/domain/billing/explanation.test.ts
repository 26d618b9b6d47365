import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import { roundMoney, sumOf } from '../money.ts'
import { RATE_TYPE_IDS } from '../rate-types.ts'
import { explainWork, type PricedWork, partOf } from './explanation.ts'
import { billOf } from './invoice-lines.ts'

const work: PricedWork = {
  schoolId: 1,
  serviceId: 1,
  rateTypeId: RATE_TYPE_IDS.hourly,
  rate: '10.05',
  feePercent: '7.25',
  date: '2026-11-03',
  hundredths: 33,
  sessions: 1,
  days: 1,
}

test('says what each row comes to, and what rounding does', () => {
  const { lines, fees, amount } = explainWork([work, work, { ...work, hundredths: 0, sessions: 0, days: 0 }], 'USD')
  expect(lines).toMatchObject([
    {
      line: { quantity: '0.66', amount: '6.63' },
      rows: [{ exact: '3.3165' }, { exact: '3.3165' }, { exact: '0' }],
      exact: '6.633',
      rounding: '-0.003',
    },
  ])
  expect(fees).toMatchObject([{ fee: { base: '6.63', amount: '0.48' }, exact: '0.480675', rounding: '-0.000675' }])
  expect(amount).toBe('7.11')
})

test('explains a line alone, or the lines without fees', () => {
  const whole = explainWork([work, { ...work, serviceId: 2, rate: '20.00' }], 'USD')
  expect(partOf(whole, { line: 1, withFees: true }, 'USD')).toMatchObject({
    lines: [{ line: { serviceId: 2 } }],
    fees: [],
    amount: '6.60',
  })
  expect(partOf(whole, { line: null, withFees: false }, 'USD')).toMatchObject({ fees: [], amount: '9.92' })
  expect(partOf(whole, { line: null, withFees: true }, 'USD')).toEqual(whole)
})

const anyWork = fc.record({
  schoolId: fc.integer({ min: 1, max: 3 }),
  serviceId: fc.integer({ min: 1, max: 2 }),
  rateTypeId: fc.constantFrom(...Object.values(RATE_TYPE_IDS)),
  rate: fc.constantFrom('85.50', '10.05', '0.01', '99.99', '1234.56'),
  feePercent: fc.constantFrom('', '5.00', '7.25', '33.33'),
  date: fc.constantFrom('2026-11-02', '2026-11-09', '2026-11-12'),
  hundredths: fc.integer({ min: 0, max: 2400 }),
  sessions: fc.integer({ min: 0, max: 9 }),
  days: fc.integer({ min: 0, max: 1 }),
})

test('what it lists always adds up to the amount, which is what the schools are billed', () => {
  fc.assert(
    fc.property(fc.array(anyWork, { maxLength: 40 }), fc.constantFrom('USD', 'JPY'), (all, currency) => {
      const { lines, fees, amount } = explainWork(all, currency)
      for (const { rows, exact, rounding, line } of lines) {
        expect(sumOf(rows.map((row) => row.exact))).toBe(exact)
        expect(roundMoney(sumOf([exact, rounding]), currency)).toBe(line.amount)
        expect(sumOf(rows.map(({ quantity }) => quantity))).toBe(line.quantity)
      }
      const parts = [...lines, ...fees].flatMap((part) => [part.exact, part.rounding])
      expect(roundMoney(sumOf(parts), currency)).toBe(amount)
      const bills = [1, 2, 3].map((schoolId) =>
        billOf(
          all.filter((row) => row.schoolId === schoolId).map(({ date, ...row }) => ({ ...row, from: date, to: date })),
          currency,
        ),
      )
      expect(roundMoney(sumOf(bills.map(({ total }) => total)), currency)).toBe(amount)
    }),
    tries(200),
  )
})
