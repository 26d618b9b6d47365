import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billOf } from '#domain/billing/invoice-lines.ts'
import { grouped } from '#domain/grouped.ts'
import { hundredthsOfMinutes, rowRoundingOf } from '#domain/hours.ts'
import { roundedSum } from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { type ChargeSum, chargesOf, pricing } from '#server/areas/hours/charges.ts'
import { tries } from '#tests/support/domain/tries.ts'

const inMinutes = fc.record({
  schoolId: fc.integer({ min: 1, max: 3 }),
  providerId: fc.integer({ min: 1, max: 3 }),
  serviceId: fc.constantFrom(1, 2, null),
  rateTypeId: fc.constantFrom(...Object.values(RATE_TYPE_IDS), null),
  rate: fc.constantFrom('85.50', '10.05', '0.01', '99.99', '1234.56', null),
  feePercent: fc.constantFrom('' as const, '5.00', '7.25', '33.33'),
  isApproved: fc.boolean(),
  from: fc.constant('2026-11-02'),
  to: fc.constant('2026-11-13'),
  minutes: fc.integer({ min: 0, max: 1440 }),
  sessions: fc.integer({ min: 0, max: 9 }),
  days: fc.integer({ min: 0, max: 3 }),
})
const anySum: fc.Arbitrary<ChargeSum> = inMinutes.chain((sum) =>
  fc.constantFrom(
    { ...sum, rowRounding: 0 },
    { ...sum, rowRounding: rowRoundingOf(sum.minutes, hundredthsOfMinutes(sum.minutes)) },
  ),
)

test('work comes to what its bills say', () => {
  fc.assert(
    fc.property(fc.array(anySum, { maxLength: 40 }), fc.constantFrom('USD', 'JPY'), (all, currency) => {
      const { costOf, totalOf } = pricing(currency)
      for (const ofProvider of grouped(all, ({ providerId }) => providerId).values()) {
        const bySchool = [...grouped(ofProvider, ({ schoolId }) => schoolId).values()]
        const subtotals = bySchool.map((sums) => billOf(chargesOf(sums), currency).subtotal)
        expect(costOf(ofProvider)).toBe(roundedSum(subtotals, currency))
      }
      for (const ofSchool of grouped(all, ({ schoolId }) => schoolId).values()) {
        expect(totalOf(ofSchool)).toBe(billOf(chargesOf(ofSchool), currency).total)
      }
    }),
    tries(200),
  )
})
