/** Where sessions without students, and sessions that no longer exist, lead from the calendar. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { deleteScheduleEvents } from '#contract/session-form.ts'
import { addDays, formatDate, localOf, startOfWeek } from '#domain/time.ts'
import {
  DEMO_ADMINISTRATOR,
  DEMO_PROVIDER,
  DEMO_SPECIAL_PROVIDER,
  type DemoAccount,
} from '#server/seed/demo-accounts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { tokenIn } from '#tests/support/sessions.ts'
import { visit } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), DEMO_TIME_ZONE).date
/** In the week after next, so that nothing has passed. */
const tuesday = addDays(startOfWeek(today), 16)
const CALENDAR = `/schedule-event-viewer?view=daily&date=${tuesday}`

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const combobox = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true })
const eventName = (page: Page) => page.getByRole('textbox', { name: 'Event name' })
const details = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Weekday' })
const eventsNamed = (page: Page, name: string) => page.locator('[data-event]').filter({ hasText: name })
const openCalendar = async (page: Page) => {
  await page.goto(CALENDAR)
  await page.locator('[data-event]').first().waitFor()
}

const chooseFirst = async (page: Page, within: Locator, field: string) => {
  await combobox(within, field).click()
  await page.getByRole('option').first().click()
}

/** A session without students, added from the calendar. */
const addBasic = async (page: Page, name: string) => {
  await openCalendar(page)
  await button(page, '+ Add Session').click()
  const form = page.getByRole('dialog', { name: 'Add Session' })
  await form.getByText('Basic', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Session name' }).fill(name)
  for (const field of ['Provider', 'School', 'Service', 'Rate type']) {
    if (await combobox(form, field).count()) await chooseFirst(page, form, field)
  }
  await combobox(form, 'Start Time').fill('6:00 PM')
  await page.keyboard.press('Tab')
  await button(form, 'Save').click()
  await acceptSaved(page, /^Event has been (added|updated) successfully/)
  await eventsNamed(page, name).waitFor()
}

/** The final confirmation of a deletion is the same everywhere. */
const confirmDeletion = async (page: Page) => {
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Are you sure you want to delete the record?' })
    .getByRole('button', { name: /^Delete (session|series)$/ })
    .click()
}

describe('a session without students', () => {
  test('opens on its read-only page for users who have it, from where it is edited and deleted; in the dialog for others', async () => {
    const page = await signIn(DEMO_SPECIAL_PROVIDER)
    await addBasic(page, 'Hearing screening')
    const calendar = page.url()
    await eventsNamed(page, 'Hearing screening').click()
    await heading(page, 'View Event').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/view-schedule-provider\/\d+\/true$/)
    await expect.poll(() => eventName(page).inputValue()).toBe('Hearing screening')
    expect(await eventName(page).isDisabled()).toBe(true)
    expect(await button(page, 'Update').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/view event.png` })

    await button(page, 'Edit or Delete').click()
    await button(details(page), 'Edit').click()
    await heading(page, 'Edit Event').waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/edit-schedule-provider\/\d+\/\d+$/)
    await button(page, 'Cancel').click()
    await eventsNamed(page, 'Hearing screening').waitFor()
    expect(page.url()).toBe(calendar)

    // For other users, it opens in the dialog.
    const administrator = await signIn(DEMO_ADMINISTRATOR)
    await openCalendar(administrator)
    await eventsNamed(administrator, 'Hearing screening').click()
    for (const name of ['Edit', 'Delete']) expect(await button(details(administrator), name).isEnabled()).toBe(true)

    await eventsNamed(page, 'Hearing screening').click()
    await button(page, 'Edit or Delete').click()
    await button(details(page), 'Delete').click()
    await confirmDeletion(page)
    await expect.poll(() => page.url()).toBe(calendar)
    await page.locator('[data-event]').first().waitFor()
    expect(await eventsNamed(page, 'Hearing screening').count()).toBe(0)
  })
})

/** The page still shows a session that is deleted elsewhere; it is clicked. */
const clickDeleted = async (account: DemoAccount, name: string) => {
  const page = await signIn(account)
  await hearOnlyTheTest(page)
  await openCalendar(page)
  const event = page.locator('[data-event]').first()
  const id = await event.getAttribute('data-event')
  const reply = await page.request.delete(deleteScheduleEvents.path, {
    headers: { token: await tokenIn(page) },
    data: { languageId: 1, scheduleEventRecurrenceIds: [Number(id)] },
  })
  expect(reply.status()).toBe(200)
  await event.click()
  await heading(page, name).waitFor()
  return { page, id }
}

describe('a session that has been deleted', () => {
  test.each([
    [DEMO_PROVIDER, '/create-schedule-provider'],
    [DEMO_ADMINISTRATOR, '/create-schedule'],
  ] as const)('leads $email to a prefilled form that adds it again', async (account, path) => {
    const { page, id } = await clickDeleted(account, 'Add Event')
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${path}/\\d+/${id}$`))
    await page.getByText(`The session on ${formatDate(tuesday)} has been deleted.`).waitFor()
    await expect.poll(() => eventName(page).inputValue()).not.toBe('')
    const name = await eventName(page).inputValue()
    await expect.poll(() => combobox(page, 'Service').inputValue()).not.toBe('')
    if (account === DEMO_PROVIDER) expect(await axeFindings(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/add in place ${account.displayName}.png` })
    await button(page, 'Save').click()
    await acceptSaved(page, /^Event has been (added|updated) successfully/)
    await eventsNamed(page, name).first().waitFor()
    expect(new URL(page.url()).searchParams.get('date')).toBe(tuesday)

    // A saved address of one that exists, and of one that nobody knows.
    const stored = await page.locator('[data-event]').first().getAttribute('data-event')
    await visit(page, `${path}/1/${stored}`)
    await page.getByText(`The session on ${formatDate(tuesday)} is on the schedule.`).waitFor()
    await visit(page, `${path}/1/99999999?date=2027-01-05&start=10:00&end=10:45`)
    await page.getByText('This session is no longer on the schedule. You can add a new one here.').waitFor()
    await expect.poll(() => combobox(page, 'Start Time').inputValue()).toBe('10:00 AM')
  })
})
