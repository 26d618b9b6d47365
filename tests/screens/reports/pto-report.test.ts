/** The PTO report: providers' accepted hours of time off. */
import { expect, test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { ptoSample } from '#tests/support/reports/pto-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'

const portal = usePortal()
const { openChecked } = reportPage(portal, ptoSample)

test('loads on open for the last month, and again on Submit', async () => {
  const page = await openChecked()
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/report/provider-pto-detail-listing')) asked.push(request.postDataJSON())
  })
  await page.clock.setFixedTime(portal.server().time)
  await page.goto('/report/pto')
  await page.getByText('No Data Available').waitFor()
  const usual = { languageId: 1, fromDateTime: '2026-10-20', toDateTime: '2026-11-20' }
  expect(asked).toEqual([{ ...usual, pageIndex: 1, pageSize: 10 }])
  await page.getByLabel('End Date').fill('11/30/2026')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('cell', { name: '11/23/2026 - 11/24/2026', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await page.getByText('No Data Available').waitFor()
  expect(await page.getByLabel('End Date').inputValue()).toBe('11/20/2026')
})
