import { sql } from 'drizzle-orm'
import { rateDetailReport } from '#contract/reports/rate-detail-report.ts'
import { localOf } from '#domain/time.ts'
import { ratesWithin } from '#server/areas/master-data/rates-in-force.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'

const query = defineQuery(rateDetailReport, {
  rows: ({ values: { schoolId }, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    return sql`
      select rates.rate_id as id, rates.school_id as "schoolId", ${schools.name} as "schoolName",
        concat(${services.code}, ', ', ${services.description}) as service, ${rateTypes.name} as "rateType",
        rates.rate::text as rate, case when rates.starts_on > ${today} then rates.starts_on end as "startsOn",
        rates.rate as amount, rates.starts_on as since
      from (${ratesWithin({ startDate: today, endDate: 'infinity' }, schoolId)}) as rates
      join ${schools} on ${schools.id} = rates.school_id and ${schools.deletedAt} is null
      join ${services} on ${services.id} = rates.service_id
      join ${rateTypes} on ${rateTypes.id} = rates.rate_type_id`
  },
  order: {
    school: ['schoolName', 'schoolId', 'service', 'rateType', 'since'],
    service: ['service'],
    rateType: ['rateType', 'since'],
    rate: ['amount'],
  },
  unique: ['schoolName', 'schoolId', 'service', 'rateType', 'since', 'id'],
})

export const servedRateDetailReport = serveReport(rateDetailReport, query)
