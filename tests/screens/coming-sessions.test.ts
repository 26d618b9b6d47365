/** The question about sessions to come: a student moves, by keyboard; a school is deactivated. */
import { asc, eq, isNull } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { addDays, formatDate, localOf, startOfWeek } from '#domain/time.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { axeFindings, expectNoFindings } from '#tests/support/axe.ts'
import { dialogSays } from '#tests/support/definition-page.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })
const { database, server } = portal
const { ana, bo } = CASELOAD_IDS
const { lincoln, maple } = SCHOOL_IDS

const today = localOf(Date.now(), TEST_TIME_ZONE).date
/** In the week after next. */
const monday = addDays(startOfWeek(today), 15)
const at = (days: number) => addDays(monday, days)

/** Ana's, at Lincoln: two Mondays alone, two Tuesdays with Bo, both with Paul, and a Wednesday alone with Sofía. */
beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'Caseloads')
  await allowScreen(database(), 'Administrators', 'SchoolAccount')
  server().renew()
  const hers = await server().tokenOf(PEOPLE.Administrators.userId)
  const session = { rateTypeId: 1, providerId: 1, caseloadIds: [ana] }
  const weekly = (day: 1 | 2) => ({
    rule: { type: 'weekly' as const, option: 'everyNWeeks' as const, everyNWeeks: 1, days: [day] },
  })
  await addSession(server(), hers, { ...session, ...weekly(1), date: monday, endDate: at(7), eventName: 'Handwriting' })
  await addSession(server(), hers, {
    ...{ ...session, ...weekly(2), date: at(1), endDate: at(8), eventName: 'Sensory group', caseloadIds: [ana, bo] },
  })
  await addSession(server(), hers, { ...session, date: at(2), eventName: 'Evaluation', providerId: 2 })
})

const open = async (path: string): Promise<Page> => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const sessionsLeft = async () => {
  const rows = await database()
    .db.select()
    .from(occurrences)
    .where(isNull(occurrences.deletedAt))
    .orderBy(asc(occurrences.date))
  return rows.map(({ date, title, schoolId, studentsCount }) => [date, title, schoolId, studentsCount])
}

test('a student moves by keyboard: one series goes along, the group stays without her, and another session is kept', async () => {
  const page = await open(`/edit-caseload/${ana}`)
  const field = (name: string) => page.getByRole('combobox', { name, exact: true })
  await expect.poll(() => field('School').inputValue()).toBe('Lincoln')
  for (const [name, option] of [
    ['School', 'Maple'],
    ['Therapist', 'Paul Provider'],
  ] as const) {
    await field(name).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(option)
    await page.getByRole('option', { name: option, exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field(name).inputValue()).toBe(option)
  }
  await button(page, 'Save').focus()
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Move Ana Núñez to Maple?' })
  await dialog.getByText('5 sessions to come.', { exact: true }).waitFor()
  const rowOf = (title: string) => dialog.getByRole('radiogroup', { name: title, exact: true })
  const choicesOf = (title: string) =>
    rowOf(title)
      .getByRole('radio')
      .evaluateAll((all) => all.map((radio) => radio.getAttribute('value')))
  expect(await choicesOf('Handwriting')).toEqual(['end', 'move', 'keep'])
  expect(await choicesOf('Sensory group')).toEqual(['end', 'keep'])
  expect(await choicesOf('Evaluation')).toEqual(['end', 'keep'])
  await dialog
    .getByText(`Mondays, 9:00 AM-9:45 AM: 2 sessions, ${formatDate(monday)} to ${formatDate(at(7))}`)
    .waitFor()
  await dialog.getByText('Also with Bo Li, who stays.').waitFor()
  await dialog.getByText("Can't move: Sofía Special does not work at Maple.").waitFor()
  const confirm = button(dialog, 'Confirm')
  expect(await confirm.isDisabled()).toBe(true)
  await takePictures(page, 'coming-sessions move')
  expect(await axeFindings(page)).toEqual([])

  expect(await dialog.getByRole('button', { name: ' all' }).allInnerTexts()).toEqual([
    'End or take out all',
    'Move all',
    'Keep all',
  ])
  await button(dialog, 'Keep all').focus()
  await page.keyboard.press('Enter')
  await button(dialog, 'Move all').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rowOf('Handwriting').getByRole('radio', { name: 'Move' }).isChecked()).toBe(true)
  await rowOf('Sensory group').getByRole('radio', { name: 'Keep' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => rowOf('Sensory group').getByRole('radio', { name: 'Take out' }).isChecked()).toBe(true)
  expect(await rowOf('Evaluation').getByRole('radio', { name: 'Keep' }).isChecked()).toBe(true)
  await confirm.focus()
  await page.keyboard.press('Enter')
  await dialogSays(page, 'Saved', 'Caseload has been updated successfully')
  expect(await sessionsLeft()).toEqual([
    [monday, 'Handwriting', maple, 1],
    [at(1), 'Sensory group', lincoln, 1],
    [at(2), 'Evaluation', lincoln, 1],
    [at(7), 'Handwriting', maple, 1],
    [at(8), 'Sensory group', lincoln, 1],
  ])
  expect(await database().db.select({ at: students.schoolId }).from(students).where(eq(students.id, ana))).toEqual([
    { at: maple },
  ])

  await page.goto(`/student/${ana}`)
  const note = page.getByRole('alert').filter({ hasText: '1 session to come is still at Lincoln.' })
  await note.getByRole('button', { name: 'Show it below', exact: true }).click()
  await page.getByRole('table', { name: 'Upcoming sessions' }).getByText('Evaluation').waitFor()
  await takePictures(page, 'coming-sessions note')
  await expectNoFindings(page)
})

test('a school is deactivated: its sessions end or stay; a change meanwhile is refused', async () => {
  const page = await open('/schools-account')
  const control = page.getByRole('switch', { name: 'Lincoln is active', exact: true })
  await control.press('Space')
  const dialog = page.getByRole('dialog', { name: 'Deactivate Lincoln?' })
  await dialog.getByText('5 sessions to come.', { exact: true }).waitFor()
  await takePictures(page, 'coming-sessions school')
  await button(dialog, 'End all').click()
  await dialog.getByRole('radiogroup', { name: 'Evaluation', exact: true }).getByRole('radio', { name: 'Keep' }).check()
  await addSession(server(), await server().tokenOf(PEOPLE.Providers.userId), { date: at(3), caseloadIds: [bo] })
  await button(dialog, 'Confirm').click()
  await dialogSays(
    page,
    'Not changed',
    'Nothing was saved, because the sessions to come have changed. Please review them.',
  )
  await button(page, 'OK').click()
  expect(await sessionsLeft()).toHaveLength(6)

  await control.press('Space')
  await dialog.getByText('6 sessions to come.', { exact: true }).waitFor()
  await button(dialog, 'End all').click()
  await dialog.getByRole('radiogroup', { name: 'Evaluation', exact: true }).getByRole('radio', { name: 'Keep' }).check()
  await button(dialog, 'Confirm').click()
  await expect.poll(() => control.isChecked()).toBe(false)
  expect(await sessionsLeft()).toEqual([[at(2), 'Evaluation', lincoln, 1]])
  expect(await database().db.select({ on: schools.isActive }).from(schools).where(eq(schools.id, lincoln))).toEqual([
    { on: false },
  ])
  await takePictures(page, 'coming-sessions kept at a school')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: `1 session to come from ${formatDate(at(2))}`, exact: true }).click()
  await page.getByText('Evaluation').first().waitFor()
})
