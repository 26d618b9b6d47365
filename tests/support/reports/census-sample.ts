/** The census: its templates, and what their details list. */
import { censusReport } from '#contract/reports/census-report.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { work } from '#tests/support/server/billing.ts'
import { allowScreen } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

/** Paul, who gets 40 dollars an hour, has an approved hour with Ana. */
const add = async ({ database, server, token }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'CennsusReport')
  await allowScreen(database, 'Administrators', 'Caseloads')
  await work(server, token, { date: '2026-11-02' })
  await database.db
    .insert(providerRates)
    .values({ providerId: 1, rateTypeId: 1, rate: '40.00', effectiveDate: '2025-01-01' })
  await database.pool.query(`update providers set hire_date = '2020-08-01', birth_date = '1990-02-03',
    department = 'Therapy', ssn = 'sealed', ssn_key_id = 'test', ssn_last_four = '6789' where id = 1`)
}

const template = (templateId: 1 | 2 | 3) => ({
  ...{ templateId, name: `Template ${templateId}`, dateRange: '11/01/2026 - 11/14/2026' },
})

export const censusSample = sampleOf(censusReport, {
  add,
  role: 'Administrators',
  given: { from: '2026-11-01', to: '2026-11-14' },
  rows: [template(1), template(2), template(3)],
  narrowed: {
    'one template': {
      values: { censusTemplateId: 3 },
      rows: [template(3)],
      words: ['Provider Type: All', 'Census Template: Template 3', 'From Date: 11/01/2026', 'To Date: 11/14/2026'],
    },
    'one type': {
      values: { providerTypeId: 1, censusTemplateId: 1 },
      rows: [template(1)],
      words: ['Provider Type as of 11/20/2026: Occupational Therapist'],
    },
  },
  details: { first: ['Paul Provider', 'Active', '02/03/1990', '08/01/2020', '•••-••-6789', '1:00', '40.00'] },
  refused: {
    "End Date can't be less than Start Date": {
      body: { fromDateTime: '2026-11-11', toDateTime: '2026-11-09' },
      path: 'toDateTime',
    },
  },
})
