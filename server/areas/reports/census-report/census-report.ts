import { sql } from 'drizzle-orm'
import type { DateRange } from '#contract/filters.ts'
import { censusReport } from '#contract/reports/census-report.ts'
import { CENSUS_TEMPLATES, reportMessages } from '#domain/reports.ts'
import { formatDate } from '#domain/time.ts'
import { defineDetails } from '#server/areas/reports/details-query.ts'
import { defineQuery } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { providerTypes } from '#server/db/schema/providers.ts'
import { Refusal } from '#server/http/refusal.ts'
import { caseloadTable, deliveryTable, providersTable } from './census-tables.ts'

const rangeInWords = ({ from, to }: DateRange): string => {
  if (from === '') return to === '' ? 'All dates' : `Up to ${formatDate(to)}`
  return to === '' ? `From ${formatDate(from)}` : `${formatDate(from)} - ${formatDate(to)}`
}

const query = defineQuery(censusReport, {
  rows: ({ values }) => sql`
    select template.id as "templateId", template.name, ${rangeInWords(values)}::text as "dateRange"
    from (values ${sql.join(
      CENSUS_TEMPLATES.map(({ id, name }) => sql`(${id}::int, ${name}::text)`),
      sql`, `,
    )}) as template (id, name)
    where (${values.censusTemplateId ?? null}::int is null or template.id = ${values.censusTemplateId ?? null})
      and (${values.providerTypeId ?? null}::int is null or exists (
        select 1 from ${providerTypes} where ${providerTypes.id} = ${values.providerTypeId ?? null}))`,
  order: { type: ['templateId'], dates: ['dateRange'] },
  unique: ['templateId'],
})

const tables = { 1: providersTable, 2: caseloadTable, 3: deliveryTable }

const details = defineDetails(censusReport, ({ more: { censusTemplate }, ...scope }) => {
  const { censusTemplateId } = scope.values
  // The spec's body has both; they must not contradict each other.
  const template = CENSUS_TEMPLATES.find(
    ({ id, name }) => (censusTemplateId ?? id) === id && (censusTemplate ?? name) === name,
  )
  const isChosen = censusTemplateId !== undefined || censusTemplate !== undefined
  if (!template || !isChosen) throw new Refusal(400, reportMessages.chooseTemplate)
  return tables[template.id](scope)
})

export const servedCensusReport = serveReport(censusReport, query, details)
