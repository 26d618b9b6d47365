import { beforeEach, describe, expect, test } from 'vitest'
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
import { useTestServer } from '#tests/support/server/test-server.ts'

const YESTERDAY = '2026-11-19'
const TOMORROW = '2026-11-21'

/**
 * It is 10 AM on Friday. Yesterday, Paul had two sessions at Lincoln and one at Maple; today, one at Lincoln is over
 * and one is still to come. Sofía had one at Northgate yesterday.
 */
describe('attendance', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const maple = { schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi] }
  const northgate = { schoolId: SCHOOL_IDS.northgate, caseloadIds: [CASELOAD_IDS.eli] }

  beforeEach(async () => {
    server().now = new Date('2026-11-19T11:00:00Z')
    await addSession(server(), token.paul, { date: YESTERDAY })
    await addSession(server(), token.paul, {
      date: YESTERDAY,
      startTime: '10:00',
      endTime: '10:45',
      eventName: 'Reading',
    })
    await addSession(server(), token.paul, { ...maple, date: YESTERDAY, startTime: '13:00', endTime: '13:30' })
    await addSession(server(), token.sofia, { ...northgate, date: YESTERDAY })
    await addSession(server(), token.paul, { startTime: '08:00', endTime: '08:30' })
    await addSession(server(), token.paul, { startTime: '14:00', endTime: '14:30' })
    await addSession(server(), token.paul, { date: TOMORROW })
    server().now = new Date('2026-11-20T15:00:00Z')
    await confirmHours(server(), token.paul, { date: YESTERDAY })
    await confirmHours(server(), token.paul, { date: YESTERDAY, schoolId: SCHOOL_IDS.maple, isZeroHours: true })
  })

  const records = async (body: object = {}) =>
    (await server().call('getAttendanceRecords', { token: token.ada, body })).data
  const paulToday = { providerId: 1, providerName: 'Paul Provider', date: TODAY, totalCount: 1, absentRecords: 0 }
  const paulYesterday = { ...paulToday, date: YESTERDAY, totalCount: 3, absentRecords: 1 }
  const sofiaYesterday = { ...paulYesterday, providerId: 2, providerName: 'Sofía Special', totalCount: 1 }

  test('counts the past sessions of each day; zero hours and sessions not confirmed in time are absent', async () => {
    expect(await records()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 3,
      providerAttendence: [paulToday, paulYesterday, sofiaYesterday],
    })
  })

  test("lists a day's sessions with their status", async () => {
    const details = async (fromDate: string) =>
      (await server().call('getAttendanceRecord', { token: token.ada, body: { providerId: 1, fromDate } })).data
    expect(await details(YESTERDAY)).toMatchObject([
      { schoolName: 'Lincoln', eventName: 'Fine motor group', status: 'Present' },
      { schoolName: 'Lincoln', eventName: 'Reading', status: 'Present' },
      { schoolName: 'Maple', eventName: 'Fine motor group', status: 'Absent' },
    ])
    expect(await details(TODAY)).toMatchObject([{ schoolName: 'Lincoln', status: 'Not Confirmed' }])
    expect(await details(TOMORROW)).toEqual([])
  })

  test('labels that mean absence count before the hours; a group was held if one student was there', async () => {
    const run = (text: string) => database().pool.query(text)
    await run(`insert into tracking_labels (tracking_label, description, counts_as) values ('DUE', 'To be made up', 3)`)
    const label = (student: number, title: string, labels: string) =>
      run(`update occurrence_students set ${setLabels(labels)} where student_id = ${student}
        and occurrence_id in (select id from occurrences where title = '${title}' and date = '${YESTERDAY}')`)
    const statuses = async () => {
      const reply = await server().call('getAttendanceRecord', {
        token: token.ada,
        body: { providerId: 1, fromDate: YESTERDAY },
      })
      return (reply.data as { status: string }[]).map(({ status }) => status)
    }
    await label(CASELOAD_IDS.ana, 'Reading', 'PRE,ABS')
    expect(await statuses()).toEqual(['Present', 'Present', 'Absent'])
    await label(CASELOAD_IDS.bo, 'Reading', 'ABS')
    expect(await statuses()).toEqual(['Present', 'Absent', 'Absent'])
    await label(CASELOAD_IDS.bo, 'Reading', 'ABS,DUE')
    expect(await statuses()).toEqual(['Present', 'Make-up Due', 'Absent'])
    expect(await records({ providerId: 1, toDate: YESTERDAY })).toMatchObject({
      providerAttendence: [{ totalCount: 3, absentRecords: 2 }],
    })
    const chart = await server().call('getAttendanceChart', { token: token.ada, body: { providerId: 1 } })
    expect(chart.data).toMatchObject({ points: [{ due: 3, delivered: 1 }, { due: 1 }] })
    // What labels counted as stays with the sessions, whatever becomes of the labels and of their names.
    await run(`update tracking_labels set counts_as = 1 where tracking_label = 'DUE'`)
    await run(`update tracking_labels set deleted_at = now() where tracking_label = 'DUE'`)
    expect(await statuses()).toEqual(['Present', 'Make-up Due', 'Absent'])
    await run(`insert into tracking_labels (tracking_label, description) values ('DUE', 'Paid in time')`)
    expect(await statuses()).toEqual(['Present', 'Make-up Due', 'Absent'])
    await label(CASELOAD_IDS.bo, 'Reading', 'ABS')
    expect(await statuses()).toEqual(['Present', 'Absent', 'Absent'])
    await run(`update occurrences set ${setLabels('ABS')} where title = 'Fine motor group'`)
    expect(await statuses()).toEqual(['Absent', 'Absent', 'Absent'])
  })

  test('filters by provider, dates and keywords', async () => {
    expect(await records({ providerId: 2 })).toMatchObject({ providerAttendence: [sofiaYesterday] })
    expect(await records({ fromDate: TODAY, toDate: null })).toMatchObject({ providerAttendence: [paulToday] })
    expect(await records({ toDate: YESTERDAY })).toMatchObject({ totalRecords: 2 })
    expect(await records({ keywords: ' NORTH ' })).toMatchObject({ providerAttendence: [sofiaYesterday] })
    // A day with a matching session is counted in full.
    expect(await records({ keywords: 'reading' })).toMatchObject({ providerAttendence: [paulYesterday] })
    expect(await records({ keywords: '%' })).toMatchObject({ totalRecords: 0, providerAttendence: [] })
  })

  test('returns one page at a time', async () => {
    const page = (pageIndex: number) => records({ pageIndex, pageSize: 20 })
    expect(await page(1)).toMatchObject({ pageIndex: 1, pageSize: 20, totalRecords: 3 })
    expect(await page(2)).toEqual({ pageIndex: 2, pageSize: 20, totalRecords: 3, providerAttendence: [] })
  })

  test('charts short periods by day, longer ones by week or by month', async () => {
    const chart = async (body: object = {}) =>
      (await server().call('getAttendanceChart', { token: token.ada, body })).data
    expect(await chart()).toEqual({
      step: 'day',
      points: [
        { from: YESTERDAY, due: 4, delivered: 2 },
        { from: TODAY, due: 1, delivered: 0 },
      ],
    })
    expect(await chart({ providerId: 2 })).toEqual({
      step: 'day',
      points: [{ from: YESTERDAY, due: 1, delivered: 0 }],
    })
    await database().pool.query(`update occurrences set date = '2026-09-30' where title = 'Reading'`)
    expect(await chart()).toMatchObject({ step: 'week', points: [{ from: '2026-09-27' }, { from: '2026-11-15' }] })
    await database().pool.query(`update occurrences set date = '2025-09-30' where title = 'Reading'`)
    expect(await chart()).toMatchObject({ step: 'month', points: [{ from: '2025-09-01' }, { from: '2026-11-01' }] })
    expect(await chart({ keywords: 'nobody' })).toEqual({ step: 'day', points: [] })
  })

  test('rejects an end date before the start date', async () => {
    const reply = await server().call('getAttendanceRecords', {
      token: token.ada,
      body: { fromDate: TODAY, toDate: YESTERDAY },
    })
    expect(refusalOf(reply)).toEqual({
      status: 400,
      message: "End Date can't be less than Start Date",
      errors: [{ path: 'toDate', message: "End Date can't be less than Start Date" }],
    })
  })

  test('allows only administrators', async () => {
    const reply = await server().call('getAttendanceRecords', { token: token.paul, body: {} })
    expect(reply.status).toBe(403)
  })
})
