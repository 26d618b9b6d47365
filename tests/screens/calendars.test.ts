/** Home of provider and administrator, and Manage Schedule, in Chromium against the real server and its demo district. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addDays, formatDate, formatDayHeader, localOf, startOfWeek, weekdayOf } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { visit } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal({ daysAgo: IDLE_DAYS })

const today = localOf(Date.now(), DEMO_TIME_ZONE).date

/** A day without recorded work, in the week after next, so that today's weekday doesn't matter. */
const tuesday = addDays(startOfWeek(today), 16)
/** Over, so that hours can be confirmed and days approved. */
const held = heldTuesday()
const dayName = formatDayHeader

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const approve = (page: Page, date: string) => page.getByRole('checkbox', { name: `Approve ${dayName(date)}` })
const eventsOf = (page: Page, date: string) => page.locator(`[data-day="${date}"] [data-event]`)

const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** The hours to confirm on the provider's day; some days show time off above them. */
const schools = (page: Page) =>
  page.locator('section[aria-label]').filter({ has: page.getByRole('columnheader', { name: 'Confirm' }) })

/** The provider's day, at its first school. */
const firstSchool = async (page: Page, date: string) => {
  await page.goto(`/?date=${date}`)
  const school = schools(page).first()
  await button(school, 'Edit').or(button(school, 'Cancel')).waitFor()
  return school
}

/** Confirms the day's rows that are still open. */
const confirmDay = async (page: Page, date: string) => {
  await firstSchool(page, date)
  for (const school of await schools(page).all()) {
    await button(school, 'Confirm').click()
    await school.getByText('Confirmed', { exact: true }).waitFor()
  }
}

test("the provider's day navigates, is edited, refused with a message, restored, and confirmed", async () => {
  const page = await signIn(DEMO_PROVIDER)
  await page.goto('/')
  const date = page.getByRole('textbox', { name: 'Date' })
  await expect.poll(() => date.inputValue()).toBe(formatDate(today))
  await button(page, 'Next day').click()
  await expect.poll(() => date.inputValue()).toBe(formatDate(addDays(today, 1)))
  await button(page, 'Previous day').click()
  await button(page, 'Previous day').click()
  await expect.poll(() => date.inputValue()).toBe(formatDate(addDays(today, -1)))
  await button(page, 'Today').click()
  await expect.poll(() => date.inputValue()).toBe(formatDate(today))
  const sunday = addDays(startOfWeek(today), 7)
  await date.fill(formatDate(sunday))
  await date.press('Enter')
  await page.getByText('You have no events scheduled today').waitFor()
  expect(new URL(page.url()).searchParams.get('date')).toBe(sunday)
  // While the field has the focus it shows what was typed in it.
  await button(page, 'Next day').focus()
  await page.goBack()
  await expect.poll(() => date.inputValue()).toBe(formatDate(today))

  await date.fill(formatDate(held))
  await date.press('Enter')
  const school = schools(page).first()
  const time = (label: string) => school.getByLabel(label, { exact: true })
  const cells = () => school.getByRole('cell').allInnerTexts()
  await page.getByText('Note:', { exact: true }).waitFor()
  await page.getByText('ABS = Student absent').waitFor()
  await button(school, 'Edit').waitFor()
  const before = await cells()
  await button(school, 'Edit').click()
  await time('Start').fill('10:00 AM')
  await time('End').fill('10:00 AM')
  await button(school, 'Confirm').click()
  await school.getByText('End should be greater than Start Time').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await time('End').fill('9:00 AM')
  await button(school, 'Confirm').click()
  await school.getByText('End can not be less than Start Time').waitFor()
  await school.getByRole('checkbox', { name: 'Submit with Zero Hours' }).check()
  expect(await time('Start').isDisabled()).toBe(true)
  expect(await time('End').isDisabled()).toBe(true)
  await button(school, 'Cancel').click()
  expect(await cells()).toEqual(before)

  await button(school, 'Edit').click()
  await time('Start').fill('7:15 AM')
  await time('End').fill('4:45 PM')
  await button(school, 'Confirm').click()
  await school.getByText('Confirmed', { exact: true }).waitFor()
  await page.reload()
  await school.getByText('Confirmed', { exact: true }).waitFor()
  expect((await cells()).slice(0, 2)).toEqual(['7:15 AM', '4:45 PM'])
  expect(await button(school, 'Confirm').isDisabled()).toBe(true)
})

test("the administrator's week is approved day by day, which closes them to the provider, too", async () => {
  const provider = await signIn(DEMO_PROVIDER)
  await confirmDay(provider, addDays(held, 7))
  const page = await signIn(DEMO_ADMINISTRATOR)
  await page.goto(`/?date=${addDays(held, 7)}`)
  await choose(page, 'Provider', DEMO_PROVIDER.displayName)
  const [day, other] = [addDays(held, 7), addDays(held, 9)]
  await expect.poll(() => new URL(page.url()).searchParams.has('provider')).toBe(true)
  await eventsOf(page, day).first().waitFor()

  await button(page, 'Save').click()
  await page.getByText('Please select atleast one record').waitFor()
  await button(page, 'OK').click()

  await approve(page, day).check()
  await button(page, 'Save').click()
  const question = dialog(page, 'Are you sure you want to save the changes?')
  await question.getByText('(You will not be able to make any changes for this day)').waitFor()
  await button(question, 'Cancel').click()
  await expect.poll(() => approve(page, day).isChecked()).toBe(false)

  await approve(page, day).check()
  await approve(page, other).check()
  await button(page, 'Save').click()
  await button(question, 'Confirm').click()
  const refusals = dialog(page, 'Some days were approved')
  await refusals.waitFor()
  const refused = await refusals.getByRole('region', { name: 'Not approved' }).getByRole('listitem').allInnerTexts()
  expect(refused.length).toBeGreaterThan(0)
  for (const message of refused) expect(message).toContain(formatDate(other))
  await button(refusals, 'OK').click()
  await expect.poll(() => approve(page, day).isDisabled()).toBe(true)
  expect(await approve(page, day).isChecked()).toBe(true)
  expect(await approve(page, other).isChecked()).toBe(false)

  const approved = eventsOf(page, day).first()
  expect(await approved.evaluate((element) => getComputedStyle(element).cursor)).toBe('not-allowed')
  await approved.click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await eventsOf(page, other).first().click()
  await page.getByRole('dialog').getByText('Weekday').waitFor()

  const school = await firstSchool(provider, day)
  await school.getByText('Approved', { exact: true }).waitFor()
  expect(await button(school, 'Edit').isDisabled()).toBe(true)
  expect(await button(school, 'Confirm').isDisabled()).toBe(true)
  expect(await school.getByLabel(/^Select TL/).count()).toBe(0)
})

test("the administrator's week shows the server's message when loading fails, and no dialog for a lost connection", async () => {
  const page = await signIn(DEMO_ADMINISTRATOR)
  const calls = '**/get-weekly-schedule-events'
  // Only the week that the page opens with is read, and no neighbor ahead.
  let asked = 0
  await page.route(calls, (route) => {
    asked += 1
    return asked === 1
      ? route.continue()
      : route.fulfill({ status: 500, json: { statusCode: 500, message: 'The database is away', data: null } })
  })
  await page.goto('/')
  await eventsOf(page, today).or(page.getByRole('checkbox').first()).first().waitFor()
  await button(page, 'Next week').click()
  await dialog(page, 'Error').getByText('The database is away').waitFor()
  await button(page, 'OK').click()
  await page.unroute(calls)
  await page.route(calls, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed')
  await button(page, 'Try again').click()
  await lost
  await page.unroute(calls)
  await button(page, 'Try again').click()
  await eventsOf(page, addDays(startOfWeek(today), 9))
    .first()
    .waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

describe('Manage Schedule', () => {
  test('keeps its place in the address: reload and Back show the same; a range opens Add Session', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR)
    await page.goto('/schedule-event-viewer')
    const head = (date: string) => page.getByText(dayName(date), { exact: true }).filter({ visible: true })
    const sunday = startOfWeek(today)
    await head(sunday).waitFor()
    await button(page, 'Next week').click()
    await head(addDays(sunday, 7)).waitFor()
    await button(page, 'Next provider').click()
    const chosen = await page.getByRole('combobox', { name: 'Provider', exact: true }).inputValue()
    await page.getByText('Daily', { exact: true }).click()
    await expect.poll(() => head(addDays(sunday, 8)).count()).toBe(weekdayOf(today) === 1 ? 1 : 0)
    await page.reload()
    await expect.poll(() => page.getByRole('combobox', { name: 'Provider', exact: true }).inputValue()).toBe(chosen)
    await head(addDays(today, 7)).waitFor()
    await page.goBack()
    await head(addDays(sunday, 7)).waitFor()
    await head(addDays(sunday, 13)).waitFor()
    await button(page, 'Reset').click()
    await expect.poll(() => page.getByRole('combobox', { name: 'Provider', exact: true }).inputValue()).toBe('All')

    // A range selected by keyboard opens Add Session.
    await visit(page, '/')
    await page.getByRole('heading', { name: 'Home Page' }).waitFor()
    await visit(page, `/schedule-event-viewer?date=${addDays(sunday, 14)}&view=daily`)
    await page
      .getByText(dayName(addDays(sunday, 14)), { exact: true })
      .filter({ visible: true })
      .waitFor()
    await page.locator('[data-slot], [aria-label*="free slot"]').first().focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Enter')
    const panel = dialog(page, 'Add Session')
    await panel.waitFor()
    expect(await panel.getByRole('textbox', { name: /^Date/ }).inputValue()).toBe(formatDate(addDays(sunday, 14)))
  })

  test('filters by provider, student, and text; a chosen student locks the provider until Reset; the link has every filter', async () => {
    const page = await signIn(DEMO_ADMINISTRATOR)
    await page.goto(`/schedule-event-viewer?date=${tuesday}`)
    const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
    const query = () => Object.fromEntries(new URL(page.url()).searchParams)
    await choose(page, 'Provider', DEMO_PROVIDER.displayName)
    await eventsOf(page, tuesday).first().waitFor()
    // From the provider's caseload, so that she is an option before and after the list is narrowed to it.
    const student = 'Ava Clarke'
    await combobox('Student').fill('va cla')
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([student])
    await page.getByRole('option', { name: student }).click()
    await expect.poll(() => combobox('Provider').isDisabled()).toBe(true)
    for (const arrow of ['Previous provider', 'Next provider'])
      expect(await button(page, arrow).isDisabled()).toBe(true)
    expect(await combobox('School').isEnabled()).toBe(true)
    await expect.poll(() => Object.keys(query()).sort()).toEqual(['date', 'provider', 'student'])
    await page.reload()
    await expect.poll(() => combobox('Student').inputValue()).toBe(student)
    await button(page, 'Reset').click()
    await expect.poll(() => query().provider).toBeUndefined()
    expect(await combobox('Provider').isEnabled()).toBe(true)
    expect([await combobox('Provider').inputValue(), await combobox('Student').inputValue()]).toEqual(['All', 'All'])

    const search = page.getByRole('searchbox', { name: 'Search' }).or(page.getByLabel('Search')).first()
    await search.fill('zzz no such session')
    // Not the call of the reset before, which may still be to come.
    const asked = page.waitForRequest(
      (request) =>
        request.url().endsWith('/get-schedule-events') && request.postDataJSON().keywords === 'zzz no such session',
    )
    await search.press('Enter')
    await asked
    await expect.poll(() => eventsOf(page, tuesday).count()).toBe(0)
    expect(query().search).toBe('zzz no such session')
    await button(page, 'Reset').click()
    await eventsOf(page, tuesday).first().waitFor()
    expect(await search.inputValue()).toBe('')
  })

  test("marks the organization's current day in the month, not the browser's; passes a provider's range to the form's page", async () => {
    const page = await signIn(DEMO_PROVIDER)
    const dayOfMonth = Number(today.slice(8))
    await page.goto(`/schedule-provider-event-viewer?date=${today.slice(0, 8)}${dayOfMonth < 15 ? '20' : '10'}`)
    const days = page.getByRole('complementary').locator('table button')
    await days.first().waitFor()
    const marked = await days.evaluateAll((buttons) =>
      buttons
        .filter((day) => !day.hasAttribute('data-selected') && getComputedStyle(day).boxShadow !== 'none')
        .map((day) => day.textContent),
    )
    expect(marked).toEqual([String(dayOfMonth)])

    await visit(page, '/')
    await page.getByRole('heading', { name: 'Home Page' }).waitFor()
    await visit(page, `/schedule-provider-event-viewer?date=${startOfWeek(tuesday)}&view=daily`)
    await page.locator('[data-slot], [aria-label*="free slot"]').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Add Event' }).waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/create-schedule-provider')
    expect([...searchParams.keys()].sort()).toEqual(['date', 'end', 'start'])
    expect(searchParams.get('date')).toBe(startOfWeek(tuesday))
  })
})
