/** Documents of providers: the administrators' pages and the provider's own (spec 3, sections 2, 4 and 5). */
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { documentTemplates } from '#server/db/schema/documents.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { docx, pdf } from '#tests/support/server/document-files.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { Administrators: ada, Providers: paul } = PEOPLE

/** Friday, November 20, 10 AM in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')

beforeEach(async () => {
  const { db } = portal.database()
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  portal.server().now = NOW
  await allowScreen(portal.database(), 'Administrators', 'ManageDocuments')
  await allowScreen(portal.database(), 'Providers', 'MyDocuments')
  await db.insert(documentTemplates).values([
    { title: 'Evaluation', isForProviders: false },
    { title: 'License', isForProviders: true },
  ])
})

const open = async (email: string, path: string) => {
  const page = await portal.newPage()
  await portal.signIn(page, email)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A list's rows, without the running number and the actions. */
const rows = (page: Page, name: string) =>
  page
    .getByRole('table', { name, exact: true })
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].slice(1, -1).map(({ innerText }) => innerText)),
    )

const chooseFile = (page: Page, name: string, bytes: Uint8Array) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })

const pick = async (page: Page, field: Locator, option: string) => {
  await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const choose = (page: Page, field: string, option: string) =>
  pick(page, page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }), option)

const messages = (page: Page) =>
  page.getByRole('dialog').locator('.mantine-InputWrapper-error, [role=alert]').allInnerTexts()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (!shots) return
  await page.screenshot({ path: `${shots}/${name}.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: `${shots}/${name} narrow.png` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

const OF_PAUL = 'Documents of Paul Provider'

test('an administrator uploads a document, replaces and deletes it; the provider sees it and is told', async () => {
  const page = await open(ada.email, '/manage-documents')
  await press(page, 'Upload Document')
  await dialog(page, 'Upload Document').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect
    .poll(() => messages(page))
    .toEqual(['Please Select Provider', 'Please Select Template', 'Enter Document Name', 'Upload File'])
  const expiry = dialog(page, 'Upload Document').getByRole('textbox', { name: 'Expiry Date' })
  expect(await expiry.isEnabled()).toBe(false)
  await dialog(page, 'Upload Document').getByLabel('Have Expiration Date').check()
  await expect.poll(() => messages(page)).toContain('Please Select Expiry Date')
  expect(await axeFindings(page)).toEqual([])

  await choose(page, 'Provider', 'Paul Provider')
  await choose(page, 'Template', 'License')
  await dialog(page, 'Upload Document').getByLabel('Document Name').fill('State license')
  await expiry.fill('12/15/2026')
  await chooseFile(page, 'First.pdf', pdf())
  await dialog(page, 'Upload Document').getByRole('button', { name: 'Remove First.pdf' }).waitFor()
  await chooseFile(page, 'License.pdf', pdf())
  await dialog(page, 'Upload Document').getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Upload Success', { exact: true }).waitFor()

  await page.getByRole('link', { name: '1 document of Paul Provider' }).click()
  await page.getByRole('heading', { level: 1, name: OF_PAUL }).waitFor()
  const uploaded = ['State license', 'License', 'License.pdf', '11/20/2026 10:00 AM']
  await expect.poll(() => rows(page, OF_PAUL)).toEqual([[...uploaded, '12/15/2026\n25 days left', '—']])

  const his = await open(paul.email, '/my-documents')
  await expect.poll(() => rows(his, 'My Documents')).toEqual([[...uploaded, '12/15/2026\n25 days left', '—']])
  await his.getByRole('button', { name: /1 unread/ }).click()
  await his.getByText('An administrator uploaded a document: State license').waitFor()

  await press(page, 'Upload a newer version of State license')
  const newer = dialog(page, 'Upload a Newer Version')
  await newer.getByRole('textbox', { name: 'Expiry Date' }).fill('12/15/2028')
  await chooseFile(page, 'Renewed.pdf', pdf('% renewed'))
  await newer.getByRole('button', { name: 'Upload', exact: true }).click()
  const renewed = [['State license', 'License', 'Renewed.pdf', '11/20/2026 10:00 AM', '12/15/2028', '—']]
  await expect.poll(() => rows(page, OF_PAUL)).toEqual(renewed)
  await expect.poll(() => rows(his, 'My Documents')).toEqual(renewed)

  await press(page, 'History of State license')
  const history = dialog(page, 'History of State license')
  await expect.poll(() => history.getByRole('table', { name: 'Versions' }).locator('tbody tr').count()).toBe(2)
  await expect
    .poll(() => history.getByRole('table', { name: 'Log' }).locator('tbody td[data-heading]').allInnerTexts())
    .toEqual(['Uploaded', 'Replaced by a newer version', 'Reminder sent', 'Uploaded'])
  const saved = page.waitForEvent('download')
  await history.getByRole('button', { name: 'Download version 1' }).click()
  expect((await saved).suggestedFilename()).toBe('License.pdf')
  await page.keyboard.press('Escape')

  await press(page, 'Delete State license')
  const question = page.getByRole('dialog')
  await question
    .getByText(
      'Are you sure you want to delete this Document? All 2 versions will be deleted. An administrator can restore it for 30 days.',
    )
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shoot(page, 'delete a document')
  await press(page, 'Go back to version 1')
  await page.getByText('The document is back at version 1').waitFor()
  await press(page, 'OK')
  await expect.poll(() => rows(his, 'My Documents')).toEqual([[...uploaded, '12/15/2026\n25 days left', '—']])

  await press(page, 'Delete State license')
  await page.getByText('An administrator can restore it for 30 days.').waitFor()
  await press(page, 'Delete document')
  await page.getByText('Document has been deleted successfully').waitFor()
  await press(page, 'OK')
  await page.getByText('No Data Available').waitFor()
  await his.getByText('No Data Available').waitFor()

  await pick(page, page.getByRole('combobox', { name: 'Show' }), 'Deleted')
  await expect
    .poll(async () => (await rows(page, OF_PAUL)).map(([, , file]) => file))
    .toEqual(['License.pdf', 'Renewed.pdf'])
  await shoot(page, 'deleted documents')
  await page.getByRole('button', { name: 'Restore State license' }).first().click()
  await page.getByText('Restore this document? Otherwise it is removed for good after 12/20/2026.').waitFor()
  await press(page, 'Confirm')
  await page.getByText('The document was restored: State license').waitFor()
  await press(page, 'OK')
  await expect.poll(() => rows(his, 'My Documents')).toEqual([[...uploaded, '12/15/2026\n25 days left', '—']])
})

test('a provider uploads what the spec allows, and sees the templates for providers alone', async () => {
  const page = await open(paul.email, '/my-documents')
  await press(page, 'Templates')
  const templates = dialog(page, 'Templates')
  await expect.poll(() => templates.getByRole('cell').allInnerTexts()).toEqual(['1', 'License', '—'])
  await page.keyboard.press('Escape')

  await press(page, 'Upload Document')
  const form = dialog(page, 'Upload Document')
  await expect
    .poll(() => form.getByRole('combobox', { name: 'Template' }).evaluate((field) => field.matches(':focus')))
    .toBe(true)
  await chooseFile(page, 'License.docx', docx())
  await form.getByText('Only these file types are supported: .pdf, .doc, .zip').waitFor()
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.poll(() => messages(page)).toContain('Select Template.')
  await choose(page, 'Template', 'License')
  await form.getByLabel('Document Name').fill('License')
  // A file that is not what its name says: the entries stay for another try.
  await chooseFile(page, 'License.pdf', docx())
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('This is not a .pdf file, whatever its name says.').waitFor()
  await press(page, 'OK')
  expect(await form.getByLabel('Document Name').inputValue()).toBe('License')
  await chooseFile(page, 'Empty.pdf', new Uint8Array())
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.poll(() => messages(page)).toEqual(['The file is empty'])
  // The test's server takes 4 MB.
  await chooseFile(page, 'Large.pdf', Buffer.alloc(4 * 1024 * 1024 + 1))
  await expect.poll(() => messages(page)).toEqual(['The file is too large (maximum 4 MB)'])
  const long = `${'Long_file_name_'.repeat(15)}.pdf`
  await chooseFile(page, long, pdf())
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect
    .poll(async () => (await rows(page, 'My Documents')).map((row) => row.map((text) => text.split('\n')[0])))
    .toEqual([['License', 'License', long, '11/20/2026 10:00 AM', 'Does not expire', '—']])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)

  // The same type and name: a newer version, unless the user says otherwise.
  await press(page, 'Upload Document')
  await choose(page, 'Template', 'License')
  await form.getByLabel('Document Name').fill('license')
  expect(await form.getByRole('radio', { name: 'Upload a newer version of it' }).isChecked()).toBe(true)
  await form.getByLabel('Have Expiration Date').check()
  await form.getByRole('textbox', { name: 'Expiry Date' }).fill('11/19/2026')
  await form.getByText('This date is past. The document will be listed as expired.').waitFor()
  await chooseFile(page, 'Newer.pdf', pdf('% newer'))
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect
    .poll(() => rows(page, 'My Documents'))
    .toEqual([['license', 'License', 'Newer.pdf', '11/20/2026 10:00 AM', '11/19/2026\nExpired 1 day ago', '—']])
})

test('document types get a template, and what expires is listed by how soon', async () => {
  const page = await open(ada.email, '/document-types')
  await press(page, 'Upload a template for License')
  await chooseFile(page, 'Form.docx', docx())
  await dialog(page, 'Upload Template').getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('Template has been uploaded successfully').waitFor()
  await expect
    .poll(() => rows(page, 'Document Types'))
    .toEqual([
      ['Evaluation', 'Administrators', '—', '—', '0'],
      ['License', 'Providers and administrators', '—', 'Download', '0'],
    ])
  await page.getByRole('link', { name: 'Edit Evaluation' }).click()
  await page.getByLabel('Title').fill('license')
  await press(page, 'Save')
  await page.getByText('This document type already exists.').waitFor()
  await page.getByLabel('Title').fill('Assessment')
  await press(page, 'Save')
  await page.getByText('Document type has been updated successfully').waitFor()
  await press(page, 'OK')
  await page.getByRole('cell', { name: 'Assessment', exact: true }).waitFor()

  await addDocuments(
    portal.database(),
    (['2026-11-19', '2026-12-20', '2027-01-19', '2027-02-19'] as const).map((expiryDate, index) => ({
      ...{ providerId: 1, fileName: `a-stored-file-${index}`, originalFileName: 'Card.pdf', templateTypeId: 2 },
      ...{ title: `Card ${index}`, expiryDate, content: Buffer.from(pdf()) },
    })),
  )
  await page.goto('/expiry-documents')
  expect(await page.getByRole('combobox', { name: 'Expires' }).inputValue()).toBe('Expired or within 90 days')
  const names = async () => (await rows(page, 'Expiring Documents')).map(([, name]) => name)
  // The last one expires in 91 days.
  await expect.poll(names).toEqual(['Card 0', 'Card 1', 'Card 2'])
  for (const [option, shown] of [
    ['Expired or within 30 days', ['Card 0', 'Card 1']],
    ['Expired', ['Card 0']],
  ] as const) {
    await page.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await expect.poll(names).toEqual(shown)
  }
})

test('a document becomes required: it is missing wherever people look, until the provider uploads it', async () => {
  for (const key of ['Scheduling', 'ProviderProfileInformation'] as const) {
    await allowScreen(portal.database(), 'Administrators', key)
  }
  const page = await open(ada.email, '/edit-document-type/2')
  await pick(page, page.getByRole('combobox', { name: 'Required For' }), 'Occupational Therapist')
  await page.keyboard.press('Escape')
  await page.getByLabel('It must have an expiry date').check()
  await press(page, 'Save')
  await press(page, 'OK')
  await expect
    .poll(() => rows(page, 'Document Types'))
    .toEqual([
      ['Evaluation', 'Administrators', '—', '—', '0'],
      ['License', 'Providers and administrators', 'Occupational Therapist', '—', '0'],
    ])

  // The session's form warns, and takes the user back if they want.
  const planning = await open(ada.email, '/create-schedule?date=2026-12-01&start=09:00&end=09:45')
  await planning.getByRole('textbox', { name: /^(Session|Event) name$/ }).fill('Handwriting')
  for (const [field, option] of [
    ['Provider', 'Paul Provider'],
    ['School', 'Lincoln'],
    ['Service', 'Occupational Therapy'],
    ['Rate type', 'Hourly'],
  ] as const) {
    await pick(planning, planning.getByRole('combobox', { name: field, exact: true }), option)
  }
  await press(planning, 'Add Ana Núñez')
  await press(planning, 'Save')
  const warning = dialog(planning, 'A required document is missing or expired')
  await warning.getByText('1 session will be created, 1 without a required document', { exact: true }).waitFor()
  expect(await warning.getByRole('list', { name: 'Clashes' }).innerText()).toBe('Required document missing: License')
  expect(await axeFindings(planning)).toEqual([])
  await warning.getByRole('button', { name: 'Back', exact: true }).click()

  await page.goto('/')
  await page.getByRole('link', { name: '2 providers with missing or expired documents' }).click()
  const missing = (name: string) => [name, 'Occupational Therapist', 'License\nMissing']
  await expect.poll(() => rows(page, 'Missing Documents')).toEqual([missing('Paul Provider'), missing('Sofía Special')])
  await page.getByRole('link', { name: 'Paul Provider', exact: true }).click()
  const required = (of: Page) => of.getByRole('list', { name: 'Required documents' })
  await required(page).getByText('Missing', { exact: true }).waitFor()

  const his = await open(paul.email, '/')
  await his.getByRole('link', { name: '1 required document missing or expired' }).click()
  await required(his).getByRole('button', { name: 'Upload License' }).click()
  const form = dialog(his, 'Upload Document')
  const box = form.getByLabel('Have Expiration Date')
  await expect.poll(async () => [await box.isChecked(), await box.isEnabled()]).toEqual([true, false])
  expect(await form.getByRole('combobox', { name: 'Template' }).inputValue()).toBe('License')
  expect(await form.getByLabel('Document Name').inputValue()).toBe('License')
  await form.getByRole('textbox', { name: 'Expiry Date' }).fill('06/30/2027')
  await chooseFile(his, 'License.pdf', pdf())
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  const valid = 'License\nValid\nuntil 06/30/2027'
  await expect.poll(() => required(his).innerText()).toBe(valid)
  await expect
    .poll(() => rows(his, 'My Documents'))
    .toEqual([['License', 'License', 'License.pdf', '11/20/2026 10:00 AM', '06/30/2027', '—']])
  expect(await axeFindings(his)).toEqual([])

  await expect.poll(() => required(page).innerText()).toBe(valid)
  await press(planning, 'Save')
  await planning.getByText('Event has been added successfully').waitFor()

  await press(his, 'Delete License')
  await press(his, 'Delete document')
  await press(his, 'OK')
  await expect.poll(() => required(his).innerText()).toBe('License\nMissing\nUpload')
  await expect.poll(() => required(page).innerText()).toBe('License\nMissing\nUpload')
})
