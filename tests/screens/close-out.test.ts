/** The dry run of a half-month before it is locked. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, openPage, press } from '#tests/support/definition-page.ts'
import { hasFocus, waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { approve, confirm, NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, SCHOOL_IDS, storeWaitingChange, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const portal = usePortal()
const db = () => portal.database().db

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/close-out ${name}.png`, fullPage: true })
}

const tokens = async () => ({
  ada: await portal.server().tokenOf(PEOPLE.Administrators.userId),
  paul: await portal.server().tokenOf(PEOPLE.Providers.userId),
  sofia: await portal.server().tokenOf(PEOPLE.SpecialProvider.userId),
})

const hourly = 1
const MAPLE = { at: 'maple', startTime: '13:00', endTime: '14:00' } as const
const UNPRICED = { date: '2026-11-06', by: 'sofia', at: 'northgate' } as const

/** One point of each kind: see the rows of the first test. */
const addNovember = async () => {
  portal.server().now = TEST_NOW
  const token = await tokens()
  const server = portal.server()
  await db().insert(schoolBillingProfiles).values({ schoolId: SCHOOL_IDS.lincoln, billingEmail: 'pay@lincoln.example' })
  // Nine hours in the half-month before.
  await work(server, token, { date: '2026-10-30', endTime: '18:00', rateTypeId: hourly })
  await plan(server, { date: '2026-11-03', rateTypeId: hourly })
  await plan(server, { date: '2026-11-03', rateTypeId: hourly, ...MAPLE })
  await confirm(server, token, { date: '2026-11-03' })
  await confirm(server, token, { date: '2026-11-03', ...MAPLE })
  await approve(server, token, { date: '2026-11-03' })
  await plan(server, { date: '2026-11-04', rateTypeId: hourly })
  await plan(server, { date: '2026-11-05' })
  await confirm(server, token, { date: '2026-11-05' })
  await plan(server, UNPRICED)
  await confirm(server, token, UNPRICED)
  await db().delete(schoolServiceRates).where(eq(schoolServiceRates.schoolId, SCHOOL_IDS.northgate))
  const [changed] = await db().select().from(occurrences).where(eq(occurrences.date, '2026-11-04'))
  await storeWaitingChange(portal.database(), changed?.id ?? 0, { date: '2026-11-04' })
  await db().insert(ptoRequests).values({
    providerId: PEOPLE.SpecialProvider.providerId,
    requestedDate: '2026-11-10',
    startTime: '09:00',
    endTime: '12:00',
    reason: 'Dentist',
  })
}

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Administrators', 'SchoolAccount')
  await allowScreen(portal.database(), 'Administrators', 'PTORequest')
  await addNovember()
})

const open = async (query = '?period=2026-11-01') => {
  const page = await openPage(portal, `/close-out${query}`)
  await page.getByRole('table', { name: 'Totals' }).waitFor()
  return page
}

const rows = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table })
    .locator('tbody [role=row]')
    .evaluateAll((found) => found.map((row) => [...row.children].map(({ textContent }) => textContent)))

const counts = (page: Page) =>
  page.getByRole('list', { name: 'Open items by kind' }).getByRole('listitem').allInnerTexts()

const points = (page: Page) => rows(page, 'Open items')
const pressCount = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()
const COUNTS = {
  change: /Changes waiting$/,
  request: /Open requests$/,
  rate: /Work without a rate$/,
  email: /No billing email$/,
}
const back = (page: Page) => page.getByRole('link', { name: 'Back to Close Out' })

test('counts what is open by kind, lists it by provider, and narrows it as the address says', async () => {
  const page = await open()
  expect(await counts(page)).toEqual([
    '1\nDays not confirmed',
    '0\nDays rejected',
    '2\nDays to approve',
    '0\nDays to look at',
    '1\nChanges waiting',
    '1\nOpen requests',
    '2\nWork without a rate',
    '2\nNo billing email',
  ])
  const unrated = 'Without a rateOccupational Therapy, 1:00 h, 1 session'
  expect(await points(page)).toEqual([
    ['Paul Provider', 'Not confirmed', '11/04/2026', 'Lincoln', 'Open day'],
    ['Paul Provider', 'Change waiting', '11/04/2026', 'Lincoln', 'Open changes'],
    ['Paul Provider', 'Ready to approve', '11/05/2026', 'Lincoln', 'Open day'],
    ['Paul Provider', unrated, '11/05/2026', 'Lincoln', 'Set rate typeOpen rates'],
    ['Sofía Special', 'Ready to approve', '11/06/2026', 'Northgate', 'Open day'],
    ['Sofía Special', unrated, '11/06/2026', 'Northgate', 'Open rates'],
    ['Sofía Special', 'Open request', '11/10/2026', '', 'Open request'],
    ['No provider', 'No billing email', '', 'Maple', 'Add email'],
    ['No provider', 'No billing email', '', 'Northgate', 'Add email'],
  ])
  await page.getByText('Locking by force would now leave out 3 days, 3:00 h, $85.50.').waitFor()
  await page.getByText('Updated 10:00 AM', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'light')

  await pressCount(page, /^2 Days to approve$/)
  await page.getByRole('table', { name: 'Days to approve' }).waitFor()
  await page.getByRole('combobox', { name: 'Provider' }).selectOption('Sofía Special (1)')
  const sofias = [['Sofía Special', 'Ready to approve', '11/06/2026', 'Northgate', 'Open day']]
  await expect.poll(() => rows(page, 'Days to approve')).toEqual(sofias)
  expect(addressOf(page)).toBe('/close-out?period=2026-11-01&kind=unapproved&of=2')
  await page.reload()
  await page.getByRole('table', { name: 'Days to approve' }).waitFor()
  expect(await rows(page, 'Days to approve')).toEqual(sofias)
  await page.getByText('By school').click()
  await expect
    .poll(() => rows(page, 'Days to approve'))
    .toEqual([
      ['Lincoln', 'Ready to approve', '11/05/2026', 'Paul Provider', 'Open day'],
      ['Northgate', 'Ready to approve', '11/06/2026', 'Sofía Special', 'Open day'],
    ])
  await pressCount(page, /^0 Days rejected$/)
  await page.getByText('Nothing like this is open.').waitFor()
  await pressCount(page, /^0 Days rejected$/)
  expect(await page.getByRole('combobox', { name: 'School' }).getByRole('option').allInnerTexts()).toEqual([
    'All schools (9)',
    'Lincoln (4)',
    'Maple (1)',
    'Northgate (3)',
    'No school (1)',
  ])
})

test('leads to where each point is fixed, and back', async () => {
  const place = '/close-out?period=2026-11-01&by=school&kind='
  const page = await openPage(portal, `${place}unconfirmed`)
  for (const [kind, name, address] of [
    [
      'unconfirmed',
      'Open day: Lincoln, Not confirmed, 11/04/2026, Paul Provider',
      '/?view=daily&date=2026-11-04&provider=1',
    ],
    ['change', 'Open changes: Lincoln, Change waiting, 11/04/2026, Paul Provider', '/session-changes?stage=1'],
    [
      'request',
      'Open request: No school, Open request, 11/10/2026, Sofía Special',
      '/pto-record?providerIds=2&from=2026-11-10&to=2026-11-10',
    ],
    [
      'rate',
      'Open rates: Northgate, Without a rate, 11/06/2026, Sofía Special, Occupational Therapy',
      '/updateSchool/3?tab=rates',
    ],
    ['email', 'Add email: Maple, No billing email', '/updateSchool/2?tab=billing'],
  ] as const) {
    if (kind !== 'unconfirmed') await pressCount(page, COUNTS[kind])
    await page.getByRole('link', { name, exact: true }).click()
    await expect.poll(() => addressOf(page)).toBe(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shoot(page, `back from ${kind}`)
    if (kind === 'change') {
      await back(page).waitFor()
      expect(await axeFindings(page)).toEqual([])
      await page.reload()
    }
    await back(page).click()
    await page.getByRole('link', { name, exact: true }).waitFor()
    expect(addressOf(page)).toBe(place + kind)
    expect(await back(page).count()).toBe(0)
  }
  // Screens that were not opened from here have no way back.
  await page.goto('/session-changes?stage=1')
  await page.getByText('1-1 of 1 results').waitFor()
  expect(await back(page).count()).toBe(0)
})

test('sets the rate type of sessions without a rate, by keyboard alone, and says why one is not saved', async () => {
  const page = await open('?period=2026-11-01&kind=rate')
  await page.getByRole('button', { name: /^Set rate type: Paul Provider, / }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Hourly' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Hourly', 'Per session'])
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('The rate type is saved.').waitFor()
  await expect.poll(() => rows(page, 'Work without a rate')).toHaveLength(1)
  await page.getByRole('button', { name: '1 Work without a rate' }).waitFor()
  const heading = page.getByRole('heading', { name: 'Work without a rate' })
  await waitForFocus(heading)
  const paulsDay = eq(occurrences.date, '2026-11-05')
  const [stored] = await db().select().from(occurrences).where(paulsDay)
  expect(stored?.rateTypeId).toBe(2)
  expect((await rows(page, 'Totals'))[0]).toEqual(['Paul Provider', '4:00', '$312.00', '$720.00', '$0.00', ''])

  await db().update(occurrences).set({ rateTypeId: null }).where(paulsDay)
  await hearOnlyTheTest(page)
  await page.reload()
  await page.getByRole('button', { name: /^Set rate type: Paul Provider, / }).waitFor()
  await db().update(occurrences).set({ rateTypeId: hourly }).where(paulsDay)
  await page.getByRole('button', { name: /^Set rate type: Paul Provider, / }).click()
  await page.getByRole('menuitem', { name: 'Per session' }).click()
  await page
    .getByRole('dialog', { name: 'Not saved' })
    .getByText('There are no sessions without a rate like these anymore. Reload the page to see what is left.')
    .waitFor()
  await press(page, 'OK')
  await expect.poll(() => rows(page, 'Work without a rate')).toHaveLength(1)
})

test('sets the rate type of locked sessions until their school is invoiced, and then says why not', async () => {
  const token = await tokens()
  await approve(portal.server(), token, { date: '2026-11-05' })
  const call = (name: 'lockOutPeriod' | 'generateInvoice', body: object) =>
    portal.server().call(name, { token: token.ada, body: { ...NOVEMBER, ...body } })
  await call('lockOutPeriod', { isForceFullLockOut: true })
  await call('generateInvoice', { schoolId: SCHOOL_IDS.maple })
  const page = await open('?period=2026-11-01&kind=rate')
  const set = page.getByRole('button', { name: /^Set rate type: Paul Provider, / })
  await set.click()
  await page.getByRole('menuitem', { name: 'Hourly' }).click()
  await page.getByText('The rate type is saved.').waitFor()
  await page.getByText('Nothing like this is open.').or(page.getByText('Nothing is open.')).waitFor()

  expect(await call('generateInvoice', { schoolId: SCHOOL_IDS.lincoln })).toMatchObject({ status: 200 })
  await db().update(occurrences).set({ rateTypeId: null }).where(eq(occurrences.date, '2026-11-05'))
  await page.reload()
  await page
    .getByText(
      'The school has been invoiced for 11/05/2026. A single day can be corrected instead: open it under People, and choose Correct this day.',
    )
    .waitFor()
  expect(await set.count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'invoiced without a rate')
})

test('puts projected totals beside the two half-months before, marks what is unusual, and explains amounts', async () => {
  const page = await open('?period=2026-11-01&by=school')
  const lincoln = ['Lincoln', '3:00', '$171.00', '$720.00', '$0.00', 'Half or less']
  const maple = ['Maple', '1:00', '$81.00', '$0.00', '$0.00', 'New']
  expect(await rows(page, 'Totals')).toEqual([lincoln, maple, ['Northgate', '1:00', '$0.00', '$0.00', '$0.00', '']])
  const head = page.getByRole('table', { name: 'Totals' }).getByRole('columnheader')
  expect(await head.allInnerTexts()).toEqual([
    'School',
    'Hours',
    'Projected',
    '10/16 to 10/31',
    '10/01 to 10/15',
    'Unusual',
  ])
  await page.getByText('As if every day were approved, with admin fees.').waitFor()
  await press(page, 'Why? Left out, 11/01/2026 to 11/15/2026')
  await page.getByRole('dialog').getByText('Not approved').first().waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const why = 'Why? Maple, 11/01/2026 to 11/15/2026'
  await press(page, why)
  const dialog = page.getByRole('dialog', { name: why })
  await dialog.getByText('1 hour × $81.00 = $81.00.').waitFor()
  const behind = dialog.getByRole('table').getByRole('row').last()
  expect(await behind.getByRole('cell').allInnerTexts()).toEqual([
    '11/03/2026',
    'Paul Provider',
    '1:00 PM-2:00 PM Fine motor group',
    '1:00 PM-2:00 PM',
    'Paul Provider, 11/20/2026 10:00 AM',
    'Ada Admin, 11/20/2026 10:00 AM',
    '1:00',
    '$81.00',
  ])
  await dialog.getByText('The rate has applied since 01/01/2025; who set it is not on record.').waitFor()
  await dialog.getByText('The period is not locked: the amount can still change.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'why')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await waitForFocus(page.getByLabel(why, { exact: true }))

  await page.getByRole('checkbox', { name: 'Only unusual totals (2)' }).check()
  await expect.poll(() => rows(page, 'Totals')).toEqual([lincoln, maple])
  expect(addressOf(page)).toBe('/close-out?period=2026-11-01&by=school&totals=unusual')
  await page.getByRole('cell', { name: '$252.00' }).waitFor()
})

test('says which days of a half-month are left, and locks them', async () => {
  await db()
    .insert(lockOuts)
    .values({
      ...{ startDate: '2026-11-01', endDate: '2026-11-01', isForced: false },
      ...{ leftOut: { days: 0, hundredths: 0, amount: '0.00' } },
      ...{ lockedById: PEOPLE.Administrators.userId, lockedAt: TEST_NOW },
    })
  const page = await open()
  await page.getByText('Locked by Ada Admin on 11/20/2026 10:00 AM: 11/01/2026 to 11/01/2026.').waitFor()
  await page.getByText('11/02/2026 to 11/15/2026 is not locked. Locking by force would now leave out').waitFor()
  await page.getByText('Partly locked', { exact: true }).waitFor()
  await press(page, 'Lock Out')
  const dialog = page.getByRole('dialog', { name: 'Lock Out', exact: true })
  await dialog.getByText('Only 11/02/2026 to 11/15/2026 is not locked yet.').waitFor()
  await dialog.getByRole('button', { name: 'Lock Out', exact: true }).click()
  await press(page, 'Lock Out Anyway')
  await page.getByRole('option', { name: '11/01/2026 to 11/15/2026: Locked by force' }).waitFor({ state: 'attached' })
  expect(await db().select().from(lockOuts)).toMatchObject([
    { startDate: '2026-11-01', endDate: '2026-11-01' },
    { startDate: '2026-11-02', endDate: '2026-11-15', isForced: true },
  ])
})

test('goes from half-month to half-month, and says which are locked and which cannot be yet', async () => {
  await db()
    .insert(lockOuts)
    .values({
      ...{ startDate: '2026-10-01', endDate: '2026-10-31', isForced: false },
      ...{ leftOut: { days: 0, minutes: 0, amount: '0.00' } },
      ...{ lockedById: PEOPLE.Administrators.userId, lockedAt: TEST_NOW },
    })
  const page = await open()
  await press(page, 'Previous half-month')
  await page
    .getByText('Locked by Ada Admin on 11/20/2026 10:00 AM, with 10/01/2026 to 10/31/2026. Nothing was left out.')
    .waitFor()
  expect(addressOf(page)).toBe('/close-out?period=2026-10-16')
  const chosen = page.getByRole('combobox', { name: 'Half-month' })
  await chosen.selectOption('10/01/2026 to 10/15/2026: Locked')
  await expect.poll(() => addressOf(page)).toBe('/close-out?period=2026-10-01')
  await page.goBack()
  await expect.poll(() => chosen.inputValue()).toBe('2026-10-16')
  await press(page, 'Next half-month')
  await page.getByText('Locking by force would now leave out').waitFor()

  await visit(page, '/close-out?period=2099-12-16')
  await page.getByText('This half-month can be locked from 01/01/2100 on. No past day waits for approval.').waitFor()
  await page.getByText('Nothing is open.').waitFor()
  await page.getByText('There is no work in these half-months.').waitFor()
  expect(await page.getByRole('button', { name: 'Lock Out' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Next half-month' }).isDisabled()).toBe(true)
})

test('follows what others do, while the focus and the choice stay', async () => {
  const page = await open('?period=2026-11-01&of=1')
  const link = page.getByRole('link', { name: 'Open day: Paul Provider, Not confirmed, 11/04/2026, Lincoln' })
  await link.focus()
  await approve(portal.server(), await tokens(), { date: '2026-11-05' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: '1 Days to approve' }).waitFor()
  expect((await points(page)).map(([, what]) => what)).toEqual([
    'Not confirmed',
    'Change waiting',
    'Without a rateOccupational Therapy, 1:00 h, 1 session',
  ])
  expect(await hasFocus(link)).toBe(true)
  await page.getByText('Locking by force would now leave out 2 days, 2:00 h, $85.50.').waitFor()
})

test('locks the half-month from here by force, and says afterwards what was left out', async () => {
  const page = await open()
  await press(page, 'Lock Out')
  const dialog = page.getByRole('dialog', { name: 'Lock Out', exact: true })
  expect(await dialog.getByRole('textbox', { name: 'Start Date' }).inputValue()).toBe('11/01/2026')
  expect(await dialog.getByRole('textbox', { name: 'To Date' }).inputValue()).toBe('11/15/2026')
  // No scroll container cuts the calendar off.
  await dialog.getByRole('textbox', { name: 'Start Date' }).click()
  await page.getByRole('button', { name: 'Previous month' }).waitFor()
  const isInSight = await page
    .locator('[data-dates-dropdown], .mantine-Popover-dropdown')
    .last()
    .locator('button')
    .last()
    .evaluate((day) => {
      const { x, y, width, height } = day.getBoundingClientRect()
      return day.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  expect(isInSight).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Lock Out', exact: true }).click()
  const question = page.getByRole('dialog', { name: /^Are you sure/ })
  await question.getByRole('button', { name: /^Why/ }).click()
  await page
    .getByRole('dialog', { name: /^Why\? Left out/ })
    .getByText('Not confirmed')
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog', { name: /^Why/ }).count()).toBe(0)
  await press(page, 'Lock Out Anyway')
  await page
    .getByText('Locked by force by Ada Admin on 11/20/2026 10:00 AM. Left out when locked: 3 days, 3:00 h, $85.50.')
    .waitFor()
  expect(await db().select().from(lockOuts)).toMatchObject([{ ...NOVEMBER, isForced: true }])
  expect(await page.getByRole('button', { name: 'Lock Out' }).count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Half-month' }).innerText()).toContain(
    '11/01/2026 to 11/15/2026: Locked by force',
  )
  // The request and the change still wait; nothing can be changed about the rates.
  await expect
    .poll(() => points(page))
    .toEqual([
      ['Paul Provider', 'Change waiting', '11/04/2026', 'Lincoln', 'Open changes'],
      ['Sofía Special', 'Open request', '11/10/2026', '', 'Open request'],
      ['No provider', 'No billing email', '', 'Maple', 'Add email'],
    ])
  expect((await rows(page, 'Totals'))[0]).toEqual([
    'Paul Provider',
    '2:00',
    '$166.50',
    '$720.00',
    '$0.00',
    'Half or less',
  ])
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'locked')
  await page.getByRole('link', { name: 'Lock-outs of this month' }).click()
  await page.getByText('1-1 of 1 results').waitFor()
  expect(addressOf(page)).toBe('/lockout?from=2026-11&to=2026-11')
  await back(page).click()
  await page.getByRole('link', { name: 'Generate invoices' }).click()
  await page.getByRole('button', { name: 'Generate All Invoices' }).waitFor()
  expect(addressOf(page)).toBe('/invoice-record?from=2026-11-01&to=2026-11-15&school=all')
})

test('has room for many points, long names and namesakes on a phone', async () => {
  const lastName = 'Featherstonehaugh-Cholmondeley-Wolfeschlegelsteinhausenbergerdorff'
  await db().update(providers).set({ firstName: 'Maximiliane', middleName: '', lastName })
  const day = (index: number) => new Date(Date.UTC(2026, 10, 1 + (index % 15))).toISOString().slice(0, 10)
  await db()
    .insert(ptoRequests)
    .values(
      Array.from({ length: 500 }, (_, index) => ({
        providerId: 1 + (index % 2),
        requestedDate: day(index),
        ...{ startTime: '09:00', endTime: '12:00', reason: 'Dentist' },
      })),
    )
  const page = await open()
  await page.getByRole('button', { name: '501 Open requests' }).waitFor()
  await page.getByText('1-20 of 509 results').waitFor()
  const name = `Maximiliane ${lastName}`
  expect((await rows(page, 'Totals')).map(([of]) => of)).toEqual([`${name} (no. 1)`, `${name} (no. 2)`])
  await shoot(page, 'long')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'phone')
})
