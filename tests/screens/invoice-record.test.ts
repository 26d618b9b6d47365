/** Generating invoices: of one school with a preview, and of all schools. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { followChanges } from '#contract/live.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { runs } from '#server/db/schema/runs.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { press } from '#tests/support/definition-page.ts'
import { waitForFocusWithin } from '#tests/support/focus.ts'
import { usePortal } from '#tests/support/portal.ts'
import { NOVEMBER, type Work, work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDelivery } from '#tests/support/server/issued-invoices.ts'
import { useWorker } from '#tests/support/server/jobs.ts'
import { addDistrict, SCHOOL_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const workOnJobs = useWorker(portal.database, portal.server)
const db = () => portal.database().db

const AT_LINCOLN: Work = { date: '2026-11-03', rateTypeId: 1 }
const WITHOUT_RATE: Work = { date: '2026-11-03' }
const AT_MAPLE: Work = { date: '2026-11-04', at: 'maple' }
const AT_NORTHGATE: Work = { date: '2026-11-05', by: 'sofia', at: 'northgate' }

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  portal.server().now = TEST_NOW
})

const tokens = async () => ({
  ada: await portal.server().tokenOf(PEOPLE.Administrators.userId),
  paul: await portal.server().tokenOf(PEOPLE.Providers.userId),
  sofia: await portal.server().tokenOf(PEOPLE.SpecialProvider.userId),
})
const worked = async (...days: Work[]) => work(portal.server(), await tokens(), ...days)
const call = async (name: 'lockOutPeriod' | 'generateInvoice' | 'startInvoiceRun', body: object) =>
  portal.server().call(name, { token: (await tokens()).ada, body: { ...NOVEMBER, ...body } })
const lock = () => call('lockOutPeriod', { isForceFullLockOut: true })

const open = async (search = '', options?: Parameters<typeof portal.newPage>[0]) => {
  const page = await portal.newPage(options)
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/invoice-record${search}`)
  await page.getByRole('heading', { name: 'Manage Billing' }).waitFor()
  return page
}
const OF_LINCOLN = `?from=2026-11-01&to=2026-11-15&school=${SCHOOL_IDS.lincoln}`
const OF_ALL = '?from=2026-11-01&to=2026-11-15&school=all'

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const select = (page: Page, name: string) => page.getByRole('combobox', { name })
const choose = async (page: Page, name: string, option: string) => {
  await select(page, name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const linesOf = async (page: Page) =>
  (await preview(page).getByRole('table', { name: 'Lines of the invoice' }).getByRole('row').allInnerTexts()).map(
    (text) => text.split(/\s*[\t\n]\s*/).join(' | '),
  )

test('asks for what is missing, sets the end date, narrows students and services by school, and retries a run that could not be loaded', async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.route('**/api/billing/invoice-run', (route) => route.abort())
  await page.goto('/invoice-record')
  await page.getByText('The invoices of all schools could not be loaded.').waitFor()
  await page.unroute('**/api/billing/invoice-run')
  await press(page, 'Try again')
  await page.getByText('The invoices of all schools could not be loaded.').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Generate Invoice' }).waitFor()
  await says(page, 'Choose a period and a school to see what the invoice will say.')
  await press(page, 'Generate Invoice')
  await says(page, 'Start Date Is Required')
  await says(page, 'End Date Is Required')
  await says(page, 'School Is Required')
  expect(await axeFindings(page)).toEqual([])
  await field(page, 'Start Date').fill('11/16/2026')
  await page.keyboard.press('Tab')
  await expect.poll(() => field(page, 'End Date').inputValue()).toBe('11/30/2026')
  await field(page, 'Start Date').fill('11/01/2026')
  await page.keyboard.press('Tab')
  await expect.poll(() => field(page, 'End Date').inputValue()).toBe('11/15/2026')
  await field(page, 'End Date').fill('10/31/2026')
  await page.keyboard.press('Tab')
  await says(page, "End Date can't be less than Start Date")
  await press(page, '10/16/2026 to 10/31/2026')
  expect(await field(page, 'Start Date').inputValue()).toBe('10/16/2026')

  await worked(AT_LINCOLN)
  expect(await select(page, 'Students').isEnabled()).toBe(false)
  await choose(page, 'School', 'Lincoln')
  await select(page, 'Students').click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Ana Núñez', 'Bo Li', 'Dora Weiss'])
  // Found without the accents, too.
  await select(page, 'Students').fill('nunez')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Ana Núñez'])
  await select(page, 'Students').fill('bo')
  await page.getByRole('option', { name: 'Bo Li' }).click()
  await page.keyboard.press('Escape')
  await choose(page, 'Services', 'Physical Therapy')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?from=2026-10-16&to=2026-10-31&school=1&students=2&services=2')
  await page.reload()
  await expect.poll(() => field(page, 'Start Date').inputValue()).toBe('10/16/2026')
  await page.getByText('Bo Li', { exact: true }).waitFor()
  await choose(page, 'School', 'Maple')
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-10-16&to=2026-10-31&school=2')
  await page.goBack()
  await page.getByText('Bo Li', { exact: true }).waitFor()
  await press(page, 'Reset Filters')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(await field(page, 'Start Date').inputValue()).toBe('')
  expect(await page.getByText('School Is Required').count()).toBe(0)
})

test('previews an invoice, generates it, and downloads its files', async () => {
  await worked({ ...AT_LINCOLN, endTime: '10:20' })
  await lock()
  const page = await open('?period=2026-11-01&school=1')
  await preview(page).getByRole('table', { name: 'Lines of the invoice' }).waitFor()
  expect(await linesOf(page)).toEqual([
    'Service | Quantity | Rate | Amount',
    'Occupational Therapy | Hourly, 11/03/2026 | 1.33 | $85.50 | $113.72',
  ])
  expect(await preview(page).getByRole('table', { name: 'Totals' }).innerText()).toMatch(/^Total\s+\$113\.72$/)
  expect(await db().$count(invoices)).toBe(0)
  await press(page, 'Generate Invoice')
  const dialog = page.getByRole('dialog', { name: 'Your invoice has been generated' })
  await dialog.getByText('Invoice INV-00001: $113.72').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await db().select({ number: invoices.invoiceNumber, schoolId: invoices.schoolId }).from(invoices)).toEqual([
    { number: 'INV-00001', schoolId: 1 },
  ])
  for (const [button, name, start] of [
    ['Download Word', 'INV-00001 Lincoln.docx', 'PK'],
    ['Download Pdf', 'INV-00001 Lincoln.pdf', '%PDF-'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe(name)
    expect(
      readFileSync(await file.path())
        .toString('latin1')
        .slice(0, start.length),
    ).toBe(start)
  }
  await press(page, 'Why? Invoice INV-00001')
  await page.getByRole('dialog', { name: 'Why? Invoice INV-00001' }).getByText('Rounded down from $114.00.').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  expect(await dialog.getByRole('link', { name: 'All invoices' }).getAttribute('href')).toBe('/billing-history')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await says(page, 'Nothing has changed since INV-00001: no new invoice will be issued.')
  await press(page, 'Generate Invoice')
  const unchanged = page.getByRole('dialog', { name: 'Nothing has changed' })
  await unchanged.getByText('It was generated before, and no new invoice was issued.').waitFor()
  expect(await db().$count(invoices)).toBe(1)
  await unchanged.getByRole('button', { name: 'Close' }).click()
  await unchanged.waitFor({ state: 'detached' })

  await addDelivery(portal.database(), 1, 'sent')
  await db().update(organisation).set({ name: 'New Name' })
  await press(page, 'Generate Invoice')
  const question = page.getByRole('dialog', { name: 'Are you sure you want to replace INV-00001?' })
  await question
    .getByText('The school has INV-00001, sent on 11/20/2026. Changed: the details of the sender.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await db().$count(invoices)).toBe(1)
  await press(page, 'Generate Invoice')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('It replaces INV-00001.').waitFor()
  expect(await db().$count(invoices)).toBe(2)
})

test('with the keyboard alone, on a phone', async () => {
  await worked(AT_LINCOLN)
  await lock()
  const page = await open('', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: '11/01/2026 to 11/15/2026' }).focus()
  await page.keyboard.press('Enter')
  await select(page, 'School').focus()
  await page.keyboard.type('Linc')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await preview(page).getByText('Total', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Generate Invoice' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your invoice has been generated' })
  await dialog.waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await waitForFocusWithin(dialog)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('says what keeps an invoice from being generated, and where that can be changed', async () => {
  await worked(WITHOUT_RATE)
  const page = await open(OF_LINCOLN)
  const message = '11/01/2026 to 11/15/2026 is not locked. Lock the period before you invoice it.'
  await preview(page).getByText(message).waitFor()
  expect(await preview(page).getByRole('link').getAttribute('href')).toBe('/lockout')
  await press(page, 'Generate Invoice')
  await page.getByRole('alert').getByText(message).waitFor()
  await lock()
  await press(page, 'Generate Invoice')
  await page
    .getByRole('alert')
    .getByText(/^Some approved hours have no rate: .* Set their rates under Close Out\./)
    .waitFor()
  expect(await page.getByRole('alert').getByRole('link').getAttribute('href')).toBe('/close-out?period=2026-11-01')
  expect(await axeFindings(page)).toEqual([])
  await choose(page, 'School', 'Maple')
  expect(await page.getByRole('alert').innerText()).toBe('')
  await preview(page)
    .getByText(
      'There are no approved hours to invoice from 11/01/2026 to 11/15/2026. Choose another school or other dates.',
    )
    .waitFor()
})

test('generates the invoices of all schools, also after a run was canceled or failed, and shows what became of each', async () => {
  await worked(WITHOUT_RATE, AT_MAPLE, AT_NORTHGATE)
  const page = await open()
  await press(page, '11/01/2026 to 11/15/2026')
  await choose(page, 'School', 'All schools')
  expect(new URL(page.url()).search).toBe(OF_ALL)
  await press(page, 'Generate All Invoices')
  await page
    .getByRole('alert')
    .getByText(/is not locked\./)
    .waitFor()
  await lock()
  await call('generateInvoice', { schoolId: SCHOOL_IDS.northgate })
  await press(page, 'Generate All Invoices')
  await says(page, '0 of 3 schools: 0 issued, 0 unchanged, 0 skipped')
  await page.reload()
  await says(page, 'Under way')
  expect(await axeFindings(page)).toEqual([])
  await press(page, 'Cancel')
  await says(page, 'Canceled')
  await says(page, '0 of 3 schools: 0 issued, 0 unchanged, 0 skipped')
  expect(await db().select({ state: runs.state }).from(runs)).toEqual([{ state: 'canceled' }])
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0)

  await press(page, 'Generate All Invoices')
  await says(page, 'Under way')
  // As if the server had stopped each time.
  await db().update(jobs).set({ state: 'running', attempts: 5 })
  workOnJobs()
  await says(page, 'The server could not continue. Start again: schools that are done are left as they are.')
  await press(page, 'Generate All Invoices')
  await says(page, '3 of 3 schools: 1 issued, 1 unchanged, 1 skipped')
  await says(page, 'Done')
  const skipped = page.getByRole('table', { name: 'Skipped schools' })
  expect(await skipped.getByRole('link', { name: 'Lincoln' }).getAttribute('href')).toBe(
    '/invoice-record?from=2026-11-01&to=2026-11-15&school=1',
  )
  expect(await skipped.getByRole('link', { name: 'Close Out' }).getAttribute('href')).toBe(
    '/close-out?period=2026-11-01',
  )
  const issued = page.getByRole('table', { name: 'Issued invoices' }).getByRole('row')
  expect((await issued.last().innerText()).split(/\s*[\t\n]\s*/).filter(Boolean)).toEqual([
    'INV-00002',
    'Maple',
    '$81.00',
    '–',
  ])
  const downloading = page.waitForEvent('download')
  await press(page, 'Download Pdf of INV-00002')
  expect((await downloading).suggestedFilename()).toBe('INV-00002 Maple.pdf')
  expect(await axeFindings(page)).toEqual([])
})

test('shows what became of a run although nothing told of it, and a run that another administrator starts', async () => {
  await worked(AT_MAPLE, AT_NORTHGATE)
  await lock()
  const page = await portal.newPage()
  await page.context().route(`**${followChanges.path}`, (route) => route.fulfill({ status: 502, body: 'A proxy' }))
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/invoice-record${OF_ALL}`)
  await press(page, 'Generate All Invoices')
  await says(page, 'Under way')
  workOnJobs()
  await expect.poll(() => db().select({ state: runs.state }).from(runs)).toEqual([{ state: 'done' }])
  await page.context().unroute(`**${followChanges.path}`)
  await page.evaluate(() => ['offline', 'online'].map((type) => window.dispatchEvent(new Event(type))))
  await says(page, '2 of 2 schools: 2 issued, 0 unchanged, 0 skipped')
  await call('startInvoiceRun', {})
  await says(page, '2 of 2 schools: 0 issued, 2 unchanged, 0 skipped')
})
