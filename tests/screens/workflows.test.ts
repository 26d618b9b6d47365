/** The workflows as an analyst sees them: the list, the drawing, a state's details, and search. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { catalog } from '#workflows/catalog.ts'

const { newPage, signIn } = usePortal()

const open = async (path: string, email: string = PEOPLE.Administrators.email) => {
  const page = await newPage()
  await signIn(page, email)
  await page.goto(path)
  return page
}

const drawing = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })
/** The names of the states that are drawn, the boxes' closing buttons left out. */
const drawnStates = (page: Page, title: string) =>
  drawing(page, title)
    .locator('[aria-pressed] > text:first-of-type')
    .allTextContents()
    .then((names) => names.map((name) => name.trim()))
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const state = (page: Page, name: string) =>
  page.getByRole('group').getByRole('button', { name: new RegExp(`^${name} `) })
/** The drawing's pan and zoom. */
const transformOf = (page: Page, title: string) =>
  drawing(page, title).evaluate((svg) => getComputedStyle(svg.parentElement ?? svg).transform)

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined
    return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? ''
  })

test('an administrator browses the workflows, reads one, and downloads it', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()

  // Every one of them, and the first is drawn.
  const list = page.getByRole('navigation', { name: 'All workflows' })
  expect(await list.getByRole('button').allInnerTexts()).toEqual(catalog.map(({ title }) => title))
  await drawing(page, 'Sign-in').waitFor()
  expect(await drawnStates(page, 'Sign-in')).toEqual([
    'Sign-in',
    'Deciding',
    'Editing',
    'Submitting',
    'Using passkey',
    'Asking',
    'Leaving',
    'Finishing',
    'Confirming',
    'Signed in',
  ])

  await list.getByRole('button', { name: 'Hours on the calendar' }).click()
  await drawing(page, 'Hours on the calendar').waitFor()
  await page.getByText("A provider's hours at one school on one day, in a dialog.").first().waitFor()
  expect(queryOf(page)).toEqual({ chart: 'schedule/timesheet-modal' })

  // The list is one Tab stop, and so are the tools; arrow keys move within them.
  await list.getByRole('button', { name: 'Hours on the calendar' }).focus()
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe('Hours on the Home Page')
  await page.keyboard.press('ArrowDown')
  for (const stop of ['', 'Find a state or event', 'Zoom in']) {
    await page.keyboard.press('Tab')
    if (stop !== '') expect(await focused(page)).toBe(stop)
  }
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('Zoom out')
  await page.keyboard.press('End')
  expect(await focused(page)).toBe('Show code names')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(/^Hours on the calendar /)
  await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toBe('Show code names')

  // A state is selected by keyboard; its transitions lead to others.
  await state(page, 'Deleting').focus()
  await page.keyboard.press('Enter')
  const about = page.getByRole('region', { name: 'About Deleting' })
  await about.getByText('The stored hours are being deleted.').waitFor()
  expect(await about.getByRole('listitem').allInnerTexts()).toEqual([
    'delete the hours',
    'Closed: The hours were deleted / say that the hours were deleted',
    'Editing: The hours were not deleted [the server said why] / show the message in the row',
    'Confirming delete: The hours were not deleted',
    'Confirming delete: Confirm',
  ])
  expect(await axeFindings(page)).toEqual([])
  await about.getByRole('button', { name: 'Editing' }).click()
  await page.getByRole('region', { name: 'About Editing' }).waitFor()
  await page.goBack()
  await about.waitFor()

  // What lies in a box can be hidden, by keyboard too, which brings it into sight; the address keeps it.
  const before = await drawnStates(page, 'Hours on the calendar')
  await page.getByRole('button', { name: 'Collapse Entering' }).focus()
  await page.keyboard.press('Enter')
  const closed = ['Hours on the calendar', 'Closed', 'Opening', 'Choosing', 'Entering']
  await expect.poll(() => drawnStates(page, 'Hours on the calendar')).toEqual(closed)
  await page.reload()
  await expect.poll(() => drawnStates(page, 'Hours on the calendar')).toEqual(closed)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect.poll(() => drawnStates(page, 'Hours on the calendar')).toEqual(before)

  // Search finds states and events by either name; Enter goes to the next match.
  const search = page.getByRole('textbox', { name: 'Find a state or event' })
  await search.fill('timesheet.delete')
  await page.getByText('1 found').waitFor()
  await search.fill('confirming')
  await search.press('Enter')
  await page.getByRole('region', { name: 'About Confirming delete' }).waitFor()
  await search.fill('giraffe')
  await page.getByText('No results').waitFor()
  await search.fill('')

  // Keys move the drawing and bring it back.
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  const whole = await transformOf(page, 'Hours on the calendar')
  await state(page, 'Opening').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('+')
  expect(await transformOf(page, 'Hours on the calendar')).not.toBe(whole)
  await page.keyboard.press('0')
  expect(await transformOf(page, 'Hours on the calendar')).toBe(whole)
})

test('workflows are for administrators; a link to one that no longer exists says so; a failed drawing can be retried', async () => {
  const provider = await open('/workflows', PEOPLE.Providers.email)
  await expect.poll(() => provider.getByRole('heading', { name: 'Workflows' }).count()).toBe(0)
  await provider.getByRole('heading', { level: 1 }).waitFor()
  expect(await provider.getByRole('heading', { level: 1 }).innerText()).not.toBe('Workflows')

  const page = await open('/')
  await page.getByRole('link', { name: 'Workflows' }).waitFor()
  await page.route('**/elk-worker*', (route) => route.abort())
  await page.goto('/workflows?chart=schedule/gone&view=gone&state=gone')
  await page.getByText('There is no workflow “schedule/gone”.').waitFor()
  expect(queryOf(page)).toMatchObject({ chart: 'schedule/gone' })
  await page.getByRole('navigation', { name: 'All workflows' }).getByRole('button', { name: 'Sign-in' }).click()
  await page.getByText('The workflow could not be drawn.').waitFor()
  await page.unroute('**/elk-worker*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await drawing(page, 'Sign-in').waitFor()

  // A view whose script does not load leaves the rest of the page alone; so does a page whose script does not.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByText('Watch', { exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Watch' })
  await panel.getByText('This part of the page could not be loaded.').waitFor()
  expect(await drawing(page, 'Sign-in').count()).toBe(1)
  await page.unroute('**/assets/*.js')
  await panel.getByRole('button', { name: 'Reload page' }).click()
  await panel.getByRole('listbox', { name: 'Steps, newest first' }).waitFor()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Manage Schedule' }).click()
  await page.getByRole('heading', { name: 'This page could not be loaded', level: 1 }).waitFor()
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await page.getByRole('heading', { name: 'Manage Schedule', level: 1 }).waitFor()
})
