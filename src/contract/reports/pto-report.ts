/** Providers' accepted time off (spec 3, section 2, "Reports"). */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { providerColumn } from './report-columns.ts'
import { providerFilter, reportDateNames, reportDates } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const rowSchema = z.object({
  /** The provider's. */
  id,
  providerName: z.string(),
  /** The first and the last day off. */
  dateRange: z.string(),
  totalAcceptedHours: z.number(),
})

export const ptoReport = defineReport({
  name: 'ptoReport',
  ...reportPlaces.pto,
  filters: filtersOf(providerFilter, reportDates()),
  dates: 'lastMonth',
  hasSubmit: true,
  listing: {
    path: '/api/report/provider-pto-detail-listing',
    rows: 'providerPtoDetailListing',
    summary: "Providers' accepted hours of time off",
    names: reportDateNames,
  },
  row: rowSchema,
  keyOf: ({ id: provider }) => provider,
  order: 'provider',
  totals: ['totalAcceptedHours'],
  columns: {
    provider: providerColumn('id'),
    dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }) => dateRange, share: 3 },
    hours: {
      kind: 'number',
      decimals: 2,
      title: 'Total Accepted Hours',
      value: ({ totalAcceptedHours }) => totalAcceptedHours,
      total: ({ totalAcceptedHours }) => totalAcceptedHours,
      share: 2,
    },
  },
  emptyText: reportMessages.empty,
  downloads: { pdf: 'PTOReport.pdf', xlsx: 'PTOReport.xlsx', docx: 'PTOReport.docx', csv: 'PTOReport.csv' },
  view: {
    name: 'provider-pto-detail',
    more: {},
    ofRow: ({ id: providerId }) => ({ values: { providerId } }),
    rowName: ({ providerName }) => providerName,
    allLabel: 'View details',
    files: { pdf: 'Report.pdf' },
  },
})

export const endpoints = { ...ptoReport.endpoints }
