/** The administrators' People view: every provider's week in one table, to look at and to approve. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS, confirmHours } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday at ten in the morning in New York. */
const NOW = new Date('2026-06-12T14:00:00Z')
const [THURSDAY, FRIDAY] = ['2026-06-11', '2026-06-12'] as const

/** Paul confirmed Thursday and Friday; Sofía has not confirmed Friday. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = NOW
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  for (const date of [THURSDAY, FRIDAY]) await addSession(server(), paul, { date })
  await addSession(server(), sofia, { date: FRIDAY, caseloadIds: [CASELOAD_IDS.dora] })
  for (const date of [THURSDAY, FRIDAY]) await confirmHours(server(), paul, { date })
})

const WEEK = `?date=${FRIDAY}`

const open = async (options: Parameters<typeof newPage>[0] = {}) => {
  const page = await newPage(options)
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/people${WEEK}`)
  await grid(page).waitFor()
  return page
}
const grid = (page: Page) => page.getByRole('grid', { name: 'Days by provider' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, provider: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: provider, exact: true }) })
const cell = (page: Page, provider: string, name: string) =>
  row(page, provider).getByRole('gridcell', { name, exact: true })
const cells = async (page: Page) =>
  (await grid(page).getByRole('row').allInnerTexts()).map((row) =>
    row
      .split(/\s*\n\s*|\t/)
      .filter(Boolean)
      .join(' '),
  )
const rejected = async () =>
  (
    await database().pool.query(
      `select provider_id || ' ' || date || ' ' || reason as day from provider_days where state = 'rejected' order by 1`,
    )
  ).rows.map(({ day }) => day)
const approved = async () =>
  (
    await database().pool.query(
      `select provider_id || ' ' || date as day from provider_days where state = 'approved' order by 1`,
    )
  ).rows.map(({ day }) => day)
/** The focused cell: its row's header and its own text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const of = at?.closest('tr')?.querySelector('th')?.textContent
    return [...new Set([of, at?.textContent])].join(': ')
  })

const READY = '0:45 hours, 1 session, Ready'
const UNCONFIRMED = '0:45 hours, 1 session, Unconfirmed'
const APPROVED = '0:45 hours, 1 session, Approved'

test('a week is loaded, narrowed, and approved in three clicks; what is not ready says why', async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.route('**/get-people-days', (route) => route.abort())
  await page.goto(`/people${WEEK}`)
  await page.getByText('The week could not be loaded.').waitFor()
  await page.unroute('**/get-people-days')
  await button(page, 'Try again').click()
  await grid(page).waitFor()
  expect(await cells(page)).toEqual([
    'Provider Mon, Jun 8 Tue, Jun 9 Wed, Jun 10 Thu, Jun 11 Fri, Jun 12',
    `Paul Provider ${READY} ${READY}`,
    `Sofía Special ${UNCONFIRMED}`,
  ])

  await page.getByText('Unconfirmed (1)').click()
  expect(await cells(page)).toHaveLength(2)
  expect(new URL(page.url()).search).toBe(`${WEEK}&status=unconfirmed`)
  await page.reload()
  await cell(page, 'Sofía Special', UNCONFIRMED).waitFor()
  await page.getByText('Everyone').click()
  await page.getByRole('searchbox', { name: 'Provider' }).fill('paul')
  await expect.poll(() => cells(page)).toHaveLength(2)
  await page.getByRole('searchbox', { name: 'Provider' }).fill('nobody')
  await page.getByText('No providers match.').waitFor()
  await page.getByRole('searchbox', { name: 'Provider' }).fill('')
  await button(page, 'Select all ready (2)').click()
  await page.getByText('2 days selected').waitFor()
  expect(await cell(page, 'Paul Provider', READY).last().getAttribute('aria-selected')).toBe('true')
  expect(await cell(page, 'Sofía Special', UNCONFIRMED).getAttribute('aria-selected')).toBe('false')
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByRole('dialog', { name: /^2 days selected, not saved/ }).waitFor()
  await button(page, 'No').click()
  await button(page, 'Approve').click()
  await page.getByRole('dialog').getByText('2 days of Paul Provider, 06/11/2026, 06/12/2026').waitFor()
  await button(page, 'Confirm').click()
  await page.getByText('2 days have been approved').waitFor()
  await expect.poll(() => cell(page, 'Paul Provider', APPROVED).count()).toBe(2)
  expect(await approved()).toEqual([`1 ${THURSDAY}`, `1 ${FRIDAY}`])

  await cell(page, 'Sofía Special', UNCONFIRMED).click()
  await button(page, 'Approve').click()
  await button(page, 'Confirm').click()
  const refusal = page.getByRole('dialog', { name: 'These days could not be approved' })
  await refusal.getByText('Sofía Special has not confirmed the hours at Lincoln on 06/12/2026.').waitFor()
  await refusal.getByRole('button', { name: 'Open Sofía Special, 06/12/2026' }).click()
  await page.getByRole('region', { name: 'Lincoln, Sofía Special' }).waitFor()
  expect(new URL(page.url()).search).toBe(`?view=daily&date=${FRIDAY}&provider=2`)
  await page.goBack()
  await grid(page).waitFor()
  await page.getByText('Calendar', { exact: true }).click()
  await page.getByRole('heading', { name: 'Home Page', level: 1 }).waitFor()
})

test('a row is looked at and approved using only the keyboard', async () => {
  const page = await open()
  await page.getByRole('searchbox', { name: 'Provider' }).focus()
  // One Tab stop for the whole table, which comes after the panel's controls.
  for (
    let presses = 0;
    presses < 12 && !(await grid(page).evaluate((each) => each.matches(':focus-within')));
    presses++
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  expect(await focused(page)).toBe('Paul Provider: 0:45hours, 1 session,Ready')
  const details = page.getByRole('region', { name: 'Details' })
  await details
    .getByText('8:00 AM-8:45 AM Fine motor group')
    .or(details.getByText(/Fine motor group/))
    .waitFor()
  await details.getByText('Confirmed', { exact: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  await details.getByRole('heading', { name: 'Sofía Special' }).waitFor()
  await details.getByText('Unconfirmed', { exact: true }).waitFor()

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  expect(await focused(page)).toBe('Paul Provider')
  await page.keyboard.press('Space')
  await page.getByText('2 days selected').waitFor()
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: 'Are you sure you want to save the changes?' })
  await question.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('2 days have been approved').waitFor()
  expect(await approved()).toEqual([`1 ${THURSDAY}`, `1 ${FRIDAY}`])
  await expect.poll(() => focused(page)).toBe('Paul Provider')
  await page.keyboard.press('Control+End')
  expect(await focused(page)).toBe('Sofía Special: 0:45hours, 1 session,Unconfirmed')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Lincoln, Sofía Special' }).waitFor()
})

test('selected days are rejected together, with one reason, or none of them', async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto(`/people${WEEK}`)
  await row(page, 'Paul Provider').getByRole('rowheader').click()
  await page.getByText('2 days selected').waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog
    .getByText(
      '2 days of Paul Provider, 06/11/2026, 06/12/2026: the provider sees the reason and must confirm the hours again.',
    )
    .waitFor()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByText('Reason Is Required').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('Wrong school')
  // Meanwhile, Paul corrects his hours of Friday.
  await confirmHours(server(), await server().tokenOf(PEOPLE.Providers.userId), { date: FRIDAY, endTime: '09:30' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page
    .getByText('Paul Provider, 06/12/2026: The hours of this day have changed in the meantime. Please review them.')
    .waitFor()
  expect(await rejected()).toEqual([])
  await button(page, 'OK').click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Yes').click()
  await page.getByText('2 days selected').waitFor()
  await cell(page, 'Paul Provider', '0:30 hours, 1 session, To look at').waitFor()

  await button(page, 'Reject').click()
  await dialog.getByLabel('Reason').fill('Wrong school')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('2 days have been rejected').waitFor()
  await expect.poll(() => row(page, 'Paul Provider').getByText('Rejected').count()).toBe(2)
  expect(await rejected()).toEqual([`1 ${THURSDAY} Wrong school`, `1 ${FRIDAY} Wrong school`])
  await row(page, 'Paul Provider').getByText('Rejected').first().click()
  await page.getByRole('region', { name: 'Details' }).getByText('Reason: Wrong school').waitFor()
})

test('forty providers fit on a screen of 1,080 lines, and the table works on a phone', async () => {
  await database().pool.query(
    `insert into providers (first_name, last_name, email, provider_type_id, status_id)
       select 'Person', 'Number ' || lpad(n::text, 2, '0'), n || email, provider_type_id, status_id
       from providers, generate_series(1, 38) n where id = 1`,
  )
  const page = await open({ viewport: { width: 1920, height: 1080 } })
  expect(await grid(page).getByRole('row').count()).toBe(41)
  const last = await grid(page).getByRole('row').last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(1080)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await axeFindings(page)).toEqual([])
})
