/** Administrators review time-off requests. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import type { PtoForm } from '#domain/time-off.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { payrollExports } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours, storedTimeOff } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday, November 12, 2027, 3 PM in New York. */
const NOW = new Date('2027-11-12T20:00:00Z')
const PAUL = PEOPLE.Providers
const SOFIA = PEOPLE.SpecialProvider

let token = { paul: '', sofia: '', ada: '' }

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'PTORequest')
  await allowScreen(database(), 'Providers', 'ProfileInformationRequestPTO')
  await allowScreen(database(), 'SpecialProvider', 'ProfileInformationRequestPTO')
  server().now = NOW
  await grantHours(database(), PAUL.providerId, 4, NOW)
  await grantHours(database(), SOFIA.providerId, 40, NOW)
  const tokenOf = (person: { userId: number }) => server().tokenOf(person.userId)
  token = {
    paul: await tokenOf(PAUL),
    sofia: await tokenOf(SOFIA),
    ada: await tokenOf(PEOPLE.Administrators),
  }
})

const open = async (query = '', options = {}) => {
  const page = await newPage(options)
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/pto-record${query}`)
  await table(page).waitFor()
  return page
}

/** Twelve pending requests of Sofía's, on different days: more than fit on a page. */
const addTwelve = (reason = 'Conference') =>
  database()
    .db.insert(ptoRequests)
    .values(
      Array.from({ length: 12 }, (_, index) => ({
        providerId: SOFIA.providerId,
        requestedDate: `2027-12-${index + 10}`,
        startTime: '09:00',
        endTime: '12:00',
        reason,
      })),
    )

const ask = (by: 'paul' | 'sofia', requestedDate: string, form: Partial<PtoForm> = {}) =>
  askForTimeOff(server(), token[by], { requestedDate, ...form })

const table = (page: Page) => page.getByRole('table', { name: 'PTO Requests' })
const rows = async (page: Page) =>
  (await table(page).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.split('\t').map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
/** Each row's provider, date and status. */
const rowsBecome = (page: Page, ...expected: string[]) =>
  expect.poll(async () => (await rows(page)).map((cells) => `${cells[2]} ${cells[4]} ${cells[8]}`)).toEqual(expected)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name })
const all = (page: Page) => tick(page, 'Select all on this page')
const statuses = async (page: Page) => (await rows(page)).map((cells) => cells[8])
const noting = (page: Page) => page.getByRole('dialog', { name: 'Reject PTO Requests' })
const leftOut = (page: Page) => page.getByRole('dialog', { name: "Some requests weren't updated" })
const states = async () =>
  (await storedTimeOff(database())).requests.map(({ id, state, notes }) => ({ id, state, notes }))

/** Paul's two requests, one over his balance and one at the time of a session, and one of Sofía's. */
const askForThree = async () => {
  await addSession(server(), token.paul, { date: '2027-11-15' })
  await ask('paul', '2027-11-15')
  await ask('paul', '2027-11-16', { reason: 'Moving house' })
  await ask('sofia', '2027-11-17', { startTime: '12:00', endTime: '16:00' })
}

test('shows conflicts with the requests, leads to the sessions, and accepts several using only the keyboard', async () => {
  await database().db.insert(providerRates).values({
    providerId: PAUL.providerId,
    rateTypeId: RATE_TYPE_IDS.hourly,
    effectiveDate: '2025-01-01',
    rate: '40.00',
  })
  await askForThree()
  const page = await open()
  const waiting = (
    number: string,
    name: string,
    day: string,
    reason: string,
    start: string,
    end: string,
    more = '',
  ) => ['', number, name, '11/12/2027', day, reason, start, end, `Pending${more}`, '']
  expect(await table(page).getByRole('columnheader').allInnerTexts()).toEqual([
    '',
    'ID',
    'Provider Name',
    'Req. On',
    'Req. For',
    'Reason',
    'Start Time',
    'End Time',
    'Status',
    'QB Status',
  ])
  expect(await rows(page)).toEqual([
    waiting('1', 'Sofía Special', '11/17/2027', 'Dentist', '12:00 PM', '4:00 PM'),
    waiting('2', 'Paul Provider', '11/16/2027', 'Moving house', '9:00 AM', '12:00 PM', ' Over balance Balance: 4 h'),
    waiting('3', 'Paul Provider', '11/15/2027', 'Dentist', '9:00 AM', '12:00 PM', ' 1 session at this time'),
  ])
  // The queue comes before who is off.
  const [queue, calendar] = [await table(page).boundingBox(), await button(page, 'Who is off').boundingBox()]
  expect(queue?.y).toBeLessThan(calendar?.y ?? 0)
  await all(page).focus()
  await page.keyboard.press('Space')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText('2 selected').waitFor()
  expect(await tick(page, 'Select Sofía Special, 11/17/2027, 12:00 PM-4:00 PM').isChecked()).toBe(false)
  expect(await all(page).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await button(page, 'Accept').focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Are you sure you want to accept the selected requests?' })
  await question.getByText('2 requests, 6 h').waitFor()
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual([
    'Paul Provider, 11/16/2027, 9:00 AM-12:00 PM, 3 h (over balance, 4 h left)',
    'Paul Provider, 11/15/2027, 9:00 AM-12:00 PM, 3 h (1 session at this time)',
  ])
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await page.getByText('2 selected').waitFor()
  await button(page, 'Accept').focus()
  await page.keyboard.press('Enter')
  await question.getByText('1 session during the time off').waitFor()
  await button(page, 'Confirm').focus()
  await page.keyboard.press('Enter')
  // Together they take more than there is, so the page asks once more.
  const last = page.getByRole('dialog', { name: 'This takes a balance below zero. Accept the requests anyway?' })
  await last.waitFor()
  expect(await last.getByRole('listitem').allInnerTexts()).toEqual([
    'Paul Provider: 2 requests, 6 h in total. The balance goes from 4 h to -2 h.',
  ])
  await waitForFocus(last.getByRole('button', { name: 'Cancel' }))
  expect(await axeFindings(page)).toEqual([])
  await last.getByRole('button', { name: 'Confirm' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('PTO Request accepted successfully').waitFor()
  await rowsBecome(
    page,
    'Sofía Special 11/17/2027 Pending',
    'Paul Provider 11/16/2027 Accepted Over balance Balance: -2 h',
    'Paul Provider 11/15/2027 Accepted 1 session at this time',
  )
  expect((await rows(page)).map((cells) => cells[9])).toEqual(['', 'Not Sent', 'Not Sent'])
  expect(await page.getByText(/^\d+ selected/).count()).toBe(0)
  expect(await tick(page, 'Select Paul').count()).toBe(0)
  await page.getByRole('link', { name: '1 session at this time: Paul Provider, 11/15/2027' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(new URL(page.url()).search).toBe('?view=daily&date=2027-11-15&provider=1')
  await page.getByText('Fine motor group').first().waitFor()
})

test('says before accepting what is locked and exported, and which confirmed hours would be paid twice', async () => {
  const by = PEOPLE.Administrators.userId
  const period = { startDate: '2027-10-16', endDate: '2027-10-31' }
  const { db } = database()
  await db.insert(lockOuts).values({
    ...{ ...period, isForced: false, leftOut: { days: 0, hundredths: 0, amount: '0' } },
    ...{ lockedById: by, lockedAt: NOW },
  })
  await db.insert(payrollExports).values({ ...period, lines: [], exportedById: by, exportedAt: NOW })
  const day = { providerId: PAUL.providerId, date: '2027-10-20' }
  await db.insert(providerDays).values({ ...day, state: 'locked', approvalStatus: 1 })
  await db.insert(timesheets).values({
    ...{ ...day, schoolId: SCHOOL_IDS.lincoln, startTime: '08:00', endTime: '10:30' },
    ...{ confirmedAt: NOW, confirmedById: PAUL.userId },
  })
  await ask('paul', '2027-10-20')
  const page = await open()
  await all(page).check()
  await button(page, 'Accept').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to accept the selected requests?' })
  await question
    .getByText(
      'Paul Provider, 10/20/2027, 9:00 AM-12:00 PM, 3 h (paid twice with the hours confirmed at this time: Lincoln, ' +
        '8:00 AM-10:30 AM; 10/16/2027 to 10/31/2027 is locked and payroll of 10/16/2027 to 10/31/2027 was exported: ' +
        'a line of its own in the payroll of 11/01/2027; ' +
        'no hourly pay rate is in force on 10/20/2027: its line pays 0.00)',
    )
    .waitFor()
  await button(page, 'Confirm').click()
  await rowsBecome(page, 'Paul Provider 10/20/2027 Accepted')
  expect(await db.select({ paidOn: ptoRequests.paidOn }).from(ptoRequests)).toEqual([{ paidOn: '2027-11-01' }])
})

test('offers to cancel or to hand over each session during the time off, and accepts with what was chosen', async () => {
  const date = '2027-11-15'
  for (const [startTime, endTime] of [
    ['09:00', '10:00'],
    ['10:00', '11:00'],
    ['11:00', '12:00'],
  ] as const) {
    await addSession(server(), token.paul, { date, startTime, endTime })
  }
  await ask('paul', date)
  const page = await open()
  await tick(page, 'Select Paul').check()
  await button(page, 'Accept').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to accept the selected requests?' })
  await question.getByText('3 sessions during the time off').waitFor()
  const choice = (time: string) =>
    question.getByRole('combobox', { name: new RegExp(`at Lincoln, 11/15/2027, ${time}`) })
  expect(await choice('9:00').locator('option').allInnerTexts()).toEqual([
    'Leave it',
    'Cancel it',
    'Hand it over to Sofía Special',
  ])
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'pto-record sessions')
  await question.getByRole('combobox', { name: 'All 3 sessions' }).selectOption('Cancel them')
  await choice('10:00').selectOption('Hand it over to Sofía Special')
  await choice('11:00').selectOption('Leave it')
  await button(page, 'Confirm').click()
  await page.getByText('PTO Request accepted successfully').waitFor()
  const stored = await database().db.select().from(occurrences).orderBy(occurrences.startTime)
  expect(stored.map(({ providerId, deletedAt }) => [providerId, deletedAt !== null])).toEqual([
    [PAUL.providerId, true],
    [SOFIA.providerId, false],
    [PAUL.providerId, false],
  ])
})

test('rejects with a note, skips requests that were reviewed or changed in the meantime, and says so', async () => {
  const [withdrawn, changed, accepted, last] = [
    await ask('paul', '2027-11-15'),
    await ask('paul', '2027-11-16'),
    await ask('sofia', '2027-11-17'),
    await ask('sofia', '2027-11-18'),
  ]
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto('/pto-record')
  await table(page).waitFor()
  await all(page).check()
  await button(page, 'Reject').click()
  const note = noting(page).getByLabel('Note')
  const reject = noting(page).getByRole('button', { name: 'Reject' })
  await reject.click()
  await noting(page).getByText('Note is required').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.route('**/reject-provider-pto', (route) => route.abort('connectionfailed'), { times: 1 })
  await note.fill('Too many are away')
  const failure = page.waitForEvent('requestfailed')
  await reject.click()
  await failure
  await expect.poll(() => reject.isEnabled()).toBe(true)
  expect(await note.inputValue()).toBe('Too many are away')

  await server().call('withdrawPto', { token: token.paul, params: { id: withdrawn } })
  const edit = { id: changed, requestedDate: '2027-11-16', startTime: '09:00', endTime: '10:00', reason: 'Dentist' }
  await server().call('updatePto', { token: token.paul, body: edit })
  await server().call('acceptPtos', { token: token.ada, body: { ids: `${accepted}` } })

  await reject.click()
  await leftOut(page).waitFor()
  expect((await leftOut(page).getByRole('listitem').allInnerTexts()).toSorted()).toEqual([
    'Paul Provider, 11/15/2027: Withdrawn by Paul Provider on 11/12/2027.',
    'Paul Provider, 11/16/2027: Changed by Paul Provider. Please review it.',
    'Sofía Special, 11/17/2027: Accepted by Ada Admin on 11/12/2027.',
  ])
  await page.getByText('PTO Request rejected successfully').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'OK').click()
  await rowsBecome(
    page,
    'Paul Provider 11/16/2027 Pending',
    'Sofía Special 11/18/2027 Rejected',
    'Sofía Special 11/17/2027 Accepted',
    'Paul Provider 11/15/2027 Withdraw',
  )
  expect(await states()).toEqual([
    { id: withdrawn, state: 'withdrawn', notes: '' },
    { id: changed, state: 'pending', notes: '' },
    { id: accepted, state: 'accepted', notes: '' },
    { id: last, state: 'rejected', notes: 'Too many are away' },
  ])

  await page.getByRole('button', { name: /^View Sofía Special, 11\/18/ }).click()
  const view = page.getByRole('dialog', { name: 'View PTO' })
  await view.getByText('Too many are away').waitFor()
  await view.getByText('Sofía Special', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await view.waitFor({ state: 'hidden' })

  // If someone else has reviewed all of the requests, there is no success.
  await tick(page, 'Select Paul Provider, 11/16/2027').check()
  await button(page, 'Accept').click()
  await server().call('rejectPtos', { token: token.ada, body: { ids: `${changed}`, notes: 'No' } })
  await button(page, 'Confirm').click()
  await leftOut(page).getByText('Paul Provider, 11/16/2027: Rejected by Ada Admin on 11/12/2027.').waitFor()
  await button(page, 'OK').click()
  await expect.poll(() => statuses(page)).toEqual(['Rejected', 'Accepted', 'Rejected', 'Withdraw'])
  expect(await page.getByText('PTO Request accepted successfully').count()).toBe(0)
})

test('selects only the requests on the page, and filters by provider, status and dates', async () => {
  await addTwelve()
  const own = await ask('paul', '2027-12-01')
  await server().call('acceptPtos', { token: token.ada, body: { ids: `${own}` } })
  const page = await open()
  expect(await rows(page)).toHaveLength(10)
  await all(page).check()
  await page.getByText('10 selected').waitFor()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(async () => (await rows(page)).length).toBe(3)
  await expect.poll(() => page.getByText(/^\d+ selected/).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Accepted' }).click()
  await rowsBecome(page, 'Paul Provider 12/01/2027 Accepted')
  expect(new URL(page.url()).search).toBe('?statusId=2')
  await button(page, 'Reset Filters').click()
  await page.getByRole('searchbox', { name: 'Provider Name' }).fill('paul')
  await rowsBecome(page, 'Paul Provider 12/01/2027 Accepted')
  await button(page, 'Reset Filters').click()
  await expect.poll(async () => (await rows(page)).length).toBe(10)
  expect(await button(page, 'Reset Filters').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Providers' }).click()
  await page.getByRole('option', { name: 'Sofía Special' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Start Date' }).fill('12/20/2027')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await rows(page)).length).toBe(2)
  // The filters keep their places below a message and several choices.
  const topOf = async (name: string) => (await page.getByRole('textbox', { name }).boundingBox())?.y
  const before = await topOf('Start Date')
  await page.getByRole('textbox', { name: 'End Date' }).fill('12/19/2027')
  await page.keyboard.press('Tab')
  await page.getByText("End Date can't be less than Start Date").waitFor()
  expect(new URL(page.url()).search).toBe('?providerIds=2&from=2027-12-20')
  expect([await topOf('Start Date'), await topOf('End Date')]).toEqual([before, before])
  const reset = await button(page, 'Reset Filters').boundingBox()
  const search = await page.getByRole('searchbox', { name: 'Provider Name' }).boundingBox()
  const middleOf = (box: typeof reset) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2)
  expect(Math.abs(middleOf(reset) - middleOf(search))).toBeLessThanOrEqual(1)
  await page.reload()
  await expect.poll(async () => (await rows(page)).length).toBe(2)
})

test('fits long names and reasons on a phone', async () => {
  const long = 'Maximiliana-Konstantinopolitania'
  await database().db.update(providers).set({ lastName: long }).where(eq(providers.id, SOFIA.providerId))
  await addTwelve('Krankengymnastik'.repeat(10))
  const page = await open('?statusId=1', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await all(page).check()
  await page.getByText('10 selected').waitFor()
  await button(page, 'Reject').click()
  await page.getByText('10 requests, 30 h').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('answers the days of one request together or one by one, and time off that is returned', async () => {
  const days = ['2027-11-22', '2027-11-23', '2027-11-24'].map((requestedDate) => ({
    requestedDate,
    startTime: '09:00',
    endTime: '11:00',
  }))
  await server().call('createPtos', { token: token.paul, body: { days, reason: 'Family trip' } })
  await ask('sofia', '2027-11-17')
  const page = await open()
  const span = tick(page, 'Select Paul Provider, 11/22/2027-11/24/2027: 3 days, 6 h')
  await span.check()
  await page.getByText('3 selected').waitFor()
  expect(await tick(page, 'Select Sofía Special').isChecked()).toBe(false)
  await tick(page, 'Select Paul Provider, 11/23/2027, 9:00 AM-11:00 AM').uncheck()
  expect(await span.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await button(page, 'Accept').click()
  await button(page, 'Confirm').click()
  await page.getByText('PTO Request accepted successfully').waitFor()
  expect((await states()).map(({ state }) => state)).toEqual(['accepted', 'pending', 'accepted', 'pending'])
  // The number is of the request as a whole.
  await expect
    .poll(async () => (await rows(page)).map((cells) => [cells[1], cells[4], cells[8]].join(' ').trim()))
    .toEqual([
      '1 11/17/2027 Pending',
      'Paul Provider, 11/22/2027-11/24/2027: 3 days, 6 h',
      '2 11/22/2027 Accepted',
      '2 11/23/2027 Pending Over balance Balance: 0 h',
      '2 11/24/2027 Accepted',
    ])

  const id = await ask('paul', '2027-12-06')
  await server().call('acceptPtos', { token: token.ada, body: { ids: `${id}` } })
  await server().call('giveBackPtos', { token: token.paul, body: { ids: [id] } })
  await page.goto('/pto-record?from=2027-12-01')
  await all(page).check()
  await button(page, 'Accept').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to accept the selected requests?' })
  expect(await question.getByRole('listitem').allInnerTexts()).toEqual([
    'Paul Provider, 12/06/2027, 9:00 AM-12:00 PM, 3 h (to be returned)',
  ])
  await button(page, 'Confirm').click()
  await page.getByText('PTO Request accepted successfully').waitFor()
  await rowsBecome(page, 'Paul Provider 12/06/2027 Returned')
})
