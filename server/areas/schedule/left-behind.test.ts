/** Sessions that stay where they are although the school is inactive by now, or a student has left it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { sessionPreviewSchema } from '#contract/session-preview.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  sessionPayload,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const { ana, bo } = CASELOAD_IDS
const { lincoln, maple } = SCHOOL_IDS
/** The stored session under another name; administrators choose provider and rate type. */
const renamed = (stored: StoredSession, eventName: string, chosen?: { providerId: number; rateTypeId: number }) => ({
  ...stored,
  ...(chosen && { providerId: chosen.providerId }),
  scheduleEventRecurrenceSchoolStudents: {
    ...stored.scheduleEventRecurrenceSchoolStudents,
    ...(chosen && { serviceRateTypeId: chosen.rateTypeId }),
    eventName,
  },
})
const hourly = { providerId: 1, rateTypeId: 1 }

describe('sessions left behind', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  let seriesId: number

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const idOn = async (date: string) => {
    const [id] = await occurrenceIdsOn(server(), token.ada, date)
    if (id === undefined) throw new Error(`Nothing on ${date}`)
    return id
  }
  const occurrence = async (by: string, id: number) => {
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: by, body: { id } })
    return storedSessionSchema.parse(data)
  }
  const series = async (by: string) => {
    const { data } = await server().call('editScheduleEventById', { token: by, body: { id: seriesId } })
    return storedSessionSchema.parse(data)
  }
  const warningsOf = async (by: string, change: 'updateSeries' | 'updateOccurrence', body: object) => {
    const { data, message } = await server().call('previewScheduleEvent', { token: by, body: { ...body, change } })
    if (data === null) throw new Error(message)
    return sessionPreviewSchema
      .parse(data)
      .dates.flatMap((date) => ('clashes' in date ? date.clashes.map((clash) => [date.date, clash]) : []))
  }

  /** Mondays at Lincoln, with Ana and Bo: November 23 and 30, December 7. */
  beforeEach(async () => {
    const { id } = await addSession(server(), token.paul, {
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [1] },
      date: '2026-11-23',
      endDate: '2026-12-07',
    })
    seriesId = id
  })

  describe('at a school that is inactive, where the provider no longer works', () => {
    beforeEach(async () => {
      await rows(`update schools set is_active = false where id = ${lincoln}`)
      await rows(`delete from provider_schools where provider_id = 1 and school_id = ${lincoln}`)
    })

    test('offer their school in the form, marked, to those who may change them', async () => {
      const marked = { id: lincoln, name: 'Lincoln (inactive)', colourCode: '#1F6FB2' }
      const mapleOption = { id: maple, name: 'Maple', colourCode: '#2E7D32' }
      const stored = { storedSchoolId: String(lincoln) }
      const schoolsOf = async (by: string, query: Record<string, string>) =>
        (await server().call('getAllSchools', { token: by, query })).data
      expect(await schoolsOf(token.paul, {})).toEqual([mapleOption])
      expect(await schoolsOf(token.paul, stored)).toEqual([marked, mapleOption])
      const northgate = { id: 3, name: 'Northgate', colourCode: '#8D5A00' }
      expect(await schoolsOf(token.sofia, stored)).toEqual([northgate])
      const ofPaul = { providerIds: '1', studentLimit: '0', ...stored }
      expect(
        (await server().call('getProvidersSchoolsStudents', { token: token.ada, query: ofPaul })).data,
      ).toMatchObject({ schools: [marked, mapleOption] })
      const ofSofia = { ...ofPaul, providerIds: '2' }
      expect(
        (await server().call('getProvidersSchoolsStudents', { token: token.ada, query: ofSofia })).data,
      ).toMatchObject({ schools: [northgate] })
      const rates = { schoolId: lincoln, serviceId: 1, rateTypeId: 1 }
      expect(
        (await server().call('getSchoolServicesRateTypesRate', { token: token.ada, query: rates })).data,
      ).toMatchObject({
        servicesList: [{ id: 1 }, { id: 2 }],
        rate: '85.50',
      })
      expect(
        (await server().call('getSchoolServicesRateTypesRate', { token: token.paul, query: { schoolId: lincoln } }))
          .data,
      ).toMatchObject({ servicesList: [{ id: 1 }, { id: 2 }] })
      // Nothing of hers is there.
      await rows(`delete from provider_schools where provider_id = 2 and school_id = ${lincoln}`)
      expect(
        await server().call('getSchoolServicesRateTypesRate', { token: token.sofia, query: { schoolId: lincoln } }),
      ).toMatchObject({ status: 404, message: 'School not found.' })
    })

    test('can be changed, also as a series, with a warning that names the school', async () => {
      const all = { ...renamed(await series(token.ada), 'Renamed', hourly), changeFromDate: '2026-11-23' }
      expect(await warningsOf(token.ada, 'updateSeries', all)).toEqual([
        ['2026-11-23', { kind: 'inactiveSchool', schoolName: 'Lincoln' }],
      ])
      expect(await server().call('updateScheduleEventSeries', { token: token.ada, body: all })).toMatchObject({
        status: 200,
        message: 'Event has been updated successfully',
        data: { changed: 3 },
      })
      const own = { ...renamed(await series(token.paul), 'Own words'), changeFromDate: '2026-11-23' }
      expect(await server().call('updateScheduleEventSeries', { token: token.paul, body: own })).toMatchObject({
        status: 200,
        data: { changed: 3 },
      })
      const one = renamed(await occurrence(token.ada, await idOn('2026-11-30')), 'Only this', hourly)
      expect(await warningsOf(token.ada, 'updateOccurrence', one)).toEqual([
        ['2026-11-30', { kind: 'inactiveSchool', schoolName: 'Lincoln' }],
      ])
      expect(await server().call('updateScheduleEventRecurrence', { token: token.ada, body: one })).toMatchObject({
        status: 200,
        data: { changed: 1 },
      })
      expect(await rows('select date::text, title, school_id from occurrences order by date')).toEqual([
        { date: '2026-11-23', title: 'Own words', school_id: lincoln },
        { date: '2026-11-30', title: 'Only this', school_id: lincoln },
        { date: '2026-12-07', title: 'Own words', school_id: lincoln },
      ])
    })

    test('can be deleted by their provider and by administrators', async () => {
      const ids = [await idOn('2026-11-30')]
      const one = await server().call('deleteScheduleEvents', {
        token: token.paul,
        body: { scheduleEventRecurrenceIds: ids },
      })
      expect(one).toMatchObject({ status: 200, data: { removed: 1 } })
      const all = await server().call('deleteScheduleEventSeries', { token: token.ada, body: { id: seriesId } })
      expect(all).toMatchObject({ status: 200, data: { removed: 2 } })
      expect(await rows('select id from occurrences where deleted_at is null')).toEqual([])
    })

    test('are the only ones there: nothing new comes to it, and nothing moves to it', async () => {
      const added = await server().call('addScheduleEvent', {
        token: token.ada,
        body: sessionPayload(hourly),
      })
      expect(refusalOf(added)).toEqual({
        status: 400,
        message: 'School not found',
        errors: [{ path: 'schoolId', message: 'School not found' }],
      })
      const toSofia = renamed(await occurrence(token.ada, await idOn('2026-11-23')), 'Hers', {
        ...hourly,
        providerId: 2,
      })
      await rows(`delete from provider_schools where provider_id = 2 and school_id = ${lincoln}`)
      expect(
        refusalOf(await server().call('updateScheduleEventRecurrence', { token: token.ada, body: toSofia })),
      ).toMatchObject({ status: 400, message: 'This provider does not work at Lincoln' })
    })
  })

  test('of a provider who has left offer them in the form, marked, but to no other provider', async () => {
    await rows(`update providers set term_date = '2026-10-30' where id = 1`)
    const providersFor = async (by: string, query: Record<string, number>) =>
      (await server().call('getAllProviders', { token: by, query })).data
    const sofia = { id: 2, providerName: 'Sofía Special' }
    expect(await providersFor(token.ada, {})).toEqual([sofia])
    expect(await providersFor(token.ada, { storedProviderId: 1 })).toEqual([
      { id: 1, providerName: 'Paul Provider (left 10/30/2026)', hasLeft: true },
      sofia,
    ])
    expect(await providersFor(token.sofia, { storedProviderId: 1 })).toEqual([sofia])
  })

  test('with students who have left offer them, marked, and warn who they are', async () => {
    await rows(`update students set school_id = ${maple} where id = ${ana}`)
    await rows(`update students set is_active = false where id = ${bo}`)
    const listing = async (by: string, storedCaseloadIds: string) =>
      (await server().call('getSchoolStudentListing', { token: by, query: { schoolId: lincoln, storedCaseloadIds } }))
        .data
    expect(await listing(token.paul, '')).toEqual([])
    expect(await listing(token.paul, `${ana},${bo},4`)).toMatchObject([
      { id: ana, studentName: 'Ana Núñez (now at Maple)' },
      { id: bo, studentName: 'Bo Li (inactive)' },
    ])
    // Sofía has no session with them.
    expect(await listing(token.sofia, `${ana},${bo}`)).toMatchObject([{ studentName: 'Dora Weiss' }])
    const all = { ...renamed(await series(token.paul), 'Goes on'), changeFromDate: '2026-11-23' }
    expect(await warningsOf(token.paul, 'updateSeries', all)).toEqual([
      ['2026-11-23', { kind: 'studentLeft', studentName: 'Ana Núñez', status: 'elsewhere', schoolName: 'Maple' }],
      ['2026-11-23', { kind: 'studentLeft', studentName: 'Bo Li', status: 'inactive', schoolName: 'Lincoln' }],
    ])
    const saved = await server().call('updateScheduleEventSeries', { token: token.paul, body: all })
    expect(saved).toMatchObject({ status: 200, data: { changed: 3, clashes: [{ date: '2026-11-23' }] } })
    await rows(`update students set deleted_at = now() where id = ${ana}`)
    expect(await listing(token.ada, `${ana}`)).toMatchObject([
      { studentName: 'Ana Núñez (deleted)' },
      { studentName: 'Dora Weiss' },
    ])
  })
})
