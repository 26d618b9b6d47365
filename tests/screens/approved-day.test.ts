/** An approved day is read-only on every screen; and two people work on one day in separate browsers. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDate, formatDayHeader, localOf, weekOf } from '#domain/time.ts'
import { APPROVAL_QUESTION } from '#machines/schedule/week-approval.machine.ts'
import { users } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession, afterwards, confirmHours, occurrenceIdsOn } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import { drag } from '#tests/support/week-grid.ts'

const { database, server, newPage, signIn } = usePortal({ begin: addDistrict })

/** In the week after next, so that sessions can still be changed. */
const [, MONDAY = '', TUESDAY = '', WEDNESDAY = ''] = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 14))
/** Two weeks ago: days that can be approved. */
const [, HELD_MONDAY = '', HELD_TUESDAY = '', HELD_WEDNESDAY = ''] = weekOf(
  addDays(localOf(Date.now(), TEST_TIME_ZONE).date, -14),
)
const readOnly = (date: string) =>
  `${formatDate(date)} is approved. You will not be able to make any changes for this day.`
const READ_ONLY = readOnly(TUESDAY)
const BEN = 'ben@district.example'

const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const tick = (page: Page, day: string) => page.getByRole('checkbox', { name: new RegExp(`^Approve .*${day}`) })
const tokenOf = (who: keyof typeof PEOPLE) => server().tokenOf(PEOPLE[who].userId)

/** Paul has a session on each of three days, with hours confirmed on the first two; Ben is also an administrator. */
beforeEach(async () => {
  const { db } = database()
  const [ada] = await db.select().from(users).orderBy(users.id)
  if (!ada) throw new Error('There is no administrator')
  const { passwordHash, roleId } = ada
  await db.insert(users).values({ email: BEN, displayName: 'Ben Boss', passwordHash, roleId })
  await allowScreen(database(), 'Administrators', 'Scheduling')
  await allowScreen(database(), 'Providers', 'ProviderSchedulorCreator')
  await addSessionsOn([MONDAY, TUESDAY, WEDNESDAY])
})

/** Sessions on each of three days, with hours confirmed on the first two. */
const addSessionsOn = async (dates: readonly string[]) => {
  const paul = await tokenOf('Providers')
  for (const date of dates) await addSession(server(), paul, { date })
  for (const date of dates.slice(0, 2)) await confirmHours(server(), paul, { date })
}

const approve = async (...dates: string[]) => {
  const token = await tokenOf('Administrators')
  const ids = await Promise.all(dates.map((date) => occurrenceIdsOn(server(), token, date)))
  const scheduleEventRecurrence = dates.map((recurrenceDate, at) => ({ id: ids[at]?.[0], recurrenceDate }))
  const reply = await afterwards(server(), token, { date: dates.at(-1) ?? '' }, (by) =>
    server().call('approveScheduleEvents', { token: by, body: { scheduleEventRecurrence } }),
  )
  expect(reply.status).toBe(200)
}

const open = async (email: string, path: string, { isOutdated = false } = {}) => {
  const page = await newPage()
  if (isOutdated) await hearOnlyTheTest(page)
  await signIn(page, email)
  await page.goto(path)
  // The first page load may be slow; later ones are not.
  await page.getByText('Fine motor group').or(page.getByText('Lincoln')).first().waitFor({ timeout: 30_000 })
  return page
}

const approvals = () =>
  rows(`select entity, user_id, count(*)::int as times from transition_log where machine = 'provider-day' and event = 'day.approve'
    group by entity, user_id order by entity`)

test('two administrators approve overlapping weeks: the second learns who approved first, and sees the current week', async () => {
  await addSessionsOn([HELD_MONDAY, HELD_TUESDAY, HELD_WEDNESDAY])
  const [ada, ben] = [
    await open(PEOPLE.Administrators.email, `/?date=${HELD_MONDAY}`),
    await open(BEN, `/?date=${HELD_MONDAY}`, { isOutdated: true }),
  ]
  await tick(ada, 'Tue').check()
  await button(ada, 'Save').click()
  await ada.getByRole('dialog', { name: APPROVAL_QUESTION }).waitFor()
  for (const day of ['Mon', 'Tue', 'Wed']) await tick(ben, day).check()
  await visit(ben, `/?date=${MONDAY}`)
  await ben.getByText('3 days selected, 3 in other weeks').waitFor()
  await expect.poll(() => tick(ben, 'Mon').isDisabled()).toBe(true)
  await ben
    .getByText(`${formatDate(MONDAY)} is not over. It can be approved after its last session, which ends at 9:45 AM.`)
    .first()
    .waitFor({ state: 'attached' })
  await ben.getByRole('link', { name: 'Homeroom, Home Page' }).click()
  await visit(ben, `/?date=${HELD_MONDAY}`)
  await expect.poll(() => tick(ben, 'Wed').isChecked()).toBe(true)
  await button(ben, 'Save').click()
  await ben.getByRole('dialog', { name: APPROVAL_QUESTION }).waitFor()

  await button(ada, 'Confirm').click()
  await ada.getByText('1 day has been approved').waitFor()
  await expect.poll(() => tick(ada, 'Tue').isDisabled()).toBe(true)
  await button(ben, 'Confirm').click()
  const dialog = ben.getByRole('dialog', { name: 'Some days were approved' })
  expect(await dialog.getByRole('region', { name: 'Approved', exact: true }).innerText()).toBe(
    `Approved: 1 day\n\n${formatDayHeader(HELD_MONDAY)}: Paul Provider`,
  )
  await dialog.getByText(`${formatDate(HELD_TUESDAY)} was already approved for Paul Provider by Ada Admin.`).waitFor()
  await dialog
    .getByText(`Paul Provider has not confirmed the hours at Lincoln on ${formatDate(HELD_WEDNESDAY)}.`)
    .waitFor()
  expect(await axeFindings(ben)).toEqual([])
  await dialog.getByRole('button', { name: `Open Paul Provider, ${formatDate(HELD_WEDNESDAY)}` }).click()
  await ben.getByRole('region', { name: 'Lincoln, Paul Provider' }).getByRole('button', { name: 'Confirm' }).waitFor()
  expect(new URL(ben.url()).search).toBe(`?view=daily&date=${HELD_WEDNESDAY}&provider=1`)
  await ben.goBack()
  await ben.reload()
  for (const page of [ben, ada]) {
    await expect.poll(() => tick(page, 'Mon').isDisabled()).toBe(true)
    expect(await tick(page, 'Mon').isChecked()).toBe(true)
    expect(await tick(page, 'Tue').isChecked()).toBe(true)
    expect(await tick(page, 'Wed').isChecked()).toBe(false)
    expect(await tick(page, 'Wed').isEnabled()).toBe(true)
  }
  expect(await approvals()).toEqual([
    { entity: `1/${HELD_MONDAY}`, user_id: 4, times: 1 },
    { entity: `1/${HELD_TUESDAY}`, user_id: 1, times: 1 },
  ])
})

test('a day is approved while its provider edits the hours: a message says so, and the edits stay readable', async () => {
  await addSessionsOn([HELD_MONDAY, HELD_TUESDAY, HELD_WEDNESDAY])
  const page = await open(PEOPLE.Providers.email, `/?date=${HELD_TUESDAY}`)
  const row = page.getByRole('region', { name: 'Lincoln' })
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const end = row.getByRole('combobox', { name: 'End' })
  await end.fill('11:15 AM')
  await end.press('Tab')
  await approve(HELD_TUESDAY)
  await row.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Error' })
  await dialog.getByText(readOnly(HELD_TUESDAY)).waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await row.getByRole('status').getByText(readOnly(HELD_TUESDAY)).waitFor()
  await row.getByText('Approved', { exact: true }).waitFor()
  expect(await end.inputValue()).toBe('11:15 AM')
  expect(await end.isDisabled()).toBe(true)
  expect(await row.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByText('9:45 AM', { exact: true }).waitFor()
  expect(await rows(`select end_time::text, version from timesheets where date = '${HELD_TUESDAY}'`)).toEqual([
    { end_time: '09:45:00', version: 1 },
  ])
})

test('an approved day is read-only: home, calendar, details, forms, timesheets, and dragging', async () => {
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

    await visit(page, `/schedule-event-viewer?date=${TUESDAY}&provider=1`)
    const event = page.locator(`[data-event="${id}"]`)
    await event.waitFor()
    await drag(page, [TUESDAY, '09:15'], [WEDNESDAY, '11:15'])
    await page.locator(`[data-day="${TUESDAY}"] [data-event="${id}"]`).waitFor()
    await event.click()
    const details = page.getByRole('dialog', { name: 'Fine motor group' })
    await details.getByText('Approved', { exact: true }).waitFor()
    expect(await details.getByRole('button').allInnerTexts()).toEqual([''])
    await page.keyboard.press('Escape')
    // Two of three days are open to hours.
    expect(await page.locator('button[data-stored]').count()).toBe(2)

    await visit(page, isProvider ? `/edit-schedule-provider/${id}/${id}` : `/edit-schedule/${id}/${id}/false`)
    await page.getByText(READ_ONLY).waitFor()
    expect(await button(page, 'Update').count()).toBe(0)
    if (isProvider) continue

    await visit(page, `/?date=${TUESDAY}`)
    await event.waitFor()
    await event.click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  expect(await rows(`select * from occurrences where id = ${id}`)).toEqual(before)
})
