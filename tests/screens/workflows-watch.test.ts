/** An analyst watches the portal's machines live and afterward, in this tab and in another. */
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { students } from '#server/db/schema.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'

const { database, browserContext, signIn } = usePortal()

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'Caseloads')
})

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Caseload Record' }).getByRole('row')
const openRecord = async (context: BrowserContext) => {
  const page = await context.newPage()
  await page.goto('/caseload-record')
  await expect.poll(() => rowsOf(page).count()).toBe(6)
  return page
}
const search = async (page: Page, words: string, rows: number) => {
  await page.getByRole('searchbox').fill(words)
  await expect.poll(() => rowsOf(page).count()).toBe(rows + 1)
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Watch' })
const steps = (page: Page) => panel(page).getByRole('listbox', { name: 'Steps, newest first' })
/** Each step's lines but its time, the newest first. */
const listedSteps = async (page: Page) =>
  (await steps(page).getByRole('option').allInnerTexts()).map((text) =>
    text
      .split('\n')
      .filter((line) => !/^\d\d:\d\d:\d\d/.test(line))
      .join(' | '),
  )
const chosen = (page: Page) => steps(page).getByRole('option', { selected: true })
const control = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
/** Filters the steps by the start of the machine's name. */
const list = async (page: Page, name: string) => {
  const choice = panel(page).getByLabel('Steps of', { exact: true })
  const option = choice.locator('option').filter({ hasText: new RegExp(`^${name} \\(`) })
  await expect.poll(() => option.count()).toBe(1)
  await choice.selectOption((await option.getAttribute('value')) ?? '')
}
/** Names of the states that are marked as current. */
const marked = async (page: Page) =>
  (await page.locator('[data-tone="now"] > [aria-pressed] > text:first-of-type').allTextContents()).map((name) =>
    name.trim(),
  )
const lit = (page: Page) => page.locator('path[data-tone="lit"]').count()

/** Everything that someone could read, including titles and descriptions. */
const readable = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)
const expectNobodyNamed = async (page: Page) => {
  const html = await readable(page)
  const names = await database().db.select().from(students)
  expect(names.length).toBeGreaterThan(3)
  for (const { name } of names)
    for (const part of name.split(' ')) expect(html).not.toMatch(new RegExp(`(?<![\\w-])${part}(?![\\w-])`))
  expect(html).not.toContain(TEST_PASSWORD)
}

test('an administrator reviews what a list did, step by step, then watches another tab live', async () => {
  const context = await browserContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto('/caseload-record')
  await expect.poll(() => rowsOf(page).count()).toBe(6)
  await search(page, 'Okafor', 1)

  // The previous page's steps are still there: its list has stopped, and is drawn in its last state.
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByText('Watch', { exact: true }).click()
  await steps(page).waitFor()
  await list(page, 'List')
  await page.getByRole('group', { name: 'List', exact: true }).waitFor()
  const done = [
    'ends',
    'The rows loaded | Loading → Ready',
    'After a pause in typing or choosing (0.5 s) | Settling → Loading | starts load the rows',
    'Follow a link, or go back | no change',
    'Change a filter | Ready → Settling',
    'The rows loaded | Loading → Ready',
    'Follow a link, or go back | no change',
    'starts | Loading | starts load the rows',
  ]
  await expect.poll(() => listedSteps(page)).toEqual(done)
  expect(await marked(page)).toEqual(['Ready'])

  // Step back by keyboard: the drawing follows.
  await steps(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page).innerText()).toContain('After a pause in typing or choosing')
  expect(await marked(page)).toEqual(['Loading'])
  expect(await lit(page)).toBe(1)
  const held = panel(page).getByRole('region', { name: 'Selected step' })
  await held.getByText('Input of load the rows').waitFor()
  await held.getByText('filters', { exact: true }).first().click()
  expect(await held.innerText()).toContain('••••')
  await held.getByText('result', { exact: true }).click()
  await held.getByText('list (5)', { exact: false }).waitFor()
  await expectNobodyNamed(page)
  expect(await axeFindings(page)).toEqual([])
  await control(page, 'Forward').click()
  expect(await marked(page)).toEqual(['Ready'])
  expect(await lit(page)).toBe(2)

  await control(page, 'Copy as sequence diagram').click()
  await page.getByText('Mermaid diagram copied to the clipboard.').waitFor()
  const diagram = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll(/x\d+/g, 'list')
  expect(diagram).toBe(`sequenceDiagram
  participant list as List
  participant calls as Calls
  participant page as Page
  Note over list: starts
  Note over list: Loading
  list->>calls: load the rows
  page->>list: Follow a link, or go back
  Note over list: no change
  calls-->>list: The rows loaded
  Note over list: Loading → Ready
  page->>list: Change a filter
  Note over list: Ready → Settling
  page->>list: Follow a link, or go back
  Note over list: no change
  list->>list: After a pause in typing or choosing (0.5 s)
  Note over list: Settling → Loading
  list->>calls: load the rows
  calls-->>list: The rows loaded
  Note over list: Loading → Ready
  Note over list: ends
`)

  // Another tab, identified by its title: its steps show up live, and the view can be paused.
  const other = await openRecord(context)
  const tab = panel(page).getByLabel('Tab', { exact: true })
  await expect
    .poll(() => tab.locator('option').allInnerTexts())
    .toEqual(['This tab', 'Caseload Record (/caseload-record)'])
  await tab.selectOption({ index: 1 })
  await list(page, 'List')
  await search(other, 'Weiss', 1)
  await expect.poll(async () => (await listedSteps(page))[0]).toBe('The rows loaded | Loading → Ready')
  expect(await marked(page)).toEqual(['Ready'])
  await control(page, 'Pause').click()
  const before = await listedSteps(page)
  await search(other, '', 5)
  await panel(page)
    .getByText(/^Paused; \d newer/)
    .waitFor()
  expect(await listedSteps(page)).toEqual(before)
  await control(page, 'Go to latest').click()
  await expect.poll(async () => (await listedSteps(page)).length).toBeGreaterThan(before.length)
  await control(page, 'Resume').click()
  await expectNobodyNamed(page)

  await other.close()
  await panel(page).getByText('The tab was closed or its user signed out. Its recorded steps stay here.').waitFor()
  expect((await listedSteps(page)).length).toBeGreaterThan(before.length)

  // Back to this tab, and clear everything.
  await tab.selectOption('')
  await expect.poll(async () => (await listedSteps(page)).length).toBeGreaterThan(0)
  await list(page, 'List')
  await control(page, 'Clear').click()
  await panel(page).getByText('Nothing has happened yet.').waitFor()
})
