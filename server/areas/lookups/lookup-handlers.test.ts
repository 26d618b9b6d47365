import { beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDistrict, addSession, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE

describe('lookups', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  let token: { ada: string; paul: string; sofia: string }

  beforeAll(async () => {
    server().now = TEST_NOW
    await addDistrict(database())
    await database().pool.query(`insert into colours values (1, 'Light Green', '#90EE90')`)
    await database().pool.query(
      `insert into tracking_labels (tracking_label, description, deleted_at) values ('OLD', '', now())`,
    )
    token = {
      ada: await server().tokenOf(ada.userId),
      paul: await server().tokenOf(paul.userId),
      sofia: await server().tokenOf(sofia.userId),
    }
  })

  const get = async (name: EndpointName, by: string, query: Record<string, string | number> = {}) =>
    (await server().call(name, { token: by, query })).data
  const lincoln = { id: 1, name: 'Lincoln', colourCode: '#1F6FB2' }
  const maple = { id: 2, name: 'Maple', colourCode: '#2E7D32' }
  const northgate = { id: 3, name: 'Northgate', colourCode: '#8D5A00' }
  const pauls = { id: 1, providerName: 'Paul Provider' }
  const sofias = { id: 2, providerName: 'Sofía Special' }
  const names = (data: unknown) => {
    const { providers, schools, students } = data as Record<'providers' | 'schools' | 'students', { id: number }[]>
    return [providers, schools, students].map((list) => list.map(({ id }) => id).join(' '))
  }

  test('give an administrator everything, a provider their own', async () => {
    expect(await get('getAllSchools', token.ada)).toEqual([lincoln, maple, northgate])
    expect(await get('getAllSchools', token.paul)).toEqual([lincoln, maple])
    expect(await get('getAllProviders', token.ada)).toEqual([pauls, sofias])
    expect(await get('getAllProviders', token.sofia)).toEqual([sofias])
    expect(await get('getProvidersSchoolsStudents', token.paul)).toEqual({
      providers: [pauls],
      schools: [lincoln, maple],
      students: [
        { id: 1, name: 'Ana Núñez' },
        { id: 2, name: 'Bo Li' },
        { id: 3, name: 'Chi Okafor' },
      ],
    })
  })

  test.each([
    [{}, ['1 2', '1 2 3', '1 2 3 4 5']],
    [{ providerIds: '1' }, ['1 2', '1 2', '1 2 3']],
    [{ schoolIds: '3' }, ['2', '1 2 3', '5']],
    [{ schoolIds: '2,3' }, ['1 2', '1 2 3', '3 5']],
    [{ studentIds: '3' }, ['1', '2', '1 2 3 4 5']],
    [{ providerIds: '2', schoolIds: '1' }, ['1 2', '1 3', '4']],
  ])('narrow each other: %o', async (query, expected) => {
    expect(names(await get('getProvidersSchoolsStudents', token.ada, query))).toEqual(expected)
  })

  test.each([
    [{ studentName: 'O' }, '2 3 4 5'],
    [{ studentLimit: 2 }, '1 2'],
    [{ studentLimit: 2, studentIds: '4' }, '4 1 2'],
    [{ studentName: 'núñ', studentIds: '1' }, '1'],
    [{ studentName: '%', studentLimit: 0 }, ''],
  ])('find students by part of their name, up to the limit: %o', async (query, expected) => {
    expect(names(await get('getProvidersSchoolsStudents', token.ada, query))[2]).toBe(expected)
  })

  test('stay limited to a provider’s own, whatever ids they send', async () => {
    expect(names(await get('getProvidersSchoolsStudents', token.paul, { providerIds: '2' }))).toEqual([
      '1',
      '1 2',
      '1 2 3',
    ])
    expect(names(await get('getProvidersSchoolsStudents', token.paul, { schoolIds: '3' }))).toEqual(['', '1 2', ''])
    expect(
      names(await get('getProvidersSchoolsStudents', token.paul, { studentName: 'dora', studentIds: '4' })),
    ).toEqual(['', '1', ''])
  })

  test('of a school’s services include today’s rate, for administrators only', async () => {
    const rates = (by: string, query: Record<string, string | number>) =>
      get('getSchoolServicesRateTypesRate', by, query)
    const servicesList = [
      { id: 1, name: 'Occupational Therapy', code: 'OT' },
      { id: 2, name: 'Physical Therapy', code: 'PT' },
    ]
    const hourly = { id: 1, name: 'Hourly' }
    const perSession = { id: 2, name: 'Per Session' }
    expect(await rates(token.ada, { schoolId: 1 })).toEqual({ servicesList, rateTypesList: [], rate: null })
    expect(await rates(token.ada, { schoolId: 1, serviceId: 1 })).toEqual({
      servicesList,
      rateTypesList: [hourly, perSession],
      rate: null,
    })
    expect(await rates(token.ada, { schoolId: 1, serviceId: 1, rateTypeId: 1 })).toMatchObject({ rate: '85.50' })
    expect(await rates(token.ada, { schoolId: 1, serviceId: 2, rateTypeId: 2 })).toMatchObject({
      rateTypesList: [hourly],
      rate: null,
    })
    expect(await rates(token.paul, { schoolId: 1, serviceId: 1, rateTypeId: 1 })).toEqual({
      servicesList,
      rateTypesList: [],
      rate: null,
    })
    const foreign = await server().call('getSchoolServicesRateTypesRate', { token: token.paul, query: { schoolId: 3 } })
    expect(foreign).toMatchObject({ status: 404, message: 'School not found.', data: null })
    // The change takes effect by the organization's clock: it is still November in New York.
    server().now = new Date('2026-12-01T04:59:00Z')
    const later = await server().tokenOf(ada.userId)
    expect(await rates(later, { schoolId: 1, serviceId: 1, rateTypeId: 1 })).toMatchObject({ rate: '85.50' })
    server().now = new Date('2026-12-01T05:00:00Z')
    expect(await rates(later, { schoolId: 1, serviceId: 1, rateTypeId: 1 })).toMatchObject({ rate: '99.00' })
    server().now = TEST_NOW
  })

  test('of a caseload include the whole school for administrators, a provider’s own students for providers', async () => {
    const description = 'OT · 2 times weekly · 30 minutes · Group'
    const ana = { id: 1, studentId: 1, studentName: 'Ana Núñez', description }
    const bo = { id: 2, studentId: 2, studentName: 'Bo Li', description }
    const dora = { id: 4, studentId: 4, studentName: 'Dora Weiss', description }
    expect(await get('getSchoolStudentListing', token.ada, { schoolId: 1, languageId: 1 })).toEqual([ana, bo, dora])
    expect(await get('getSchoolStudentListing', token.paul, { schoolId: 1 })).toEqual([ana, bo])
    expect(await get('getSchoolStudentListing', token.sofia, { schoolId: 1 })).toEqual([dora])
    expect(
      await server().call('getSchoolStudentListing', { token: token.sofia, query: { schoolId: 2 } }),
    ).toMatchObject({ status: 404, message: 'School not found.' })
  })

  test('give a user’s provider; providers only get their own', async () => {
    const providerOf = (by: string, userId: number) =>
      server().call('getProviderByUserId', { token: by, params: { userId } })
    expect((await providerOf(token.ada, paul.userId)).data).toEqual(pauls)
    expect((await providerOf(token.paul, paul.userId)).data).toEqual(pauls)
    const none = { status: 404, message: 'This user is not a provider.', data: null }
    expect(await providerOf(token.ada, ada.userId)).toMatchObject(none)
    expect(await providerOf(token.paul, sofia.userId)).toMatchObject(none)
  })

  test('list labels and colors', async () => {
    expect(await get('getAllTrackingLabels', token.paul)).toEqual([
      { id: 2, trackingLabel: 'ABS', description: 'Student absent' },
      { id: 1, trackingLabel: 'PRE', description: 'Present, session held' },
    ])
    expect(await get('getAllColours', token.paul)).toEqual([{ id: 1, name: 'Light Green', code: '#90EE90' }])
  })

  test('list birthdays of the next 30 days, soonest first, without the year of birth', async () => {
    await database().pool.query(
      `update providers set birth_date = case id when 1 then date '1990-12-20' else date '1985-11-20' end`,
    )
    const birthdays = async () => (await server().call('getProviderBirthdays', { token: token.paul })).data
    expect(await birthdays()).toEqual([
      { id: 2, providerName: 'Sofía Special', birthday: '2026-11-20' },
      { id: 1, providerName: 'Paul Provider', birthday: '2026-12-20' },
    ])
    await database().pool.query(`update providers set birth_date = '1990-12-21' where id = 1`)
    await database().pool.query(`insert into provider_statuses (id, title) values (3, 'Inactive')`)
    await database().pool.query('update providers set status_id = 3 where id = 2')
    expect(await birthdays()).toEqual([])
  })

  test('for filters and reports offer those of the past, too, marked; forms offer who is current', async () => {
    const { pool } = database()
    const paulsToken = token.paul
    server().now = new Date('2026-11-10T15:00:00Z')
    await addSession(server(), await server().tokenOf(paul.userId), { date: '2026-11-12' })
    server().now = TEST_NOW
    await pool.query(`update students set school_id = 2, provider_id = 2 where id = 1`)
    await pool.query(`update students set is_active = false, deleted_at = now() where id = 2`)
    await pool.query(`update students set is_active = false where id = 4`)
    await pool.query(`update schools set is_active = false where id in (1, 3)`)
    await pool.query(`update providers set status_id = 3, term_date = '2026-11-19' where id = 2`)
    await pool.query(`delete from provider_schools where provider_id = 1 and school_id = 1`)
    const everyone = { everyone: 'true' }
    const left = { id: 2, providerName: 'Sofía Special (left 11/19/2026)', hasLeft: true }
    const closed = { ...lincoln, name: 'Lincoln (inactive)' }
    expect(await get('getAllProviders', token.ada)).toEqual([pauls])
    expect(await get('getAllProviders', token.ada, everyone)).toEqual([pauls, left])
    expect(await get('getAllSchools', token.ada)).toEqual([maple])
    // Nothing ever took place at Northgate.
    expect(await get('getAllSchools', token.ada, everyone)).toEqual([closed, maple])
    expect(await get('getAllSchools', paulsToken, everyone)).toEqual([closed, maple])
    const studentsOf = async (query: Record<string, string>) =>
      ((await get('getProvidersSchoolsStudents', token.ada, query)) as { students: { name: string }[] }).students.map(
        ({ name }) => name,
      )
    // Ana has moved to Maple; Bo was deleted; Dora, who is inactive, never had a session.
    expect(await studentsOf({ schoolIds: '1' })).toEqual([])
    expect(await studentsOf({ schoolIds: '1', ...everyone })).toEqual(['Ana Núñez', 'Bo Li (deleted)'])
    expect(await studentsOf({ providerIds: '1', ...everyone })).toEqual(['Ana Núñez', 'Bo Li (deleted)', 'Chi Okafor'])
    await pool.query(`update services set deleted_at = now() where id in (1, 3)`)
    const codes = async (query: Record<string, string>) =>
      ((await get('getServiceTypes', token.ada, query)) as { code: string }[]).map(({ code }) => code)
    expect(await codes({})).toEqual(['PT'])
    // No session had ART.
    expect(await codes(everyone)).toEqual(['OT (deleted)', 'PT'])
    await pool.query(`update tracking_labels set deleted_at = now()`)
    await pool.query(`update occurrence_students set label_ids = '{2}', label_meanings = '{2}'`)
    const labels = (body: object) => server().call('getAllTrackingLabels', { token: token.ada, body })
    expect((await labels({})).data).toEqual([])
    expect((await labels(everyone)).data).toEqual([
      { id: 2, trackingLabel: 'ABS (deleted)', description: 'Student absent' },
    ])
    const ofSchool = (body: object) => server().call('getStudentsBySchool', { token: paulsToken, body })
    expect(await ofSchool({ schoolIds: '1' })).toMatchObject({ status: 404 })
    expect((await ofSchool({ schoolIds: '1', ...everyone })).data).toEqual([
      { id: 1, name: 'Ana Núñez' },
      { id: 2, name: 'Bo Li (deleted)' },
    ])
  })
})
