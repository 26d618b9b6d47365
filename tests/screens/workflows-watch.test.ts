/** An analyst watches the portal's machines live and afterward, in this tab and in another. */
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { students } from '#server/db/schema/students.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'

const { database, browserContext, newPage, signIn } = usePortal()

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
    'Ends',
    'The rows loaded | Loading → Ready',
    'After a pause in typing or choosing (0.5 s) | Settling → Loading | Starts: load the rows',
    'Follow a link, or go back | No change',
    'Change a filter | Ready → Settling',
    'The rows loaded | Loading → Ready',
    'Follow a link, or go back | No change',
    'Starts | Loading | Starts: load the rows',
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
  expect(await held.innerText()).not.toMatch(/xstate\.|Context/)
  await held.getByText('result', { exact: true }).click()
  await held.getByText('list (5)', { exact: false }).waitFor()
  await expectNobodyNamed(page)
  expect(await axeFindings(page)).toEqual([])
  await control(page, 'Forward').click()
  expect(await marked(page)).toEqual(['Ready'])
  expect(await lit(page)).toBe(2)
  await steps(page).getByRole('option', { name: 'Change a filter' }).click()
  await expect.poll(() => chosen(page).innerText()).toContain('Change a filter')
  expect(await marked(page)).toEqual(['Settling'])

  await control(page, 'Copy as sequence diagram').click()
  await page.getByText('Mermaid diagram copied to the clipboard.').waitFor()
  const diagram = (await page.evaluate(() => navigator.clipboard.readText())).replaceAll(/x\d+/g, 'list')
  expect(diagram).toBe(`sequenceDiagram
  participant page as Page
  participant list as List
  participant listloadPage as load the rows
  Note over list: Starts
  Note over list: Loading
  list->>listloadPage: starts
  page->>list: Follow a link, or go back
  Note over list: No change
  listloadPage-->>list: succeeds
  Note over list: Loading → Ready
  page->>list: Change a filter
  Note over list: Ready → Settling
  page->>list: Follow a link, or go back
  Note over list: No change
  list->>list: After a pause in typing or choosing (0.5 s)
  Note over list: Settling → Loading
  list->>listloadPage: starts
  listloadPage-->>list: succeeds
  Note over list: Loading → Ready
  Note over list: Ends
`)

  // Another tab, identified by its title: its steps show up live, and the view can be paused.
  const other = await openRecord(context)
  const tab = panel(page).getByLabel('Tab', { exact: true })
  await expect
    .poll(() => tab.locator('option').allInnerTexts())
    .toEqual(['Automatic', 'This tab', 'Caseload Record (/caseload-record)'])
  await tab.selectOption({ index: 2 })
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

const WATCH_LIST = '/workflows?chart=common/paged-list&view=watch'
const detailOf = (page: Page) => new URL(page.url()).searchParams.get('detail')
const tabChoice = (page: Page) => panel(page).getByLabel('Tab', { exact: true })
const chosenTab = (page: Page) => tabChoice(page).locator('option:checked').innerText()
const sequence = (page: Page) => page.getByRole('listbox', { name: 'Sequence diagram, oldest first' })
/** Whether the current state's box is inside the drawing's frame. */
const isCurrentInView = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[data-tone="now"] [data-state] > rect')?.getBoundingClientRect()
    const frame = document.querySelector('.react-transform-wrapper')?.getBoundingClientRect()
    if (!box || !frame) return false
    return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
  })

test('a running machine is found in any tab, and the drawing follows it', async () => {
  const context = await browserContext()
  const page = await context.newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(WATCH_LIST)
  await panel(page)
    .getByText('“List” is not running in any of your tabs. It shows here as soon as it starts.')
    .waitFor()

  const first = await openRecord(context)
  await expect.poll(() => chosenTab(page)).toBe('Automatic: Caseload Record (/caseload-record)')
  await expect.poll(() => marked(page)).toEqual(['Ready'])
  await search(first, 'Okafor', 1)
  await expect.poll(async () => (await listedSteps(page)).length).toBe(7)
  await expect.poll(() => isCurrentInView(page)).toBe(true)

  // The sequence diagram is live; a click on an arrow selects its step.
  await expect
    .poll(() => sequence(page).getByRole('option').last().innerText())
    .toContain('load the rows to List: succeeds; List: Loading → Ready')
  await sequence(page).getByRole('option', { name: 'Page to List: Change a filter', exact: false }).click()
  await expect.poll(() => chosen(page).innerText()).toContain('Change a filter')
  await sequence(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen(page).innerText()).toContain('The rows loaded')
  expect(await axeFindings(page)).toEqual([])
  await control(page, 'Resume').click()

  // A second machine doesn't disturb; a person may choose it, and then stays with it.
  const second = await openRecord(context)
  await search(second, 'Weiss', 1)
  const others = panel(page).getByRole('list', { name: 'Also running' })
  await others.getByRole('button', { name: 'In Caseload Record (/caseload-record)' }).click()
  await expect.poll(async () => (await listedSteps(page)).length).toBe(7)
  expect(await chosenTab(page)).toBe('Caseload Record (/caseload-record)')
  await search(first, '', 5)
  await second.close()
  await panel(page).getByText('The tab was closed or its user signed out. Its recorded steps stay here.').waitFor()

  // Left to itself again, it moves to the one that runs, and on when that ends and another starts.
  await tabChoice(page).selectOption({ label: 'Automatic' })
  await expect.poll(async () => (await listedSteps(page)).length).toBe(11)
  await first.close()
  const third = await openRecord(context)
  await expect.poll(async () => (await listedSteps(page)).length).toBe(3)

  // Moved by hand, the drawing stays until it is to follow again.
  const follow = panel(page).getByRole('switch', { name: 'Follow' })
  expect(await follow.isChecked()).toBe(true)
  await page.locator('.react-transform-wrapper').scrollIntoViewIfNeeded()
  const frame = await page.locator('.react-transform-wrapper').boundingBox()
  if (!frame) throw new Error('nothing is drawn')
  await page.mouse.move(frame.x + 40, frame.y + 40)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width - 20, frame.y + 350, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => follow.isChecked()).toBe(false)
  expect(await isCurrentInView(page)).toBe(false)
  await search(third, 'Weiss', 1)
  await expect.poll(async () => (await listedSteps(page)).length).toBe(7)
  expect(await isCurrentInView(page)).toBe(false)
  await follow.click()
  await expect.poll(() => isCurrentInView(page)).toBe(true)
})

test('a run is saved, downloaded, opened in another browser, and replayed', async () => {
  const context = await browserContext()
  const page = await context.newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(WATCH_LIST)
  const other = await openRecord(context)
  await search(other, 'Okafor', 1)
  await expect.poll(async () => (await listedSteps(page)).length).toBe(7)
  const runs = panel(page).getByRole('region', { name: 'Recorded runs' })
  await runs.getByRole('button', { name: 'Save run' }).click()
  await runs.getByRole('button', { name: 'Save', exact: true }).click()
  await runs.getByText('Name is required').waitFor()
  await runs.getByRole('textbox', { name: 'Name' }).fill('Search')
  await runs.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = runs.getByRole('list', { name: 'Saved runs' })
  await expect.poll(() => saved.getByRole('listitem').allInnerTexts()).toEqual(['Search\n\nList, 7 steps'])
  await runs.getByRole('button', { name: 'Save run' }).click()
  await runs.getByRole('textbox', { name: 'Name' }).fill('Search ')
  await runs.getByRole('button', { name: 'Save', exact: true }).click()
  await runs.getByText('A run with this name already exists.').waitFor()
  await runs.getByRole('button', { name: 'Cancel' }).click()

  const download = page.waitForEvent('download')
  await saved.getByRole('button', { name: 'Download Search' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Search.json')
  const text = readFileSync(await file.path(), 'utf8')
  const run = JSON.parse(text)
  expect(run).toMatchObject({ format: 'homeroom-run', version: 1, statechart: 'pagedList', title: 'List' })
  expect(run.steps).toHaveLength(7)
  expect(run.details).toHaveLength(7)
  expect(text).toContain('••••')
  for (const { name } of await database().db.select().from(students))
    for (const part of name.split(' ')) expect(text).not.toMatch(new RegExp(`(?<![\\w-])${part}(?![\\w-])`, 'i'))

  // Somebody else opens the file.
  const guest = await newPage()
  await signIn(guest, PEOPLE.Administrators.email)
  await guest.goto('/workflows?view=watch')
  const opener = panel(guest).locator('input[type="file"]')
  const open = (name: string, content: string) =>
    opener.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
  const problem = panel(guest).getByRole('alert')
  await open('broken.json', text.slice(0, 200))
  await problem.getByText('This file is damaged, or it is not a recorded run.').waitFor()
  await open('other.json', '{"hello":"there"}')
  await problem.getByText('This file is not a recorded run.').waitFor()
  await open('newer.json', JSON.stringify({ ...run, version: 2 }))
  await problem
    .getByText('This run was saved by a newer version of the portal. Reload the page, then open it again.')
    .waitFor()
  await open('holes.json', JSON.stringify({ ...run, steps: [{ number: 1 }] }))
  await problem.getByText('This file is damaged: parts of the recorded run are missing or invalid.').waitFor()
  await open('large.json', ' '.repeat(4 * 1024 * 1024 + 1))
  await problem.getByText('This file is too large: a recorded run has at most 4 MB.').waitFor()

  await open('Search.json', text)
  const replay = panel(guest).getByRole('region', { name: 'Replay' })
  await replay.getByRole('heading', { name: 'Search' }).waitFor()
  await guest.getByRole('group', { name: 'List', exact: true }).waitFor()
  await replay.getByText('Step 1 of 7').waitFor()
  expect(detailOf(guest)).toBe('file:Search')
  await expect.poll(() => marked(guest)).toEqual(['Loading'])
  await control(guest, 'Step forward').click()
  await control(guest, 'Step forward').click()
  await replay.getByText('Step 3 of 7').waitFor()
  await expect.poll(() => marked(guest)).toEqual(['Ready'])
  expect(await lit(guest)).toBe(2)
  await replay.getByRole('region', { name: 'Selected step' }).getByText('Data', { exact: true }).waitFor()
  await control(guest, 'Step back').click()
  await expect.poll(() => marked(guest)).toEqual(['Loading'])
  expect(await axeFindings(guest)).toEqual([])
  await replay.getByLabel('Speed').selectOption('0.5')
  await control(guest, 'Play').click()
  await control(guest, 'Pause').click()
  await control(guest, 'Play').waitFor()
  await replay.getByLabel('Speed').selectOption('4')
  await control(guest, 'Play').click()
  await replay.getByText('Step 7 of 7').waitFor()
  await control(guest, 'Play').waitFor()
  expect(await marked(guest)).toEqual(['Ready'])
  await sequence(guest).getByRole('option', { name: 'Page to List: Change a filter', exact: false }).click()
  await replay.getByText('Step 4 of 7').waitFor()
  await expectNobodyNamed(guest)
  await control(guest, 'Close run').click()
  await opener.waitFor({ state: 'attached' })
  await guest.goBack()
  await replay.getByRole('heading', { name: 'Search' }).waitFor()
  await guest.reload()
  await panel(guest).getByText('The run “Search” was opened from a file. Open the file again to replay it.').waitFor()

  // A run of another version of the workflow replays what is still there.
  await open('Old.json', text.replaceAll('pagedList.settling', 'pagedList.waiting'))
  await replay.getByRole('heading', { name: 'Old' }).waitFor()
  const missing = replay.getByRole('region', { name: 'Not in this statechart' })
  expect(await missing.getByRole('listitem').allInnerTexts()).toEqual(['State Waiting'])
  await control(guest, 'Step forward').click()
  await control(guest, 'Step forward').click()
  await expect.poll(() => marked(guest)).toEqual(['Ready'])
  await control(guest, 'Close run').click()

  // The saved run stays in the browser until it is deleted.
  await page.reload()
  await saved.getByRole('button', { name: 'Search', exact: true }).click()
  await panel(page).getByText('Step 1 of 7').waitFor()
  expect(detailOf(page)).toBe('run:Search')
  await page.reload()
  await panel(page).getByText('Step 1 of 7').waitFor()
  await page.goBack()
  await saved.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.goForward()
  await panel(page).getByText('Step 1 of 7').waitFor()
  await control(page, 'Close run').click()
  await saved.getByRole('button', { name: 'Delete Search' }).click()
  await runs
    .getByText('None saved yet. Runs are saved in this browser, with names, notes and other text masked.')
    .waitFor()
  await page.goto(`${WATCH_LIST}&detail=run:Search`)
  await panel(page).getByText('No run called “Search” is saved in this browser.').waitFor()
  await runs
    .getByText('None saved yet. Runs are saved in this browser, with names, notes and other text masked.')
    .waitFor()
})
