/** The census: its templates, and what their details list. */
import { beforeEach, expect, test } from 'vitest'
import { censusReport } from '#contract/reports/census-report.ts'
import { getReportFile, reportDetailsSchema } from '#contract/reports/details-view.ts'
import { providerRates } from '#server/db/schema.ts'
import { usePortal } from '#tests/support/portal.ts'
import { readReportFile } from '#tests/support/report-files.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, CASELOAD_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal
const RANGE = { fromDateTime: '2026-11-01', toDateTime: '2026-11-14' }

/** Paul, who gets 40 dollars an hour, has an approved hour with Ana. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'CennsusReport')
  await allowScreen(database(), 'Administrators', 'Caseloads')
  server().now = TEST_NOW
  const tokenOf = (name: keyof typeof PEOPLE) => server().tokenOf(PEOPLE[name].userId)
  const [ada, paul, sofia] = [
    await tokenOf('Administrators'),
    await tokenOf('Providers'),
    await tokenOf('SpecialProvider'),
  ]
  await work(server(), { ada, paul, sofia }, { date: '2026-11-02' })
  await database()
    .db.insert(providerRates)
    .values({ providerId: 1, rateTypeId: 1, rate: '40.00', effectiveDate: '2025-01-01' })
  await database().pool.query(`update providers set hire_date = '2020-08-01', birth_date = '1990-02-03',
    department = 'Therapy', ssn = 'sealed', ssn_key_id = 'test', ssn_last_four = '6789' where id = 1`)
})

const template = (templateId: 1 | 2 | 3) => ({
  ...{ templateId, name: `Template ${templateId}`, dateRange: '11/01/2026 - 11/14/2026' },
})

reportTests(censusReport, {
  portal,
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
      words: ['Provider Type: Occupational Therapist'],
    },
  },
  details: { first: ['Paul Provider', 'Active', '02/03/1990', '08/01/2020', '•••-••-6789', '1.00', '40.00'] },
  refused: {
    "End Date can't be less than Start Date": {
      body: { fromDateTime: '2026-11-11', toDateTime: '2026-11-09' },
      path: 'toDateTime',
    },
  },
})

const ask = async (body: object) =>
  server().ask(censusReport.view.call, { token: await server().tokenOf(PEOPLE.Administrators.userId), body })

/** The Excel file's rows. */
const rowsOf = async (body: object) => {
  const made = reportDetailsSchema.parse((await ask(body)).data)
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const params = { name: made.name, format: 'excel', file: made.excelFileName ?? '' }
  const { data } = await server().ask(getReportFile, { token, params })
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  return (await readReportFile('xlsx', data)).table
}

test('lists the caseload by school', async () => {
  const rows = await rowsOf({ ...RANGE, censusTemplate: 'Template 2' })
  expect(rows?.flat()).toEqual(
    expect.arrayContaining(['Ana Núñez', 'Occupational Therapy', '2 times', 'Weekly', 'Group']),
  )
})

test("lists the minutes that the students' pages show", async () => {
  const rows = await rowsOf({ ...RANGE, censusTemplate: 'Template 3' })
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const { data } = await server().call('getStudentMinutes', {
    token,
    params: { id: CASELOAD_IDS.ana },
    query: { fromDate: RANGE.fromDateTime, toDate: RANGE.toDateTime },
  })
  expect(data).toMatchObject({ services: [{ serviceName: 'Occupational Therapy', mandated: 120, delivered: 60 }] })
  const none = ['Occupational Therapy', '120', '0', '0%']
  expect(rows).toEqual([
    ['School Name', 'Student Name', 'Service', 'Mandated Minutes', 'Delivered Minutes', 'Delivered'],
    ['Lincoln', 'Ana Núñez', 'Occupational Therapy', '120', '60', '50%'],
    ['Lincoln', 'Bo Li', ...none],
    ['Lincoln', 'Dora Weiss', ...none],
    ['Maple', 'Chi Okafor', ...none],
    ['Northgate', 'Eli Stone', ...none],
    ['Total', '', '', '600', '60', ''],
  ])
})

test('has nothing for an unknown type, and asks for a template', async () => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const unknown = await server().ask(censusReport.calls.records, { token, body: { ...RANGE, providerTypeId: 99 } })
  expect(unknown.data).toMatchObject({ adminCensusBuilderListing: [], count: 0 })
  expect(await ask(RANGE)).toMatchObject({ status: 400, message: 'Choose a census template.' })
  expect(await ask({ ...RANGE, censusTemplate: 'Template 4' })).toMatchObject({ status: 400 })
  expect(await ask({ ...RANGE, censusTemplate: 'Template 3', censusTemplateId: 2 })).toMatchObject({ status: 400 })
})
