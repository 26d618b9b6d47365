import { type ReportName, reportPlaces } from '#contract/reports/report-places.ts'
import { reportRoute } from './report-route.ts'
import type { Route } from './route.ts'

const { hours, student, providerNote, attendance, school, rateDetail, providerDetail } = reportPlaces
const { trackingLabel, note, pto, census, payroll } = reportPlaces

/** In the order of the menus. A report without its row doesn't compile. */
const rows: Readonly<Record<ReportName, Route>> = {
  hours: reportRoute(hours, async () => (await import('#contract/reports/hours-report.ts')).hoursReport),
  student: reportRoute(student, async () => (await import('#contract/reports/student-report.ts')).studentReport),
  providerNote: reportRoute(
    providerNote,
    async () => (await import('#contract/reports/note-reports.ts')).providerNoteReport,
  ),
  attendance: reportRoute(attendance, async () => (await import('#contract/reports/attendance.ts')).attendanceReport),
  school: reportRoute(school, async () => (await import('#contract/reports/school-report.ts')).schoolReport),
  rateDetail: reportRoute(
    rateDetail,
    async () => (await import('#contract/reports/rate-detail-report.ts')).rateDetailReport,
  ),
  providerDetail: reportRoute(
    providerDetail,
    async () => (await import('#contract/reports/provider-detail-report.ts')).providerDetailReport,
  ),
  trackingLabel: reportRoute(
    trackingLabel,
    async () => (await import('#contract/reports/tracking-label-report.ts')).trackingLabelReport,
  ),
  note: reportRoute(note, async () => (await import('#contract/reports/note-reports.ts')).noteReport),
  pto: reportRoute(pto, async () => (await import('#contract/reports/pto-report.ts')).ptoReport),
  census: reportRoute(census, async () => (await import('#contract/reports/census-report.ts')).censusReport),
  payroll: reportRoute(
    payroll,
    async () => (await import('#contract/reports/payroll-report.ts')).payrollReport,
    async () => (await import('#screens/report/export-payroll.tsx')).ExportPayroll,
  ),
}

export const reportRoutes = Object.values(rows)
