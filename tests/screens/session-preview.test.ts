/** The preview before sessions are stored, changed, or deleted, in Chromium against the real server. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, formatDate, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import { expectNoFindings } from '#tests/support/axe.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const portal = usePortal({ begin: addDistrict })
/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const today = localOf(Date.now(), TEST_TIME_ZONE).date
/** Tuesday and Thursday of the week after next, and of the two weeks that follow. */
const tuesday = addDays(startOfWeek(today), 16)
const at = (days: number) => addDays(tuesday, days)
const row = (date: string) => formatDayHeader(date)
/** An administrator's form for a new session on that Tuesday from 9:00 to 9:45. */
const CREATE = `/create-schedule?date=${tuesday}&start=09:00&end=09:45`
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

/** Outdated as soon as someone else changes something. */
const open = async (who: keyof typeof PEOPLE, path: string): Promise<Page> => {
  const page = await portal.newPage()
  await hearOnlyTheTest(page)
  await portal.signIn(page, PEOPLE[who].email)
  await page.goto(path)
  return page
}

const choose = async (page: Page, list: string, option: string) => {
  await page.getByRole('combobox', { name: list, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A session of Paul's with Bo and Ana. */
const fillSingle = async (page: Page, name: string) => {
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

let token = { ada: '', paul: '' }
beforeEach(async () => {
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
    const page = await open('Administrators', CREATE)
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
    await expectNoFindings(page, { phone: true })
    await shoot(page, 'series')

    // Using only the keyboard: Escape returns to the form.
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Back')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await expect.poll(() => rows(dialog).count()).toBe(4)
    await shoot(page, 'only clashes')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Save')
    expect(await nameField(page).inputValue()).toBe('Handwriting')
    expect(await field(page, 'End Date').inputValue()).toBe(formatDate(at(16)))
    expect(await page.getByRole('checkbox', { name: 'Thursday' }).isChecked()).toBe(true)
    await button(page, 'Remove Ana Núñez').waitFor()
    expect(await stored()).toBe(2)

    await page.keyboard.press('Enter')
    await dialog.waitFor()
    await button(dialog, 'Back').click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Save')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('Back')
    await page.keyboard.press('Tab')
    await expect.poll(focused).toBe('Save')
    await page.keyboard.press('Enter')
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(8)
  })
})

describe('a single session', () => {
  /** How long the page computes for a long list is measured in seconds of its thread, which a busy machine leaves alone. */
  test('is saved at once without clashes, and previewed with them; a long series scrolls', async () => {
    const page = await open('Administrators', CREATE)
    await fillSingle(page, 'First')
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).check()
    await field(page, 'End Date').fill(formatDate(at(720)))
    await page.keyboard.press('Tab')
    const dialog = series(page)
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await button(page, 'Save').click()
    await dialog.getByText('721 sessions will be created', { exact: true }).waitFor()
    const { metrics } = await devTools.send('Performance.getMetrics')
    expect(metrics.find(({ name }) => name === 'TaskDuration')?.value).toBeLessThan(8)
    await dateRow(dialog, at(720)).scrollIntoViewIfNeeded()
    expect(await button(dialog, 'Save').isVisible()).toBe(true)
    await shoot(page, 'two years, end')
    await button(dialog, 'Back').click()

    await page.getByRole('radio', { name: 'Monthly' }).check()
    await page.getByRole('checkbox', { name: '31', exact: true }).check()
    await field(page, 'End Date').fill(formatDate(at(200)))
    await page.keyboard.press('Tab')
    await button(page, 'Save').click()
    await dialog.getByText(/^\d sessions will be created, \d skipped$/).waitFor()
    await dialog.getByText('Skipped: no such date').first().waitFor()
    await button(dialog, 'Back').click()
    await page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' }).uncheck()

    // Rejected values show at their fields, and a lost connection loses nothing.
    await query('update school_service_rates set deleted_at = now()', [])
    await button(page, 'Save').click()
    await page.getByText(`This service has no rate at Lincoln on ${formatDate(tuesday)}`).waitFor()
    await query('update school_service_rates set deleted_at = null', [])
    await page.route(PREVIEW_CALL, (route) => route.abort('connectionfailed'))
    await button(page, 'Save').click()
    await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await nameField(page).inputValue()).toBe('First')
    await page.unroute(PREVIEW_CALL)
    await button(page, 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(1)

    await visit(page, CREATE)
    await fillSingle(page, 'Second')
    await button(page, 'Save').click()
    await clash(page).getByText('1 session will be created, 1 clash', { exact: true }).waitFor()
    await clash(page)
      .getByText('Paul Provider has First at Lincoln, 9:00 AM-9:45 AM, also with Ana Núñez and Bo Li')
      .waitFor()
    await expectNoFindings(page, { phone: true })
    await shoot(page, 'single')
    await button(clash(page), 'Save').click()
    await acceptSaved(page, 'Event has been added successfully')
    expect(await stored()).toBe(2)
  })

  test("of a provider reveals only the time of another provider's session", async () => {
    const sofias = { providerId: 2, rateTypeId: 1, caseloadIds: [CASELOAD_IDS.ana], eventName: 'Balance' }
    await addSession(portal.server(), token.ada, { ...sofias, date: tuesday })
    await addSession(portal.server(), token.paul, { date: tuesday, startTime: '11:00', endTime: '12:00' })
    await allowScreen(portal.database(), 'Providers', 'ProviderSchedulorCreator')
    const page = await open('Providers', '/edit-schedule-provider/2/2')
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

  test('Update All lists what changes, what stays and why, and what is skipped; then what someone else changed', async () => {
    const page = await open('Administrators', '/edit-schedule/1')
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
    await expectNoFindings(page)
    await shoot(page, 'update all')
    await button(dialog, 'Back').click()
    expect(await nameField(page).inputValue()).toBe('Handwriting')

    const { data } = await portal.server().call('editScheduleEventById', { token: token.paul, body: { id: 1 } })
    const other = { ...(data as object), colourCode: '#112233' }
    expect((await portal.server().call('updateScheduleEventSeries', { token: token.paul, body: other })).status).toBe(
      200,
    )
    await button(page, 'Update All').click()
    const refused = page.getByRole('dialog', { name: 'Not saved' })
    await refused.getByText('Paul Provider has changed the color of this session.').waitFor()
    await refused.getByText('Your entries are still here. Saving again replaces the other change.').waitFor()
    await expectNoFindings(page)
    await button(refused, 'OK').click()
    expect(await nameField(page).inputValue()).toBe('Handwriting')
    await button(page, 'Update All').click()
    await button(series(page), 'Update All').click()
    await acceptSaved(page, '2 sessions were left unchanged (1 approved, 1 edited individually).')
  })

  test('Delete Series shows what is deleted and what stays; one that someone else deleted is no longer shown', async () => {
    const page = await open('Administrators', `/schedule-event-viewer?date=${tuesday}&provider=1`)
    const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })
    const event = page.locator('[data-event="1"]')
    await event.click()
    await button(page, 'Delete Series').click()
    await question.getByText(`The series, starting ${formatDate(tuesday)}`).waitFor()
    await question
      .getByText('3 sessions will be removed, 2 left unchanged (1 approved, 1 edited individually).', { exact: true })
      .waitFor()
    await expectNoFindings(page)
    await shoot(page, 'delete series')
    await button(question, 'Cancel').click()
    expect(await stored()).toBe(5)

    const body = { id: 1, fromDate: at(14) }
    expect((await portal.server().call('deleteScheduleEventSeries', { token: token.paul, body })).status).toBe(200)
    await button(page, 'Delete Series').click()
    const refused = page.getByRole('dialog', { name: 'Not deleted' })
    await refused.getByText('Paul Provider has moved up the end of this series.').waitFor()
    await button(refused, 'OK').click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    // Reopened, it has its stored values and can be deleted.
    await event.click()
    await button(page, 'Delete Series').click()
    await question.getByText('1 session will be removed, 2 left unchanged').waitFor()
    await button(question, 'Delete series').click()
    await toast(page, 'Event has been deleted successfully. 2 sessions were left unchanged').waitFor()
    expect(await stored()).toBe(2)
  })
})
