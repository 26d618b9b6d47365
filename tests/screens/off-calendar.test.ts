/** The time-off calendar above the administrators' list of requests. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal({ begin: addDistrict })

/** Friday, November 12, 2027, 10 PM in New York; the 13th in UTC. */
const NOW = new Date('2027-11-13T03:00:00Z')
const LONG_NAME = 'Maximiliana Wolfeschlegelsteinhausen-Bergerdorff'

beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'PTORequest')
  for (const role of ['Providers', 'SpecialProvider'] as const) {
    await allowScreen(database(), role, 'ProfileInformationRequestPTO')
  }
  server().now = NOW
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  const accepted = [
    await askForTimeOff(server(), paul, { requestedDate: '2027-11-15' }),
    await askForTimeOff(server(), sofia, { requestedDate: '2027-12-01', startTime: '07:00', endTime: '15:15' }),
  ]
  await askForTimeOff(server(), sofia, { requestedDate: '2027-11-15', startTime: '13:00', endTime: '15:30' })
  const ada = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('acceptPtos', { token: ada, body: { ids: accepted.join(',') } })
})

/** Adds many requests for Monday, November 22. */
const addCrowd = async () => {
  const { db } = database()
  const names = [LONG_NAME, ...Array.from({ length: 10 }, (_, index) => `Colleague ${String(index).padStart(2, '0')}`)]
  const added = await db
    .insert(providers)
    .values(
      names.map((name, index) => ({
        firstName: name.split(' ')[0] ?? '',
        lastName: name.split(' ')[1] ?? '',
        email: `colleague-${index}@district.example`,
        providerTypeId: 1,
        statusId: 1,
      })),
    )
    .returning({ id: providers.id })
  await db.insert(ptoRequests).values(
    added.map(({ id: providerId }, index) => ({
      providerId,
      requestedDate: '2027-11-22',
      startTime: '09:00',
      endTime: '12:00',
      reason: 'Conference',
      state: index === 0 ? ('pending' as const) : ('accepted' as const),
    })),
  )
}

const open = async () => {
  const page = await newPage()
  await page.clock.setFixedTime(NOW)
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto('/pto-record')
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const month = (page: Page, name: string) => page.getByRole('table', { name: `Time off in ${name}` })
/** The texts of each day with time off. */
const daysOf = async (page: Page, name: string) => {
  const cells = await month(page, name)
    .getByRole('cell')
    .filter({ has: page.getByRole('list') })
    .all()
  return Promise.all(
    cells.map(async (cell) => [
      await cell.locator('time').getAttribute('datetime'),
      ...(await cell.getByRole('listitem').allInnerTexts()).map((line) =>
        line.replaceAll(/\s+/g, ' ').replace(' ,', ','),
      ),
    ]),
  )
}
const hatching = (page: Page, name: RegExp) =>
  page
    .getByRole('link', { name })
    .evaluate((entry) => [getComputedStyle(entry).borderTopStyle, getComputedStyle(entry).backgroundImage !== 'none'])

test('shows who is off on each day of a month, leads from a day to its requests, and shows when one is accepted', async () => {
  await addCrowd()
  const page = await open()
  await expect
    .poll(() => daysOf(page, 'November 2027'))
    .toEqual([
      ['2027-11-15', 'Paul Provider, 3 h', 'Sofía Special, 2.5 h (Pending)'],
      ['2027-11-22', `${LONG_NAME}, 3 h (Pending)`, 'Colleague 00, 3 h', '+9 more on Mon, Nov 22, 2027'],
    ])
  expect(await month(page, 'November 2027').getByRole('columnheader').allInnerTexts()).toEqual([
    'Sun',
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
  ])
  // Today in the organization's time zone, not the browser's.
  expect(await page.locator('td[aria-current=date] time').getAttribute('datetime')).toBe('2027-11-12')
  expect(await hatching(page, /^Paul Provider/)).toEqual(['solid', false])
  expect(await hatching(page, /^Sofía Special/)).toEqual(['dashed', true])
  expect(await axeFindings(page)).toEqual([])

  // On a phone, the days with time off are stacked.
  await page.setViewportSize({ width: 390, height: 844 })
  await month(page, 'November 2027').waitFor()
  const shown = month(page, 'November 2027').getByRole('cell')
  await expect
    .poll(() => shown.locator('time:visible').allInnerTexts())
    .toEqual(['Mon, Nov 15, 2027', 'Mon, Nov 22, 2027'])
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })

  await button(page, '+9 more on Mon, Nov 22, 2027').focus()
  await page.keyboard.press('Enter')
  const whole = page.getByRole('dialog', { name: '+9 more on Mon, Nov 22, 2027' })
  await whole.getByText('Mon, Nov 22, 2027: 11 off').waitFor()
  await expect.poll(() => whole.getByRole('listitem').count()).toBe(11)
  await whole.getByText(`${LONG_NAME}, 9:00 AM-12:00 PM (Pending)`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await whole.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('+9 more')
  await page.keyboard.press('Enter')
  await whole.getByRole('link', { name: 'Colleague 09, 9:00 AM-12:00 PM' }).click()
  await whole.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).search).toMatch(/^\?providerIds=\d+&from=2027-11-22&to=2027-11-22$/)
  await page.getByText('1-1 of 1 results').waitFor()
  await page.getByRole('link', { name: /^Paul Provider/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/pto-record?providerIds=1&from=2027-11-15&to=2027-11-15')
  await page.getByRole('link', { name: /^Sofía Special/ }).click()
  await page.getByRole('checkbox', { name: 'Select Sofía Special, 11/15/2027, 1:00 PM-3:30 PM' }).check()
  await button(page, 'Accept').click()
  await button(page, 'Confirm').click()
  await page.getByText('This takes a balance below zero. Accept the requests anyway?').waitFor()
  await button(page, 'Confirm').click()
  await expect
    .poll(async () => (await daysOf(page, 'November 2027'))[0])
    .toEqual(['2027-11-15', 'Paul Provider, 3 h', 'Sofía Special, 2.5 h'])
})

test('pages through months, says when nobody is off, and retries after an error', async () => {
  const page = await open()
  await button(page, 'Next month').click()
  await expect.poll(() => daysOf(page, 'December 2027')).toEqual([['2027-12-01', 'Sofía Special, 8.25 h']])
  await button(page, 'This month').click()
  await month(page, 'November 2027').waitFor()
  await button(page, 'Previous month').click()
  await page.getByText('Nobody is off in October 2027.').waitFor()
  expect(await daysOf(page, 'October 2027')).toEqual([])

  await button(page, 'This month').click()
  await month(page, 'November 2027').waitFor()
  await page.route('**/get-time-off*', (route) => route.fulfill({ status: 500, json: {} }))
  // The month that is shown is read again.
  await button(page, 'This month').click()
  await button(page, 'Try again').waitFor()
  await page.unroute('**/get-time-off*')
  await button(page, 'Try again').click()
  await expect.poll(() => daysOf(page, 'November 2027')).toHaveLength(1)

  // It stays collapsed after a reload.
  await button(page, 'Who is off').click()
  await month(page, 'November 2027').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Who is off', expanded: false }).click()
  await month(page, 'November 2027').waitFor()
})
