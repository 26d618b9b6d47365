/** Every report of the portal, for what works on all of them: details, saved reports, and emails. */
import { servedAttendance } from '#server/areas/reports/attendance/attendance-handlers.ts'
import { servedCensusReport } from '#server/areas/reports/census-report/census-report.ts'
import { servedHoursReport } from '#server/areas/reports/hours-report/hours-report.ts'
import { servedNoteReport, servedProviderNoteReport } from '#server/areas/reports/note-report/note-report.ts'
import { servedPayrollReport } from '#server/areas/reports/payroll-report/payroll-report.ts'
import { servedProviderDetailReport } from '#server/areas/reports/provider-detail-report/provider-detail-report.ts'
import { servedPtoReport } from '#server/areas/reports/pto-report/pto-report.ts'
import { servedRateDetailReport } from '#server/areas/reports/rate-detail-report/rate-detail-report.ts'
import { servedSchoolReport } from '#server/areas/reports/school-report/school-report.ts'
import { servedStudentReport } from '#server/areas/reports/student-report/student-report.ts'
import { servedTrackingLabelReport } from '#server/areas/reports/tracking-label-report/tracking-label-report.ts'
import { type DetailsByName, detailsRunOf } from './report-details.ts'
import type { ServedReport } from './served-report.ts'

export const servedReports = [
  servedAttendance,
  servedSchoolReport,
  servedRateDetailReport,
  servedProviderDetailReport,
  servedPtoReport,
  servedPayrollReport,
  servedTrackingLabelReport,
  servedNoteReport,
  servedProviderNoteReport,
  servedCensusReport,
  servedHoursReport,
  servedStudentReport,
] as const satisfies readonly ServedReport[]

export const detailsIn = (reports: readonly ServedReport[]): DetailsByName =>
  new Map(reports.flatMap(({ details }) => (details ? [[details.name, details]] : [])))

export const detailsByName = detailsIn(servedReports)

export const reportDetailsRun = detailsRunOf(detailsByName)

export const reportCalled = (name: string): ServedReport | undefined =>
  servedReports.find((report) => report.name === name)
