/** A student's sessions with the caller (spec 3, section 2, "Reports"). */
import { z } from 'zod'
import { reportMessages } from '#domain/reports.ts'
import { localDateSchema } from '#domain/time.ts'
import { id } from '../endpoint.ts'
import { choiceFilter, filtersOf } from '../filters.ts'
import { ownStudentsKnown } from '../options.ts'
import { defineReport } from './define-report.ts'
import { schoolColumn, studentColumn } from './report-columns.ts'
import { ownReportDates, reportDateNames, required, schoolFilter } from './report-filters.ts'
import { reportPlaces } from './report-places.ts'

interface OfSchool {
  schoolId?: number | undefined
}

/** The students of the chosen school, for the caller; says so if there are none. */
const studentFilter = choiceFilter<'studentId', number, OfSchool>('studentId', 'Student', {
  call: {
    run: async (client, { schoolId }, options) =>
      schoolId === undefined ? [] : ownStudentsKnown.run(client, schoolId, options),
  },
  dependsOn: ['schoolId'],
  records: 'students',
  showsFailure: true,
})

const rowSchema = z.object({
  /** The occurrence's. */
  id,
  schoolId: id,
  schoolName: z.string(),
  studentId: id,
  studentName: z.string(),
  eventName: z.string(),
  date: localDateSchema,
})

export const studentReport = defineReport({
  name: 'student',
  ...reportPlaces.student,
  isOwn: true,
  filters: filtersOf(
    required(schoolFilter, reportMessages.schoolRequired),
    required(studentFilter, reportMessages.studentRequired),
    ownReportDates(),
  ),
  dates: 'lastMonth',
  loadsOnOpen: false,
  listing: {
    path: '/api/report/provider-student-listing',
    rows: 'providerStudentDetailListing',
    summary: "A student's sessions with the caller at a school, newest first",
    names: reportDateNames,
  },
  row: rowSchema,
  keyOf: (row) => row.id,
  order: '-date',
  columns: {
    school: { ...schoolColumn, share: 2 },
    student: studentColumn,
    event: { kind: 'text', title: 'Event Name', value: ({ eventName }) => eventName, share: 3 },
    date: { kind: 'date', title: 'Date', value: ({ date }) => date },
  },
  emptyText: reportMessages.empty,
  downloads: {
    pdf: 'StudentReport.pdf',
    xlsx: 'StudentReport.xlsx',
    docx: 'StudentReport.docx',
    csv: 'StudentReport.csv',
  },
  view: {
    name: 'provider-student-detail',
    more: {},
    allLabel: 'View All Details',
    files: { pdf: 'StudentReport.pdf' },
  },
})

export const endpoints = { ...studentReport.endpoints }
