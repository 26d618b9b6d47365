import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  refusalOf,
  SCHOOL_IDS,
  SERVICE_IDS,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const { ana, bo, chi, dora } = CASELOAD_IDS
const { lincoln, maple, northgate } = SCHOOL_IDS
const PAUL = 1
const SOFIA = 2

/** Lincoln: Ana, Bo (Paul's) and Dora (Sofía's); Maple: Chi (Paul's); Northgate: Eli (Sofía's). One frequency each. */
describe('caseloads', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'Caseloads')
    await allowScreen(database(), 'Providers', 'Caseloads')
    await allowScreen(database(), 'SpecialProvider', 'ProviderCaseload')
  })

  const list = async (query: Record<string, string | number | boolean> = {}, as = token.ada) => {
    const asText = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
    return (await server().call('getCaseloads', { token: as, query: asText })).data
  }
  const namesOf = (page: unknown) =>
    z
      .object({ allCaseloads: z.array(z.object({ studentName: z.string() })) })
      .parse(page)
      .allCaseloads.map((row) => row.studentName)
  const names = async (query: Record<string, string | number | boolean> = {}, as = token.ada) =>
    namesOf(await list(query, as))
  const read = (id: number, as = token.ada) => server().call('getCaseload', { token: as, params: { id } })
  const add = (body: object, as = token.ada) => server().call('addStudentCaseload', { token: as, body })
  const edit = (body: object, as = token.ada) =>
    server().call('editCaseload', {
      token: as,
      body: { schoolId: lincoln, studentName: 'Ana Núñez', id: ana, ...body },
    })
  const status = (id: number, as = token.ada, query: Record<string, string> = {}) =>
    server().call('changeCaseloadStatus', { token: as, params: { id }, query })
  const remove = (id: number, as = token.ada) => server().call('deleteCaseload', { token: as, params: { id } })
  const stored = async (id: number) => (await database().db.select().from(students).where(eq(students.id, id)))[0]
  const idOf = ({ data }: { data?: unknown }) => z.object({ id: z.number() }).parse(data).id

  const frequency = { serviceTypeId: 1, serviceFrequencyId: 1, durationId: 1, eventFrequencyId: 1, sessionTypeId: 1 }
  const inWords = {
    serviceType: 'Occupational Therapy',
    serviceFrequency: '2 times',
    duration: '30 minutes',
    eventFrequency: 'Weekly',
    sessionType: 'Group',
  }
  const noSuchStudent = { status: 404, message: 'Student not found.' }

  test('are listed by name, with every filter, page by page', async () => {
    expect(await list()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 5,
      allCaseloads: [
        { id: ana, studentName: 'Ana Núñez', schoolId: lincoln, schoolName: 'Lincoln', records: 1, isActive: true },
        { id: bo, studentName: 'Bo Li', schoolId: lincoln, schoolName: 'Lincoln', records: 1, isActive: true },
        { id: chi, studentName: 'Chi Okafor', schoolId: maple, schoolName: 'Maple', records: 1, isActive: true },
        { id: dora, studentName: 'Dora Weiss', schoolId: lincoln, schoolName: 'Lincoln', records: 1, isActive: true },
        { id: 5, studentName: 'Eli Stone', schoolId: northgate, schoolName: 'Northgate', records: 1, isActive: true },
      ],
    })
    expect(await names({ studentName: ' núñ ' })).toEqual(['Ana Núñez'])
    expect(await names({ studentName: '%' })).toEqual([])
    expect(await names({ therapistIds: SOFIA })).toEqual(['Dora Weiss', 'Eli Stone'])
    expect(await names({ therapistIds: `${PAUL},${SOFIA}`, schoolIds: `${maple},${northgate}`, sortBy: 1 })).toEqual([
      'Chi Okafor',
      'Eli Stone',
    ])
    expect(await names({ studentIds: `${bo},${dora}`, therapistIds: PAUL })).toEqual(['Bo Li'])
    await status(bo)
    expect(await names({ schoolIds: lincoln })).toEqual(['Ana Núñez', 'Bo Li', 'Dora Weiss'])
    expect(await names({ schoolIds: lincoln, showIsActive: true })).toEqual(['Ana Núñez', 'Dora Weiss'])
    for (let number = 10; number < 18; number++) await add({ studentName: `Zoe ${number}`, schoolId: maple })
    expect(await list({ pageIndex: 2 })).toMatchObject({
      pageIndex: 2,
      totalRecords: 13,
      allCaseloads: [{ studentName: 'Zoe 15' }, { studentName: 'Zoe 16' }, { studentName: 'Zoe 17' }],
    })
  })

  test('can be sorted, page after page', async () => {
    expect(await names({ sort: '-student' })).toEqual(['Eli Stone', 'Dora Weiss', 'Chi Okafor', 'Bo Li', 'Ana Núñez'])
    await database().pool.query(`update schools set name = 'A new name' where id = 3`)
    const bySchool = ['Eli Stone', 'Ana Núñez', 'Bo Li', 'Dora Weiss', 'Chi Okafor']
    expect(await names({ sort: 'school' })).toEqual(bySchool)
    expect(await names({ sort: '-school' })).toEqual(bySchool.toReversed())
    expect(await server().call('getCaseloads', { token: token.ada, query: { sort: 'gender' } })).toMatchObject({
      status: 400,
    })
  })

  test('are limited to a provider’s own, whatever they ask for', async () => {
    expect(await names({}, token.sofia)).toEqual(['Dora Weiss', 'Eli Stone'])
    expect(await list({ therapistIds: PAUL }, token.sofia)).toMatchObject({ totalRecords: 0, allCaseloads: [] })
    expect(await names({ studentIds: ana }, token.sofia)).toEqual([])
    expect(refusalOf(await read(ana, token.sofia))).toEqual(noSuchStudent)
    expect(await read(dora, token.sofia)).toMatchObject({ status: 200, data: { studentName: 'Dora Weiss' } })

    expect(refusalOf(await read(dora, token.paul))).toEqual(noSuchStudent)
    expect(refusalOf(await edit({ id: dora }, token.paul))).toEqual(noSuchStudent)
    expect(refusalOf(await status(dora, token.paul))).toEqual(noSuchStudent)
    const sheet = await server().call('downloadCaseloads', { token: token.paul, query: { therapistIds: SOFIA } })
    expect((await readSpreadsheet(z.instanceof(Uint8Array).parse(sheet.data))).rows).toHaveLength(1)
    // Only administrators delete; a role without the screen only reads.
    expect(await remove(ana, token.paul)).toMatchObject({ status: 403 })
    expect(await add({ studentName: 'New', schoolId: lincoln }, token.sofia)).toMatchObject({ status: 403 })
    expect(await stored(dora)).toMatchObject({ name: 'Dora Weiss', isActive: true, version: 1 })
  })

  test('include their frequencies in words', async () => {
    expect((await read(ana)).data).toEqual({
      id: ana,
      studentName: 'Ana Núñez',
      schoolId: lincoln,
      schoolName: 'Lincoln',
      gender: 'Female',
      isActive: true,
      therapistId: PAUL,
      caseloadFrequencies: [{ id: ana, ...frequency, ...inWords }],
      entityCacheKey: '1',
    })
    expect(refusalOf(await read(99))).toEqual(noSuchStudent)
  })

  test('can be added; optional frequency fields stay empty, and empty rows are dropped', async () => {
    const reply = await add({
      studentName: '  Fay Moss ',
      gender: 'Others',
      schoolId: lincoln,
      therapistId: SOFIA,
      caseloadFrequencies: [
        { ...frequency, id: 0 },
        { serviceTypeId: 2, id: null },
        { id: 0, durationId: 0 },
        { ...frequency, isDeleted: true },
      ],
      createdById: 3,
    })
    expect(reply).toMatchObject({ status: 200, message: 'Caseload has been added successfully' })
    const { data } = await read(idOf(reply))
    expect(data).toMatchObject({ studentName: 'Fay Moss', gender: 'Others', therapistId: SOFIA })
    expect(data).toMatchObject({
      caseloadFrequencies: [
        { ...frequency, ...inWords },
        { serviceTypeId: 2, serviceType: 'Physical Therapy', durationId: null, duration: '', sessionType: '' },
      ],
    })
    // A session can use either.
    const choices = await server().call('getSchoolStudentListing', { token: token.sofia, query: { schoolId: lincoln } })
    expect(choices.data).toMatchObject([
      { studentName: 'Dora Weiss' },
      { studentName: 'Fay Moss', description: 'OT · 2 times weekly · 30 minutes · Group' },
      { studentName: 'Fay Moss', description: 'PT' },
    ])
  })

  test('added by a provider go on their own caseload, at one of their schools', async () => {
    const own = await add({ studentName: 'Gus', schoolId: maple, therapistId: SOFIA }, token.paul)
    expect(await stored(idOf(own))).toMatchObject({ name: 'Gus', providerId: PAUL, gender: '' })
    const elsewhere = {
      status: 403,
      message: "You don't have access to this page",
      errors: [{ path: 'schoolId', message: "You don't have access to this page" }],
    }
    expect(refusalOf(await add({ studentName: 'Gus', schoolId: northgate }, token.paul))).toEqual(elsewhere)
    expect(refusalOf(await add({ studentName: 'Gus', schoolId: 99 }, token.paul))).toEqual(elsewhere)
    expect(refusalOf(await edit({ schoolId: northgate }, token.paul))).toEqual(elsewhere)
    await edit({ schoolId: maple, therapistId: SOFIA }, token.paul)
    expect(await stored(ana)).toMatchObject({ schoolId: maple, providerId: PAUL })
  })

  test('added by an administrator can have any therapist who works at the school', async () => {
    const wrong = {
      status: 400,
      message: 'This provider does not work at Maple',
      errors: [{ path: 'therapistId', message: 'This provider does not work at Maple' }],
    }
    expect(refusalOf(await add({ studentName: 'Gus', schoolId: maple, therapistId: SOFIA }))).toEqual(wrong)
    expect(refusalOf(await edit({ id: dora, schoolId: maple, studentName: 'Dora' }))).toEqual(wrong)
    expect(refusalOf(await add({ studentName: 'Gus', schoolId: 99 }))).toMatchObject({
      message: 'School not found',
    })

    const nobody = idOf(await add({ studentName: 'Gus', schoolId: maple, therapistId: '' }))
    expect(await stored(nobody)).toMatchObject({ providerId: null })
    await edit({ therapistId: SOFIA })
    expect(await stored(ana)).toMatchObject({ providerId: SOFIA })
    // Blank leaves it unassigned.
    for (const body of [{ therapistId: '' }, {}]) await edit(body)
    expect(await stored(ana)).toMatchObject({ providerId: SOFIA, version: 4 })
    await edit({ therapistId: null })
    expect(await stored(ana)).toMatchObject({ providerId: null })

    // Values that are no longer valid may stay, but can't be chosen again.
    await database().db.update(schools).set({ isActive: false }).where(eq(schools.id, lincoln))
    expect(await edit({ id: dora, studentName: 'Dora W.' })).toMatchObject({ status: 200 })
    expect(refusalOf(await add({ studentName: 'Gus', schoolId: lincoln }))).toMatchObject({
      message: 'School not found',
    })
  })

  test('require school and name, 200 characters at most', async () => {
    expect(refusalOf(await add({ studentName: ' ', schoolId: 0 }))).toEqual({
      status: 400,
      message: 'School Is Required',
      errors: [
        { path: 'schoolId', message: 'School Is Required' },
        { path: 'studentName', message: 'Student Name Is Required.' },
      ],
    })
    expect(refusalOf(await add({ schoolId: null, studentName: 'x'.repeat(201) })).errors).toEqual([
      { path: 'schoolId', message: 'School Is Required' },
      { path: 'studentName', message: 'Maximum of 200 characters allowed' },
    ])
    expect(await add({ schoolId: maple, studentName: 'x'.repeat(200) })).toMatchObject({ status: 200 })
    expect(await edit({ gender: 'None of these' })).toMatchObject({ status: 400, errors: [{ path: 'gender' }] })
    expect(await edit({ caseloadFrequencies: Array.from({ length: 51 }, () => frequency) })).toMatchObject({
      status: 400,
    })
  })

  test("have their frequencies changed, added and deleted, and no other student's", async () => {
    await edit({
      caseloadFrequencies: [
        { ...frequency, id: ana, isDeleted: true },
        { ...frequency, serviceTypeId: 2 },
      ],
    })
    const { data } = await read(ana)
    expect(data).toMatchObject({ caseloadFrequencies: [{ serviceType: 'Physical Therapy' }], entityCacheKey: '2' })
    const [gone] = await database().db.select().from(caseloadFrequencies).where(eq(caseloadFrequencies.id, ana))
    expect(gone?.deletedAt).toEqual(server().time)
    expect(await list({ studentIds: ana })).toMatchObject({ allCaseloads: [{ records: 1 }] })

    // An omitted row stays.
    await edit({ studentName: 'Ana N.' })
    expect((await read(ana)).data).toMatchObject({ studentName: 'Ana N.', caseloadFrequencies: [{ serviceTypeId: 2 }] })

    const others = await edit({
      studentName: 'Never',
      caseloadFrequencies: [{ ...frequency, id: dora, serviceTypeId: 2 }],
    })
    expect(others).toMatchObject({ status: 400, errors: [{ path: 'caseloadFrequencies.0.id' }] })
    expect((await read(dora)).data).toMatchObject({ caseloadFrequencies: [{ serviceTypeId: 1 }] })
    expect(await stored(ana)).toMatchObject({ name: 'Ana N.' })
  })

  test('accept only existing choices; a service deleted later may stay', async () => {
    const refused = async (row: object) => (await edit({ caseloadFrequencies: [row] })).errors
    for (const path of ['serviceTypeId', 'serviceFrequencyId', 'durationId', 'eventFrequencyId', 'sessionTypeId']) {
      expect(await refused({ ...frequency, [path]: 99 })).toEqual([
        { path: `caseloadFrequencies.0.${path}`, message: 'This choice is no longer available' },
      ])
    }
    const { db } = database()
    await db.update(services).set({ deletedAt: server().time }).where(eq(services.id, SERVICE_IDS.ot))
    expect(await refused({ ...frequency, id: ana })).toBeUndefined()
    expect(await add({ studentName: 'Gus', schoolId: maple, caseloadFrequencies: [frequency] })).toMatchObject({
      status: 400,
      errors: [{ path: 'caseloadFrequencies.0.serviceTypeId' }],
    })
    expect(await db.$count(students)).toBe(5)
  })

  test('are not overwritten after someone else changed them', async () => {
    await edit({ studentName: 'Theirs', entityCacheKey: '1' })
    expect(refusalOf(await edit({ studentName: 'Mine', entityCacheKey: '1' }))).toEqual({
      status: 409,
      message: 'Someone else has changed this student.',
    })
    expect(await stored(ana)).toMatchObject({ name: 'Theirs', version: 2 })
  })

  test('are activated and deactivated; repeating the call changes nothing', async () => {
    const reply = async (query: Record<string, string> = {}) => {
      const { status: code, message, data } = await status(ana, token.paul, query)
      return { code, message, data }
    }
    const off = { code: 200, message: 'Caseload has been deactivated successfully', data: { isActive: false } }
    const on = { code: 200, message: 'Caseload has been activated successfully', data: { isActive: true } }
    expect(await reply()).toEqual(off)
    expect(await reply()).toEqual(on)
    expect(await reply({ isActive: 'false' })).toEqual(off)
    expect(await reply({ isActive: 'false' })).toEqual(off)
    expect(await stored(ana)).toMatchObject({ isActive: false })
    // Inactive students can't be scheduled.
    const choices = await server().call('getSchoolStudentListing', { token: token.paul, query: { schoolId: lincoln } })
    expect(choices.data).toMatchObject([{ studentName: 'Bo Li' }])
  })

  test("with future sessions can't be deleted; past sessions keep their students", async () => {
    await addSession(server(), token.paul, { startTime: '09:15', endTime: '10:01' })
    await addSession(server(), token.paul, { date: '2026-11-23', caseloadIds: [ana] })
    // Today's has ended.
    await addSession(server(), token.paul, {
      date: TODAY,
      startTime: '08:30',
      endTime: '09:00',
      schoolId: maple,
      caseloadIds: [chi],
    })
    expect(refusalOf(await remove(ana))).toEqual({
      status: 409,
      message: 'This student is in use and cannot be deleted: 2 sessions that have not ended.',
    })
    expect(await stored(ana)).toMatchObject({ isActive: true, deletedAt: null })

    expect(await remove(chi)).toMatchObject({ status: 200, message: 'Caseload has been deleted successfully' })
    expect(await stored(chi)).toMatchObject({ isActive: false, deletedAt: server().time })
    expect(await names()).toEqual(['Ana Núñez', 'Bo Li', 'Dora Weiss', 'Eli Stone'])
    for (const reply of [
      await read(chi),
      await remove(chi),
      await status(chi),
      await edit({ id: chi, schoolId: maple }),
    ]) {
      expect(refusalOf(reply)).toEqual(noSuchStudent)
    }
    const day = { fromDateTime: TODAY, toDateTime: TODAY, providerId: PAUL }
    const held = await server().call('getScheduleEventsPerDay', { token: token.ada, body: day })
    expect(JSON.stringify(held.data)).toContain('Chi Okafor')
  })

  test('download as a spreadsheet, a row for each frequency', async () => {
    await edit({ caseloadFrequencies: [{ serviceTypeId: 2 }] })
    await database().db.insert(students).values({ name: '=1+1', gender: 'Male', schoolId: maple, isActive: false })
    const { data, headers } = await server().call('downloadCaseloads', {
      token: token.ada,
      query: { schoolIds: `${lincoln},${maple}`, studentIds: `${ana},${chi},6` },
    })
    expect(headers.get('content-disposition')).toContain('filename="caseload.xlsx"')
    const { rows } = await readSpreadsheet(z.instanceof(Uint8Array).parse(data))
    const usual = ['Occupational Therapy', '2 times', '30 minutes', 'Weekly', 'Group', 'Active']
    expect(rows.map(({ cells }) => cells)).toEqual([
      [
        'School Name',
        'Student Name',
        'Gender',
        'Therapist',
        'Service Type',
        'Frequency',
        'Duration',
        'Event Frequency',
        'Session Type',
        'Status',
        'Student Number',
      ],
      ['Maple', '=1+1', 'Male', undefined, undefined, undefined, undefined, undefined, undefined, 'Inactive', 6],
      ['Lincoln', 'Ana Núñez', 'Female', 'Paul Provider', ...usual, ana],
      [
        'Lincoln',
        'Ana Núñez',
        'Female',
        'Paul Provider',
        'Physical Therapy',
        undefined,
        undefined,
        undefined,
        undefined,
        'Active',
        ana,
      ],
      ['Maple', 'Chi Okafor', 'Female', 'Paul Provider', ...usual, chi],
    ])
  })

  test('have lists to choose from', async () => {
    const ask = async (name: Parameters<ReturnType<typeof server>['call']>[0]) =>
      (await server().call(name, { token: token.paul })).data
    expect(await ask('getServiceTypes')).toMatchObject([
      { code: 'ART' },
      { code: 'OT', description: 'Occupational Therapy' },
      { code: 'PT' },
    ])
    expect(await ask('getServiceFrequencies')).toEqual([{ id: 1, serviceFrequency: '2 times' }])
    expect(await ask('getDurations')).toEqual([{ id: 1, duration: '30 minutes' }])
    expect(await ask('getEventFrequencies')).toEqual([{ id: 1, eventFrequency: 'Weekly' }])
    expect(await ask('getAllSessionTypes')).toEqual([{ id: 1, name: 'Group' }])
  })
})
