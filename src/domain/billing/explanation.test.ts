import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '#tests/support/domain/tries.ts'
import { hundredthsOfMinutes, rowRoundingOf } from '../hours.ts'
import { ofHundredths, roundMoney, sumOf } from '../money.ts'
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
  minutes: 20,
  hundredths: null,
  sessions: 1,
  days: 1,
}

test('says what each row comes to, and what rounding does', () => {
  const { lines, fees, amount } = explainWork([work, work, { ...work, minutes: 0, sessions: 0, days: 0 }], 'USD')
  expect(lines).toMatchObject([
    {
      line: { quantity: '0.67', amount: '6.73' },
      rows: [
        { minutes: 20, exact: '3.35' },
        { minutes: 20, exact: '3.35' },
        { minutes: 0, exact: '0' },
      ],
      exact: '6.7',
      rounding: '0.03',
    },
  ])
  expect(fees).toMatchObject([{ fee: { base: '6.73', amount: '0.49' }, exact: '0.487925', rounding: '0.002075' }])
  expect(amount).toBe('7.22')
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

test('rows that were rounded by themselves keep what they were billed at', () => {
  const tenMinutes = { ...work, minutes: 10, hundredths: 17 }
  const [line] = explainWork(
    Array.from({ length: 6 }, () => tenMinutes),
    'USD',
  ).lines
  expect(line).toMatchObject({ line: { quantity: '1.02', amount: '10.25' }, exact: '10.251', rounding: '-0.001' })
  expect(line?.rows[0]).toMatchObject({ quantity: '0.17', minutes: null, exact: '1.7085' })
})

const anyWork = fc.record({
  schoolId: fc.integer({ min: 1, max: 3 }),
  serviceId: fc.integer({ min: 1, max: 2 }),
  rateTypeId: fc.constantFrom(...Object.values(RATE_TYPE_IDS)),
  rate: fc.constantFrom('85.50', '10.05', '0.01', '99.99', '1234.56'),
  feePercent: fc.constantFrom('', '5.00', '7.25', '33.33'),
  date: fc.constantFrom('2026-11-02', '2026-11-09', '2026-11-12'),
  minutes: fc.integer({ min: 0, max: 1440 }),
  hundredths: fc.constant(null),
  sessions: fc.integer({ min: 0, max: 9 }),
  days: fc.integer({ min: 0, max: 1 }),
})
const mixed = anyWork.chain((row) => fc.constantFrom(row, { ...row, hundredths: hundredthsOfMinutes(row.minutes) }))
const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

test('what it lists always adds up to the amount, which is what the schools are billed', () => {
  fc.assert(
    fc.property(fc.array(mixed, { maxLength: 40 }), fc.constantFrom('USD', 'JPY'), (all, currency) => {
      const { lines, fees, amount } = explainWork(all, currency)
      for (const { rows, exact, rounding, line } of lines) {
        expect(sumOf(rows.map((row) => row.exact))).toBe(exact)
        expect(roundMoney(sumOf([exact, rounding]), currency)).toBe(line.amount)
        const [{ work }] = rows as [(typeof rows)[number]]
        const added =
          work.rateTypeId === RATE_TYPE_IDS.hourly
            ? ofHundredths(
                hundredthsOfMinutes(total(rows.map(({ minutes }) => minutes ?? 0))) +
                  total(rows.map((row) => row.work.hundredths ?? 0)),
              )
            : sumOf(rows.map(({ quantity }) => quantity))
        expect(added).toBe(line.quantity)
      }
      const parts = [...lines, ...fees].flatMap((part) => [part.exact, part.rounding])
      expect(roundMoney(sumOf(parts), currency)).toBe(amount)
      const bills = [1, 2, 3].map((schoolId) =>
        billOf(
          all
            .filter((row) => row.schoolId === schoolId)
            .map(({ date, ...row }) => ({
              ...row,
              ...{ from: date, to: date, rowRounding: rowRoundingOf(row.minutes, row.hundredths) },
            })),
          currency,
        ),
      )
      expect(roundMoney(sumOf(bills.map(({ total }) => total)), currency)).toBe(amount)
    }),
    tries(200),
  )
})
