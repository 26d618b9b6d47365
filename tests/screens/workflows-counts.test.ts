/** How many requests are in each state, which steps they took in a period, and how a number leads to its records. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal()

const ADA = PEOPLE.Administrators
const GRAPHQL = '**/api/graphql'

/** Four requests of Paul's: one accepted on the 10th, one rejected two days after it was made, two pending. */
const addRequests = async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'PTORequest')
  await allowScreen(database(), 'Providers', 'ProfileInformationRequestPTO')
  server().now = new Date('2027-11-10T14:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  for (const requestedDate of ['2027-11-22', '2027-11-23', '2027-11-24', '2027-11-26']) {
    await askForTimeOff(server(), paul, { requestedDate })
  }
  server().now = new Date('2027-11-10T18:00:00Z')
  const answer = async (call: 'acceptPtos' | 'rejectPtos', body: object) =>
    server().call(call, { token: await server().tokenOf(ADA.userId), body })
  expect((await answer('acceptPtos', { ids: '1' })).status).toBe(200)
  server().now = new Date('2027-11-12T14:00:00Z')
  expect((await answer('rejectPtos', { ids: '2', notes: 'Too many are away' })).status).toBe(200)
}

const counts = (detail: string, chart = 'time-off/pto-request') =>
  `/workflows?${new URLSearchParams({ chart, view: 'counts', detail })}`
const rowsOf = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split(/\s*[\t\n]\s*/).join(' | '))
const rowsBecome = (page: Page, table: string, expected: string[]) =>
  expect.poll(() => rowsOf(page, table)).toEqual(expected)
const detailOf = (page: Page) => new URL(page.url()).searchParams.get('detail')
/** The numbers on the drawing. */
const badges = (page: Page) =>
  page
    .getByRole('group', { name: 'Time-off request lifecycle', exact: true })
    .locator('g[data-tone] text')
    .allTextContents()

const STATES = [
  'Pending | 2 | 1 day 2 h',
  'Accepted | 1 | –',
  'Rejected | 1 | –',
  'Withdrawn | 0 | –',
  'Return requested | 0 | –',
  'Returned | 0 | –',
]
const BOTH = [
  'Accept the request | Pending → Accepted | 1',
  'Reject the request | Pending → Rejected | 1',
  'Edit the request | Pending → Pending | 0',
  'Withdraw the request | Pending → Withdrawn | 0',
  'Return the time off | Accepted → Return requested | 0',
  'Cancel the time off | Accepted → Returned | 0',
  'Accept the request | Return requested → Returned | 0',
  'Reject the request | Return requested → Accepted | 0',
  'Keep the time off after all | Return requested → Accepted | 0',
  'Cancel the time off | Return requested → Returned | 0',
]

test('an administrator counts requests, changes the period, and goes from a number to the record', async () => {
  await addRequests()
  const page = await newPage()
  await signIn(page, ADA.email)
  await page.goto(counts('from=2027-11-01&to=2027-11-30'))
  await rowsBecome(page, 'States', STATES)
  await rowsBecome(page, 'Steps', BOTH)
  // Six states, and the two transitions taken.
  await expect
    .poll(async () => (await badges(page)).filter((text) => /^\d+$/.test(text)).sort())
    .toEqual(['0', '0', '0', '1', '1', '1', '1', '2'])
  expect(await axeFindings(page)).toEqual([])
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    ...['State', 'Now', 'Median when left'],
    ...['Step', 'Records'],
  ])

  // 'Now' is as of when they were counted, until they are counted again.
  await page.getByText('As of 11/12/2027 9:00 AM').waitFor()
  server().now = new Date('2027-11-12T14:07:00Z')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('As of 11/12/2027 9:07 AM').waitFor()

  // Another period has other steps; the current states stay the same.
  const end = page.getByRole('textbox', { name: 'End Date' })
  await end.fill('11/10/2027')
  await end.press('Enter')
  await rowsBecome(page, 'States', ['Pending | 2 | 4 h', ...STATES.slice(1)])
  expect((await rowsOf(page, 'Steps')).slice(0, 2)).toEqual([
    'Accept the request | Pending → Accepted | 1',
    'Edit the request | Pending → Pending | 0',
  ])
  expect(detailOf(page)).toBe('from=2027-11-01&to=2027-11-10')
  await end.fill('10/31/2027')
  await end.press('Enter')
  await page.getByText("End Date can't be less than Start Date").waitFor()
  await page.goBack()
  await page.goBack()
  await rowsBecome(page, 'Steps', BOTH)

  // A number opens the records it counts, for steps and for states.
  await page.getByRole('button', { name: '1 took Reject the request, Pending to Rejected' }).click()
  const list = 'Pending → Rejected: requested days, 11/01/2027 to 11/30/2027'
  await rowsBecome(page, list, [
    '1 | 11/23/2027, 9:00 AM-12:00 PM | Paul Provider | Dentist | 11/12/2027 9:00 AM | Note: Too many are away | History',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: '2 in Pending' }).press('Enter')
  const pending = [
    '1 | 11/26/2027, 9:00 AM-12:00 PM | Paul Provider | Dentist | 11/10/2027 9:00 AM | 2 days | History',
    '2 | 11/24/2027, 9:00 AM-12:00 PM | Paul Provider | Dentist | 11/10/2027 9:00 AM | 2 days | History',
  ]
  await rowsBecome(page, 'Pending: requested days', pending)
  await page
    .getByText('Each requested day counts; the list of requests counts a request for several days once.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])

  // The longest wait first, only what waited for long, and the list as a file.
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Sort by', 'Longest in state first')
  const longest = [pending[1]?.replace('2 |', '1 |') ?? '', pending[0]?.replace('1 |', '2 |') ?? '']
  await rowsBecome(page, 'Pending: requested days', longest)
  await choose('Time in State', 'Longer than 7 days')
  await page.getByText('No Data Found').waitFor()
  await choose('Time in State', 'Longer than 1 day')
  await rowsBecome(page, 'Pending: requested days', longest)
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('records.xlsx')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await rowsBecome(page, 'Pending: requested days', pending)

  // A reload shows the same list; a link leads to the request among the others, and back to the list.
  await page.reload()
  await rowsBecome(page, 'Pending: requested days', pending)
  await page.getByRole('link', { name: '11/24/2027, 9:00 AM-12:00 PM', exact: true }).click()
  await page.getByRole('heading', { name: 'PTO Requests', level: 1 }).or(page.getByRole('table')).first().waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
    '/pto-record?providerIds=1&from=2027-11-24&to=2027-11-24&statusId=1',
  )
  await page.goBack()
  await rowsBecome(page, 'Pending: requested days', pending)
  await page.keyboard.press('Escape')

  // No connection, a server error, a host without GraphQL.
  await page.route(GRAPHQL, (route) => route.abort())
  await page.goto(counts('from=2027-11-01&to=2027-11-30'))
  await page.getByText('The counts could not be loaded.').waitFor()
  await page.unroute(GRAPHQL)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowsBecome(page, 'States', STATES)
  const fail = (status: number, message: string) =>
    page.route(GRAPHQL, (route) => route.fulfill({ status, json: { statusCode: status, message, data: null } }))
  await fail(500, 'Something went wrong.')
  await page.reload()
  await page.getByText('Something went wrong.').waitFor()
  await page.unroute(GRAPHQL)
  await fail(404, 'There is nothing at this address.')
  await page.reload()
  await page.getByText('This server has no workflow counts.').waitFor()
  await page.unroute(GRAPHQL)

  // A workflow that only runs in the browser lists those with counts.
  await page.goto(counts('', 'session/sign-in'))
  await page.getByText('This workflow is not stored on the server').waitFor()
  await page.getByRole('region', { name: 'Counts' }).getByRole('button', { name: 'Time-off request lifecycle' }).click()
  await page.getByRole('table', { name: 'States' }).waitFor()
  expect(new URL(page.url()).searchParams.get('chart')).toBe('time-off/pto-request')
})
