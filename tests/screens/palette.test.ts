/** The command palette and the keyboard shortcuts. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { SHORTCUTS } from '#app/palette/shortcuts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/palette ${name}.png` })
}

const DAY = '2026-06-12'

beforeEach(async () => {
  await allowScreen(portal.database(), 'Administrators', 'Caseloads')
  await allowScreen(portal.database(), 'Providers', 'ProviderCaseload')
  const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
  await addSession(portal.server(), token, { date: DAY, providerId: 1, rateTypeId: 1 })
})

const open = async (by: keyof typeof PEOPLE, path = '/service-record') => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE[by].email)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const field = (page: Page) => page.getByRole('combobox', { name: 'Find anything', exact: true })
const showPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await field(page).waitFor()
}
/** The groups with their options, once they are for the words entered. */
const offered = (page: Page) =>
  page
    .getByRole('listbox', { name: 'Results' })
    .getByRole('group')
    .evaluateAll((groups) =>
      groups.map((group) => [
        group.getAttribute('aria-label'),
        ...[...group.querySelectorAll('[role="option"]')].map(
          (option) => option.querySelector('span > span')?.textContent,
        ),
      ]),
    )
const chosen = async (page: Page) => {
  const id = await field(page).getAttribute('aria-activedescendant')
  return page.locator(`[id="${id}"]`).locator('span > span').first().innerText()
}
const become = (page: Page, groups: unknown) => expect.poll(() => offered(page)).toEqual(groups)

test('finds screens and records by keyboard, opens them, and offers the recent ones first', async () => {
  const page = await open('Administrators')
  await showPalette(page)
  await page.keyboard.type('lin')
  await become(page, [['Schools', 'Lincoln']])
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'school')
  await page.keyboard.press('Enter')
  await expect.poll(() => addressOf(page)).toBe(`/updateSchool/${SCHOOL_IDS.lincoln}`)
  await field(page).waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^Find anything/ }).click()
  await field(page).fill('ma')
  await become(page, [
    ['Screens', 'PTO Available Hours', 'Settings', 'Manage Schedule', 'Outgoing Mail', 'Manage Schedules'],
    ['Schools', 'Maple'],
  ])
  await expect.poll(() => chosen(page)).toBe('PTO Available Hours')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page)).toBe('Settings')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen(page)).toBe('Maple')
  await field(page).fill('ana n')
  await become(page, [['Students', 'Ana Núñez']])
  await page.keyboard.press('Enter')
  await expect.poll(() => addressOf(page)).toBe('/student/1')

  await showPalette(page)
  await expect.poll(async () => (await offered(page))[0]).toEqual(['Recent', 'Ana Núñez', 'Lincoln'])
  await field(page).fill('L')
  await expect.poll(async () => (await offered(page))[0]).toEqual(['Recent', 'Lincoln'])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Ana')

  await field(page).fill('fine motor')
  await become(page, [['Sessions', 'Fine motor group']])
  await page.keyboard.press('Enter')
  await expect.poll(() => addressOf(page)).toBe(`/?view=daily&date=${DAY}&provider=1`)
  await page.getByText('Fine motor group').first().waitFor()
})

test('offers providers only their own students and sessions, and a day by its date', async () => {
  const page = await open('Providers')
  await showPalette(page)
  await field(page).fill('o')
  await expect
    .poll(async () => (await offered(page)).filter(([group]) => group !== 'Screens'))
    .toEqual([
      ['Students', 'Bo Li', 'Chi Okafor'],
      ['Sessions', 'Fine motor group'],
    ])
  await field(page).fill('june 12, 2026')
  await become(page, [
    ['Days', 'Fri, Jun 12, 2026'],
    ['Sessions', 'Fine motor group'],
  ])
  await page.keyboard.press('Enter')
  await expect.poll(() => addressOf(page)).toBe(`/?date=${DAY}`)
  await field(page).waitFor({ state: 'hidden' })
  await showPalette(page)
  await field(page).fill('dora')
  await page.getByText('Nothing found').waitFor()
  await field(page).fill('school accounts')
  await page.getByText('Nothing found').waitFor()
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'hidden' })
})

test('a late answer never replaces a newer one; if there is none, it says so, and asks again', async () => {
  const page = await open('Administrators')
  let release = () => {}
  const late = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/find-records', async (route) => {
    if (route.request().postDataJSON().words === 'an') await late
    await route.continue().catch(() => {})
  })
  await showPalette(page)
  const asked = page.waitForRequest((request) => request.postDataJSON()?.words === 'an')
  await field(page).fill('an')
  await asked
  await page.getByRole('status').getByText('Searching').waitFor({ state: 'attached' })
  await field(page).fill('maple')
  await become(page, [['Schools', 'Maple']])
  release()
  await field(page).fill('map')
  await become(page, [['Schools', 'Maple']])

  await page.unroute('**/find-records')
  await page.route('**/find-records', (route) => route.abort())
  await field(page).fill('lincoln')
  const notice = page.getByRole('alert').filter({ hasText: 'The search did not get an answer.' })
  await notice.waitFor()
  await page.unroute('**/find-records')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await become(page, [['Schools', 'Lincoln']])
  expect(await notice.count()).toBe(0)
})

test('lists every shortcut under "?"; none fires while typing in a field or in a dialog', async () => {
  const page = await open('Administrators')
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('?')
  expect(await search.inputValue()).toBe('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Shift+?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  expect(await dialog.getByRole('row').evaluateAll((rows) => rows.map((row) => row.lastChild?.textContent))).toEqual(
    SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.map(({ does }) => does)),
  )
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'shortcuts')
  await page.keyboard.press('Control+k')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await showPalette(page)
  await page.getByRole('button', { name: /^Keyboard shortcuts/ }).click()
  await dialog.waitFor()
})
