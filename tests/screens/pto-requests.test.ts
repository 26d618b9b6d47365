/** A provider's time-off requests: adding, editing, withdrawing, and seeing the decision. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { hasFocus, waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday, November 12, 2027, 3 PM in New York. */
const NOW = new Date('2027-11-12T20:00:00Z')
const PAUL = PEOPLE.Providers

let paul = ''
let ada = ''

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Providers', 'ProfileInformationRequestPTO')
  await allowScreen(database(), 'Administrators', 'PTORequest')
  server().now = NOW
  await grantHours(database(), PAUL.providerId, 10, NOW)
  paul = await server().tokenOf(PAUL.userId)
  ada = await server().tokenOf(PEOPLE.Administrators.userId)
})

const open = async () => {
  const page = await newPage()
  await signIn(page, PAUL.email)
  await page.goto('/pto-requests')
  await page.getByText('results').waitFor()
  return page
}

const ask = (form: { requestedDate: string; startTime?: string; endTime?: string; reason?: string }) =>
  askForTimeOff(server(), paul, form)

const rows = async (page: Page) =>
  (await page.getByRole('table', { name: 'PTO Requests' }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split(/\s*\t\s*/).map((cell) => cell.replaceAll(/\s+/g, ' ')))
const rowsBecome = (page: Page, expected: string[][]) => expect.poll(() => rows(page)).toEqual(expected)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) =>
  name.endsWith('Time') ? page.getByRole('combobox', { name }) : page.getByRole('dialog').getByRole('textbox', { name })
/** Fills in a field and moves the focus on. */
const type = async (page: Page, name: string, text: string) => {
  await field(page, name).fill(text)
  await page.keyboard.press('Tab')
}
const focusIsOn = (page: Page, name: string) => waitForFocus(button(page, name))
const statuses = async (page: Page) => (await rows(page)).map((row) => row[7])
const balance = (page: Page) => page.getByRole('region', { name: 'Balance' }).locator('dl')
const withdrawal = (page: Page) => page.getByText('Are you sure you want to withdraw the request?')
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add PTO' })
/** Opens the list and the dialog of a new request. */
const openDialog = async () => {
  const page = await open()
  await button(page, 'Request PTO').click()
  await addDialog(page).getByText('Total Hours: 0').waitFor()
  return page
}
/** Cancels the dialog, and confirms that the entries are lost. */
const discard = async (page: Page) => {
  await button(page, 'Cancel').click()
  await button(page, 'Yes').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const ENTRIES = [
  ['Requested Date', '11/15/2027'],
  ['Start Time', '11:00 AM'],
  ['End Time', '2:00 PM'],
  ['Reason', 'Moving house'],
] as const

test('requests time off by keyboard, once nothing is missing, invalid, or taken, also after a failure', async () => {
  const page = await open()
  await page.getByText('No Data Found').waitFor()
  await page.getByText('Accepted since the hours were uploaded on 11/12/2027.').waitFor()
  expect(await balance(page).innerText()).toMatch(/Available\s+10 h\s+Pending\s+0 h\s+Accepted\s+0 h/)
  await button(page, 'Request PTO').focus()
  await page.keyboard.press('Enter')
  const dialog = addDialog(page)
  await dialog.getByText('Total Hours: 0').waitFor()
  const save = async () => {
    await button(page, 'Save').focus()
    await page.keyboard.press('Enter')
  }
  await save()
  for (const message of [
    'Requested Date Is Required',
    'Start Time Is Required',
    'End Time Is Required',
    'Reason Is Required',
  ]) {
    await dialog.getByText(message).waitFor()
  }
  await type(page, 'Requested Date', '11/15/2027')
  await type(page, 'Start Time', '11:00 AM')
  await expect.poll(() => field(page, 'End Time').inputValue()).toBe('11:15 AM')
  await dialog.getByText('Total Hours: 0.25').waitFor()
  await type(page, 'End Time', '8:00 AM')
  await type(page, 'Reason', 'x'.repeat(251))
  await dialog.getByText('251 of 250 characters').waitFor()
  await save()
  await dialog.getByText('End Time can not be less than Start Time').waitFor()
  await dialog.getByText('Maximum characters allowed is 250').waitFor()
  await type(page, 'End Time', '10:00 PM')
  await dialog
    .getByText('You have 10 hours. This request is 1 hour over your balance. You can still submit it.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await type(page, 'End Time', '2:00 PM')
  await expect.poll(() => dialog.getByText('over your balance').count()).toBe(0)
  await type(page, 'Reason', 'Moving house')

  await ask({ requestedDate: '2027-11-15' })
  await save()
  const taken = dialog.getByText(
    'You already have a request for 11/15/2027, 9:00 AM-12:00 PM (Pending). Choose another time.',
  )
  await taken.waitFor()
  expect(await field(page, 'Reason').inputValue()).toBe('Moving house')
  await type(page, 'Start Time', '12:00 PM')
  await expect.poll(() => field(page, 'End Time').inputValue()).toBe('12:15 PM')
  await expect.poll(() => taken.count()).toBe(0)

  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/provider-pto/add-provider-pto', async (route) => {
    await answered
    await route.fulfill({ status: 500, json: { statusCode: 500, message: 'The database is full.', data: null } })
  })
  await save()
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(false)
  expect(await hasFocus(button(page, 'Save'))).toBe(true)
  answer()
  await page.getByText('The database is full.').waitFor()
  await page.keyboard.press('Enter')
  await focusIsOn(page, 'Save')
  await page.unroute('**/api/provider-pto/add-provider-pto')

  // A day in the past needs a confirmation; Escape closes only the question.
  await type(page, 'Requested Date', '11/09/2020')
  await save()
  const question = page.getByRole('dialog', { name: 'This day is in the past. Request it anyway?' })
  await question.getByText('11/09/2020').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await field(page, 'Reason').inputValue()).toBe('Moving house')
  await save()
  await button(page, 'Confirm').click()
  await page.getByText('PTO Request has been created successfully').waitFor()
  await rowsBecome(page, [
    ['1', '11/12/2027', '11/15/2027', '9:00 AM', '12:00 PM', '3', 'Dentist', 'Pending', ''],
    ['2', '11/12/2027', '11/09/2020', '12:00 PM', '12:15 PM', '0.25', 'Moving house', 'Pending', ''],
  ])
  await expect.poll(() => balance(page).innerText()).toMatch(/Pending\s+3\.25 h/)
})

test('restores the entries after a reload, and asks before discarding them, but not without any', async () => {
  const page = await open()
  await button(page, 'Request PTO').click()
  await addDialog(page).getByText('Total Hours: 0').waitFor()
  for (const [name, entry] of ENTRIES) await type(page, name, entry)
  await page.reload()
  await page.getByText(/^You have an unsaved request from /).waitFor()
  await button(page, 'Resume draft').click()
  await addDialog(page)
    .getByText(/^Your unsaved changes from .* were restored\.$/)
    .waitFor()
  expect(await page.getByText('You have an unsaved request').count()).toBe(0)
  for (const [name, entry] of ENTRIES) expect(await field(page, name).inputValue()).toBe(entry)
  expect(await axeFindings(page)).toEqual([])
  await field(page, 'Reason').press('Escape')
  await page.getByText('Are you sure you want to cancel?').waitFor()
  await button(page, 'No').click()
  expect(await field(page, 'Reason').inputValue()).toBe('Moving house')
  await discard(page)
  // The draft's notice is gone, so the focus moves to the button in its place.
  await focusIsOn(page, 'Balance history')
  await page.reload()
  await page.getByText('results').waitFor()
  expect(await page.getByText('You have an unsaved request').count()).toBe(0)
  await button(page, 'Request PTO').click()
  await addDialog(page).getByText('Total Hours').waitFor()
  expect(await page.getByText(/unsaved (request|changes)/).count()).toBe(0)
  await button(page, 'Cancel').click()
  await addDialog(page).waitFor({ state: 'hidden' })
  await focusIsOn(page, 'Request PTO')
  expect(await database().db.$count(ptoRequests)).toBe(0)
})

test('shows a request with its sessions, withdraws it, and says so if it was decided meanwhile', async () => {
  const accept = (id: number) => server().call('acceptPtos', { token: ada, body: { ids: `${id}` } })
  await addSession(server(), paul, { date: '2027-11-18' })
  const edited = await ask({ requestedDate: '2027-11-15' })
  await accept(await ask({ requestedDate: '2027-11-16' }))
  const late = await ask({ requestedDate: '2027-11-17' })
  await ask({ requestedDate: '2027-11-18' })
  const page = await newPage()
  await signIn(page, PAUL.email)
  await hearOnlyTheTest(page)
  await page.goto('/pto-requests')
  await page.getByText('results').waitFor()
  await page.getByRole('button', { name: /^View, 11\/18/ }).click()
  const view = page.getByRole('dialog', { name: 'View PTO' })
  await view.getByText('9:00 AM-9:45 AM, Fine motor group, Lincoln').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'hidden' })
  await button(page, 'Withdraw, 11/18/2027, 9:00 AM-12:00 PM').click()
  await withdrawal(page).waitFor()
  await button(page, 'Cancel').click()
  await focusIsOn(page, 'Withdraw, 11/18/2027, 9:00 AM-12:00 PM')
  await page.keyboard.press('Enter')
  await button(page, 'Withdraw request').click()
  await page.getByText('PTO Request has been withdrawn successfully').waitFor()
  await expect.poll(() => statuses(page)).toEqual(['Withdraw', 'Pending', 'Accepted', 'Pending'])
  expect(await page.getByRole('button', { name: /^(Edit|Withdraw), 11\/18/ }).count()).toBe(0)
  // The Withdraw button is gone, so the button next to it has the focus.
  await focusIsOn(page, 'View, 11/18/2027, 9:00 AM-12:00 PM')

  await page.getByRole('button', { name: 'Edit, 11/15/2027, 9:00 AM-12:00 PM' }).click()
  await page.getByRole('dialog', { name: 'Edit PTO' }).getByText('Total Hours: 3').waitFor()
  await expect.poll(() => field(page, 'Requested Date').inputValue()).toBe('11/15/2027')
  await server().call('rejectPtos', { token: ada, body: { ids: `${edited}`, notes: 'Too many are away' } })
  await field(page, 'Reason').fill('Dentist, again')
  await button(page, 'Save').click()
  await page
    .getByRole('alert')
    .getByText(
      'This request can no longer be changed: Rejected by Ada Admin on 11/12/2027. Request the time off again instead.',
    )
    .waitFor()
  expect(await field(page, 'Reason').inputValue()).toBe('Dentist, again')
  await discard(page)
  await expect.poll(() => statuses(page)).toEqual(['Withdraw', 'Pending', 'Accepted', 'Rejected'])
  await page.getByRole('button', { name: /^View, 11\/15/ }).click()
  await view.getByText('Too many are away').waitFor()
  await view.getByText('Ada Admin, 11/12/2027').waitFor()
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^Withdraw, 11\/17/ }).click()
  await withdrawal(page).waitFor()
  await accept(late)
  await button(page, 'Withdraw request').click()
  await page
    .getByText(
      'This request can no longer be changed: Accepted by Ada Admin on 11/12/2027. Return the time off instead.',
    )
    .waitFor()
  await button(page, 'OK').click()
  await expect.poll(() => statuses(page)).toEqual(['Withdraw', 'Accepted', 'Accepted', 'Rejected'])
  await expect.poll(() => balance(page).innerText()).toMatch(/Available\s+4 h\s+Pending\s+0 h\s+Accepted\s+6 h/)
  await button(page, 'Balance history').click()
  await expect
    .poll(() => page.getByRole('dialog').getByRole('row').allInnerTexts())
    .toEqual([
      'Date\tChange\tBy\tHours\tAvailable',
      '11/12/2027\tTime off on 11/17/2027 accepted\tAda Admin\t-3\t4',
      '11/12/2027\tTime off on 11/16/2027 accepted\tAda Admin\t-3\t7',
      '11/12/2027\tHours uploaded (pto-hours.xlsx)\tAda Admin\t+10\t10',
    ])
})

test('shows time off on the calendars: hatched next to the sessions, above the day, and as a list for administrators', async () => {
  const accepted = await ask({ requestedDate: '2027-11-15' })
  await ask({ requestedDate: '2027-11-16', startTime: '13:00', endTime: '15:30' })
  await server().call('acceptPtos', { token: ada, body: { ids: `${accepted}` } })
  await addSession(server(), paul, { date: '2027-11-15' })
  const page = await newPage()
  await signIn(page, PAUL.email)
  await page.goto('/schedule-provider-event-viewer?view=weekly&date=2027-11-15')
  const off = page.locator('[data-status^="Time off"]')
  await expect
    .poll(() => off.evaluateAll((events) => events.map((event) => event.getAttribute('aria-label'))))
    .toEqual([
      '9:00 AM to 12:00 PM, Time off, Time off, accepted',
      '1:00 PM to 3:30 PM, Time off (Pending), Time off, pending',
    ])
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/?date=2027-11-16')
  const notice = page.getByRole('region', { name: 'Time off' })
  await expect.poll(() => notice.innerText()).toBe('Time off 1:00 PM-3:30 PM (Pending)')

  const admin = await newPage()
  await signIn(admin, PEOPLE.Administrators.email)
  await admin.goto('/?date=2027-11-15')
  await admin.getByText('Paul Provider, 9:00 AM-12:00 PM').waitFor()
  await admin.getByText('Paul Provider, 1:00 PM-3:30 PM (Pending)').waitFor()
  expect(await admin.locator('[data-status^="Time off"]').count()).toBe(0)
})

test('requests several days in one step, and shows which days it requests and which it leaves out', async () => {
  await ask({ requestedDate: '2027-11-18', startTime: '08:00', endTime: '10:00' })
  const page = await openDialog()
  const dialog = addDialog(page)
  await field(page, 'Requested Date').click()
  // The rule that names begin with what a button shows is not among axe's default ones.
  await page.getByRole('button', { name: /^[A-Z][a-z]+ 20\d\d$/ }).waitFor()
  expect(await axeFindings(page, ['label-content-name-mismatch'])).toEqual([])
  await type(page, 'Requested Date', '11/17/2027')
  await dialog.getByRole('checkbox', { name: 'Several days' }).check()
  await type(page, 'Last Date', '11/22/2027')
  await dialog.getByText('The days appear here once the dates and times are complete.').waitFor()
  await type(page, 'Start Time', '8:00 AM')
  await type(page, 'End Time', '3:30 PM')
  const from = dialog.getByRole('combobox', { name: 'First Day From' })
  await from.fill('12:00 PM')
  await from.press('Tab')
  await dialog.getByText('3 days requested, 3 left out').waitFor()
  expect(await dialog.getByRole('region', { name: 'Days' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Wed, Nov 17, 2027\n12:00 PM-3:30 PM\n3.5 h',
    'Thu, Nov 18, 2027\nLeft out: already requested, 8:00 AM-10:00 AM',
    'Fri, Nov 19, 2027\n8:00 AM-3:30 PM\n7.5 h',
    'Sat, Nov 20, 2027\nLeft out: weekend',
    'Sun, Nov 21, 2027\nLeft out: weekend',
    'Mon, Nov 22, 2027\n8:00 AM-3:30 PM\n7.5 h',
  ])
  await dialog.getByText('Total Hours: 18.5').waitFor()
  await dialog
    .getByText('You have 10 hours (2 in pending requests). This request is 10.5 hours over your balance.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await field(page, 'Reason').fill('Family trip')

  // A day that is taken in the meantime is named, and nothing is stored.
  const other = await ask({ requestedDate: '2027-11-22', startTime: '08:00', endTime: '09:00' })
  await button(page, 'Save').click()
  await dialog
    .getByText('You already have a request for 11/22/2027, 8:00 AM-9:00 AM (Pending). Choose another time.')
    .waitFor()
  expect(await database().db.$count(ptoRequests)).toBe(2)
  await server().call('withdrawPto', { token: paul, params: { id: other } })
  const sent = page.waitForRequest('**/api/provider-pto/add-provider-ptos')
  await button(page, 'Save').click()
  expect((await sent).postDataJSON()).toMatchObject({
    days: [
      { requestedDate: '2027-11-17', startTime: '12:00', endTime: '15:30' },
      { requestedDate: '2027-11-19', startTime: '08:00', endTime: '15:30' },
      { requestedDate: '2027-11-22', startTime: '08:00', endTime: '15:30' },
    ],
    reason: 'Family trip',
    providerId: PAUL.providerId,
  })
  await page.getByText('PTO Request has been created successfully').waitFor()
  await expect
    .poll(async () => (await rows(page)).map((row) => row.slice(2, 8).join(' ')))
    .toEqual([
      '11/22/2027 8:00 AM 3:30 PM 7.5 Family trip Pending Over balance',
      '11/22/2027 8:00 AM 9:00 AM 1 Dentist Withdraw',
      '11/19/2027 8:00 AM 3:30 PM 7.5 Family trip Pending Over balance',
      '11/18/2027 8:00 AM 10:00 AM 2 Dentist Pending',
      '11/17/2027 12:00 PM 3:30 PM 3.5 Family trip Pending',
    ])
})

test('returns accepted time off, keeps it, withdraws a span in one step, and filters by status and dates', async () => {
  const accept = (ids: string) => server().call('acceptPtos', { token: ada, body: { ids } })
  const over = await ask({ requestedDate: '2027-11-12', startTime: '15:00', endTime: '16:00' })
  const coming = await ask({ requestedDate: '2027-11-19', startTime: '11:00', endTime: '12:00' })
  const days = ['2027-11-15', '2027-11-16', '2027-11-17'].map((requestedDate) => ({
    requestedDate,
    startTime: '09:00',
    endTime: '11:00',
  }))
  await server().call('createPtos', { token: paul, body: { reason: 'Trip', days } })
  await accept(`${over},${coming},3`)
  // A page of its own, because its clock is set.
  const page = await newPage()
  await page.clock.setFixedTime(NOW)
  await signIn(page, PAUL.email)
  await page.goto('/pto-requests')
  await expect.poll(() => statuses(page)).toEqual(['Accepted', 'Pending', 'Pending', 'Accepted', 'Accepted'])
  expect(await page.getByRole('button', { name: /^Return, / }).count()).toBe(2)
  const giveBack = async () => {
    await button(page, 'Return, 11/19/2027, 11:00 AM-12:00 PM').click()
    const question = page.getByRole('dialog', { name: 'Are you sure you want to return this time off?' })
    await question.getByText('11/19/2027, 11:00 AM-12:00 PM').waitFor()
    await button(page, 'Confirm').click()
    // The first may still say so when it is returned again.
    await page.getByText('An administrator will answer. Until then the time off stays accepted.').last().waitFor()
    await expect.poll(async () => (await statuses(page))[0]).toBe('Return Requested')
  }
  await giveBack()
  await button(page, 'Keep, 11/19/2027, 11:00 AM-12:00 PM').click()
  const keeping = page.getByRole('dialog', { name: 'Are you sure you want to keep this time off?' })
  await keeping.getByText('11/19/2027, 11:00 AM-12:00 PM').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Confirm').click()
  await page.getByText('You keep the time off. No answer is needed anymore.').waitFor()
  await expect.poll(async () => (await statuses(page))[0]).toBe('Accepted')
  await giveBack()
  await accept(`${coming}`)
  await button(page, 'Refresh').click()
  await expect.poll(async () => (await statuses(page))[0]).toBe('Returned')
  await expect.poll(() => balance(page).innerText()).toMatch(/Available\s+7 h\s+Pending\s+4 h\s+Accepted\s+3 h/)
  await button(page, 'Balance history').click()
  await page.getByRole('dialog').getByText('Time off on 11/19/2027 returned').waitFor()
  await page.keyboard.press('Escape')

  const name = 'Withdraw, 11/16/2027, 9:00 AM-11:00 AM'
  await button(page, name).click()
  const items = page.getByRole('menuitem')
  await expect.poll(() => items.allInnerTexts()).toEqual(['Only 11/16/2027', 'All 2 days'])
  expect(await axeFindings(page)).toEqual([])
  await items.nth(1).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to withdraw the requests for 2 days?' })
  await expect
    .poll(() => question.getByRole('listitem').allInnerTexts())
    .toEqual(['11/16/2027, 9:00 AM-11:00 AM', '11/17/2027, 9:00 AM-11:00 AM'])
  await button(page, 'Cancel').click()
  await focusIsOn(page, name)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'All 2 days' }).click()
  const sent = page.waitForRequest('**/api/provider-pto/withdraw-provider-ptos')
  await button(page, 'Withdraw 2 requests').click()
  expect((await sent).postDataJSON()).toMatchObject({ ids: [4, 5] })
  await page.getByText('PTO Request has been withdrawn successfully').waitFor()
  await expect.poll(() => statuses(page)).toEqual(['Returned', 'Withdraw', 'Withdraw', 'Accepted', 'Accepted'])

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Accepted' }).click()
  await page.getByText('1-2 of 2 results').waitFor()
  const announced = page.locator('[aria-live="polite"]', { hasText: /^(Filtered by|No filters)/ })
  await expect.poll(() => announced.innerText()).toBe('Filtered by Status: Accepted')
  await page.getByLabel('From').fill('11/13/2027')
  await page.keyboard.press('Tab')
  await page.getByText('1-1 of 1 results').waitFor()
  await page.getByLabel('To', { exact: true }).fill('11/12/2027')
  await page.keyboard.press('Tab')
  await page.getByText('To Date can not be less than From Date').waitFor()
  expect(new URL(page.url()).search).toBe('?statusId=2&from=2027-11-13')
  await button(page, 'Reset Filters').click()
  await page.getByText('1-5 of 5 results').waitFor()
  await expect.poll(() => announced.innerText()).toBe('No filters')
})

test('cuts off a long reason until the rest is asked for, and begins each card on a phone with the day', async () => {
  const reason = 'My sister’s wedding, two flights away. '.repeat(6).trim()
  await ask({ requestedDate: '2027-11-15', reason })
  const page = await newPage({ viewport: { width: 1000, height: 800 } })
  await signIn(page, PAUL.email)
  await page.goto('/pto-requests')
  const text = page.getByText(reason)
  const isCut = () => text.evaluate((node) => node.scrollHeight > node.clientHeight)
  const badgeIsWhole = () =>
    page
      .getByText('Pending', { exact: true })
      .last()
      .evaluate((node) => node.scrollWidth <= node.clientWidth)
  await button(page, 'Show more').waitFor()
  expect(await isCut()).toBe(true)
  expect(await badgeIsWhole()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await isCut()).toBe(false)
  expect(await page.getByText('Show more').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await button(page, 'Show more').click()
  expect(await isCut()).toBe(false)
  expect(await button(page, 'Show less').getAttribute('aria-expanded')).toBe('true')
  expect(await badgeIsWhole()).toBe(true)
  await button(page, 'Show less').click()
  expect(await isCut()).toBe(true)

  await page.setViewportSize({ width: 390, height: 844 })
  const cells = page.getByRole('table', { name: 'PTO Requests' }).getByRole('row').last().getByRole('cell')
  await cells.first().waitFor()
  const shown = await cells.evaluateAll((all) =>
    all
      .map((cell) => ({
        top: cell.getBoundingClientRect().top,
        label: getComputedStyle(cell, '::before').content,
        text: cell.textContent,
      }))
      .sort((a, b) => a.top - b.top)
      .map(({ label, text }) => `${label} ${text}`),
  )
  expect(shown[0]).toBe('none 11/15/2027')
  expect(shown[1]).toBe('"Requested On" 11/12/2027')
  expect(shown.at(-1)).toBe('"ID" 1')
  expect(await page.getByRole('list', { name: 'Parts of the bar' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Pending 3 h',
    'Left 7 h',
  ])
})
