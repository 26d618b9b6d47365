/** Attendance: which sessions that were due were held (spec 2, sections 2.9 and 7; DESIGN, section 4). */
import dayjs from 'dayjs'
import { z } from 'zod'
import { attendanceMessages, attendanceStatusSchema } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatDate, type LocalDate, localDateSchema } from '#domain/time.ts'
import { callOf } from '../call.ts'
import { defineEndpoint, id, languageId } from '../endpoint.ts'
import { choiceFilter, dateRangeFilter, filtersOf, textFilter } from '../filters.ts'
import { providerOptions } from '../options.ts'
import { defineReport } from './define-report.ts'
import { providerColumn } from './report-columns.ts'
import { reportDetails } from './report-parts.ts'
import { reportPlaces } from './report-places.ts'

const count = z.int().nonnegative()

/** One provider's day. */
const attendanceRecordSchema = z.object({
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  /** Sessions that were due: those that have ended. */
  totalCount: count,
  /** How many of them have zero hours or a label that says absent or make-up due, or are unconfirmed after their day. */
  absentRecords: count,
})
type AttendanceRecord = z.infer<typeof attendanceRecordSchema>

export const getAttendanceRecord = defineEndpoint({
  method: 'POST',
  path: '/api/attendance/get-individual-record',
  summary: "The sessions due on a provider's day, in chronological order",
  access: reportPlaces.attendance.access,
  body: z.object({ languageId, providerId: id, fromDate: localDateSchema }),
  data: z.array(
    z.object({
      /** The occurrence's id. */
      id,
      schoolName: z.string(),
      eventName: z.string(),
      status: attendanceStatusSchema,
    }),
  ),
})

const sessions = reportDetails({
  read: callOf(getAttendanceRecord, ({ providerId, date }: AttendanceRecord) => ({
    body: { providerId, fromDate: date },
  })),
  titleOf: ({ providerName, date }) => `${providerName}, ${formatDate(date)}`,
  labelOf: ({ providerName, date }) => `${providerName}, ${formatDate(date)}`,
  name: 'Sessions',
  numberTitle: 'Sr. No',
  columns: {
    'School Name': ({ schoolName }) => schoolName,
    'Event Name': ({ eventName }) => eventName,
    Status: ({ status }) => status,
  },
  emptyText: attendanceMessages.empty,
  failure: 'The sessions could not be loaded.',
})

/** The period of one bar; weeks start on Sunday. */
const PERIODS = { day: 'by day', week: 'by week', month: 'by month' } as const
export type AttendanceStep = keyof typeof PERIODS

const pointSchema = z.object({
  /** The first day of the period. */
  from: localDateSchema,
  due: count,
  delivered: count,
})
export type AttendancePoint = z.infer<typeof pointSchema>

const chartSchema = z.object({ step: z.enum(['day', 'week', 'month']), points: z.array(pointSchema) })

const labelOf = (from: LocalDate, step: AttendanceStep) =>
  step === 'month' ? dayjs(from).format('MMM YYYY') : formatDate(from).slice(0, 5)

const barsOf = ({ step, points }: z.infer<typeof chartSchema>) => {
  const due = points.reduce((sum, point) => sum + point.due, 0)
  const delivered = points.reduce((sum, point) => sum + point.delivered, 0)
  const percent = due === 0 ? 0 : Math.round((delivered / due) * 100)
  return {
    summary: `${delivered.toLocaleString('en-US')} of ${due.toLocaleString('en-US')} sessions delivered (${percent}%)`,
    caption: `Delivered against due, ${PERIODS[step]}`,
    type: 'stacked' as const,
    series: [
      { name: 'Delivered', look: 'strong' as const },
      { name: 'Not delivered', look: 'weak' as const },
    ],
    heads: ['From', 'Due', 'Delivered'],
    points: points.map((point) => ({
      key: point.from,
      label: labelOf(point.from, step),
      name: formatDate(point.from),
      bars: [point.delivered, point.due - point.delivered],
      cells: [point.due, point.delivered],
    })),
  }
}

export const attendanceReport = defineReport({
  name: 'attendance',
  ...reportPlaces.attendance,
  filters: filtersOf(
    choiceFilter('providerId', 'Provider', providerOptions),
    dateRangeFilter(dateRangeProblem),
    textFilter('keywords'),
  ),
  listing: {
    path: '/api/attendance/get-all-records',
    rows: 'providerAttendence',
    summary: "Each provider's days with the number of sessions due and not held, newest first",
    names: { from: 'fromDate', to: 'toDate' },
  },
  row: attendanceRecordSchema,
  keyOf: ({ providerId, date }) => `${providerId} ${date}`,
  order: '-date',
  totals: ['totalCount', 'absentRecords'],
  columns: {
    provider: providerColumn('providerId'),
    absent: {
      kind: 'text',
      title: 'Absent Record',
      value: ({ totalCount, absentRecords }) => `${totalCount}/${absentRecords}`,
      total: ({ totalCount, absentRecords }) =>
        `${totalCount.toLocaleString('en-US')}/${absentRecords.toLocaleString('en-US')}`,
      details: sessions,
      // Excel would read 4/3 as April 3.
      inSpreadsheets: [
        { kind: 'number', title: 'Sessions', value: (row) => row.totalCount, total: (totals) => totals.totalCount },
        { kind: 'number', title: 'Absent', value: (row) => row.absentRecords, total: (totals) => totals.absentRecords },
      ],
    },
    date: { kind: 'date', title: 'Date', value: ({ date }) => date },
  },
  chart: {
    path: '/api/attendance/get-delivered-against-due',
    summary: 'Sessions due and delivered within the filters, by day, week or month',
    data: chartSchema,
    bars: barsOf,
  },
  emptyText: attendanceMessages.empty,
  downloads: { pdf: 'attendance.pdf', xlsx: 'attendance.xlsx', docx: 'attendance.docx', csv: 'attendance.csv' },
})

export const endpoints = { ...attendanceReport.endpoints, getAttendanceRecord }
