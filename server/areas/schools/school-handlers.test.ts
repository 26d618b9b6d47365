import { and, asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getSchoolBillingProfile, getSchoolServiceRates } from '#contract/schools.ts'
import type { RateRow } from '#domain/school-form.ts'
import { cities, countries, states } from '#server/db/schema/address.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolContacts, schools } from '#server/db/schema/schools.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, refusalOf, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)

/** Noon in New York. */
const on = (date: string) => new Date(`${date}T17:00:00Z`)

describe('schools', () => {
  const token = useDistrict(database, server)
  beforeEach(async () => {
    const { db } = database()
    await db.insert(countries).values({ id: 1, name: 'United States' })
    await db.insert(states).values([
      { id: 1, countryId: 1, name: 'Illinois', abbreviation: 'IL' },
      { id: 2, countryId: 1, name: 'New York', abbreviation: 'NY' },
    ])
    await db.insert(cities).values([
      { stateId: 1, name: 'Springfield' },
      { stateId: 2, name: 'Albany' },
    ])
  })

  type Name = Parameters<ReturnType<typeof server>['call']>[0]
  const call = (name: Name, body: unknown, query: Record<string, string | number> = {}) =>
    server().call(name, { token: token.ada, body, query })
  const ask = async (name: Name, query: Record<string, string | number>) =>
    (await server().call(name, { token: token.ada, query })).data

  const contact = {
    id: null,
    personName: 'Alma Reyes',
    phoneNumber: '217-555-0110',
    designation: 'Principal',
    emailAddress: 'alma@school.example',
    fax: '',
    isDeleted: false,
  }
  const profile = {
    name: 'Willow Creek',
    addressLine1: '62 Willow Creek',
    addressLine2: '',
    countryId: 1,
    stateId: 1,
    cityId: 1,
    zipCode: '62701',
    colourCode: '#000000',
    schoolContacts: [contact],
  }

  test('have names of their own, however they are written', async () => {
    const message = 'A school with this name already exists.'
    const refused = { status: 409, message, errors: [{ path: 'name', message }] }
    expect(await call('saveSchoolProfile', { ...profile, name: 'LINCOLN' })).toMatchObject(refused)
    const both = await Promise.all([call('saveSchoolProfile', profile), call('saveSchoolProfile', profile)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const renamed = { ...profile, id: 4, entityCacheKey: '1', schoolContacts: [] }
    expect(await call('saveSchoolProfile', { ...renamed, name: 'Maple ' })).toMatchObject(refused)
    expect(await call('saveSchoolProfile', { ...renamed, name: 'WILLOW CREEK' })).toMatchObject({ status: 200 })
    expect(await server().call('deleteSchool', { token: token.ada, params: { id: 4 } })).toMatchObject({ status: 200 })
    expect(await call('saveSchoolProfile', profile)).toMatchObject({ status: 200 })
  })

  test('are added with their contacts, listed and searched by name and address', async () => {
    expect(await call('saveSchoolProfile', profile)).toMatchObject({ status: 200, data: { id: 4 } })
    expect(await ask('getSchool', { id: 4 })).toEqual({
      id: 4,
      entityCacheKey: '1',
      profile: { ...profile, schoolContacts: [{ ...contact, id: 1 }] },
    })
    expect(await ask('getSchools', { propertyName: 'SPRINGF' })).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 1,
      allSchools: [
        {
          id: 4,
          name: 'Willow Creek',
          colourCode: '#000000',
          addressLine1: '62 Willow Creek',
          addressLine2: '',
          city: 'Springfield',
          isActive: true,
          sessionsToCome: null,
        },
      ],
    })
    expect(await ask('getSchools', {})).toMatchObject({
      totalRecords: 4,
      allSchools: [{ name: 'Lincoln', city: '' }, {}, {}, {}],
    })
    expect(await ask('getSchools', { sort: '-name' })).toMatchObject({
      allSchools: [{ name: 'Willow Creek' }, { name: 'Northgate' }, { name: 'Maple' }, { name: 'Lincoln' }],
    })
    expect(await ask('getSchools', { sort: 'city' })).toMatchObject({
      allSchools: [{ city: 'Springfield' }, { name: 'Lincoln' }, { name: 'Maple' }, { name: 'Northgate' }],
    })
    expect(await ask('getSchoolContacts', { id: 4 })).toEqual([
      { id: 1, personName: 'Alma Reyes', phoneNumber: '217-555-0110' },
    ])
  })

  test('report missing fields in the form’s words', async () => {
    const blank = { name: '', addressLine1: ' ', countryId: null, stateId: null, cityId: null, zipCode: '' }
    const nobody = { ...contact, personName: '', phoneNumber: '', designation: '', emailAddress: '' }
    const wrong = { ...contact, phoneNumber: '1234567890123456', emailAddress: 'alma' }
    const reply = await call('saveSchoolProfile', {
      ...profile,
      ...blank,
      schoolContacts: [nobody, wrong, { ...nobody, isDeleted: true }],
    })
    expect(refusalOf(reply)).toEqual({
      status: 400,
      message: 'School Name Is Required.',
      errors: [
        { path: 'name', message: 'School Name Is Required.' },
        { path: 'addressLine1', message: 'Address Is Required.' },
        { path: 'countryId', message: 'Country Is Required' },
        { path: 'stateId', message: 'State Is Required' },
        { path: 'cityId', message: 'Select city.' },
        { path: 'zipCode', message: 'Zipcode Is Required.' },
        { path: 'schoolContacts.0.personName', message: 'Contact Name is Required.' },
        { path: 'schoolContacts.0.phoneNumber', message: 'Phone Number is Required.' },
        { path: 'schoolContacts.0.designation', message: 'Designation is Required.' },
        { path: 'schoolContacts.0.emailAddress', message: 'Email id is required.' },
        { path: 'schoolContacts.1.phoneNumber', message: 'Enter Valid Phone Number' },
        { path: 'schoolContacts.1.emailAddress', message: 'Invalid email id.' },
      ],
    })
    expect(refusalOf(await call('saveSchoolProfile', { ...profile, cityId: 2 }))).toEqual({
      status: 400,
      message: 'Select city.',
      errors: [{ path: 'cityId', message: 'Select city.' }],
    })
  })

  test('are changed by one user at a time; a removed contact stays in the table', async () => {
    await call('saveSchoolProfile', profile)
    const second = { ...contact, personName: 'Desmond Okoro' }
    const change = {
      ...profile,
      id: 4,
      entityCacheKey: '1',
      schoolContacts: [{ ...contact, id: 1, isDeleted: true }, second],
    }
    expect(await call('saveSchoolProfile', change)).toMatchObject({
      status: 200,
      message: 'School has been updated successfully',
    })
    expect(refusalOf(await call('saveSchoolProfile', change))).toEqual({
      status: 409,
      message: 'Someone else has changed this school.',
    })
    expect(await ask('getSchoolContacts', { id: 4 })).toMatchObject([{ personName: 'Desmond Okoro' }])
    const rows = await database().db.select().from(schoolContacts).orderBy(asc(schoolContacts.id))
    expect(rows.map(({ personName, deletedAt }) => [personName, deletedAt])).toEqual([
      ['Alma Reyes', server().time],
      ['Desmond Okoro', null],
    ])
    // A contact of another school is out of reach.
    await call('saveSchoolProfile', { ...profile, name: 'Other' })
    const foreign = { ...profile, id: 5, name: 'Other', schoolContacts: [{ ...contact, id: 2 }] }
    expect(await call('saveSchoolProfile', foreign)).toMatchObject({ status: 404 })
  })

  test("can't be chosen when inactive, or deleted when in use", async () => {
    expect(await call('activateSchool', { Id: 2, IsActive: false })).toMatchObject({ status: 200 })
    const active = z.array(z.object({ name: z.string() })).parse(await ask('getAllSchools', {}))
    expect(active.map(({ name }) => name)).toEqual(['Lincoln', 'Northgate'])
    // Today's other one has ended.
    await addSession(server(), token.paul, { startTime: '09:45', endTime: '10:15' })
    await addSession(server(), token.paul)
    const remove = (id: number) => server().call('deleteSchool', { token: token.ada, params: { id } })
    expect(refusalOf(await remove(1))).toEqual({
      status: 409,
      message:
        'This school is in use and cannot be deleted: 2 providers who work there; the caseload of 3 students; ' +
        '1 session that has not ended.',
    })
    await call('saveSchoolProfile', profile)
    expect(await remove(4)).toMatchObject({ status: 200, message: 'School has been deleted successfully' })
    expect(await ask('getSchools', { propertyName: 'Willow' })).toMatchObject({ totalRecords: 0 })
    expect(await remove(4)).toMatchObject({ status: 404, message: 'School not found.' })
    const [row] = await database().db.select().from(schools).where(eq(schools.id, 4))
    expect(row).toMatchObject({ name: 'Willow Creek', isActive: false, deletedAt: server().time })
  })

  const billing = {
    schoolId: 1,
    billingEmail: 'billing@school.example',
    billingNote: '',
    adminFeeApplied: true,
    adminFee: '4.5',
    isAdminFeeChanged: false,
    furtureAdminFee: '',
    adminFeeEffectiveDate: '',
  }
  const readBilling = async () =>
    getSchoolBillingProfile.data.parse(await ask('getSchoolBillingProfile', { schoolId: 1 }))

  test('say how annexes name students, until then as the organization does; left out, it stays', async () => {
    expect(await readBilling()).toMatchObject({ annexStudents: null })
    const chosen = async (sent: object) => {
      expect(await call('saveSchoolBillingProfile', { ...billing, ...sent })).toMatchObject({ status: 200 })
      return (await readBilling()).annexStudents
    }
    expect(await chosen({})).toBe(null)
    expect(await chosen({ annexStudents: 'names' })).toBe('names')
    expect(await chosen({})).toBe('names')
    expect(await chosen({ annexStudents: null })).toBe(null)
    expect((await call('saveSchoolBillingProfile', { ...billing, annexStudents: 'all' })).status).toBe(400)
  })

  test('have a locked admin fee that changes on a planned later day', async () => {
    expect(await readBilling()).toMatchObject({ adminFee: '', isFeeLocked: false, entityCacheKey: '0' })
    expect(await call('saveSchoolBillingProfile', { ...billing, entityCacheKey: '0' })).toMatchObject({
      status: 200,
      message: 'Billing Details Updated Sucessfully',
    })
    const stale = await call('saveSchoolBillingProfile', { ...billing, entityCacheKey: '0' })
    expect(refusalOf(stale).status).toBe(409)
    // The stored fee ignores the one sent with the form.
    await call('saveSchoolBillingProfile', { ...billing, adminFee: '9' })
    expect(await readBilling()).toMatchObject({ adminFee: '4.50', isFeeLocked: true })
    const planned = { ...billing, isAdminFeeChanged: true, furtureAdminFee: '5.25' }
    expect(
      refusalOf(await call('saveSchoolBillingProfile', { ...planned, adminFeeEffectiveDate: '2026-11-20' })).errors,
    ).toEqual([{ path: 'adminFeeEffectiveDate', message: 'Effective Date must be tomorrow or later.' }])
    await call('saveSchoolBillingProfile', { ...planned, adminFeeEffectiveDate: '2026-12-24' })
    await call('saveSchoolBillingProfile', { ...planned, adminFeeEffectiveDate: '2026-11-21' })
    expect(await readBilling()).toMatchObject({
      adminFee: '4.50',
      furtureAdminFee: '5.25',
      adminFeeEffectiveDate: '2026-11-21',
    })
    server().now = on('2026-11-21')
    token.ada = await server().tokenOf(1)
    expect(await readBilling()).toMatchObject({ adminFee: '5.25', furtureAdminFee: '', adminFeeEffectiveDate: '' })
    expect(await ask('getAdminFeeHistory', { schoolId: 1 })).toEqual([
      { id: 3, newAdminFee: '5.25', oldAdminFee: '4.50', effectiveDate: '2026-11-21' },
      // The first day of the current half-month, since the client named no other.
      { id: 1, newAdminFee: '4.50', oldAdminFee: null, effectiveDate: '2026-11-16' },
    ])
  })

  const locked = { isForced: true, leftOut: { days: 0, hundredths: 0, amount: '0.00' }, lockedById: 1 }
  const lock = (startDate: string, endDate: string) =>
    database()
      .db.insert(lockOuts)
      .values({ startDate, endDate, ...locked })
  const saveBilling = (change: object) => call('saveSchoolBillingProfile', { ...billing, ...change })
  const fees = async () =>
    (await database().db.select().from(schoolAdminFees).orderBy(asc(schoolAdminFees.id))).map(
      ({ adminFee, effectiveDate, endedOn, deletedAt }) => [adminFee, effectiveDate, endedOn, deletedAt !== null],
    )

  test('take the admin fee off from a day on, and have it again from another', async () => {
    await saveBilling({ adminFeeFrom: '2026-10-01' })
    await lock('2026-11-01', '2026-11-15')
    const off = { adminFeeApplied: false, adminFee: '' }
    expect(refusalOf(await saveBilling({ ...off, adminFeeLastDay: '2026-11-14' }))).toEqual({
      status: 400,
      message: '11/15/2026 is locked. Choose this day or a later one.',
      errors: [{ path: 'adminFeeLastDay', message: '11/15/2026 is locked. Choose this day or a later one.' }],
    })
    expect(await readBilling()).toMatchObject({
      adminFeeApplied: true,
      feeLastDay: '2026-11-15',
      feeEarliest: '2026-11-16',
    })
    // Without a day, it ends with the last half-month.
    expect(await saveBilling(off)).toMatchObject({ status: 200 })
    expect(await fees()).toEqual([['4.50', '2026-10-01', '2026-11-16', false]])
    expect(await readBilling()).toMatchObject({
      ...{ adminFeeApplied: false, adminFee: '', adminFeeFrom: '2026-11-16', adminFeeLastDay: '' },
      ...{ isFeeLocked: false, feeFrom: '2026-11-16' },
    })
    for (const adminFeeFrom of ['2026-11-15', '2026-10-01', '2026-09-01']) {
      expect(refusalOf(await saveBilling({ adminFee: '6', adminFeeFrom })).errors).toEqual([
        { path: 'adminFeeFrom', message: '11/15/2026 is locked. Choose 11/16/2026 or later.' },
      ])
    }
    expect(await saveBilling({ adminFee: '6', adminFeeFrom: '2026-11-18' })).toMatchObject({ status: 200 })
    expect(await ask('getAdminFeeHistory', { schoolId: 1 })).toEqual([
      { id: 5, newAdminFee: '6.00', oldAdminFee: null, effectiveDate: '2026-11-18' },
      { id: 1, newAdminFee: null, oldAdminFee: '4.50', effectiveDate: '2026-11-16' },
      { id: 1, newAdminFee: '4.50', oldAdminFee: null, effectiveDate: '2026-10-01' },
    ])
  })

  test('keep a fee that ends later until that day, unless it is taken back', async () => {
    await saveBilling({})
    await saveBilling({ adminFeeApplied: false, adminFeeLastDay: '2026-12-31' })
    const ends = { adminFeeApplied: false, adminFee: '4.50', adminFeeLastDay: '2026-12-31' }
    expect(await readBilling()).toMatchObject(ends)
    // Saved without a day, as clients that do not know it do.
    await saveBilling({ adminFeeApplied: false })
    expect(await readBilling()).toMatchObject(ends)
    await saveBilling({})
    expect(await readBilling()).toMatchObject({ adminFeeApplied: true, adminFeeLastDay: '' })
    expect(await fees()).toEqual([['4.50', '2026-11-16', null, false]])
  })

  test('correct a fee that was charged on no locked day', async () => {
    await saveBilling({ adminFee: '45' })
    expect(await readBilling()).toMatchObject({ isFeeLocked: true, isFeeCorrectable: true })
    const corrected = { isAdminFeeCorrected: true, adminFee: '4.5', adminFeeFrom: '2026-11-18' }
    expect(await saveBilling(corrected)).toMatchObject({ status: 200 })
    expect(await fees()).toEqual([
      ['45.00', '2026-11-16', null, true],
      ['4.50', '2026-11-18', null, false],
    ])
    server().now = on('2026-12-02')
    token.ada = await server().tokenOf(1)
    await lock('2026-11-16', '2026-11-30')
    expect(await readBilling()).toMatchObject({ isFeeCorrectable: false, feeEarliest: '2026-12-01' })
    expect(refusalOf(await saveBilling({ ...corrected, adminFee: '5' })).errors).toEqual([
      { path: 'adminFee', message: 'Locked days were charged this fee. Plan a new fee from a later day instead.' },
    ])
    expect(await fees()).toHaveLength(2)
  })

  test('refuse billing details without email or fee, and a fee below 1 percent', async () => {
    const errorsOf = async (change: object) =>
      refusalOf(await call('saveSchoolBillingProfile', { ...billing, ...change })).errors
    expect(await errorsOf({ billingEmail: '', adminFee: '' })).toEqual([
      { path: 'billingEmail', message: 'Email id is required.' },
      { path: 'adminFee', message: 'Admin Fee is Required.' },
    ])
    expect(await errorsOf({ billingEmail: 'nobody', adminFee: '0.99' })).toEqual([
      { path: 'billingEmail', message: 'Invalid email id.' },
      { path: 'adminFee', message: 'Admin Fee must be a percentage from 1 to 100 with at most two decimals.' },
    ])
  })

  const readRates = async (schoolId = 1) =>
    getSchoolServiceRates.data.parse(await ask('getSchoolServiceRates', { schoolId }))
  const saveRates = (rows: readonly RateRow[], query: Record<string, string | number> = {}) =>
    call('saveSchoolServiceRates', rows, { schoolId: 1, ...query })
  const rateFor = async (serviceId = 1, rateTypeId = 1) =>
    ask('getSchoolServicesRateTypesRate', { schoolId: 1, serviceId, rateTypeId })
  const fresh: RateRow = {
    id: null,
    serviceId: 2,
    rateTypeId: 2,
    rate: '55.5',
    effectiveDate: '2026-11-01',
    isDeleted: false,
    isServiceRateChanged: false,
    furtureServiceRate: '',
    serviceRateEffectiveDate: '',
  }

  test("take a rate as the spec names it: new without an id, of the row's school, from today", async () => {
    const row = { schoolId: 1, serviceId: 2, rateTypeId: 2, rate: 55.5, languageId: 1, createdById: 1, updatedById: 1 }
    expect((await call('saveSchoolServiceRates', [row], {})).status).toBe(200)
    const { rates } = await readRates()
    expect(rates.find(({ serviceId, rateTypeId }) => serviceId === 2 && rateTypeId === 2)).toMatchObject({
      rate: '55.50',
      effectiveDate: '2026-11-20',
    })
  })

  test("have one row of rates per service and rate type: today's and the planned one", async () => {
    const { rates, entityCacheKey } = await readRates()
    expect(entityCacheKey).toBe('1')
    expect(
      rates.map((row) => [
        row.serviceId,
        row.rateTypeId,
        row.rate,
        row.effectiveDate,
        row.furtureServiceRate,
        row.serviceRateEffectiveDate,
      ]),
    ).toEqual([
      [3, 1, '90.00', '2027-06-01', '', ''],
      [1, 1, '85.50', '2026-11-01', '99.00', '2026-12-01'],
      [1, 2, '60.00', '2025-01-01', '', ''],
      [2, 1, '70.00', '2025-01-01', '', ''],
    ])
    const hourly = rates.find(({ rate }) => rate === '85.50')
    expect(await ask('getServiceRateHistory', { serviceRateId: hourly?.id ?? 0 })).toMatchObject([
      { newServiceRate: '99.00', oldServiceRate: '85.50', effectiveDate: '2026-12-01' },
      { newServiceRate: '85.50', oldServiceRate: '80.00', effectiveDate: '2026-11-01' },
      { newServiceRate: '80.00', oldServiceRate: null, effectiveDate: '2025-01-01' },
    ])
  })

  test('have a rate dated tomorrow take effect tomorrow, and the old one apply to earlier days', async () => {
    const { rates } = await readRates()
    const change = rates.map((row) =>
      row.rate === '85.50'
        ? { ...row, isServiceRateChanged: true, furtureServiceRate: '88.1', serviceRateEffectiveDate: '2026-11-21' }
        : row,
    )
    expect(await saveRates(change, { entityCacheKey: '1' })).toMatchObject({
      status: 200,
      message: 'School has been updated successfully',
    })
    expect(refusalOf(await saveRates(change, { entityCacheKey: '1' }))).toEqual({
      status: 409,
      message: 'Someone else has changed this school.',
    })
    expect(await rateFor()).toMatchObject({ rate: '85.50' })
    server().now = on('2026-11-21')
    token.ada = await server().tokenOf(1)
    expect(await rateFor()).toMatchObject({ rate: '88.10' })
    // The earlier plan did not take effect.
    server().now = on('2026-12-02')
    token.ada = await server().tokenOf(1)
    expect(await rateFor()).toMatchObject({ rate: '88.10' })
    const late = (await readRates()).rates.map((row) => ({
      ...row,
      isServiceRateChanged: row.rate === '88.10',
      furtureServiceRate: '90',
      serviceRateEffectiveDate: '2026-12-02',
    }))
    expect(refusalOf(await saveRates(late)).message).toBe('Effective Date must be tomorrow or later.')
  })

  test('removed from the list end today: earlier sessions keep them, and they can be added again', async () => {
    const { rates } = await readRates()
    const gone = rates.map((row) => ({ ...row, isDeleted: row.serviceId === 1 && row.rateTypeId === 1 }))
    const newRate = { ...fresh, serviceId: 1, rateTypeId: 1, rate: '50', effectiveDate: '2026-12-10' }
    expect(await saveRates([...gone, newRate])).toMatchObject({ status: 200 })
    expect(await rateFor()).toMatchObject({ rate: null })
    const { db } = database()
    const stored = await db
      .select()
      .from(schoolServiceRates)
      .where(
        and(
          eq(schoolServiceRates.schoolId, 1),
          eq(schoolServiceRates.serviceId, 1),
          eq(schoolServiceRates.rateTypeId, 1),
          isNull(schoolServiceRates.deletedAt),
        ),
      )
      .orderBy(asc(schoolServiceRates.effectiveDate))
    expect(stored.map(({ rate, effectiveDate, endedOn }) => [rate, effectiveDate, endedOn])).toEqual([
      ['80.00', '2025-01-01', '2026-11-20'],
      ['85.50', '2026-11-01', '2026-11-20'],
      ['50.00', '2026-12-10', null],
    ])
    // A session of yesterday has the hourly rate, one of today does not.
    const hourly = { rateTypeId: 1, providerId: 1, serviceId: 1 }
    await addSession(server(), token.ada, { ...hourly, date: '2026-11-19' })
    await expect(addSession(server(), token.ada, { ...hourly, date: '2026-11-20' })).rejects.toThrow(
      'This service has no rate of this type at Lincoln on 11/20/2026',
    )
  })

  test('have a history of what was in force; a new rate replaces removed ones from its first day on', async () => {
    const { rates } = await readRates()
    const gone = rates.map((row) => ({ ...row, isDeleted: row.serviceId === 1 && row.rateTypeId === 1 }))
    const newRate = { ...fresh, serviceId: 1, rateTypeId: 1, rate: '50', effectiveDate: '2025-06-01' }
    expect(await saveRates([...gone, newRate])).toMatchObject({ status: 200 })
    const added = (await readRates()).rates.find(({ rate }) => rate === '50.00')
    const history = await ask('getServiceRateHistory', { serviceRateId: added?.id ?? 0 })
    expect(history).toMatchObject([
      { newServiceRate: '50.00', oldServiceRate: '80.00', effectiveDate: '2025-06-01' },
      { newServiceRate: '80.00', oldServiceRate: null, effectiveDate: '2025-01-01' },
    ])
  })

  test('refuse missing, duplicate and sub-dollar rates', async () => {
    const { rates } = await readRates()
    const empty = { ...fresh, serviceId: null, rateTypeId: null, rate: '' }
    expect(refusalOf(await saveRates([...rates, empty])).errors).toEqual([
      { path: '4.serviceId', message: 'Service ID is required.' },
      { path: '4.rateTypeId', message: 'Select Rate Type.' },
      { path: '4.rate', message: 'Rate is required.' },
    ])
    const repeated = [
      { path: '4.serviceId', message: 'Service ID is Duplicate.' },
      { path: '4.rateTypeId', message: 'Rate Type is Duplicate.' },
    ]
    expect(refusalOf(await saveRates([...rates, { ...fresh, rateTypeId: 1 }])).errors).toEqual(repeated)
    expect(refusalOf(await saveRates([{ ...fresh, rateTypeId: 1 }])).errors).toEqual(
      repeated.map(({ path, message }) => ({ path: path.replace('4', '0'), message })),
    )
    expect(refusalOf(await saveRates([{ ...fresh, rate: '0.99' }])).errors).toEqual([
      { path: '0.rate', message: 'Rate must be at least 1 with at most two decimals.' },
    ])
    expect(await saveRates([...rates, fresh])).toMatchObject({ status: 200 })
    expect((await readRates()).rates.map(({ rate }) => rate)).toContain('55.50')
  })
})
