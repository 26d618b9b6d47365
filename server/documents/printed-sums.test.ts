import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText } from '#contract/reports/report-cells.ts'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { billOf } from '#domain/billing/invoice-lines.ts'
import { hundredthsOfMinutes } from '#domain/hours.ts'
import { ofHundredths } from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { sampleInvoice } from '#tests/support/domain/invoices.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { layOutInvoice } from './invoice/invoice-layout.ts'
import { totalsOf } from './report/report-layout.ts'

const MONEY = { currency: 'USD', locale: 'en-US' }
const manyMinutes = fc.array(fc.integer({ min: 1, max: 720 }), { minLength: 1, maxLength: 40 })

/** '1:20' is 80. */
const printed = (text: string): number => {
  const [hours = '', minutes = ''] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}
const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** What is printed as a sum of hours (docs/decisions/minutes.md) is the sum of what is printed above it. */
test('hours add up as they are printed: in an annex, and in the table of a report', () => {
  const { content, ...document } = sampleInvoice()
  fc.assert(
    fc.property(manyMinutes, (all) => {
      const charge = {
        ...{ serviceId: 1, rateTypeId: RATE_TYPE_IDS.hourly, rate: '85.50', feePercent: '', rowRounding: 0 },
        ...{ from: '2026-11-02', to: '2026-11-02', sessions: 1, days: 1 },
      } as const
      const {
        lines,
        fees,
        subtotal,
        total: sum,
      } = billOf(
        all.map((minutes) => ({ ...charge, minutes })),
        'USD',
      )
      const work = all.map((minutes): InvoiceContent['work'][number] => ({
        ...{ line: 0, date: '2026-11-02', providerId: 1, providerName: 'Paul', rateId: 1, sessions: 1, days: 1 },
        ...{ hundredths: hundredthsOfMinutes(minutes), minutes, behind: [] },
      }))
      const issued = lines.map((line) => ({ ...line, serviceCode: 'OT', serviceName: 'Therapy' }))
      const layout = layOutInvoice({
        ...document,
        content: { ...content, lines: issued, fees: [...fees], subtotal, total: sum, work },
      })
      const [group] = layout.annex
      const rows = group?.sessions.map(({ quantity }) => printed(quantity)) ?? []
      expect(rows).toEqual(all)
      expect(printed(group?.totalQuantity ?? '')).toBe(total(rows))
      expect(lines.map(({ quantity }) => quantity)).toEqual([ofHundredths(hundredthsOfMinutes(total(rows)))])

      const column = { kind: 'hours', title: 'Hours', align: 'end', share: 1, isSummed: true } as const
      const cells = all.map((minutes) => [minutes / 60])
      const sums = totalsOf([column], cells)
      expect(cells.map(([cell]) => printed(cellText(column, cell, MONEY)))).toEqual(all)
      expect(printed(cellText(column, sums?.[0], MONEY))).toBe(total(all))
    }),
    tries(100),
  )
})
