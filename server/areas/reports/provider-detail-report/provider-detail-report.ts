import { type SQL, sql } from 'drizzle-orm'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { localOf } from '#domain/time.ts'
import { approvedHours } from '#server/areas/hours/approved-hours.ts'
import { dateRange } from '#server/areas/hours/student-sessions.ts'
import { hoursChart } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { distinctProviderName, statusTitle } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { providerScope } from '#server/http/access.ts'

type Scope = ReportScope<typeof providerDetailReport.filters.none>

/** The providers that are asked for and that the caller may see. */
const asked = ({ values: { providerId }, user }: Scope): SQL => {
  const own = providerScope(user)
  return sql`${providerId === undefined ? sql`true` : sql`${providers.id} = ${providerId}`}
    ${own === undefined ? sql`` : sql`and ${providers.id} = ${own}`}`
}

const query = defineQuery(providerDetailReport, {
  rows: (scope) => {
    const { from, to, providerId } = scope.values
    return sql`
      select ${providers.id} as id, ${distinctProviderName} as "providerName", coalesce(worked.hours, 0) as hours,
        coalesce(${dateRange(sql`worked.first`, sql`worked.last`)}, '') as "dateRange",
        ${statusTitle(localOf(scope.now, scope.timeZone).date)} as status,
        worked.first, worked.last, ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
      from ${providers}
      left join (
        select provider_id, sum(minutes)::int / 60.0 as hours, min(date) as first, max(date) as last
        from (${approvedHours({ from, to, providerId })}) as rows group by 1
      ) as worked on worked.provider_id = ${providers.id}
      where ${asked(scope)} and (worked.hours is not null
        or (${providers.termDate} is null or ${providers.termDate} >= ${from || '-infinity'}::date)
          and (${providers.hireDate} is null or ${providers.hireDate} <= ${to || 'infinity'}::date))`
  },
  order: {
    provider: ['lastName', 'firstName'],
    hours: ['hours'],
    dates: ['first', 'last'],
    status: ['status'],
  },
  unique: ['lastName', 'firstName', 'id'],
})

interface Row {
  readonly providerName: string
  readonly date: string
  readonly schoolName: string
  readonly serviceCode: string | null
  readonly sessions: number
  readonly hours: number
}

const details = defineDetails(providerDetailReport, (scope) =>
  detailsTable<Row>({
    columns: {
      provider: { kind: 'text', title: 'Provider Name', value: (row) => row.providerName, share: 2 },
      date: { kind: 'date', title: 'Date', value: (row) => row.date },
      school: { kind: 'text', title: 'School Name', value: (row) => row.schoolName, share: 3 },
      service: { kind: 'text', title: 'Service Code', value: (row) => row.serviceCode },
      sessions: { kind: 'number', title: 'Sessions', value: (row) => row.sessions, isSummed: true },
      hours: { kind: 'hours', title: 'Hours', value: (row) => row.hours, isSummed: true },
    },
    rows: sql`
      select ${distinctProviderName} as "providerName", rows.date::text as date, ${schools.name} as "schoolName",
        ${services.code} as "serviceCode", rows.sessions, rows.minutes / 60.0 as hours,
        ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", ${providers.id} as "providerId",
        ${schools.id} as "schoolId"
      from (${approvedHours(scope.values)}) as rows
      join ${providers} on ${providers.id} = rows.provider_id
      join ${schools} on ${schools.id} = rows.school_id
      left join ${services} on ${services.id} = rows.service_id
      where ${asked(scope)}`,
    order: ['lastName', 'firstName', 'providerId', 'date', 'schoolName', 'schoolId'],
    groupBy: { column: 'provider', by: ['providerId'] },
    chart: hoursChart('Hours by school', (row) => row.schoolName, ['schoolId']),
  }),
)

export const servedProviderDetailReport = serveReport(providerDetailReport, query, details)
