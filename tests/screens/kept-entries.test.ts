/** What a provider or an administrator has typed in a dialog survives a reload, Back, Escape and the end of the session. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { pdf } from '#tests/support/server/document-files.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_PASSWORD } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const { database, server, newPage, signIn } = usePortal()

/** Friday at ten in the morning in New York; Paul's sessions were from nine. */
const NOW = new Date('2026-06-12T14:00:00Z')
const TODAY = '2026-06-12'
/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = NOW
})

const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const restored = (page: Page) => page.getByText(/^Your unsaved changes from .* were restored\./)
const offered = (page: Page) => page.getByText(/^You have an unsaved note from \d+:\d\d [AP]M\.$/)
const keptDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft/'))
      .toSorted(),
  )
const isKept = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage)))).toContain(text)

const open = async (email: string, path: string) => {
  const page = await newPage()
  await signIn(page, email)
  await page.goto(path)
  return page
}

test('notes on the Home Page survive a reload, Back and the end of the session', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  await addSession(server(), token, { date: TODAY, caseloadIds: [CASELOAD_IDS.ana] })
  await addSession(server(), token, {
    date: TODAY,
    eventName: 'Team meeting',
    startTime: '10:00',
    endTime: '10:30',
    caseloadIds: [CASELOAD_IDS.ana],
  })
  await rows(`delete from occurrence_students using occurrences
    where occurrences.id = occurrence_id and title = 'Team meeting'`)
  const page = await open(PEOPLE.Providers.email, `/?date=${TODAY}`)
  const ofAna = dialog(page, 'Student Note')
  const ofMeeting = dialog(page, 'Session Note')

  // The page is reloaded while a note is typed.
  await button(page, 'Student Note, Ana Núñez').click()
  await ofAna.getByLabel('Ana Núñez').fill('Cut a circle.')
  await page.reload()
  await offered(page).waitFor()
  if (shots) {
    await page.screenshot({ path: `${shots}/note offered.png`, fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${shots}/note offered narrow.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Resume draft').click()
  await restored(page).waitFor()
  expect(await ofAna.getByLabel('Ana Núñez').inputValue()).toBe('Cut a circle.')
  if (shots) await page.screenshot({ path: `${shots}/note restored.png` })

  // Escape asks; Back leaves without a question.
  await page.keyboard.press('Escape')
  await dialog(page, 'Are you sure you want to cancel?').getByRole('button', { name: 'No' }).click()
  await ofAna.getByLabel('Ana Núñez').fill('Cut a circle, alone.')
  await visit(page, '/pto-record')
  await page.goBack()
  await offered(page).waitFor()
  await button(page, 'Resume draft').click()
  expect(await ofAna.getByLabel('Ana Núñez').inputValue()).toBe('Cut a circle, alone.')
  await button(page, 'Save').click()
  await page.getByText('Recurrence feeback updated successfully').waitFor()
  expect(await rows("select tracking_feedback from occurrence_students where tracking_feedback <> ''")).toEqual([
    { tracking_feedback: 'Cut a circle, alone.' },
  ])
  await expect.poll(() => keptDrafts(page)).toEqual([])
  expect(await offered(page).count()).toBe(0)

  // The session ends while a note is typed.
  await button(page, 'Session Note, Team meeting').click()
  await ofMeeting.getByLabel('Team meeting').fill('Agreed on new goals.')
  server().now = new Date(NOW.getTime() + 2 * 3_600_000)
  await button(page, 'Save').click()
  await page.getByText('Your session has been expired. Please login again!').waitFor()
  await button(page, 'OK').click()
  await page.getByLabel('Username').fill(PEOPLE.Providers.email)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await button(page, 'Login').click()
  await offered(page).waitFor()
  await button(page, 'Resume draft').click()
  expect(await ofMeeting.getByLabel('Team meeting').inputValue()).toBe('Agreed on new goals.')

  // Someone else has written one meanwhile; it is replaced only once the user has been told.
  await rows("update occurrences set tracking_feedback = 'Put off.' where title = 'Team meeting'")
  await button(page, 'Save').click()
  await dialog(page, 'Not saved')
    .getByText('Your entries are still here. Saving again replaces the other change.')
    .waitFor()
  await button(page, 'OK').click()
  await button(page, 'Save').click()
  await page.getByText('Recurrence feeback updated successfully').waitFor()
  expect(await rows("select tracking_feedback from occurrences where tracking_feedback <> ''")).toEqual([
    { tracking_feedback: 'Agreed on new goals.' },
  ])
})

test('Upload Document keeps what was entered on Escape, without the file, until it is canceled or uploaded', async () => {
  await allowScreen(database(), 'Providers', 'MyDocuments')
  await database().db.insert(documentTemplates).values({ title: 'License', isForProviders: true })
  const page = await open(PEOPLE.Providers.email, '/my-documents')
  const form = dialog(page, 'Upload Document')
  const name = form.getByLabel('Document Name')
  const chooseFile = async () =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name: 'License.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf()) })
  await button(page, 'Upload Document').click()
  await name.fill('State license, renewed')
  await chooseFile()
  await form.getByRole('button', { name: 'Remove License.pdf' }).waitFor()
  await name.press('Escape')
  await form.waitFor({ state: 'detached' })
  await button(page, 'Upload Document').click()
  await restored(page).getByText('Choose the file again.').waitFor()
  expect(await name.inputValue()).toBe('State license, renewed')
  expect(await form.getByRole('button', { name: 'Remove License.pdf' }).count()).toBe(0)
  expect(JSON.stringify(await page.evaluate(() => Object.values(localStorage)))).not.toContain('License.pdf')
  if (shots) await page.screenshot({ path: `${shots}/upload restored.png` })

  await name.fill('Something else')
  await isKept(page, 'Something else')
  await button(page, 'Cancel').click()
  expect(await keptDrafts(page)).toEqual([])
  await button(page, 'Upload Document').click()
  expect(await name.inputValue()).toBe('')
  await form.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: 'License', exact: true }).click()
  await name.fill('State license')
  await isKept(page, 'State license')
  await chooseFile()
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  expect(await rows('select title from provider_documents')).toEqual([{ title: 'State license' }])
  expect(await keptDrafts(page)).toEqual([])
})
