import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { providerStatuses, providers } from '#server/db/schema/providers.ts'
import { confirm, plan, work } from '#tests/support/server/billing.ts'
import { allowScreen } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

const { onLeave, terminated } = PROVIDER_STATUS_IDS

/**
 * Paul has 2.5 approved hours at two schools, a day that is only confirmed, one with zero hours, and an approved hour in
 * October. Sofía has none. Two more providers left, one of them before November.
 */
const add = async ({ database, server, token }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'ProviderDetailReport')
  await allowScreen(database, 'Providers', 'ProviderDetailReport')
  const { db } = database
  await db.insert(providerStatuses).values([
    { id: onLeave, title: 'On Leave' },
    { id: terminated, title: 'Terminated' },
  ])
  const more = (lastName: string, values: object) => ({
    ...{ firstName: 'Lee', lastName, email: `${lastName}@district.example`, providerTypeId: 1, statusId: 1 },
    ...values,
  })
  await db
    .insert(providers)
    .values([
      more('Away', { statusId: onLeave }),
      more('Gone', { statusId: terminated, termDate: '2026-11-10' }),
      more('Former', { statusId: terminated, termDate: '2026-10-30' }),
      more('Later', { hireDate: '2026-12-01' }),
    ])
  await work(
    server,
    token,
    { date: '2026-10-30' },
    { date: '2026-11-03', endTime: '10:30' },
    { date: '2026-11-04', isZeroHours: true },
    { date: '2026-11-05', at: 'maple' },
  )
  const confirmed = { date: '2026-11-06' }
  await plan(server, confirmed)
  await confirm(server, token, confirmed)
}

const none = { hours: 0, dateRange: '' }
const away = { id: 3, providerName: 'Lee Away', ...none, status: 'On Leave' }
const gone = { id: 4, providerName: 'Lee Gone', ...none, status: 'Terminated' }
const paul = {
  id: 1,
  providerName: 'Paul Provider',
  hours: 2.5,
  dateRange: '11/03/2026 - 11/05/2026',
  status: 'Active',
}
const sofia = { id: 2, providerName: 'Sofía Special', ...none, status: 'Active' }
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

export const providerDetailSample = sampleOf(providerDetailReport, {
  add,
  role: 'Administrators',
  readers: ['Administrators', 'Providers'],
  given: NOVEMBER,
  rows: [away, gone, paul, sofia],
  orderedBy: {
    provider: ({ providerName }) => providerName.split(' ').at(-1) ?? '',
    // Those without hours come last.
    dates: ({ dateRange }) => dateRange || 'none',
  },
  narrowed: {
    'one provider': { values: { providerId: 1 }, rows: [paul], words: ['Provider: Paul Provider'] },
    'some days': {
      values: { from: '2026-11-04', to: '2026-11-05' },
      rows: [away, gone, { ...paul, hours: 1, dateRange: '11/05/2026 - 11/05/2026' }, sofia],
      words: ['From Date: 11/04/2026', 'End Date: 11/05/2026'],
    },
    'someone who left': { values: { providerId: 4 }, rows: [gone], words: ['Provider: Lee Gone'] },
  },
  refused: {
    "End Date can't be less than Start Date": {
      body: { fromDateTime: '2026-11-11', toDateTime: '2026-11-09' },
      path: 'toDateTime',
    },
  },
  details: {
    first: ['Provider: Lee Away', 'No Data Available'],
    all: ['11/03/2026', 'Lincoln', '1:30', 'Maple', '2:30'],
  },
})
