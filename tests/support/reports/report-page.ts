/** A report's page in the browser, given its sample. What all reports share, `tests/app/report/` tests. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DETAIL_FILES, type DetailFormat } from '#contract/reports/details-view.ts'
import { axeFindings } from '#tests/support/axe.ts'
import type { TestPortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { addSample, expectationsOf, type ReportSample } from './report-sample.ts'

/** The cells of a row's `innerText`. */
export const textsOf = (row: string) => row.split('\t').map((text) => text.trim())

/** What the page shows, and how to open it. */
export const reportPage = <Values extends object, Row, Key extends string, Sum extends string, Chart>(
  portal: TestPortal,
  sample: ReportSample<Values, Row, Key, Sum, Chart>,
) => {
  const { report, role, rows: all } = sample
  const { usual, addressOf, hrefOf, titleOf, cellsOf, headsOf, totalsOf } = expectationsOf(sample)
  const { view } = report
  /** The cell with the button of a row's details has no text. */
  const withButton = (cells: readonly string[]) => (view?.ofRow ? [...cells, ''] : cells)
  const tableOf = (page: Page, values = usual) => page.getByRole('table', { name: titleOf(values), exact: true })
  const expectRows = (page: Page, rows: readonly Row[], values = usual) =>
    expect
      .poll(async () => (await tableOf(page, values).getByRole('row').allInnerTexts()).map(textsOf))
      .toEqual([
        [...headsOf(values), ...(view?.ofRow ? ['Action'] : [])],
        ...[...cellsOf(rows, values).slice(0, 10), ...totalsOf(rows, values)].map(withButton),
      ])
  /** With the sample's data. @param address its usual filters, if left out */
  const open = async (address = hrefOf(addressOf(usual)), prepare?: (page: Page) => Promise<unknown>) => {
    await addSample(sample, portal.database(), portal.server())
    const page = await portal.newPage()
    await prepare?.(page)
    await portal.signIn(page, PEOPLE[role].email)
    await page.goto(address)
    return page
  }
  /** Each button of details shows them, with a button for each of their files. */
  const expectDetails = async (page: Page) => {
    const [first] = all
    if (!view || first === undefined) throw new Error('The report has no details')
    const names = [...(view.rowName ? [`View ${view.rowName(first)}`] : []), ...(view.allLabel ? [view.allLabel] : [])]
    for (const name of names) {
      await page.getByRole('button', { name, exact: true }).first().click()
      const dialog = page.getByRole('dialog')
      for (const format of Object.keys(view.files) as DetailFormat[]) {
        await dialog.getByRole('button', { name: DETAIL_FILES[format].label, exact: true }).waitFor()
      }
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
  }
  return {
    ...{ open, tableOf, withButton, expectRows, expectDetails },
    /** The page with all rows, without axe findings, and what its buttons of details show. */
    openChecked: async (prepare?: (page: Page) => Promise<unknown>) => {
      const page = await open(undefined, prepare)
      await expectRows(page, all)
      expect(await axeFindings(page)).toEqual([])
      if (view) await expectDetails(page)
      return page
    },
  }
}
