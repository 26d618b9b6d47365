/** The preview before sessions are stored, changed, or deleted, in Chromium against the real server. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, formatDate, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), TEST_TIME_ZONE).date
/** Tuesday and Thursday of the week after next, and of the two weeks that follow. */
const tuesday = addDays(startOfWeek(today), 16)
const at = (days: number) => addDays(tuesday, days)
const row = (date: string) => formatDayHeader(date)
const CREATE = { administrator: '/create-schedule', provider: '/create-schedule-provider' } as const
const PREVIEW_CALL = '**/api/schedule-event/preview-schedule-event'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const nameField = (page: Page) => page.getByRole('textbox', { name: /^(Session|Event) name$/ })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const series = (page: Page) => page.getByRole('dialog', { name: 'Preview of the series' })
const clash = (page: Page) => page.getByRole('dialog', { name: 'This session clashes' })
const dateRow = (dialog: Locator, date: string) =>
  dialog
    .getByRole('list', { name: 'Dates' })
    .locator('> li')
    .filter({ hasText: row(date) })
const rows = (dialog: Locator) => dialog.getByRole('list', { name: 'Dates' }).locator('> li')

const query = (text: string, values: unknown[]) => portal.database().pool.query(text, values)
const takeOff = (date: string) =>
  query(
    `insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
     values (1, $1, '08:00', '12:00', 'Dentist', 'accepted')`,
    [date],
  )
const setDay = (date: string, state: string) =>
  query(`update provider_days set state = $2 where provider_id = 1 and date = $1`, [date, state])
const stored = async () =>
  (await query('select date::text from occurrences where deleted_at is null order by date, id', [])).rows.length

const twiceAWeek: Partial<SessionForm> = {
  providerId: 1,
  rateTypeId: 1,
  date: tuesday,
  endDate: at(16),
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
}

/** Signed in, in a separate browser. */
const open = async (who: keyof typeof PEOPLE, options = {}): Promise<Page> => {
  const page = await portal.newPage(options)
  await portal.signIn(page, PEOPLE[who].email)
  return page
}

const choose = async (page: Page, list: string, option: string) => {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** An administrator's form for a new session of Paul's on that Tuesday from 9:00 to 9:45, with Bo and Ana. */
const fillSingle = async (page: Page, name: string) => {
  await page.goto(`${CREATE.administrator}?date=${tuesday}&start=09:00&end=09:45`)
  await nameField(page).fill(name)
  await choose(page, 'Provider', 'Paul Provider')
  await choose(page, 'School', 'Lincoln')
  await choose(page, 'Service', 'Occupational Therapy')
  await choose(page, 'Rate type', 'Hourly')
  for (const student of ['Ana Núñez', 'Bo Li']) await button(page, `Add ${student}`).click()
}

const makeWeekly = async (page: Page, end: string) => {
  await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
  await page.getByRole('radio', { name: 'Weekly' }).check()
  for (const day of ['Tuesday', 'Thursday']) await page.getByRole('checkbox', { name: day }).check()
  await field(page, 'End Date').fill(formatDate(end))
  await page.keyboard.press('Tab')
}

const shoot = async (page: Page, name: string) => {
  if (!shots) return
  await page.screenshot({ path: `${shots}/preview ${name}.png` })
}

/** In light, dark, and at phone width; axe in light and dark. */
const lookAt = async (page: Page, name: string) => {
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, `${name}, narrow`)
  if (size) await page.setViewportSize(size)
}

let token = { ada: '', paul: '' }
beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Administrators', 'Scheduling')
  token = {
    ada: await portal.server().tokenOf(PEOPLE.Administrators.userId),
    paul: await portal.server().tokenOf(PEOPLE.Providers.userId),
  }
})

describe('a new series', () => {
  test('is previewed with its clashes, kept on Back, and stored on confirmation', async () => {
    // Paul has another session on the first day, Ana one with Sofía on the second, and Paul is off on the third.
    await addSession(portal.server(), token.paul, {
      date: tuesday,
      eventName: 'Sensory',
      startTime: '09:30',
      endTime: '10:30',
    })
    const sofias = { providerId: 2, rateTypeId: 1, caseloadIds: [CASELOAD_IDS.ana], eventName: 'Balance' }
    await addSession(portal.server(), token.ada, { ...sofias, date: at(2) })
    await takeOff(at(7))
    await query('update organisation set school_year_ends_on = $1', [at(14)])
    const page = await open('Administrators')
    await fillSingle(page, 'Handwriting')
    await makeWeekly(page, at(16))
    await button(page, 'Save').click()

    const dialog = series(page)
    await dialog.getByText('6 sessions will be created, 4 clashes', { exact: true }).waitFor()
    expect(await rows(dialog).count()).toBe(6)
    expect(await dateRow(dialog, tuesday).innerText()).toContain(
      'Paul Provider has Sensory at Lincoln, 9:30 AM-10:30 AM, also with Ana Núñez and Bo Li',
    )
    expect(await dateRow(dialog, at(2)).innerText()).toContain(
      'Ana Núñez has Balance with Sofía Special, 9:00 AM-9:45 AM',
    )
    expect(await dateRow(dialog, at(7)).innerText()).toContain('Accepted time off, 8:00 AM-12:00 PM')
    expect(await dateRow(dialog, at(9)).innerText()).not.toContain('has')
    expect(await dateRow(dialog, at(16)).innerText()).toContain(`The school year ends on ${formatDate(at(14))}`)
    await lookAt(page, 'series')
    await dialog.getByRole('checkbox', { name: 'Show only clashes' }).check()
    expect(await rows(dialog).count()).toBe(4)
    await shoot(page, 'only clashes')

    await button(dialog, 'Back').click()
    await dialog.waitFor({ state: 'detached' })
    expect(await nameField(page).inputValue()).toBe('Handwriting')
    expect(await field(page, 'End Date').inputValue()).toBe(formatDate(at(16)))
    expect(await page.getByRole('checkbox', { name: 'Thursday' }).isChecked()).toBe(true)
    await button(page, 'Remove Ana Núñez').waitFor()
    expect(await stored()).toBe(2)

    await button(page, 'Save').click()
    await button(series(page), 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(8)
  })

  test('of two years is previewed without delay, and scrolls', async () => {
    const page = await open('Administrators')
    await fillSingle(page, 'Every day')
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
    await field(page, 'End Date').fill(formatDate(at(720)))
    await page.keyboard.press('Tab')
    const dialog = series(page)
    const started = performance.now()
    await button(page, 'Save').click()
    await dialog.getByText('721 sessions will be created', { exact: true }).waitFor()
    expect(performance.now() - started).toBeLessThan(8_000)
    await dateRow(dialog, at(720)).scrollIntoViewIfNeeded()
    expect(await button(dialog, 'Save').isVisible()).toBe(true)
    await shoot(page, 'two years, end')
  })

  test("lists the dates that its months don't have", async () => {
    const page = await open('Administrators')
    await fillSingle(page, 'On the 31st')
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
    await page.getByRole('radio', { name: 'Monthly' }).check()
    await page
      .getByRole('button', { name: '31', exact: true })
      .or(page.getByRole('checkbox', { name: '31', exact: true }))
      .first()
      .click()
    await field(page, 'End Date').fill(formatDate(at(200)))
    await page.keyboard.press('Tab')
    await button(page, 'Save').click()
    await series(page)
      .getByText(/^\d sessions will be created, \d skipped$/)
      .waitFor()
    await series(page).getByText('Skipped: no such date').first().waitFor()
  })
})

describe('a single session', () => {
  test('is saved at once without clashes, and previewed with them', async () => {
    const page = await open('Administrators')
    await fillSingle(page, 'First')
    await button(page, 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(1)

    await fillSingle(page, 'Second')
    await button(page, 'Save').click()
    await clash(page).getByText('1 session will be created, 1 clash', { exact: true }).waitFor()
    await clash(page)
      .getByText('Paul Provider has First at Lincoln, 9:00 AM-9:45 AM, also with Ana Núñez and Bo Li')
      .waitFor()
    await lookAt(page, 'single')
    await button(clash(page), 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(2)
  })

  test("of a provider reveals only the time of another provider's session", async () => {
    const sofias = { providerId: 2, rateTypeId: 1, caseloadIds: [CASELOAD_IDS.ana], eventName: 'Balance' }
    await addSession(portal.server(), token.ada, { ...sofias, date: tuesday })
    await addSession(portal.server(), token.paul, { date: tuesday, startTime: '11:00', endTime: '12:00' })
    await allowScreen(portal.database(), 'Providers', 'ProviderSchedulorCreator')
    const page = await open('Providers')
    await page.goto('/edit-schedule-provider/2/2')
    await expect.poll(() => nameField(page).inputValue()).toBe('Fine motor group')
    await expect.poll(() => page.getByRole('combobox', { name: 'Service', exact: true }).inputValue()).not.toBe('')
    for (const [name, time] of [
      ['Start Time', '9:00 AM'],
      ['End Time', '9:30 AM'],
    ] as const) {
      await page.getByRole('combobox', { name, exact: true }).fill(time)
      await page.keyboard.press('Tab')
    }
    await button(page, 'Update').click()
    const dialog = clash(page)
    await dialog
      .getByText('1 session will be changed once an administrator approves it, 1 clash', { exact: true })
      .waitFor()
    await dialog.getByText('Changes: the time (11:00 AM-12:00 PM to 9:00 AM-9:30 AM).').waitFor()
    await dialog.getByText('Ana Núñez has a session with another provider, 9:00 AM-9:45 AM', { exact: true }).waitFor()
    expect(await dialog.innerText()).not.toMatch(/Balance|Sof/)
    await button(dialog, 'Update').click()
    await acceptSaved(page, 'Event has been updated successfully. The change is pending administrator approval.')
  })
})

describe('a stored series', () => {
  beforeEach(async () => {
    await addSession(portal.server(), token.ada, twiceAWeek)
    await setDay(at(2), 'approved')
    await query('update occurrences set is_edited_alone = true where id = 3', [])
    await query(`update occurrences set is_edited_alone = true, deleted_at = now() where id = 4`, [])
  })

  test('Update All lists what changes, what stays and why, and what is skipped', async () => {
    const page = await open('Administrators')
    await page.goto('/edit-schedule/1')
    await expect.poll(() => nameField(page).inputValue()).toBe('Fine motor group')
    await nameField(page).fill('Handwriting')
    await button(page, 'Update All').click()
    const dialog = series(page)
    await dialog
      .getByText('3 sessions will be changed, 2 left unchanged (1 approved, 1 edited individually), 1 skipped', {
        exact: true,
      })
      .waitFor()
    await dialog.getByText('Changes: the name.').waitFor()
    expect(await dateRow(dialog, at(2)).innerText()).toContain('Unchanged: approved')
    expect(await dateRow(dialog, at(7)).innerText()).toContain('Unchanged: edited individually')
    expect(await dateRow(dialog, at(9)).innerText()).toContain('Skipped: deleted individually')
    await lookAt(page, 'update all')
    await button(dialog, 'Back').click()
    expect(await nameField(page).inputValue()).toBe('Handwriting')
    await button(page, 'Update All').click()
    await button(series(page), 'Update All').click()
    await acceptSaved(page, '2 sessions were left unchanged (1 approved, 1 edited individually).')
  })

  test('that someone else changed: a message says so, and all entries stay', async () => {
    const page = await open('Administrators')
    await page.goto('/edit-schedule/1')
    await expect.poll(() => nameField(page).inputValue()).toBe('Fine motor group')
    await nameField(page).fill('Handwriting')
    const { data } = await portal.server().call('editScheduleEventById', { token: token.paul, body: { id: 1 } })
    const other = { ...(data as object), colourCode: '#112233' }
    expect((await portal.server().call('updateScheduleEventSeries', { token: token.paul, body: other })).status).toBe(
      200,
    )
    await button(page, 'Update All').click()
    const refused = page.getByRole('dialog', { name: 'Not saved' })
    await refused.getByText('Paul Provider has changed the color of this session.').waitFor()
    await refused.getByText('Your entries are still here. Saving again replaces the other change.').waitFor()
    await button(refused, 'OK').click()
    expect(await nameField(page).inputValue()).toBe('Handwriting')
    await button(page, 'Update All').click()
    await button(series(page), 'Update All').click()
    await acceptSaved(page, 'Event has been updated successfully')
  })

  const openDetails = async (page: Page, id: number) => {
    await page.goto(`/schedule-event-viewer?date=${tuesday}&provider=1`)
    await page.locator(`[data-event="${id}"]`).click()
    const details = page.getByRole('dialog').filter({ hasText: 'Weekday' })
    await details.waitFor()
    return details
  }
  const question = (page: Page) => page.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })

  test('Delete Series shows what is deleted and what stays', async () => {
    const page = await open('Administrators')
    await button(await openDetails(page, 1), 'Delete Series').click()
    await question(page)
      .getByText(`The series, starting ${formatDate(tuesday)}`)
      .waitFor()
    await question(page)
      .getByText('3 sessions will be removed, 2 left unchanged (1 approved, 1 edited individually).', { exact: true })
      .waitFor()
    await lookAt(page, 'delete series')
    await button(question(page), 'Cancel').click()
    expect(await stored()).toBe(5)
    await button(page, 'Delete Series').click()
    await button(question(page), 'Delete series').click()
    await toast(page, 'Event has been deleted successfully. 2 sessions were left unchanged').waitFor()
    expect(await stored()).toBe(2)
  })

  test('that someone else deleted is no longer shown', async () => {
    const page = await open('Administrators')
    const details = await openDetails(page, 1)
    const body = { id: 1, fromDate: at(14) }
    expect((await portal.server().call('deleteScheduleEventSeries', { token: token.paul, body })).status).toBe(200)
    await button(details, 'Delete Series').click()
    const refused = page.getByRole('dialog', { name: 'Not deleted' })
    await refused.getByText('Paul Provider has moved up the end of this series.').waitFor()
    await button(refused, 'OK').click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // Reopened, it has its stored values and can be deleted.
    await page.locator('[data-event="1"]').click()
    await button(page, 'Delete Series').click()
    await question(page).getByText('1 session will be removed, 2 left unchanged').waitFor()
    await button(question(page), 'Delete series').click()
    await toast(page, 'Event has been deleted successfully').waitFor()
  })
})

describe('the preview', () => {
  test('works using only the keyboard, and Escape returns to the form', async () => {
    await takeOff(tuesday)
    const page = await open('Administrators')
    await fillSingle(page, 'By keyboard')
    await makeWeekly(page, at(2))
    await button(page, 'Save').focus()
    await page.keyboard.press('Enter')
    await series(page).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Back')
    await page.keyboard.press('Escape')
    await series(page).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Save')
    await page.keyboard.press('Enter')
    await series(page).waitFor()
    await expect.poll(focused).toBe('Back')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => rows(series(page)).count()).toBe(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Save')
    await page.keyboard.press('Enter')
    await acceptSaved(page, 'Event has been added successfully')
  })

  test('shows rejected values at their fields, and a lost connection loses nothing', async () => {
    const page = await open('Administrators')
    await fillSingle(page, 'Not yet')
    await query('update school_service_rates set deleted_at = now()', [])
    await button(page, 'Save').click()
    await page.getByText(`This service has no rate at Lincoln on ${formatDate(tuesday)}`).waitFor()
    await query('update school_service_rates set deleted_at = null', [])

    await page.route(PREVIEW_CALL, (route) => route.abort('connectionfailed'))
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await nameField(page).inputValue()).toBe('Not yet')
    await page.unroute(PREVIEW_CALL)
    await button(page, 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(1)
  })
})
