import { beforeEach, describe, expect, test } from 'vitest'
import { storedSessionSchema } from '#contract/session-form.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  afterwards,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  sessionPayload,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const READ_ONLY = '11/20/2026 is approved. You will not be able to make any changes for this day.'

describe('approving days', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  /** Paul has a session today, at Lincoln, with Ana and Bo. */
  beforeEach(async () => {
    await addSession(server(), token.paul)
  })

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const days = () =>
    rows(`select provider_id, date::text, state, approval_status, decided_by_id from provider_days
      where state <> 'open' order by 1, 2`)
  const approvals = (machine = 'provider-day') =>
    rows(
      `select user_id, entity from transition_log where event = 'day.approve' and machine = '${machine}' order by id`,
    )
  const approve = (ids: readonly (number | undefined)[], date = TODAY, by = token.ada) =>
    afterwards(server(), by, { date }, (then) => send(ids, date, then))
  const send = (ids: readonly (number | undefined)[], date: string, by = token.ada) =>
    server().call('approveScheduleEvents', {
      token: by,
      body: { scheduleEventRecurrence: ids.map((id) => ({ id, recurrenceDate: date })) },
    })
  const approveToday = async () => {
    await confirmHours(server(), token.paul)
    expect((await approve(await occurrenceIdsOn(server(), token.ada, TODAY))).status).toBe(200)
  }

  test('approves a day with confirmed hours: all its sessions, once, logged', async () => {
    await addSession(server(), token.paul, { startTime: '10:00', endTime: '10:30' })
    await confirmHours(server(), token.paul, { endTime: '10:30' })
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    expect(ids).toHaveLength(2)
    expect(await approve(ids)).toMatchObject({ status: 200, data: [] })
    expect(await days()).toEqual([
      { provider_id: 1, date: TODAY, state: 'approved', approval_status: 1, decided_by_id: 1 },
    ])
    const { data } = await server().call('getWeeklyScheduleEvents', {
      token: token.paul,
      body: { fromDateTime: '2026-11-15', toDateTime: '2026-11-21' },
    })
    expect(data).toMatchObject({
      events: [{ isApproved: 1 }, { isApproved: 1 }],
      eventsApprovedDates: [
        { providerId: 1, approvedDate: TODAY, approvedStatus: 'Approved', isApproved: 1, isConfirmed: false },
      ],
    })
    // Approving again changes nothing and reports nothing.
    expect(await approve(ids)).toMatchObject({ status: 200, data: [] })
    expect(await approvals()).toEqual([{ user_id: 1, entity: `1/${TODAY}` }])
    expect(await approvals('occurrence')).toEqual([...ids].sort().map((id) => ({ user_id: 1, entity: String(id) })))
  })

  test('names each unconfirmed row, and approves the other days', async () => {
    await addSession(server(), token.paul, {
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [CASELOAD_IDS.chi],
      startTime: '13:00',
      endTime: '13:30',
    })
    await addSession(server(), token.sofia, { caseloadIds: [CASELOAD_IDS.dora] })
    await confirmHours(server(), token.sofia, { providerId: 2 })
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    expect(await approve([...ids, 999])).toMatchObject({
      status: 409,
      message: 'Some days could not be approved.',
      data: [
        'No session found on 11/20/2026.',
        'Paul Provider has not confirmed the hours at Lincoln on 11/20/2026.',
        'Paul Provider has not confirmed the hours at Maple on 11/20/2026.',
      ],
    })
    expect(await days()).toEqual([
      { provider_id: 2, date: TODAY, state: 'approved', approval_status: 1, decided_by_id: 1 },
    ])
  })

  test('refuses a day with a pending change, and names the session', async () => {
    await addSession(server(), token.paul, { startTime: '16:00', endTime: '16:30', eventName: 'Fine motor group' })
    await confirmHours(server(), token.paul, { endTime: '16:30' })
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    const id = ids[1]
    const read = await server().call('editScheduleEventRecurrenceById', { token: token.paul, body: { id } })
    const body = { ...storedSessionSchema.parse(read.data), endTime: '17:00' }
    expect(await server().call('updateScheduleEventRecurrence', { token: token.paul, body })).toMatchObject({
      status: 200,
      data: { isPending: true },
    })
    expect(await approve(ids)).toMatchObject({
      status: 409,
      data: [
        'Paul Provider, 11/20/2026: a change to "Fine motor group" at 4:00 PM is waiting: approve or reject it first.',
      ],
    })
    expect(await days()).toMatchObject([{ date: TODAY, state: 'confirmed' }])
    const answer = await server().call('rejectScheduleEventRecurrence', { token: token.ada, body: { id } })
    expect(answer.status).toBe(200)
    expect((await approve(ids)).status).toBe(200)
    expect(await days()).toMatchObject([{ date: TODAY, state: 'approved' }])
  })

  test('refuses a day before its last session has ended, and names the entry', async () => {
    await addSession(server(), token.paul, { startTime: '13:00', endTime: '13:30' })
    await addSession(server(), token.sofia, { caseloadIds: [CASELOAD_IDS.dora] })
    for (const by of ['paul', 'sofia'] as const) {
      await confirmHours(server(), token[by], { providerId: by === 'paul' ? 1 : 2, isZeroHours: true })
    }
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    const message =
      'Paul Provider: 11/20/2026 is not over. It can be approved after its last session, which ends at 1:30 PM.'
    expect(await send(ids, TODAY)).toMatchObject({
      status: 409,
      data: [message],
      errors: [{ path: 'scheduleEventRecurrence.0', message }],
    })
    expect(await days()).toMatchObject([
      { provider_id: 1, state: 'confirmed' },
      { provider_id: 2, state: 'approved' },
    ])
    expect((await approve(ids)).status).toBe(200)
    expect(await days()).toMatchObject([{ state: 'approved' }, { state: 'approved' }])
  })

  test('needs no hours for a day whose sessions require none', async () => {
    await addSession(server(), token.paul, { date: '2026-11-23', isTimesheetReq: false })
    const ids = await occurrenceIdsOn(server(), token.ada, '2026-11-23')
    expect(await approve(ids, '2026-11-23')).toMatchObject({ status: 200 })
  })

  test('reports a locked day', async () => {
    await database().pool.query(`insert into provider_days (provider_id, date, state) values (1, '2026-11-20', 'locked')
      on conflict (provider_id, date) do update set state = 'locked'`)
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    expect(await approve(ids)).toMatchObject({
      status: 409,
      data: ['11/20/2026 is locked. You will not be able to make any changes for this day.'],
    })
  })

  test('is for administrators, and requires a day', async () => {
    const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
    for (const by of [token.paul, token.sofia]) expect((await approve(ids, TODAY, by)).status).toBe(403)
    expect(await approve([])).toMatchObject({ status: 400, message: 'Please Select atleast one record' })
    expect(await days()).toEqual([])
  })

  test('makes the day read-only: hours, labels, notes and new sessions are refused to everyone', async () => {
    await approveToday()
    const before = await Promise.all(
      ['timesheets', 'occurrences', 'occurrence_students'].map((table) => rows(`select * from ${table} order by id`)),
    )
    for (const by of [token.paul, token.ada]) {
      const call = (name: Parameters<ReturnType<typeof server>['call']>[0], body: unknown) =>
        server().call(name, { token: by, body })
      const refused = { status: 409, message: READ_ONLY }
      expect(refusalOf(await confirmHours(server(), by, { endTime: '11:00' }))).toEqual(refused)
      expect(refusalOf(await confirmHours(server(), by, { isConfirmClicked: false }))).toEqual(refused)
      expect(refusalOf(await call('updateRecurrenceFeedback', { id: 1, trackingLabels: 'PRE' }))).toEqual(refused)
      expect(refusalOf(await call('updateEventNote', { id: 1, trackingFeedback: 'Late' }))).toEqual(refused)
      expect(refusalOf(await call('updateRecurrenceStudentFeedback', { id: 1, trackingLabels: 'ABS' }))).toEqual(
        refused,
      )
      expect(refusalOf(await call('updateStudentNote', { id: 1, trackingFeedback: 'Late' }))).toEqual(refused)
      const session = sessionPayload(by === token.ada ? { providerId: 1, rateTypeId: 1 } : {})
      expect(refusalOf(await call('addScheduleEvent', session))).toEqual({
        status: 409,
        message: 'No session can be added: 11/20/2026 is approved.',
      })
    }
    const after = await Promise.all(
      ['timesheets', 'occurrences', 'occurrence_students'].map((table) => rows(`select * from ${table} order by id`)),
    )
    expect(after).toEqual(before)
  })

  test('by two administrators at once approves each day once', async () => {
    const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
    for (const date of dates) {
      await addSession(server(), token.paul, { date })
      await confirmHours(server(), token.paul, { date })
    }
    const entries = await Promise.all(
      dates.map(async (date) => ({ id: (await occurrenceIdsOn(server(), token.ada, date))[0], recurrenceDate: date })),
    )
    const send = (scheduleEventRecurrence: unknown) =>
      server().call('approveScheduleEvents', { token: token.ada, body: { scheduleEventRecurrence } })
    const replies = await Promise.all([
      send(entries),
      send([...entries].reverse()),
      send(entries),
      send([...entries].reverse()),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await approvals()).map(({ entity }) => entity)).toEqual(dates.map((date) => `1/${date}`))
    expect(await approvals('occurrence')).toHaveLength(dates.length)
    expect((await days()).map(({ state }) => state)).toEqual(dates.map(() => 'approved'))
  })

  test('concurrent with edits of the day, refuses each edit or approves after it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const date = `2026-11-0${round + 1}`
      await addSession(server(), token.paul, { date })
      await confirmHours(server(), token.paul, { date })
      const [id] = await occurrenceIdsOn(server(), token.ada, date)
      const note = (text: string) =>
        server().call('updateEventNote', { token: token.paul, body: { id, trackingFeedback: text } })
      const [edit, approval, added, late] = await Promise.all([
        note('before'),
        approve([id], date),
        server().call('addScheduleEvent', {
          token: token.paul,
          body: sessionPayload({ date, startTime: '11:00', endTime: '11:30' }),
        }),
        note('after'),
      ])
      expect([200, 409]).toContain(edit.status)
      // Either the new session came first and reopened the day, or the approval came first and the session was refused.
      expect([approval.status, added.status].sort()).toEqual([200, 409])
      const [stored] = await rows(`select
        (select state from provider_days where date = '${date}') as state,
        (select count(*)::int from occurrences where date = '${date}') as sessions,
        (select tracking_feedback from occurrences where id = ${id}) as note`)
      expect(stored).toMatchObject(
        approval.status === 200 ? { state: 'approved', sessions: 1 } : { state: 'open', sessions: 2 },
      )
      const saved = [edit.status === 200 ? 'before' : undefined, late.status === 200 ? 'after' : undefined]
      expect(saved.filter(Boolean).length > 0 ? saved : ['']).toContain(stored?.note)
    }
  })
})
