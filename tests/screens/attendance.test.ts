/** The attendance report for an administrator: filters, pages, the sessions of a day, and the chart. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { messagesAtFields } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { attendanceSample, BEFORE } from '#tests/support/reports/attendance-sample.ts'
import { addSample } from '#tests/support/reports/report-sample.ts'
import { addSession } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server, newPage, signIn } = portal

beforeEach(() => addSample(attendanceSample, database(), server()))

const openAttendance = async (query = '') => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/attendance${query}`)
  await page.getByText('results').waitFor()
  return page
}

const table = (page: Page) => page.getByRole('table', { name: 'Attendance' })
/** Without headings and totals. */
const rows = async (page: Page) =>
  (await table(page).locator('tbody').getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/))
const rowsBecome = (page: Page, expected: string[][]) => expect.poll(() => rows(page)).toEqual(expected)

const friday = ['Paul Provider', '2/0', '11/12/2027']
const thursday = ['Paul Provider', '2/2', '11/11/2027']
const wednesday = ['Paul Provider', '2/2', '11/10/2027']
const sofias = ['Sofía Special', '1/1', '11/10/2027']
const tuesday = ['Paul Provider', '2/2', '11/09/2027']
const monday = ['Paul Provider', '2/0', '11/08/2027']
const numbered = (...list: string[][]) => list.map((row, index) => [String(index + 1), ...row])

/** With ten more days, the list has two pages. */
const openTwoPages = async () => {
  server().now = BEFORE
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  for (let day = 13; day <= 22; day++) await addSession(server(), paul, { date: `2027-11-${day}` })
  server().now = new Date('2027-11-30T20:00:00Z')
  const page = await openAttendance()
  await page.getByText('1-10 of 16 results').waitFor()
  return page
}

test('lists every day with sessions due, with a chart and totals, and opens the sessions of a day', async () => {
  const page = await newPage()
  // The page also retries by itself: only the click may help.
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.closest('button')?.textContent === 'Try again')
          document.documentElement.dataset.isRetried = 'true'
      },
      true,
    )
  })
  await page.route('**/totals', async (route) => {
    const isRetried = await page.evaluate(() => document.documentElement.dataset.isRetried === 'true')
    await (isRetried ? route.continue() : route.abort())
  })
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto('/attendance')
  await page.getByText('The totals could not be loaded.').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('cell', { name: '11/7', exact: true }).waitFor()
  expect(await page.getByText('The totals could not be loaded.').count()).toBe(0)
  await rowsBecome(page, numbered(friday, thursday, wednesday, sofias, tuesday, monday))
  await page.getByText('1-6 of 6 results').waitFor()
  await page.getByText('2 of 11 sessions delivered (18%)').waitFor()
  const spoken = page.getByRole('table', { name: 'Delivered against due, by day' })
  await expect
    .poll(() => spoken.getByRole('row').allInnerTexts())
    .toEqual([
      'From\tDue\tDelivered',
      '11/08/2027\t2\t2',
      '11/09/2027\t2\t0',
      '11/10/2027\t3\t0',
      '11/11/2027\t2\t0',
      '11/12/2027\t2\t0',
    ])

  await page.getByRole('button', { name: '2/2, Paul Provider, 11/09/2027' }).click()
  await page.getByRole('dialog', { name: 'Paul Provider, 11/09/2027' }).getByText('Reading circle').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('filters list and chart, keeps the filters in the address, resets them, and applies no wrong date', async () => {
  const page = await openAttendance()
  const reset = page.getByRole('button', { name: 'Reset Filters' })
  expect(await reset.count()).toBe(0)
  await page.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Sofía Special' }).click()
  await rowsBecome(page, numbered(sofias))
  await page.getByText('0 of 1 sessions delivered (0%)').waitFor()
  await page.getByLabel('Start Date').fill('11/11/2027')
  await page.keyboard.press('Tab')
  await page.getByText('No Data Found').waitFor()
  expect(new URL(page.url()).search).toBe('?providerId=2&from=2027-11-11')
  await page.goBack()
  await rowsBecome(page, numbered(sofias))
  await page.reload()
  await rowsBecome(page, numbered(sofias))
  await page.getByLabel('Start Date').fill('2/30/2027')
  await page.keyboard.press('Tab')
  await expect.poll(() => messagesAtFields(page)).toEqual(['Enter a date as MM/DD/YYYY'])
  expect([await page.getByLabel('Start Date').inputValue(), await rows(page)]).toEqual(['2/30/2027', numbered(sofias)])
  await reset.click()
  expect(await page.getByLabel('Start Date').inputValue()).toBe('')
  await rowsBecome(page, numbered(friday, thursday, wednesday, sofias, tuesday, monday))
  expect(new URL(page.url()).search).toBe('')
  expect(await reset.count()).toBe(0)

  await page.getByLabel('Search').fill('northgate')
  await page.keyboard.press('Enter')
  await page.getByText('No Data Found').waitFor()
  await page.getByText('0-0 of 0 results').waitFor()
  // The chart is hidden as well.
  await expect.poll(() => page.getByText('sessions delivered').count()).toBe(0)

  await page.goto('/attendance?from=2027-11-11')
  await rowsBecome(page, numbered(friday, thursday))
  await page.getByLabel('End Date').fill('11/09/2027')
  await page.keyboard.press('Tab')
  await page.getByText("End Date can't be less than Start Date").waitFor()
  expect(await rows(page)).toEqual(numbered(friday, thursday))
  expect(new URL(page.url()).search).toBe('?from=2027-11-11')
  await page.getByLabel('End Date').fill('11/11/2027')
  await page.keyboard.press('Tab')
  await rowsBecome(page, numbered(thursday))
  expect(await page.getByText("End Date can't be less than Start Date").count()).toBe(0)
})

test('numbers rows across pages, and reloads the chart and the totals with the rows, but not for another page or order', async () => {
  const page = await openTwoPages()
  await page.getByText('sessions delivered').waitFor()
  let requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=date')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByText('11-16 of 16 results').waitFor()
  expect((await rows(page)).map(([number]) => number)).toEqual(['11', '12', '13', '14', '15', '16'])
  const [list, chart, totals] = ['get-all-records', 'get-delivered-against-due', 'get-all-records/totals']
  expect(requests).toEqual([list, list].map((name) => `/api/attendance/${name}`))
  requests = []
  // Enter without a change refreshes everything.
  await page.getByLabel('Search').press('Enter')
  await page.getByText('1-10 of 16 results').waitFor()
  await expect.poll(() => requests.toSorted()).toEqual([list, totals, chart].map((name) => `/api/attendance/${name}`))
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByText('11-16 of 16 results').waitFor()
  await page.getByRole('combobox', { name: 'Results per page' }).click()
  await page.getByRole('option', { name: '20' }).click()
  await page.getByText('1-16 of 16 results').waitFor()
  await expect.poll(async () => (await rows(page)).length).toBe(16)
})
