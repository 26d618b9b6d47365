/** An administrator manages schools: the list, and the three tabs of a school's page. */

import { asc, eq, isNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, formatDate, localOf } from '#domain/time.ts'
import { schoolList } from '#screens/schools/school-list-screen.tsx'
import { countries } from '#server/db/schema/address.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { choose, fillProfile } from '#tests/support/school-page.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server, newPage, signIn } = portal

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await addPlaces(database())
})

const open = async (path: string) => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('adds a school in three tabs and finds it by its city', async () => {
  const page = await open('/schools-account')
  await page.getByRole('link', { name: 'Add School' }).click()
  await page.getByRole('heading', { name: 'Add School' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Billing Details' }).isDisabled()).toBe(true)
  expect(await page.getByRole('tab', { name: 'Rates' }).isDisabled()).toBe(true)
  // There is only one country.
  await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('United States')
  await click(page, 'Save & Next')
  for (const message of ['School Name Is Required.', 'Select city.', 'Contact Name is Required.']) {
    await page.getByText(message).waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
  // With several, none is chosen.
  await database().db.insert(countries).values({ id: 2, name: 'Canada' })
  await page.reload()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Canada' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('')
  await page.getByRole('option', { name: 'United States' }).click()
  await fillProfile(page)
  await click(page, 'Save & Next')

  await page.getByRole('heading', { name: 'Manage School' }).waitFor()
  await page.getByLabel('Billing Email').fill('billing@school.example')
  expect(address(page)).toBe('/updateSchool/4?tab=billing')
  expect(await page.getByRole('combobox', { name: 'Students on invoice annexes' }).inputValue()).toBe(
    'As the organization',
  )
  await choose(page, 'Students on invoice annexes', 'Names')
  await page.getByLabel('Admin fee applied').check()
  await click(page, 'Save & Next')
  await page.getByText('Admin Fee is Required.').waitFor()
  await page.getByLabel('Admin Fee (percent)').fill('4.5')
  expect(await page.getByLabel('In force from').inputValue()).toBe('11/16/2026')
  expect(await axeFindings(page)).toEqual([])
  await click(page, 'Save & Next')
  await page.getByText('Billing Details Updated Sucessfully').waitFor()
  await click(page, 'OK')

  await page.getByRole('tab', { name: 'Billing Details' }).click()
  await page.getByText('In force from 11/16/2026').waitFor()
  await click(page, 'Correct')
  await page.getByLabel('Admin Fee (percent)').fill('5')
  expect(await page.getByLabel('In force from').inputValue()).toBe('11/16/2026')
  await click(page, 'Correct')
  expect(await page.getByLabel('Admin Fee (percent)').inputValue()).toBe('4.50')
  await page.getByLabel('Admin fee applied').uncheck()
  expect(await page.getByLabel('Ends').inputValue()).toBe('11/15/2026')
  await page.getByLabel('Ends').fill('12/31/2026')
  await page.keyboard.press('Tab')
  expect(await axeFindings(page)).toEqual([])
  await click(page, 'Save & Next')
  await page.getByText('Billing Details Updated Sucessfully').waitFor()
  expect(await database().db.select().from(schoolAdminFees)).toMatchObject([
    { schoolId: 4, adminFee: '4.50', effectiveDate: '2026-11-16', endedOn: '2027-01-01', deletedAt: null },
  ])
  const [profile] = await database().db.select().from(schoolBillingProfiles)
  expect(profile).toMatchObject({ schoolId: 4, annexStudents: 'names' })
  await click(page, 'OK')

  await click(page, 'Add Service')
  await click(page, 'Submit')
  await page.getByText('Service ID is required.').waitFor()
  await choose(page, 'Service', 'OT · Occupational Therapy')
  await choose(page, 'Rate Type', 'Hourly')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('85.5')
  expect(await axeFindings(page)).toEqual([])
  await click(page, 'Submit')
  await page.getByText('School has been updated successfully').waitFor()
  await click(page, 'OK')

  await page.getByRole('heading', { name: 'School Listing' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search School' }).fill('springfield')
  await page.keyboard.press('Enter')
  await page.getByText('1-1 of 1 results').waitFor()
  await click(page, 'See Details, Willow Creek')
  await page.getByRole('dialog', { name: 'Willow Creek' }).getByText('217-555-0110').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  const rows = await database().db.select().from(schools)
  expect(rows.find(({ id }) => id === 4)).toMatchObject({
    name: 'Willow Creek',
    colourCode: '#000000',
    isActive: true,
  })
})

describe('the list of schools', () => {
  // A school without providers and students.
  beforeEach(async () => {
    await database().db.insert(schools).values({ name: 'Aspen', addressLine1: '12 Aspen Way', cityId: 1 })
  })

  const stored = () => database().db.select().from(schools).where(isNull(schools.deletedAt)).orderBy(asc(schools.name))
  const aspen = ['', 'Aspen', 'Springfield, 12 Aspen Way', 'See Details']
  const lincoln = ['', 'Lincoln', '', 'See Details']
  const maple = ['', 'Maple', '', 'See Details']
  const northgate = ['', 'Northgate', '', 'See Details']

  test("uses the spec's wording", () => {
    const { heading, columns, emptyText, add, deletion } = schoolList
    expect([heading, columns.map(({ title }) => title), emptyText, add?.label, deletion?.question]).toEqual([
      'School Listing',
      ['School Color', 'School Name', 'Address', 'Contact Details'],
      'No Data Found',
      'Add School',
      'Are you sure you want to delete this school?',
    ])
  })

  listTests(portal, {
    definition: schoolList,
    path: '/schools-account',
    rows: [aspen, lincoln, maple, northgate],
    filters: {
      search: { enter: 'map', address: '?search=map', shows: [maple] },
      sort: { enter: 'School Name, Z-A', address: '?sort=-name', shows: [northgate, maple, lincoln, aspen] },
    },
    addRecords: (count) =>
      database()
        .db.insert(schools)
        .values(Array.from({ length: count }, (_, index) => ({ name: `School ${10 + index}` }))),
    switched: {
      name: 'Aspen',
      isActive: async () => (await stored()).some(({ name, isActive }) => name === 'Aspen' && isActive),
    },
    deletion: {
      name: 'Aspen',
      row: aspen,
      body: {},
      stored: async () => (await stored()).map(({ name }) => name),
    },
  })
})

test("locks stored rates, schedules a new rate for a later day, and keeps someone else's change", async () => {
  const page = await open('/updateSchool/1?tab=rates')
  const rates = page.getByRole('table', { name: 'Rates' })
  const row = rates.getByRole('row', { name: /Physical Therapy/ })
  await row.waitFor()
  const texts = (await rates.getByRole('row').allInnerTexts()).map((text) => text.trim())
  expect(texts).toEqual([
    'Service\tRate Type\tRate\tEffective Date\tNew Rate\tActions',
    'ART · Art Therapy\tHourly\t$90.00\t06/01/2027',
    'OT · Occupational Therapy\tHourly\t$85.50\t11/01/2026\t$99.00 from 12/01/2026 on',
    'OT · Occupational Therapy\tPer Session\t$60.00\t01/01/2025',
    'PT · Physical Therapy\tHourly\t$70.00\t01/01/2025',
  ])
  expect(await row.getByRole('textbox').count()).toBe(0)
  await row.getByRole('button', { name: 'Change the rate of Physical Therapy' }).click()
  await click(page, 'Submit')
  await row.getByText('Rate is required.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  // The calendar opens below the message.
  const dateField = row.getByRole('textbox', { name: 'Effective Date' })
  await dateField.click()
  const calendar = page.locator('[data-dates-dropdown]')
  await calendar.waitFor()
  const message = row.getByText('Effective Date is required.')
  const [below, above] = [await calendar.boundingBox(), await message.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  await row.getByLabel('Effective Date').fill('01/01/2020')
  await row.getByRole('textbox', { name: 'New Rate' }).fill('72.25')
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('saveSchoolServiceRates', { token, query: { schoolId: 1 }, body: [] })
  await row.getByLabel('Effective Date').fill('12/31/2099')
  await page.keyboard.press('Tab')
  await click(page, 'Submit')
  await page.getByRole('alert').getByText('Someone else has changed this school.').waitFor()
  expect(await row.getByRole('textbox', { name: 'New Rate' }).inputValue()).toBe('72.25')
  await click(page, 'Submit')
  await page.getByText('School has been updated successfully').waitFor()
  await click(page, 'OK')
  await page.goto('/updateSchool/1?tab=rates')
  await row.getByText('$72.25 from 12/31/2099 on').waitFor()
  await row.getByRole('button', { name: 'Change the rate of Physical Therapy' }).click()
  const removed = page.getByText('Physical Therapy, Hourly: $72.25 from 12/31/2099 is removed.', { exact: true })
  expect(await removed.count()).toBe(0)
  await row.getByRole('textbox', { name: 'New Rate' }).fill('73')
  await removed.waitFor()
  await row.getByRole('button', { name: 'Rate history of Physical Therapy' }).click()
  await expect
    .poll(() => page.getByRole('dialog').getByRole('row').allInnerTexts())
    .toEqual([
      'Sr. No.\tNew Service Rate\tOld Service Rate\tEffective Date',
      '1\t$72.25\t$70.00\t12/31/2099',
      '2\t$70.00\t\t01/01/2025',
    ])
})

test('proposes that a rate follows one that is removed, and says which days are locked and which would have none', async () => {
  const lockOut = { startDate: '2025-01-01', endDate: '2025-01-15', isForced: false, lockedById: 1 }
  await database()
    .db.insert(lockOuts)
    .values({ ...lockOut, leftOut: { days: 0, hundredths: 0, amount: '0' } })
  const today = localOf(Date.now(), TEST_TIME_ZONE).date
  const page = await open('/updateSchool/1?tab=rates')
  await click(page, 'Delete the rate of Physical Therapy')
  await click(page, 'Add Service')
  await choose(page, 'Service', 'PT · Physical Therapy')
  await choose(page, 'Rate Type', 'Hourly')
  const day = page.getByRole('textbox', { name: 'Effective Date' })
  expect(await day.inputValue()).toBe(formatDate(today))
  const locked = '01/16/2025 or later: earlier days are locked.'
  await page.getByText(locked, { exact: true }).waitFor()

  await day.fill(formatDate(addDays(today, 3)))
  const gap = `No rate of this type from ${formatDate(today)} to ${formatDate(addDays(today, 2))}.`
  await page.getByText(`${locked} ${gap}`, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await axeFindings(page)).toEqual([])
  await day.fill('01/15/2025')
  await page.getByRole('textbox', { name: 'Rate', exact: true }).fill('75')
  await click(page, 'Submit')
  await page.getByText('Enter 01/16/2025 or later', { exact: true }).waitFor()
  await day.fill('01/16/2025')
  await page.keyboard.press('Tab')
  await click(page, 'Submit')
  await page.getByText('School has been updated successfully').waitFor()
  const stored = await database()
    .db.select()
    .from(schoolServiceRates)
    .where(eq(schoolServiceRates.serviceId, 2))
    .orderBy(asc(schoolServiceRates.effectiveDate))
  expect(stored.map(({ rate, effectiveDate }) => [rate, effectiveDate])).toEqual([
    ['70.00', '2025-01-01'],
    ['75.00', '2025-01-16'],
  ])
})
