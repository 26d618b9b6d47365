import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { getDayToReject } from '#contract/day.ts'
import { getNeedsYou, NEEDS_YOU_KEYS, needsYouEntries } from '#contract/needs-you.ts'
import { getOpenDays, getSessionChanges, getStudentsBehind, getUnconfirmedProviders } from '#contract/open-work.ts'
import { getAdminPtos, getProviderPtos } from '#contract/time-off.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  SCHOOL_IDS,
  saveHours,
  TODAY,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, goTo, USUAL_PTO, useTimeOff } from '#tests/support/server/time-off.ts'

/**
 * Friday, November 20, 10 AM. Paul had a session on the 17th, 18th and 19th at Lincoln, and on the 18th also at Maple;
 * Sofía on the 19th. Both have one this afternoon.
 */
describe('what needs the user', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)

  const byAda = { rateTypeId: 1 } as const
  const paul = { ...byAda, providerId: 1 }
  const sofia = { ...byAda, providerId: 2, caseloadIds: [CASELOAD_IDS.dora] }
  const afternoon = { date: TODAY, startTime: '13:00', endTime: '13:45' }

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'Caseloads')
    for (const date of ['2026-11-17', '2026-11-18', '2026-11-19'])
      await addSession(server(), token.ada, { ...paul, date })
    const maple = { schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi], startTime: '11:00', endTime: '11:30' }
    await addSession(server(), token.ada, { ...paul, ...maple, date: '2026-11-18' })
    await addSession(server(), token.ada, { ...sofia, date: '2026-11-19' })
    await addSession(server(), token.ada, { ...paul, ...afternoon })
    await addSession(server(), token.ada, { ...sofia, ...afternoon })
  })

  const call = async (name: EndpointName, by: string, query: Record<string, string | number> = {}) => {
    const reply = await server().call(name, { token: by, query })
    expect(reply).toMatchObject({ status: 200 })
    return reply.data
  }
  const send = async (name: EndpointName, by: string, body: object) => {
    const reply = await server().call(name, { token: by, body })
    expect(reply).toMatchObject({ status: 200 })
  }
  const needs = async (by: string) => getNeedsYou.data.parse(await call('getNeedsYou', by))
  const countsOf = async (by: string) =>
    Object.fromEntries((await needs(by)).entries.map(({ key, count }) => [key, count]))
  const openDays = async (by: string, query: Record<string, string | number> = {}) => {
    const { rows, total } = getOpenDays.data.parse(await call('getOpenDays', by, query))
    expect(total).toBe(rows.length)
    return rows.map(({ providerName, date, status, schoolNames, reason, decidedBy }) => [
      providerName.slice(0, 5),
      date,
      status,
      schoolNames.join(),
      ...(reason === null ? [] : [reason, decidedBy]),
    ])
  }
  const confirm = (date: string, hours: object = {}) => saveHours(server(), token.paul, { date, ...hours })
  const approve = async (date: string) => {
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, date)
    const body = { scheduleEventRecurrence: [{ id, recurrenceDate: date }] }
    return server().call('approveScheduleEvents', { token: token.ada, body })
  }
  const reopen = (date: string, reason: string) =>
    server().call('reopenDay', { token: token.ada, body: { providerId: 1, date, reason } })
  const reject = async (date: string, reason: string) => {
    const asked = { providerId: 1, date }
    const { data } = await server().call('getDayToReject', { token: token.ada, body: asked })
    const { entityCacheKey } = getDayToReject.data.parse(data)
    return server().call('rejectDays', { token: token.ada, body: { days: [{ ...asked, entityCacheKey }], reason } })
  }

  test('counts past days until they are confirmed and approved, and again when they are sent back', async () => {
    expect(await openDays(token.ada)).toEqual([
      ['Paul ', '2026-11-19', 1, 'Lincoln'],
      ['Sofía', '2026-11-19', 1, 'Lincoln'],
      ['Paul ', '2026-11-18', 1, 'Lincoln,Maple'],
      ['Paul ', '2026-11-17', 1, 'Lincoln'],
    ])
    expect(await needs(token.paul)).toEqual({
      asOf: '2026-11-20T15:00:00.000Z',
      entries: [{ key: 'unconfirmedDays', count: 3 }],
      days: ['2026-11-19', '2026-11-18', '2026-11-17'].map((date) => ({ date, status: 1, reason: null })),
    })
    expect(await countsOf(token.ada)).toEqual({ unapprovedDays: 4, unconfirmedProviders: 2 })

    expect(await confirm('2026-11-17')).toMatchObject({ status: 200 })
    expect(await confirm('2026-11-18')).toMatchObject({ status: 200 })
    expect(await openDays(token.paul)).toEqual([
      ['Paul ', '2026-11-19', 1, 'Lincoln'],
      ['Paul ', '2026-11-18', 1, 'Lincoln,Maple'],
      ['Paul ', '2026-11-17', 3, 'Lincoln'],
    ])
    expect(await countsOf(token.paul)).toEqual({ unconfirmedDays: 2 })

    expect(await approve('2026-11-17')).toMatchObject({ status: 200 })
    expect(await openDays(token.ada, { providerIds: '1' })).toEqual([
      ['Paul ', '2026-11-19', 1, 'Lincoln'],
      ['Paul ', '2026-11-18', 1, 'Lincoln,Maple'],
    ])

    expect(await reopen('2026-11-17', 'Wrong school')).toMatchObject({ status: 200 })
    expect(await openDays(token.paul, { status: 2 })).toEqual([])
    expect(await reject('2026-11-17', 'The end is missing.')).toMatchObject({ status: 200 })
    expect(await openDays(token.paul, { status: 2 })).toEqual([
      ['Paul ', '2026-11-17', 2, 'Lincoln', 'The end is missing.', 'Ada Admin'],
    ])
    expect(await needs(token.paul)).toEqual({
      asOf: '2026-11-20T15:00:00.000Z',
      entries: [
        { key: 'unconfirmedDays', count: 2 },
        { key: 'rejectedDays', count: 1 },
      ],
      days: [
        { date: '2026-11-19', status: 1, reason: null },
        { date: '2026-11-18', status: 1, reason: null },
        { date: '2026-11-17', status: 2, reason: 'The end is missing.' },
      ],
    })
    expect(getUnconfirmedProviders.data.parse(await call('getUnconfirmedProviders', token.ada))).toMatchObject({
      total: 2,
      rows: [
        { providerName: 'Paul Provider', unconfirmed: 2, rejected: 1, since: '2026-11-17' },
        { providerName: 'Sofía Special', unconfirmed: 1, rejected: 0, since: '2026-11-19' },
      ],
    })
  })

  test('counts today once its last session has ended, and days without a timesheet only for approval', async () => {
    await goTo(server(), token, '2026-11-20T18:44:00Z')
    expect(await openDays(token.paul, { status: 1 })).toHaveLength(3)
    await goTo(server(), token, '2026-11-20T18:45:00Z')
    expect(await openDays(token.paul, { status: 1 })).toHaveLength(4)
    await database().db.update(occurrences).set({ isTimesheetRequired: false })
    expect((await openDays(token.paul)).map(([, date, status]) => [date, status])).toEqual([
      ['2026-11-20', 3],
      ['2026-11-19', 3],
      ['2026-11-18', 3],
      ['2026-11-17', 3],
    ])
    expect(await countsOf(token.ada)).toMatchObject({ unapprovedDays: 6 })
    expect(await countsOf(token.ada)).not.toHaveProperty('unconfirmedProviders')
  })

  test('lists only the days of the last two weeks, and counts those of a year', async () => {
    await goTo(server(), token, '2026-12-01T15:00:00Z')
    expect((await needs(token.paul)).days.map(({ date }) => date)).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-18',
      '2026-11-17',
    ])
    await goTo(server(), token, '2026-12-02T15:00:00Z')
    expect((await needs(token.paul)).days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-19', '2026-11-18'])
    expect(await countsOf(token.paul)).toEqual({ unconfirmedDays: 4 })
    await goTo(server(), token, '2027-11-20T15:00:00Z')
    expect(await countsOf(token.paul)).toEqual({ unconfirmedDays: 2 })
  })

  test('counts requests for time off that wait, and that were answered in the last two weeks', async () => {
    const id = await askForTimeOff(server(), token.paul)
    await askForTimeOff(server(), token.sofia)
    expect(await countsOf(token.ada)).toMatchObject({ waitingRequests: 2 })
    expect(await countsOf(token.paul)).not.toHaveProperty('answeredRequests')
    await server().call('rejectPtos', { token: token.ada, body: { ids: String(id), notes: 'Too late' } })
    expect(await countsOf(token.ada)).toMatchObject({ waitingRequests: 1 })
    expect(getAdminPtos.data.parse(await call('getAdminPtos', token.ada, { statusId: 1 })).total).toBe(1)
    expect(await countsOf(token.paul)).toMatchObject({ answeredRequests: 1 })
    expect(await countsOf(token.sofia)).not.toHaveProperty('answeredRequests')
    const answered = async () =>
      getProviderPtos.data.parse(await call('getProviderPtos', token.paul, { answered: 1 })).rows.map((row) => row.id)
    expect(await answered()).toEqual([id])
    await goTo(server(), token, '2026-12-05T15:00:00Z')
    expect(await answered()).toEqual([])
    expect(await countsOf(token.paul)).not.toHaveProperty('answeredRequests')
  })

  test('counts the days of a span once, as its list does, and time off to be returned', async () => {
    const days = ['2026-12-01', '2026-12-02'].map((requestedDate) => ({ ...USUAL_PTO, requestedDate }))
    await send('createPtos', token.paul, { reason: 'Trip', days })
    expect(await countsOf(token.ada)).toMatchObject({ waitingRequests: 1 })
    expect(getAdminPtos.data.parse(await call('getAdminPtos', token.ada, { statusId: 1 })).total).toBe(1)
    await send('acceptPtos', token.ada, { ids: '1,2' })
    await send('giveBackPtos', token.paul, { ids: [1] })
    const counts = await countsOf(token.ada)
    expect(counts).toMatchObject({ waitingReturns: 1 })
    expect(counts).not.toHaveProperty('waitingRequests')
    await send('acceptPtos', token.ada, { ids: '1' })
    expect(await countsOf(token.ada)).not.toHaveProperty('waitingReturns')
    expect(await countsOf(token.paul)).toMatchObject({ answeredRequests: 2 })
  })

  test('counts answers until they are dismissed, and leaves them out of the list of those that are not', async () => {
    const ids = [
      await askForTimeOff(server(), token.paul),
      await askForTimeOff(server(), token.paul, { requestedDate: '2026-12-01' }),
    ]
    const listed = async (answered: number) =>
      getProviderPtos.data.parse(await call('getProviderPtos', token.paul, { answered })).rows.map((row) => row.id)
    await send('rejectPtos', token.ada, { ids: String(ids[0]), notes: 'Too late' })
    const { asOf } = await needs(token.paul)
    server().now = new Date(Date.parse(asOf) + 60_000)
    await send('rejectPtos', token.ada, { ids: String(ids[1]), notes: 'Too late' })
    const dismiss = (until: string) => send('dismissNews', token.paul, { key: 'answeredRequests', until })
    await dismiss(asOf)
    expect(await countsOf(token.paul)).toMatchObject({ answeredRequests: 1 })
    expect(await listed(2)).toEqual([ids[1]])
    expect(await listed(1)).toEqual([ids[1], ids[0]])
    await dismiss('9999-12-31T23:59:59.999Z')
    expect(await countsOf(token.paul)).not.toHaveProperty('answeredRequests')
    // An older page dismisses nothing that was dismissed already, and the future is not dismissed.
    await dismiss(asOf)
    expect(await listed(2)).toEqual([])
    server().now = new Date(Date.parse(asOf) + 120_000)
    await send('acceptPtos', token.ada, {
      ids: String(await askForTimeOff(server(), token.paul, { requestedDate: '2026-12-02' })),
    })
    expect(await countsOf(token.paul)).toMatchObject({ answeredRequests: 1 })
    expect(await countsOf(token.sofia)).not.toHaveProperty('answeredRequests')
  })

  test("counts providers' changes that wait, and their own that were decided", async () => {
    const ids = await occurrenceIdsOn(server(), token.paul, TODAY)
    const change = async (id: number, startTime: string) => {
      const { data } = await server().call('editScheduleEventRecurrenceById', { token: token.paul, body: { id } })
      const body = { ...(data as object), startTime, endTime: '15:00' }
      expect(await server().call('updateScheduleEventRecurrence', { token: token.paul, body })).toMatchObject({
        status: 200,
      })
    }
    const [id = 0] = ids
    await change(id, '14:00')
    const changes = async (by: string, query = {}) =>
      getSessionChanges.data
        .parse(await call('getSessionChanges', by, query))
        .rows.map(({ title, date, startTime, status, by, on }) => ({ title, date, startTime, status, by, on }))
    const asked = { title: 'Fine motor group', date: TODAY, startTime: '13:00', on: TODAY }
    expect(await changes(token.ada, { stage: 1 })).toEqual([{ ...asked, status: 'Waiting', by: 'Paul Provider' }])
    expect(await countsOf(token.ada)).toMatchObject({ waitingChanges: 1 })
    expect(await countsOf(token.paul)).not.toHaveProperty('decidedChanges')
    await server().call('rejectScheduleEventRecurrence', { token: token.ada, body: { id } })
    await change(id, '14:15')
    await server().call('approveScheduleEventRecurrence', { token: token.ada, body: { id } })
    await change(id, '14:30')
    const moved = { ...asked, startTime: '14:15' }
    expect(await changes(token.paul)).toEqual([
      { ...moved, status: 'Waiting', by: 'Paul Provider' },
      { ...moved, status: 'Approved', by: 'Ada Admin' },
      { ...moved, status: 'Rejected', by: 'Ada Admin' },
    ])
    expect(await changes(token.paul, { stage: 2 })).toHaveLength(2)
    expect(await countsOf(token.paul)).toMatchObject({ decidedChanges: 2 })
    expect(await changes(token.sofia)).toEqual([])
    await send('dismissNews', token.paul, { key: 'decidedChanges', until: (await needs(token.paul)).asOf })
    expect(await changes(token.paul, { stage: 3 })).toEqual([])
    expect(await countsOf(token.paul)).not.toHaveProperty('decidedChanges')
    expect(await changes(token.paul, { stage: 2 })).toHaveLength(2)
    await goTo(server(), token, '2026-12-05T15:00:00Z')
    expect(await changes(token.paul, { stage: 2 })).toEqual([])
    expect(await countsOf(token.paul)).not.toHaveProperty('decidedChanges')
  })

  test('counts students who are more than a week of minutes behind, from their first week of the school year', async () => {
    // Twice 30 minutes a week. The week of the 15th is the first one, and due in full on Friday.
    const behind = async () =>
      getStudentsBehind.data
        .parse(await call('getStudentsBehind', token.ada))
        .rows.map(({ studentName, from, mandated, delivered, behind }) => [
          studentName,
          from,
          mandated,
          delivered,
          behind,
        ])
    await goTo(server(), token, '2026-11-21T15:00:00Z')
    expect(await behind()).toEqual([])
    await goTo(server(), token, '2026-11-23T15:00:00Z')
    const nobodyHeld = ['2026-11-15', 72, 0, 72]
    expect(await behind()).toEqual([
      ['Ana Núñez', ...nobodyHeld],
      ['Bo Li', ...nobodyHeld],
      ['Chi Okafor', ...nobodyHeld],
      ['Dora Weiss', ...nobodyHeld],
    ])
    expect(await countsOf(token.ada)).toMatchObject({ studentsBehind: 4 })
    await confirm('2026-11-17')
    await database().db.update(students).set({ isActive: false }).where(eq(students.name, 'Chi Okafor'))
    expect(await behind()).toEqual([['Dora Weiss', ...nobodyHeld]])
    await goTo(server(), token, '2026-11-27T15:00:00Z')
    expect(await behind()).toEqual([
      ['Dora Weiss', '2026-11-15', 120, 0, 120],
      ['Ana Núñez', '2026-11-15', 120, 45, 75],
      ['Bo Li', '2026-11-15', 120, 45, 75],
    ])
  })

  test('counts only what the user may open', async () => {
    await askForTimeOff(server(), token.paul)
    const { db } = database()
    await db.execute(`delete from role_permissions`)
    expect(Object.keys(await countsOf(token.ada))).toEqual(['unapprovedDays', 'unconfirmedProviders'])
    expect(Object.keys(await countsOf(token.paul))).toEqual(['unconfirmedDays'])
    await db.execute(`update users set provider_id = null where id = 2`)
    expect(await needs(token.paul)).toMatchObject({ entries: [], days: [] })
  })

  test('finds the next day with sessions', async () => {
    const next = (by: string, date: string) => call('getNextDay', by, { date })
    expect(await next(token.sofia, '2026-11-16')).toEqual({ date: '2026-11-19' })
    expect(await next(token.paul, '2026-11-16')).toEqual({ date: '2026-11-17' })
    expect(await next(token.paul, TODAY)).toEqual({ date: null })
  })

  test('every count says what it counts', () => {
    expect(NEEDS_YOU_KEYS.map((key) => [needsYouEntries[key].words(1), needsYouEntries[key].words(2)])).toEqual([
      ['1 past day not confirmed', '2 past days not confirmed'],
      ['1 day rejected', '2 days rejected'],
      ['1 time-off request answered', '2 time-off requests answered'],
      ['1 session change decided', '2 session changes decided'],
      ['1 hand-over to you', '2 hand-overs to you'],
      ['1 required document missing or expired', '2 required documents missing or expired'],
      ['1 document to read and accept', '2 documents to read and accept'],
      ['1 session change waiting', '2 session changes waiting'],
      ['1 time-off request waiting', '2 time-off requests waiting'],
      ['1 request to return time off', '2 requests to return time off'],
      ['1 past day not approved', '2 past days not approved'],
      ['1 provider with days to confirm', '2 providers with days to confirm'],
      ['1 student more than a week behind', '2 students more than a week behind'],
      ['1 provider with work to hand over', '2 providers with work to hand over'],
      ['1 provider with missing or expired documents', '2 providers with missing or expired documents'],
      ['1 provider with documents not accepted for a week', '2 providers with documents not accepted for a week'],
      ['1 email not delivered', '2 emails not delivered'],
      ['1 invoice not delivered', '2 invoices not delivered'],
      ['1 invoice overdue', '2 invoices overdue'],
    ])
  })
})
