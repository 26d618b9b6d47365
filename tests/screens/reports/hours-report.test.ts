/** A provider's hours by school. */
import { expect, test } from 'vitest'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { hoursSample } from '#tests/support/reports/hours-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { openChecked } = reportPage(usePortal(), hoursSample)

test('charts what was worked and what is to be confirmed, and says which date is wrong', async () => {
  const page = await openChecked()
  await page.getByText('3:05 hours worked, 0:45 to confirm').waitFor()
  const spoken = page.getByRole('table', { name: 'Hours by school' })
  expect(await spoken.getByRole('row').allInnerTexts()).toEqual([
    'School\tWorked\tTo confirm',
    'Lincoln\t0:45\t0:45',
    'Maple\t2:20\t0:00',
  ])
  const asked = page.waitForRequest('**/provider-hours-listing')
  await page.getByLabel('To Date').fill('11/12/2027')
  await page.keyboard.press('Tab')
  expect((await asked).postDataJSON()).toEqual({
    ...{ languageId: 1, providerId: PEOPLE.Providers.providerId, pageIndex: 1, pageSize: 10 },
    ...{ fromDateTime: '2027-11-01', toDateTime: '2027-11-12' },
  })
  await page.getByLabel('From Date').fill('11/20/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(["From Date can't be greater than End Date"])
  await page.getByLabel('To Date').fill('10/20/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(['To Date can not be less than From Date'])
})
