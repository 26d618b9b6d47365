/**
 * Providers with their hours (spec 3, section 2, "Reports"). Hours are those of timesheet rows on approved days: what
 * billing charges and payroll pays, whether or not a rate is known. Everyone who was employed within the dates is listed,
 * with hours or without.
 */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import { type Badge, defineReport } from './define-report.ts'
import { providerColumn } from './report-columns.ts'
import { providerFilter, reportDateNames, reportDates } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const rowSchema = z.object({
  id,
  providerName: z.string(),
  hours: z.number(),
  /** The first and the last day with hours; '' for none. */
  dateRange: z.string(),
  status: z.string(),
})

const BADGES: Readonly<Record<string, Badge>> = { Terminated: 'pending', Active: 'accepted' }

export const providerDetailReport = defineReport({
  name: 'providerDetail',
  ...reportPlaces.providerDetail,
  filters: filtersOf(providerFilter, reportDates()),
  dates: 'lastMonth',
  listing: {
    path: '/api/report/provider-detail-listing',
    rows: 'providerDetailListing',
    summary: 'Providers with their approved hours and status; providers see only themselves',
    names: reportDateNames,
  },
  row: rowSchema,
  note: 'Counts the hours of approved days.',
  keyOf: ({ id: provider }) => provider,
  order: 'provider',
  totals: ['hours'],
  columns: {
    provider: providerColumn('id'),
    hours: {
      kind: 'hours',
      title: 'Hours',
      value: ({ hours }) => hours,
      total: ({ hours }) => hours,
    },
    dates: { kind: 'text', sortedAs: 'date', title: 'Date Range', value: ({ dateRange }) => dateRange, share: 3 },
    status: {
      kind: 'text',
      title: 'Status',
      value: ({ status }) => status,
      badge: ({ status }) => BADGES[status] ?? 'rejected',
    },
  },
  emptyText: reportMessages.empty,
  downloads: {
    pdf: 'ProviderDetails.pdf',
    xlsx: 'ProviderDetails.xlsx',
    docx: 'ProviderDetails.docx',
    csv: 'ProviderDetails.csv',
  },
  view: {
    name: 'provider-detail',
    more: {},
    ofRow: ({ id: providerId }) => ({ values: { providerId } }),
    rowName: ({ providerName }) => providerName,
    allLabel: 'View details',
    files: { docx: 'Report.doc', pdf: 'Report.pdf' },
  },
})

export const endpoints = { ...providerDetailReport.endpoints }
