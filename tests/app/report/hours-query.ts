import { sql } from 'drizzle-orm'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { hoursReport } from './hours-report.ts'

const query = defineQuery(hoursReport, {
  rows: ({ values: { schoolId, from, to } }) => sql`
    select ${providers.id} as "providerId", ${providerName} as "providerName", count(*)::int as sessions,
      sum(extract(epoch from ${occurrences.endsAt} - ${occurrences.startsAt}) / 3600) as hours,
      ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
    from ${occurrences} join ${providers} on ${providers.id} = ${occurrences.providerId}
    where ${occurrences.deletedAt} is null and ${occurrences.schoolId} = ${schoolId}
      and ${occurrences.date} between ${from || '-infinity'}::date and ${to || 'infinity'}::date
    group by ${providers.id}`,
  order: { provider: ['lastName', 'firstName'], sessions: ['sessions'], hours: ['hours'] },
  unique: ['providerId'],
})

const details = defineDetails(hoursReport, ({ values: { schoolId, from, to }, more: { providerId } }) =>
  detailsTable<{ providerName: string; date: string; hours: number }>({
    columns: {
      provider: { kind: 'text', title: 'Provider Name', value: ({ providerName }) => providerName },
      date: { kind: 'date', title: 'Date', value: ({ date }) => date },
      hours: { kind: 'number', decimals: 2, title: 'Hours', value: ({ hours }) => hours, isSummed: true },
    },
    rows: sql`select ${providerName} as "providerName", ${occurrences.date}::text as date, ${occurrences.id} as id, ${providers.id} as "providerId",
        extract(epoch from ${occurrences.endsAt} - ${occurrences.startsAt}) / 3600 as hours
      from ${occurrences} join ${providers} on ${providers.id} = ${occurrences.providerId}
      where ${occurrences.deletedAt} is null and ${occurrences.schoolId} = ${schoolId}
        and (${providerId} = 0 or ${occurrences.providerId} = ${providerId})
        and ${occurrences.date} between ${from || '-infinity'}::date and ${to || 'infinity'}::date`,
    order: ['providerName', 'date', 'id'],
    groupBy: { column: 'provider', by: ['providerId'] },
    chart: {
      caption: 'Hours by provider',
      label: (row) => row.providerName,
      by: ['providerId'],
      value: (row) => row.hours,
      text: (hours) => `${hours} h`,
    },
  }),
)

export const servedHours = serveReport(hoursReport, query, details)
