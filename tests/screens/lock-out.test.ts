/** Locking and unlocking billing periods; the dialog's states are covered by the machine's tests. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import { latestHalfMonths, periodInWords } from '#domain/billing/period.ts'
import { localOf } from '#domain/time.ts'
import { lockOutList } from '#screens/billing/lock-outs-screen.tsx'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { press } from '#tests/support/definition-page.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addInvoice } from '#tests/support/server/issued-invoices.ts'
import { addDistrict, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const db = () => portal.database().db

const row = (startDate: string, endDate: string, more: object = {}) => ({
  startDate,
  endDate,
  isForced: false,
  leftOut: { days: 0, hundredths: 0, amount: '0.00' },
  lockedById: PEOPLE.Administrators.userId,
  lockedAt: new Date('2026-11-20T15:00:00Z'),
  ...more,
})

const SEPTEMBER = row('2026-09-01', '2026-09-15', {
  unlockedById: PEOPLE.Administrators.userId,
  unlockedAt: new Date('2026-11-20T16:00:00Z'),
  unlockReason: 'A late correction',
})
const OCTOBER = row('2026-10-16', '2026-10-31', {
  isForced: true,
  leftOut: { days: 2, hundredths: 350, amount: '1299.25' },
})

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await db().insert(lockOuts).values([SEPTEMBER, OCTOBER])
})

test("uses the spec's wording", () => {
  expect([lockOutList.heading, ...lockOutList.columns.map(({ title }) => title), lockOutList.emptyText]).toEqual([
    'School Billing Period',
    'ID',
    'Start Date',
    'End Date',
    'Lockdout',
    'Locked By',
    'Left Out When Locked',
    'State',
    'No Data Available',
  ])
})

const signIn = async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  return page
}

test('finds periods by month, asks for a month first, and heads cards on a phone with the period', async () => {
  const page = await signIn()
  await page.goto('/lockout')
  await page.getByText('1-2 of 2 results', { exact: true }).waitFor()
  await press(page, 'Search')
  await page.getByRole('alert').getByText('Please select any filter', { exact: true }).waitFor()
  await press(page, 'From Month')
  // The calendar opens at the current year.
  const year = page.getByRole('button', { name: /^20\d\d$/ })
  while (Number(await year.innerText()) > 2026) await press(page, 'Previous year')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Oct', exact: true }).click()
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?from=2026-10')
  expect(await page.getByText('Please select any filter').count()).toBe(0)
  await press(page, 'Search')
  await page.getByRole('cell', { name: '2 days, 3.5 h, $1,299.25' }).waitFor()
  await press(page, 'Reset Filters')
  await page.getByText('1-2 of 2 results', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect
    .poll(() => page.locator('[data-heading]').allInnerTexts())
    .toEqual(['10/16/2026 to 10/31/2026', '09/01/2026 to 09/15/2026'])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/lockout?to=2026-09')
  await page.getByRole('cell', { name: /^Unlocked\s*11\/20\/2026 11:00 AM, Ada Admin: A late correction$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Unlock/ }).count()).toBe(0)
})

test('locks a half-month by force, unlocks it with a reason, and says why an invoiced one is not unlocked', async () => {
  portal.server().now = TEST_NOW
  const token = {
    ada: await portal.server().tokenOf(PEOPLE.Administrators.userId),
    paul: await portal.server().tokenOf(PEOPLE.Providers.userId),
    sofia: await portal.server().tokenOf(PEOPLE.SpecialProvider.userId),
  }
  await work(portal.server(), token, { date: '2026-11-03', rateTypeId: 1 })
  await plan(portal.server(), { date: '2026-11-04', rateTypeId: 1, endTime: '10:30' })
  const page = await signIn()
  await page.goto('/lockout')
  await press(page, 'Lock Out')
  const dialog = page.getByRole('dialog', { name: 'Lock Out', exact: true })
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('11/01/2026')
  await page.keyboard.press('Tab')
  const toDate = dialog.getByRole('textbox', { name: 'To Date' })
  expect(await toDate.inputValue()).toBe('11/15/2026')
  await page.keyboard.type('11/15/2026')
  expect(await toDate.inputValue()).toBe('11/15/2026')
  await page.keyboard.press('Tab')
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Lock Out', exact: true }).click()
  await page.getByText('left out of billing and payroll: 1 day, 1:30 h, $128.25').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Lock Out Anyway')
  await page.getByText('The billing period 11/01/2026 to 11/15/2026 is locked.').waitFor()
  await page.getByText('1-3 of 3 results', { exact: true }).waitFor()
  expect(await db().select().from(lockOuts).where(eq(lockOuts.id, 3))).toMatchObject([
    { ...NOVEMBER, isForced: true, unlockedAt: null },
  ])
  await press(page, 'Unlock 11/01/2026 to 11/15/2026')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByText('Reason Is Required', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Wrong hours on the 3rd')
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByText('The billing period 11/01/2026 to 11/15/2026 is unlocked.').waitFor()
  await page.getByRole('cell', { name: /Ada Admin: Wrong hours on the 3rd$/ }).waitFor()
  const days = await db().select().from(providerDays)
  expect(days.map(({ date, state }) => `${date} ${state}`).sort()).toEqual(['2026-11-03 approved', '2026-11-04 open'])

  await press(page, 'Unlock 10/16/2026 to 10/31/2026')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Two days were forgotten')
  await addInvoice(portal.database(), { number: 1, startDate: '2026-10-16', endDate: '2026-10-31' })
  await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  const message = page.getByRole('dialog', { name: 'Not saved' })
  await message.waitFor()
  expect(await message.innerText()).toBe(
    `Not saved\n\n${lockOutMessages.invoiced} ${correctionMessages.insteadOfUnlocking}\n\nOK`,
  )
  await press(page, 'OK')
  expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Two days were forgotten')

  // Once it is known, it is said before anyone types a reason.
  await page.getByRole('table').getByText(lockOutMessages.invoiced).waitFor()
  await page.getByRole('table').getByText(correctionMessages.insteadOfUnlocking).waitFor()
  const unlock = { name: 'Unlock 10/16/2026 to 10/31/2026', includeHidden: true }
  expect(await page.getByRole('button', unlock).count()).toBe(0)
})

test('marks the latest half-months that are locked, and says at the dates what is wrong with them', async () => {
  const [latest, second, third] = latestHalfMonths(localOf(Date.now(), TEST_TIME_ZONE).date, 3)
  if (!latest || !second || !third) throw new Error('There are three')
  await db().delete(lockOuts)
  const ended = {
    unlockedById: PEOPLE.Administrators.userId,
    unlockedAt: new Date('2026-11-20T16:00:00Z'),
    unlockReason: 'A late correction',
  }
  await db()
    .insert(lockOuts)
    .values([
      row(latest.startDate, latest.endDate, ended),
      row(second.startDate, second.endDate),
      row(third.startDate, third.endDate, { isForced: true }),
    ])
  const page = await signIn()
  await page.goto('/lockout')
  await press(page, 'Lock Out')
  const offered = page.getByRole('group', { name: 'Latest half-months' }).getByRole('button')
  await expect
    .poll(() => offered.allInnerTexts())
    .toEqual([periodInWords(latest), `${periodInWords(second)}: Locked`, `${periodInWords(third)}: Locked by force`])

  const dialog = page.getByRole('dialog', { name: 'Lock Out', exact: true })
  const says = async (text: string) => dialog.getByText(text, { exact: true }).first().waitFor()
  const submit = () => dialog.getByRole('button', { name: 'Lock Out', exact: true }).click()
  await submit()
  await says('Start Date Is Required')
  await says('To Date Is Required')
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('10/02/2026')
  await dialog.getByRole('textbox', { name: 'To Date' }).fill('09/30/2026')
  await page.keyboard.press('Tab')
  await says('Choose the 1st, 15th, 16th or last day of a month.')
  await says("To Date can't be less than Start Date")
})

const AT = '11/20/2026 10:00 AM'

listTests(portal, {
  definition: lockOutList,
  path: '/lockout',
  rows: [
    ['2', '10/16/2026', '10/31/2026', AT, 'Ada Admin', '2 days, 3.5 h, $1,299.25', 'Locked by force'],
    [
      ...['1', '09/01/2026', '09/15/2026', AT, 'Ada Admin', 'Nothing'],
      'Unlocked11/20/2026 11:00 AM, Ada Admin: A late correction',
    ],
  ],
  filters: { months: 'chosen from a calendar of months: see above' },
  hasRowActions: true,
  addRecords: async (count) => {
    for (let index = 0; index < count; index += 1) {
      const month = `20${10 + index}-01`
      await db()
        .insert(lockOuts)
        .values(row(`${month}-01`, `${month}-15`))
    }
  },
})
