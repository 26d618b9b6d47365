/** A sample report that shows how short a report can be: the hours of a school's providers. */
import { z } from 'zod'
import { access } from '#contract/endpoint.ts'
import { choiceFilter, dateRangeFilter, filtersOf } from '#contract/filters.ts'
import { defineReport } from '#contract/reports/define-report.ts'
import { dateRangeProblem } from '#domain/date-range.ts'

const SCHOOLS = ['Lincoln', 'Maple', 'Northgate'].map((name, index) => ({ id: index + 1, name }))
const VIEWS = [{ id: 1, name: 'Hours only' }]

export const hoursReport = defineReport({
  name: 'schoolHours',
  title: 'School Hours',
  path: '/report/school-hours',
  menu: [{ menu: 'administrators', group: 'Reports', label: 'School Hours' }],
  access: access.roles('Administrators'),
  filters: filtersOf(
    { ...choiceFilter('schoolId', 'School', SCHOOLS), required: 'School Is Required' },
    choiceFilter('viewId', 'View', VIEWS),
    dateRangeFilter(dateRangeProblem, { from: 'From Date', to: 'To Date' }),
  ),
  dates: 'lastMonth',
  loadsOnOpen: false,
  listing: {
    path: '/api/report/school-hours',
    rows: 'schoolHoursListing',
    summary: "A school's providers with their sessions and hours",
    names: { from: 'fromDateTime', to: 'toDateTime' },
  },
  row: z.object({ providerId: z.int(), providerName: z.string(), sessions: z.int(), hours: z.number() }),
  keyOf: ({ providerId }) => providerId,
  order: 'provider',
  totals: ['sessions', 'hours'],
  columns: {
    provider: { kind: 'text', title: 'Provider Name', value: ({ providerName }) => providerName, share: 3 },
    sessions: {
      kind: 'number',
      title: 'Sessions',
      value: ({ sessions }) => sessions,
      total: ({ sessions }) => sessions,
      isShown: ({ viewId }) => viewId === undefined,
    },
    hours: {
      kind: 'number',
      decimals: 2,
      title: 'Hours',
      value: ({ hours }) => hours,
      total: ({ hours }) => hours,
    },
  },
  emptyText: 'No Data Available',
  downloads: { pdf: 'Report.pdf', docx: 'Report.docx', csv: 'Report.csv' },
  view: {
    name: 'school-hours-detail',
    more: { providerId: z.int().default(0) },
    ofRow: ({ providerId }) => ({ more: { providerId } }),
    rowName: ({ providerName }) => providerName,
    allLabel: 'View details',
    files: { pdf: 'Hours.pdf', xlsx: 'Hours.xlsx' },
  },
})
