/** What a provider records for a day besides hours and labels: its note, and the students of a session. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday at ten in the morning in New York; Paul's session with Ana was from nine. */
const NOW = new Date('2026-06-12T14:00:00Z')
const TODAY = '2026-06-12'

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = NOW
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  await addSession(server(), paul, { date: TODAY, caseloadIds: [CASELOAD_IDS.ana] })
})

const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]

const openDay = async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Providers.email)
  await page.goto(`/?date=${TODAY}`)
  await page.getByText('Fine motor group').first().waitFor()
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const students = (page: Page) => page.getByRole('list', { name: 'Students' }).locator('li > div:first-child')

test("the Daily Note is written, confirmed before it is discarded, and saved over someone else's", async () => {
  const page = await openDay()
  const dialog = page.getByRole('dialog', { name: 'Daily Note' })
  const note = dialog.getByLabel('Fri, Jun 12, 2026')
  await button(page, 'Daily Note').click()
  await note.fill('Fire drill at ten.')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Are you sure you want to cancel?' })
    .getByRole('button', { name: 'No' })
    .click()
  expect(await note.inputValue()).toBe('Fire drill at ten.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Daily Note has been saved successfully').waitFor()
  expect(await rows('select day_note from day_notes')).toEqual([{ day_note: 'Fire drill at ten.' }])

  await button(page, 'Daily Note').click()
  await note.waitFor()
  const ada = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('addDayNote', { token: ada, body: { id: 1, startDateTimeUtc: TODAY, dayNote: 'No drill.' } })
  await note.fill('Fire drill at eleven.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const refusal = page.getByRole('dialog', { name: 'Not saved' })
  await refusal.getByText('Someone else has changed this note.').waitFor()
  await refusal.getByText('Your entries are still here. Saving again replaces the other change.').waitFor()
  await refusal.getByRole('button', { name: 'OK' }).click()
  expect(await note.inputValue()).toBe('Fire drill at eleven.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await rows('select day_note from day_notes')).toEqual([{ day_note: 'Fire drill at eleven.' }])
})

test('a student is added to one session and removed, by keyboard', async () => {
  const page = await openDay()
  await button(page, 'Add caseload to Fine motor group').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Caseload' })
  // Ana is in the session already.
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please select atleast one caseload').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Bo Li' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => students(page).allInnerTexts()).toEqual(['Ana Núñez', 'Bo Li'])
  await page.getByText('Students have been added to Fine motor group', { exact: true }).waitFor()

  await button(page, 'Remove Ana Núñez from Fine motor group').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the record?' })
  await question.getByText('Ana Núñez will be removed from this session, with their labels and note.').waitFor()
  await question.getByRole('button', { name: 'Remove student' }).click()
  await expect.poll(() => students(page).allInnerTexts()).toEqual(['Bo Li'])
  await page.getByText('Ana Núñez has been removed from the session', { exact: true }).waitFor()

  await button(page, 'Remove Bo Li from Fine motor group').click()
  await question.getByRole('button', { name: 'Remove student' }).click()
  await page.getByRole('dialog', { name: 'Error' }).getByText('At least 1 student is required').waitFor()
  expect(await rows('select student_id from occurrence_students')).toEqual([{ student_id: 2 }])
})
