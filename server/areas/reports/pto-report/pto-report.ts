import { sql } from 'drizzle-orm'
import { ptoReport } from '#contract/reports/pto-report.ts'
import { PTO_STATES, type PtoState } from '#domain/time-off.ts'
import { acceptedTimeOff } from '#server/areas/hours/accepted-time-off.ts'
import { dateRange } from '#server/areas/hours/student-sessions.ts'
import { hoursChart, timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'

const query = defineQuery(ptoReport, {
  rows: ({ values }) => sql`
    select ${providers.id} as id, ${distinctProviderName} as "providerName",
      ${dateRange(sql`taken.first`, sql`taken.last`)} as "dateRange", taken.hours as "totalAcceptedHours",
      taken.first, taken.last, ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
    from (
      select provider_id, sum(hours) as hours, min(date) as first, max(date) as last
      from (${acceptedTimeOff(values)}) as days group by 1
    ) as taken join ${providers} on ${providers.id} = taken.provider_id`,
  order: {
    provider: ['lastName', 'firstName'],
    dates: ['first', 'last'],
    hours: ['totalAcceptedHours'],
  },
  unique: ['lastName', 'firstName', 'id'],
})

interface Day {
  readonly providerName: string
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly reason: string
  readonly state: PtoState
  readonly hours: number
}

const details = defineDetails(ptoReport, ({ values }) =>
  detailsTable<Day>({
    columns: {
      provider: { kind: 'text', title: 'Provider Name', value: (row) => row.providerName, share: 2 },
      date: { kind: 'date', title: 'Requested Date', value: (row) => row.date, share: 1.5 },
      time: timeColumn,
      reason: { kind: 'text', title: 'Reason', value: (row) => row.reason, share: 3 },
      status: {
        kind: 'text',
        title: 'Status',
        value: (row) => PTO_STATES[row.state].name,
        share: 1.5,
      },
      hours: { kind: 'number', decimals: 2, title: 'Hours', value: (row) => row.hours, isSummed: true },
    },
    rows: sql`
      select ${distinctProviderName} as "providerName", days.date::text as date, ${times('days')}, days.reason, days.state, days.hours, days.id,
        ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", ${providers.id} as "providerId"
      from (${acceptedTimeOff(values)}) as days
      join ${providers} on ${providers.id} = days.provider_id`,
    order: ['lastName', 'firstName', 'providerId', 'date', 'startTime', 'id'],
    groupBy: { column: 'provider', by: ['providerId'] },
    chart: hoursChart('Hours by provider', (row) => row.providerName, ['providerId']),
  }),
)

export const servedPtoReport = serveReport(ptoReport, query, details)
