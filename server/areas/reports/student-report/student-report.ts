import { type SQL, sql } from 'drizzle-orm'
import { studentReport } from '#contract/reports/student-report.ts'
import { studentSessions } from '#server/areas/hours/student-sessions.ts'
import { minutesChart, minutesColumns, timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { logReading } from '#server/areas/students/reading.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import { labelNames } from '#server/db/session-labels.ts'
import { providerScope } from '#server/http/access.ts'

/** The caller's own; the filters are required, and no student means none. */
const ownSessions = ({ values, user, now }: ReportScope<typeof studentReport.filters.none>): SQL => sql`
  (${studentSessions({ ...values, studentId: values.studentId ?? 0, providerId: providerScope(user), now })}) as sessions
  join ${schools} on ${schools.id} = sessions.school_id
  join ${services} on ${services.id} = sessions.service_id
  join ${students} on ${students.id} = sessions.student_id`

const query = defineQuery(studentReport, {
  rows: (scope) => sql`
    select sessions.occurrence_id as id, sessions.school_id as "schoolId", ${schools.name} as "schoolName",
      sessions.student_id as "studentId", ${studentName} as "studentName", sessions.title as "eventName",
      sessions.date, sessions.start_time as "startTime", ${students.name} as "plainName"
    from ${ownSessions(scope)}`,
  order: {
    school: ['schoolName'],
    student: ['plainName', 'studentId'],
    event: ['eventName'],
    date: ['date', 'startTime'],
  },
  unique: ['id'],
  logReading: ({ db, user, values: { studentId } }) =>
    studentId === undefined ? Promise.resolve() : logReading({ db, user, studentId, part: 'sessions' }),
})

interface Session {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly eventName: string
  readonly serviceCode: string
  readonly status: string
  readonly trackingLabels: string
  readonly minutes: number
  readonly deliveredMinutes: number
}

const details = defineDetails(studentReport, (scope) =>
  detailsTable<Session>({
    columns: {
      date: { kind: 'date', title: 'Date', value: (row) => row.date, share: 1.2 },
      time: timeColumn,
      event: { kind: 'text', title: 'Event Name', value: (row) => row.eventName, share: 3 },
      service: { kind: 'text', title: 'Service Code', value: (row) => row.serviceCode, share: 1.2 },
      status: { kind: 'text', title: 'Status', value: (row) => row.status, share: 1.3 },
      labels: {
        kind: 'text',
        title: 'Tracking Labels',
        value: (row) => row.trackingLabels.replaceAll(',', ', '),
        share: 1.5,
      },
      ...minutesColumns,
    },
    rows: sql`
      select sessions.date::text as date, ${times('sessions')}, sessions.title as "eventName", ${services.code} as "serviceCode",
        sessions.status, ${labelNames(sql`sessions.label_ids`)} as "trackingLabels", sessions.minutes,
        sessions.delivered_minutes as "deliveredMinutes", sessions.occurrence_id as id
      from ${ownSessions(scope)}`,
    order: ['date', 'startTime', 'id'],
    chart: minutesChart('Minutes by status', (row) => row.status),
  }),
)

export const servedStudentReport = serveReport(studentReport, query, details)
