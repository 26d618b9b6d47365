/** What all reports share in the browser: rows, order, filters in the address, files, details, and Submit. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fileLabel } from '#contract/reports/report-files.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { readReportFile } from '#tests/support/reports/report-files.ts'
import { reportPage, textsOf } from '#tests/support/reports/report-page.ts'
import { expectationsOf } from '#tests/support/reports/report-sample.ts'
import { useTestApp } from '../use-test-app.ts'
import { hoursReport } from './hours-report.ts'
import { hoursSample } from './hours-sample.ts'

const portal = useTestApp()
const { open, tableOf, withButton, expectRows } = reportPage(portal, hoursSample)
const { usual, valuesOf, addressOf, hrefOf, cellsOf, plainCellsOf, headsOf } = expectationsOf(hoursSample)
const { columns, downloads, filters, path, view } = hoursReport
const [paul, sofia] = hoursSample.rows
const narrowed = Object.values(hoursSample.narrowed)

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const download = async (page: Page, click: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), bytes: new Uint8Array(await readFile(await file.path())) }
}

test('shows its rows, sorts them, keeps the filters in the address, and downloads what it shows', async () => {
  const page = await open()
  await expectRows(page, hoursSample.rows)
  expect(await axeFindings(page)).toEqual([])
  for (const [key, { title }] of Object.entries(columns)) {
    const head = tableOf(page).getByRole('columnheader', { name: title, exact: true })
    // The default order is by provider: its first press reverses that.
    const orders =
      key === 'provider'
        ? ([
            ['descending', '-provider', sofia],
            ['ascending', undefined, paul],
          ] as const)
        : ([
            ['ascending', key, sofia],
            ['descending', `-${key}`, paul],
          ] as const)
    for (const [direction, sort, first] of orders) {
      await head.getByRole('button').press('Enter')
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
      const cells = withButton(cellsOf(first ? [first] : [], usual)[0] ?? [])
      await expect.poll(async () => textsOf(await tableOf(page).getByRole('row').nth(1).innerText())).toEqual(cells)
      await expect.poll(() => searchOf(page)).toEqual(addressOf(usual, sort === undefined ? {} : { sort }))
    }
  }
  for (const { values, rows } of narrowed.filter((sample) => sample.rows.length > 0)) {
    const all = valuesOf(values)
    await page.goto(hrefOf(addressOf(all)))
    await expectRows(page, rows, all)
    expect(searchOf(page)).toEqual(addressOf(all))
  }
  const shown = valuesOf({ viewId: 1 })
  for (const format of ['pdf', 'docx', 'csv'] as const) {
    await page.getByRole('button', { name: 'Download' }).click()
    const item = page.getByRole('menuitem', { name: fileLabel(format, downloads[format] ?? ''), exact: true })
    const { name, bytes } = await download(page, () => item.click())
    expect(name).toBe(downloads[format])
    const { text, table } = await readReportFile(format, bytes)
    if (format === 'csv') expect(table).toEqual([headsOf(shown), ...plainCellsOf(hoursSample.rows, shown)])
    else expect(text).toContain('View: Hours only')
  }
})

test('shows the details full screen, closed by Close alone', async () => {
  const page = await open()
  for (const [index, name] of ['View Paul Provider', 'View details'].entries()) {
    await page.getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const [format, label] of [
      ['pdf', 'Download PDF'],
      ['xlsx', 'Download Excel'],
    ] as const) {
      const button = dialog.getByRole('button', { name: label, exact: true })
      expect((await download(page, () => button.click())).name).toBe(view.files[format])
    }
    if (index === 0) expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
})

test('shows nothing before the filters are submitted', async () => {
  const page = await open(path)
  const submit = page.getByRole('button', { name: 'Submit' })
  const table = tableOf(page)
  await submit.click()
  for (const { required } of filters.list) if (required !== undefined) await page.getByText(required).waitFor()
  expect(await table.count()).toBe(0)
  const { submitted: _, ...unsubmitted } = addressOf(usual)
  await page.goto(hrefOf(unsubmitted))
  await submit.waitFor()
  expect(await table.count()).toBe(0)
  await submit.click()
  await table.waitFor()
  await expect.poll(() => searchOf(page)).toEqual(addressOf(usual))
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await table.waitFor({ state: 'hidden' })
})
