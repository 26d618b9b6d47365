import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { calendarEventSchema, eventDetailSchema } from '#contract/schedule.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { labelNames, setLabels } from '#tests/support/server/labels.ts'
import {
  addSession,
  afterwards,
  CASELOAD_IDS,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  TEST_NOW,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Providers: paul } = PEOPLE
const EXPIRED = 'Event has been expired so you cannot change this event.'
const UPDATED = 'Event has been updated successfully'
const WAITS = 'Your change is waiting for an administrator to approve it'
const DELETED = 'Event has been deleted successfully'
const gone = { status: 404, message: 'Session not found.' }

const none = { created: 0, changed: 0, removed: 0, isPending: false }
const nobodyLeft = { approved: 0, locked: 0, expired: 0, editedAlone: 0 }

/** Tuesdays and Thursdays for four weeks: this week's, the first two, have passed. */
const series = (): Partial<SessionForm> => ({
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  date: '2026-11-17',
  endDate: '2026-12-10',
})

describe('changing stored sessions', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const edit = async (by: string, id: number): Promise<StoredSession> => {
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: by, body: { id } })
    return storedSessionSchema.parse(data)
  }
  const editSeries = async (by: string, id: number): Promise<StoredSession> => {
    const { data } = await server().call('editScheduleEventById', { token: by, body: { id } })
    return storedSessionSchema.parse(data)
  }
  const update = (by: string, body: object) => server().call('updateScheduleEventRecurrence', { token: by, body })
  const updateAll = (by: string, body: object) => server().call('updateScheduleEventSeries', { token: by, body })
  const remove = (by: string, ids: number[], more = {}) =>
    server().call('deleteScheduleEvents', { token: by, body: { scheduleEventRecurrenceIds: ids, ...more } })
  const removeAll = (by: string, body: object) => server().call('deleteScheduleEventSeries', { token: by, body })
  const decide = (verb: 'approve' | 'reject', by: string, id: number) =>
    server().call(`${verb}ScheduleEventRecurrence`, { token: by, body: { id } })
  const idOn = async (date: string) => {
    const [id] = await occurrenceIdsOn(server(), token.ada, date)
    if (id === undefined) throw new Error(`Nothing on ${date}`)
    return id
  }
  const setDay = (date: string, state: string) =>
    database().pool.query(
      `insert into provider_days (provider_id, date, state) values (1, $1, $2)
       on conflict (provider_id, date) do update set state = excluded.state`,
      [date, state],
    )
  /** The occurrences that calendars mark as pending. */
  const waiting = async () => {
    const body = { fromDateTime: '2026-11-16', toDateTime: '2026-12-12' }
    const replies = await Promise.all([
      server().call('getScheduleEvents', { token: token.paul, body }),
      server().call('getWeeklyScheduleEvents', { token: token.ada, body }),
    ])
    return replies.map(({ data }) => {
      const { events } = z.object({ events: z.array(calendarEventSchema) }).parse(data)
      return events.filter(({ isEdited }) => isEdited).map(({ id }) => id)
    })
  }
  /** Live occurrences, in words. */
  const calendar = async () =>
    (
      await rows(`select date::text as d, left(start_time::text, 5) as s, left(end_time::text, 5) as e, title as t,
        is_edited_alone as alone from occurrences where deleted_at is null order by date, id`)
    ).map(({ d, s, e, t, alone }) => `${d} ${s}-${e} ${t}${alone ? ' (alone)' : ''}`)
  const chosen = (stored: StoredSession, change: Partial<StoredSession>): StoredSession => ({ ...stored, ...change })
  /** The form as an administrator sends it: with a rate type. */
  const rated = (stored: StoredSession, change: Partial<StoredSession> = {}): StoredSession => ({
    ...stored,
    ...change,
    scheduleEventRecurrenceSchoolStudents: {
      ...(change.scheduleEventRecurrenceSchoolStudents ?? stored.scheduleEventRecurrenceSchoolStudents),
      serviceRateTypeId: 1,
    },
  })
  const students = (stored: StoredSession, caseloadIds: number[]) => ({
    scheduleEventRecurrenceSchoolStudents: { ...stored.scheduleEventRecurrenceSchoolStudents, caseloadIds },
  })
  const later = { startTime: '13:00', endTime: '14:00' }

  test('when deleted, is shown only to those who may create a new one from it', async () => {
    await addSession(server(), token.paul, later)
    await remove(token.paul, [1])
    const read = (by: string, body: object) =>
      server().call('editScheduleEventRecurrenceById', { token: by, body: { id: 1, ...body } })
    expect(refusalOf(await read(token.paul, {}))).toEqual(gone)
    expect((await read(token.paul, { withDeleted: true })).data).toMatchObject({
      isDeleted: true,
      fromDate: TODAY,
      scheduleEventRecurrenceSchoolStudents: { eventName: 'Fine motor group' },
    })
    expect((await read(token.ada, { withDeleted: true })).status).toBe(200)
    expect(refusalOf(await read(token.sofia, { withDeleted: true }))).toEqual(gone)
  })

  test('returns an occurrence as its form needs it', async () => {
    await addSession(server(), token.paul, series())
    const stored = await edit(token.paul, await idOn('2026-11-24'))
    expect(stored).toMatchObject({
      id: 3,
      scheduleEventId: 1,
      scheduleEventRecurrenceId: 3,
      providerId: 1,
      schoolId: 1,
      fromDate: '2026-11-24',
      toDate: '2026-12-10',
      startTime: '09:00',
      endTime: '09:45',
      isTimeSheetReq: true,
      isRecurring: true,
      scheduleEventRecurringSelectionTypeId: 2,
      weeklyWeekDayIds: [2, 4],
      isSingleEventRecurrence: true,
      isEventStarted: false,
      isEventPassed: false,
      readOnlyReason: null,
      entityCacheKey: '1',
      scheduleEventRecurrenceSchoolStudents: {
        eventName: 'Fine motor group',
        caseloadIds: [CASELOAD_IDS.ana, CASELOAD_IDS.bo],
        serviceId: 1,
        serviceRateTypeId: 0,
      },
    })
    expect(await edit(token.ada, await idOn('2026-11-19'))).toMatchObject({ isEventStarted: true, isEventPassed: true })
    await setDay('2026-11-24', 'approved')
    expect(await edit(token.ada, 3)).toMatchObject({
      readOnlyReason: '11/24/2026 is approved. You will not be able to make any changes for this day.',
    })
    expect(await editSeries(token.paul, 1)).toMatchObject({
      id: 1,
      scheduleEventId: 1,
      scheduleEventRecurrenceId: null,
      fromDate: '2026-11-17',
      toDate: '2026-12-10',
      isEventStarted: true,
      isEventPassed: false,
      isSingleEventRecurrence: false,
    })
  })

  test('applies an administrator’s change of one occurrence at once and leaves the others', async () => {
    await addSession(server(), token.paul, { ...series(), endDate: '2026-11-26' })
    await database().pool.query(
      `update occurrence_students set ${setLabels('PRE')}, tracking_feedback = 'Well done' where occurrence_id = 3`,
    )
    const stored = await edit(token.ada, 3)
    const change = { ...later, fromDate: '2026-11-25', ...students(stored, [CASELOAD_IDS.bo, CASELOAD_IDS.ana]) }
    const reply = await update(token.ada, rated(stored, change))
    expect(reply).toMatchObject({
      status: 200,
      message: UPDATED,
      data: { ...none, changed: 1, leftAlone: nobodyLeft },
    })
    expect(await calendar()).toEqual([
      '2026-11-17 09:00-09:45 Fine motor group',
      '2026-11-19 09:00-09:45 Fine motor group',
      '2026-11-25 13:00-14:00 Fine motor group (alone)',
      '2026-11-26 09:00-09:45 Fine motor group',
    ])
    expect(
      await rows(`select moved_from::text, rate_type_id, version, starts_at, ends_at from occurrences where id = 3`),
    ).toEqual([
      {
        moved_from: '2026-11-24',
        rate_type_id: 1,
        version: 2,
        starts_at: new Date('2026-11-25T18:00:00Z'),
        ends_at: new Date('2026-11-25T19:00:00Z'),
      },
    ])
    expect(
      await rows(`select student_id, ${labelNames}, tracking_feedback from occurrence_students
        where occurrence_id = 3 order by 1`),
    ).toEqual([1, 2].map((student_id) => ({ student_id, tracking_labels: 'PRE', tracking_feedback: 'Well done' })))
    expect(
      await rows(`select user_id, entity, from_state, event, to_state, detail from transition_log
        where machine = 'occurrence'`),
    ).toEqual([
      {
        user_id: 1,
        entity: '3',
        from_state: 'scheduled',
        event: 'occurrence.edit',
        to_state: 'scheduled',
        detail: {
          version: 2,
          changes: [
            'the day (11/24/2026 to 11/25/2026)',
            'the time (9:00 AM-9:45 AM to 1:00 PM-2:00 PM)',
            'the rate type',
          ],
        },
      },
    ])
  })

  test('removes and adds students, and keeps the notes on those who stay', async () => {
    await addSession(server(), token.ada, { providerId: 1, rateTypeId: 1, date: '2026-11-24' })
    await database().pool.query(
      `update occurrence_students set tracking_feedback = 'Kept' where caseload_frequency_id = ${CASELOAD_IDS.bo}`,
    )
    const stored = await edit(token.ada, 1)
    const reply = await update(token.ada, chosen(stored, students(stored, [CASELOAD_IDS.bo, CASELOAD_IDS.dora])))
    expect(reply.status).toBe(200)
    expect(
      await rows('select student_id, tracking_feedback from occurrence_students where occurrence_id = 1 order by 1'),
    ).toEqual([
      { student_id: 2, tracking_feedback: 'Kept' },
      { student_id: 4, tracking_feedback: '' },
    ])
    // A session that does not repeat is changed together with its occurrence.
    expect(await rows('select caseload_frequency_id from schedule_event_students order by 1')).toEqual([
      { caseload_frequency_id: 2 },
      { caseload_frequency_id: 4 },
    ])
    expect((await editSeries(token.ada, 1)).entityCacheKey).toBe('2')
  })

  test('keeps a provider’s change of one occurrence pending until it is approved', async () => {
    await addSession(server(), token.paul, { ...series(), endDate: '2026-11-26' })
    const stored = await edit(token.paul, 3)
    expect(await update(token.paul, chosen(stored, later))).toMatchObject({
      status: 200,
      message: WAITS,
      data: { ...none, isPending: true },
    })
    expect((await calendar())[2]).toBe('2026-11-24 09:00-09:45 Fine motor group')
    expect(await waiting()).toEqual([[3], [3]])
    const detail = await server().call('getScheduleEventById', { token: token.ada, body: { id: 3 } })
    expect(detail.data).toMatchObject({
      isEdited: true,
      original: { eventStartTime: '09:00' },
      edited: {
        eventDate: '2026-11-24',
        eventWeekDay: 'Tuesday',
        eventStartTime: '13:00',
        eventEndTime: '14:00',
        schoolName: 'Lincoln',
        requestedBy: 'Paul Provider',
      },
      editedStudentList: [{ studentName: expect.any(String) }, {}],
    })
    expect(await edit(token.paul, 3)).toMatchObject(later)
    expect(await edit(token.ada, 3)).toMatchObject({ startTime: '09:00' })

    expect(refusalOf(await decide('approve', token.paul, 3))).toMatchObject({ status: 403 })
    expect((await decide('approve', token.ada, 3)).data).toMatchObject({ changed: 1 })
    expect((await calendar())[2]).toBe('2026-11-24 13:00-14:00 Fine motor group (alone)')
    expect(await waiting()).toEqual([[], []])
    expect(await rows('select count(*)::int as n from occurrence_edits')).toEqual([{ n: 0 }])
    expect(
      await rows(
        `select user_id, from_state, event, to_state from transition_log where machine = 'occurrence' order by id`,
      ),
    ).toEqual([
      { user_id: 2, from_state: 'scheduled', event: 'occurrence.edit', to_state: 'editPending' },
      { user_id: 1, from_state: 'editPending', event: 'edit.approve', to_state: 'scheduled' },
    ])
    expect(refusalOf(await decide('approve', token.ada, 3))).toEqual({
      status: 409,
      message: 'No change to this session is waiting for approval.',
    })
  })

  test('keeps a rate type that was chosen while the change was pending', async () => {
    await addSession(server(), token.ada, { date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    await update(token.paul, chosen(await edit(token.paul, 1), later))
    await database().pool.query('update occurrences set rate_type_id = 2')
    expect((await decide('approve', token.ada, 1)).data).toMatchObject({ changed: 1 })
    expect(await calendar()).toEqual(['2026-11-24 13:00-14:00 Fine motor group'])
    expect(await rows('select rate_type_id from occurrences')).toEqual([{ rate_type_id: 2 }])
  })

  test('lets a provider withdraw a pending change by submitting the original values', async () => {
    await addSession(server(), token.paul, { date: '2026-11-24' })
    const original = await edit(token.paul, 1)
    await update(token.paul, chosen(original, later))
    const waited = await edit(token.paul, 1)
    const back = { startTime: original.startTime, endTime: original.endTime }
    expect(await update(token.paul, chosen(waited, back))).toMatchObject({ status: 200, data: none })
    expect(await waiting()).toEqual([[], []])
    expect(await rows('select count(*)::int as n from occurrence_edits')).toEqual([{ n: 0 }])
    expect(await calendar()).toEqual(['2026-11-24 09:00-09:45 Fine motor group'])
    const [last] = await rows(`select from_state, event, to_state from transition_log
      where machine = 'occurrence' order by id desc limit 1`)
    expect(last).toEqual({ from_state: 'editPending', event: 'edit.withdraw', to_state: 'scheduled' })
    expect(refusalOf(await decide('approve', token.ada, 1))).toMatchObject({ status: 409 })
    expect(refusalOf(await update(token.ada, rated(waited, later)))).toEqual({
      status: 409,
      message: 'Paul Provider has withdrawn the pending change to this session.',
    })
  })

  test('keeps a rate type empty if the provider left it so, unless school or service change', async () => {
    await addSession(server(), token.paul, { date: '2026-11-24' })
    const stored = await edit(token.ada, 1)
    expect(await update(token.ada, chosen(stored, later))).toMatchObject({ status: 200, data: { changed: 1 } })
    expect(await rows('select rate_type_id from occurrences where id = 1')).toEqual([{ rate_type_id: null }])
    const elsewhere = await edit(token.ada, 1)
    const { scheduleEventRecurrenceSchoolStudents: more } = elsewhere
    const service = { scheduleEventRecurrenceSchoolStudents: { ...more, serviceId: 2 } }
    expect(refusalOf(await update(token.ada, chosen(elsewhere, service)))).toEqual({
      status: 400,
      message: 'Rate Type Is Required',
      errors: [{ path: 'rateTypeId', message: 'Rate Type Is Required' }],
    })
  })

  test('keeps the original when a change is rejected', async () => {
    await addSession(server(), token.paul, { date: '2026-11-24' })
    await update(token.paul, chosen(await edit(token.paul, 1), later))
    expect((await decide('reject', token.ada, 1)).status).toBe(200)
    expect(await calendar()).toEqual(['2026-11-24 09:00-09:45 Fine motor group'])
    expect(await waiting()).toEqual([[], []])
    expect(await edit(token.paul, 1)).toMatchObject({ startTime: '09:00', entityCacheKey: '3' })
    expect(refusalOf(await decide('reject', token.ada, 1))).toMatchObject({ status: 409 })
  })

  test('refuses to change expired sessions, and sessions on approved or locked days', async () => {
    await addSession(server(), token.paul, series())
    const passed = await edit(token.ada, 2)
    for (const by of [token.ada, token.paul]) {
      const body = by === token.ada ? rated(passed, later) : chosen(passed, later)
      expect(refusalOf(await update(by, body))).toEqual({ status: 400, message: EXPIRED })
      expect(refusalOf(await remove(by, [2]))).toEqual({ status: 400, message: EXPIRED })
    }
    const readOnly = (state: string) => ({
      status: 409,
      message: `11/24/2026 is ${state}. You will not be able to make any changes for this day.`,
    })
    const stored = await edit(token.ada, 3)
    for (const state of ['approved', 'locked']) {
      await setDay('2026-11-24', state)
      expect(refusalOf(await update(token.ada, rated(stored, later)))).toEqual(readOnly(state))
      expect(refusalOf(await update(token.paul, chosen(stored, later)))).toEqual(readOnly(state))
      expect(refusalOf(await remove(token.ada, [3, 4]))).toEqual(readOnly(state))
    }
    const other = await edit(token.ada, 4)
    expect(refusalOf(await update(token.ada, rated(other, { fromDate: '2026-11-24' })))).toEqual({
      status: 409,
      message: 'No session can be added: 11/24/2026 is locked.',
    })
    expect((await calendar()).filter((line) => !line.includes('09:00-09:45'))).toEqual([])
    expect(await rows('select count(*)::int as n from occurrences where deleted_at is not null')).toEqual([{ n: 0 }])
  })

  test('can get a service and rate type that the school has from the first changed day on', async () => {
    await addSession(server(), token.ada, { ...series(), providerId: 1, rateTypeId: 1 })
    await database().pool.query(`insert into school_service_rates (school_id, service_id, rate_type_id, rate, effective_date)
      values (1, 2, 2, 60, '2026-12-01')`)
    const stored = await editSeries(token.ada, 1)
    const { scheduleEventRecurrenceSchoolStudents: students } = stored
    const priced = chosen(stored, {
      scheduleEventRecurrenceSchoolStudents: { ...students, serviceId: 2, serviceRateTypeId: 2 },
    })
    expect(refusalOf(await updateAll(token.ada, { ...priced, changeFromDate: '2026-11-24' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'rateTypeId', message: 'This service has no rate of this type at Lincoln on 11/24/2026' }],
    })
    expect(await updateAll(token.ada, { ...priced, changeFromDate: '2026-12-01' })).toMatchObject({ status: 200 })
    expect(await rows('select date::text, service_id, rate_type_id from occurrences order by date')).toEqual(
      ['11-17', '11-19', '11-24', '11-26', '12-01', '12-03', '12-08', '12-10'].map((day) => ({
        date: `2026-${day}`,
        ...(day < '12' ? { service_id: 1, rate_type_id: 1 } : { service_id: 2, rate_type_id: 2 }),
      })),
    )
  })

  test('names a provider who does not exist', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    const [one, whole] = [await edit(token.ada, 1), await editSeries(token.ada, 1)]
    for (const reply of [
      await update(token.ada, rated(one, { providerId: 99 })),
      await updateAll(token.ada, rated(whole, { providerId: 99 })),
    ]) {
      expect(refusalOf(reply)).toEqual({
        status: 400,
        message: 'Provider not found.',
        errors: [{ path: 'providerId', message: 'Provider not found.' }],
      })
    }
  })

  test('limits providers to their own sessions', async () => {
    await addSession(server(), token.paul, { ...series(), date: '2026-11-24' })
    const stored = await edit(token.ada, 1)
    const whole = await editSeries(token.ada, 1)
    for (const id of [1, 99]) {
      const by = token.sofia
      const calls = [
        server().call('editScheduleEventRecurrenceById', { token: by, body: { id } }),
        server().call('editScheduleEventById', { token: by, body: { id } }),
        update(by, chosen(stored, { id, providerId: 0, ...later })),
        updateAll(by, chosen(whole, { id, providerId: 0, ...later })),
        remove(by, [id]),
        removeAll(by, { id }),
      ]
      for (const call of calls) expect(refusalOf(await call)).toEqual(gone)
    }
    expect(refusalOf(await update(token.paul, chosen(stored, { providerId: 2 })))).toMatchObject({ status: 403 })
    expect(refusalOf(await update(token.paul, chosen(stored, students(stored, [CASELOAD_IDS.dora]))))).toMatchObject({
      status: 403,
      message: "A student is not on this school's caseload",
    })
    expect(refusalOf(await update(token.paul, chosen(stored, { schoolId: 0, startTime: '' })))).toEqual({
      status: 400,
      message: 'Start Time Is Required',
      errors: [
        { path: 'startTime', message: 'Start Time Is Required' },
        { path: 'schoolId', message: 'School Name Is Required' },
      ],
    })
    expect((await calendar()).every((line) => line.endsWith('09:00-09:45 Fine motor group'))).toBe(true)
  })

  test('tells the second of two users what the first one did', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    const stored = await edit(token.ada, 1)
    const replies = await Promise.all([
      update(token.ada, chosen(stored, later)),
      update(token.ada, chosen(stored, { startTime: '10:00', endTime: '11:00' })),
    ])
    const [won, lost] = [...replies].sort((a, b) => a.status - b.status)
    expect(won).toMatchObject({ status: 200 })
    expect(lost?.status).toBe(409)
    expect(lost?.message).toMatch(
      /^Ada Admin has changed the time \(9:00 AM-9:45 AM to (1:00 PM-2:00 PM|10:00 AM-11:00 AM)\) of this session\.$/,
    )
    const again = await edit(token.ada, 1)
    expect(again.entityCacheKey).toBe('2')
    expect((await remove(token.paul, [1], { entityCacheKey: '1' })).status).toBe(409)
    expect(await remove(token.paul, [1], { entityCacheKey: '2' })).toMatchObject({ status: 200, message: DELETED })
    expect(refusalOf(await update(token.ada, again))).toEqual({
      status: 409,
      message: 'Paul Provider has deleted this session.',
    })
    expect(refusalOf(await remove(token.ada, [1]))).toEqual(gone)

    const whole = await editSeries(token.ada, 1)
    expect((await updateAll(token.ada, chosen(whole, { colourCode: '#112233' }))).status).toBe(200)
    expect(refusalOf(await updateAll(token.ada, chosen(whole, later)))).toEqual({
      status: 409,
      message: 'Ada Admin has changed the color of this session.',
    })
    for (const entityCacheKey of ['77', 'x', '99999999999999999999']) {
      expect((await updateAll(token.ada, chosen(whole, { entityCacheKey }))).status).toBe(409)
    }
  })

  test('deletes one occurrence, and the session with its last', async () => {
    await addSession(server(), token.paul, { ...series(), date: '2026-11-24', endDate: '2026-11-26' })
    expect(await remove(token.paul, [1])).toMatchObject({ message: DELETED, data: { ...none, removed: 1 } })
    expect(await calendar()).toEqual(['2026-11-26 09:00-09:45 Fine motor group'])
    expect(await rows('select deleted_at from schedule_events')).toEqual([{ deleted_at: null }])
    // An occurrence deleted on its own does not come back with the series.
    const whole = await editSeries(token.paul, 1)
    expect((await updateAll(token.paul, chosen(whole, later))).data).toMatchObject({ ...none, changed: 1 })
    expect(await calendar()).toEqual(['2026-11-26 13:00-14:00 Fine motor group'])
    await remove(token.paul, [2])
    expect(await rows('select deleted_at from schedule_events')).toEqual([{ deleted_at: TEST_NOW }])
    expect(refusalOf(await server().call('editScheduleEventById', { token: token.paul, body: { id: 1 } }))).toEqual(
      gone,
    )
  })

  test('Update All changes future occurrences that are not individually edited, approved or locked, and reports counts', async () => {
    await addSession(server(), token.ada, { ...series(), providerId: 1, rateTypeId: 1 })
    // 11/17 and 11/19 have passed; 11/24 is approved, 11/26 locked, 12/01 individually moved, 12/03 pending, 12/08 and
    // 12/10 open.
    await update(token.ada, chosen(await edit(token.ada, 5), { fromDate: '2026-12-02' }))
    await update(token.paul, chosen(await edit(token.paul, 6), { endTime: '10:00' }))
    await setDay('2026-11-24', 'approved')
    await setDay('2026-11-26', 'locked')
    await database().pool.query(`update occurrence_students set ${setLabels('PRE')} where occurrence_id = 7`)
    const whole = await editSeries(token.ada, 1)
    const name = { ...whole.scheduleEventRecurrenceSchoolStudents, eventName: 'Handwriting' }
    const reply = await updateAll(token.ada, {
      ...whole,
      ...later,
      scheduleEventRecurrenceSchoolStudents: { ...name, caseloadIds: [CASELOAD_IDS.bo] },
      toDate: '2026-12-15',
      changeFromDate: '2026-11-17',
    })
    expect(reply).toMatchObject({
      status: 200,
      message: UPDATED,
      data: {
        created: 1,
        changed: 2,
        removed: 0,
        leftAlone: { approved: 1, locked: 1, expired: 2, editedAlone: 2 },
        isPending: false,
      },
    })
    expect(await calendar()).toEqual([
      '2026-11-17 09:00-09:45 Fine motor group',
      '2026-11-19 09:00-09:45 Fine motor group',
      '2026-11-24 09:00-09:45 Fine motor group',
      '2026-11-26 09:00-09:45 Fine motor group',
      '2026-12-02 09:00-09:45 Fine motor group (alone)',
      '2026-12-03 09:00-09:45 Fine motor group',
      '2026-12-08 13:00-14:00 Handwriting',
      '2026-12-10 13:00-14:00 Handwriting',
      '2026-12-15 13:00-14:00 Handwriting',
    ])
    expect(
      await rows(`select o.id, o.students_count, os.student_id, os.label_ids, o.starts_at from occurrences o
        join occurrence_students os on os.occurrence_id = o.id where o.date >= '2026-12-08' order by o.date`),
    ).toEqual(
      [
        { id: 7, label_ids: [1], date: '2026-12-08' },
        { id: 8, label_ids: [], date: '2026-12-10' },
        { id: 9, label_ids: [], date: '2026-12-15' },
      ].map(({ id, label_ids, date }) => ({
        id,
        students_count: 1,
        student_id: 2,
        label_ids,
        starts_at: new Date(`${date}T18:00:00Z`),
      })),
    )
    expect(await rows('select event_name, to_date::text, rate_type_id, updated_by_id from schedule_events')).toEqual([
      { event_name: 'Handwriting', to_date: '2026-12-15', rate_type_id: 1, updated_by_id: 1 },
    ])
    expect(
      await rows(`select machine, entity, event, detail->'created' as created from transition_log
        where event like 'series.%' order by id`),
    ).toEqual([
      { machine: 'schedule-event', entity: '1', event: 'series.create', created: null },
      { machine: 'schedule-event', entity: '1', event: 'series.change', created: 1 },
      { machine: 'occurrence', entity: '7', event: 'series.edit', created: null },
      { machine: 'occurrence', entity: '8', event: 'series.edit', created: null },
    ])
  })

  test('a changed pattern removes and adds dates; a series that has started keeps its pattern', async () => {
    await addSession(server(), token.paul, { ...series(), date: '2026-11-24', endDate: '2026-12-03' })
    const whole = await editSeries(token.paul, 1)
    const reply = await updateAll(token.paul, chosen(whole, { weeklyWeekDayIds: [3, 4] }))
    expect(reply.data).toEqual({ ...none, created: 2, changed: 2, removed: 2, leftAlone: nobodyLeft })
    expect((await calendar()).map((line) => line.slice(0, 10))).toEqual([
      '2026-11-25',
      '2026-11-26',
      '2026-12-02',
      '2026-12-03',
    ])
    server().now = new Date('2026-11-25T20:00:00Z')
    token.paul = await server().tokenOf(paul.userId)
    const started = await editSeries(token.paul, 1)
    const message = 'The recurrence of a series that has started cannot be changed'
    expect(refusalOf(await updateAll(token.paul, chosen(started, { weeklyWeekDayIds: [1] })))).toEqual({
      status: 400,
      message,
      errors: [{ path: 'recurrence', message }],
    })
    expect(refusalOf(await updateAll(token.paul, chosen(started, { fromDate: '2026-11-26' })))).toMatchObject({
      errors: [{ path: 'date', message }],
    })
    const shorter = await updateAll(token.paul, chosen(started, { toDate: '2026-11-30' }))
    expect(shorter.data).toMatchObject({ created: 0, changed: 1, removed: 2 })
    server().now = new Date('2026-11-27T20:00:00Z')
    token.paul = await server().tokenOf(paul.userId)
    const passed = await editSeries(token.paul, 1)
    expect(passed.isEventPassed).toBe(true)
    expect(refusalOf(await updateAll(token.paul, chosen(passed, later)))).toEqual({ status: 400, message: EXPIRED })
    expect(refusalOf(await removeAll(token.paul, { id: 1 }))).toEqual({ status: 400, message: EXPIRED })
  })

  test('Delete Series ends the series from the day on, and reports what it left', async () => {
    await addSession(server(), token.ada, { ...series(), providerId: 1, rateTypeId: 1 })
    await update(token.ada, chosen(await edit(token.ada, 7), later))
    await setDay('2026-12-10', 'approved')
    expect(await removeAll(token.paul, { id: 1, fromDate: '2026-12-01' })).toMatchObject({
      message: DELETED,
      data: { ...none, removed: 2, leftAlone: { ...nobodyLeft, approved: 1, editedAlone: 1 } },
    })
    expect(await calendar()).toEqual([
      '2026-11-17 09:00-09:45 Fine motor group',
      '2026-11-19 09:00-09:45 Fine motor group',
      '2026-11-24 09:00-09:45 Fine motor group',
      '2026-11-26 09:00-09:45 Fine motor group',
      '2026-12-08 13:00-14:00 Fine motor group (alone)',
      '2026-12-10 09:00-09:45 Fine motor group',
    ])
    expect(await rows('select to_date::text, deleted_at from schedule_events')).toEqual([
      { to_date: '2026-11-30', deleted_at: null },
    ])
    expect(refusalOf(await removeAll(token.paul, { id: 1, entityCacheKey: '1' }))).toEqual({
      status: 409,
      message: 'Paul Provider has moved up the end of this series.',
    })
    expect((await removeAll(token.paul, { id: 1 })).data).toMatchObject({ removed: 2 })
  })

  const sessionRow = () =>
    rows(`select from_date::text, to_date::text, recurrence->>'type' as rule, is_recurring, deleted_at is not null as gone
      from schedule_events`)

  test('deleting a series except its first day leaves a single session', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    expect(await removeAll(token.paul, { id: 1, fromDate: '2026-11-25' })).toMatchObject({ data: { removed: 5 } })
    const day = { from_date: '2026-11-24', to_date: '2026-11-24' }
    expect(await sessionRow()).toEqual([{ ...day, rule: 'none', is_recurring: false, gone: false }])
    expect(await edit(token.paul, 1)).toMatchObject({ isRecurring: false, isSingleEventRecurrence: false })
    const detail = await server().call('getScheduleEventById', { token: token.ada, body: { id: 1 } })
    expect(detail.data).toMatchObject({ original: { isRecurring: false, recurrence: '', seriesCacheKey: '2' } })
    // Like any single session, it is changed together with its one occurrence.
    expect((await update(token.ada, chosen(await edit(token.ada, 1), later))).status).toBe(200)
    expect(await calendar()).toEqual(['2026-11-24 13:00-14:00 Fine motor group'])
    expect(await removeAll(token.paul, { id: 1 })).toMatchObject({ data: { removed: 1 } })
    expect(await sessionRow()).toEqual([{ ...day, rule: 'none', is_recurring: false, gone: true }])
  })

  test('deleting a series from its first day turns the one occurrence that stays into a single session', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    await update(token.ada, chosen(await edit(token.ada, 3), { ...later, fromDate: '2026-12-02' }))
    expect(await removeAll(token.ada, { id: 1, fromDate: '2026-11-24' })).toMatchObject({
      data: { removed: 5, leftAlone: { editedAlone: 1 } },
    })
    expect(await calendar()).toEqual(['2026-12-02 13:00-14:00 Fine motor group'])
    const day = { from_date: '2026-12-02', to_date: '2026-12-02' }
    expect(await sessionRow()).toEqual([{ ...day, rule: 'none', is_recurring: false, gone: false }])
    expect(await editSeries(token.ada, 1)).toMatchObject({ ...later, isRecurring: false, fromDate: '2026-12-02' })
    expect(await rows('select moved_from from occurrences where deleted_at is null')).toEqual([{ moved_from: null }])
    // Deleting it once more, from an earlier day, leaves it again: its day is approved by now.
    await rows(`insert into provider_days (provider_id, date, state) values (1, '2026-12-02', 'approved')
      on conflict (provider_id, date) do update set state = excluded.state`)
    expect(await removeAll(token.ada, { id: 1, fromDate: '2026-11-24' })).toMatchObject({
      status: 200,
      data: { removed: 0, leftAlone: { approved: 1 } },
    })
    expect(await sessionRow()).toEqual([{ ...day, rule: 'none', is_recurring: false, gone: false }])
  })

  test('deleting a series except several dates ends it after the last of them, and removed dates stay removed', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    await setDay('2026-12-03', 'approved')
    expect(await removeAll(token.ada, { id: 1, fromDate: '2026-11-25' })).toMatchObject({
      data: { removed: 4, leftAlone: { approved: 1 } },
    })
    expect(await sessionRow()).toEqual([
      { from_date: '2026-11-24', to_date: '2026-12-03', rule: 'weekly', is_recurring: true, gone: false },
    ])
    const reply = await updateAll(token.ada, chosen(await editSeries(token.ada, 1), later))
    expect(reply.data).toMatchObject({ created: 0, changed: 1, removed: 0, leftAlone: { approved: 1 } })
    expect(await calendar()).toEqual([
      '2026-11-24 13:00-14:00 Fine motor group',
      '2026-12-03 09:00-09:45 Fine motor group',
    ])
  })

  test('the second of two deletions of a series learns of the first', async () => {
    await addSession(server(), token.ada, { ...series(), date: '2026-11-24', providerId: 1, rateTypeId: 1 })
    const { data } = await server().call('getScheduleEventById', { token: token.ada, body: { id: 3 } })
    const entityCacheKey = eventDetailSchema.parse(data).original.seriesCacheKey
    const replies = await Promise.all(
      [token.ada, token.paul].map((by) => removeAll(by, { id: 1, fromDate: '2026-12-01', entityCacheKey })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)?.message).toMatch(
      /^(Ada Admin|Paul Provider) has moved up the end of this series\.$/,
    )
  })

  test('reopens confirmed hours that the change affects, and no others', async () => {
    const session = { providerId: 1, rateTypeId: 1, startTime: '15:00', endTime: '16:00' }
    await addSession(server(), token.ada, session)
    const atMaple = { schoolId: SCHOOL_IDS.maple, caseloadIds: [CASELOAD_IDS.chi] }
    await addSession(server(), token.ada, { ...session, ...atMaple, startTime: '17:00', endTime: '18:00' })
    await confirmHours(server(), token.paul, { startTime: '15:00', endTime: '16:00' })
    await confirmHours(server(), token.paul, { schoolId: SCHOOL_IDS.maple, startTime: '17:00', endTime: '18:00' })
    const state = () => rows('select state from provider_days order by date')
    const confirmed = () => rows('select school_id from timesheets where confirmed_at is not null order by school_id')
    await update(token.ada, chosen(await edit(token.ada, 1), { colourCode: '#123456' }))
    expect(await confirmed()).toEqual([{ school_id: 1 }, { school_id: 2 }])
    expect(await state()).toEqual([{ state: 'confirmed' }])
    await update(token.ada, chosen(await edit(token.ada, 1), { endTime: '16:30' }))
    expect(await confirmed()).toEqual([{ school_id: 2 }])
    expect(await state()).toEqual([{ state: 'open' }])
    // Without the session nothing is left to confirm at Lincoln; the day stays open until it is approved.
    await remove(token.ada, [1])
    const approved = await afterwards(server(), token.ada, { date: TODAY }, (by) =>
      server().call('approveScheduleEvents', {
        token: by,
        body: { scheduleEventRecurrence: [{ id: 2, recurrenceDate: TODAY }] },
      }),
    )
    expect(approved.status).toBe(200)
  })

  test('moves a series to another provider', async () => {
    await addSession(server(), token.ada, {
      ...series(),
      date: '2026-11-24',
      endDate: '2026-11-26',
      providerId: 1,
      rateTypeId: 1,
    })
    await database().pool.query(
      `insert into provider_days (provider_id, date, state) values (2, '2026-11-26', 'locked')`,
    )
    const whole = await editSeries(token.ada, 1)
    const reply = await updateAll(token.ada, chosen(whole, { providerId: 2 }))
    expect(reply.data).toMatchObject({ changed: 1, leftAlone: { locked: 1 } })
    expect((await rows('select message from notification_events order by id')).slice(-2)).toEqual([
      {
        message: expect.stringMatching(
          /^An administrator moved “.+” on 11\/24\/2026, 9:00 AM-9:45 AM from your schedule to Sofía Special\.$/,
        ),
      },
      {
        message: expect.stringMatching(
          /^An administrator added “.+” on 11\/24\/2026, 9:00 AM-9:45 AM to your schedule\.$/,
        ),
      },
    ])
    expect(await rows('select date::text, provider_id from occurrences order by date')).toEqual([
      { date: '2026-11-24', provider_id: 2 },
      { date: '2026-11-26', provider_id: 1 },
    ])
    expect(refusalOf(await server().call('editScheduleEventById', { token: token.paul, body: { id: 1 } }))).toEqual(
      gone,
    )
  })
})
