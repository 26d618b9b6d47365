/** Provider Details: approved hours and status of every provider for administrators, and of themselves for providers. */
import { beforeEach, expect, test } from 'vitest'
import { reportDetailsSchema } from '#contract/reports/details-view.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { providerStatuses, providers } from '#server/db/schema.ts'
import { usePortal } from '#tests/support/portal.ts'
import { readReportFile } from '#tests/support/report-files.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { confirm, plan, work } from '#tests/support/server/billing.ts'
import { useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal
const token = useDistrict(database, server)

const { onLeave, terminated } = PROVIDER_STATUS_IDS

/**
 * Paul has 2.5 approved hours at two schools, a day that is only confirmed, one with zero hours, and an approved hour in
 * October. Sofía has none. Two more providers left, one of them before November.
 */
beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'ProviderDetailReport')
  await allowScreen(database(), 'Providers', 'ProviderDetailReport')
  const { db } = database()
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
    server(),
    token,
    { date: '2026-10-30' },
    { date: '2026-11-03', endTime: '10:30' },
    { date: '2026-11-04', isZeroHours: true },
    { date: '2026-11-05', at: 'maple' },
  )
  const confirmed = { date: '2026-11-06' }
  await plan(server(), confirmed)
  await confirm(server(), token, confirmed)
})

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

reportTests(providerDetailReport, {
  portal,
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
    all: ['11/03/2026', 'Lincoln', '1.50', 'Maple', '2.50'],
  },
})

test('shows providers only themselves', async () => {
  const body = { fromDateTime: NOVEMBER.from, toDateTime: NOVEMBER.to }
  const others = { ...body, providerId: PEOPLE.SpecialProvider.providerId }
  const listed = async (asked: object) =>
    (await server().call('getProviderDetailRecords', { token: token.paul, body: asked })).data
  expect(await listed(body)).toMatchObject({ providerDetailListing: [paul], totalRecords: 1 })
  expect(await listed(others)).toMatchObject({ providerDetailListing: [], totalRecords: 0 })
  const made = async (asked: object) =>
    reportDetailsSchema.parse((await server().call('viewProviderDetail', { token: token.paul, body: asked })).data)
  const { id, name } = await made(others)
  const file = await server().call('getReportFile', {
    token: token.paul,
    params: { name, format: 'pdf', file: `${id}.pdf` },
  })
  if (!(file.data instanceof Uint8Array)) throw new Error('The reply is not a file')
  expect((await readReportFile('pdf', file.data)).text).toContain('No Data Available')
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto('/report/provider?from=2026-11-01&to=2026-11-30')
  await page.getByRole('cell', { name: 'Paul Provider', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^View / }).allInnerTexts()).toHaveLength(2)
  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['All', 'Paul Provider'])
})

test('lists everyone of all time without dates', async () => {
  const { data } = await server().call('getProviderDetailRecords', { token: token.ada, body: {} })
  const { rows } = providerDetailReport.calls.records.data.parse(data)
  expect(rows.map(({ providerName, hours }) => `${providerName} ${hours}`)).toEqual([
    'Lee Away 0',
    'Lee Former 0',
    'Lee Gone 0',
    'Lee Later 0',
    'Paul Provider 3.5',
    'Sofía Special 0',
  ])
})
