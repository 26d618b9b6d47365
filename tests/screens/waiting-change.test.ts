/** A provider's pending change, everywhere it shows, until it is rejected; and deleting a session that has changed. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDate, localOf, weekOf } from '#domain/time.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const portal = usePortal({ begin: addDistrict })

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/waiting ${name}.png` })
}

/** In the week after next, so that nothing has passed. */
const [, , tuesday = ''] = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 14))
const SCHEDULE = `/schedule-event-viewer?date=${tuesday}`
const WAITS = 'Edited, pending approval'

const rows = async (query: string) => (await portal.database().pool.query(query)).rows as Record<string, unknown>[]
const stored = () =>
  rows(`select title, date::text as date, left(start_time::text, 5) as start, version, deleted_at from occurrences`)
const eventOf = (page: Page) => page.locator('[data-event="1"]')
const nameOf = (page: Page) => eventOf(page).getAttribute('aria-label')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const details = (page: Page) => page.getByRole('dialog', { name: 'Fine motor group' })

const open = async (by: 'Administrators' | 'Providers', path: string, { isOutdated = false } = {}) => {
  const page = await portal.newPage()
  if (isOutdated) await hearOnlyTheTest(page)
  await portal.signIn(page, PEOPLE[by].email)
  await page.goto(path)
  return page
}

/** Paul requests a move by one hour, over the API. */
const askForChange = async () => {
  const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
  const { data } = await portal.server().call('editScheduleEventRecurrenceById', { token, body: { id: 1 } })
  const body = { ...(data as object), startTime: '10:00', endTime: '10:45' }
  const { status } = await portal.server().call('updateScheduleEventRecurrence', { token, body })
  expect(status).toBe(200)
}

beforeEach(async () => {
  const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
  await addSession(portal.server(), token, { date: tuesday, providerId: 1, rateTypeId: 1 })
})

test('shows on every calendar, next to the original in the details, and disappears when it is rejected', async () => {
  await askForChange()
  const provider = await open('Providers', `/?date=${tuesday}`)
  const ownBadge = button(provider, `${WAITS}: Fine motor group`)
  await ownBadge.waitFor()
  expect(await axeFindings(provider)).toEqual([])
  await ownBadge.click()
  await details(provider).getByRole('button', { name: 'Withdraw Request' }).waitFor()
  await provider.keyboard.press('Escape')
  await details(provider).waitFor({ state: 'hidden' })
  await shoot(provider, 'home')
  await visit(provider, SCHEDULE)
  await expect.poll(() => nameOf(provider)).toBe(`9:00 AM to 9:45 AM, Fine motor group, Lincoln, ${WAITS}`)

  const page = await open('Administrators', `/?date=${tuesday}`)
  await expect.poll(() => nameOf(page)).toContain(WAITS)
  await shoot(page, 'admin home')
  await visit(page, SCHEDULE)
  await eventOf(page).click()
  await details(page).getByText('Paul Provider requested this change.').waitFor()
  await details(page).getByText(WAITS, { exact: true }).waitFor()
  await details(page).getByRole('region', { name: 'Original' }).getByText('9:00 AM-9:45 AM', { exact: true }).waitFor()
  await details(page).getByRole('region', { name: 'Edited' }).getByText('10:00 AM-10:45 AM', { exact: true }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'details')

  const later = await open('Administrators', SCHEDULE, { isOutdated: true })
  await eventOf(later).click()
  await details(later).getByText(WAITS, { exact: true }).waitFor()

  await button(page, 'Reject').click()
  await details(page).waitFor({ state: 'detached' })
  await expect.poll(() => nameOf(page)).toBe('9:00 AM to 9:45 AM, Fine motor group, Paul Provider, Lincoln')
  expect(await stored()).toEqual([
    { title: 'Fine motor group', date: tuesday, start: '09:00', version: 3, deleted_at: null },
  ])
  expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 0 }])
  expect(
    await rows(`select user_id, from_state, event, to_state from transition_log
      where machine = 'occurrence' order by id`),
  ).toEqual([
    { user_id: 2, from_state: 'scheduled', event: 'occurrence.edit', to_state: 'editPending' },
    { user_id: 1, from_state: 'editPending', event: 'edit.reject', to_state: 'scheduled' },
  ])

  // Another administrator, who still sees it pending, is too late.
  await button(later, 'Approve').click()
  const refusal = later.getByRole('dialog', { name: 'Error' })
  await refusal.getByText('Ada Admin has rejected the pending change to this session.', { exact: true }).waitFor()
  await button(later, 'OK').click()
  expect(await stored()).toMatchObject([{ start: '09:00', version: 3 }])
})

test('deleting a session says what someone else has changed, then what waits', async () => {
  const page = await open('Administrators', SCHEDULE, { isOutdated: true })
  await eventOf(page).click()
  await button(page, 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })
  await question.waitFor()

  const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
  const { data } = await portal.server().call('editScheduleEventRecurrenceById', { token, body: { id: 1 } })
  const body = { ...(data as object), fromDate: addDays(tuesday, 1) }
  expect((await portal.server().call('updateScheduleEventRecurrence', { token, body })).status).toBe(200)

  await question.getByRole('button', { name: /^Delete (session|series)$/ }).click()
  const refusal = page.getByRole('dialog', { name: 'Not deleted' })
  const moved = `the day (${formatDate(tuesday)} to ${formatDate(addDays(tuesday, 1))})`
  await refusal.getByText(`Ada Admin has changed ${moved} of this session.`, { exact: true }).waitFor()
  await shoot(page, 'not deleted')
  await button(page, 'OK').click()
  await refusal.waitFor({ state: 'detached' })
  expect(await stored()).toEqual([
    { title: 'Fine motor group', date: addDays(tuesday, 1), start: '09:00', version: 2, deleted_at: null },
  ])
  expect(await rows(`select event from transition_log where event like '%delete'`)).toEqual([])

  await askForChange()
  await eventOf(page).click()
  await button(page, 'Delete').click()
  await question.getByText(/^Paul Provider has asked to change the time .* If you continue, it is discarded/).waitFor()
  await shoot(page, 'deletion')
  await question.getByRole('button', { name: 'Delete session' }).click()
  await page.getByText('Event has been deleted successfully').waitFor()
  const provider = await open('Providers', `/?date=${addDays(tuesday, 1)}`)
  await provider.getByText(/was discarded: Ada Admin has deleted the session\.$/).waitFor()
})

test("an administrator's edit names the waiting request and asks; its provider sees that, and withdraws the next", async () => {
  await allowScreen(portal.database(), 'Administrators', 'Scheduling')
  const page = await open('Administrators', '/edit-schedule/1/1/false', { isOutdated: true })
  const name = page.getByRole('textbox', { name: 'Event name' })
  await name.fill('Handwriting')
  // Paul asks while the form is open: what the administrator entered stays.
  await askForChange()
  await button(page, 'Update').click()
  const refusal = page.getByRole('dialog', { name: 'Not saved' })
  await refusal.getByText(/^Paul Provider has changed the time/).waitFor()
  await button(page, 'OK').click()
  expect(await name.inputValue()).toBe('Handwriting')

  await button(page, 'Update').click()
  const question = page.getByRole('dialog', { name: 'A request is waiting for approval' })
  const request = 'the time (9:00 AM-9:45 AM to 10:00 AM-10:45 AM)'
  await question
    .getByText(
      `Paul Provider has asked to change ${request}. This request is waiting for approval. If you continue, it is discarded, and Paul Provider is told.`,
      { exact: true },
    )
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'asked')
  await question.getByRole('button', { name: 'Back' }).click()
  expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 1 }])
  await button(page, 'Update').click()
  const sent = page.waitForRequest('**/update-schedule-event-recurrence')
  await question.getByRole('button', { name: 'Update' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ replacesKey: expect.stringMatching(/Z$/) })
  await acceptSaved(page, 'Event has been updated successfully')
  expect(await stored()).toMatchObject([{ title: 'Handwriting', start: '09:00', version: 3 }])
  expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 0 }])

  const provider = await open('Providers', `/?date=${tuesday}`)
  const words = `Your request to change ${request} of "Handwriting" was discarded: Ada Admin has changed the session.`
  await provider.getByText(words, { exact: true }).waitFor()
  expect(await axeFindings(provider)).toEqual([])
  await shoot(provider, 'discarded')
  await visit(provider, SCHEDULE)
  await eventOf(provider).click()
  const seen = provider.getByRole('dialog', { name: 'Handwriting' })
  await seen.getByText(words, { exact: true }).waitFor()
  await shoot(provider, 'discarded details')
  await provider.keyboard.press('Escape')
  await seen.waitFor({ state: 'detached' })

  // Instead of editing the session again.
  await askForChange()
  await expect.poll(() => nameOf(provider)).toBe(`9:00 AM to 9:45 AM, Handwriting, Lincoln, ${WAITS}`)
  await eventOf(provider).click()
  await seen.getByText('You requested this change.', { exact: true }).waitFor()
  expect(await seen.getByRole('button').allInnerTexts()).toEqual(['', 'Delete', 'Withdraw Request'])
  await shoot(provider, 'withdraw')
  await button(provider, 'Withdraw Request').click()
  await provider.getByText('The request has been withdrawn').waitFor()
  await expect.poll(() => nameOf(provider)).toBe('9:00 AM to 9:45 AM, Handwriting, Lincoln')
  expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 0 }])
  expect(
    await rows(`select user_id, event from transition_log where machine = 'occurrence' order by id desc limit 1`),
  ).toEqual([{ user_id: 2, event: 'edit.withdraw' }])
  await eventOf(provider).click()
  await button(provider, 'Edit').click()
  await expect.poll(() => new URL(provider.url()).pathname).toBe('/edit-schedule-provider/1/1')
})

test('names what approving it clashes with, opened from the notification, and asks again when that changes', async () => {
  await askForChange()
  const server = portal.server()
  const [paul, ada] = [
    await server.tokenOf(PEOPLE.Providers.userId),
    await server.tokenOf(PEOPLE.Administrators.userId),
  ]
  const handwriting = { date: tuesday, providerId: 2, rateTypeId: 1, eventName: 'Handwriting', startTime: '10:15' }
  await addSession(server, ada, { ...handwriting, endTime: '11:00' })

  const page = await open('Administrators', '/notifications')
  await hearOnlyTheTest(page)
  await visit(page, '/notifications')
  await page.getByRole('link', { name: /^Paul Provider asked to change the time/ }).press('Enter')
  const warnings = details(page).getByRole('list', { name: 'Clashes' }).getByRole('listitem')
  const met = 'Ana Núñez and Bo Li have Handwriting with Sofía Special, 10:15 AM-11:00 AM'
  await expect.poll(() => warnings.allTextContents()).toEqual([met])
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'clash')

  // Paul plans something at the same time while the question is open.
  const reading = { date: tuesday, eventName: 'Reading', startTime: '10:30', schoolId: 2, caseloadIds: [3] }
  await addSession(server, paul, { ...reading, endTime: '11:00' })
  await button(page, 'Approve').press('Enter')
  const own = 'Paul Provider has Reading at Maple, 10:30 AM-11:00 AM'
  await page
    .getByRole('dialog', { name: 'Error' })
    .getByText(`The warnings have changed. Please decide again: ${met}; ${own}.`, { exact: true })
    .waitFor()
  expect(await rows('select count(*)::int as waiting from occurrence_edits')).toEqual([{ waiting: 1 }])
  await button(page, 'OK').press('Enter')
  await expect.poll(() => warnings.allTextContents()).toEqual([met, own])

  await button(page, 'Approve').press('Enter')
  await details(page).waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).searchParams.get('session')).toBeNull()
  expect(await rows('select left(start_time::text, 5) as start from occurrences where id = 1')).toEqual([
    { start: '10:00' },
  ])
})
