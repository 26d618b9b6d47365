/** The coverage of the generated tests on the chart of a workflow, as an analyst reads it. */
import { existsSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { COVERAGE_FILE } from '#tests/model/harness/output.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { coverageSchema } from '#workflows/coverage/coverage.ts'

const { newPage, signIn } = usePortal()

const HOURS = 'schedule/timesheet-row'
const LIFE = 'schedule/occurrence'

/** The coverage of the workflow tests, if they ran in this checkout; `npm test` runs them first. */
const measured = existsSync(COVERAGE_FILE)
  ? Object.keys(coverageSchema.parse(JSON.parse(readFileSync(COVERAGE_FILE, 'utf8'))))
  : []
const isMeasured = [HOURS, LIFE].every((name) => measured.includes(name))

const panel = (page: Page) => page.getByRole('complementary', { name: 'Coverage' })
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const marked = (page: Page, tone: string) => page.locator(`[data-tone="${tone}"] > [role=button]`).count()
const meaningOf = (page: Page, state: string) =>
  page.locator(`[data-state="timesheetRow.${state}"]`).getAttribute('aria-description')

if (!isMeasured)
  test('before the workflow tests have run, the page says how to run them', async () => {
    const page = await newPage()
    await signIn(page, PEOPLE.Administrators.email)
    const unmeasured = [HOURS, LIFE].find((name) => !measured.includes(name))
    await page.goto(`/workflows?chart=${unmeasured}&view=coverage`)
    await panel(page).getByText('Not measured yet. Run npm run test:model.').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

const REASON = 'The button of a confirmed row is disabled until it is edited.'

test.skipIf(!isMeasured)(
  'covered states are marked, gaps are listed with their reason and link to their place',
  async () => {
    const page = await newPage()
    await signIn(page, PEOPLE.Administrators.email)
    await page.goto(`/workflows?chart=${HOURS}&view=coverage`)
    await panel(page).getByText('All 9 states are covered, 7 of them also in a browser.').waitFor()
    await panel(page).getByText('All 45 transitions are covered, 33 of them also in a browser.').waitFor()
    await panel(page).getByText('All 5 refusals are covered.').waitFor()
    await expect.poll(() => marked(page, 'good')).toBe(7)
    expect(await meaningOf(page, 'editing')).toBe('Covered by the tests')
    await panel(page).getByText(REASON).waitFor()
    expect(await axeFindings(page)).toEqual([])

    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/coverage.png`, fullPage: true })

    // By keyboard to what is not covered.
    await panel(page)
      .getByRole('button', { name: /^Reading: Save or confirm/ })
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => queryOf(page)).toEqual({ chart: HOURS, view: 'coverage', state: 'timesheetRow.reading' })

    // Only one run; the address says which.
    expect(await page.locator('[data-tone="bad"]').count()).toBe(0)
    await panel(page).getByText('Browser', { exact: true }).click()
    await panel(page).getByText('33 of 45 transitions are covered.').waitFor()
    await expect.poll(() => queryOf(page).detail).toBe('browser')
    expect(await panel(page).getByText('refusals').count()).toBe(0)
    await expect.poll(() => page.locator('[data-tone="bad"]').count()).toBeGreaterThan(0)

    // A workflow without a screen says so once.
    await page.goto(`/workflows?chart=${LIFE}&view=coverage`)
    await panel(page)
      .getByText(/^No browser run. A lifecycle on the server: server/)
      .waitFor()
    await panel(page).getByText('All 7 states are covered, none of them in a browser.').waitFor()
    expect(await panel(page).getByRole('heading', { name: 'Gaps' }).count()).toBe(0)

    // A phone, in dark mode.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`/workflows?chart=${HOURS}&view=coverage&detail=machine`)
    await panel(page).getByText('All 45 transitions are covered.').waitFor()
    await expect.poll(() => marked(page, 'good')).toBe(9)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeFindings(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/coverage-390-dark.png`, fullPage: true })
  },
)
