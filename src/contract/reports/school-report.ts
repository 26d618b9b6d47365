/** What was scheduled at a school, by series and student (spec 3, section 2, "Reports"). */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { filterId, id } from '../endpoint.ts'
import { filtersOf } from '../filters.ts'
import { defineReport } from './define-report.ts'
import { providerColumn, schoolColumn, studentColumn } from './report-columns.ts'
import {
  providerFilter,
  reportDateNames,
  reportDates,
  required,
  schoolFilter,
  serviceFilter,
  studentFilter,
} from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

const rowSchema = z.object({
  /** The series' or single session's: the details' `recurrenceId`. */
  id,
  schoolId: id,
  schoolName: z.string(),
  providerId: id,
  providerName: z.string(),
  serviceId: id,
  serviceCode: z.string(),
  /** Null for sessions without students. */
  studentId: id.nullable(),
  studentName: z.string(),
  dateRange: z.string(),
})

export const schoolReport = defineReport({
  name: 'school',
  ...reportPlaces.school,
  filters: filtersOf(
    required(schoolFilter, reportMessages.schoolRequired),
    providerFilter,
    serviceFilter,
    studentFilter,
    reportDates(),
  ),
  dates: 'lastMonth',
  loadsOnOpen: false,
  listing: {
    path: '/api/report/admin-school-listing',
    rows: 'adminSchoolListing',
    summary: "A school's sessions by series and student",
    names: reportDateNames,
  },
  row: rowSchema,
  keyOf: ({ id: event, studentId }) => `${event} ${studentId}`,
  order: 'student',
  columns: {
    school: { ...schoolColumn, share: 2 },
    provider: { ...providerColumn('providerId'), share: 2 },
    service: { kind: 'text', title: 'Service Code', value: ({ serviceCode }) => serviceCode },
    student: { ...studentColumn, screenKey: 'Caseloads' },
    dates: { kind: 'text', title: 'Date Range', value: ({ dateRange }) => dateRange, share: 2 },
  },
  emptyText: reportMessages.empty,
  downloads: { pdf: 'SchoolReport.pdf', xlsx: 'SchoolReport.xlsx', docx: 'SchoolReport.docx', csv: 'SchoolReport.csv' },
  view: {
    name: 'admin-school-detail',
    // Beyond the spec: a row without students has the sessions that nobody takes part in.
    more: { recurrenceId: filterId, isWithoutStudents: z.boolean().default(false) },
    ofRow: ({ id: recurrenceId, providerId, serviceId, studentId }) => ({
      values: { providerId, serviceId, studentId: studentId ?? undefined },
      more: { recurrenceId, isWithoutStudents: studentId === null },
    }),
    rowName: ({ studentName, providerName, serviceCode }) =>
      `${studentName || 'no student'}, ${serviceCode}, ${providerName}`,
    allLabel: 'View details',
    files: { pdf: 'Report.pdf' },
  },
})

export const endpoints = { ...schoolReport.endpoints }
