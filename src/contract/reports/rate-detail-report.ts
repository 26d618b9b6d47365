/** What each school pays: the rates in force today, and those to come (spec 3, section 2, "Reports"). */
import { z } from 'zod'
import { decimalText } from '#domain/money.ts'
import { reportMessages } from '#domain/reports.ts'
import { formatDate, localDateSchema } from '#domain/time.ts'
import { id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { schoolColumn } from './report-columns.ts'
import { schoolFilter } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const rowSchema = z.object({
  id,
  schoolId: id,
  schoolName: z.string(),
  service: z.string(),
  rateType: z.string(),
  rate: decimalText,
  /** The first day of a rate to come; null if it is in force. */
  startsOn: localDateSchema.nullable(),
})

export const rateDetailReport = defineReport({
  name: 'rateDetail',
  ...reportPlaces.rateDetail,
  filters: filtersOf(schoolFilter),
  hasPrint: true,
  listing: {
    path: '/api/report/school-rate-detail-listing',
    rows: 'schoolRateDetailListing',
    summary: "Schools' rates that are in force or will be",
  },
  filesPath: '/api/report/school-rate-detail',
  row: rowSchema,
  keyOf: ({ id: rate }) => rate,
  order: 'school',
  columns: {
    school: schoolColumn,
    service: { kind: 'text', title: 'Services', value: ({ service }) => service, share: 3 },
    rateType: {
      kind: 'text',
      title: 'Rate Type',
      value: ({ rateType, startsOn }) => (startsOn === null ? rateType : `${rateType}, from ${formatDate(startsOn)}`),
      share: 3,
    },
    rate: { kind: 'money', title: 'Rate', value: ({ rate }) => rate },
  },
  emptyText: reportMessages.empty,
  downloads: { xlsx: 'RateDetail.xlsx', docx: 'RateDetail.doc', pdf: 'RateDetail.pdf', csv: 'RateDetail.csv' },
})

export const endpoints = { ...rateDetailReport.endpoints }
