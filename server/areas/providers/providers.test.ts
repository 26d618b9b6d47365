import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getProvider } from '#contract/providers.ts'
import {
  BLANK_EMERGENCY_CONTACT,
  BLANK_PROVIDER,
  BLANK_PROVIDER_RATE,
  PROVIDER_STATUS_IDS,
} from '#domain/provider-form.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { providerSchools, providerServices, providerStatuses, providers } from '#server/db/schema/providers.ts'
import { providerRates, rateTypes } from '#server/db/schema/rates.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPersonalChoices, addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { addPeople, allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul } = PEOPLE
const NINA = {
  ...BLANK_PROVIDER,
  firstName: 'Nina',
  middleName: 'Q.',
  lastName: 'Newcomer',
  emailId: 'nina@district.example',
  dob: '1990-04-01',
  genderId: 1,
  ethnicityId: 2,
  ssn: '123-45-6789',
  providerTypeId: 1,
  schoolIds: [1],
  serviceTypeIds: [1],
  addressLine1: '12 Elm Street',
  countryId: 1,
  stateId: 1,
  city: 1,
  postalCode: '62701',
  mobileNumber: '217-555-0101',
  hireDate: '2026-11-02',
  providerEmergencyContacts: [
    { ...BLANK_EMERGENCY_CONTACT, emergencyContactName: 'Max', emergencyContactNumber: '217-555-0102' },
    BLANK_EMERGENCY_CONTACT,
  ],
  providerRateChangeHistories: [{ ...BLANK_PROVIDER_RATE, providerRateTypeId: 1, newRate: '52.5' }],
}

describe('providers', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const db = () => database().db
  const asAda = async () => ({ token: await server().tokenOf(ada.userId) })
  const asPaul = async () => ({ token: await server().tokenOf(paul.userId) })

  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await allowScreen(database(), 'Providers', 'ProfileInformation')
    server().now = new Date('2026-11-20T15:00:00Z')
    await addStatuses(database())
    await addPersonalChoices(database())
    await db()
      .insert(rateTypes)
      .values([
        { id: 1, name: 'Hourly' },
        { id: 2, name: 'Daily' },
      ])
    await addPlaces(database())
    await db().insert(schools).values({ name: 'Lincoln' })
    await db().insert(services).values({ code: 'OT', description: 'Occupational Therapy' })
  })

  const add = async (values: object = {}) =>
    server().call('addProvider', { ...(await asAda()), body: { ...NINA, ...values } })
  const NEW_ID = 3
  const read = async (id = NEW_ID, caller = asAda) =>
    getProvider.data.parse((await server().call('getProvider', { ...(await caller()), params: { id } })).data)
  /** The record as the form sends it back. */
  const formOf = async (id = NEW_ID, caller = asAda) => {
    const { provider, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories } = await read(id, caller)
    return { ...provider, id, entityCacheKey, providerEmergencyContacts, providerRateChangeHistories }
  }
  const update = async (changes: object, id = NEW_ID) =>
    server().call('updateProvider', { ...(await asAda()), body: { ...(await formOf(id)), ...changes } })

  describe('adding one', () => {
    test('stores the record with its contacts, schools, services and first rates, and an account', async () => {
      expect(await add()).toMatchObject({
        status: 201,
        data: { id: NEW_ID, invitation: 'sent' },
        message: 'Provider has been added successfully. An invitation to choose a password is on its way by email.',
      })
      const { provider, ...more } = await read()
      expect(provider).toMatchObject({
        firstName: 'Nina',
        lastName: 'Newcomer',
        emailId: 'nina@district.example',
        ssn: '•••-••-6789',
        city: 1,
        stateId: 1,
        countryId: 1,
        userRoleId: 2,
        statusId: 1,
        hireDate: '2026-11-02',
        isAdmin: false,
      })
      expect(more).toMatchObject({
        providerEmergencyContacts: [{ id: 1, emergencyContactName: 'Max', emergencyContactNumber: '217-555-0102' }],
        providerSchools: [{ id: 1, name: 'Lincoln' }],
        providerServiceTypes: [{ id: 1, name: 'Occupational Therapy' }],
        providerRoles: [{ id: 2, name: 'Providers' }],
        providerRateChangeHistories: [{ providerRateTypeId: 1, oldRate: '52.50', newRate: '', effectiveDate: '' }],
      })
      // Paid from the first day at work on.
      expect(await db().select().from(providerRates)).toMatchObject([{ rate: '52.50', effectiveDate: '2026-11-02' }])
      const [user] = await db().select().from(users).where(eq(users.providerId, NEW_ID))
      expect(user).toMatchObject({
        email: 'nina@district.example',
        displayName: 'Nina Newcomer',
        passwordHash: null,
        roleId: 2,
        isActive: true,
      })
    })

    test.each([
      [0.01, '0.01'],
      ['0.5', '0.50'],
      ['999999', '999999.00'],
    ])('takes a rate of %j', async (newRate, stored) => {
      const rates = [{ ...BLANK_PROVIDER_RATE, providerRateTypeId: 1, newRate }]
      expect(await add({ providerRateChangeHistories: rates })).toMatchObject({ status: 201 })
      expect((await db().select().from(providerRates)).map(({ rate }) => rate)).toEqual([stored])
    })

    const INVALID = 'The rate must be more than 0, with at most two decimals.'
    test.each([
      ['0', 'Rate  Is Required'],
      ['0.00', 'Rate  Is Required'],
      [0, 'Rate  Is Required'],
      ['-5', INVALID],
      ['45.678', INVALID],
      [45.678, INVALID],
      [0.004, INVALID],
    ])('refuses a rate of %j: %s', async (newRate, message) => {
      const rates = [{ ...BLANK_PROVIDER_RATE, providerRateTypeId: 1, newRate }]
      expect(await add({ providerRateChangeHistories: rates })).toMatchObject({
        status: 400,
        errors: [{ path: 'providerRateChangeHistories.0.newRate', message }],
      })
    })

    test('refuses an email address that is in use, in any letter case, and stores nothing', async () => {
      const message = 'This email address is already in use.'
      expect(await add({ emailId: 'ADA@district.example' })).toMatchObject({
        status: 409,
        message,
        errors: [{ path: 'emailId', message }],
      })
      expect(await db().$count(providers)).toBe(2)
    })

    test.each([
      [{ firstName: '' }, 'firstName', 'First Name Is Required'],
      [{ lastName: ' ' }, 'lastName', 'Last Name Is Required'],
      [{ emailId: '' }, 'emailId', 'Email Is Required'],
      [{ emailId: 'nina' }, 'emailId', 'Invalid email id.'],
      [{ providerTypeId: null }, 'providerTypeId', 'Provider Type Is Required'],
      [{ statusId: 0 }, 'statusId', 'Status Is Required'],
      [{ userRoleId: null }, 'userRoleId', 'User Role Is Required'],
      [{ userRoleId: 1 }, 'userRoleId', 'User Role Is Required'],
      [{ schoolIds: [] }, 'schoolIds', 'School Is Required'],
      [{ serviceTypeIds: [] }, 'serviceTypeIds', 'ServiceType Is Required'],
      [{ addressLine1: '' }, 'addressLine1', 'Address Is Required'],
      [{ countryId: null }, 'countryId', 'Country Is Required'],
      [{ stateId: null }, 'stateId', 'State Is Required'],
      [{ city: null }, 'city', 'City Is Required'],
      [{ city: 77 }, 'city', 'City Is Required'],
      [{ postalCode: '' }, 'postalCode', 'Postal Code Is Required'],
      [{ mobileNumber: '1234567890123456' }, 'mobileNumber', 'Please Enter a valid Mobile Number'],
      [{ homePhone: 'call me' }, 'homePhone', 'Please Enter a valid Phone Number'],
      [{ ssn: '000-12-3456' }, 'ssn', 'Enter a Social Security number with 9 digits, such as 123-45-6789.'],
      [{ dob: '2026-11-20', hireDate: '' }, 'dob', 'The date of birth must be in the past.'],
      [{ hireDate: '1980-01-01' }, 'hireDate', 'The hire date must be after the date of birth.'],
      [{ termDate: '2026-11-01' }, 'termDate', 'The termination date must not be before the hire date.'],
      [{ statusId: 3 }, 'termDate', 'Enter the termination date.'],
      [{ schoolIds: [1, 9] }, 'schoolIds', 'One of these schools is no longer active. Please choose again.'],
      [{ serviceTypeIds: [9] }, 'serviceTypeIds', 'One of these services no longer exists. Please choose again.'],
      [
        { providerEmergencyContacts: [{ ...BLANK_EMERGENCY_CONTACT, emergencyContactNumber: 'none' }] },
        'providerEmergencyContacts.0.emergencyContactNumber',
        'Please Enter a valid Emergency Contact Number',
      ],
      [
        { providerRateChangeHistories: [BLANK_PROVIDER_RATE] },
        'providerRateChangeHistories.0.providerRateTypeId',
        'Provider Rate Type Is Required',
      ],
      [
        { providerRateChangeHistories: [{ ...BLANK_PROVIDER_RATE, providerRateTypeId: 1 }] },
        'providerRateChangeHistories.0.newRate',
        'Rate  Is Required',
      ],
    ])('%j: %s says so', async (values, path, message) => {
      const reply = await add(values)
      expect(reply.status).toBe(400)
      expect(reply.errors).toContainEqual({ path, message })
      expect(await db().$count(providers)).toBe(2)
    })
  })

  describe('updating one', () => {
    beforeEach(async () => {
      await add()
    })

    test('stores what changed, keeps what did not, and renames the account', async () => {
      expect(await update({ lastName: 'Known', department: 'Therapy', ssn: '•••-••-6789' })).toMatchObject({
        status: 200,
        message: 'Provider has been updated successfully',
        data: { firstName: 'Nina', middleName: 'Q.', lastName: 'Known' },
      })
      expect((await read()).provider).toMatchObject({ lastName: 'Known', department: 'Therapy', ssn: '•••-••-6789' })
      const [user] = await db().select().from(users).where(eq(users.providerId, NEW_ID))
      expect(user?.displayName).toBe('Nina Known')
    })

    test('refuses the second of two administrators', async () => {
      const { entityCacheKey } = await read()
      await update({ lastName: 'First' })
      expect(await update({ lastName: 'Second', entityCacheKey })).toMatchObject({
        status: 409,
        message: 'Someone else has changed this provider.',
      })
    })

    test('email and role stay', async () => {
      expect(await update({ emailId: 'other@district.example' })).toMatchObject({ status: 400 })
      expect(await update({ userRoleId: 1 })).toMatchObject({ status: 400 })
    })

    test('a new rate applies from its date on; the history has both', async () => {
      const [row] = (await read()).providerRateChangeHistories
      const changed = { ...row, isEdit: true, newRate: '60', effectiveDate: '2026-12-01' }
      expect(await update({ providerRateChangeHistories: [changed] })).toMatchObject({ status: 200 })
      expect((await read()).providerRateChangeHistories).toMatchObject([
        { oldRate: '52.50', newRate: '60.00', effectiveDate: '2026-12-01' },
      ])
      const { data } = await server().call('getProviderRateHistory', { ...(await asAda()), body: { id: row?.id } })
      expect(data).toMatchObject([
        { newRate: '60.00', oldRate: '52.50', effectiveDate: '2026-12-01', providerRateTypeName: 'Hourly' },
        { newRate: '52.50', oldRate: null, effectiveDate: '2026-11-02' },
      ])
    })

    test.each([
      [{ newRate: '', effectiveDate: '2026-12-01' }, 'newRate', 'Rate  Is Required'],
      [{ newRate: '0.00', effectiveDate: '2026-12-01' }, 'newRate', 'Rate  Is Required'],
      [{ newRate: '60', effectiveDate: '' }, 'effectiveDate', 'Date  Is Required'],
      [
        { newRate: '60', effectiveDate: '2026-11-20' },
        'effectiveDate',
        'A new rate begins tomorrow at the earliest. Choose 11/21/2026 or later.',
      ],
    ])('a new rate %j is refused', async (values, field, message) => {
      const [row] = (await read()).providerRateChangeHistories
      const reply = await update({ providerRateChangeHistories: [{ ...row, isEdit: true, ...values }] })
      expect(reply).toMatchObject({ status: 400 })
      expect(reply.errors).toContainEqual({ path: `providerRateChangeHistories.0.${field}`, message })
    })

    test('a removed rate ends today', async () => {
      const [row] = (await read()).providerRateChangeHistories
      await update({ providerRateChangeHistories: [{ ...row, isDeleted: true }] })
      expect((await read()).providerRateChangeHistories).toEqual([])
      expect(await db().select().from(providerRates)).toMatchObject([{ rate: '52.50', endedOn: '2026-11-20' }])
    })

    test('a second rate of a listed type is refused, also one that a client did not send back', async () => {
      const twice = [{ ...BLANK_PROVIDER_RATE, providerRateTypeId: 1, newRate: '30', effectiveDate: '2026-12-01' }]
      expect(await update({ providerRateChangeHistories: twice })).toMatchObject({
        status: 409,
        errors: [
          {
            path: 'providerRateChangeHistories.0.providerRateTypeId',
            message: 'This rate type is listed already. Change its rate there.',
          },
        ],
      })
      expect(await db().$count(providerRates)).toBe(1)
    })

    describe('with several rows of a rate', () => {
      const TYPE = 'providerRateTypeId'
      const next = { newRate: '60', effectiveDate: '2026-12-01' }
      const listed = async () =>
        (await read()).providerRateChangeHistories.map((row) => [row.providerRateTypeId, row.oldRate, row.newRate])

      test.each([true, false])('the type of a listed rate stays, being edited or not: %j', async (isEdit) => {
        const [row] = (await read()).providerRateChangeHistories
        const reply = await update({ providerRateChangeHistories: [{ ...row, ...next, isEdit, [TYPE]: 2 }] })
        expect(reply).toMatchObject({
          status: 400,
          errors: [
            {
              path: `providerRateChangeHistories.0.${TYPE}`,
              message: 'The type of a rate cannot be changed. Remove the rate and add one of the other type.',
            },
          ],
        })
        expect(await listed()).toEqual([[1, '52.50', '']])
      })

      test('a rate that is removed cannot change as well', async () => {
        const [row] = (await read()).providerRateChangeHistories
        await update({ providerRateChangeHistories: [{ ...row, ...next, isEdit: true }] })
        const planned = (await db().select().from(providerRates))[1]
        const reply = await update({
          providerRateChangeHistories: [
            { ...row, isDeleted: true },
            { ...row, ...next, id: planned?.id, isEdit: true },
          ],
        })
        expect(reply).toMatchObject({ status: 404, message: 'This rate no longer exists. Reload the page.' })
        expect(await listed()).toEqual([[1, '52.50', '60.00']])
      })

      test('of two updates at once that add the same type, without versions, the second is refused', async () => {
        const { entityCacheKey: _, ...form } = await formOf()
        const { token } = await asAda()
        const rates = [...form.providerRateChangeHistories, { ...BLANK_PROVIDER_RATE, ...next, [TYPE]: 2 }]
        const body = { ...form, providerRateChangeHistories: rates }
        const replies = await Promise.all([1, 2].map(() => server().call('updateProvider', { token, body })))
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
        expect(replies.find(({ status }) => status === 409)).toMatchObject({
          errors: [
            {
              path: `providerRateChangeHistories.1.${TYPE}`,
              message: 'This rate type is listed already. Change its rate there.',
            },
          ],
        })
        expect(await listed()).toEqual([
          [1, '52.50', ''],
          [2, '60.00', ''],
        ])
      })
    })

    test('names a status that is not stored, also the one that a last day in the past sets', async () => {
      const refusedAt = (path: string, message: string) => ({ status: 400, message, errors: [{ path, message }] })
      expect(await update({ statusId: 99 })).toMatchObject(refusedAt('statusId', 'Status Is Required'))
      await db().delete(providerStatuses).where(eq(providerStatuses.id, PROVIDER_STATUS_IDS.terminated))
      const message = 'This portal has no status Terminated, which a termination date in the past needs.'
      expect(await update({ termDate: '2026-11-10' })).toMatchObject(refusedAt('termDate', message))
      expect((await db().select().from(providers).where(eq(providers.id, NEW_ID)))[0]).toMatchObject({ statusId: 1 })
    })

    test('keeps locked work and time off between the hire date and the termination date', async () => {
      await add()
      const [worked, off] = ['2026-11-03', '2026-11-13']
      const times = { startTime: '08:00', endTime: '10:00' }
      const unlocked = { startDate: '2026-10-01', endDate: '2026-10-15', unlockedById: 1, unlockedAt: new Date() }
      const locked = { isForced: false, leftOut: { days: 0, hundredths: 0, amount: '0.00' }, lockedById: 1 }
      await db()
        .insert(lockOuts)
        .values([
          { ...locked, startDate: '2026-11-01', endDate: '2026-11-15' },
          { ...locked, ...unlocked, unlockReason: 'Too early' },
        ])
      await db().insert(providerDays).values({ providerId: NEW_ID, date: worked, state: 'locked', approvalStatus: 1 })
      await db()
        .insert(timesheets)
        .values({ providerId: NEW_ID, schoolId: 1, date: worked, ...times })
      const request = { providerId: NEW_ID, reason: 'Ill', ...times }
      await db()
        .insert(ptoRequests)
        .values([
          { ...request, requestedDate: off, state: 'accepted' },
          // Not locked, and not granted.
          { ...request, requestedDate: '2026-10-06', state: 'accepted' },
          { ...request, requestedDate: '2026-11-14', state: 'rejected' },
        ])
      expect(await update({ hireDate: '2026-11-04' })).toMatchObject({
        status: 400,
        errors: [
          {
            path: 'hireDate',
            message: 'Work or time off on 11/03/2026 is locked. Enter that date or an earlier one.',
          },
        ],
      })
      expect(await update({ statusId: 3, termDate: '2026-11-12' })).toMatchObject({
        status: 400,
        errors: [
          {
            path: 'termDate',
            message: 'Work or time off on 11/13/2026 is locked. Enter that date or a later one.',
          },
        ],
      })
      expect((await read()).provider).toMatchObject({ hireDate: NINA.hireDate, termDate: '', statusId: 1 })
      expect(await update({ hireDate: worked, statusId: 3, termDate: off })).toMatchObject({ status: 200 })
      expect((await read()).provider).toMatchObject({ hireDate: worked, termDate: off, statusId: 3 })
    })
  })

  describe('the Social Security number', () => {
    beforeEach(async () => {
      await add()
    })

    test('is encrypted, shown in full on request, and each request is logged', async () => {
      const [stored] = await db().select().from(providers).where(eq(providers.id, NEW_ID))
      expect(stored).toMatchObject({ ssnKeyId: 'test', ssnLastFour: '6789' })
      expect(JSON.stringify(stored)).not.toContain('123456789')
      const { data } = await server().call('revealSsn', { ...(await asAda()), body: { id: NEW_ID } })
      expect(data).toEqual({ ssn: '123-45-6789' })
      expect(await db().select().from(ssnReveals)).toMatchObject([
        { providerId: NEW_ID, userId: ada.userId, at: new Date('2026-11-20T15:00:00Z') },
      ])
      expect(server().logs).not.toMatch(/123-?45-?6789/)
    })

    test('is shown only to someone who has proved lately who they are', async () => {
      const session = await asAda()
      server().now = new Date('2026-11-20T15:11:00Z')
      expect(await server().call('revealSsn', { ...session, body: { id: NEW_ID } })).toMatchObject({
        status: 403,
        data: { mustConfirm: true },
      })
      expect(await db().$count(ssnReveals)).toBe(0)
    })

    test('stays if an update leaves it out', async () => {
      const { ssn: _, ...rest } = await formOf()
      expect(await server().call('updateProvider', { ...(await asAda()), body: rest })).toMatchObject({ status: 200 })
      expect((await read()).provider.ssn).toBe('•••-••-6789')
    })

    test('can be removed', async () => {
      await update({ ssn: '' })
      expect((await read()).provider.ssn).toBe('')
      expect(await server().call('revealSsn', { ...(await asAda()), body: { id: NEW_ID } })).toMatchObject({
        status: 404,
        message: 'This provider has no Social Security number.',
      })
    })
  })

  describe('the own profile', () => {
    const PROFILE = {
      firstName: 'Paul',
      lastName: 'Prime',
      addressLine1: '1 Oak',
      countryId: 1,
      stateId: 1,
      city: 1,
      postalCode: '62701',
    }
    const save = async (body: object) =>
      server().call('updateProvider', { ...(await asPaul()), body: { id: paul.providerId, ...PROFILE, ...body } })

    test('providers save their own, and nobody else’s', async () => {
      await db().insert(providerSchools).values({ providerId: paul.providerId, schoolId: 1 })
      await db().insert(providerServices).values({ providerId: paul.providerId, serviceId: 1 })
      expect(await save({})).toMatchObject({ status: 200, data: { firstName: 'Paul', lastName: 'Prime' } })
      expect((await read(paul.providerId, asPaul)).provider).toMatchObject({ lastName: 'Prime', addressLine1: '1 Oak' })
      expect(await save({ id: 2 })).toMatchObject({ status: 404 })
      expect(await server().call('getProvider', { ...(await asPaul()), params: { id: 2 } })).toMatchObject({
        status: 404,
      })
    })

    test.each([
      ['statusId', 2],
      ['providerTypeId', 2],
      ['hireDate', '2020-01-01'],
      ['termDate', '2030-01-01'],
      ['emailId', 'x@y.example'],
      ['userRoleId', 1],
      ['schoolIds', [1]],
      ['providerRateChangeHistories', [{ providerRateTypeId: 1, newRate: '99' }]],
    ])('%s is for administrators', async (field, value) => {
      expect(await save({ [field]: value })).toMatchObject({
        status: 403,
        message: 'Only an administrator can change this.',
      })
      expect((await read(paul.providerId)).provider.lastName).toBe('Provider')
    })

    test('rates and administrators’ notes are not shown', async () => {
      await db().update(providers).set({ notes: 'Ask about references' }).where(eq(providers.id, paul.providerId))
      await db().insert(providerRates).values({
        providerId: paul.providerId,
        rateTypeId: 1,
        rate: '50.00',
        effectiveDate: '2026-01-01',
      })
      const own = await read(paul.providerId, asPaul)
      expect(own.providerRateChangeHistories).toEqual([])
      expect(own.provider.notes).toBe('')
    })
  })

  describe('the list', () => {
    const list = async (query: Record<string, string | number>) => {
      const { data } = await server().call('getProviders', { ...(await asAda()), query })
      return data as { allProviders: { providerName: string }[]; totalRecords: number }
    }

    test('shows each with account, type, address and status', async () => {
      await add()
      const { allProviders, totalRecords } = await list({})
      expect(totalRecords).toBe(3)
      expect(allProviders[0]).toEqual({
        id: NEW_ID,
        providerName: 'Nina Q. Newcomer',
        emailId: 'nina@district.example',
        role: 'Providers',
        providerType: 'Occupational Therapist',
        address: '12 Elm Street, Springfield, IL 62701',
        status: 'Active',
        isGmailUser: false,
        accountState: 'invited',
        isSelf: false,
      })
    })

    test('narrows by name, type and state, and sorts both ways', async () => {
      await add()
      const names = async (query: Record<string, string | number>) =>
        (await list(query)).allProviders.map(({ providerName }) => providerName.split(' ')[0])
      expect(await names({})).toEqual(['Nina', 'Paul', 'Sofía'])
      expect(await names({ sortColId: 2 })).toEqual(['Sofía', 'Paul', 'Nina'])
      expect(await names({ providerName: 'new' })).toEqual(['Nina'])
      expect(await names({ providerTypeId: 9 })).toEqual([])
      expect(await names({ stateProvinceId: 1 })).toEqual(['Nina'])
    })
  })
})
