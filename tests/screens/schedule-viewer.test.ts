/** Manage Schedules (weekdays, 09:00 to 19:00) and the creator mode, in Chromium against the real server and its demo district. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, eachDay, formatDate, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, DEMO_SPECIAL_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { acceptSaved, passPreview } from '#tests/support/preview.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { visit } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), DEMO_TIME_ZONE).date
/** In the week after next, so that nothing has passed. */
const monday = addDays(startOfWeek(today), 15)
const friday = addDays(monday, 4)
const VIEWER = '/schedule-viewer'
const CREATOR = '/schedule-event-creator'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const combobox = (within: Page | Locator, name: string) => within.getByRole('combobox', { name, exact: true })
/** The print-only heading has the same text for a single day. */
const head = (page: Page, date: string) =>
  page.getByText(formatDayHeader(date), { exact: true }).filter({ visible: true })
const daysOf = (page: Page) =>
  page.locator('[data-day]').evaluateAll((days) => [...new Set(days.map((day) => day.getAttribute('data-day')))])
const dateOf = (page: Page) => new URL(page.url()).searchParams.get('date')

const choose = async (page: Page, within: Page | Locator, field: string, option: string | RegExp) => {
  await combobox(within, field).click()
  // In its own list: another field's may still be closing.
  const list = page.getByRole('listbox', { name: field, exact: true })
  await list.getByRole('option', { name: option }).first().click()
}

const open = async (page: Page, path: string, date: string) => {
  await page.goto(`${path}?date=${date}`)
  await head(page, date).waitFor()
}

/** Fills in a Basic session, as a user who can choose between Basic and Advance. */
const fillInBasic = async (page: Page, form: Locator, name: string, noun: string) => {
  await form.getByText('Basic', { exact: true }).click()
  await form.getByRole('textbox', { name: `${noun} name` }).fill(name)
  if (await combobox(form, 'Provider').count()) await choose(page, form, 'Provider', DEMO_PROVIDER.displayName)
  await choose(page, form, 'School', /./)
  await choose(page, form, 'Service', /./)
  if (await combobox(form, 'Rate type').count()) await choose(page, form, 'Rate type', /./)
}

const ADDED = 'Event has been added successfully'

describe('Manage Schedules', () => {
  test('shows and steps through Monday to Friday, 09:00 to 19:00, and marks sessions outside those hours', async () => {
    const page = await signIn(DEMO_PROVIDER)
    await open(page, VIEWER, monday)
    expect(await daysOf(page)).toEqual(eachDay(monday, friday))
    const hours = await page.getByText(/^\d{1,2} [AP]M$/).allInnerTexts()
    expect([hours[0], hours.at(-1)]).toEqual(['9 AM', '6 PM'])
    await page.locator('[data-event]').first().waitFor()
    expect(await page.getByRole('button', { name: /starts before the visible hours/ }).count()).toBeGreaterThan(0)
    for (const name of ['School', 'Student']) expect(await combobox(page, name).inputValue()).toBe('All')
    expect(await combobox(page, 'Provider').count()).toBe(0)

    // It steps from Friday to Monday, by day and by week, and keeps its place in the address.
    await button(page, 'Next week').click()
    await head(page, addDays(friday, 7)).waitFor()
    expect(await daysOf(page)).toEqual(eachDay(addDays(monday, 7), addDays(friday, 7)))
    await visit(page, `${VIEWER}?view=daily&date=${friday}`)
    await head(page, friday).waitFor()
    await button(page, 'Next day').click()
    await head(page, addDays(monday, 7)).waitFor()
    expect(dateOf(page)).toBe(addDays(monday, 7))
    await button(page, 'Previous day').click()
    await head(page, friday).waitFor()
    await page.reload()
    await head(page, friday).waitFor()
    await visit(page, `${VIEWER}?view=daily&date=${addDays(friday, 1)}`)
    await head(page, addDays(monday, 7)).waitFor()
    await button(page, 'Next day').click()
    await head(page, addDays(monday, 8)).waitFor()
    await page.goBack()
    await head(page, addDays(monday, 7)).waitFor()
    await page.goBack()
    await head(page, friday).waitFor()
  })

  test('opens Add Event on a range selected by keyboard, and shows a dialog when the form is incomplete', async () => {
    const page = await signIn(DEMO_SPECIAL_PROVIDER)
    await page.goto(`${VIEWER}?view=daily&date=${friday}`)
    await page.locator('[data-slot], [aria-label*="free slot"]').first().focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    const form = dialog(page, 'Add Event')
    await form.waitFor()
    expect(await form.getByRole('textbox', { name: /^Date/ }).inputValue()).toBe(formatDate(friday))
    const time = (field: string) => combobox(form, field).inputValue()
    expect(await time('Start Time')).not.toBe(await time('End Time'))

    const expectMessage = async (words: string) => {
      await button(form, 'Save').click()
      const alert = dialog(page, 'Not saved')
      await alert.getByText(words, { exact: true }).waitFor()
      await button(alert, 'OK').click()
      await alert.waitFor({ state: 'detached' })
    }
    await expectMessage('Please enter correct data')
    await form.getByText('Event Name Is Required').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await fillInBasic(page, form, 'Screening morning', 'Event')
    await form.getByRole('checkbox', { name: /^Set Recurring Series/ }).check()
    await expectMessage('Please enter correct data')
    await form.getByRole('textbox', { name: 'End Date' }).fill(formatDate(addDays(friday, 60)))
    await page.keyboard.press('Tab')
    await form.getByRole('radio', { name: 'Weekly' }).check()
    await expectMessage('Please select at least one week and day')
    await form.getByRole('radio', { name: 'Monthly' }).check()
    await expectMessage('Please enter correct Data')
    if (shots) await page.screenshot({ path: `${shots}/add event.png` })
    await form.getByRole('checkbox', { name: /^Set Recurring Series/ }).uncheck()
    await button(form, 'Save').click()
    await passPreview(page, ADDED)
    await page.locator('[data-event]').filter({ hasText: 'Screening morning' }).waitFor()
  })
})

describe('the creator mode', () => {
  test('shows only sessions that the signed-in user created', async () => {
    const administrator = await signIn(DEMO_ADMINISTRATOR)
    await administrator.goto(`${CREATOR}?date=${monday}`)
    await administrator.getByText('Only the sessions that you created are shown.').waitFor()
    await button(administrator, '+ Add Session').click()
    const form = dialog(administrator, 'Add Session')
    await fillInBasic(administrator, form, 'By an administrator', 'Session')
    await combobox(form, 'Start Time').fill('5:30 PM')
    await administrator.keyboard.press('Tab')
    await button(form, 'Save').click()
    await acceptSaved(administrator, ADDED)
    const event = (page: Page) => page.locator('[data-event]').filter({ hasText: 'By an administrator' })
    await event(administrator).waitFor()
    await visit(administrator, `${VIEWER}?date=${monday}`)
    await administrator.getByText('Only the sessions that you created are shown.').waitFor({ state: 'detached' })
    await head(administrator, friday).waitFor()
    expect(await combobox(administrator, 'Provider').count()).toBe(0)

    const provider = await signIn(DEMO_PROVIDER)
    await open(provider, CREATOR, monday)
    await provider.locator('[data-event]').first().waitFor()
    expect(await event(provider).count()).toBe(0)
    await provider.getByRole('link', { name: 'Show all sessions' }).click()
    await provider.waitForURL(/schedule-event-viewer/)
    await visit(provider, `/schedule-event-viewer?date=${monday}`)
    await event(provider).waitFor()
  })
})
