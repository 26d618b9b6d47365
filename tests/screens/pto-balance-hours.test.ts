/** An administrator views and uploads PTO hours. */
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ptoBalanceEntries } from '#server/db/schema/time-off.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { grantHours } from '#tests/support/server/time-off.ts'

const { database, server, newPage, signIn } = usePortal()

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
})

const open = async (query = '') => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/pto-balance-hours${query}`)
  await page.getByText('results').waitFor()
  return page
}

const rowsOf = async (page: Page) =>
  (await page.getByRole('table', { name: 'PTO Available Hours' }).getByRole('row').allInnerTexts()).map((row) =>
    row.split(/\s*\t\s*/),
  )
const rowsBecome = (page: Page, ...rows: string[][]) =>
  expect.poll(async () => (await rowsOf(page)).slice(1)).toEqual(rows)

const paul = (hours: string) => ['1', 'Paul Provider', 'Providers', hours]
const sofia = (hours: string, number = '2') => [number, 'Sofía Special', 'SpecialProvider', hours]

/** Opens the upload. */
const openUpload = async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Upload' }).click()
  return { page, dialog: page.getByRole('dialog', { name: 'Upload PTO Hours' }) }
}

const csv = (...lines: string[]) => ({
  name: 'hours.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['ID,Provider Name,Available Hours', ...lines].join('\n')),
})

test('uploads the sample file when it is filled in', async () => {
  const page = await open()
  expect(await rowsOf(page)).toEqual([
    ['ID', 'Provider Name', 'Provider Role', 'Available Hours'],
    paul('0.00'),
    sofia('0.00'),
  ])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Sample File' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('SampleFile.xlsx')
  const { rows } = await readSpreadsheet(new Uint8Array(readFileSync(await file.path())))
  const [head = [], ...providers] = rows.map(({ cells }) => cells)
  const filled = await writeSpreadsheet({
    name: 'Hours',
    columns: head.map((title) => ({ title: String(title), width: 10 })),
    rows: providers.map(([id, name, role, , downloaded], index) => [
      ...[Number(id), String(name), String(role)],
      ...[40.5 * (index + 1), Number(downloaded)],
    ]),
  })
  await page.getByRole('button', { name: 'Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload PTO Hours' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'filled in.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(filled) })
  await dialog.getByText('filled in.xlsx').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Upload Success').waitFor()
  await page.getByText('Upload Success: 2 rows, 2 changed.').waitFor()
  expect(await dialog.count()).toBe(0)
  await rowsBecome(page, paul('40.50'), sofia('81.00'))
})

test('names balances that changed since the download, and sets the hours in the file only once confirmed', async () => {
  const { providerId } = PEOPLE.Providers
  await grantHours(database(), providerId, 56, server().time)
  await grantHours(database(), PEOPLE.SpecialProvider.providerId, 20, server().time)
  const { page, dialog } = await openUpload()
  const file = [
    'ID,Provider Name,Provider Role,Available Hours,Hours When Downloaded,Comment',
    '1,Paul Provider,Providers,70,60,rolled over',
    '2,Sofía Special,SpecialProvider,24,24,',
  ].join('\n')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page
    .getByText('Upload Success: 2 rows, 0 changed, 2 changed since the download. Not read: “Comment”.')
    .waitFor()
  const question = page.getByRole('dialog', { name: 'Set the hours of 1 provider to those in the file?' })
  await question.getByText(/^2 rows, 0 changed, 2 changed since the download\. Their balances were left/).waitFor()
  const named = await question
    .getByRole('table', { name: 'Changed since the download' })
    .getByRole('row')
    .allInnerTexts()
  expect(named.map((row) => row.trim().split(/\s*\t\s*/))).toEqual([
    ['Provider', 'Downloaded', 'Now', 'In the file'],
    ['Paul Provider', '60.00', '56.00', '70.00'],
    ['Sofía Special', '24.00', '20.00', '24.00'],
  ])
  expect(await axeFindings(page)).toEqual([])
  await rowsBecome(page, paul('56.00'), sofia('20.00'))
  await question.getByRole('button', { name: 'Confirm' }).press('Enter')
  const left = page.getByRole('dialog', { name: 'Upload Success' })
  await left.getByText('2 rows, 1 changed, 1 changed since the download.').waitFor()
  await left.getByRole('row', { name: 'Sofía Special' }).waitFor()
  await left.getByRole('button', { name: 'OK' }).press('Enter')
  await rowsBecome(page, paul('70.00'), sofia('20.00'))
  await left.waitFor({ state: 'hidden' })
})

test('sends the file again when the access token expires during the upload', async () => {
  const { page, dialog } = await openUpload()
  await dialog.locator('input[type=file]').setInputFiles(csv('2,,8,'))
  const tokens: (string | undefined)[] = []
  await page.route('**/upload-pto-hours', async (route) => {
    tokens.push(route.request().headers().token)
    if (tokens.length > 1) return route.continue()
    return route.fulfill({ status: 401, json: { statusCode: 401, message: 'Expired', data: null } })
  })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Upload Success').waitFor()
  expect(tokens).toHaveLength(2)
  await rowsBecome(page, paul('0.00'), sofia('8.00'))
  const entries = await database().db.select().from(ptoBalanceEntries)
  expect(entries.map(({ source, change }) => `${source}: ${change}`)).toEqual(['hours.csv: 8.00'])
})

test('filters by name and provider', async () => {
  await grantHours(database(), PEOPLE.Providers.providerId, 40.5, server().time)
  const page = await open()
  await page.getByLabel('Provider Name').fill('sofí')
  // The running number, not the provider's id.
  await rowsBecome(page, sofia('0.00', '1'))
  expect(new URL(page.url()).search).toBe('?providerName=sof%C3%AD')
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await rowsBecome(page, paul('40.50'), sofia('0.00'))
  expect(await page.getByRole('button', { name: 'Reset Filters' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Providers' }).click()
  await page.getByRole('option', { name: 'Paul Provider' }).click()
  await rowsBecome(page, paul('40.50'))
  await page.reload()
  await rowsBecome(page, paul('40.50'))
  await page.getByLabel('Provider Name').fill('nobody')
  await page.getByText('No Data Found').waitFor()
})

test('refuses a file with mistakes, listed by line, and stores nothing', async () => {
  const { page, dialog } = await openUpload()
  // Dropped onto the field rather than chosen.
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'hours.csv', { type: 'text/csv' }))
    return transfer
  }, csv('1,Paul Provider,eight', '2,Paul Provider,8', '77,,8').buffer.toString())
  await dialog.getByRole('group', { name: 'File' }).dispatchEvent('drop', { dataTransfer: data })
  await dialog.getByText('hours.csv (1 kB)').waitFor()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  const mistakes = page.getByRole('dialog', { name: 'Nothing was uploaded because the file has errors.' })
  await mistakes.waitFor()
  expect(await mistakes.getByRole('listitem').allInnerTexts()).toEqual([
    "Row 2: Available Hours 'eight' is not a number.",
    'Row 3: ID 2 is Sofía Special, not Paul Provider.',
    'Row 4: No provider has the ID 77.',
    'The file has 3 rows.',
  ])
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await mistakes.waitFor({ state: 'hidden' })
  expect(await database().db.$count(ptoBalanceEntries)).toBe(0)

  // The dialog stays open for another try, using only the keyboard.
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose file' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(csv('2,,8,'))
  await dialog.getByText('hours.csv').waitFor()
  await dialog.getByRole('button', { name: 'Upload' }).press('Enter')
  await page.getByText('Upload Success').waitFor()
  await rowsBecome(page, paul('0.00'), sofia('8.00'))
})

test('shows who has left with a balance, and pays it out', async () => {
  await grantHours(database(), PEOPLE.Providers.providerId, 8, new Date())
  await database()
    .db.update(providers)
    .set({ termDate: '2026-01-16' })
    .where(eq(providers.id, PEOPLE.Providers.providerId))
  const hourly = { rateTypeId: 1, effectiveDate: '2025-01-01', providerId: PEOPLE.Providers.providerId, rate: '45.00' }
  await database().db.insert(providerRates).values(hourly)
  const page = await open()
  await page.getByText('Left, last day 01/16/2026').waitFor()
  await takePictures(page, 'pto-balance-hours leavers')
  await page.getByRole('button', { name: 'Pay out the balance of Paul Provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay out balance' })
  await dialog
    .getByText(
      'Paul Provider: 8 h are paid at the hourly rate of the last day, as a line of their own in the next open payroll. The balance is 0 then.',
    )
    .waitFor()
  await dialog.getByLabel('Reason').fill('Agreed at leaving')
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'pto-balance-hours pay out')
  await dialog.getByRole('button', { name: 'Pay out balance' }).click()
  await page.getByText('The balance was paid out').waitFor()
  await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
  expect(await database().db.select().from(payAdjustments)).toMatchObject([
    { kind: 'balancePaidOut', workDate: '2026-01-16', quantity: '8.00', amount: '360.000' },
  ])
})
