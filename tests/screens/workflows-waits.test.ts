/** Where requests wait, and the histories of a session, a day and a request. */
import { readFileSync } from 'node:fs'
import { read, utils } from '@e965/xlsx'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, confirmHours } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal()

const ADA = PEOPLE.Administrators
const address = (chart: string, view: string, detail: string) =>
  `/workflows?${new URLSearchParams({ chart, view, detail })}`
/** The list items of a list, each on one line. */
const itemsOf = async (page: Page, list: string) =>
  (await page.getByRole('list', { name: list, exact: true }).getByRole('listitem').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  )
const rowsOf = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split(/\s*[\t\n]\s*/).join(' | '))
/** The badges on the drawing. */
const badges = async (page: Page, chart: string) =>
  (await page.getByRole('group', { name: chart, exact: true }).locator('g[data-tone] > text').allTextContents()).filter(
    (text) => /\d|\?/.test(text),
  )
/** What a screen reader adds to a state of the drawing. */
const describedBy = (page: Page, state: string) =>
  page
    .locator('g[role=button]', { has: page.locator('text', { hasText: new RegExp(`^${state}\\s*$`) }) })
    .getAttribute('aria-description')
const tokenOf = (who: keyof typeof PEOPLE) => server().tokenOf(PEOPLE[who].userId)
const placeOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url())
  return [pathname, searchParams.get('chart'), searchParams.get('view'), searchParams.get('detail')]
}

const addEverything = async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'PTORequest')
  await allowScreen(database(), 'Providers', 'ProfileInformationRequestPTO')
}

test('an analyst sees where requests wait, compares periods, and opens the slowest', async () => {
  await addEverything()
  // In October one waits for 4 hours; in November one for 52 hours, and one is still pending.
  const ask = async (now: string, requestedDate: string) => {
    server().now = new Date(now)
    return askForTimeOff(server(), await tokenOf('Providers'), { requestedDate })
  }
  const accept = async (now: string, id: number) => {
    server().now = new Date(now)
    const { status } = await server().call('acceptPtos', {
      token: await tokenOf('Administrators'),
      body: { ids: String(id) },
    })
    expect(status).toBe(200)
  }
  await accept('2027-10-20T18:00:00Z', await ask('2027-10-20T14:00:00Z', '2027-12-01'))
  const slow = await ask('2027-11-03T15:00:00Z', '2027-12-02')
  await accept('2027-11-05T19:00:00Z', slow)
  await ask('2027-11-09T14:00:00Z', '2027-12-03')
  server().now = new Date('2027-11-09T16:00:00Z')

  const page = await newPage()
  await signIn(page, ADA.email)
  await page.goto(address('time-off/pto-request', 'waits', 'from=2027-11-01&to=2027-11-30'))
  await page.getByText('Longest wait: Pending, median 1 day 3 h, was 4 h. One in ten took over 1 day 23 h.').waitFor()
  const times = [
    'Pending 1 slowest Median so far 1 day 3 h, was 4 h 90th percentile 1 day 23 h, was 4 h Visits 2, was 1 Still there 1',
    'Return requested No visits',
    expect.stringMatching(/^Accepted nothing waits here Median so far .* Visits 2, was 1 Still there 2$/),
    'Rejected nothing waits here No visits',
    'Withdrawn nothing waits here No visits',
    'Returned nothing waits here No visits',
  ]
  expect(await itemsOf(page, 'Time in each state')).toEqual(times)
  await expect.poll(() => badges(page, 'Time-off request lifecycle')).toEqual(['1 day 3 h'])
  expect(await describedBy(page, 'Pending')).toBe(
    '2 visits; median 1 day 3 h, was 4 h; 90th percentile 1 day 23 h, was 4 h',
  )
  expect(await axeFindings(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('#printed-chart').textContent()).toContain('1 day 3 h')
  await page.getByText('Waits, 11/01/2027 to 11/30/2027: median time in each state so far').first().waitFor()
  await page.locator('span').getByText('over 7 days').first().waitFor()
  await page.emulateMedia({ media: null })

  // The spreadsheet has the times.
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^Excel / }).click()
  const book = read(readFileSync(await (await download).path()))
  const sheet = utils.sheet_to_json<(string | number)[]>(book.Sheets.Waits ?? {}, { header: 1 })
  expect(sheet[1]).toEqual(['Pending', '11/01/2027 to 11/30/2027', 2, 1, 0, 27, 47, 4, 'Yes'])

  // Another period, by its own dates.
  const end = page.getByRole('textbox', { name: 'End Date' })
  await end.fill('11/02/2027')
  await end.press('Enter')
  await page.getByText('Nothing waited in this period.').waitFor()
  await page.goBack()
  await page.getByText('Longest wait: Pending').waitFor()

  // The slowest tenth leads to the request's history, and back.
  await page.getByRole('button', { name: '1 slowest in Pending' }).click()
  const list = 'Slowest tenth in Pending: requested days, 11/01/2027 to 11/30/2027'
  const slowest = [
    '1 | 12/02/2027, 9:00 AM-12:00 PM | Paul Provider | Dentist | 11/03/2027 11:00 AM | 11/05/2027 3:00 PM | 2 days 4 h',
  ]
  await expect.poll(() => rowsOf(page, list)).toEqual(slowest)
  await page.reload()
  await expect.poll(() => rowsOf(page, list)).toEqual(slowest)
  await page.getByRole('link', { name: '12/02/2027, 9:00 AM-12:00 PM' }).click()
  await expect
    .poll(() => itemsOf(page, 'Steps'))
    .toEqual([
      'Began 11/03/2027 11:00 AM',
      '1 Accept the request Pending → Accepted after 2 days 4 h 11/05/2027 3:00 PM, Ada Admin, Administrator',
    ])
  expect(placeOf(page)).toEqual(['/workflows', 'time-off/pto-request', 'history', String(slow)])
  await page.goBack()
  await expect.poll(() => rowsOf(page, list)).toEqual(slowest)
})

test('a history opens from a session, a day, a request and Counts, and survives a reload', async () => {
  await addEverything()
  server().now = new Date('2027-11-08T14:00:00Z')
  await addSession(server(), await tokenOf('Providers'), { date: '2027-11-12', endDate: '2027-11-12' })
  await askForTimeOff(server(), await tokenOf('Providers'), { requestedDate: '2027-11-22' })
  server().now = new Date('2027-11-12T20:00:00Z')
  await confirmHours(server(), await tokenOf('Providers'), { date: '2027-11-12' })
  const page = await newPage()
  await signIn(page, ADA.email)

  // The day, from the Home Page; its number of steps is on the drawing.
  await page.goto('/?view=daily&date=2027-11-12&provider=1')
  await page.getByRole('link', { name: 'History', exact: true }).click()
  const dayStep = '1 Confirm hours Open → Confirmed after 15 h 11/12/2027 3:00 PM, Paul Provider, Provider'
  await expect.poll(() => itemsOf(page, 'Steps')).toEqual(['Began 11/12/2027 12:00 AM', dayStep])
  expect(placeOf(page)).toEqual(['/workflows', 'schedule/provider-day', 'history', '1/2027-11-12'])
  await expect.poll(() => badges(page, 'Provider day lifecycle')).toContain('1')
  expect(await describedBy(page, 'Confirmed')).toMatch(/^Current state; 1 visit, /)
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await expect.poll(() => itemsOf(page, 'Steps')).toEqual(['Began 11/12/2027 12:00 AM', dayStep])

  // The same day from the week's approvals.
  await page.goto('/?view=weekly&date=2027-11-12')
  await page
    .getByRole('region', { name: 'Approval of these days' })
    .getByRole('button', { name: /Fri 12/ })
    .click()
  await page.getByRole('link', { name: 'History: Paul Provider, 11/12/2027' }).click()
  await expect.poll(() => itemsOf(page, 'Steps')).toEqual(['Began 11/12/2027 12:00 AM', dayStep])

  // A session, from its details.
  await page.goto('/?view=weekly&date=2027-11-12')
  await page
    .getByRole('button', { name: /Fine motor group/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'History: Fine motor group' }).click()
  await expect
    .poll(() => itemsOf(page, 'Steps'))
    .toEqual([
      'Began 11/08/2027 9:00 AM',
      "1 Confirm the day's hours Scheduled → Confirmed after 4 days 6 h 11/12/2027 3:00 PM, Paul Provider, Provider",
    ])

  // A request, from its details; it has no step yet.
  await page.goto('/pto-record')
  await page.getByRole('button', { name: /^View Paul Provider/ }).click()
  await page.getByRole('link', { name: /^History: / }).click()
  await page.getByText('Nothing has happened yet.').waitFor()
  expect(placeOf(page)).toEqual(['/workflows', 'time-off/pto-request', 'history', '1'])

  // Counts leads there, too.
  await page.goto(address('time-off/pto-request', 'counts', 'state=pending'))
  await page.getByRole('link', { name: 'History: 11/22/2027, 9:00 AM-12:00 PM, Paul Provider' }).click()
  await page.getByText('Nothing has happened yet.').waitFor()
})

test('a history says what the log does not, and an unknown record is named', async () => {
  await addEverything()
  server().now = new Date('2027-11-08T14:00:00Z')
  await askForTimeOff(server(), await tokenOf('Providers'), { requestedDate: '2027-11-22' })
  await database()
    .db.insert(transitionLog)
    .values({
      machine: 'pto-request',
      entity: '1',
      at: new Date('2027-11-09T14:00:00Z'),
      fromState: 'onHold',
      event: 'request.release',
      toState: 'rejected',
    })
  const page = await newPage()
  await signIn(page, ADA.email)
  await page.goto(address('time-off/pto-request', 'history', '1'))
  await page.getByText('The log ends in Rejected. How and when it got to Pending was not logged.').waitFor()
  expect(await itemsOf(page, 'Steps')).toEqual([
    'Began 11/08/2027 9:00 AM',
    'How it got from Pending to On hold is not in the log.',
    "1 Release request On hold → Rejected 11/09/2027 9:00 AM, Homeroom Today's chart has no such transition.",
  ])
  await page.goto(address('time-off/pto-request', 'history', '999'))
  await page.getByText('There is no such requested day. The address may be incomplete.').waitFor()
  await page.goto(address('time-off/pto-request', 'history', ''))
  await page.getByText('Open it with History on the record').waitFor()
  await page.goto(address('session/sign-in', 'history', ''))
  await page.getByText('This workflow is not stored on the server').waitFor()
})
