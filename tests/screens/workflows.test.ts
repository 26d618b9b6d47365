/** The workflows as an analyst sees them: the list, the drawing, a state's details, and search. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { catalog } from '#machines/catalog.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

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

test('an administrator browses the workflows, reads one, and downloads it', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()

  // Every one of them, and the first is drawn.
  const list = page.getByRole('navigation', { name: 'All workflows' })
  expect(await list.getByRole('button').allInnerTexts()).toEqual(catalog.map(({ title }) => title))
  await drawing(page, 'Sign-in').waitFor()
  expect(await drawnStates(page, 'Sign-in')).toEqual(['Sign-in', 'Editing', 'Submitting', 'Signed in'])

  await list.getByRole('button', { name: 'Hours on the calendar' }).click()
  await drawing(page, 'Hours on the calendar').waitFor()
  await page.getByText("A provider's hours at one school on one day, in a dialog.").first().waitFor()
  expect(queryOf(page)).toEqual({ chart: 'schedule/timesheet-modal' })

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

test('workflows are for administrators; a link to one that no longer exists shows the first; a failed drawing can be retried', async () => {
  const provider = await open('/workflows', PEOPLE.Providers.email)
  await expect.poll(() => provider.getByRole('heading', { name: 'Workflows' }).count()).toBe(0)
  await provider.getByRole('heading', { level: 1 }).waitFor()
  expect(await provider.getByRole('heading', { level: 1 }).innerText()).not.toBe('Workflows')

  const page = await open('/')
  await page.getByRole('link', { name: 'Workflows' }).waitFor()
  await page.route('**/elk-worker*', (route) => route.abort())
  await page.goto('/workflows?chart=schedule/gone&view=gone&state=gone')
  await page.getByText('The workflow could not be drawn.').waitFor()
  await page.unroute('**/elk-worker*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await drawing(page, 'Sign-in').waitFor()
})
