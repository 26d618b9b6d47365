import { beforeEach, describe, expect, test } from 'vitest'
import { getDayToReject } from '#contract/day.ts'
import {
  type EventStudent,
  eventDetailSchema,
  getWeeklyScheduleEvents,
  savedTimesheetSchema,
  sessionHoursToWire,
} from '#contract/schedule.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified } from '#tests/support/server/notifications.ts'
import {
  addSession,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  saveHours,
  TEST_NOW,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const READ_ONLY = {
  status: 409,
  message: '11/20/2026 is approved. You will not be able to make any changes for this day.',
}

/** It is ten on Friday morning; Paul had a session with Ana and Bo from 9:00 to 9:45. */
describe('the day of a held session', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  let occurrence = 0

  beforeEach(async () => {
    await addSession(server(), token.paul)
    occurrence = (await occurrenceIdsOn(server(), token.paul, TODAY))[0] ?? 0
  })

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const approve = async () => {
    await confirmHours(server(), token.paul)
    const scheduleEventRecurrence = [{ id: occurrence, recurrenceDate: TODAY }]
    const reply = await server().call('approveScheduleEvents', { token: token.ada, body: { scheduleEventRecurrence } })
    expect(reply.status).toBe(200)
  }

  describe('its note', () => {
    const note = async (body: object = {}) =>
      (await server().call('getDayNote', { token: token.paul, body: { id: 1, startDateTimeUtc: TODAY, ...body } })).data
    const write = (dayNote: string, more: object = {}, by = token.paul) =>
      server().call('addDayNote', { token: by, body: { id: 1, startDateTimeUtc: TODAY, dayNote, ...more } })

    test('is written, replaced and removed, by provider and administrator', async () => {
      expect(await note()).toEqual({ dayNote: '', entityCacheKey: '0', readOnlyReason: null })
      expect((await write(' Fire drill at ten. ')).data).toMatchObject({
        dayNote: 'Fire drill at ten.',
        entityCacheKey: '1',
      })
      expect((await write('No drill.', { entityCacheKey: '1' }, token.ada)).data).toMatchObject({ entityCacheKey: '2' })
      expect(await note()).toMatchObject({ dayNote: 'No drill.', entityCacheKey: '2' })
      expect(await rows('select provider_id, date::text, day_note, updated_by_id from day_notes')).toEqual([
        { provider_id: 1, date: TODAY, day_note: 'No drill.', updated_by_id: 1 },
      ])
      await write('')
      expect(await note()).toMatchObject({ dayNote: '', entityCacheKey: '3' })
    })

    test("belongs to the organization's day that contains the instant", async () => {
      await write('Late', { startDateTimeUtc: '2026-11-21T04:30:00Z' })
      expect(await note()).toMatchObject({ dayNote: 'Late' })
      expect(await note({ startDateTimeUtc: '2026-11-21T05:30:00Z' })).toMatchObject({ dayNote: '' })
    })

    test("is refused after someone else's change, on an approved day, to other providers, and when too long", async () => {
      await write('First')
      expect(refusalOf(await write('Second', { entityCacheKey: '0' }))).toEqual({
        status: 409,
        message: 'Someone else has changed this note. Please review it.',
      })
      expect((await write('Mine', {}, token.sofia)).status).toBe(403)
      expect(
        (await server().call('getDayNote', { token: token.sofia, body: { id: 1, startDateTimeUtc: TODAY } })).status,
      ).toBe(403)
      expect((await write('Nobody', { id: 99 }, token.ada)).status).toBe(404)
      expect(refusalOf(await write('x'.repeat(4001)))).toMatchObject({
        status: 400,
        message: 'Maximum characters allowed is 4000',
      })
      await approve()
      expect(refusalOf(await write('Too late'))).toEqual(READ_ONLY)
      expect(await note()).toMatchObject({ dayNote: 'First', readOnlyReason: READ_ONLY.message })
    })
  })

  describe('its students', () => {
    const add = (caseloadIds: number[], by = token.paul) =>
      server().call('addCaseload', { token: by, body: { id: occurrence, caseloadIds } })
    const remove = (id: number, by = token.paul) =>
      server().call('deleteStudentFromCaseload', { token: by, body: { id, scheduleEventRecurrenceId: occurrence } })
    const names = ({ data }: { data: unknown }) => (data as EventStudent[]).map(({ studentName }) => studentName)
    const places = async () =>
      (await rows(`select id from occurrence_students where occurrence_id = ${occurrence} order by student_id`)).map(
        ({ id }) => Number(id),
      )

    test('are added to a single session and removed from it, after it was held', async () => {
      const [ana = 0] = await places()
      expect(names(await remove(ana))).toEqual(['Bo Li'])
      expect(await rows('select students_count, version from occurrences')).toEqual([{ students_count: 1, version: 2 }])
      expect(names(await add([CASELOAD_IDS.ana, CASELOAD_IDS.bo]))).toEqual(['Ana Núñez', 'Bo Li'])
      expect(names(await add([CASELOAD_IDS.dora], token.ada))).toEqual(['Ana Núñez', 'Bo Li', 'Dora Weiss'])
      expect(await rows('select students_count, version from occurrences')).toEqual([{ students_count: 3, version: 4 }])
      expect(
        await rows(`select user_id, event, detail from transition_log where event = 'students.change' order by id`),
      ).toEqual([
        { user_id: 2, event: 'students.change', detail: { version: 2, changes: ['the students'] } },
        { user_id: 2, event: 'students.change', detail: { version: 3, changes: ['the students'] } },
        { user_id: 1, event: 'students.change', detail: { version: 4, changes: ['the students'] } },
      ])
    })

    test('stay as they were held when the series changes later', async () => {
      const [ana = 0] = await places()
      await database().pool.query('update occurrences set is_recurring = true')
      await remove(ana)
      expect(await rows('select is_edited_alone from occurrences')).toEqual([{ is_edited_alone: true }])
    })

    test('must be on the caseload, and at least one must remain', async () => {
      expect(refusalOf(await add([]))).toMatchObject({ status: 400, message: 'Please select atleast one caseload' })
      expect(refusalOf(await add([CASELOAD_IDS.dora]))).toMatchObject({ status: 403 })
      expect(refusalOf(await add([CASELOAD_IDS.chi], token.ada))).toMatchObject({
        status: 400,
        message: "A student is not on this school's caseload",
      })
      const [ana = 0, bo = 0] = await places()
      await remove(ana)
      expect(refusalOf(await remove(ana))).toEqual({
        status: 404,
        message: 'This student is no longer in this session.',
      })
      expect(refusalOf(await remove(bo))).toMatchObject({ status: 400, message: 'At least 1 student is required' })
      expect(await places()).toEqual([bo])
    })

    test('are not changed in a Basic session, by another provider, or on an approved day', async () => {
      const [ana = 0] = await places()
      expect((await add([CASELOAD_IDS.ana], token.sofia)).status).toBe(404)
      expect((await remove(ana, token.sofia)).status).toBe(404)
      await approve()
      expect(refusalOf(await add([CASELOAD_IDS.ana]))).toEqual(READ_ONLY)
      expect(refusalOf(await remove(ana))).toEqual(READ_ONLY)
      expect(await places()).toHaveLength(2)
      await database().pool.query("update provider_days set state = 'open'")
      await database().pool.query('update occurrences set schedule_event_mode = 1')
      expect(refusalOf(await add([CASELOAD_IDS.ana]))).toMatchObject({
        status: 400,
        message: 'A Basic session cannot have students',
      })
    })
  })

  describe('its hours', () => {
    const update = (change: { isZeroHours?: boolean } & Record<string, unknown>, by = token.ada) =>
      server().call('updateTimesheet', {
        token: by,
        body: sessionHoursToWire({
          id: occurrence,
          isTimesheetReq: true,
          isZeroHours: false,
          startTime: '08:45',
          endTime: '10:00',
          ...change,
        }),
      })
    const hours = () =>
      rows(`select left(start_time::text, 5) as start, left(end_time::text, 5) as end, is_zero_hours as zero,
        confirmed_at is not null as confirmed, updated_by_id as by from timesheets`)

    test('are corrected by an administrator from a session; confirmed hours stay confirmed', async () => {
      const { status, data: saved } = await update({})
      expect(status).toBe(200)
      expect(savedTimesheetSchema.parse(saved)).toMatchObject({
        startTime: '08:45',
        endTime: '10:00',
        isZeroHours: false,
        isConfirmed: false,
        entityCacheKey: '1',
        day: { providerId: 1, approvedDate: TODAY, isConfirmed: false },
        session: { id: occurrence, isTimesheetReq: true, entityCacheKey: '1' },
      })
      expect(await hours()).toEqual([{ start: '08:45', end: '10:00', zero: false, confirmed: false, by: 1 }])
      await confirmHours(server(), token.paul)
      expect((await update({ startTime: '', endTime: '', isZeroHours: true })).status).toBe(200)
      expect(await hours()).toEqual([{ start: '09:00', end: '09:45', zero: true, confirmed: true, by: 1 }])
      expect(await rows('select state from provider_days')).toEqual([{ state: 'confirmed' }])
      const { data } = await server().call('getScheduleEventById', { token: token.ada, body: { id: occurrence } })
      expect(eventDetailSchema.parse(data)).toMatchObject({
        original: {
          isTimesheetReq: true,
          isZeroHours: true,
          timesheetStartTime: '09:00',
          timesheetEndTime: '09:45',
        },
      })
    })

    test('are not replaced by someone who has not seen them', async () => {
      const seen = async () => {
        const { data } = await server().call('getScheduleEventById', { token: token.ada, body: { id: occurrence } })
        const { timesheetId, timesheetCacheKey } = (data as { original: Record<string, unknown> }).original
        return { timesheetId, timesheetCacheKey }
      }
      const refused = {
        status: 409,
        message: 'Someone else has changed these hours. Please review them.',
      }
      const beforeConfirming = await seen()
      await confirmHours(server(), token.paul, { endTime: '11:00' })
      const late = await update(beforeConfirming)
      expect(refusalOf(late)).toEqual(refused)
      expect(savedTimesheetSchema.parse(late.data)).toMatchObject({
        endTime: '11:00',
        isConfirmed: true,
        session: { id: occurrence, entityCacheKey: '1' },
      })
      const confirmed = { start: '09:00', end: '11:00', zero: false, confirmed: true }
      expect(await hours()).toMatchObject([confirmed])
      const beforeCorrecting = await seen()
      await confirmHours(server(), token.paul, { endTime: '11:30' })
      expect(refusalOf(await update(beforeCorrecting))).toEqual(refused)
      expect(await hours()).toMatchObject([{ ...confirmed, end: '11:30' }])
      expect((await update(await seen())).status).toBe(200)
      expect(await hours()).toMatchObject([{ ...confirmed, start: '08:45', end: '10:00' }])
    })

    test('can be made optional', async () => {
      const { data } = await update({ isTimesheetReq: false, startTime: '', endTime: '' })
      expect(savedTimesheetSchema.parse(data)).toMatchObject({
        id: 0,
        isRequired: false,
        session: { id: occurrence, isTimesheetReq: false, entityCacheKey: '2' },
      })
      expect(await rows('select is_timesheet_required, version from occurrences')).toEqual([
        { is_timesheet_required: false, version: 2 },
      ])
      expect(await hours()).toEqual([])
    })

    test("are refused in the calendar's words, to providers, on an approved day, and over someone else's change", async () => {
      const messageOf = async (body: Record<string, unknown>) => refusalOf(await update(body)).message
      expect(await messageOf({ startTime: '' })).toBe('Start is required')
      expect(await messageOf({ endTime: '' })).toBe('End is required')
      expect(await messageOf({ endTime: '08:00' })).toBe('End can not be less than Start')
      expect(await messageOf({ endTime: '08:45' })).toBe('End should be greater than Start')
      expect((await update({}, token.paul)).status).toBe(403)
      await server().call('addCaseload', {
        token: token.paul,
        body: { id: occurrence, caseloadIds: [CASELOAD_IDS.ana] },
      })
      expect(refusalOf(await update({ entityCacheKey: '1' }))).toEqual({
        status: 409,
        message: 'Paul Provider has changed the students of this session.',
      })
      await approve()
      expect(refusalOf(await update({}))).toEqual(READ_ONLY)
    })
  })

  describe('its approval', () => {
    const reopen = (reason = 'Wrong school', by = token.ada, date = TODAY) =>
      server().call('reopenDay', { token: by, body: { providerId: 1, date, reason } })

    test('is taken back by an administrator, and the reason is stored', async () => {
      await approve()
      expect((await reopen()).status).toBe(200)
      expect(await rows('select state, approval_status, reason from provider_days')).toEqual([
        { state: 'reopened', approval_status: 0, reason: 'Wrong school' },
      ])
      expect(
        await rows(`select user_id, from_state, to_state, detail from transition_log
          where event = 'day.reopen' order by id`),
      ).toEqual([
        { user_id: 1, from_state: 'approved', to_state: 'reopened', detail: { reason: 'Wrong school' } },
        { user_id: 1, from_state: 'approved', to_state: 'scheduled', detail: null },
      ])
      // Its hours have to be confirmed again before it can be approved again.
      expect(await rows('select confirmed_at from timesheets')).toEqual([{ confirmed_at: null }])
      expect((await confirmHours(server(), token.paul)).status).toBe(200)
    })

    test('is kept without a reason, for a provider, and when the day is open or locked', async () => {
      expect(refusalOf(await reopen())).toEqual({ status: 409, message: '11/20/2026 is not approved.' })
      await approve()
      expect(refusalOf(await reopen('  '))).toMatchObject({ status: 400, message: 'Reason Is Required' })
      expect((await reopen('Wrong school', token.paul)).status).toBe(403)
      await database().pool.query(`update provider_days set state = 'locked'`)
      expect(refusalOf(await reopen())).toEqual({
        status: 409,
        message: '11/20/2026 is locked. You will not be able to make any changes for this day.',
      })
    })
  })

  describe('its rejection', () => {
    const dayToReject = async () => {
      const reply = await server().call('getDayToReject', { token: token.ada, body: { providerId: 1, date: TODAY } })
      return getDayToReject.data.parse(reply.data)
    }
    const reject = async (reason: string, by = token.ada, key?: string) => {
      const entityCacheKey = key ?? (await dayToReject()).entityCacheKey
      return server().call('rejectDays', {
        token: by,
        body: { days: [{ providerId: 1, date: TODAY, entityCacheKey }], reason },
      })
    }
    const statusNow = async (by = token.paul) => {
      const body = { fromDateTime: TODAY, toDateTime: TODAY }
      const { data } = await server().call('getWeeklyScheduleEvents', { token: by, body })
      return getWeeklyScheduleEvents.data.parse(data).eventsApprovedDates
    }
    const known = { providerId: 1, approvedDate: TODAY, isConfirmed: false }

    test('takes the confirmation back, and tells the provider why until the hours are confirmed again', async () => {
      await confirmHours(server(), token.paul)
      expect((await dayToReject()).hours).toMatchObject([{ schoolName: 'Lincoln', isConfirmed: true }])
      expect((await reject('  The session ended at 9:30.  ')).status).toBe(200)
      expect(await rows('select state, approval_status, reason, decided_by_id, decided_at from provider_days')).toEqual(
        [
          {
            state: 'rejected',
            approval_status: 2,
            reason: 'The session ended at 9:30.',
            decided_by_id: 1,
            decided_at: TEST_NOW,
          },
        ],
      )
      expect(await rows('select confirmed_at, confirmed_by_id, version from timesheets')).toEqual([
        { confirmed_at: null, confirmed_by_id: null, version: 2 },
      ])
      expect(
        await rows(`select user_id, machine, from_state, to_state, detail from transition_log
          where event in ('day.reject', 'day.unconfirm') order by id`),
      ).toEqual([
        {
          user_id: 1,
          machine: 'provider-day',
          from_state: 'confirmed',
          to_state: 'rejected',
          detail: { reason: 'The session ended at 9:30.' },
        },
        { user_id: 1, machine: 'occurrence', from_state: 'confirmed', to_state: 'scheduled', detail: null },
      ])
      expect((await notified(database())).at(-1)).toEqual([
        'Paul Provider',
        'Your hours on 11/20/2026 were rejected: The session ended at 9:30.',
      ])
      const decision = {
        reason: 'The session ended at 9:30.',
        decidedBy: 'Ada Admin',
        decidedAtUtc: TEST_NOW.toISOString(),
      }
      expect(await statusNow()).toEqual([{ ...known, approvedStatus: 'Rejected', isApproved: 2, decision }])

      // Saved without confirming, the day stays rejected, and the reply keeps the reason.
      const saved = await saveHours(server(), token.paul, { endTime: '09:30', isConfirmClicked: false })
      expect(savedTimesheetSchema.parse(saved.data).day).toMatchObject({ approvedStatus: 'Rejected', decision })
      const again = await confirmHours(server(), token.paul, { endTime: '09:30' })
      const day = { ...known, approvedStatus: 'Pending', isApproved: 0, isConfirmed: true }
      expect(savedTimesheetSchema.parse(again.data).day).toEqual(day)
      expect(await statusNow()).toEqual([day])
      expect(await rows('select state, approval_status, reason from provider_days')).toEqual([
        { state: 'confirmed', approval_status: 0, reason: null },
      ])
      await approve()
      expect(await statusNow()).toMatchObject([{ approvedStatus: 'Approved' }])
    })

    test('lasts until every school of the day is confirmed again, or needs no hours', async () => {
      const maple = { schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi] }
      await addSession(server(), token.paul, { startTime: '08:00', endTime: '08:45', ...maple })
      await confirmHours(server(), token.paul)
      await reject('Wrong hours')
      await confirmHours(server(), token.paul)
      expect(await statusNow()).toMatchObject([{ approvedStatus: 'Rejected', decision: { reason: 'Wrong hours' } }])
      const [atMaple] = await rows('select id from occurrences where school_id = 2')
      const body = sessionHoursToWire({
        id: Number(atMaple?.id),
        isTimesheetReq: false,
        isZeroHours: false,
        startTime: '08:00',
        endTime: '08:45',
      })
      expect((await server().call('updateTimesheet', { token: token.ada, body })).status).toBe(200)
      expect(await statusNow()).toEqual([{ ...known, approvedStatus: 'Pending', isApproved: 0, isConfirmed: true }])
    })

    test('is refused for hours that changed since they were read, and keeps the changed hours', async () => {
      await confirmHours(server(), token.paul)
      const { entityCacheKey } = await dayToReject()
      await confirmHours(server(), token.paul, { endTime: '09:30' })
      expect(refusalOf(await reject('Wrong hours', token.ada, entityCacheKey))).toEqual({
        status: 409,
        message: 'The hours of this day have changed in the meantime. Please review them.',
      })
      expect(
        await rows('select state, end_time, confirmed_at is not null as confirmed from provider_days, timesheets'),
      ).toEqual([{ state: 'confirmed', end_time: '09:30:00', confirmed: true }])
      expect((await reject('Wrong hours')).status).toBe(200)
    })

    test('is refused without a reason, when too long, to providers, before the day is over, and without a session', async () => {
      expect(refusalOf(await reject(' '))).toMatchObject({ status: 400, message: 'Reason Is Required' })
      expect(refusalOf(await reject('x'.repeat(251)))).toMatchObject({ message: 'Maximum characters allowed is 250' })
      expect((await reject('Wrong hours', token.paul)).status).toBe(403)
      const ask = (body: object) => server().call('getDayToReject', { token: token.ada, body })
      expect(refusalOf(await ask({ providerId: 2, date: TODAY }))).toEqual({
        status: 404,
        message: 'This provider has no session on 11/20/2026.',
      })
      await addSession(server(), token.paul, { startTime: '11:00', endTime: '11:45' })
      expect(refusalOf(await ask({ providerId: 1, date: TODAY }))).toEqual({
        status: 409,
        message: '11/20/2026 is not over. It can be rejected after its last session, which ends at 11:45 AM.',
      })
      expect(await rows("select state from provider_days where state = 'rejected'")).toEqual([])
    })
  })
})
