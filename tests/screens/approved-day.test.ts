/** An approved day is read-only on every screen. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDate, localOf, weekOf } from '#domain/time.ts'
import { addDistrict, addSession, confirmHours, occurrenceIdsOn } from '#server/areas/schedule/testing.ts'
import { truncateAll } from '#server/db/testing.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#server/http/testing.ts'
import { usePortal } from '#tests/support/portal.ts'
import { drag } from '#tests/support/week-grid.ts'

const { database, server, browserContext, signIn } = usePortal()

/** Of the week after the next: nothing of it has passed. */
const [, MONDAY = '', TUESDAY = '', WEDNESDAY = ''] = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 14))
const READ_ONLY = `${formatDate(TUESDAY)} is approved. You will not be able to make any changes for this day.`

const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tokenOf = (who: keyof typeof PEOPLE) => server().tokenOf(PEOPLE[who].userId)

/** Paul has a session on each of three days, his hours confirmed on the first two. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'Scheduling')
  await allowScreen(database(), 'Providers', 'ProviderSchedulorCreator')
  const paul = await tokenOf('Providers')
  for (const date of [MONDAY, TUESDAY, WEDNESDAY]) await addSession(server(), paul, { date })
  for (const date of [MONDAY, TUESDAY]) await confirmHours(server(), paul, { date })
})

const approve = async (...dates: string[]) => {
  const token = await tokenOf('Administrators')
  const ids = await Promise.all(dates.map((date) => occurrenceIdsOn(server(), token, date)))
  const scheduleEventRecurrence = dates.map((recurrenceDate, at) => ({ id: ids[at]?.[0], recurrenceDate }))
  expect((await server().call('approveScheduleEvents', { token, body: { scheduleEventRecurrence } })).status).toBe(200)
}

const open = async (email: string, path: string) => {
  const page = await (await browserContext()).newPage()
  await signIn(page, email)
  await page.goto(path)
  // The first page of all may take its time; from here on it is there.
  await page.getByText('Fine motor group').or(page.getByText('Lincoln')).first().waitFor({ timeout: 30_000 })
  return page
}

test('an approved day can only be read: home, calendar, details, forms, timesheets and by dragging', async () => {
  await approve(TUESDAY)
  const [id = 0] = await occurrenceIdsOn(server(), await tokenOf('Administrators'), TUESDAY)
  const before = await rows(`select * from occurrences where id = ${id}`)
  for (const email of [PEOPLE.Providers.email, PEOPLE.Administrators.email]) {
    const isProvider = email === PEOPLE.Providers.email
    const page = await open(email, isProvider ? `/?date=${TUESDAY}` : `/?view=daily&date=${TUESDAY}&provider=1`)
    const day = page.getByRole('region', { name: /^Lincoln/ })
    await day.getByText('Approved', { exact: true }).waitFor()
    for (const name of ['Edit', 'Confirm'])
      expect(await day.getByRole('button', { name, exact: true }).isDisabled()).toBe(true)
    expect(await day.getByRole('combobox').count()).toBe(0)
    expect(await day.getByRole('button', { name: /^(Add caseload|Remove)/ }).count()).toBe(0)
    expect(
      await day
        .getByRole('button', { name: /^Student Note/ })
        .first()
        .isDisabled(),
    ).toBe(true)
    await button(page, 'Daily Note').click()
    const note = page.getByRole('dialog', { name: 'Daily Note' })
    await note.getByText(READ_ONLY).waitFor()
    expect(await note.getByRole('textbox').isEditable()).toBe(false)
    expect(await note.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.goto(`/schedule-event-viewer?date=${TUESDAY}&provider=1`)
    const event = page.locator(`[data-event="${id}"]`)
    await event.waitFor()
    await drag(page, [TUESDAY, '09:15'], [WEDNESDAY, '11:15'])
    await page.locator(`[data-day="${TUESDAY}"] [data-event="${id}"]`).waitFor()
    await event.click()
    const details = page.getByRole('dialog', { name: 'Fine motor group' })
    await details.getByText('Approved', { exact: true }).waitFor()
    expect(await details.getByRole('button').allInnerTexts()).toEqual([''])
    await page.keyboard.press('Escape')
    // Of three days, two are open to hours.
    expect(await page.locator('button[data-stored]').count()).toBe(2)

    await page.goto(isProvider ? `/edit-schedule-provider/${id}/${id}` : `/edit-schedule/${id}/${id}/false`)
    await page.getByText(READ_ONLY).waitFor()
    expect(await button(page, 'Update').count()).toBe(0)
  }
  const home = await open(PEOPLE.Administrators.email, `/?date=${TUESDAY}`)
  const closed = home.locator(`[data-event="${id}"]`)
  await closed.waitFor()
  await closed.click({ force: true })
  expect(await home.getByRole('dialog').count()).toBe(0)
  expect(await rows(`select * from occurrences where id = ${id}`)).toEqual(before)
})
