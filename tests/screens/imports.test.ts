/** An administrator imports services, students, schools, and providers from spreadsheets. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, gt } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { getRoleAccess } from '#contract/acl.ts'
import { importServices } from '#contract/services.ts'
import { providers } from '#server/db/schema/providers.ts'
import { services } from '#server/db/schema/services.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { csvOf } from '#tests/support/server/imports.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'Caseloads')
})

const HEAD = ['Service Code', 'Description']
const csv = (name: string, ...rows: (string | number)[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(csvOf(HEAD, ...rows)),
})

/** Opens the import from a list. */
const open = async (path = '/service-record', prepare = async (_page: Page): Promise<unknown> => undefined) => {
  const page = await newPage()
  await prepare(page)
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  await page.getByText('results').waitFor()
  await page.getByRole('button', { name: 'Import' }).click()
  return page
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import Services' })
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click()
const choose = (page: Page, file: ReturnType<typeof csv>) =>
  dialogOf(page).locator('input[type=file]').setInputFiles(file)
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()
const problemsOf = async (page: Page) =>
  (await dialogOf(page).getByRole('table', { name: 'Problems' }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.trim().split(/\s*\t\s*/))
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Service Listing Record' }).getByRole('row')
const added = () =>
  database().db.select({ code: services.code }).from(services).where(gt(services.id, 3)).orderBy(asc(services.id))
const download = async (page: Page, name: string) => {
  const coming = page.waitForEvent('download')
  await press(page, name)
  const file = await coming
  const { rows } = await readSpreadsheet(new Uint8Array(await readFile(await file.path())))
  return { name: file.suggestedFilename(), rows: rows.map(({ cells }) => cells) }
}

/** Imports a file of another list without problems. */
const take = async (dialog: Locator, rows: string[][], done: string) => {
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf(...rows)) })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: `Import ${rows.length - 1} row` }).click()
  await dialog.getByRole('status').filter({ hasText: done }).waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('asks for a spreadsheet with the columns of the sample file', async () => {
  const page = await open()
  expect((await download(page, 'Download Sample File')).rows[0]).toEqual(HEAD)
  await press(page, 'Check')
  await dialogOf(page).getByText('Upload File', { exact: true }).waitFor()
  await choose(page, csv('services.pdf'))
  await dialogOf(page).getByText('Only these file types are supported: .xlsx, .xls, .csv').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await choose(page, { ...csv('other.csv'), buffer: Buffer.from('Service Code,Colour\nSLT,red') })
  await press(page, 'Check')
  const refused = page.getByRole('dialog', { name: 'The file cannot be imported.' })
  await refused.waitFor()
  expect(await refused.getByRole('listitem').allInnerTexts()).toEqual([
    "Row 1: The column 'Description' is missing.",
    "Row 1: The column 'Colour' is unknown.",
    'The expected columns are: Service Code, Description.',
  ])
  await refused.getByRole('button', { name: 'OK' }).click()
  // The dialog stays open for another file.
  await choose(page, csv('services.csv', ['SLT', 'Speech']))
  await press(page, 'Check')
  await says(page, '1 row checked')
})

test('the reply to an upload, like any other, tells that the user’s access has changed', async () => {
  const page = await open('/service-record', hearOnlyTheTest)
  await allowScreen(database(), 'Administrators', 'PTORequest')
  await choose(page, csv('services.csv', ['SLT', 'Speech']))
  const order: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) order.push(pathname)
  })
  await press(page, 'Check')
  await expect.poll(() => order.slice(0, 2)).toEqual([importServices.path, getRoleAccess.path])
})

test('lists the problems by row, and imports the good rows only after confirmation', async () => {
  const page = await open()
  await choose(page, csv('services.csv', ['OT', 'Taken'], ['SLT', 'Speech'], ['AUD', '']))
  await press(page, 'Check')
  await says(page, '3 rows checked: 1 good row, 2 rows with problems. Nothing has been imported yet.')
  expect(await problemsOf(page)).toEqual([
    ['2', 'Service Code', 'OT', 'A service with this code already exists.'],
    ['4', 'Description', '–', 'Service Description Is Required'],
  ])
  expect(await axeFindings(page)).toEqual([])
  const wrong = await download(page, 'Download the problem rows')
  expect(wrong).toMatchObject({ name: 'Problems.xlsx', rows: [[...HEAD, 'Problem'], { length: 3 }, { length: 3 }] })

  await press(page, 'Import the 1 good row')
  const question = page.getByRole('dialog', { name: 'Import the 1 good row and leave out 2 rows with problems?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await added()).toEqual([])
})

test('shows the new problems if someone else saves first, and leaves those rows out', async () => {
  const page = await open()
  await choose(page, csv('services.csv', ['SLT', 'Speech'], ['AUD', 'Audiology'], ['VIS', 'Vision']))
  await press(page, 'Check')
  await says(page, '3 rows checked, no problems. Nothing has been imported yet.')
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('addService', { token, body: { code: 'slt', description: 'Faster' } })
  await press(page, 'Import 3 rows')
  await page.getByRole('alert').filter({ hasText: 'The data has changed since these rows were checked' }).waitFor()
  expect(await problemsOf(page)).toEqual([['2', 'Service Code', 'SLT', 'A service with this code already exists.']])
  expect(await added()).toEqual([{ code: 'slt' }])
  await press(page, 'Import the 2 good rows')
  await page
    .getByRole('dialog', { name: /leave out 1 row/ })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await says(page, '2 services have been added successfully')
  await dialogOf(page).getByText('The file has 3 rows. 1 row with problems left out.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await expect.poll(() => rowsOf(page).count()).toBe(1 + 6)
  expect(await added()).toEqual([{ code: 'slt' }, { code: 'AUD' }, { code: 'VIS' }])
  await page.keyboard.press('Escape')
  await dialogOf(page).waitFor({ state: 'hidden' })
  await waitForFocus(page.getByRole('button', { name: 'Import', exact: true }))
  await page.keyboard.press('Enter')
  await dialogOf(page).waitFor()
})

test('imports the checked contents using only the keyboard, even if the file changes after the check', async () => {
  const page = await open()
  const chooser = page.waitForEvent('filechooser')
  await dialogOf(page).getByRole('button', { name: 'Choose file' }).focus()
  await page.keyboard.press('Enter')
  const path = join(await mkdtemp(join(tmpdir(), 'import-')), 'one.csv')
  await writeFile(path, csvOf(HEAD, ['ONE', 'One more']))
  await (await chooser).setFiles(path)
  await dialogOf(page).getByText('one.csv').waitFor()
  await dialogOf(page).getByRole('button', { name: 'Check' }).focus()
  await page.keyboard.press('Enter')
  await says(page, '1 row checked')
  await writeFile(path, csvOf(HEAD, ['OT', 'Taken'], ['TWO', 'Two more']))
  // Tab from the message, past Cancel.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await says(page, 'Service has been added successfully')
  await dialogOf(page).getByRole('button', { name: 'OK' }).press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1 + 4)
  expect(await added()).toEqual([{ code: 'ONE' }])
})

test('imports a student with a row for each frequency, and lists the student at once', async () => {
  const page = await open('/caseload-record')
  await take(
    page.getByRole('dialog', { name: 'Import Caseloads' }),
    [
      ['School Name', 'Student Name', 'Therapist', 'Service Type', 'Duration'],
      ['Lincoln', 'Abel Moss', 'Paul Provider', 'OT', '30'],
      ['Lincoln', 'Abel Moss', '', 'PT', '30 minutes'],
    ],
    'Caseload has been added successfully',
  )
  await page.getByRole('button', { name: '2 records of Abel Moss' }).waitFor()
})

test('imports a school, and lists it at once', async () => {
  await addPlaces(database())
  const page = await open('/schools-account')
  await take(
    page.getByRole('dialog', { name: 'Import Schools' }),
    [
      ['School Name', 'Address Line 1', 'Country', 'State', 'City', 'Zipcode'],
      ['Acorn', '1 Oak Street', 'United States', 'Illinois', 'Springfield', '62701'],
    ],
    'School has been added successfully',
  )
  await page.getByRole('cell', { name: 'Springfield, 1 Oak Street' }).waitFor()
})

test('imports a provider, leaves out one who is there already, and lists the new one at once', async () => {
  await addPlaces(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  const page = await open('/manage-providers')
  const dialog = page.getByRole('dialog', { name: 'Import Providers' })
  const person = (first: string, last: string, email: string) => [
    ...[first, last, email, 'Occupational Therapist', 'Lincoln', 'OT', '12 Elm Street'],
    ...['United States', 'Illinois', 'Springfield', '62701', 'Hourly', '52.50'],
  ]
  const file = csvOf(
    [
      ...['First Name', 'Last Name', 'Email', 'Provider Type', 'Schools', 'Services', 'Address Line 1'],
      ...['Country', 'State', 'City', 'Postal Code', 'Rate Type', 'Rate'],
    ],
    person('Nina', 'Newcomer', 'nina@district.example'),
    person('Paul', 'Provider', PEOPLE.Providers.email),
    person('Otto', 'Öz', 'not an address'),
  )
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'providers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('3 rows checked: 1 good row, 2 rows with problems. Nothing has been imported yet.').waitFor()
  const problems = await dialog.getByRole('table', { name: 'Problems' }).getByRole('row').allInnerTexts()
  expect(problems.slice(1).map((row) => row.trim().split(/\s*\t\s*/))).toEqual([
    ['3', 'Email', PEOPLE.Providers.email, 'This email address is already in use.'],
    ['4', 'Email', 'not an address', 'Invalid email id.'],
  ])
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import the 1 good row' }).click()
  await page
    .getByRole('dialog', { name: 'Import the 1 good row and leave out 2 rows with problems?' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await page.getByRole('dialog', { name: 'Send 1 invitation now?' }).getByRole('button', { name: 'Send now' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Provider has been added successfully' }).waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('link', { name: 'Nina Newcomer', exact: true }).waitFor()
  expect(await database().db.select({ email: providers.email }).from(providers).where(gt(providers.id, 2))).toEqual([
    { email: 'nina@district.example' },
  ])
})
