/** The printed schedule: the server's PDF, and the page as the browser prints it. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Paul has a session on Monday and one on Friday, Sofía on Friday. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = new Date('2027-11-12T15:00:00Z')
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  const sofia = await server().tokenOf(PEOPLE.SpecialProvider.userId)
  await addSession(server(), paul, { date: '2027-11-15' })
  await addSession(server(), paul, { date: '2027-11-19', eventName: 'Reading circle' })
  await addSession(server(), sofia, { date: '2027-11-19', caseloadIds: [CASELOAD_IDS.dora] })
})

const open = async (who: keyof typeof PEOPLE, path: string) => {
  const page = await newPage()
  await signIn(page, PEOPLE[who].email)
  await page.goto(path)
  return page
}

const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an administrator downloads or prints the week on screen; a provider downloads their own from Manage Schedule', async () => {
  const page = await open('Administrators', '/?date=2027-11-17&provider=1')
  const fileOf = async (from: Page) => {
    const [file] = await Promise.all([from.waitForEvent('download'), choose(from, 'Download PDF')])
    return { name: file.suggestedFilename(), ...(await readPdf(await readFile(await file.path()))) }
  }
  await page.getByRole('button', { name: /Fine motor group/ }).waitFor()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print this page' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  const { name, pages } = await fileOf(page)
  expect(name).toBe('week-of-2027-11-14.pdf')
  expect(pages.length).toBe(1)
  expect(pages[0]?.slice(1, 5)).toEqual([
    'Week of Sun, Nov 14, 2027 to Sat, Nov 20, 2027',
    'Provider: Paul Provider',
    '2 sessions, 1:30 hours',
    'Paul Provider',
  ])

  // Printed by the browser, it has days and sessions, and no controls.
  const title = page.getByText('Week of Sun, Nov 14, 2027 to Sat, Nov 20, 2027', { exact: true })
  const session = page.getByRole('button', { name: /Fine motor group/ })
  await session.waitFor()
  expect(await title.isVisible()).toBe(false)
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await title.waitFor()
  expect(await page.getByText('Provider: Paul Provider', { exact: true }).isVisible()).toBe(true)
  expect(await session.isVisible()).toBe(true)
  for (const hidden of [
    page.getByRole('navigation').first(),
    page.getByRole('button', { name: 'Print', exact: true }),
    page.getByRole('button', { name: 'Save', exact: true }),
    page.getByRole('button', { name: 'Today', exact: true }),
    page.getByLabel('Search'),
  ]) {
    expect(await hidden.isVisible()).toBe(false)
  }
  await expect.poll(scheme).toBe('light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')

  const sofias = await open('SpecialProvider', '/schedule-provider-event-viewer?view=daily&date=2027-11-19')
  const own = await fileOf(sofias)
  expect(own.name).toBe('day-2027-11-19.pdf')
  expect(own.pages.flat()).toContain('Sofía Special, unconfirmed')
  expect(own.pages.flat().join(' ')).not.toContain('Paul')
})
