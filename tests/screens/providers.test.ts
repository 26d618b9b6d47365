/** An administrator manages providers: the list, and the pages that add, change and show one. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, formatDate, localOf } from '#domain/time.ts'
import { providerList } from '#screens/providers/provider-list-screen.tsx'
import {
  genders,
  providerEmergencyContacts,
  providerSchools,
  providerServices,
  providerStatuses,
  providers,
} from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import { users } from '#server/db/schema/users.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { addressOf, choose, dialogSays, messagesAtFields, openPage, press } from '#tests/support/definition-page.ts'
import { hasFocus, waitForFocus } from '#tests/support/focus.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { chooseRequired } from '#tests/support/provider-page.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPlaces } from '#tests/support/server/provider-lists.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'

const portal = usePortal()
const { database } = portal
const db = () => database().db

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/providers ${name}.png` })
}

const OTHER_TYPE = { id: 2, title: 'Physical Therapist' }

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await addPlaces(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  await database().pool.query('insert into provider_types (id, title) values ($1, $2)', Object.values(OTHER_TYPE))
  await db()
    .update(providers)
    .set({ providerTypeId: OTHER_TYPE.id, addressLine1: '12 Elm Street', cityId: 1, postalCode: '62701' })
    .where(eq(providers.id, PEOPLE.SpecialProvider.providerId))
})

test("the list uses the spec's wording", () => {
  const { heading, columns, emptyText, add, filterDelay } = providerList
  expect([heading, columns.map(({ title }) => title), emptyText, add, filterDelay]).toEqual([
    'Manage Providers',
    ['Provider', 'Email ID', 'Role', 'Type', 'Address', 'Status'],
    'No Data Available',
    { href: '/add-provider', label: 'Add Provider' },
    100,
  ])
})

const paul = ['Paul Provider', PEOPLE.Providers.email, 'Providers', 'Occupational Therapist', '', 'Active']
const sofia = [
  'Sofía Special',
  PEOPLE.SpecialProvider.email,
  'SpecialProvider',
  'Physical Therapist',
  '12 Elm Street, Springfield, IL 62701',
  'Active',
]

listTests(portal, {
  definition: providerList,
  path: '/manage-providers',
  rows: [paul, sofia],
  filters: {
    search: { enter: 'sof', address: '?search=sof', shows: [sofia] },
    type: { enter: 'Physical Therapist', address: '?type=2', shows: [sofia] },
    account: { enter: 'Active', address: '?account=3', shows: [paul, sofia] },
    state: { enter: 'Illinois', address: '?state=1', shows: [sofia] },
    sort: { enter: 'Provider, Z-A', address: '?sort=-name', shows: [sofia, paul] },
  },
  addRecords: (count) =>
    db()
      .insert(providers)
      .values(
        Array.from({ length: count }, (_, index) => ({
          firstName: 'Zoe',
          lastName: `Number ${index + 1}`,
          email: `zoe-${index}@district.example`,
          providerTypeId: 1,
          statusId: 1,
        })),
      ),
})

describe('the form of a provider', () => {
  const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
  const fill = async (page: Page, entries: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(entries)) await field(page, label).fill(text)
  }
  const rates = (page: Page) => page.getByRole('table', { name: 'Provider Rates' })
  /** Saves, and returns the request's body. */
  const save = async (page: Page, button: string): Promise<unknown> => {
    const sent = page.waitForRequest((request) => /add-provider|update-provider/.test(request.url()))
    await press(page, button)
    return (await sent).postDataJSON()
  }
  const stored = async (id: number) => (await db().select().from(providers).where(eq(providers.id, id)))[0]

  const PAUL = PEOPLE.Providers.providerId
  const RECORD = {
    addressLine1: '1 Oak Street',
    cityId: 1,
    postalCode: '62701',
    hireDate: '2020-08-03',
  } as const

  beforeEach(async () => {
    await db().insert(genders).values({ id: 1, title: 'Female' })
    await db().insert(providerStatuses).values({ id: 3, title: 'Terminated' })
    await db().update(providers).set(RECORD).where(eq(providers.id, PAUL))
    await db().insert(providerServices).values({ providerId: PAUL, serviceId: 1 })
    await db()
      .insert(providerRates)
      .values({ providerId: PAUL, rateTypeId: 1, rate: '48.00', effectiveDate: '2020-08-03' })
    await db()
      .insert(providerEmergencyContacts)
      .values({ providerId: PAUL, name: 'Pia', relationship: 'Spouse', number: '217-555-0100' })
  })

  const NEW = {
    'First Name': 'Nina',
    'Last Name': 'Newcomer',
    Email: 'nina@district.example',
    'Social Security Number': '123-45-6789',
    'Mobile Number': '217-555-0101',
    'Address Line 1': '12 Elm Street',
    'Postal Code': '62701',
    'Hire Date': '11/02/2026',
  }

  const fillIn = async (page: Page) => {
    await fill(page, NEW)
    await page.keyboard.press('Tab')
    await choose(page, 'Gender', 'Female')
    await chooseRequired(page)
  }

  test('names what is missing or in use, keeps no Social Security number, and adds a provider with a contact and a rate', async () => {
    const page = await openPage(portal, '/add-provider')
    await page.getByRole('heading', { level: 1, name: 'Add Provider', exact: true }).waitFor()
    await fill(page, { 'Social Security Number': '123-45-6789', 'First Name': 'Nina' })
    await page.reload()
    await page.getByText(/were restored\.$/).waitFor()
    expect(await field(page, 'First Name').inputValue()).toBe('Nina')
    expect(await field(page, 'Social Security Number').inputValue()).toBe('')
    await fill(page, { 'First Name': '' })
    await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('United States')
    const role = page.getByRole('combobox', { name: 'User Role' })
    await expect.poll(() => role.inputValue()).toBe('Providers')
    expect(await role.getAttribute('readonly')).not.toBeNull()
    await press(page, 'Add Contact')
    await press(page, 'Add Rate')
    await press(page, 'Save')
    await expect
      .poll(() => messagesAtFields(page))
      .toEqual([
        'First Name Is Required',
        'Last Name Is Required',
        'Email Is Required',
        'Address Is Required',
        'State Is Required',
        'City Is Required',
        'Postal Code Is Required',
        'Provider Type Is Required',
        'School Is Required  None selected',
        'ServiceType Is Required  None selected',
        'Provider Rate Type Is Required',
        'Rate  Is Required',
      ])
    await waitForFocus(field(page, 'First Name'))
    // The messages move a row's button below the pointer, which shows its tooltip.
    await page.mouse.move(0, 0)
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])

    await fillIn(page)
    await fill(page, { 'Contact Name': 'Max', Relationship: 'Parent', 'Contact Number': '217-555-0102' })
    await choose(page, 'Rate Type', 'Hourly')
    await field(page, 'Rate').fill('52.5')
    await fill(page, { Email: PEOPLE.Administrators.email })
    await expect.poll(() => messagesAtFields(page)).toEqual([])
    await save(page, 'Save')
    await expect.poll(() => messagesAtFields(page)).toEqual(['This email address is already in use.'])
    await waitForFocus(field(page, 'Email'))
    expect(await db().$count(providers)).toBe(2)
    await fill(page, { Email: NEW.Email })
    expect(await save(page, 'Save')).toEqual({
      languageId: 1,
      createdById: 1,
      updatedById: 1,
      firstName: 'Nina',
      middleName: '',
      lastName: 'Newcomer',
      genderId: 1,
      dob: '',
      ethnicityId: null,
      ssn: '123-45-6789',
      addressLine1: '12 Elm Street',
      addressLine2: '',
      countryId: 1,
      stateId: 1,
      city: 1,
      postalCode: '62701',
      mobileNumber: '217-555-0101',
      homePhone: '',
      providerEmergencyContacts: [
        {
          id: null,
          emergencyContactName: 'Max',
          emergencyContactRelationship: 'Parent',
          emergencyContactNumber: '217-555-0102',
          isDeleted: false,
        },
      ],
      emailId: 'nina@district.example',
      providerTypeId: 1,
      statusId: 1,
      userRoleId: 2,
      schoolIds: [1],
      serviceTypeIds: [1],
      hireDate: '2026-11-02',
      termDate: '',
      department: '',
      division: '',
      jobClass: '',
      notes: '',
      providerRateChangeHistories: [
        {
          id: null,
          providerRateTypeId: 1,
          oldRate: '',
          newRate: '52.5',
          effectiveDate: '',
          isDeleted: false,
          isEdit: false,
        },
      ],
    })
    await press(
      await dialogSays(
        page,
        'Saved',
        'Provider has been added successfully. An invitation to choose a password is on its way by email.',
      ),
      'OK',
    )
    await expect.poll(() => addressOf(page)).toBe('/manage-providers')
    await page.getByRole('link', { name: 'Nina Newcomer', exact: true }).waitFor()
    const [user] = await db().select().from(users).where(eq(users.email, 'nina@district.example'))
    const [nina] = await db().select().from(providers).where(eq(providers.email, NEW.Email))
    const providerId = nina?.id ?? 0
    expect(user).toMatchObject({ displayName: 'Nina Newcomer', roleId: 2, providerId, isActive: true })
    expect(await db().select().from(providerSchools).where(eq(providerSchools.providerId, providerId))).toEqual([
      { providerId, schoolId: 1 },
    ])
  })

  const DONE = 'Provider has been updated successfully'
  const focused = (page: Page, label: string) => hasFocus(field(page, label))
  /** From the list, where saving leads back to. */
  const edit = (page: Page) => page.getByRole('link', { name: 'Edit Paul Provider', exact: true }).click()
  const update = async (page: Page) => {
    const body = await save(page, 'Update')
    await press(await dialogSays(page, 'Saved', DONE), 'OK')
    await expect.poll(() => addressOf(page)).toBe('/manage-providers?search=paul')
    return body
  }

  test('changes a provider: locked email and rates, dates that are none or too early, a planned rate, removed rows', async () => {
    await db().update(providers).set({ birthDate: '1990-05-17' }).where(eq(providers.id, PAUL))
    const page = await openPage(portal, '/manage-providers?search=paul')
    await edit(page)
    await page.getByRole('heading', { level: 1, name: 'Edit Provider', exact: true }).waitFor()
    expect(await field(page, 'Email').getAttribute('readonly')).not.toBeNull()
    const row = rates(page).getByRole('row', { name: /Hourly/ })
    await row.waitFor()
    expect(await row.getByRole('textbox').count()).toBe(0)
    await press(page, 'Change the rate of Hourly')
    await press(page, 'Update')
    await expect.poll(() => messagesAtFields(page)).toEqual(['Rate  Is Required', 'Date  Is Required'])
    await field(page, 'New Rate').fill('51')
    await press(page, 'Delete contact 1')
    await fill(page, { Department: 'Therapy' })
    await field(page, 'Date of Birth').fill('13/45/1990')
    // Enter saves from within the field, before it is left.
    await field(page, 'Effective From').fill('01/02/2020')
    await field(page, 'Effective From').press('Enter')
    const tomorrow = formatDate(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 1))
    await expect
      .poll(() => messagesAtFields(page))
      .toEqual(['Enter a date as MM/DD/YYYY', `Enter ${tomorrow} or later`])
    expect(await focused(page, 'Date of Birth')).toBe(true)
    expect(await field(page, 'Date of Birth').inputValue()).toBe('13/45/1990')
    expect(await field(page, 'Effective From').inputValue()).toBe('01/02/2020')
    await page.keyboard.press('Escape')
    expect(await axeFindings(page)).toEqual([])

    // The stored date can be picked again.
    await field(page, 'Date of Birth').click()
    await page.getByRole('button', { name: '17 May 1990' }).click()
    expect(await field(page, 'Date of Birth').inputValue()).toBe('05/17/1990')
    await field(page, 'Hire Date').fill('08/03/1820')
    await field(page, 'Effective From').fill('12/31/2099')
    await press(page, 'Update')
    await expect.poll(() => messagesAtFields(page)).toEqual(['Enter a date from 1900 to 2199'])
    expect(await stored(PAUL)).toMatchObject({ department: '', hireDate: '2020-08-03' })
    await field(page, 'Hire Date').fill('8/4/2020')
    expect(await update(page)).toMatchObject({
      id: PAUL,
      emailId: PEOPLE.Providers.email,
      department: 'Therapy',
      dob: '1990-05-17',
      hireDate: '2020-08-04',
      providerEmergencyContacts: [{ id: 1, isDeleted: true }],
      providerRateChangeHistories: [{ id: 1, isEdit: true, newRate: '51', effectiveDate: '2099-12-31' }],
    })
    expect(await stored(PAUL)).toMatchObject({ birthDate: '1990-05-17', hireDate: '2020-08-04' })

    await edit(page)
    await press(page, 'Rate history of Hourly')
    await expect
      .poll(() => page.getByRole('dialog').getByRole('row').allInnerTexts())
      .toEqual([
        'Sr. No.\tRate Type\tNew Rate\tOld Rate\tEffective Date',
        '1\tHourly\t$51.00\t$48.00\t12/31/2099',
        '2\tHourly\t$48.00\t\t08/03/2020',
      ])
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await press(page, 'Delete the rate of Hourly')
    await page.getByText('Hourly: $51.00 from 12/31/2099 is removed.', { exact: true }).waitFor()
    await press(page, 'Add Rate')
    await choose(page, 'Rate Type', 'Hourly')
    const today = localOf(Date.now(), TEST_TIME_ZONE).date
    expect(await field(page, 'Effective From').inputValue()).toBe(formatDate(today))
    await field(page, 'Effective From').fill(tomorrow)
    await rates(page)
      .getByText(`No rate of this type on ${formatDate(today)}.`, { exact: true })
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await axeFindings(page)).toEqual([])
    await shoot(page, 'a day without a rate')
    await field(page, 'Effective From').fill(formatDate(today))
    await field(page, 'Rate').fill('53')
    await page.keyboard.press('Tab')
    await update(page)
    expect(await db().select().from(providerRates).where(eq(providerRates.rate, '53.00'))).toMatchObject([
      { effectiveDate: today, endedOn: null },
    ])
    const ended = await db().select().from(providerRates).where(eq(providerRates.rate, '48.00'))
    expect(ended[0]?.endedOn).not.toBeNull()
  })

  test('shows a Social Security number on request, keeps it, changes it, and removes it', async () => {
    const page = await openPage(portal, '/manage-providers?search=paul')
    await edit(page)
    const number = field(page, 'Social Security Number')
    await number.fill('123-45-6789')
    await update(page)

    await edit(page)
    await expect.poll(() => number.inputValue()).toBe('•••-••-6789')
    await page.getByRole('button', { name: 'Reveal', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => number.inputValue()).toBe('123-45-6789')
    expect(await focused(page, 'Social Security Number')).toBe(true)
    expect(await db().select().from(ssnReveals)).toMatchObject([{ providerId: PAUL, userId: 1 }])
    expect(await axeFindings(page)).toEqual([])
    await press(page, 'Hide')
    await expect.poll(() => number.inputValue()).toBe('•••-••-6789')
    expect(await focused(page, 'Social Security Number')).toBe(true)
    // Each look is noted.
    await press(page, 'Reveal')
    await expect.poll(() => number.inputValue()).toBe('123-45-6789')
    expect(await db().$count(ssnReveals)).toBe(2)
    await page.reload()
    await expect.poll(() => number.inputValue()).toBe('•••-••-6789')

    // A change without a new number keeps the stored one.
    await press(page, 'Change')
    expect(await focused(page, 'Social Security Number')).toBe(true)
    expect(await update(page)).toMatchObject({ ssn: '•••-••-6789' })
    expect(await stored(PAUL)).toMatchObject({ ssnLastFour: '6789' })

    await edit(page)
    await press(page, 'Change')
    await number.fill('000-11-2222')
    await press(page, 'Update')
    const invalid = 'Enter a Social Security number with 9 digits, such as 123-45-6789.'
    await expect.poll(() => messagesAtFields(page)).toEqual([invalid])
    await number.fill('987-65-4321')
    await update(page)
    expect(await stored(PAUL)).toMatchObject({ ssnLastFour: '4321' })

    await edit(page)
    await press(page, 'Remove')
    expect(await number.inputValue()).toBe('')
    expect(await update(page)).toMatchObject({ ssn: '' })
    expect(await stored(PAUL)).toMatchObject({ ssn: null, ssnLastFour: null })
  })

  test('can only be read from the page of a provider', async () => {
    const page = await openPage(portal, `/provider/${PAUL}`)
    await page.getByRole('link', { name: 'Profile', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'View Provider', exact: true }).waitFor()
    expect(addressOf(page)).toBe(`/edit-provider/${PAUL}/view`)
    await rates(page)
      .getByRole('row', { name: /Hourly/ })
      .waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'City', exact: true }).inputValue()).toBe('Springfield')
    const main = page.getByRole('main')
    const open = await main
      .locator('input:not([type=hidden]), textarea')
      .evaluateAll((inputs) =>
        inputs.flatMap((input) => (input.matches(':read-only, :disabled') ? [] : [input.outerHTML])),
      )
    expect(open).toEqual([])
    expect(
      await main.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent)),
    ).toEqual(['Rate history of Hourly', 'Back'])
    await press(page, 'Back')
    await expect.poll(() => addressOf(page)).toBe('/manage-providers')
  })

  test('says what is left to hand over after someone goes on leave, and so do their page and the Home Page', async () => {
    await db().insert(providerStatuses).values({ id: 2, title: 'On Leave' })
    const tomorrow = formatDate(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 1))
    const left = `From ${tomorrow} on, 3 students are still with Paul Provider.`
    const page = await openPage(portal, `/provider/${PAUL}`)
    await page.getByRole('heading', { level: 1, name: 'Paul Provider' }).waitFor()
    expect(await page.getByText(left).count()).toBe(0)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await choose(page, 'Status', 'On Leave')
    await save(page, 'Update')
    const saved = await dialogSays(page, 'Saved', DONE)
    await saved.getByText(left).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await saved.getByRole('link', { name: 'Hand over' }).click()
    await expect.poll(() => addressOf(page)).toBe(`/hand-over/${PAUL}`)
    await page.getByText('3 items stay with Paul Provider.').or(page.getByText('Moves: 3 students.')).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)

    await visit(page, '/')
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('link', { name: '1 provider with work to hand over' })
      .click()
    await expect.poll(() => addressOf(page)).toBe('/work-left')
    await page.getByRole('row').nth(1).getByRole('link', { name: 'Paul Provider', exact: true }).click()
    await page.getByText(left).waitFor()
    await shoot(page, 'work left')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('alert').getByRole('link', { name: 'Hand over' }).click()
    await expect.poll(() => addressOf(page)).toBe(`/hand-over/${PAUL}`)
  })
})

test('the own profile is saved, also in the header, and opens again with what is stored', async () => {
  await allowScreen(database(), 'Providers', 'ProfileInformation')
  await db()
    .update(providers)
    .set({ addressLine1: '1 Oak Street', cityId: 1, postalCode: '62701', notes: 'For administrators only' })
    .where(eq(providers.id, PEOPLE.Providers.providerId))
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Providers.email)
  await page.goto('/profile')
  const lastName = page.getByRole('textbox', { name: 'Last Name', exact: true })
  await lastName.fill('Other')
  await press(page, 'Cancel')
  await press(page, 'Yes')
  await expect.poll(() => lastName.inputValue()).toBe('Provider')
  expect(addressOf(page)).toBe('/profile')

  await page.getByRole('button', { name: /Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'My Profile', exact: true }).waitFor()
  await expect.poll(() => lastName.inputValue()).toBe('Provider')
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Personal',
    'Address',
    'Emergency Contacts',
  ])
  await expect.poll(() => page.getByRole('combobox', { name: 'City', exact: true }).inputValue()).toBe('Springfield')
  await lastName.fill('')
  await press(page, 'Save')
  await expect.poll(() => messagesAtFields(page)).toEqual(['Last Name Is Required'])
  await lastName.fill('Prime')
  const sent = page.waitForRequest(/update-provider/)
  await press(page, 'Save')
  expect((await sent).postDataJSON()).toEqual({
    languageId: 1,
    createdById: 2,
    updatedById: 2,
    id: 1,
    entityCacheKey: '1',
    firstName: 'Paul',
    middleName: '',
    lastName: 'Prime',
    genderId: null,
    dob: '',
    ethnicityId: null,
    ssn: '',
    addressLine1: '1 Oak Street',
    addressLine2: '',
    countryId: 1,
    stateId: 1,
    city: 1,
    postalCode: '62701',
    mobileNumber: '',
    homePhone: '',
    providerEmergencyContacts: [],
  })
  await press(await dialogSays(page, 'Saved', 'Provider has been updated successfully'), 'OK')
  await page.getByRole('button', { name: 'Profile of Paul Prime' }).waitFor()
  const [saved] = await db().select().from(providers).where(eq(providers.id, PEOPLE.Providers.providerId))
  expect(saved).toMatchObject({ lastName: 'Prime', notes: 'For administrators only' })
  await expect.poll(() => lastName.inputValue()).toBe('Prime')
  await page.reload()
  await page.getByRole('button', { name: 'Profile of Paul Prime' }).waitFor()
})
