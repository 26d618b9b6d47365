/** Students' caseloads, managed by an administrator and read by a provider. */
import { readFile } from 'node:fs/promises'
import { asc, eq, isNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { caseloadForm } from '#screens/caseloads/caseload-form-screen.tsx'
import { caseloadList } from '#screens/caseloads/caseload-lists.tsx'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, choose, messagesAtFields } from '#tests/support/definition-page.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, newPage, signIn } = portal

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'Caseloads')
  await allowScreen(database(), 'Providers', 'ProviderCaseload')
})

const open = async (path: string, role: 'Administrators' | 'Providers' = 'Administrators') => {
  const page = await newPage()
  await signIn(page, PEOPLE[role].email)
  await page.goto(path)
  return page
}

const rows = async (page: Page, table: string) =>
  (await page.getByRole('table', { name: table }).getByRole('row').allInnerTexts())
    .slice(1)
    .map((row) => row.trim().split(/\s*\t\s*/))
const record = (page: Page) => expect.poll(() => rows(page, 'Caseload Record'))
/** Waits for the success message and closes it. */
const isDone = async (page: Page, message: string) => {
  await page.getByRole('dialog').getByText(message).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
}
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
/** Saves, waits for the success message, and returns what was sent. */
const saved = async (page: Page, message: string): Promise<unknown> => {
  const sent = page.waitForRequest((request) => request.method() !== 'GET')
  await save(page)
  const body: unknown = (await sent).postDataJSON()
  await isDone(page, message)
  return body
}
const writer = { languageId: 1, createdById: 1, updatedById: 1 }
const frequenciesOf = (studentId: number) =>
  database()
    .db.select()
    .from(caseloadFrequencies)
    .where(eq(caseloadFrequencies.studentId, studentId))
    .orderBy(caseloadFrequencies.id)

const ana = ['1', 'Lincoln', 'Ana Núñez', '1']
const bo = ['2', 'Lincoln', 'Bo Li', '1']
const chi = ['Maple', 'Chi Okafor', '1']
const dora = ['Lincoln', 'Dora Weiss', '1']

test("uses the spec's wording", () => {
  const { heading, columns, emptyText, add, deletion } = caseloadList
  expect([heading, columns.map(({ title }) => title), emptyText, add.label, deletion, caseloadForm.titles]).toEqual([
    'Caseload Record',
    ['School Name', 'Student Name', 'Records'],
    'No Data Available',
    'Add Student',
    expect.objectContaining({
      question: 'Are you sure you want to delete this caseload?',
      done: 'Caseload has been deleted successfully',
    }),
    { add: 'Add Student', edit: 'Edit Student' },
  ])
})

const stored = () =>
  database()
    .db.select({ name: students.name, schoolId: students.schoolId, providerId: students.providerId })
    .from(students)
    .where(isNull(students.deletedAt))
    .orderBy(asc(students.name))

const listed = {
  ana: ['Lincoln', 'Ana Núñez', '1'],
  bo: ['Lincoln', 'Bo Li', '1'],
  chi: ['Maple', 'Chi Okafor', '1'],
  dora: ['Lincoln', 'Dora Weiss', '1'],
  eli: ['Northgate', 'Eli Stone', '1'],
}

listTests(portal, {
  definition: caseloadList,
  path: '/caseload-record',
  rows: [listed.ana, listed.bo, listed.chi, listed.dora, listed.eli],
  filters: {
    place: 'Each choice narrows the options of the other two.',
    search: { enter: 'okaf', address: '?search=okaf', shows: [listed.chi] },
    sort: {
      enter: 'School Name, Z-A',
      address: '?sort=-school',
      shows: [listed.eli, listed.chi, listed.dora, listed.bo, listed.ana],
    },
  },
  addRecords: (count) =>
    database()
      .db.insert(students)
      .values(
        Array.from({ length: count }, (_, index) => ({ name: `Student ${10 + index}`, gender: 'Others', schoolId: 1 })),
      ),
  deletion: {
    name: 'Bo Li',
    row: listed.bo,
    body: { languageId: 1, updatedById: 1 },
    stored: async () => (await stored()).map(({ name }) => name),
  },
})

test('narrows the students, shows their frequencies, downloads those found, and finds one of many by typing', async () => {
  const page = await open('/caseload-record?search=n%C3%BA%C3%B1')
  await record(page).toEqual([ana])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('caseload.xlsx')
  const sheet = await readSpreadsheet(await readFile(await file.path()))
  expect(sheet.rows.map(({ cells }) => cells[1])).toEqual(['Student Name', 'Ana Núñez'])
  const records = page.getByRole('dialog', { name: 'Ana Núñez' })
  await page.getByRole('button', { name: '1 record of Ana Núñez' }).click()
  await records.getByRole('table').waitFor()
  expect(await rows(page, 'Frequencies')).toEqual([
    ['1', 'Occupational Therapy', '2 times', '30 minutes', 'Weekly', 'Group'],
  ])
  expect(await axeFindings(page)).toEqual([])
  await records.getByRole('button', { name: 'Close' }).click()
  await records.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Reset Filters' }).click()

  // Each choice filters the rows and the options of the other two.
  await choose(page, 'School', 'Lincoln')
  await record(page).toEqual([ana, bo, ['3', ...dora]])
  await choose(page, 'Therapist', 'Sofía Special')
  await record(page).toEqual([['1', ...dora]])
  const student = page.getByRole('combobox', { name: 'Student', exact: true })
  await student.click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['All', 'Dora Weiss'])
  await page.keyboard.press('Escape')
  expect(addressOf(page)).toBe('/caseload-record?providerId=2&schoolId=1')

  await database().pool.query(`insert into students (name, gender, school_id, provider_id)
    select 'Zed ' || lpad(n::text, 3, '0'), 'Others', 2, 1 from generate_series(1, 230) n`)
  await page.goto('/caseload-record')
  await student.click()
  await page.getByRole('option', { name: 'Type a name to find more' }).waitFor()
  // 200 with the five before them.
  expect(await page.getByRole('option', { name: /^Zed/ }).count()).toBe(195)
  await page.keyboard.type('zed 23')
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Zed 230'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await record(page).toEqual([['1', 'Maple', 'Zed 230', '0']])
  await page.reload()
  await expect.poll(() => student.inputValue()).toBe('Zed 230')
})

const frequency = (values: object) => ({ isDeleted: false, ...values })

test('adds a student with frequencies once nothing is missing, then changes both, and deactivates the student', async () => {
  const page = await open('/add-caseload')
  await page.getByRole('heading', { name: 'Add Student' }).waitFor()
  await save(page)
  await expect.poll(() => messagesAtFields(page)).toEqual(['School Is Required', 'Student Name Is Required.'])
  await page.getByLabel('Student Name').fill('x'.repeat(201))
  await page.getByText('Maximum of 200 characters allowed').waitFor()
  await page.getByLabel('Student Name').fill('Fay Moss')
  await choose(page, 'School', 'Maple')
  await choose(page, 'Therapist', 'Paul Provider')
  await page.getByRole('radio', { name: 'Others' }).check()
  await choose(page, 'Service Type', 'PT · Physical Therapy')
  await choose(page, 'Frequency', '2 times')
  await choose(page, 'Duration', '30 minutes')
  await page.getByRole('button', { name: 'Add Frequency' }).click()
  await page.getByRole('button', { name: 'Add Frequency' }).click()
  const third = page.getByRole('group', { name: 'Caseload Frequency 3' })
  await third.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Group' }).click()
  await page.getByRole('button', { name: 'Remove frequency 2' }).click()
  expect(await saved(page, 'Caseload has been added successfully')).toEqual({
    schoolId: SCHOOL_IDS.maple,
    therapistId: 1,
    studentName: 'Fay Moss',
    gender: 'Others',
    caseloadFrequencies: [
      frequency({ serviceTypeId: 2, serviceFrequencyId: 1, durationId: 1 }),
      frequency({ sessionTypeId: 1 }),
    ],
    ...writer,
  })
  await record(page).toContainEqual(['6', 'Maple', 'Fay Moss', '2'])
  const [added] = await database().db.select().from(students).where(eq(students.name, 'Fay Moss'))
  expect(added).toMatchObject({ gender: 'Others', schoolId: SCHOOL_IDS.maple, providerId: 1, isActive: true })
  expect(await frequenciesOf(6)).toMatchObject([
    { serviceId: 2, serviceFrequencyId: 1, durationId: 1, eventFrequencyId: null, sessionTypeId: null },
    { serviceId: null, serviceFrequencyId: null, durationId: null, eventFrequencyId: null, sessionTypeId: 1 },
  ])

  await page.getByRole('searchbox').fill('fay')
  await page.keyboard.press('Enter')
  await record(page).toEqual([['1', 'Maple', 'Fay Moss', '2']])
  await page.getByRole('link', { name: 'Edit Fay Moss' }).click()
  await page.getByRole('heading', { name: 'Edit Student' }).waitFor()
  const frequencies = page.getByRole('group', { name: /Caseload Frequency/ })
  await expect
    .poll(() => frequencies.first().getByRole('combobox', { name: 'Service Type' }).inputValue())
    .toBe('PT · Physical Therapy')
  await expect.poll(() => page.getByRole('combobox', { name: 'Therapist' }).inputValue()).toBe('Paul Provider')
  expect(await page.getByRole('radio', { name: 'Others' }).isChecked()).toBe(true)
  expect(await frequencies.count()).toBe(2)
  await page.getByRole('button', { name: 'Remove frequency 1' }).click()
  await expect.poll(() => frequencies.count()).toBe(1)
  await choose(page, 'School', 'Northgate')
  await choose(page, 'Therapist', 'Sofía Special')
  await page.getByLabel('Student Name').fill('Fay Stone')
  const [first, second] = await frequenciesOf(6)
  expect(await saved(page, 'Caseload has been updated successfully')).toMatchObject({
    id: 6,
    entityCacheKey: '1',
    schoolId: SCHOOL_IDS.northgate,
    therapistId: 2,
    studentName: 'Fay Stone',
    gender: 'Others',
    caseloadFrequencies: [
      { id: first?.id, isDeleted: true },
      { id: second?.id, sessionTypeId: 1, isDeleted: false },
    ],
    ...writer,
  })
  await record(page).toEqual([['1', 'Northgate', 'Fay Stone', '1']])
  expect(addressOf(page)).toBe('/caseload-record?search=fay')
  expect(await frequenciesOf(6)).toMatchObject([
    { serviceId: 2, sessionTypeId: null, deletedAt: expect.any(Date) },
    { serviceId: null, sessionTypeId: 1, deletedAt: null },
  ])

  const active = page.getByRole('switch', { name: 'Fay Stone is active' })
  await active.press('Space')
  await isDone(page, 'Caseload has been deactivated successfully')
  await expect.poll(() => active.isChecked()).toBe(false)
  const [fay] = await database().db.select().from(students).where(eq(students.id, 6))
  expect(fay).toMatchObject({ name: 'Fay Stone', schoolId: SCHOOL_IDS.northgate, providerId: 2, isActive: false })
})

test('shows a provider their own active students, and adds students to no other caseload with the permission', async () => {
  await database().db.update(students).set({ isActive: false }).where(eq(students.name, 'Bo Li'))
  const page = await open('/provider-caseload', 'Providers')
  await page.getByRole('heading', { name: 'Caseload Listing Record' }).waitFor()
  const listing = () => expect.poll(() => rows(page, 'Caseload Listing Record'))
  await listing().toEqual([ana, ['2', ...chi]])
  expect(await page.getByRole('combobox', { name: 'Therapist' }).count()).toBe(0)
  await choose(page, 'School', 'Maple')
  await listing().toEqual([['1', ...chi]])
  await page.getByRole('button', { name: '1 record of Chi Okafor' }).click()
  await page.getByRole('dialog', { name: 'Chi Okafor' }).getByRole('table').waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['S.No.', 'Frequency', 'Duration', 'Event Frequency', 'Session Type']),
  )
  expect(await rows(page, 'Frequencies')).toEqual([['1', '2 times', '30 minutes', 'Weekly', 'Group']])
  await page.goto('/caseload-record?providerId=2')
  await page.getByText("You don't have access to this page").waitFor()

  await allowScreen(database(), 'Providers', 'Caseloads')
  await page.reload()
  await record(page).toEqual([ana, bo, ['3', ...chi]])
  expect(await page.getByRole('button', { name: 'Reset Filters' }).count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Therapist' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Add Student' }).click()
  await page.getByLabel('Student Name').fill('Gus Hill')
  await page.getByRole('combobox', { name: 'School' }).click()
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Lincoln', 'Maple'])
  await page.getByRole('option', { name: 'Maple' }).click()
  expect(await page.getByRole('combobox', { name: 'Therapist' }).count()).toBe(0)
  await save(page)
  await isDone(page, 'Caseload has been added successfully')
  await record(page).toEqual([ana, bo, ['3', ...chi], ['4', 'Maple', 'Gus Hill', '0']])
  const [gus] = await database().db.select().from(students).where(eq(students.name, 'Gus Hill'))
  expect(gus).toMatchObject({ providerId: PEOPLE.Providers.providerId })
})
