/** Rate Details: the rates in force and to come, in the spec's files, and on paper. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { rateDetailReport } from '#contract/reports/rate-detail-report.ts'
import { schoolServiceRates, schools } from '#server/db/schema.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { SCHOOL_IDS, SERVICE_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal
const token = useDistrict(database, server)

/** It is November 20, 2026. Northgate's other rate was taken off its list today, and one was withdrawn. */
beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'RateDetailReport')
  const northgate = { schoolId: SCHOOL_IDS.northgate, serviceId: SERVICE_IDS.pt, rateTypeId: 1 }
  await database()
    .db.insert(schoolServiceRates)
    .values([
      { ...northgate, effectiveDate: '2025-01-01', rate: '71.00', endedOn: '2026-11-20' },
      { ...northgate, effectiveDate: '2027-01-01', rate: '72.00', deletedAt: server().time },
    ])
})

const lincoln = { schoolId: SCHOOL_IDS.lincoln, schoolName: 'Lincoln', startsOn: null }
const ot = { service: 'OT, Occupational Therapy', rateType: 'Hourly', startsOn: null }
const art = {
  id: 8,
  ...lincoln,
  service: 'ART, Art Therapy',
  rateType: 'Hourly',
  rate: '90.00',
  startsOn: '2027-06-01',
}
const otNow = { id: 2, ...lincoln, ...ot, rate: '85.50' }
const otSoon = { id: 3, ...lincoln, ...ot, rate: '99.00', startsOn: '2026-12-01' }
const otPerSession = { id: 4, ...lincoln, ...ot, rateType: 'Per Session', rate: '60.00' }
const pt = { id: 5, ...lincoln, service: 'PT, Physical Therapy', rateType: 'Hourly', rate: '70.00' }
const maple = { id: 6, schoolId: SCHOOL_IDS.maple, schoolName: 'Maple', ...ot, rate: '81.00' }
const northgate = { id: 7, schoolId: SCHOOL_IDS.northgate, schoolName: 'Northgate', ...ot, rate: '82.00' }

reportTests(rateDetailReport, {
  portal,
  role: 'Administrators',
  rows: [art, otNow, otSoon, otPerSession, pt, maple, northgate],
  orderedBy: { rateType: ({ rateType, startsOn }) => `${rateType} ${startsOn ?? ''}` },
  narrowed: { 'one school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [maple], words: ['School: Maple'] } },
  refused: {},
})

const listed = async (body: object = {}) => {
  const { data } = await server().call('getRateDetailRecords', { token: token.ada, body })
  return rateDetailReport.calls.records.data.parse(data).rows
}

test('takes a rate into force on its day', async () => {
  server().now = new Date('2026-12-01T15:00:00Z')
  token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
  expect(await listed({ schoolId: SCHOOL_IDS.lincoln })).toEqual([art, { ...otSoon, startsOn: null }, otPerSession, pt])
})

test('leaves out deleted schools', async () => {
  await database().db.update(schools).set({ deletedAt: server().time }).where(eq(schools.id, SCHOOL_IDS.maple))
  expect((await listed()).map(({ schoolName }) => schoolName)).not.toContain('Maple')
  expect(await listed({ schoolId: SCHOOL_IDS.maple })).toEqual([])
})

test("writes the spec's files by one call", async () => {
  const types = [
    { downloadTypeId: 1, name: 'RateDetail.xlsx', begin: 'PK' },
    { downloadTypeId: 2, name: 'RateDetail.doc', begin: 'PK' },
    { downloadTypeId: 3, name: 'RateDetail.pdf', begin: '%PDF' },
  ]
  for (const { downloadTypeId, name, begin } of types) {
    const { headers, data } = await server().call('downloadRateDetailFile', {
      token: token.ada,
      body: { schoolId: 0, downloadTypeId },
    })
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect(data instanceof Uint8Array && Buffer.from(data.subarray(0, begin.length)).toString()).toBe(begin)
  }
  for (const downloadTypeId of [undefined, 0, 4, '3']) {
    expect(
      await server().call('downloadRateDetailFile', { token: token.ada, body: { schoolId: 0, downloadTypeId } }),
    ).toMatchObject({ status: 400, errors: [{ path: 'downloadTypeId' }] })
  }
})

test('offers the files and prints the PDF', async () => {
  const page = await portal.newPage()
  await page.addInitScript(() => {
    const top = (window.top ?? window) as unknown as { happened: string[] }
    if (window === window.top) {
      top.happened = []
      // Chromium without a window shows no PDF, and prints nothing.
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })
      const { createObjectURL } = URL
      URL.createObjectURL = (file: Blob) => {
        void file.text().then((text) => top.happened.push(`shows ${text.slice(0, 5)}`))
        return createObjectURL.call(URL, new Blob(['<p>The file</p>'], { type: 'text/html' }))
      }
    }
    window.print = () => {
      top.happened.push(`prints ${document.body.innerText}`)
    }
  })
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/report/rate?schoolId=1')
  await page.getByRole('cell', { name: 'Hourly, from 12/01/2026', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Excel', 'Doc', 'PDF', 'CSV'])
  await page.keyboard.press('Escape')
  const asked = page.waitForRequest('**/api/report/school-rate-detail')
  const print = page.getByRole('button', { name: 'Print', exact: true })
  await print.focus()
  await page.keyboard.press('Enter')
  expect((await asked).postDataJSON()).toEqual({ languageId: 1, schoolId: 1, downloadTypeId: 3 })
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { happened: string[] }).happened.toSorted()))
    .toEqual(['prints The file', 'shows %PDF-'])
  const dialog = page.getByRole('dialog', { name: 'Rate Details', exact: true })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
})
