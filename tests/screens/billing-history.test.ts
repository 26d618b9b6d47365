/** Finding, viewing, sending and paying issued invoices. */
import { eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { historyList } from '#screens/billing/history-list.tsx'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { axeFindings } from '#tests/support/axe.ts'
import {
  addressOf,
  choose,
  dialogSays,
  messagesAtFields,
  openPage,
  press,
  withoutAnswers,
} from '#tests/support/definition-page.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDelivery, addInvoice, setBillingEmail, supersede } from '#tests/support/server/issued-invoices.ts'
import { addDistrict, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database } = portal
const db = () => database().db
const { lincoln, maple } = SCHOOL_IDS

const FAILURE = 'The mail server refused the message: 550 5.1.1 No such user'

/** Always in the future, and always in the past. */
const LATER = '2099-12-31'
const PAST = '2026-01-31'

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'BillingHistory')
  await setBillingEmail(database(), lincoln, 'billing@lincoln.example')
  const first = await addInvoice(database(), { number: 1, total: '90.00', dueOn: LATER })
  const second = await addInvoice(database(), { number: 2, total: '1234.50', dueOn: LATER })
  await supersede(database(), first, second)
  await addDelivery(database(), second, 'failed', FAILURE)
  const third = await addInvoice(database(), {
    number: 3,
    schoolId: maple,
    dueOn: PAST,
    by: ['Paul Provider', 'Sofía Special'],
  })
  await addDelivery(database(), third, 'sent')
  await addInvoice(database(), { number: 4, dueOn: LATER, paidOn: '2026-11-20', paidReference: 'Check 1001' })
})

const CREATED = '11/20/2026 10:00 AM'
const PERIOD = '11/01/2026\u00a0to 11/15/2026'

const rows = {
  paid: [
    'INV-00004',
    'Lincoln',
    'Paul Provider',
    PERIOD,
    '$100.00',
    CREATED,
    'Paid11/20/2026, Check 1001History',
    'Not sent',
  ],
  overdue: [
    ...['INV-00003', 'Maple', 'Paul Provider, Sofía Special', PERIOD, '$100.00', CREATED],
    ...['Overduesince 01/31/2026History', 'Sent11/20/2026 10:01 AM to billing@lincoln.example'],
  ],
  current: [
    ...['INV-00002', 'Lincoln', 'Paul Provider', PERIOD, '$1,234.50', CREATED],
    ...['Issueddue 12/31/2099History', `Failed11/20/2026 10:01 AM ${FAILURE}`],
  ],
  replaced: [
    ...['INV-00001', 'Lincoln', 'Paul Provider', PERIOD, '$90.00', CREATED],
    ...['Replacedby INV-00002History', 'Not sent'],
  ],
}

/** The rows without their number and actions. */
const shown = (page: Page): Promise<string[][]> =>
  page
    .getByRole('table', { name: 'History Details', exact: true })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].slice(1, 9).map(({ textContent }) => textContent ?? '')),
    )
const rowsBecome = (page: Page, expected: readonly (readonly string[])[]) =>
  expect.poll(() => shown(page)).toEqual(expected)

const fill = async (page: Page, label: string, date: string) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(date)
  await page.keyboard.press('Tab')
}

const ALL = '/billing-history?school=all&from=2026-11-01&to=2026-11-30'
const open = (path: string) => openPage(portal, path)
const openAll = async () => {
  const page = await open(ALL)
  await rowsBecome(page, [rows.paid, rows.overdue, rows.current, rows.replaced])
  return page
}

test("uses the spec's wording", () => {
  expect([historyList.heading, ...historyList.columns.map(({ title }) => title), historyList.emptyText]).toEqual([
    'History Details',
    'Invoice Number',
    'School Name',
    'Provider Name',
    'Period',
    'Total',
    'Created Date',
    'State',
    'Email',
    'No Data Available',
  ])
})

/** The same, but what others change shows only after a load. */
const openOutdated = async () => {
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await hearOnlyTheTest(page)
  await page.goto(ALL)
  await rowsBecome(page, [rows.paid, rows.overdue, rows.current, rows.replaced])
  return page
}

test('shows what schools owe first, searches only when asked, and keeps the search in the address', async () => {
  const page = await open('/billing-history')
  const table = page.getByRole('table', { name: 'Outstanding by school' })
  await table.waitFor()
  expect(await table.locator('tr').allInnerTexts()).toEqual([
    expect.stringContaining('School Name'),
    'Lincoln\t$1,234.50\t–\t–\t–\t–\t$1,234.50',
    expect.stringMatching(/^Maple\t.*\$100\.00$/),
    expect.stringMatching(/^Total\t\$1,234\.50\t.*\$1,334\.50$/),
  ])
  await table.getByRole('link', { name: 'Lincoln' }).click()
  await rowsBecome(page, [rows.current])
  expect(addressOf(page)).toBe('/billing-history?school=1&state=1')
  await page.goBack()
  await table.waitFor()
  await press(page, 'Search')
  await expect
    .poll(() => messagesAtFields(page))
    .toEqual(['School Is Required', 'Start Date Is Required', 'To Date Is Required'])
  expect(await axeFindings(page)).toEqual([])
  await choose(page, 'School', 'All schools')
  await fill(page, 'From', '11/30/2026')
  await fill(page, 'To', '11/01/2026')
  await expect.poll(() => messagesAtFields(page)).toEqual(["To Date can't be less than Start Date"])
  expect(addressOf(page)).toBe('/billing-history')
  await fill(page, 'From', '11/01/2026')
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('11/30/2026')
  await page.keyboard.press('Enter')
  await rowsBecome(page, [rows.paid, rows.overdue, rows.current, rows.replaced])
  expect(addressOf(page)).toBe(ALL)
  await choose(page, 'School', 'Maple')
  await choose(page, 'Provider', 'Paul Provider')
  await rowsBecome(page, [rows.paid, rows.overdue, rows.current, rows.replaced])
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/billing/invoice-history'))
  await press(page, 'Search')
  expect((await sent).postDataJSON()).toEqual({
    languageId: 1,
    pageIndex: 1,
    pageSize: 10,
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    providerId: 1,
    schoolId: maple,
    stateId: 0,
    invoiceNumber: '',
  })
  await page.getByText('No Data Available').waitFor()
  await page.reload()
  await page.getByText('No Data Available').waitFor()
  expect(await page.getByRole('combobox', { name: 'School', exact: true }).inputValue()).toBe('Maple')
  await press(page, 'Reset Filters')
  await page.getByRole('table', { name: 'Outstanding by school' }).waitFor()
  expect(await messagesAtFields(page)).toEqual([])
  expect(addressOf(page)).toBe('/billing-history')
})

test('finds an invoice by its number alone, by its successor, or by what waits for someone, and nothing when the list fails', async () => {
  await addInvoice(database(), {
    ...{ number: 5, startDate: '2026-10-01', endDate: '2026-10-15' },
    by: ['Ana Ruiz', 'Ben Adeyemi', 'Paul Provider', 'Sofía Special'],
  })
  const page = await open('/billing-history?number=INV-00005')
  const name = async () => (await shown(page))[0]?.[2]
  await expect.poll(name).toBe('Ana Ruiz, Ben Adeyemi + 2 more')
  const more = page.getByRole('button', { name: 'Providers of INV-00005: 2 more' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect.poll(name).toBe('Ana Ruiz, Ben Adeyemi, Paul Provider, Sofía Special Show less')
  await page.getByRole('textbox', { name: 'Invoice Number' }).fill('3')
  await page.keyboard.press('Enter')
  await rowsBecome(page, [rows.overdue])
  expect(addressOf(page)).toBe('/billing-history?number=3')
  await page.goto('/')
  await page.getByRole('link', { name: '1 invoice overdue' }).click()
  await rowsBecome(page, [rows.overdue])
  await page.goBack()
  await page.getByRole('link', { name: '1 invoice not delivered' }).click()
  await rowsBecome(page, [rows.current])
  await page.goto(ALL)
  const history = page.getByRole('link', { name: 'History: INV-00001', exact: true })
  expect(await history.getAttribute('href')).toMatch(/^\/workflows\?chart=billing%2Finvoice&view=history&detail=\d+$/)
  await page.getByRole('link', { name: 'INV-00002', exact: true }).click()
  await rowsBecome(page, [rows.current])
  expect(await page.getByRole('textbox', { name: 'Invoice Number' }).inputValue()).toBe('INV-00002')
  await page.route('**/api/billing/invoice-history', (route) =>
    route.fulfill({ status: 500, json: { statusCode: 500, message: 'Broken', data: null } }),
  )
  await page.goto(ALL)
  await page.getByText('No Data Available').waitFor()
})

test('tells credit notes and credits from invoices, and offers a payment only where something is owed', async () => {
  const credited = async (number: number, replaced: number, more: { total: string; amountDue: string }) => {
    const credits = { id: replaced, invoiceNumber: `INV-${String(replaced).padStart(5, '0')}` }
    return addInvoice(database(), { number, dueOn: PAST, credits, ...more })
  }
  await credited(5, 2, { total: '-1234.50', amountDue: '0.00' })
  await supersede(database(), 2, await addInvoice(database(), { number: 6, dueOn: LATER, amountDue: '-12.25' }))
  await supersede(database(), 3, await credited(7, 3, { total: '-100.00', amountDue: '-100.00' }))
  const page = await open('/billing-history?school=all&from=2026-11-01&to=2026-11-30')
  const states = async () => (await shown(page)).map(([number, , , , , , state]) => `${number} ${state}`)
  await expect
    .poll(states)
    .toEqual([
      'CN-00007 Credit$100.00 owed to the schoolHistory',
      'INV-00006 Credit$12.25 owed to the schoolHistory',
      'CN-00005 Credit notefor INV-00002History',
      'INV-00004 Paid11/20/2026, Check 1001History',
      'INV-00003 Creditedby CN-00007History',
      'INV-00002 Replacedby INV-00006History',
      'INV-00001 Replacedby INV-00002History',
    ])
  await takePictures(page, 'billing-history credits')
  const payable = page.getByRole('button', { name: /^Mark .* as paid$/ })
  expect(await payable.evaluateAll((all) => all.map((button) => button.ariaLabel))).toEqual([
    'Mark CN-00007 as paid',
    'Mark INV-00006 as paid',
  ])
})

test('shows the PDF full screen, and downloads the Word file', async () => {
  const page = await portal.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })
    const { createObjectURL } = URL
    Object.assign(window, { shownFiles: [] })
    URL.createObjectURL = (file: Blob) => {
      void file.text().then((text) => {
        const { shownFiles } = window as unknown as { shownFiles: string[] }
        shownFiles.push(`${file.type} ${text.slice(0, 5)}`)
      })
      return createObjectURL.call(URL, file)
    }
  })
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(ALL)
  const button = page.getByRole('button', { name: 'View INV-00002', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'INV-00002', exact: true })
  await dialog.locator('iframe[title="INV-00002"][src^="blob:"]').waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shownFiles: string[] }).shownFiles))
    .toEqual(['application/pdf %PDF-'])
  expect(await dialog.boundingBox()).toMatchObject({ width: 1280, height: 800 })
  await press(dialog, 'Close')
  await dialog.waitFor({ state: 'hidden' })
  await waitForFocus(button)
  const word = page.waitForEvent('download')
  await press(page, 'Download INV-00002')
  expect((await word).suggestedFilename()).toBe('INV-00002 Lincoln.docx')
})

test('marks an invoice as paid, also if someone else was faster, offers a PDF that cannot be shown, and says if it is missing', async () => {
  const page = await openOutdated()
  await press(page, 'Mark INV-00003 as paid')
  const dialog = page.getByRole('dialog', { name: 'Mark as Paid', exact: true })
  await dialog.getByText('INV-00003, Maple, $100.00').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Paid On' }).fill('')
  await press(dialog, 'Save')
  await dialog.getByText('Paid On Is Required', { exact: true }).waitFor()
  await dialog.getByRole('textbox', { name: 'Paid On' }).fill('11/19/2026')
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('Check 7')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/billing/mark-paid'))
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toMatchObject({
    paid: { paidOn: '2026-11-19', reference: 'Check 7' },
    entityCacheKey: '1',
  })
  await page.getByText('Invoice INV-00003 is marked as paid.').waitFor()
  await page.getByRole('cell', { name: 'Paid 11/19/2026, Check 7 History: INV-00003' }).waitFor()
  await press(page, 'Remove paid mark of INV-00003')
  await press(page.getByRole('dialog', { name: 'Are you sure you want to remove the paid mark?' }), 'Confirm')
  await page.getByText('Invoice INV-00003 is no longer marked as paid.').waitFor()
  await rowsBecome(page, [rows.paid, rows.overdue, rows.current, rows.replaced])

  await press(page, 'Mark INV-00003 as paid')
  await dialog.getByRole('textbox', { name: 'Reference' }).fill('Check 8')
  await db().update(invoices).set({ version: 99 }).where(eq(invoices.number, 3))
  await press(dialog, 'Save')
  const notice = page.getByRole('dialog', { name: 'Not saved', exact: true })
  await notice.getByText('Someone else has changed this invoice. Please review it.').waitFor()
  await press(notice, 'OK')
  await press(dialog, 'Save')
  await page.getByRole('cell', { name: /^Paid .*, Check 8 History/ }).waitFor()

  await press(page, 'View INV-00002')
  const viewer = page.getByRole('dialog', { name: 'INV-00002', exact: true })
  const pdf = page.waitForEvent('download')
  await press(viewer, 'Download Pdf')
  expect((await pdf).suggestedFilename()).toBe('INV-00002 Lincoln.pdf')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  await db().execute(sql`truncate ${invoices} cascade`)
  await press(page, 'View INV-00003')
  await press(await dialogSays(page, 'INV-00003', 'File not found'), 'OK')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('emails all invoices of a period, says which are left out and why nothing was sent, and emails one, asking before it is sent again', async () => {
  const page = await openAll()
  await page.route('**/api/billing/preview-send-invoices', (route) =>
    route.fulfill({
      status: 409,
      json: {
        statusCode: 409,
        message: "This server has no mail server, so it can't send email. Download the invoice and send it yourself.",
        data: null,
      },
    }),
  )
  await press(page, 'Email All')
  const dialog = page.getByRole('dialog', { name: 'Email All Invoices of a Period', exact: true })
  await press(dialog, 'Continue')
  await press(
    await dialogSays(
      page,
      'Not sent',
      "This server has no mail server, so it can't send email. Download the invoice and send it yourself.",
    ),
    'OK',
  )
  await page.unrouteAll()
  await withoutAnswers(page, async () => {
    const failure = page.waitForEvent('requestfailed')
    await press(dialog, 'Continue')
    await failure
    await expect.poll(() => dialog.getByRole('button', { name: 'Continue' }).isEnabled()).toBe(true)
  })
  expect(await dialog.getByRole('textbox', { name: 'End Date' }).inputValue()).toBe('11/30/2026')
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('10/16/2026')
  await page.keyboard.press('Tab')
  expect(await dialog.getByRole('textbox', { name: 'End Date' }).inputValue()).toBe('10/31/2026')
  await page.keyboard.press('Tab')
  await press(dialog, 'Continue')
  await dialog.getByText('10/16/2026 to 10/31/2026: No invoice will be emailed.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await press(dialog, 'Back')
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('11/01/2026')
  await page.keyboard.press('Enter')
  await dialog.getByText('11/01/2026 to 11/15/2026: 1 invoice will be emailed.').waitFor()
  expect(await dialog.getByRole('region', { name: 'Left out' }).getByRole('listitem').allInnerTexts()).toEqual([
    'INV-00003, Maple: It was sent to billing@lincoln.example before.',
    'INV-00004, Lincoln: It is marked as paid.',
  ])
  expect(await axeFindings(page)).toEqual([])
  await press(dialog, 'Send')
  await dialog.getByRole('status').getByText('1 invoice will be emailed.').waitFor()
  await press(dialog, 'OK')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: /^Queued/ }).waitFor()
  const queued = await db().select().from(invoiceDeliveries).where(eq(invoiceDeliveries.state, 'queued'))
  expect(queued).toMatchObject([{ recipient: 'billing@lincoln.example' }])

  await addInvoice(database(), { number: 5, dueOn: LATER })
  await press(page, 'Search')
  await press(page, 'Email Invoice INV-00005')
  const first = page.getByRole('dialog', {
    name: 'Are you sure you want to send the invoice to billing@lincoln.example?',
  })
  await press(first, 'Cancel')
  expect(await db().$count(jobs)).toBe(1)
  await press(page, 'Email Invoice INV-00005')
  await press(first, 'Confirm')
  await page.getByText('Invoice INV-00005 will be sent to billing@lincoln.example.').waitFor()
  await page.getByRole('row', { name: /INV-00005.* Queued .*to billing@lincoln\.example/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Email Invoice INV-00005' }).isDisabled()).toBe(true)
  await press(page, 'Email Invoice INV-00003')
  const refusal = 'Maple has no billing email. Add one under Billing Details of the school.'
  await press(await dialogSays(page, 'Not sent', refusal), 'OK')
  await setBillingEmail(database(), maple, 'office@maple.example')
  await press(page, 'Search')
  await press(page, 'Email Invoice INV-00003')
  await press(
    page.getByRole('dialog', { name: 'Are you sure you want to send the invoice again to office@maple.example?' }),
    'Cancel',
  )
  expect(await page.getByRole('button', { name: 'Email Invoice INV-00001' }).count()).toBe(0)
  expect(await db().$count(jobs)).toBe(2)
})
