import { read } from '@e965/xlsx'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { censusReport } from '#contract/reports/census-report.ts'
import { getReportFile, reportDetailsSchema } from '#contract/reports/details-view.ts'
import type { ReportFormat } from '#contract/reports/report-files.ts'
import { services } from '#server/db/schema/services.ts'
import { caseloadFrequencies } from '#server/db/schema/students.ts'
import { censusSample } from '#tests/support/reports/census-sample.ts'
import { readReportFile } from '#tests/support/reports/report-files.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { CASELOAD_IDS } from '#tests/support/server/schedule.ts'

const RANGE = { fromDateTime: '2026-11-01', toDateTime: '2026-11-14' }

const { database, server, token } = useSample(censusSample)

reportTests(server, censusSample)

const ask = (body: object) => server().ask(censusReport.view.call, { token: token.ada, body })

/** The Excel file's rows. */
const rowsOf = async (body: object) => {
  const made = reportDetailsSchema.parse((await ask(body)).data)
  const params = { name: made.name, format: 'excel', file: made.excelFileName ?? '' }
  const { data } = await server().ask(getReportFile, { token: token.ada, params })
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  return (await readReportFile('xlsx', data)).table
}

const file = async (format: ReportFormat, body: object) => {
  const endpoint = censusReport.calls.files[format]
  if (!endpoint) throw new Error('The report has no such file')
  const { data } = await server().ask(endpoint, {
    token: token.ada,
    body: { ...RANGE, ...body, ...censusReport.fileBody(format) },
  })
  if (!(data instanceof Uint8Array)) throw new Error('The reply is not a file')
  return data
}

test("a downloaded census has the template's table, and without a template those of all", async () => {
  const details = await rowsOf({ ...RANGE, censusTemplate: 'Template 3' })
  expect((await readReportFile('xlsx', await file('xlsx', { censusTemplateId: 3 }))).table).toEqual(details)
  expect(Object.keys(read(await file('xlsx', {})).Sheets)).toEqual([
    'Census Providers',
    'Census Caseload as of 11-20-202',
    'Census Service Delivery 11-01-2',
  ])
  const { text } = await readReportFile('pdf', await file('pdf', {}))
  for (const part of [
    'Census: Providers',
    'Census: Caseload as of 11/20/2026',
    'Census: Service Delivery',
    'Eli Stone',
  ])
    expect(text).toContain(part)
  const alone = (await readReportFile('csv', await file('csv', { censusTemplateId: 3 }))).table
  expect(alone?.[1]).toEqual(['Lincoln', 'Ana Núñez', 'Occupational Therapy', '120', '60', '50'])
  const together = (await readReportFile('csv', await file('csv', {}))).table
  expect(together?.map(([first]) => first).filter((first) => first?.startsWith('Census'))).toEqual([
    'Census: Providers',
    'Census: Caseload as of 11/20/2026',
    'Census: Service Delivery 11/01/2026 - 11/14/2026',
  ])
})

test('lists the caseload by school', async () => {
  const rows = await rowsOf({ ...RANGE, censusTemplate: 'Template 2' })
  expect(rows?.flat()).toEqual(
    expect.arrayContaining(['Ana Núñez', 'Occupational Therapy', '2 times', 'Weekly', 'Group']),
  )
})

test("lists the minutes that the students' pages show", async () => {
  const rows = await rowsOf({ ...RANGE, censusTemplate: 'Template 3' })
  const { data } = await server().call('getStudentMinutes', {
    token: token.ada,
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

test('keeps services of one description apart', async () => {
  const { db } = database()
  await db.insert(services).values({ code: 'OT-2', description: 'occupational therapy' })
  await db.update(caseloadFrequencies).set({ serviceId: 4 }).where(eq(caseloadFrequencies.id, CASELOAD_IDS.ana))
  const { data } = await server().call('getStudentMinutes', {
    token: token.ada,
    params: { id: CASELOAD_IDS.ana },
    query: { fromDate: RANGE.fromDateTime, toDate: RANGE.toDateTime },
  })
  expect(data).toMatchObject({
    services: [
      { serviceName: 'occupational therapy (OT-2)', mandated: 120, delivered: 0 },
      { serviceName: 'Occupational Therapy (OT)', mandated: 0, delivered: 60 },
    ],
  })
  const rows = await rowsOf({ ...RANGE, censusTemplate: 'Template 3' })
  expect(rows?.filter(([, student]) => student === 'Ana Núñez')).toEqual([
    ['Lincoln', 'Ana Núñez', 'occupational therapy (OT-2)', '120', '0', '0%'],
    ['Lincoln', 'Ana Núñez', 'Occupational Therapy (OT)', '0', '60', ''],
  ])
})

test('has nothing for an unknown type, and asks for a template', async () => {
  const unknown = await server().ask(censusReport.calls.records, {
    token: token.ada,
    body: { ...RANGE, providerTypeId: 99 },
  })
  expect(unknown.data).toMatchObject({ adminCensusBuilderListing: [], count: 0 })
  expect(await ask(RANGE)).toMatchObject({ status: 400, message: 'Choose a census template.' })
  expect(await ask({ ...RANGE, censusTemplate: 'Template 4' })).toMatchObject({ status: 400 })
  expect(await ask({ ...RANGE, censusTemplate: 'Template 3', censusTemplateId: 2 })).toMatchObject({ status: 400 })
})
