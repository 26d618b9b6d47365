/** The organization's settings, its logo, and the log of their changes. */
import { asc } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_INVOICE_MAIL } from '#domain/billing/invoice-mail.ts'
import { formMessages } from '#domain/form-messages.ts'
import { settingsChangeList } from '#screens/organization/settings-changes-screen.tsx'
import { organisation, organisationChanges } from '#server/db/schema/organization.ts'
import { encodePng } from '#server/seed/demo-logo.ts'
import { axeFindings } from '#tests/support/axe.ts'
import {
  choose,
  dialogSays,
  failureNotice,
  messagesAtFields,
  openPage,
  press,
  withoutAnswers,
} from '#tests/support/definition-page.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import { usePortal } from '#tests/support/portal.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server, newPage, signIn } = portal
const db = () => database().db
const { Administrators: ada } = PEOPLE

const NOW = new Date('2026-11-20T15:00:00Z')
const at = '11/20/2026 10:00 AM'
const SAVED = 'Settings have been saved successfully'

beforeEach(() => {
  server().now = NOW
})

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const select = (page: Page, label: string) => page.getByRole('combobox', { name: label, exact: true })
const open = async () => {
  const page = await openPage(portal, '/settings')
  await field(page, 'Name').waitFor()
  return page
}
const stored = async () => (await db().select().from(organisation))[0]
const logged = async () => {
  const rows = await db().select().from(organisationChanges).orderBy(asc(organisationChanges.id))
  return rows.map(({ byId, field: name, before, after }) => [byId, name, before, after])
}
const example = (page: Page) =>
  page.getByRole('region', { name: 'Example of the email' }).locator('div > p').innerText()

describe('the settings', () => {
  test('say at their fields what is wrong, are sent and stored as entered, and told in the history', async () => {
    const page = await open()
    expect(await field(page, "Email's Text").inputValue()).toBe(DEFAULT_INVOICE_MAIL)
    expect(await example(page)).toBe(
      'Hello,\n\nAttached is invoice INV-00042 for services at Lincoln Elementary School from 11/01/2026 to 11/15/2026, for a total of $1,234.50. Payment is due by 12/20/2026.\n\nThank you,\nTest District',
    )
    await field(page, 'Name').fill('')
    await field(page, 'Address').fill('1\n2\n3\n4\n5\n6\n7')
    await field(page, 'Phone').fill('call us')
    await field(page, 'Email').fill('billing')
    await field(page, 'Payment Terms (days)').fill('soon')
    await field(page, "Invoice Number's Prefix").fill('#')
    await field(page, "Email's Text").fill('Pay {amount}')
    await press(page, 'Save')
    await expect.poll(async () => (await messagesAtFields(page)).length).toBe(7)
    const messages = await messagesAtFields(page)
    const expected = [
      'Organization Name Is Required.',
      'Maximum of 6 lines allowed',
      'Enter Valid Phone Number',
      'Invalid email id.',
      'Enter a whole number of days from 0 to 365.',
      'Use only letters, digits, and the characters - / _ .',
      'Nothing can be filled in for {amount}. Use only {number}, {school}, {period}, {total}, {due} and {organization}.',
    ]
    for (const [index, message] of expected.entries()) expect(messages[index]).toContain(message)
    await waitForFocus(field(page, 'Name'))
    expect(await axeFindings(page)).toEqual([])
    expect(await logged()).toEqual([])
    await field(page, 'Name').fill('North District')
    await field(page, 'Address').fill('1 Main Street\nSpringfield')
    await field(page, 'Phone').fill('(217) 555-0142')
    await field(page, 'Email').fill('billing@north.example')
    await field(page, 'Remit To').fill('P.O. Box 9')
    await field(page, 'Payment Terms (days)').fill('45')
    await field(page, "Invoice Number's Prefix").fill('N/')
    await page.getByText('The next invoices are numbered like N/00042.').waitFor()
    // Found by code and by name.
    await select(page, 'Currency').fill('cad')
    await page.getByRole('option', { name: 'CAD · Canadian Dollar', exact: true }).click()
    await select(page, 'Amounts Written As In').fill('french')
    expect(await page.getByRole('option').allInnerTexts()).toEqual([
      'French (Canada)',
      'French (France)',
      'French (Switzerland)',
    ])
    await page.getByRole('option', { name: 'French (Canada)', exact: true }).click()
    await page.getByText(/^Such as 1.234,50.\$\. Other users see a change within minutes\.$/).waitFor()
    await choose(page, 'Students on Annexes', 'Names')
    await choose(page, 'After a Correction', 'A credit note, then a new invoice')
    await field(page, "Email's Text").fill('{number} for {school}\n{period}: {total} by {due}\n{organization}')
    expect(await example(page)).toMatch(
      /^N\/00042 for Lincoln Elementary School\n11\/01\/2026 to 11\/15\/2026: 1.234,50.\$ by 12\/20\/2026\nNorth District$/,
    )
    await field(page, 'Last Day of School').fill('06/18/2027')
    await field(page, 'Last Day of School').press('Tab')
    await field(page, 'Remind After (days)').fill('2')
    await choose(page, 'Remind At', '4:00 PM')
    const sent = page.waitForRequest((request) => request.url().endsWith('/save-organization'))
    await press(page, 'Save')
    const values = {
      name: 'North District',
      address: '1 Main Street\nSpringfield',
      phone: '(217) 555-0142',
      email: 'billing@north.example',
      remitTo: 'P.O. Box 9',
      paymentTerms: 45,
      currency: 'CAD',
      locale: 'fr-CA',
      invoicePrefix: 'N/',
      annexStudents: 'names',
      correctedInvoices: 'credit',
      invoiceMail: '{number} for {school}\n{period}: {total} by {due}\n{organization}',
      letterSigner: '',
      letterSignerTitle: '',
      schoolYearEndsOn: '2027-06-18',
      remindsOfHours: true,
      providersChangesWait: false,
      reminderTime: '16:00',
      reminderDays: 2,
    }
    expect((await sent).postDataJSON()).toEqual({
      ...values,
      entityCacheKey: '1',
      languageId: 1,
      createdById: 1,
      updatedById: 1,
    })
    await press(await dialogSays(page, 'Saved', SAVED), 'OK')
    expect(await stored()).toMatchObject({ ...values, reminderTime: '16:00:00', version: 2 })
    // The session knows the new format at once; those of others, with their next token.
    const kept = () => page.evaluate(() => localStorage.getItem('userSession') ?? sessionStorage.getItem('userSession'))
    expect(JSON.parse((await kept()) ?? '{}')).toMatchObject({ money: { currency: 'CAD', locale: 'fr-CA' } })
    await page.getByRole('link', { name: 'Change History' }).click()
    await page.getByText('1-10 of 15 results').waitFor()
    await choose(page, 'Results per page', '20')
    await page.getByText('1-15 of 15 results').waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(16)
    const rows = await page.getByRole('row').allInnerTexts()
    expect(rows.map((row) => row.split('\t').map((cell) => cell.trim()))).toEqual(
      expect.arrayContaining([
        ['ID', 'Date', 'Changed By', 'Setting', 'Before', 'After'],
        [expect.any(String), at, 'Ada Admin', 'Phone', '', '(217) 555-0142'],
        [expect.any(String), at, 'Ada Admin', 'Address', '', '1 Main Street Springfield'],
        [expect.any(String), at, 'Ada Admin', 'Name', 'Test District', 'North District'],
      ]),
    )
  })

  test("keep a draft, which Cancel discards, keep their currency once invoices are issued, and keep the entries after someone else's change", async () => {
    const page = await newPage()
    await signIn(page, ada.email)
    await hearOnlyTheTest(page)
    await page.goto('/settings')
    await field(page, 'Name').fill('Draft')
    await page.reload()
    await page.getByText(/^Your unsaved changes from .* were restored\.$/).waitFor()
    expect(await field(page, 'Name').inputValue()).toBe('Draft')
    await press(page, 'Cancel')
    await press(page.getByRole('dialog', { name: formMessages.cancel, exact: true }), 'Yes')
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Test District')

    await select(page, 'Currency').fill('EUR')
    await page.getByRole('option', { name: 'EUR · Euro', exact: true }).click()
    await db().update(organisation).set({ lastInvoiceNumber: 1 })
    await press(page, 'Save')
    await expect
      .poll(() => messagesAtFields(page))
      .toEqual([
        'The currency cannot change, because half-months have been locked, exported or invoiced in it.  It cannot change once an invoice has been issued.',
      ])
    expect(await stored()).toMatchObject({ currency: 'USD', version: 1 })
    await press(page, 'Cancel')
    await press(page.getByRole('dialog', { name: formMessages.cancel, exact: true }), 'Yes')
    await page
      .getByText('The currency cannot change, because half-months have been locked, exported or invoiced in it.', {
        exact: true,
      })
      .waitFor()
    await select(page, 'Currency').click()
    expect(await page.getByRole('option').count()).toBe(0)

    await field(page, 'Name').fill('Mine')
    const token = await server().tokenOf(ada.userId)
    const { data } = await server().call('getOrganization', { token })
    const theirs = { ...Object(data), name: 'Theirs' }
    expect(await server().call('saveOrganization', { token, body: theirs })).toMatchObject({ status: 200 })
    await field(page, 'Name').press('Enter')
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([`Someone else has changed these settings.\n\n${formMessages.kept}`])
    await press(page, 'Save')
    await press(await dialogSays(page, 'Saved', SAVED), 'OK')
    expect(await logged()).toEqual([
      [1, 'name', 'Test District', 'Theirs'],
      [1, 'name', 'Theirs', 'Mine'],
    ])
  })
})

describe('the logo', () => {
  const png = (width: number, height: number) => encodePng(width, height, () => [15, 94, 86])
  const chooseFile = async (page: Page, name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page
      .getByRole('dialog', { name: 'Upload Logo' })
      .getByRole('button', { name: /^Choose/ })
      .click()
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
  }
  const upload = (page: Page) => press(page.getByRole('dialog', { name: 'Upload Logo' }), 'Upload')
  const image = (page: Page) => page.getByRole('img', { name: 'Logo, as large as on an invoice' })

  test('loads once it can be, and is uploaded unless it is no image, shown as large as on an invoice, replaced and removed', async () => {
    const page = await newPage()
    await signIn(page, ada.email)
    // The script of the screen is there before the server is gone.
    await page.goto('/settings')
    await field(page, 'Name').waitFor()
    await page.getByRole('link', { name: 'Change History' }).click()
    await page.getByText('No Data Found').waitFor()
    await withoutAnswers(page, async () => {
      await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
      await failureNotice(page, 'The form could not be loaded.').waitFor()
      await failureNotice(page, 'The logo could not be loaded.').waitFor()
    })
    await page.getByText('There is no logo.').waitFor()
    // What is typed above stays.
    await field(page, 'Name').fill('Typed')
    await press(page, 'Upload')
    await upload(page)
    await page.getByText('Choose an image.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await chooseFile(page, 'logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await upload(page)
    await press(await dialogSays(page, 'Error', 'This file is not a PNG or JPEG image, whatever its name says.'), 'OK')
    await chooseFile(page, 'logo.gif', Buffer.from('GIF89a'))
    await page.getByText('Only these file types are supported: .png, .jpg, .jpeg').waitFor()
    await chooseFile(page, 'logo.png', png(1000, 200))
    await upload(page)
    await page.getByText('Logo has been uploaded successfully').waitFor()
    await image(page).waitFor()
    await expect.poll(async () => (await image(page).boundingBox())?.width).toBe(240)
    expect((await image(page).boundingBox())?.height).toBe(48)
    expect(await field(page, 'Name').inputValue()).toBe('Typed')
    expect(await axeFindings(page)).toEqual([])

    await press(page, 'Replace')
    await chooseFile(page, 'logo.png', png(300, 300))
    await upload(page)
    await expect.poll(async () => (await image(page).boundingBox())?.height).toBe(72)
    await press(page, 'Remove')
    const question = await dialogSays(
      page,
      'Are you sure you want to remove the logo?',
      'Invoices that were issued keep it.',
    )
    await press(question, 'Remove logo')
    await page.getByText('There is no logo.').waitFor()
    // Nobody else changed the settings.
    await press(page, 'Save')
    await press(await dialogSays(page, 'Saved', SAVED), 'OK')
    expect(await logged()).toEqual([
      [1, 'logo', '', 'PNG image, 1000 × 200 pixels'],
      [1, 'logo', 'PNG image, 1000 × 200 pixels', 'PNG image, 300 × 300 pixels'],
      [1, 'logo', 'PNG image, 300 × 300 pixels', ''],
      [1, 'name', 'Test District', 'Typed'],
    ])
  })
})

const name = [at, 'Ada Admin', 'Name', 'Test District', 'North District']
const terms = [at, 'Ada Admin', 'Payment Terms', 'Net 30', 'Due on receipt']

describe('the history', () => {
  beforeEach(async () => {
    const by = { at: NOW, byId: ada.userId }
    await db()
      .insert(organisationChanges)
      .values([
        { ...by, field: 'name', before: 'Test District', after: 'North District' },
        { ...by, field: 'paymentTerms', before: 'Net 30', after: 'Due on receipt' },
      ])
  })

  listTests(portal, {
    definition: settingsChangeList,
    path: '/settings/changes',
    rows: [terms, name],
    filters: { search: { enter: 'terms', address: '?search=terms', shows: [terms] } },
    addRecords: (count) =>
      db()
        .insert(organisationChanges)
        .values(
          Array.from({ length: count }, (_, index) => ({
            at: NOW,
            byId: ada.userId,
            field: 'phone',
            before: '',
            after: `555-01${10 + index}`,
          })),
        ),
  })
})
