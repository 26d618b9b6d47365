import { sql } from 'drizzle-orm'
import { reportHandlers } from '#server/areas/reports/report-handlers.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { providerName } from '#server/db/providers.ts'
import { occurrences, providers } from '#server/db/schema.ts'
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

export const hoursHandlers = reportHandlers(hoursReport, query)
