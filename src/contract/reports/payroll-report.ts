/** What providers are paid, by rate segment (spec 3, section 2, "Reports"; docs/decisions/payroll.md). */
import { z } from 'zod'
import { decimalText, formatMoney, sumOf } from '#domain/money.ts'
import { reportMessages } from '#domain/reports.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { formatDate, localDateSchema } from '#domain/time.ts'
import { id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import type { ExplainedAmount } from '../why.ts'
import { defineReport } from './define-report.ts'
import { providerFilter, providerTypeFilter, reportDateNames, reportDates } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const rowSchema = z.object({
  /** The rate change's: the details' `rateChangeHistoryId`. 0 for what has no rate. */
  id: z.int().nonnegative(),
  /** For late pay for an earlier day, which is a row of its own; null for the days of the period. */
  adjustmentId: id.nullable(),
  providerId: id,
  providerName: z.string(),
  providerTypeId: id,
  rateType: z.string(),
  rate: decimalText.nullable(),
  grossPTO: decimalText,
  /** Hours. */
  pto: z.number(),
  grossBase: decimalText,
  hours: z.number(),
  /** The first and last day of the segment; of late pay, the day that it is for. */
  from: localDateSchema,
  to: localDateSchema,
})
type PayrollRow = z.output<typeof rowSchema>

/** Late pay names its day itself. */
const nameOf = ({ providerName, rateType, from, to, adjustmentId }: PayrollRow) =>
  `${providerName}, ${rateType}${adjustmentId === null ? `, ${formatDate(from)} to ${formatDate(to)}` : ''}`

const explains =
  (part: 'base' | 'timeOff', title: string) =>
  (row: PayrollRow): { of: ExplainedAmount; about: string } => ({
    of: {
      kind: 'pay',
      part,
      ...{ startDate: row.from, endDate: row.to, providerId: row.providerId, rateId: row.id },
      adjustmentId: row.adjustmentId,
    },
    about: `${title}: ${nameOf(row)}`,
  })

const chartSchema = z.array(z.object({ id, title: z.string(), base: decimalText, timeOff: decimalText }))

export const payrollReport = defineReport({
  name: 'payroll',
  ...reportPlaces.payroll,
  filters: filtersOf(providerTypeFilter, providerFilter, reportDates()),
  dates: 'lastMonth',
  hasSubmit: true,
  listing: {
    path: '/api/report/admin-payroll-checklist-listing',
    rows: 'adminPayrollChecklistListing',
    summary: 'What providers are paid, by provider and rate segment',
    names: reportDateNames,
  },
  row: rowSchema,
  keyOf: ({ id: rate, providerId, adjustmentId }) => `${rate} ${providerId} ${adjustmentId}`,
  order: 'provider',
  totals: ['grossPTO', 'pto', 'grossBase', 'hours'],
  columns: {
    provider: {
      kind: 'text',
      title: 'Provider',
      value: ({ providerName }) => providerName,
      share: 2.5,
      href: ({ providerId }) => `/provider/${providerId}`,
      screenKey: 'ProviderProfileInformation',
    },
    rateType: { kind: 'text', title: 'Rate Type', value: ({ rateType }) => rateType, share: 1.3 },
    rate: { kind: 'money', title: 'Rate', value: ({ rate }) => rate ?? undefined, share: 1.1 },
    grossPTO: {
      kind: 'money',
      title: 'Gross PTO',
      value: ({ grossPTO }) => grossPTO,
      total: ({ grossPTO }) => grossPTO,
      explains: explains('timeOff', 'Gross PTO'),
      share: 1.4,
    },
    pto: {
      kind: 'number',
      decimals: 2,
      title: 'PTO',
      value: ({ pto }) => pto,
      total: ({ pto }) => pto,
    },
    grossBase: {
      kind: 'money',
      title: 'Gross Base',
      value: ({ grossBase }) => grossBase,
      total: ({ grossBase }) => grossBase,
      explains: explains('base', 'Gross Base'),
      share: 1.4,
    },
    hours: {
      kind: 'hours',
      title: 'Hours Pulled From Billing',
      value: ({ hours }) => hours,
      total: ({ hours }) => hours,
      share: 1.4,
    },
  },
  chart: {
    summary: 'Gross pay within the filters by type of provider, the largest first',
    data: chartSchema,
    bars: (types, money) => ({
      summary: `${formatMoney(sumOf(types.flatMap(({ base, timeOff }) => [base, timeOff])), money)} gross pay`,
      caption: 'Gross pay by provider type, as of today',
      type: 'stacked',
      series: [
        { name: 'Gross Base', look: 'strong' },
        { name: 'Gross PTO', look: 'weak' },
      ],
      heads: ['Provider Type', 'Gross Base', 'Gross PTO'],
      points: types.map(({ id: type, title, base, timeOff }) => ({
        key: String(type),
        label: title,
        name: title,
        // Only the height of the bars.
        bars: [Number.parseFloat(base), Number.parseFloat(timeOff)],
        cells: [formatMoney(base, money), formatMoney(timeOff, money)],
      })),
    }),
  },
  emptyText: reportMessages.empty,
  downloads: { pdf: 'Payroll.pdf', xlsx: 'Payroll.xlsx', docx: 'Payroll.docx', csv: 'Payroll.csv' },
  view: {
    name: 'admin-payroll-checklist-detail',
    // 0 is what has no rate, as in the rows.
    more: { rateChangeHistoryId: z.int().nonnegative().max(LARGEST_ID).nullish(), adjustmentId: id.nullish() },
    ofRow: ({ id: rateChangeHistoryId, adjustmentId, providerId, providerTypeId }) => ({
      values: { providerId, providerTypeId },
      more: { rateChangeHistoryId, adjustmentId },
    }),
    rowName: nameOf,
    allLabel: 'View Detail',
    requiredForAll: { providerTypeId: reportMessages.providerTypeRequired },
    files: { pdf: 'Payroll.pdf', xlsx: 'Payroll.xlsx' },
  },
})

export const endpoints = { ...payrollReport.endpoints }
