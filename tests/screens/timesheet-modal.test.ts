/** Add/Edit Timesheet from the calendar's all-day row, in Chromium against the real server and its demo district. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { tabTo } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { visit } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), DEMO_TIME_ZONE).date
/** In the week after next, where no hours have been entered yet. */
const tuesday = addDays(startOfWeek(today), 16)

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const combobox = (within: Locator, name: string) => within.getByRole('combobox', { name, exact: true })
const chips = (page: Page, isStored: boolean) => page.locator(`[data-stored="${isStored}"]`)
const addIcon = (page: Page, date: string) => button(page, `Add Timesheet, ${formatDayHeader(date)}`)

/** One day of the provider's calendar. */
const visitDay = async (page: Page, date: string, more = '') => {
  await page.goto(`/schedule-event-viewer?view=daily&date=${date}${more}`)
  await chips(page, false).or(chips(page, true)).first().waitFor()
}

/** A time is set when the field loses focus. */
const enter = async (within: Locator, field: 'Start' | 'End', text: string) => {
  await combobox(within, field).fill(text)
  await combobox(within, field).press('Tab')
}

const choose = async (page: Page, within: Locator, field: string, option: string | RegExp) => {
  await combobox(within, field).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** The add icon's dialog, with the first school chosen if there are several. */
const openAdd = async (page: Page, date: string) => {
  await addIcon(page, date).click()
  const added = dialog(page, 'Add Timesheet')
  await added.getByText(formatDayHeader(date)).waitFor()
  if (await combobox(added, 'School').count()) await choose(page, added, 'School', /./)
  await combobox(added, 'Start').waitFor()
  return added
}

describe("a school's hours", () => {
  test("are added and changed, with the dialog's own error messages, also by keyboard; read-only on an approved day", async () => {
    const page = await signIn(DEMO_PROVIDER)
    await visitDay(page, tuesday)
    const added = await openAdd(page, tuesday)
    const worked = await combobox(added, 'Start').inputValue()
    expect(worked).toMatch(/^\d{1,2}:\d\d [AP]M$/)
    const tries = [
      ['', '10:00 AM', 'Start is required'],
      ['9:00 AM', '', 'End is required'],
      ['9:00 AM', '8:00 AM', 'End can not be less than Start'],
      ['9:00 AM', '9:00 AM', 'End should be greater than Start'],
    ] as const
    for (const [start, end, message] of tries) {
      await enter(added, 'Start', start)
      await enter(added, 'End', end)
      await button(added, 'Save').click()
      await added.getByText(message, { exact: true }).waitFor()
    }
    await enter(added, 'End', '10:00 AM')
    await enter(added, 'Start', '2:00 PM')
    expect(await combobox(added, 'End').inputValue()).toBe('2:15 PM')
    await added.getByRole('checkbox', { name: 'Submit with Zero Hours' }).check()
    expect(await combobox(added, 'Start').isDisabled()).toBe(true)
    await added.getByRole('checkbox', { name: 'Submit with Zero Hours' }).uncheck()
    expect(await axeFindings(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/timesheet add.png` })
    await button(added, 'Save').click()
    await toast(page, 'Timesheet has been saved successfully').waitFor()
    await chips(page, true).filter({ hasText: '2:00 PM-2:15 PM' }).waitFor()

    await chips(page, true).first().click()
    const edited = dialog(page, 'Edit Timesheet')
    await enter(edited, 'End', '4:45 PM')
    await button(edited, 'Save').click()
    await chips(page, true).filter({ hasText: '2:00 PM-4:45 PM' }).waitFor()

    // Using only the keyboard.
    await visit(page, `/schedule-event-viewer?view=daily&date=${addDays(tuesday, 2)}`)
    await addIcon(page, addDays(tuesday, 2)).waitFor()
    await chips(page, false).first().focus()
    await page.keyboard.press('Enter')
    const next = dialog(page, 'Add Timesheet')
    await expect.poll(() => next.locator(':focus').count()).toBe(1)
    await tabTo(combobox(next, 'End'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('5:15 PM')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await chips(page, true).filter({ hasText: '-5:15 PM' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    // Those of an approved day are read-only, without an add icon.
    await visit(page, `/schedule-event-viewer?date=${addDays(today, -28)}`)
    // By the day of the month, four weeks ago is locked or not yet.
    await page
      .getByLabel(/^(Approved|Locked)$/)
      .first()
      .waitFor()
    await chips(page, true).first().waitFor()
    expect(await page.locator('button[data-stored]').count()).toBe(0)
    expect(await button(page, /^Add Timesheet/).count()).toBe(0)
  })

  test('that someone else changed are not overwritten without notice, and no entries are lost', async () => {
    const wednesday = addDays(tuesday, 1)
    const provider = await signIn(DEMO_PROVIDER)
    await visitDay(provider, wednesday)
    await openAdd(provider, wednesday)
    await button(dialog(provider, 'Add Timesheet'), 'Save').click()
    await chips(provider, true).first().waitFor()

    const administrator = await signIn(DEMO_ADMINISTRATOR)
    await hearOnlyTheTest(administrator)
    await visitDay(administrator, wednesday, '&provider=1')
    await chips(administrator, true).first().click()
    const late = dialog(administrator, 'Edit Timesheet')
    await enter(late, 'End', '6:30 PM')

    await chips(provider, true).first().click()
    await enter(dialog(provider, 'Edit Timesheet'), 'End', '6:00 PM')
    await button(dialog(provider, 'Edit Timesheet'), 'Save').click()
    await chips(provider, true).filter({ hasText: '-6:00 PM' }).waitFor()

    await button(late, 'Save').click()
    await administrator.getByText('Someone else has changed these hours.').waitFor()
    await button(administrator, 'OK').click()
    expect(await combobox(late, 'End').inputValue()).toBe('6:30 PM')
    await chips(administrator, true).filter({ hasText: '-6:00 PM' }).waitFor()
    await button(late, 'Save').click()
    await chips(administrator, true).filter({ hasText: '-6:30 PM' }).waitFor()
  })

  test('of several providers: the dialog asks whose, in dark mode on a phone', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR, { colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    const monday = addDays(tuesday, -1)
    await visitDay(page, monday)
    await addIcon(page, monday).click()
    const added = dialog(page, 'Add Timesheet')
    await choose(page, added, 'Provider', DEMO_PROVIDER.displayName)
    if ((await combobox(added, 'School').inputValue()) === '') await choose(page, added, 'School', /./)
    await combobox(added, 'Start').waitFor()
    expect(await axeFindings(page)).toEqual([])
    if (shots) await page.screenshot({ path: `${shots}/timesheet add, dark, 390 px.png` })
  })
})
