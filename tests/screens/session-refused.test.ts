/** A session or its school changes while the form is open, in Chromium: a message says so, and no entries are lost. */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { ROLE_IDS } from '#domain/roles.ts'
import { permissions, rolePermissions } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { comingTuesday } from '#tests/support/demo-dates.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { addDistrict, addSession, occurrenceIdsOn } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const { database, server, newPage, signIn } = usePortal({ begin: addDistrict })
const { Administrators: ada, Providers: paul } = PEOPLE
const tuesday = comingTuesday()

beforeEach(async () => {
  const screen = 'ProviderSchedulorCreator'
  await database().db.insert(permissions).values({ id: 100, module: 'Scheduling', screen, name: screen })
  await database().db.insert(rolePermissions).values({ roleId: ROLE_IDS.Providers, permissionId: 100 })
})

const sql = (text: string) => database().pool.query(text)
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const combobox = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const students = (page: Page) =>
  page.locator('[data-rfd-droppable-id="Students in this session"] [data-name]').allTextContents()
const errorOf = (locator: Locator) =>
  locator.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(''),
  )
const choose = async (page: Page, list: string, option: string) => {
  await combobox(page, list).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Paul has a session next Tuesday open, and has entered a name and an end. */
const openChanged = async () => {
  const token = await server().tokenOf(paul.userId)
  const { id } = await addSession(server(), token, { eventName: 'Speech group', date: tuesday })
  const [occurrenceId = 0] = await occurrenceIdsOn(server(), token, tuesday)
  const page = await newPage()
  await hearOnlyTheTest(page)
  await signIn(page, paul.email)
  await page.goto(`/edit-schedule-provider/${id}/${occurrenceId}`)
  await expect.poll(() => combobox(page, 'Service').inputValue()).toBe('Occupational Therapy')
  await expect.poll(() => students(page)).toHaveLength(2)
  await field(page, 'Event name').fill('Half done')
  await combobox(page, 'End Time').fill('10:30 AM')
  await page.keyboard.press('Tab')
  return { page, occurrenceId }
}

const expectNothingLost = async (page: Page) =>
  expect([await field(page, 'Event name').inputValue(), await combobox(page, 'End Time').inputValue()]).toEqual([
    'Half done',
    '10:30 AM',
  ])

const deleteAsAda = async (occurrenceId: number) => {
  const token = await server().tokenOf(ada.userId)
  const reply = await server().call('deleteScheduleEvents', {
    token,
    body: { scheduleEventRecurrenceIds: [occurrenceId] },
  })
  expect(reply.status).toBe(200)
}

test('an occurrence that is over, approved, locked, or deleted in the meantime is not changed; the entries stay', async () => {
  const { page, occurrenceId } = await openChanged()
  const expectRefusal = async (message: string | RegExp) => {
    await button(page, 'Update').click()
    const refusal = page.getByRole('dialog', { name: 'Not saved' })
    await refusal.getByText(message).first().waitFor()
    expect(await refusal.getByText('Saving again replaces the other change').count()).toBe(0)
    await button(refusal, 'OK').click()
    await refusal.waitFor({ state: 'detached' })
    await expectNothingLost(page)
  }
  const shift = (by: string) =>
    sql(`update occurrences set starts_at = starts_at ${by}, ends_at = ends_at ${by} where id = ${occurrenceId}`)
  await shift(`- interval '30 days'`)
  await expectRefusal(/^Event has been expired so you cannot change this event\.$/)
  await expectRefusal(/^Event has been expired so you cannot change this event\.$/)
  await shift(`+ interval '30 days'`)

  const [{ state, status }] = (await sql('select state, approval_status as status from provider_days')).rows
  await sql(`update provider_days set state = 'approved', approval_status = 1`)
  await expectRefusal(/approved/)
  await sql(`update provider_days set state = 'locked'`)
  await expectRefusal(/locked/)
  await database().pool.query('update provider_days set state = $1, approval_status = $2', [state, status])

  await deleteAsAda(occurrenceId)
  await expectRefusal(/^Ada Admin has deleted this session\.$/)
})

test('a student who left the caseload, or a service without a rate: a message there, and saved with another choice', async () => {
  const page = await newPage()
  await hearOnlyTheTest(page)
  await signIn(page, paul.email)
  const path = `/create-schedule-provider?date=${tuesday}&start=10:00&end=10:30`
  await page.goto(path)
  await field(page, 'Event name').fill('Half done')
  await choose(page, 'School', 'Lincoln')
  await choose(page, 'Service', 'Occupational Therapy')
  await button(page, 'Add Ana Núñez').click()
  await button(page, 'Add Bo Li').click()
  await sql('update caseload_frequencies set deleted_at = now() where id = 1')
  await button(page, 'Save').click()
  await page.getByText("A student is not on this school's caseload").waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await students(page)).toEqual(['Ana Núñez', 'Bo Li'])
  await button(page, 'Remove Ana Núñez').click()
  await button(page, 'Save').click()
  await acceptSaved(page, 'Event has been added successfully')

  await visit(page, path)
  await field(page, 'Event name').fill('Half done')
  await choose(page, 'School', 'Lincoln')
  await choose(page, 'Service', 'Physical Therapy')
  await button(page, 'Add Bo Li').click()
  await combobox(page, 'Start Time').fill('11:00 AM')
  await page.keyboard.press('Tab')
  await sql('delete from school_service_rates where service_id = 2')
  await button(page, 'Save').click()
  await expect.poll(() => errorOf(combobox(page, 'Service'))).toMatch(/^This service has no rate at Lincoln on /)
  expect([await field(page, 'Event name').inputValue(), await students(page)]).toEqual(['Half done', ['Bo Li']])
  await choose(page, 'Service', 'Occupational Therapy')
  await expect.poll(() => errorOf(combobox(page, 'Service'))).toBe('')
  await button(page, 'Save').click()
  await acceptSaved(page, 'Event has been added successfully')
})
