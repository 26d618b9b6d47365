import { beforeEach, describe, expect, test } from 'vitest'
import { studentDetailSchema } from '#contract/students.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import {
  addSession,
  CASELOAD_IDS,
  confirmHours,
  refusalOf,
  SCHOOL_IDS,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

/** A student has the id of their only frequency. */
const { ana: ANA, bo: BO, dora: DORA, eli: ELI } = CASELOAD_IDS
const MONDAY = '2026-11-16'
const LAST_WEEK = '2026-11-12'
const TOMORROW = '2026-11-21'
const THIS_SUNDAY = '2026-11-15'
const LAST_SUNDAY = '2026-11-08'

/**
 * It is ten on Friday morning. Paul held Monday's 45 minutes with Ana and Bo; at Lincoln, last week's were submitted
 * with zero hours. Today's session at eight requires no hours; the one at half past nine is not over, tomorrow's is in
 * the future.
 */
describe("a student's page", () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    server().now = new Date('2026-11-10T11:00:00Z')
    await addSession(server(), token.paul, { date: LAST_WEEK })
    await addSession(server(), token.paul, { date: MONDAY })
    await addSession(server(), token.paul, { startTime: '08:00', endTime: '08:30', isTimesheetReq: false })
    await addSession(server(), token.paul, { startTime: '09:30', endTime: '10:30', eventName: 'Reading' })
    await addSession(server(), token.paul, { date: TOMORROW, eventName: 'Tomorrow' })
    await addSession(server(), token.sofia, { date: MONDAY, startTime: '11:00', endTime: '11:20', caseloadIds: [DORA] })
    server().now = new Date('2026-11-20T15:00:00Z')
    await confirmHours(server(), token.paul, { date: MONDAY })
    await confirmHours(server(), token.paul, { date: LAST_WEEK, isZeroHours: true })
    await allowScreen(database(), 'Administrators', 'Caseloads')
    await allowScreen(database(), 'Providers', 'ProviderCaseload')
    await allowScreen(database(), 'SpecialProvider', 'ProviderCaseload')
  }, 30_000)

  const rows = async (text: string) => (await database().pool.query(text)).rows
  const student = (id: number, by = token.paul) => server().call('getStudent', { token: by, params: { id } })
  const minutes = (query: Record<string, string | number> = {}, by = token.paul, id: number = ANA) =>
    server().call('getStudentMinutes', { token: by, params: { id }, query })
  const sessions = (query: Record<string, string | number> = {}, by = token.paul, id: number = ANA) =>
    server().call('getStudentSessions', { token: by, params: { id }, query })

  test('returns the student and the mandated minutes', async () => {
    expect((await student(ANA)).data).toEqual({
      id: ANA,
      name: 'Ana Núñez',
      schoolName: 'Lincoln',
      providerId: 1,
      providerName: 'Paul Provider',
      comingTherapist: null,
      isActive: true,
      schoolYearFrom: LAST_WEEK,
      leftBehind: { count: 0, schoolNames: [] },
      frequencies: [
        {
          id: ANA,
          serviceName: 'Occupational Therapy',
          serviceFrequency: '2 times',
          duration: '30 minutes',
          eventFrequency: 'Weekly',
          sessionType: 'Group',
          weeklyMinutes: 60,
        },
      ],
    })
    await database().pool.query(`update students set provider_id = null, is_active = false where id = ${ANA}`)
    await database().pool.query(`update event_frequencies set event_frequency = 'Every two weeks', every_weeks = 2`)
    expect((await student(ANA, token.ada)).data).toMatchObject({
      providerName: null,
      isActive: false,
      frequencies: [{ eventFrequency: 'Every two weeks', weeklyMinutes: 30 }],
    })
  })

  test('compares held with mandated minutes week by week', async () => {
    expect((await minutes({ fromDate: LAST_WEEK })).data).toEqual({
      weeks: [
        { from: LAST_SUNDAY, mandated: 60, delivered: 0 },
        { from: THIS_SUNDAY, mandated: 60, delivered: 75 },
      ],
      services: [{ serviceName: 'Occupational Therapy', mandated: 120, delivered: 75 }],
      makeUpDue: 0,
    })
    const { weeks } = (await minutes()).data as { weeks: unknown[] }
    expect(weeks).toHaveLength(12)
    // The first of these weeks begins before the first date that the portal stores.
    expect(await minutes({ toDate: '1900-02-28' })).toMatchObject({ status: 200, data: { weeks: { length: 12 } } })
    await database().pool.query(`update caseload_frequencies set deleted_at = now() where student_id = ${ANA}`)
    expect((await minutes({ fromDate: TODAY })).data).toEqual({
      weeks: [{ from: THIS_SUNDAY, mandated: 0, delivered: 75 }],
      services: [{ serviceName: 'Occupational Therapy', mandated: 0, delivered: 75 }],
      makeUpDue: 0,
    })
  })

  test('counts a session once for a student with two frequencies in it', async () => {
    await database().pool.query(`insert into caseload_frequencies (student_id, service_id, service_frequency_id,
      duration_id, event_frequency_id, session_type_id) values (${ANA}, 2, 1, 1, 1, 1)`)
    await database().pool.query(`insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
      select id, ${ANA}, 6 from occurrences where date = '${MONDAY}' and provider_id = 1`)
    expect((await minutes({ fromDate: TODAY })).data).toEqual({
      weeks: [{ from: THIS_SUNDAY, mandated: 120, delivered: 75 }],
      services: [
        { serviceName: 'Occupational Therapy', mandated: 60, delivered: 75 },
        { serviceName: 'Physical Therapy', mandated: 60, delivered: 0 },
      ],
      makeUpDue: 0,
    })
  })

  test('does not count minutes of a session with a label that means absence', async () => {
    const run = (text: string) => database().pool.query(text)
    const label = (labels: string) =>
      run(`update occurrence_students set ${setLabels(labels)} where student_id = ${ANA}
        and occurrence_id in (select id from occurrences where date = '${MONDAY}')`)
    await label('ABS')
    expect((await minutes({ fromDate: MONDAY })).data).toMatchObject({
      weeks: [{ from: THIS_SUNDAY, mandated: 60, delivered: 30 }],
      services: [{ delivered: 30 }],
      makeUpDue: 0,
    })
    expect((await sessions({ fromDate: MONDAY, toDate: MONDAY })).data).toMatchObject({
      sessions: [{ status: 'Absent' }],
    })
    // Bo was there.
    expect((await minutes({ fromDate: MONDAY }, token.paul, BO)).data).toMatchObject({ weeks: [{ delivered: 75 }] })
    await run(`update tracking_labels set counts_as = 3 where tracking_label = 'ABS'`)
    // The session keeps what its label counted as.
    expect((await minutes({ fromDate: MONDAY })).data).toMatchObject({ makeUpDue: 0 })
    await label('ABS')
    expect((await minutes({ fromDate: MONDAY })).data).toMatchObject({ weeks: [{ delivered: 30 }], makeUpDue: 45 })
    expect((await sessions({ fromDate: MONDAY, toDate: MONDAY })).data).toMatchObject({
      sessions: [{ status: 'Make-up Due' }],
    })
  })

  test('counts the mandate of the current week up to today', async () => {
    server().now = new Date('2026-11-18T15:00:00Z')
    expect(
      (await minutes({ fromDate: LAST_WEEK }, await server().tokenOf(PEOPLE.Providers.userId))).data,
    ).toMatchObject({
      weeks: [
        { from: LAST_SUNDAY, mandated: 60 },
        { from: THIS_SUNDAY, mandated: 36, delivered: 45 },
      ],
      services: [{ mandated: 96, delivered: 45 }],
    })
  })

  test('lists past and future sessions, page by page, with labels and note', async () => {
    await database().pool.query(`update occurrence_students set ${setLabels('PRE')}, tracking_feedback = 'Cut a circle'
      where student_id = ${ANA} and occurrence_id in (select id from occurrences where date = '${MONDAY}')`)
    const { data } = await sessions()
    const lincoln = { schoolName: 'Lincoln', providerId: 1, providerName: 'Paul Provider', id: expect.any(Number) }
    const silent = { trackingLabels: '', trackingFeedback: '' }
    const group = { ...lincoln, title: 'Fine motor group', startTime: '09:00', endTime: '09:45' }
    expect(data).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 3,
      sessions: [
        { ...group, ...silent, date: TODAY, startTime: '08:00', endTime: '08:30', status: 'Present' },
        { ...group, date: MONDAY, status: 'Present', trackingLabels: 'PRE', trackingFeedback: 'Cut a circle' },
        { ...group, ...silent, date: LAST_WEEK, status: 'Absent' },
      ],
    })
    expect((await sessions({ fromDate: MONDAY, toDate: MONDAY })).data).toMatchObject({
      totalRecords: 1,
      sessions: [{ date: MONDAY }],
    })
    expect((await sessions({ period: 'upcoming' })).data).toMatchObject({
      totalRecords: 2,
      sessions: [
        { title: 'Reading', date: TODAY, status: null },
        { title: 'Tomorrow', date: TOMORROW, status: null },
      ],
    })
    expect((await sessions({ pageIndex: 2 })).data).toMatchObject({ totalRecords: 3, sessions: [] })
  })

  test('is accessible to the therapist, to providers with the student in a session, and to administrators', async () => {
    expect((await student(DORA)).status).toBe(404)
    expect(refusalOf(await student(DORA))).toEqual(refusalOf(await student(999)))
    expect((await minutes({}, token.paul, DORA)).status).toBe(404)
    expect((await sessions({}, token.paul, DORA)).status).toBe(404)
    expect((await student(ELI, token.sofia)).status).toBe(200)
    // Bo is on Paul's caseload; Sofía substitutes once.
    expect((await student(BO, token.sofia)).status).toBe(404)
    await database().pool.query(`insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
      select id, ${BO}, ${BO} from occurrences where provider_id = 2`)
    expect((await student(BO, token.sofia)).status).toBe(200)
    expect((await sessions({}, token.sofia, BO)).data).toMatchObject({
      totalRecords: 1,
      sessions: [{ date: MONDAY, startTime: '11:00', providerName: 'Sofía Special' }],
    })
    expect((await sessions({}, token.ada, BO)).data).toMatchObject({ totalRecords: 4 })
    expect((await minutes({ fromDate: TODAY }, token.ada, BO)).data).toMatchObject({ weeks: [{ delivered: 75 }] })
    await database().pool.query('update occurrences set deleted_at = now() where provider_id = 2')
    expect((await student(BO, token.sofia)).status).toBe(404)
    await database().pool.query('delete from role_permissions where permission_id > 1000')
    expect((await student(ANA)).status).toBe(403)
    expect((await student(ANA, token.ada)).status).toBe(403)
  })

  test("logs every read, but no refusals, and the log can't be changed", async () => {
    await student(ANA)
    await minutes({}, token.ada)
    await sessions({}, token.ada, ELI)
    await student(DORA)
    await minutes({ fromDate: '2020-01-01' })
    await sessions({ fromDate: TODAY, toDate: MONDAY })
    expect(
      await rows('select user_id, student_id, part, at is not null as dated from student_readings order by id'),
    ).toEqual([
      { user_id: 2, student_id: ANA, part: 'student', dated: true },
      { user_id: 1, student_id: ANA, part: 'minutes', dated: true },
      { user_id: 1, student_id: ELI, part: 'sessions', dated: true },
    ])
    const refused = 'Readings of students are only ever added to'
    await expect(rows('delete from student_readings')).rejects.toThrow(refused)
    await expect(rows('update student_readings set student_id = 2')).rejects.toThrow(refused)
  })

  test('refuses a range that ends before it begins, or is longer than two years', async () => {
    const end = { path: 'toDate', message: "End Date can't be less than Start Date" }
    expect(refusalOf(await minutes({ fromDate: TODAY, toDate: MONDAY }))).toEqual({
      status: 400,
      message: end.message,
      errors: [end],
    })
    const message = 'Please choose a range of two years or less.'
    expect(refusalOf(await minutes({ fromDate: '2024-01-01' }))).toEqual({
      status: 400,
      message,
      errors: [{ path: 'fromDate', message }],
    })
    expect((await minutes({ fromDate: '0001-01-01', toDate: '0001-02-01' })).status).toBe(400)
    expect((await minutes({ fromDate: '9999-12-01', toDate: '9999-12-31' })).status).toBe(400)
  })

  test('names the sessions to come that stayed at another school, or of an inactive student', async () => {
    const left = async (by: string) => {
      const { data } = await student(ANA, by)
      return studentDetailSchema.parse(data).leftBehind
    }
    const { rows: coming } = await database().pool.query<{ provider_id: number }>(
      `select provider_id from occurrences join occurrence_students on occurrence_id = occurrences.id
       where student_id = ${ANA} and ends_at > $1 and deleted_at is null`,
      [server().time],
    )
    const own = coming.filter((row) => row.provider_id === 1).length
    expect(own).toBeGreaterThan(0)
    await database().pool.query(`update students set school_id = ${SCHOOL_IDS.maple} where id = ${ANA}`)
    expect(await left(token.ada)).toEqual({ count: coming.length, schoolNames: ['Lincoln'] })
    expect(await left(token.paul)).toEqual({ count: own, schoolNames: ['Lincoln'] })
    await database().pool.query(
      `update students set school_id = ${SCHOOL_IDS.lincoln}, is_active = false where id = ${ANA}`,
    )
    expect(await left(token.ada)).toEqual({ count: coming.length, schoolNames: ['Lincoln'] })
    await database().pool.query(`update students set is_active = true where id = ${ANA}`)
    expect(await left(token.ada)).toEqual({ count: 0, schoolNames: [] })
  })

  test('is empty for a student without frequencies and sessions', async () => {
    await database().pool.query(
      `insert into students (name, gender, school_id) values ('New', 'Male', ${SCHOOL_IDS.maple})`,
    )
    expect((await student(6, token.ada)).data).toMatchObject({ schoolYearFrom: null, frequencies: [] })
    expect((await minutes({ fromDate: TODAY }, token.ada, 6)).data).toEqual({
      weeks: [{ from: THIS_SUNDAY, mandated: 0, delivered: 0 }],
      services: [],
      makeUpDue: 0,
    })
    expect((await sessions({}, token.ada, 6)).data).toMatchObject({ totalRecords: 0, sessions: [] })
  })
})
