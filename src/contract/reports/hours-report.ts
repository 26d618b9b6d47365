/** The hours that a provider has confirmed, by school (spec 3, section 2, "Reports"). */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { hoursText } from './report-cells.ts'
import { schoolColumn } from './report-columns.ts'
import { ownReportDates, reportDateNames, schoolFilter } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const hours = z.number().nonnegative()

const rowSchema = z.object({
  schoolId: id,
  schoolName: z.string(),
  /** The first and last day with a timesheet row. */
  dateRange: z.string(),
  /** As confirmed; zero hours count nothing. */
  hours,
})

const chartSchema = z.array(z.object({ schoolId: id, schoolName: z.string(), hours, toConfirm: hours }))

const barsOf = (points: z.infer<typeof chartSchema>) => {
  const total = (which: 'hours' | 'toConfirm') => hoursText(points.reduce((sum, point) => sum + point[which], 0))
  return {
    summary: `${total('hours')} hours worked, ${total('toConfirm')} to confirm`,
    caption: 'Hours by school',
    type: 'stacked' as const,
    series: [
      { name: 'Worked', look: 'strong' as const },
      { name: 'To confirm', look: 'weak' as const },
    ],
    heads: ['School', 'Worked', 'To confirm'],
    points: points.map(({ schoolId, schoolName, hours: worked, toConfirm }) => ({
      key: String(schoolId),
      label: schoolName,
      name: schoolName,
      bars: [worked, toConfirm],
      cells: [hoursText(worked), hoursText(toConfirm)],
    })),
  }
}

export const hoursReport = defineReport({
  name: 'hours',
  ...reportPlaces.hours,
  isOwn: true,
  filters: filtersOf(schoolFilter, ownReportDates()),
  dates: 'lastMonth',
  listing: {
    path: '/api/report/provider-hours-listing',
    rows: 'providerHoursDetailListing',
    summary: "The caller's confirmed hours by school, up to today",
    names: reportDateNames,
  },
  row: rowSchema,
  note: 'Counts the days that you have confirmed, approved or not, up to today.',
  keyOf: ({ schoolId }) => schoolId,
  order: 'school',
  totals: ['hours'],
  columns: {
    school: schoolColumn,
    dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }) => dateRange, share: 2 },
    hours: {
      kind: 'hours',
      title: 'Hours Worked',
      value: (row) => row.hours,
      total: (totals) => totals.hours,
    },
  },
  chart: {
    summary: "The caller's hours by school: confirmed, and still to confirm",
    data: chartSchema,
    bars: barsOf,
  },
  emptyText: reportMessages.empty,
  downloads: { pdf: 'HoursReport.pdf', xlsx: 'HoursReport.xlsx', docx: 'HoursReport.docx', csv: 'HoursReport.csv' },
  view: {
    name: 'provider-hours-detail',
    more: {},
    ofRow: ({ schoolId }) => ({ values: { schoolId } }),
    rowName: ({ schoolName }) => schoolName,
    files: { pdf: 'SchoolReport.pdf' },
  },
})

export const endpoints = { ...hoursReport.endpoints }
