import { sql } from 'drizzle-orm'
import { schoolReport } from '#contract/reports/school-report.ts'
import { dateRange, studentSessions } from '#server/areas/hours/student-sessions.ts'
import { minutesChart, minutesColumns, studentColumn, timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { studentNameIfAny } from '#server/areas/students/student-name.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'

const named = sql`
  join ${schools} on ${schools.id} = sessions.school_id
  join ${providers} on ${providers.id} = sessions.provider_id
  join ${services} on ${services.id} = sessions.service_id
  left join ${students} on ${students.id} = sessions.student_id`

const query = defineQuery(schoolReport, {
  rows: ({ values, now }) => sql`
    select sessions.event_id as id, sessions.school_id as "schoolId", ${schools.name} as "schoolName",
      sessions.provider_id as "providerId", ${distinctProviderName} as "providerName",
      sessions.service_id as "serviceId", ${services.code} as "serviceCode",
      sessions.student_id as "studentId", ${studentNameIfAny} as "studentName",
      ${dateRange(sql`first`, sql`last`)} as "dateRange", first, last,
      ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", ${students.name} as "plainName"
    from (
      select event_id, school_id, provider_id, service_id, student_id, min(date) as first, max(date) as last
      from (${studentSessions({ ...values, now })}) as every group by 1, 2, 3, 4, 5
    ) as sessions ${named}`,
  order: {
    school: ['schoolName'],
    provider: ['lastName', 'firstName'],
    service: ['serviceCode'],
    student: ['plainName', 'studentId'],
    dates: ['first', 'last'],
  },
  unique: ['id', 'providerId', 'serviceId', 'studentId'],
})

interface Session {
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly providerName: string
  readonly serviceCode: string
  readonly studentName: string
  readonly status: string
  readonly minutes: number
  readonly deliveredMinutes: number
}

const details = defineDetails(schoolReport, ({ values, more: { recurrenceId, isWithoutStudents }, now }) =>
  detailsTable<Session>({
    columns: {
      student: studentColumn,
      date: { kind: 'date', title: 'Date', value: (row) => row.date, share: 1.2 },
      time: timeColumn,
      provider: { kind: 'text', title: 'Provider Name', value: (row) => row.providerName, share: 2 },
      service: { kind: 'text', title: 'Service Code', value: (row) => row.serviceCode, share: 1.2 },
      status: { kind: 'text', title: 'Status', value: (row) => row.status, share: 1.2 },
      ...minutesColumns,
    },
    rows: sql`
      select sessions.date::text as date, ${times('sessions')}, ${distinctProviderName} as "providerName",
        ${services.code} as "serviceCode", ${services.id} as "serviceId",
        ${studentNameIfAny} as "studentName",
        sessions.status, sessions.minutes, sessions.delivered_minutes as "deliveredMinutes",
        ${students.name} as "plainName", sessions.student_id as "studentId", sessions.occurrence_id as id
      from (${studentSessions({ ...values, eventId: recurrenceId, isWithoutStudents, now })}) as sessions ${named}`,
    order: ['plainName', 'studentId', 'date', 'startTime', 'id'],
    groupBy: { column: 'student', by: ['studentId'] },
    chart: minutesChart('Minutes by service', (row) => row.serviceCode, ['serviceId']),
  }),
)

export const servedSchoolReport = serveReport(schoolReport, query, details)
