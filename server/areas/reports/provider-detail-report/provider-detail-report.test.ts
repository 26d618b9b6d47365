import { expect, test } from 'vitest'
import { reportDetailsSchema } from '#contract/reports/details-view.ts'
import { providerDetailReport } from '#contract/reports/provider-detail-report.ts'
import { providerDetailSample } from '#tests/support/reports/provider-detail-sample.ts'
import { readReportFile } from '#tests/support/reports/report-files.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { server, token } = useSample(providerDetailSample)

reportTests(server, providerDetailSample)

test('shows providers only themselves', async () => {
  const paul = providerDetailSample.rows.find(({ id }) => id === PEOPLE.Providers.providerId)
  const body = { fromDateTime: '2026-11-01', toDateTime: '2026-11-30' }
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
