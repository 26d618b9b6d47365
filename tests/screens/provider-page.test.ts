/** A provider's page, opened from the provider's name, and the documents attached to a provider. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { providers } from '#server/db/schema/providers.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addDistrict, addSession, confirmHours } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

/** Monday and Friday of a week. */
const BEFORE = new Date('2027-11-08T10:00:00Z')
const NOW = new Date('2027-11-12T13:00:00Z')

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  server().now = BEFORE
  const paul = await server().tokenOf(PEOPLE.Providers.userId)
  for (const date of ['2027-11-08', '2027-11-09', '2027-11-12', '2027-11-15'])
    await addSession(server(), paul, { date })
  await confirmHours(server(), paul, { date: '2027-11-08' })
  server().now = NOW
})

const open = async (path: string, options = {}) => {
  // A context of its own, because its clock is set.
  const page = await newPage(options)
  await page.clock.setFixedTime(NOW)
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}

const rowsBecome = (page: Page, name: string, expected: string[][]) =>
  expect
    .poll(() =>
      page
        .getByRole('table', { name, exact: true })
        .getByRole('row')
        .evaluateAll((list) => list.map((row) => [...row.children].map((cell) => cell.textContent))),
    )
    .toEqual(expected)
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
const PHONE = { colorScheme: 'dark', viewport: { width: 390, height: 844 } }

const addDocument = async (originalFileName: string) => {
  const file = { originalFileName, fileName: `stored-${originalFileName.length}`, content: Buffer.from('%PDF') }
  await addDocuments(database(), [{ providerId: 1, ...file }])
}

const HEAD = ['Day', 'Sessions', 'Hours', 'Status']
const free = (day: string) => [day, '0', '0:00', '']

test('opens from a name and shows its parts, also if one fails, moves by week, and leads to what waits', async () => {
  const page = await open('/manage-providers')
  await page.route('**/get-provider-students/1', (route) => route.abort())
  await page.getByRole('link', { name: 'Paul Provider', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Paul Provider' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/provider/1')
  await page.getByText(PEOPLE.Providers.email).waitFor()
  await page.getByText('Lincoln, Maple').waitFor()
  await rowsBecome(page, 'Week', [
    HEAD,
    free('Sun, Nov 7'),
    ['Mon, Nov 8', '1', '0:45', 'Ready'],
    ['Tue, Nov 9', '1', '0:45', 'Unconfirmed'],
    free('Wed, Nov 10'),
    free('Thu, Nov 11'),
    ['Fri, Nov 12 (today)', '1', '0:45', 'Not over'],
    free('Sat, Nov 13'),
  ])
  await page.getByText('0:45 of 2:15 hours confirmed (33%)', { exact: true }).waitFor()
  const caseload = page.getByRole('region', { name: 'Caseload' })
  const again = caseload.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await page.unroute('**/get-provider-students/1')
  await again.click()
  await caseload.getByText('3 students, 180 minutes needed per week', { exact: true }).waitFor()
  await rowsBecome(page, 'Caseload', [
    ['Student Name', 'School Name', 'Services', 'Needed Minutes per Week'],
    ['Ana Núñez', 'Lincoln', 'Occupational Therapy', '60'],
    ['Bo Li', 'Lincoln', 'Occupational Therapy', '60'],
    ['Chi Okafor', 'Maple', 'Occupational Therapy', '60'],
  ])
  await page.getByText('0 hours available, 0 requests to answer', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('No Data Available').count()).toBe(3)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page
    .getByRole('dialog', { name: 'Reset Password' })
    .getByText('Paul Provider will be signed out on all devices.')
    .waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Next week' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('1 session, 0:45 hours', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?week=2027-11-14')

  await allowScreen(database(), 'Administrators', 'PTORequest')
  const day = { providerId: 1, startTime: '08:00', endTime: '12:00', reason: 'Away' }
  const { db } = database()
  const [first] = await db
    .insert(ptoRequests)
    .values({ ...day, requestedDate: '2027-12-06' })
    .returning({ id: ptoRequests.id })
  const spanId = first?.id ?? 0
  await db.update(ptoRequests).set({ spanId })
  await db.insert(ptoRequests).values([
    { ...day, requestedDate: '2027-12-07', spanId },
    { ...day, requestedDate: '2027-12-09', state: 'accepted' },
  ])
  await database().pool.query(`update users set password_hash = null where provider_id = 1`)
  await database().pool.query(
    `insert into user_identities (user_id, issuer, subject, email, linked_at)
      select id, 'https://id.example', 'paul', email, now() from users where provider_id = 1`,
  )
  await page.reload()
  await page.getByRole('link', { name: 'Mon, Nov 15' }).waitFor()
  expect(await page.getByRole('button', { name: 'Reset Password' }).count()).toBe(0)
  await page.getByText('0 hours available, 1 request to answer', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByText('3 sessions, 2:15 hours', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(
    await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)),
  ).toEqual(
    expect.arrayContaining([
      'Edit /edit-provider/1',
      'Profile /edit-provider/1/view',
      'People /people?search=Paul+Provider',
      'Attendance /attendance?providerId=1',
      'Change rates /edit-provider/1',
    ]),
  )
  await page.getByRole('link', { name: 'Tue, Nov 9' }).click()
  await page.waitForURL('**/schedule-event-viewer?view=daily&date=2027-11-09&provider=1')
  await page.goBack()
  await page.getByRole('link', { name: '1 request to answer' }).click()
  await page.getByText('1-1 of 1 results', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?providerIds=1&statusId=1')
})

test('fits 60 students, long names and a namesake on a phone, and finds and links only who exists and may be seen', async () => {
  const { db, pool } = database()
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  await db
    .insert(students)
    .values(Array.from({ length: 60 }, (_, n) => ({ name: `Aa ${long} ${n}`, gender: '', schoolId: 1, providerId: 1 })))
  await pool.query('update providers set last_name = $1 where id = 1', [long])
  await db
    .insert(providers)
    .values({ firstName: 'Paul', lastName: long, email: 'other@district.example', providerTypeId: 1, statusId: 1 })
  await addDocument(`${'很長的名字'.repeat(20)}.pdf`)
  const page = await open('/provider/1', PHONE)
  await page.getByText('63 students, 180 minutes needed per week', { exact: true }).waitFor()
  await page.getByText('The first 10 of 63', { exact: true }).waitFor()
  await page.getByText('.pdf').waitFor()
  expect(await overflow(page)).toBe(0)
  // The namesake has nothing at all.
  await page.goto('/provider/3')
  await page.getByText('other@district.example').waitFor()
  await page.getByText('No hours in the last 8 weeks', { exact: true }).waitFor()
  expect(await page.getByText('minutes needed per week').count()).toBe(0)
  await expect.poll(() => page.getByText('No Data Available').count()).toBe(4)
  expect(await overflow(page)).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/provider/99')
  await page.getByText('Provider not found.').waitFor()
  await page.goto('/provider/paul')
  await page.getByText('Provider not found.').waitFor()
  await database().pool.query('delete from role_permissions where permission_id > 1000')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/pto-balance-hours')
  await page.getByText('Sofía Special', { exact: true }).first().waitFor()
  // The page begins with the access that it remembers.
  await expect.poll(() => page.getByRole('link', { name: 'Sofía Special' }).count()).toBe(0)
})

test('lists attachments in a dialog, also none, downloads one, and shows why it cannot; downloads the filtered providers', async () => {
  const page = await open('/manage-providers?search=paul')
  const button = page.getByRole('button', { name: 'Attachments of Paul Provider' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Attachments' }).getByText('No Data Available').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitForFocus(button)
  await page.route('**/get-attached-documents?*', (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, message: 'No documents for you.', data: null } }),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Attachments' }).getByText('No documents for you.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.unroute('**/get-attached-documents?*')
  await addDocument('健康診断書.pdf')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Attachments' }).first()
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '健康診断書.pdf' }).click()
  expect((await file).suggestedFilename()).toBe('健康診断書.pdf')
  expect(await axeFindings(page)).toEqual([])
  await database().pool.query('update provider_documents set deleted_at = now()')
  await dialog.getByRole('button', { name: '健康診断書.pdf' }).click()
  await page.getByText('Document not found.').waitFor()
  await page.goto('/manage-providers?search=paul')
  const download = async (includeSsn: boolean) => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Download Providers' })
    const option = question.getByRole('checkbox', { name: 'Include Social Security numbers' })
    expect(await option.isChecked()).toBe(false)
    if (includeSsn) await option.check()
    else expect(await axeFindings(page)).toEqual([])
    const sent = page.waitForRequest('**/download-providers?*')
    await question.getByRole('button', { name: 'Download' }).click()
    const request = await sent
    return [new URL(request.url()).search, request.postDataJSON()]
  }
  const table = page.waitForEvent('download')
  expect(await download(false)).toEqual(['?providerName=paul', { languageId: 1, includeSsn: false }])
  expect((await table).suggestedFilename()).toBe('providers.xlsx')
  expect(await download(true)).toEqual(['?providerName=paul', { languageId: 1, includeSsn: true }])
})
