/** Provider Details: everyone for administrators, and themselves for providers. */
import { expect, test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { providerDetailSample } from '#tests/support/reports/provider-detail-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { openChecked } = reportPage(portal, providerDetailSample)

test('shows everyone to administrators, and only themselves to providers', async () => {
  await openChecked()
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto('/report/provider?from=2026-11-01&to=2026-11-30')
  await page.getByRole('cell', { name: 'Paul Provider', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: /^View / }).allInnerTexts()).toHaveLength(2)
  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['All', 'Paul Provider'])
})
