/** Compares what the portal shows of a locked half-month with what the ledger says. */
import { z } from 'zod'
import { readCloseOut } from '#contract/billing.ts'
import { previewInvoice } from '#contract/invoices.ts'
import type { Period } from '#domain/billing/period.ts'
import { SCHOOLS } from './figures.ts'
import { centsOf, type Ledger } from './ledger.ts'
import type { World } from './world.ts'

/** What is compared, by name. */
type Amounts = Record<string, string | number | readonly string[]>

const PROVIDERS = [1, 2, 3]

const payRows = z.object({
  adminPayrollChecklistListing: z.array(
    z.object({
      providerId: z.number(),
      rate: z.string().nullable(),
      hours: z.number(),
      pto: z.number(),
      grossBase: z.string(),
      grossPTO: z.string(),
    }),
  ),
})

/** As the screens show it. */
export const shownOf = async (world: World, period: Period): Promise<Amounts> => {
  const amounts: Amounts = {}
  for (const schoolId of SCHOOLS) {
    const reply = await world.call('administrator', 'previewInvoice', { body: { ...period, schoolId } })
    const { lines, fees, total } = previewInvoice.data.parse(reply.data)
    amounts[`school ${schoolId}, lines`] = lines
      .map(({ rateTypeId, rate, quantity, amount }) =>
        [rateTypeId, centsOf(rate), centsOf(quantity), centsOf(amount)].join(' '),
      )
      .sort()
    amounts[`school ${schoolId}, fees`] = fees
      .map(({ percent, base, amount }) => [centsOf(percent), centsOf(base), centsOf(amount)].join(' '))
      .sort()
    amounts[`school ${schoolId}, invoice`] = centsOf(total)
  }
  const closeOut = await world.call('administrator', 'readCloseOut', { body: { startDate: period.startDate } })
  const { schools, providers } = readCloseOut.data.parse(closeOut.data)
  for (const id of SCHOOLS) {
    amounts[`school ${id}, Close Out`] = centsOf(schools.find((school) => school.id === id)?.amount ?? '0')
  }
  for (const id of PROVIDERS) {
    amounts[`provider ${id}, Close Out`] = centsOf(providers.find((provider) => provider.id === id)?.amount ?? '0')
  }
  const body = { fromDateTime: period.startDate, toDateTime: period.endDate, pageIndex: 1, pageSize: 100 }
  const reply = await world.call('administrator', 'getPayrollRecords', { body })
  const rows = payRows.parse(reply.data).adminPayrollChecklistListing
  for (const id of PROVIDERS) {
    amounts[`provider ${id}, pay`] = rows
      .filter(({ providerId }) => providerId === id)
      .filter(({ hours, pto, grossBase }) => hours !== 0 || pto !== 0 || centsOf(grossBase) !== 0)
      .map(({ rate, hours, grossBase, pto, grossPTO }) =>
        [
          rate === null ? '-' : centsOf(rate),
          Math.round(hours * 100),
          centsOf(grossBase),
          Math.round(pto * 100),
          centsOf(grossPTO),
        ].join(' '),
      )
      .sort()
  }
  return amounts
}

export const owedOf = (ledger: Ledger, period: Period): Amounts => {
  const work = ledger.approvedWork(period)
  const amounts: Amounts = {}
  for (const schoolId of SCHOOLS) {
    const { lines, fees, cents } = ledger.bill(work.filter((one) => one.schoolId === schoolId))
    amounts[`school ${schoolId}, lines`] = lines
      .map((line) => [line.rateTypeId, line.rate, line.quantity, line.cents].join(' '))
      .sort()
    amounts[`school ${schoolId}, fees`] = fees.map((fee) => [fee.percent, fee.base, fee.cents].join(' ')).sort()
    amounts[`school ${schoolId}, invoice`] = cents
    amounts[`school ${schoolId}, Close Out`] = cents
  }
  for (const id of PROVIDERS) {
    const { lines } = ledger.bill(work.filter(({ providerId }) => providerId === id))
    amounts[`provider ${id}, Close Out`] = lines.reduce((sum, { cents }) => sum + cents, 0)
    amounts[`provider ${id}, pay`] = ledger
      .pay(id, period)
      .filter(({ hours, timeOffHours, base }) => hours !== 0 || timeOffHours !== 0 || base !== 0)
      .map((row) => [row.rate ?? '-', row.hours, row.base, row.timeOffHours, row.timeOff].join(' '))
      .sort()
  }
  return amounts
}

/** What differs, a line each. */
export const unequal = (owed: Amounts, shown: Amounts): string[] =>
  Object.keys({ ...owed, ...shown })
    .filter((name) => String(owed[name]) !== String(shown[name]))
    .map((name) => `${name}: owed ${String(owed[name])}, shown ${String(shown[name])}`)
