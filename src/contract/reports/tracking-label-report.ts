/** How often each tracking label was used (spec 3, sections 2 and 7; docs/decisions/label-use.md). */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { id } from '../endpoint.ts'
import { choicesFilter, dateRangeFilter, filtersOf } from '../filters.ts'
import { labelOptions } from '../options.ts'
import { defineReport } from './define-report.ts'
import { providerFilter, reportDateNames, schoolFilter, studentFilter } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const labelsFilter = choicesFilter('labelIds', 'Tracking Labels', labelOptions)

const count = z.int().nonnegative()
/** Sent as 0 if there is none, unlike an id of a filter. */
const idOrNone = count.max(LARGEST_ID)

const rowSchema = z.object({
  id,
  trackingLabels: z.string(),
  /** Sessions keep a deleted label. */
  isDeleted: z.boolean(),
  /** Share of the students' sessions that were due within the filters, with one decimal. */
  percentage: z.number().min(0).max(100),
  description: z.string(),
  /** From its first use to its last. */
  dateRange: z.string(),
  /** The session, if the label was used in only one, otherwise 0. */
  recurrenceId: idOrNone,
  /** The student's entry in that session; 0 if there is none. */
  recurrenceStudentId: idOrNone,
})

const chartSchema = z.object({
  /** Students' sessions that were due, and how many have at least one of the labels. */
  due: count,
  labeled: count,
  labelCount: count,
  /** The most used labels. */
  labels: z.array(z.object({ id, trackingLabel: z.string(), uses: count, percentage: z.number() })),
})

/** The bars that fit the chart with their labels. */
export const MAX_LABEL_BARS = 12
const MAX_AXIS_LABEL = 12

const onAxis = (label: string) => (label.length > MAX_AXIS_LABEL ? `${label.slice(0, MAX_AXIS_LABEL - 1)}…` : label)

const barsOf = ({ due, labeled, labelCount, labels }: z.infer<typeof chartSchema>) => {
  const percent = due === 0 ? 0 : Math.round((labeled / due) * 100)
  const rest = labelCount > labels.length ? ` (the largest ${labels.length} of ${labelCount})` : ''
  return {
    summary: `${labeled.toLocaleString('en-US')} of ${due.toLocaleString('en-US')} student sessions have at least one of these labels (${percent}%)`,
    caption: `Student sessions by label${rest}`,
    type: 'default' as const,
    series: [{ name: 'Student sessions', look: 'strong' as const }],
    heads: ['Tracking Label', 'Student sessions', 'Percent'],
    points: labels.map((label) => ({
      key: String(label.id),
      label: onAxis(label.trackingLabel),
      name: label.trackingLabel,
      bars: [label.uses],
      cells: [label.uses, label.percentage],
    })),
  }
}

export const trackingLabelReport = defineReport({
  name: 'trackingLabelUse',
  ...reportPlaces.trackingLabel,
  filters: filtersOf(
    labelsFilter,
    providerFilter,
    schoolFilter,
    studentFilter,
    // The spec has no check: dates in the wrong order match nothing.
    dateRangeFilter(() => undefined, { from: 'From Date', to: 'End Date' }),
  ),
  dates: 'lastMonth',
  listing: {
    path: '/api/report/tracking-label-report-listing',
    rows: 'trackingLabelReportListing',
    summary: 'The tracking labels used in sessions that were due, and how often',
    names: { ...reportDateNames, labelIds: 'trackinglabelids' },
  },
  row: rowSchema,
  keyOf: (row) => row.id,
  order: '-percentage',
  numberTitle: 'Id',
  columns: {
    label: {
      kind: 'text',
      title: 'Tracking Labels',
      value: ({ trackingLabels }) => trackingLabels,
      share: 2,
      href: (row) => (row.isDeleted ? undefined : `/update-tracking/${row.id}`),
    },
    percentage: { kind: 'percent', decimals: 1, title: 'Use Percentage', value: ({ percentage }) => percentage },
    description: { kind: 'text', title: 'Description', value: ({ description }) => description, share: 3 },
    dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }) => dateRange, share: 2 },
  },
  chart: { summary: 'The most used tracking labels within the filters', data: chartSchema, bars: barsOf },
  emptyText: reportMessages.empty,
  downloads: {
    pdf: 'TrackingLabelReport.pdf',
    xlsx: 'TrackingLabelReport.xlsx',
    docx: 'TrackingLabelReport.docx',
    csv: 'TrackingLabelReport.csv',
  },
  view: {
    name: 'tracking-label-report-detail',
    more: {
      /** Only the uses in this session, if `isRecurrenceId`. */
      recurrenceId: idOrNone.default(0),
      /** Only the uses by this student's entry in a session, unless `isRecurrenceId`. */
      recurrenceStudentId: idOrNone.default(0),
      isRecurrenceId: z.boolean().default(false),
    },
    ofRow: ({ id: label, recurrenceId, recurrenceStudentId }) => ({
      values: { labelIds: [label] },
      more: { recurrenceId, recurrenceStudentId, isRecurrenceId: recurrenceStudentId === 0 },
    }),
    rowName: ({ trackingLabels }) => trackingLabels,
    allLabel: 'View details',
    files: { pdf: 'Report.pdf' },
  },
})

export const endpoints = { ...trackingLabelReport.endpoints }
