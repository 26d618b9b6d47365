/** The tracking label report: how often labels were used in sessions that were due. */
import { expect, test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { trackingLabelSample } from '#tests/support/reports/tracking-label-sample.ts'

const { openChecked } = reportPage(usePortal(), trackingLabelSample)

test('shows the chart, and details of the chosen labels without a check of the dates', async () => {
  const page = await openChecked()
  await page.getByText('5 of 6 student sessions have at least one of these labels (83%)').waitFor()
  const spoken = page.getByRole('table', { name: 'Student sessions by label' })
  expect(await spoken.getByRole('row').allInnerTexts()).toEqual([
    'Tracking Label\tStudent sessions\tPercent',
    'PRE\t3\t50',
    'ABS\t2\t33.3',
    'TELE\t1\t16.7',
  ])
  await page.getByRole('combobox', { name: 'Tracking Labels' }).click()
  await page.getByRole('option', { name: 'ABS' }).click()
  await page.getByText('2 of 6 student sessions have at least one of these labels (33%)').waitFor()
  const asked = page.waitForRequest('**/tracking-label-report-detail')
  await page.getByRole('button', { name: 'View ABS' }).click()
  expect((await asked).postDataJSON()).toMatchObject({
    trackinglabelids: '2',
    recurrenceId: 0,
    recurrenceStudentId: 0,
    isRecurrenceId: true,
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByLabel('End Date').fill('10/01/2027')
  await page.keyboard.press('Tab')
  await page.getByText('No Data Available').waitFor()
  expect(new URL(page.url()).searchParams.get('to')).toBe('2027-10-01')
})
