import { asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { comingSessionsSchema } from '#contract/coming-sessions.ts'
import { storedSessionSchema } from '#contract/session-form.ts'
import type { Fate } from '#domain/coming-sessions.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { occurrenceStudents, occurrences, scheduleEventStudents, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified } from '#tests/support/server/notifications.ts'
import {
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  SCHOOL_IDS,
  storeWaitingChange,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

const { ana, bo } = CASELOAD_IDS
const { lincoln, maple } = SCHOOL_IDS
const weekly = (day: 1 | 2): SessionForm['rule'] => ({
  type: 'weekly',
  option: 'everyNWeeks',
  everyNWeeks: 1,
  days: [day],
})
const CHANGED = 'Nothing was saved, because the sessions to come have changed. Please review them.'

describe('sessions to come', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  /**
   * Ana's, at Lincoln: three Mondays alone with Paul, the second on a confirmed day; three Tuesdays in Paul's group with
   * Bo, the second with a waiting change; and a Wednesday alone with Sofía.
   */
  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'Caseloads')
    await allowScreen(database(), 'Administrators', 'SchoolAccount')
    await allowScreen(database(), 'Providers', 'Caseloads')
    const byAda = { rateTypeId: 1, eventName: 'Alone', caseloadIds: [ana], colourCode: '#1F6FB2' }
    const monday = { date: '2026-11-23', endDate: '2026-12-07', rule: weekly(1) }
    await addSession(server(), token.ada, { ...byAda, ...monday, providerId: 1 })
    const tuesday = { date: '2026-11-24', endDate: '2026-12-08', rule: weekly(2), caseloadIds: [ana, bo] }
    await addSession(server(), token.ada, { ...byAda, ...tuesday, providerId: 1, eventName: 'Group' })
    await addSession(server(), token.ada, { ...byAda, providerId: 2, date: '2026-11-25', eventName: 'Hers' })
    await database().pool.query(`insert into provider_days (provider_id, date, state) values (1, '2026-11-30', 'confirmed')
      on conflict (provider_id, date) do update set state = excluded.state`)
    const [waiting] = await occurrenceIdsOn(server(), token.ada, '2026-12-01')
    if (waiting === undefined) throw new Error('Nothing waits')
    await storeWaitingChange(database(), waiting, { date: '2026-12-01', startTime: '10:00', endTime: '10:45' })
    await database().pool.query('delete from notifications')
  })

  type Query = Record<string, string>
  const ofAna = async (query: Query, by = token.ada) => {
    const { data } = await server().call('getComingSessionsOfStudent', { token: by, params: { id: ana }, query })
    return comingSessionsSchema.parse(data)
  }
  const atLincoln = async () => {
    const { data } = await server().call('getComingSessionsAtSchool', { token: token.ada, params: { id: lincoln } })
    return comingSessionsSchema.parse(data)
  }
  const toMaple = { departure: 'move', schoolId: String(maple) }
  const answer = (key: string, fates: Record<string, Fate>) => ({
    key,
    choices: Object.entries(fates).map(([row, fate]) => ({ key: row, fate })),
  })
  const move = (comingSessions?: object, by = token.ada) =>
    server().call('editCaseload', {
      token: by,
      body: {
        id: ana,
        schoolId: maple,
        studentName: 'Ana Núñez',
        therapistId: 1,
        ...(comingSessions && { comingSessions }),
      },
    })
  /** '2026-11-23 Alone at 1 with 1, 2 v1' of each that is not deleted. */
  const stored = async () => {
    const dates = await db()
      .select()
      .from(occurrences)
      .where(isNull(occurrences.deletedAt))
      .orderBy(asc(occurrences.date))
    const entries = await db().select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.studentId))
    return dates.map(({ id, date, title, schoolId, studentsCount, version }) => {
      const inIt = entries.filter(({ occurrenceId }) => occurrenceId === id).map(({ studentId }) => studentId)
      expect(studentsCount).toBe(inIt.length)
      return `${date} ${title} at ${schoolId} with ${inIt.join(', ')} v${version}`
    })
  }
  const studentOf = async (id: number) => (await db().select().from(students).where(eq(students.id, id)))[0]
  const before = [
    '2026-11-23 Alone at 1 with 1 v1',
    '2026-11-24 Group at 1 with 1, 2 v1',
    '2026-11-25 Hers at 1 with 1 v1',
    '2026-11-30 Alone at 1 with 1 v1',
    '2026-12-01 Group at 1 with 1, 2 v1',
    '2026-12-07 Alone at 1 with 1 v1',
    '2026-12-08 Group at 1 with 1, 2 v1',
  ]

  test('of a student who moves are listed with what can become of them', async () => {
    const { key, ...shown } = await ofAna(toMaple)
    expect(key).toMatch(/^[\w-]{20}$/)
    const all = { serviceName: 'Occupational Therapy', schoolName: 'Lincoln', startTime: '09:00', endTime: '09:45' }
    expect(shown).toEqual({
      rows: [
        {
          ...{ ...all, key: 'series/1/1', title: 'Alone', providerName: 'Paul Provider', isRecurring: true, count: 2 },
          ...{ first: '2026-11-23', last: '2026-12-07', weekdays: [1], others: [], obstacle: null },
        },
        {
          ...{ ...all, key: 'series/2/1/group', title: 'Group', providerName: 'Paul Provider', isRecurring: true },
          ...{ count: 2, first: '2026-11-24', last: '2026-12-08', weekdays: [2], others: ['Bo Li'], obstacle: null },
        },
        {
          ...{
            ...all,
            key: 'single/2/1/1',
            title: 'Hers',
            providerName: 'Sofía Special',
            isRecurring: false,
            count: 1,
          },
          ...{ first: '2026-11-25', last: '2026-11-25', weekdays: [3], others: [] },
          obstacle: 'Sofía Special does not work at Maple.',
        },
      ],
      staying: [
        { why: 'confirmed', count: 1 },
        { why: 'waiting', count: 1 },
      ],
      ...{ ofOthers: 0, schoolName: 'Lincoln', newSchoolName: 'Maple', from: '2026-11-20' },
    })
    await database().pool.query('insert into provider_schools values (2, 2)')
    await database().pool.query('delete from school_service_rates where school_id = 2')
    expect((await ofAna(toMaple)).rows.map(({ obstacle }) => obstacle)).toEqual([
      'Maple has no Hourly rate for Occupational Therapy on 11/23/2026.',
      null,
      'Maple has no Hourly rate for Occupational Therapy on 11/25/2026.',
    ])
    const later = await ofAna({ ...toMaple, fromDate: '2026-12-07' })
    expect(later.rows.map((row) => [row.key, row.count, row.first])).toEqual([
      ['series/1/1', 1, '2026-12-07'],
      ['series/2/1/group', 1, '2026-12-08'],
    ])
    expect(
      await server().call('getComingSessionsOfStudent', {
        token: token.ada,
        params: { id: ana },
        query: { ...toMaple, fromDate: '2026-11-19' },
      }),
    ).toMatchObject({ status: 400, message: 'The day must be today or later.' })
  })

  test('move with the student, lose the student, or end, as was chosen; others are left alone', async () => {
    const { key } = await ofAna(toMaple)
    const chosen = answer(key, { 'series/1/1': 'move', 'series/2/1/group': 'end', 'single/2/1/1': 'end' })
    expect(await move(chosen)).toMatchObject({ status: 200, message: 'Caseload has been updated successfully' })
    expect(await stored()).toEqual([
      '2026-11-23 Alone at 2 with 1 v2',
      '2026-11-24 Group at 1 with 2 v2',
      '2026-11-30 Alone at 1 with 1 v1',
      '2026-12-01 Group at 1 with 1, 2 v1',
      '2026-12-07 Alone at 2 with 1 v2',
      '2026-12-08 Group at 1 with 2 v2',
    ])
    expect(await studentOf(ana)).toMatchObject({ schoolId: maple, providerId: 1, version: 2 })
    const colours = await db()
      .selectDistinct({ schoolId: occurrences.schoolId, colour: occurrences.colourCode })
      .from(occurrences)
    expect(colours.sort((a, b) => a.schoolId - b.schoolId)).toEqual([
      { schoolId: lincoln, colour: '#1F6FB2' },
      { schoolId: maple, colour: '#2E7D32' },
    ])
    const series = await db().select().from(scheduleEvents).orderBy(asc(scheduleEvents.id))
    expect(series.map(({ schoolId, version, deletedAt }) => [schoolId, version, deletedAt !== null])).toEqual([
      [maple, 2, false],
      [lincoln, 2, false],
      [lincoln, 2, true],
    ])
    const templates = await db()
      .select()
      .from(scheduleEventStudents)
      .orderBy(asc(scheduleEventStudents.scheduleEventId))
    expect(templates.map((row) => [row.scheduleEventId, row.caseloadFrequencyId])).toEqual([
      [1, ana],
      [2, bo],
      [3, ana],
    ])
    expect(await notified(database())).toEqual([
      ['Paul Provider', 'An administrator changed “Alone” on 2 dates from 11/23/2026 to 12/07/2026: the school.'],
      ['Paul Provider', 'An administrator changed “Group” on 2 dates from 11/24/2026 to 12/08/2026: the students.'],
      ['Sofía Special', 'An administrator deleted “Hers” on 11/25/2026, 9:00 AM-9:45 AM from your schedule.'],
    ])
    const { rows } = await database().pool.query(
      `select machine, entity, event, detail->'changes' as changes from transition_log
       where event <> 'series.create' and machine in ('occurrence', 'schedule-event') order by machine, entity::int`,
    )
    expect(rows.map((row) => Object.values(row).flat().join(' '))).toEqual([
      'occurrence 1 series.edit the school',
      'occurrence 3 series.edit the school',
      'occurrence 4 series.edit the students',
      'occurrence 6 series.edit the students',
      'occurrence 7 occurrence.delete ',
      'schedule-event 1 series.change the school',
      'schedule-event 2 series.change the students',
      'schedule-event 3 series.delete ',
    ])
  })

  test('before the first day at the new school stay, and so do those that are kept', async () => {
    const from = '2026-12-07'
    const { key } = await ofAna({ ...toMaple, fromDate: from })
    const chosen = answer(key, { 'series/1/1': 'move', 'series/2/1/group': 'keep' })
    expect(await move({ ...chosen, from })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual(
      before.map((line) => (line.startsWith(from) ? '2026-12-07 Alone at 2 with 1 v2' : line)),
    )
  })

  test('keep the student before the day of leaving, whatever changes in the whole session later', async () => {
    const { key } = await ofAna({ ...toMaple, fromDate: '2026-12-08' })
    expect(await move({ ...answer(key, { 'series/2/1/group': 'end' }), from: '2026-12-08' })).toMatchObject({
      status: 200,
    })
    const { data } = await server().call('editScheduleEventById', { token: token.ada, body: { id: 2 } })
    const series = storedSessionSchema.parse(data)
    const renamed = { ...series.scheduleEventRecurrenceSchoolStudents, eventName: 'Reading' }
    const updateAll = (chosen: typeof renamed) =>
      server().call('updateScheduleEventSeries', {
        token: token.ada,
        body: { ...series, scheduleEventRecurrenceSchoolStudents: chosen, changeFromDate: '2026-11-20' },
      })
    expect(await updateAll(renamed)).toMatchObject({ status: 200 })
    expect((await stored()).filter((line) => line.includes('Reading'))).toEqual([
      '2026-11-24 Reading at 1 with 1, 2 v2',
      '2026-12-08 Reading at 1 with 2 v3',
    ])
  })

  test('are not settled if they have changed since, and nothing is lost', async () => {
    const { key } = await ofAna(toMaple)
    await addSession(server(), token.paul, { date: '2026-12-10', caseloadIds: [ana], eventName: 'New' })
    const chosen = answer(key, { 'series/1/1': 'move', 'series/2/1/group': 'end', 'single/2/1/1': 'end' })
    const refused = { status: 409, message: CHANGED }
    expect(await move(chosen)).toMatchObject({ ...refused, errors: [{ path: 'schoolId', message: CHANGED }] })
    // Nothing was there to decide about.
    expect(await move(answer('', {}))).toMatchObject(refused)
    expect(await stored()).toEqual([...before, '2026-12-10 New at 1 with 1 v1'])
    expect(await studentOf(ana)).toMatchObject({ schoolId: lincoln, version: 1 })
  })

  test('need a choice that is possible for each', async () => {
    const { key } = await ofAna(toMaple)
    const some = answer(key, { 'series/1/1': 'move', 'series/2/1/group': 'end' })
    expect(await move(some)).toMatchObject({ status: 400, message: 'Choose what becomes of each session to come.' })
    const all = { 'series/1/1': 'move', 'series/2/1/group': 'end', 'single/2/1/1': 'keep' } as const
    for (const row of ['series/2/1/group', 'single/2/1/1']) {
      expect(await move(answer(key, { ...all, [row]: 'move' }))).toMatchObject({
        status: 400,
        message: 'What was chosen for a session is not possible. Please review the sessions to come.',
      })
    }
    expect(await stored()).toEqual(before)
    // Another client, which does not ask, leaves them where they are.
    expect(await move()).toMatchObject({ status: 200 })
    expect(await stored()).toEqual(before)
  })

  test('of others are not a provider’s to decide', async () => {
    const shown = await ofAna(toMaple, token.paul)
    expect(shown.rows.map(({ key }) => key)).toEqual(['series/1/1', 'series/2/1/group'])
    expect(shown.ofOthers).toBe(1)
    const foreign = { token: token.paul, params: { id: 4 }, query: toMaple }
    expect(await server().call('getComingSessionsOfStudent', foreign)).toMatchObject({
      status: 404,
      message: 'Student not found.',
    })
    const chosen = answer(shown.key, { 'series/1/1': 'move', 'series/2/1/group': 'end' })
    expect(await move(chosen, token.paul)).toMatchObject({ status: 200 })
    expect(await stored()).toContain('2026-11-25 Hers at 1 with 1 v1')
    expect(await notified(database())).toEqual([
      ['Ada Admin', 'Paul Provider changed the school of “Alone” on 2 dates from 11/23/2026 to 12/07/2026.'],
      ['Ada Admin', 'Paul Provider changed the students of “Group” on 2 dates from 11/24/2026 to 12/08/2026.'],
    ])
  })

  test('stay if a provider whose changes wait for approval moves the student', async () => {
    await database().pool.query('update organisation set providers_changes_wait = true')
    expect(await ofAna(toMaple, token.paul)).toMatchObject({
      rows: [],
      staying: [
        { why: 'needsApproval', count: 4 },
        { why: 'confirmed', count: 1 },
        { why: 'waiting', count: 1 },
      ],
      key: '',
    })
    const { key } = await ofAna(toMaple)
    const chosen = answer(key, { 'series/1/1': 'move', 'series/2/1/group': 'end', 'single/2/1/1': 'end' })
    expect(await move(chosen, token.paul)).toMatchObject({ status: 409, message: CHANGED })
    expect(await stored()).toEqual(before)
    expect(await move(answer('', {}), token.paul)).toMatchObject({ status: 200 })
    expect(await stored()).toEqual(before)
  })

  test('of a student who is deactivated end or stay', async () => {
    const { key, rows } = await ofAna({ departure: 'deactivate' })
    expect(rows.map(({ obstacle }) => obstacle)).toEqual([null, null, null])
    const deactivate = (comingSessions: object) =>
      server().call('deactivateCaseload', { token: token.ada, params: { id: ana }, body: { comingSessions } })
    expect(await deactivate(answer('changed', {}))).toMatchObject({ status: 409, message: CHANGED })
    expect(await studentOf(ana)).toMatchObject({ isActive: true })
    const chosen = answer(key, { 'series/1/1': 'keep', 'series/2/1/group': 'end', 'single/2/1/1': 'end' })
    expect(await deactivate(chosen)).toMatchObject({
      status: 200,
      message: 'Caseload has been deactivated successfully',
      data: { isActive: false },
    })
    expect(await studentOf(ana)).toMatchObject({ isActive: false, version: 2 })
    expect(await stored()).toEqual([
      '2026-11-23 Alone at 1 with 1 v1',
      '2026-11-24 Group at 1 with 2 v2',
      '2026-11-30 Alone at 1 with 1 v1',
      '2026-12-01 Group at 1 with 1, 2 v1',
      '2026-12-07 Alone at 1 with 1 v1',
      '2026-12-08 Group at 1 with 2 v2',
    ])
  })

  test('of a student who is deleted end, unless one of them must stay: then nothing happens', async () => {
    const remove = async () => {
      const { key, rows } = await ofAna({ departure: 'delete' })
      const ended = Object.fromEntries(rows.map((row) => [row.key, 'end' as const]))
      const body = { comingSessions: answer(key, ended) }
      return server().call('deleteCaseload', { token: token.ada, params: { id: ana }, body })
    }
    expect(await remove()).toMatchObject({
      status: 409,
      message: 'This student is in use and cannot be deleted: 2 sessions that have not ended.',
    })
    expect(await stored()).toEqual(before)
    await database().pool.query('delete from occurrence_edits')
    await database().pool.query(`update provider_days set state = 'open' where state = 'confirmed'`)
    expect(await remove()).toMatchObject({ status: 200, message: 'Caseload has been deleted successfully' })
    expect(await studentOf(ana)).toMatchObject({ isActive: false, deletedAt: server().time })
    expect(await stored()).toEqual([
      '2026-11-24 Group at 1 with 2 v2',
      '2026-12-01 Group at 1 with 2 v2',
      '2026-12-08 Group at 1 with 2 v2',
    ])
  })

  test('at a school that is deactivated end or stay, with any students', async () => {
    const shown = await atLincoln()
    expect(shown.rows.map(({ key, count, others }) => [key, count, others])).toEqual([
      ['series/1/1', 2, []],
      ['series/2/1', 2, []],
      ['single/2/1/1', 1, []],
    ])
    expect(shown).toMatchObject({ schoolName: 'Lincoln', newSchoolName: null, ofOthers: 0 })
    const activate = (IsActive: boolean, comingSessions?: object) =>
      server().call('activateSchool', {
        token: token.ada,
        body: { Id: lincoln, IsActive, ...(comingSessions && { comingSessions }) },
      })
    expect(await activate(false, answer('changed', {}))).toMatchObject({ status: 409, message: CHANGED })
    const isActive = async () => (await db().select().from(schools).where(eq(schools.id, lincoln)))[0]?.isActive
    expect(await isActive()).toBe(true)
    const chosen = answer(shown.key, { 'series/1/1': 'keep', 'series/2/1': 'end', 'single/2/1/1': 'end' })
    expect(await activate(false, chosen)).toMatchObject({ status: 200 })
    const { data } = await server().call('getSchools', { token: token.ada, query: { propertyName: 'Lincoln' } })
    expect(data).toMatchObject({
      allSchools: [{ isActive: false, sessionsToCome: { count: 4, date: '2026-11-23', providerId: 1 } }],
    })
    expect(await isActive()).toBe(false)
    expect(await stored()).toEqual([
      '2026-11-23 Alone at 1 with 1 v1',
      '2026-11-30 Alone at 1 with 1 v1',
      '2026-12-01 Group at 1 with 1, 2 v1',
      '2026-12-07 Alone at 1 with 1 v1',
    ])
  })
})
