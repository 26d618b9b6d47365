/** Every report of the portal, for what works on all of them: details, saved reports, and emails. */
import { servedAttendance } from '#server/areas/attendance/attendance-handlers.ts'
import { servedCensusReport } from '#server/areas/census-report/census-report.ts'
import { servedHoursReport } from '#server/areas/hours-report/hours-report.ts'
import { servedSchoolReport } from '#server/areas/school-report/school-report.ts'
import { servedStudentReport } from '#server/areas/student-report/student-report.ts'
import type { DetailsByName } from './report-details.ts'
import type { ServedReport } from './serve-report.ts'

export const servedReports: readonly ServedReport[] = [
  servedAttendance,
  servedSchoolReport,
  servedCensusReport,
  servedHoursReport,
  servedStudentReport,
]

export const detailsIn = (reports: readonly ServedReport[]): DetailsByName =>
  new Map(reports.flatMap(({ details, access }) => (details ? [[details.name, { ...details, access }]] : [])))

const byName = detailsIn(servedReports)

export const detailsByName = (): DetailsByName => byName
