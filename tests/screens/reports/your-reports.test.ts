/** The details of reports while they are made and afterward, and saved reports. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { reportDetails, savedReports } from '#server/db/schema/reports.ts'
import { runs } from '#server/db/schema/runs.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { press } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { useWorker } from '#tests/support/server/jobs.ts'
import { addDistrict, addSession, copySession, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const workOnJobs = useWorker(portal.database, portal.server)
const db = () => portal.database().db

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Administrators', 'SchoolReport')
  portal.server().now = new Date('2026-11-20T15:00:00Z')
  await addSession(portal.server(), await portal.server().tokenOf(PEOPLE.Providers.userId), { date: '2026-11-23' })
})

/** More sessions than are written while the user waits. */
const addMany = () => copySession(portal.database(), 700)

const REPORT = `/report/school/admin?schoolId=${SCHOOL_IDS.lincoln}&from=2026-11-01&to=2026-11-30&submitted=1`

const open = async (path = REPORT): Promise<Page> => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}
const viewer = (page: Page) => page.getByRole('dialog', { name: 'School Report' })
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const cells = (page: Page, name: string) => page.getByRole('table', { name }).getByRole('row').allInnerTexts()

test('details that take longer are made by a job, which can be canceled', async () => {
  await addMany()
  const page = await open()
  await press(page, 'View details')
  await says(page, 'Making the report. You can close this and find it later under Your Reports.')
  await viewer(page).getByRole('progressbar', { name: 'Progress' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Cancel')
  await viewer(page).waitFor({ state: 'hidden' })
  expect(await db().select({ state: runs.state }).from(runs)).toEqual([{ state: 'canceled' }])
})

test('details that were left to a job are found later, with their files', async () => {
  await addMany()
  const page = await open()
  await press(page, 'View details')
  await says(page, 'Making the report. You can close this and find it later under Your Reports.')
  await press(page, 'Close')
  await page.goto('/your-reports')
  const filters =
    'School: Lincoln, Provider: All, Service Code: All, Student: All, From Date: 11/01/2026, End Date: 11/30/2026'
  await says(page, filters)
  expect((await cells(page, 'Your Reports'))[1]?.split('\t').map((text) => text.trim())).toEqual([
    '1',
    'School Report',
    filters,
    '11/20/2026 10:00 AM',
    'Being made, 0%',
    '',
  ])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: `View School Report, ${filters}` }).click()
  workOnJobs()
  const download = viewer(page).getByRole('button', { name: 'Download PDF' })
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toBe('Report.pdf')
  await press(page, 'Close')
  await page.getByRole('button', { name: `Delete School Report, ${filters}` }).click()
  await says(page, 'No reports of the last seven days. View the details of a report, and it is kept here.')
  expect(await db().$count(reportDetails)).toBe(0)
})

test('details that could not be made can be asked for again', async () => {
  const page = await open()
  let isCut = true
  await page.route('**/api/report/admin-school-detail', (route) => (isCut ? route.abort() : route.continue()))
  await press(page, 'View details')
  await page.getByText('The report could not be loaded.').waitFor()
  isCut = false
  await press(page, 'Try again')
  await viewer(page).getByRole('button', { name: 'Download PDF' }).waitFor()
})

test('a report is saved with its filters, opened again, changed and deleted', async () => {
  const page = await open()
  await press(page, 'Save')
  const dialog = page.getByRole('dialog', { name: 'Save Report' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Name Is Required')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lincoln')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'The report was saved. Find it under Your Reports.')
  await page.goto('/your-reports/saved')
  const row = async () => (await cells(page, 'Saved Reports'))[1]?.split('\t').map((text) => text.trim())
  const chosen = 'School: Lincoln, Provider: All, Service Code: All, Student: All'
  const dates = 'From Date: 11/01/2026, End Date: 11/30/2026'
  await expect.poll(row).toEqual(['1', 'Lincoln', 'School Report', `${chosen}, ${dates}`, 'Never', '', '', ''])
  await press(page, 'Edit Lincoln')
  await dialog.getByRole('combobox', { name: 'Email' }).click()
  await page.getByRole('option', { name: 'Every Monday, for the previous week' }).click()
  await says(
    page,
    'The report is sent to your own email address. The dates follow the schedule; the other filters stay the same.',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await row())?.slice(3, 7))
    .toEqual([chosen, 'Every Monday, for the previous week, as PDF', '', '11/23/2026'])
  expect(
    await db().select({ schedule: savedReports.schedule, format: savedReports.format }).from(savedReports),
  ).toEqual([{ schedule: 'weekly', format: 'pdf' }])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Lincoln' }).click()
  await page.getByRole('table', { name: 'School Report' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    schoolId: String(SCHOOL_IDS.lincoln),
    from: '2026-11-01',
    to: '2026-11-30',
    submitted: '1',
  })
  await page.goBack()
  await press(page, 'Delete Lincoln')
  await press(page.getByRole('dialog'), 'Delete')
  await says(page, 'No saved reports. Open a report, set its filters, and choose Save.')
  expect(await db().$count(savedReports)).toBe(0)
})
