/** An analyst compares two versions of a workflow, and is told when one has changed. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { newPage, signIn } = usePortal()

const panel = (page: Page) => page.getByRole('complementary', { name: 'Changes' })
const changes = (page: Page) => panel(page).getByRole('list', { name: 'Changes' }).getByRole('button')
const drawing = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
/** The badges of the drawn states: what happened to them. */
const badges = (page: Page, title: string) =>
  drawing(page, title)
    .locator('g:has(> [aria-pressed])')
    .evaluateAll((states) =>
      states.flatMap((state) => {
        const badge = state.querySelector(':scope > g:not([aria-pressed]) text')?.textContent
        const name = state.querySelector('[aria-pressed] > text')?.textContent?.trim()
        return badge && name ? [`${name}: ${badge}`] : []
      }),
    )
const addressOf = (page: Page) => new URL(page.url()).searchParams.get('detail')
const isInView = (page: Page, selector: string) =>
  page.evaluate((searched) => {
    const frame = document.querySelector('.react-transform-wrapper')?.getBoundingClientRect()
    const box = document.querySelector(searched)?.getBoundingClientRect()
    return Boolean(frame && box && box.bottom > frame.top && box.top < frame.bottom && box.right > frame.left)
  }, selector)

test('two versions are compared, overlaid and side by side', async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto('/workflows?chart=schedule/timesheet-row')
  await page.getByText('Changes', { exact: true }).click()
  await panel(page).getByText('The two versions are the same.').or(changes(page).first()).first().waitFor()
  await panel(page).getByLabel('From').selectOption({ label: 'Nov 21, 2026, release 2' })
  await panel(page).getByLabel('To').selectOption({ label: 'Nov 22, 2026, release 2' })
  await panel(page).getByRole('heading', { name: 'What changed (40)' }).waitFor()
  expect(addressOf(page)).toBe('2026-11-21.2..2026-11-22.2')
  const said = await changes(page).allInnerTexts()
  expect(said.slice(0, 3)).toEqual([
    'Changed: Immediately from Opening to Reading: now when it is a row of the table, before always',
    'Added: Immediately from Opening to Editing',
    'Added: Save or confirm in Reading when the hours are already confirmed',
  ])
  expect(said).toContain('Removed: State Confirming')
  await expect
    .poll(() => badges(page, 'Hours on the Home Page'))
    .toEqual(
      expect.arrayContaining(['Saving: + added', 'Left: + added', 'Confirming: − removed', 'Opening: ~ changed']),
    )
  expect(await axeFindings(page)).toEqual([])

  // Each change shows its place.
  await changes(page).filter({ hasText: 'Added: Discard the changes from Confirming drop to Left' }).click()
  await expect.poll(() => isInView(page, '[data-edge^="confirmingDrop: drop.confirm"]')).toBe(true)
  const line = drawing(page, 'Hours on the Home Page').locator('path[data-found]')
  expect(await line.getAttribute('data-tone')).toBe('added')
  await changes(page).filter({ hasText: 'Removed: State Confirming' }).click()
  const confirming = drawing(page, 'Hours on the Home Page').locator('[data-state="timesheetRow.confirming"]')
  expect(await confirming.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => isInView(page, '[data-state="timesheetRow.confirming"]')).toBe(true)

  // The address keeps both versions and the way they are drawn.
  await panel(page).getByText('Side by side').click()
  await drawing(page, 'Hours on the Home Page, Nov 21, 2026, release 2').waitFor()
  await expect
    .poll(() => badges(page, 'Hours on the Home Page, Nov 21, 2026, release 2'))
    .toContain('Confirming: − removed')
  await page.reload()
  await drawing(page, 'Hours on the Home Page, Nov 22, 2026, release 2').waitFor()
  await expect.poll(() => badges(page, 'Hours on the Home Page, Nov 22, 2026, release 2')).toContain('Saving: + added')
  expect(addressOf(page)).toBe('2026-11-21.2..2026-11-22.2,sides')
  expect(await panel(page).getByLabel('From').inputValue()).toBe('2026-11-21.2')
  expect(await axeFindings(page)).toEqual([])

  // On paper, both drawings say what they compare.
  await page.emulateMedia({ media: 'print' })
  const caption = 'Changes from Nov 21, 2026, release 2 to Nov 22, 2026, release 2'
  await page.getByText(caption).first().waitFor()
  await expect.poll(() => page.locator('#printed-older').textContent()).toContain('− removed')
  await expect.poll(() => page.locator('#printed-newer').textContent()).toContain('+ added')
  expect(await page.locator('#printed-chart').count()).toBe(0)
  await page.emulateMedia({ media: null })

  // All workflows that differ lead to their own comparison; one that didn't exist says so.
  await panel(page)
    .getByText(/^All workflows that differ/)
    .click()
  const added = panel(page).getByRole('region', { name: 'Added', exact: true })
  expect(await added.getByRole('listitem').allInnerTexts()).toEqual([
    'Workflow viewer',
    'Live workflow view',
    'Workflow simulation',
    'Saved paths',
  ])
  await added.getByRole('button', { name: 'Saved paths' }).click()
  await panel(page).getByText('“Saved paths” does not exist in this version (Nov 21, 2026, release 2).').waitFor()
  await panel(page).getByText('There is nothing to compare.').waitFor()
  await drawing(page, 'Saved paths, Nov 22, 2026, release 2').waitFor()

  // A workflow whose texts alone differ, and one with two equal versions.
  await page.goto('/workflows?chart=session/sign-in&view=changes&detail=2026-11-21.2..2026-11-22.2')
  await panel(page).getByText('What it does is the same; only descriptions or tags differ.').waitFor()
  await page.goto('/workflows?chart=session/sign-in&view=changes&detail=2026-11-22.2..2026-11-22.2')
  await panel(page).getByText('The two versions are the same.').waitFor()
})

test('a workflow that changed since the last look is marked until it is opened', async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto('/workflows?chart=common/draft')
  await drawing(page, 'Form draft').waitFor()
  const list = page.getByRole('navigation', { name: 'All workflows' })
  const open = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await open('Row details')
  await drawing(page, 'Row details').waitFor()
  const marked = list.getByText('Changed since you last looked')
  expect(await marked.count()).toBe(0)
  const note = page.getByText('Changed since you last looked on May 3.')
  expect(await note.count()).toBe(0)

  // As if the user had seen Row details on May 3, when it had no retry.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => /^looked\/.*\/common\/details$/.test(each)) ?? ''
    const entry = JSON.parse(localStorage.getItem(key) ?? '')
    const chart = JSON.parse(entry.chart)
    delete chart.states.failed.on['details.retry']
    const year = new Date().getFullYear()
    localStorage.setItem(key, JSON.stringify({ at: Date.UTC(year, 4, 3, 17), chart: JSON.stringify(chart) }))
  })
  await open('Form draft')
  await marked.waitFor()
  expect(await list.getByRole('button', { name: 'Row details Changed since you last looked' }).count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])

  await open('Row details')
  await note.waitFor()
  await expect.poll(() => marked.count()).toBe(0)
  await page.getByRole('button', { name: 'Show what changed' }).click()
  await expect
    .poll(() => changes(page).allInnerTexts())
    .toEqual(['Added: Try again from Failed to Loading (note what to load)'])
  expect(addressOf(page)).toBe('seen..now')
  await page.reload()
  await expect.poll(() => changes(page).count()).toBe(1)

  // The user has looked.
  await page.goto('/workflows?chart=common/details')
  await drawing(page, 'Row details').waitFor()
  await open('Form draft')
  await drawing(page, 'Form draft').waitFor()
  expect(await marked.count()).toBe(0)
  await open('Row details')
  await drawing(page, 'Row details').waitFor()
  expect(await note.count()).toBe(0)
})
