/** Rate Details: the rates in force and to come, in the spec's files, and on paper. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { usePortal } from '#tests/support/portal.ts'
import { rateDetailSample } from '#tests/support/reports/rate-detail-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'

const { openChecked } = reportPage(usePortal(), rateDetailSample)

/** Notes which file the page shows, and what it prints. */
const noteFiles = (page: Page) =>
  page.addInitScript(() => {
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

test('offers the files and prints the PDF', async () => {
  const page = await openChecked(noteFiles)
  await page.getByRole('combobox', { name: 'School' }).click()
  await page.getByRole('option', { name: 'Lincoln' }).click()
  await page.waitForURL('**/report/rate?schoolId=1')
  await page.getByRole('cell', { name: 'Hourly, from 12/01/2026', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Excel', 'Doc', 'PDF', 'CSV'])
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
