/** What needs the user, first on the Home Page, and the lists that its counts lead to. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getDayToReject } from '#contract/day.ts'
import { addDays, formatDate, formatDayHeader, formatShortDay, localOf } from '#domain/time.ts'
import { openDayList } from '#screens/home/open-work-lists.tsx'
import { students } from '#server/db/schema/students.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, failureNotice, press } from '#tests/support/definition-page.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS, saveHours } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/needs-you ${name}.png` })
}

const today = localOf(Date.now(), TEST_TIME_ZONE).date
const [yesterday, before, longAgo] = [addDays(today, -1), addDays(today, -2), addDays(today, -30)]

const tokenOf = (role: keyof typeof PEOPLE) => portal.server().tokenOf(PEOPLE[role].userId)

/** Paul's session at Lincoln; those on other days of the past are added by Ada. */
const addPauls = async (date: string) =>
  addSession(portal.server(), await tokenOf('Administrators'), { date, providerId: 1, rateTypeId: 1 })

const addSofias = async (date: string) =>
  addSession(portal.server(), await tokenOf('Administrators'), {
    date,
    providerId: 2,
    rateTypeId: 1,
    schoolId: SCHOOL_IDS.northgate,
    caseloadIds: [CASELOAD_IDS.eli],
  })

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await addPauls(yesterday)
  await addPauls(before)
  await addPauls(longAgo)
  await addSofias(yesterday)
})

const open = async (by: keyof typeof PEOPLE, path = '/') => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE[by].email)
  await page.goto(path)
  return page
}
const strip = (page: Page) => page.getByRole('region', { name: 'Needs you' })
const entries = (page: Page) =>
  strip(page)
    .getByRole('list')
    .first()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))
/** The text of each row of the list, by column. */
const cells = (page: Page) =>
  page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)))
const days = (page: Page) => page.getByRole('list', { name: 'Days to confirm' }).getByRole('link')

test('a provider sees the days to confirm and why one was rejected, opens them, and they go once they are confirmed', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.route('**/api/home/get-needs-you', (route) => route.abort())
  await page.goto('/')
  const notice = failureNotice(page, 'Your to-do list could not be loaded.')
  await notice.waitFor()
  await page.unroute('**/api/home/get-needs-you')
  await strip(page).waitFor()
  expect(await notice.count()).toBe(0)
  await expect.poll(() => entries(page)).toEqual([['3 past days not confirmed', '/open-days?status=1']])
  expect(await page.getByRole('main').innerText()).toMatch(/^Needs you/)
  expect(await days(page).allInnerTexts()).toEqual([formatShortDay(yesterday), formatShortDay(before)])
  expect(await days(page).first().getAttribute('aria-label')).toBe(`${formatShortDay(yesterday)}: Not confirmed`)
  await shoot(page, 'provider')

  await days(page).last().click()
  expect(addressOf(page)).toBe(`/?date=${before}`)
  await press(page, 'Confirm')
  await expect.poll(() => entries(page)).toEqual([['2 past days not confirmed', '/open-days?status=1']])
  expect(await days(page).allInnerTexts()).toEqual([formatShortDay(yesterday)])

  await strip(page).getByRole('link', { name: '2 past days not confirmed' }).click()
  await page.getByText('1-2 of 2 results', { exact: true }).waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['ID', 'Date', 'Schools', 'Status'])
  expect(await cells(page)).toEqual([
    ['1', formatDayHeader(yesterday), 'Lincoln', 'Not confirmed'],
    ['2', formatDayHeader(longAgo), 'Lincoln', 'Not confirmed'],
  ])
  await page.getByRole('link', { name: formatDayHeader(longAgo) }).click()
  expect(addressOf(page)).toBe(`/?date=${longAgo}`)

  const [admin, paul] = [await tokenOf('Administrators'), await tokenOf('Providers')]
  await saveHours(portal.server(), paul, { date: yesterday })
  const asked = { providerId: 1, date: yesterday }
  const { data } = await portal.server().call('getDayToReject', { token: admin, body: asked })
  const { entityCacheKey } = getDayToReject.data.parse(data)
  const body = { days: [{ ...asked, entityCacheKey }], reason: 'The end is missing.' }
  expect(await portal.server().call('rejectDays', { token: admin, body })).toMatchObject({ status: 200 })

  await page.goto('/')
  await expect
    .poll(() => entries(page))
    .toEqual([
      ['1 past day not confirmed', '/open-days?status=1'],
      ['1 day rejected', '/open-days?status=2'],
    ])
  const day = days(page).first()
  expect(await day.innerText()).toBe(`${formatShortDay(yesterday)}: Rejected`)
  expect(await day.getAttribute('aria-label')).toBe(`${formatShortDay(yesterday)}: Rejected, The end is missing.`)
  await shoot(page, 'rejected')
  await strip(page).getByRole('link', { name: '1 day rejected' }).click()
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect(await page.locator('tbody tr').innerText()).toContain('Ada Admin: The end is missing.')
})

test("an administrator's counts lead to lists with exactly those records, and a waiting change is approved there", async () => {
  await allowScreen(portal.database(), 'Administrators', 'PTORequest')
  await allowScreen(portal.database(), 'Administrators', 'Caseloads')
  await allowScreen(portal.database(), 'Providers', 'ProfileInformationRequestPTO')
  const request = { requestedDate: addDays(today, 3), startTime: '09:00', endTime: '12:00', reason: 'Dentist' }
  const token = await tokenOf('Providers')
  expect(await portal.server().call('createPto', { token, body: request })).toMatchObject({ status: 200 })
  await addPauls(addDays(today, 5))
  const ids = await portal.database().pool.query('select max(id) as id from occurrences')
  const { data } = await portal
    .server()
    .call('editScheduleEventRecurrenceById', { token, body: { id: Number(ids.rows[0]?.id) } })
  const changed = { ...(data as object), startTime: '10:00', endTime: '10:45' }
  await portal.server().call('updateScheduleEventRecurrence', { token, body: changed })
  // Only Ana is behind, since Lincoln's first week.
  await portal.database().db.update(students).set({ isActive: false })
  await portal.database().pool.query(`update students set is_active = true where name = 'Ana Núñez'`)

  const page = await open('Administrators')
  await expect
    .poll(() => entries(page))
    .toEqual([
      ['1 session change waiting', '/session-changes?stage=1'],
      ['1 time-off request waiting', '/pto-record?statusId=1'],
      ['4 past days not approved', '/open-days'],
      ['2 providers with days to confirm', '/unconfirmed-providers'],
      ['1 student more than a week behind', '/students-behind'],
    ])
  expect(await days(page).count()).toBe(0)
  await shoot(page, 'administrator')
  for (const [words, href, row] of [
    ['1 session change waiting', '/session-changes?stage=1', 'Fine motor group'],
    ['1 time-off request waiting', '/pto-record?statusId=1', 'Dentist'],
    ['4 past days not approved', '/open-days', 'Sofía Special'],
    ['2 providers with days to confirm', '/unconfirmed-providers', formatDayHeader(longAgo)],
    ['1 student more than a week behind', '/students-behind', 'Ana Núñez'],
  ] as const) {
    await strip(page).getByRole('link', { name: words }).click()
    const count = Number.parseInt(words, 10)
    await page.getByText(`1-${count} of ${count} results`, { exact: true }).waitFor()
    expect(addressOf(page)).toBe(href)
    await page.locator('tbody tr').filter({ hasText: row }).first().waitFor()
    await page.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  }

  await strip(page).getByRole('link', { name: '1 session change waiting' }).click()
  await press(page, `View Fine motor group, ${formatDate(addDays(today, 5))}`)
  const details = page.getByRole('dialog', { name: 'Fine motor group' })
  await details.getByText('10:00 AM-10:45 AM').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await details.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('The change has been approved').waitFor()
  await page.getByText('No Data Found').waitFor()
  const stored = await portal
    .database()
    .pool.query(`select start_time::text from occurrences where id = ${ids.rows[0]?.id}`)
  expect(stored.rows).toEqual([{ start_time: '10:00:00' }])
})

test("a provider's answered requests and decided changes lead to lists with exactly those", async () => {
  await allowScreen(portal.database(), 'Administrators', 'PTORequest')
  await allowScreen(portal.database(), 'Providers', 'ProfileInformationRequestPTO')
  const [admin, paul] = [await tokenOf('Administrators'), await tokenOf('Providers')]
  const call = async (...[name, request]: Parameters<ReturnType<typeof portal.server>['call']>) => {
    const reply = await portal.server().call(name, request)
    expect(reply).toMatchObject({ status: 200 })
    return Object(reply.data)
  }
  const request = { startTime: '09:00', endTime: '12:00' }
  for (const [day, reason] of ['Dentist', 'Wedding'].entries()) {
    await call('createPto', { token: paul, body: { ...request, requestedDate: addDays(today, 20 + day), reason } })
  }
  await call('rejectPtos', { token: admin, body: { ids: '1', notes: 'Too busy' } })
  await addPauls(addDays(today, 5))
  const id = 5
  const stored = await call('editScheduleEventRecurrenceById', { token: paul, body: { id } })
  const changed = { ...stored, startTime: '10:00', endTime: '10:45' }
  await call('updateScheduleEventRecurrence', { token: paul, body: changed })
  await call('rejectScheduleEventRecurrence', { token: admin, body: { id } })

  const page = await open('Providers')
  await expect
    .poll(() => entries(page))
    .toEqual([
      ['3 past days not confirmed', '/open-days?status=1'],
      ['1 time-off request answered', '/pto-requests?answered=2'],
      ['1 session change decided', '/session-changes?stage=3'],
    ])
  await strip(page).getByRole('link', { name: '1 time-off request answered' }).click()
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect((await cells(page))[0]).toContain('Dentist')
  expect(await page.getByRole('combobox', { name: 'Answered' }).inputValue()).toBe('Not dismissed')
  await page.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  await strip(page).getByRole('link', { name: '1 session change decided' }).click()
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect(await cells(page)).toEqual([
    [
      '1',
      formatDayHeader(addDays(today, 5)),
      '9:00 AM-9:45 AM',
      'Fine motor group',
      'The time (9:00 AM-9:45 AM to 10:00 AM-10:45 AM)',
      'Lincoln',
      `RejectedAda Admin, ${formatDate(today)}`,
      '',
    ],
  ])

  await page.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  const { asOf } = await call('getNeedsYou', { token: paul })
  await page.reload()
  const sent = page.waitForRequest('**/api/home/dismiss-news')
  await press(page, 'Dismiss: 1 session change decided')
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ key: 'decidedChanges' })
  expect(body.until >= asOf).toBe(true)
  await expect
    .poll(() => entries(page))
    .toEqual([
      ['3 past days not confirmed', '/open-days?status=1'],
      ['1 time-off request answered', '/pto-requests?answered=2'],
    ])
  await page.goto('/session-changes?stage=3')
  await page.getByText('No Data Found').waitFor()

  // A count that can't be dismissed stays, and says why.
  await page.goto('/')
  await page.route('**/api/home/dismiss-news', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'The database is full.', data: null } }),
  )
  await press(page, 'Dismiss: 1 time-off request answered')
  const notice = page.getByRole('dialog', { name: 'Not dismissed' })
  await notice.getByText('The database is full.').waitFor()
  await press(page, 'OK')
  await strip(page).getByRole('link', { name: '1 time-off request answered' }).waitFor()
})

test('shows nothing while nothing is open, and leads from an empty day to the next one with sessions', async () => {
  await portal.database().pool.query('truncate occurrences cascade')
  const next = addDays(today, 9)
  await addPauls(next)
  const page = await open('Providers')
  await page.getByText('You have no events scheduled today').waitFor()
  await page.getByText(`Your next day with sessions: ${formatDayHeader(next)}`).waitFor()
  expect(await strip(page).count()).toBe(0)
  await page.getByRole('link', { name: formatDayHeader(next) }).click()
  await page.getByText('Fine motor group').waitFor()
  expect(addressOf(page)).toBe(`/?date=${next}`)
  await page.goto(`/?date=${addDays(next, 1)}`)
  await page.getByText('You have no events scheduled today').waitFor()
  expect(await page.getByText('Your next day with sessions').count()).toBe(0)
})

const paulOn = (date: string, status = 'Not confirmed') => [formatDayHeader(date), 'Paul Provider', 'Lincoln', status]
const sofiaRow = [formatDayHeader(yesterday), 'Sofía Special', 'Northgate', 'Not confirmed']

listTests(portal, {
  definition: openDayList,
  path: '/open-days',
  rows: [paulOn(yesterday), sofiaRow, paulOn(before), paulOn(longAgo)],
  filters: {
    providerIds: 'links from the list of providers, below',
    status: {
      enter: 'Not confirmed',
      address: '?status=1',
      shows: [paulOn(yesterday), sofiaRow, paulOn(before), paulOn(longAgo)],
    },
  },
  addRecords: async (count) => {
    for (let day = 1; day <= count; day += 1) await addPauls(addDays(longAgo, -day))
  },
})

test('the list of providers leads to the open days of one of them', async () => {
  const page = await open('Administrators', '/unconfirmed-providers')
  await page.getByRole('link', { name: '3, Paul Provider' }).click()
  await page.getByText('1-3 of 3 results', { exact: true }).waitFor()
  expect(addressOf(page)).toBe('/open-days?providerIds=1&status=1')
  expect(await cells(page)).toEqual(
    [yesterday, before, longAgo].map((date, index) => [String(index + 1), ...paulOn(date)]),
  )
})
