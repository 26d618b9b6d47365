import { describe, expect, test } from 'vitest'
import { RATE_TYPE_IDS } from '../rate-types.ts'
import { billOf, type Charge } from './invoice-lines.ts'

const charge = (some: Partial<Charge>): Charge => ({
  serviceId: 1,
  rateTypeId: RATE_TYPE_IDS.hourly,
  rate: '85.50',
  feePercent: '',
  from: '2026-11-02',
  to: '2026-11-02',
  minutes: 60,
  rowRounding: 0,
  sessions: 2,
  days: 1,
  ...some,
})

const inShort = (charges: readonly Charge[], currency = 'USD') => {
  const { lines, subtotal, fees, total } = billOf(charges, currency)
  return {
    lines: lines.map(({ quantity, rate, amount }) => `${quantity} × ${rate} = ${amount}`),
    subtotal,
    fees: fees.map(({ percent, base, amount }) => `${percent}% of ${base} = ${amount}`),
    total,
  }
}

describe('the lines of an invoice', () => {
  test('multiply the rate by hours, sessions or days', () => {
    expect(
      inShort([
        charge({ minutes: 90 }),
        charge({ minutes: 20, from: '2026-11-03', to: '2026-11-05' }),
        charge({ rateTypeId: RATE_TYPE_IDS.perSession, rate: '60.00', sessions: 3 }),
        charge({ rateTypeId: RATE_TYPE_IDS.daily, rate: '400.00', days: 2 }),
      ]),
    ).toEqual({
      lines: ['1.83 × 85.50 = 156.47', '3 × 60.00 = 180.00', '2 × 400.00 = 800.00'],
      subtotal: '1136.47',
      fees: [],
      total: '1136.47',
    })
  })

  test('are rounded once each, not per day', () => {
    const third = { minutes: 20, rate: '10.05' }
    // Three thirds are an hour, not three times 0.33.
    expect(inShort([charge(third), charge(third), charge(third)])).toMatchObject({
      lines: ['1 × 10.05 = 10.05'],
      total: '10.05',
    })
    const quantityOf = (count: number, minutes: number) =>
      inShort(Array.from({ length: count }, () => charge({ minutes }))).lines
    expect(quantityOf(6, 10)).toEqual(['1 × 85.50 = 85.50'])
    expect(quantityOf(15, 20)).toEqual(['5 × 85.50 = 427.50'])
    expect(quantityOf(1, 20)).toEqual(['0.33 × 85.50 = 28.22'])
  })

  test('split where the rate or the admin fee changes, in order of date', () => {
    const late = { from: '2026-11-12', to: '2026-11-13' }
    expect(
      inShort([
        charge({ ...late, rate: '90.00', feePercent: '6.50' }),
        charge({ from: '2026-11-09', to: '2026-11-11', rate: '90.00', feePercent: '5.00' }),
        charge({ feePercent: '5.00' }),
      ]),
    ).toEqual({
      lines: ['1 × 85.50 = 85.50', '1 × 90.00 = 90.00', '1 × 90.00 = 90.00'],
      subtotal: '265.50',
      fees: ['5.00% of 175.50 = 8.78', '6.50% of 90.00 = 5.85'],
      total: '280.13',
    })
  })

  test('say from when to when the work was done', () => {
    const { lines } = billOf([charge({ from: '2026-11-04', to: '2026-11-10' }), charge({ to: '2026-11-03' })], 'USD')
    expect(lines).toMatchObject([{ from: '2026-11-02', to: '2026-11-10' }])
  })

  test("follow the currency's smallest unit", () => {
    expect(inShort([charge({ rate: '100.50' })], 'JPY')).toMatchObject({ lines: ['1 × 100.50 = 101'], total: '101' })
  })

  test('are none for no work, nor for zero hours', () => {
    expect(inShort([charge({ minutes: 0, sessions: 0, days: 0 })])).toMatchObject({ lines: [], total: '0.00' })
    expect(inShort([])).toEqual({ lines: [], subtotal: '0.00', fees: [], total: '0.00' })
  })
})
