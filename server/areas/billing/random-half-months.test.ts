import { expect, test } from 'vitest'
import { billOf } from '#domain/billing/invoice-lines.ts'
import { halfMonthOf } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { chargesOf, readChargeSums } from '#server/areas/hours/charges.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { inHundredths, makeWork, owedFor, storeWork, weekdays } from '#tests/support/server/random-billing.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'

const database = useDatabase()

const schoolIds = Array.from({ length: 21 }, (_, index) => index + 1)
const providerIds = [1, 2, 3]
const dates = weekdays('2025-01-01', '2026-12-31')
const halfMonths = [...new Map(dates.map((date) => [halfMonthOf(date).startDate, halfMonthOf(date)])).values()]

test.each(Array.from({ length: tries(1).numRuns }, (_, index) => index + 1))(
  'a thousand random half-months agree, computed twice (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    await truncateAll(database())
    await addDistrict(database())
    await database().db.insert(rateTypes).values({ id: 3, name: 'Daily' })
    const work = makeWork(seed, { schoolIds, providerIds, dates })
    await storeWork(database(), work, { schoolIds, providerIds })
    let compared = 0
    let billed = 0
    for (const period of halfMonths) {
      const sums = await readChargeSums(database().db, { period })
      const bySchool = grouped(
        sums.filter(({ isApproved }) => isApproved),
        ({ schoolId }) => schoolId,
      )
      for (const schoolId of schoolIds) {
        const { lines, total } = billOf(chargesOf(bySchool.get(schoolId) ?? []), 'USD')
        const owed = owedFor(work, schoolId, period.startDate, period.endDate)
        expect({
          lines: lines
            .map(
              ({ serviceId, rateTypeId, rate, feePercent, quantity, amount }) =>
                `${serviceId}/${rateTypeId}/${rate}/${feePercent}: ${inHundredths(quantity)} = ${inHundredths(amount)}`,
            )
            .sort(),
          cents: inHundredths(total),
        }).toEqual(owed)
        compared += 1
        if (lines.length > 0) billed += 1
      }
    }
    expect(compared).toBe(1008)
    // The comparison would prove little if most were empty.
    expect(billed).toBeGreaterThan(600)
  },
)
