import { type SQL, sql } from 'drizzle-orm'
import { hoursReport } from '#contract/reports/hours-report.ts'
import { localOf } from '#domain/time.ts'
import { enteredHours } from '#server/areas/hours/entered-hours.ts'
import { dateRange } from '#server/areas/hours/student-sessions.ts'
import { hoursInWords, timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { schools } from '#server/db/schema/schools.ts'
import { providerScope } from '#server/http/access.ts'

type Scope = ReportScope<typeof hoursReport.filters.none>

/** Up to today: later hours can't have been worked. */
const ownHours = ({ values: { from, to, schoolId }, user, now, timeZone }: Scope): SQL => {
  const today = localOf(now, timeZone).date
  const own = providerScope(user)
  return enteredHours({
    from: from || '-infinity',
    to: to !== '' && to < today ? to : today,
    schoolId,
    providerIds: own === undefined ? undefined : [own],
  })
}

/** Hours from a column of minutes. */
const hours = (minutes: SQL): SQL => sql`coalesce(sum(${minutes}), 0)::int / 60.0`

const query = defineQuery(hoursReport, {
  rows: (scope) => sql`
    select ${schools.id} as "schoolId", ${schools.name} as "schoolName",
      ${dateRange(sql`min(hours.date)`, sql`max(hours.date)`)} as "dateRange",
      min(hours.date) as first, max(hours.date) as last, ${hours(sql`hours.worked_minutes`)} as hours
    from (${ownHours(scope)}) as hours join ${schools} on ${schools.id} = hours.school_id
    group by ${schools.id}`,
  order: { school: ['schoolName'], dates: ['first', 'last'], hours: ['hours'] },
  unique: ['schoolId'],
  chart: async (scope) => {
    const { rows } = await scope.db.execute<{ schoolId: number; schoolName: string; hours: number; toConfirm: number }>(
      sql`
      select ${schools.id} as "schoolId", ${schools.name} as "schoolName",
        (${hours(sql`hours.worked_minutes`)})::float8 as hours,
        (${hours(sql`case when hours.status = 'Not Confirmed' then hours.minutes end`)})::float8 as "toConfirm"
      from (${ownHours(scope)}) as hours join ${schools} on ${schools.id} = hours.school_id
      group by ${schools.id} order by ${schools.name}, ${schools.id}`,
    )
    return rows
  },
})

interface TimesheetDay {
  readonly schoolName: string
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly status: string
  readonly hours: number
}

const details = defineDetails(hoursReport, (scope) =>
  detailsTable<TimesheetDay>({
    columns: {
      school: { kind: 'text', title: 'School Name', value: (row) => row.schoolName, share: 2 },
      date: { kind: 'date', title: 'Date', value: (row) => row.date },
      time: timeColumn,
      status: { kind: 'text', title: 'Status', value: (row) => row.status },
      hours: { kind: 'hours', title: 'Hours Worked', value: (row) => row.hours, isSummed: true },
    },
    rows: sql`
      select ${schools.name} as "schoolName", ${schools.id} as "schoolId", hours.date::text as date,
        ${times('hours')}, hours.status,
        hours.worked_minutes / 60.0 as hours
      from (${ownHours(scope)}) as hours join ${schools} on ${schools.id} = hours.school_id`,
    order: ['schoolName', 'schoolId', 'date'],
    groupBy: { column: 'school', by: ['schoolId'] },
    chart: {
      caption: 'Hours by month',
      label: ({ date }) => `${date.slice(5, 7)}/${date.slice(0, 4)}`,
      order: ({ date }) => date.slice(0, 7),
      value: (row) => row.hours,
      text: hoursInWords,
    },
  }),
)

export const servedHoursReport = serveReport(hoursReport, query, details)
