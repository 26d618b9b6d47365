import { beforeEach, describe, expect, test } from 'vitest'
import { getSessionChanges } from '#contract/open-work.ts'
import { getScheduleEventById, getScheduleEventsPerDay } from '#contract/schedule.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { sessionPreviewSchema } from '#contract/session-preview.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified, unread } from '#tests/support/server/notifications.ts'
import {
  addSession,
  refusalOf,
  storeWaitingChange,
  TEST_NOW,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const MOVED = 'the time (1:00 PM-2:00 PM to 3:00 PM-4:00 PM)'
const ASKED = TEST_NOW.toISOString()
const NAMED = {
  status: 409,
  message: `Paul Provider has asked to change ${MOVED} of this session. Approve or reject the request first, or confirm that your change discards it.`,
}

/** Paul has asked to hold his session at 1 PM today at 3 PM instead. */
describe("a provider's waiting change", () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const edit = async (by: string): Promise<StoredSession> => {
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: by, body: { id: 1 } })
    return storedSessionSchema.parse(data)
  }
  const ask = async (times: Partial<StoredSession>) => {
    const body = { ...(await edit(token.paul)), ...times }
    const { status } = await server().call('updateScheduleEventRecurrence', { token: token.paul, body })
    expect(status).toBe(200)
  }
  const rename = async (more: object = {}) => {
    const stored = await edit(token.ada)
    const { scheduleEventRecurrenceSchoolStudents: session } = stored
    const named = { ...session, eventName: 'Handwriting', serviceRateTypeId: 1 }
    return { ...stored, scheduleEventRecurrenceSchoolStudents: named, ...more }
  }
  const update = (body: object) => server().call('updateScheduleEventRecurrence', { token: token.ada, body })
  const remove = (more: object = {}, by = token.ada) =>
    server().call('deleteScheduleEvents', { token: by, body: { scheduleEventRecurrenceIds: [1], ...more } })
  const waiting = async () => (await rows('select occurrence_id from occurrence_edits')).length
  const answersFor = async (by: string) => {
    const body = { fromDateTime: TODAY, toDateTime: TODAY }
    const { data } = await server().call('getScheduleEventsPerDay', { token: by, body })
    return getScheduleEventsPerDay.data.parse(data).editAnswers
  }
  const told = async () => (await notified(database())).filter(([name]) => name === 'Paul Provider')

  /** What administrators have not read. */
  const asked = async () => (await unread(database())).filter(([name]) => name === 'Ada Admin')
  const ASKED_ADMINISTRATORS = [
    ['Ada Admin', `Paul Provider asked to change ${MOVED} of “Fine motor group” on 11/20/2026.`],
  ]

  beforeEach(async () => {
    await addSession(server(), token.paul, { startTime: '13:00', endTime: '14:00' })
    await ask({ startTime: '15:00', endTime: '16:00' })
  })

  test("is named before an administrator's change discards it, and its provider learns that it was", async () => {
    expect(refusalOf(await update(await rename()))).toEqual(NAMED)
    expect(refusalOf(await update(await rename({ replacesKey: '2026-11-20T14:00:00.000Z' })))).toEqual(NAMED)
    expect(await waiting()).toBe(1)
    expect(await asked()).toEqual(ASKED_ADMINISTRATORS)
    expect(await rows("select title from occurrences where title = 'Handwriting'")).toEqual([])

    const body = { ...(await rename()), change: 'updateOccurrence' }
    const preview = await server().call('previewScheduleEvent', { token: token.ada, body })
    const { replaces } = sessionPreviewSchema.parse(preview.data)
    expect(replaces).toEqual({ key: ASKED, requestedBy: 'Paul Provider', requestedAtUtc: ASKED, changes: [MOVED] })

    expect((await update(await rename({ replacesKey: replaces?.key }))).status).toBe(200)
    expect(await waiting()).toBe(0)
    expect(await asked()).toEqual([])
    expect(await rows('select title, left(start_time::text, 5) as start from occurrences')).toEqual([
      { title: 'Handwriting', start: '13:00' },
    ])
    expect(
      await rows(`select user_id, from_state, event, to_state, detail from transition_log
        where machine = 'occurrence' order by id desc limit 1`),
    ).toEqual([
      {
        user_id: 1,
        from_state: 'editPending',
        event: 'occurrence.edit',
        to_state: 'scheduled',
        detail: {
          version: 3,
          changes: ['the name', 'the rate type'],
          answered: { changes: [MOVED], outcome: 'replaced' },
        },
      },
    ])
    expect(await told()).toEqual([
      [
        'Paul Provider',
        `Your request to change ${MOVED} of “Fine motor group” on 11/20/2026 was discarded: Ada Admin has changed the session.`,
      ],
    ])
    const answer = {
      id: 1,
      title: 'Handwriting',
      outcome: 'replaced',
      changes: [MOVED],
      answeredBy: 'Ada Admin',
      answeredAtUtc: ASKED,
    }
    expect(await answersFor(token.paul)).toEqual([answer])
    expect(await answersFor(token.sofia)).toEqual([])
    expect(await answersFor(token.ada)).toBeUndefined()
    const { data } = await server().call('getScheduleEventById', { token: token.paul, body: { id: 1 } })
    expect(getScheduleEventById.data.parse(data).editAnswer).toEqual(answer)
  })

  test('is named before an administrator deletes the session; its provider deletes it without', async () => {
    expect(refusalOf(await remove())).toEqual(NAMED)
    expect(await rows('select id from occurrences where deleted_at is not null')).toEqual([])
    const body = { scheduleEventRecurrenceIds: [1], change: 'deleteOccurrences' }
    const preview = await server().call('previewScheduleEvent', { token: token.ada, body })
    const { replaces } = sessionPreviewSchema.parse(preview.data)
    expect((await remove({ replacesKey: replaces?.key })).status).toBe(200)
    expect(await waiting()).toBe(0)
    expect(await asked()).toEqual([])
    expect(await answersFor(token.paul)).toMatchObject([{ outcome: 'deleted', title: 'Fine motor group' }])
    const changes = await server().call('getSessionChanges', { token: token.paul, query: { stage: 3 } })
    expect(getSessionChanges.data.parse(changes.data).rows).toMatchObject([
      { status: 'Discarded', by: 'Ada Admin', changes: [MOVED] },
    ])
    const dismissed = { key: 'decidedChanges', until: TEST_NOW.toISOString() }
    expect((await server().call('dismissNews', { token: token.paul, body: dismissed })).status).toBe(200)
    expect(await answersFor(token.paul)).toEqual([])
    expect(await told()).toEqual([['Paul Provider', expect.stringContaining('Ada Admin has deleted the session.')]])

    await addSession(server(), token.paul, { startTime: '16:00', endTime: '16:30' })
    await storeWaitingChange(database(), 2, { startTime: '17:00', endTime: '17:30' })
    expect((await remove({ scheduleEventRecurrenceIds: [2] }, token.paul)).status).toBe(200)
    expect(await told()).toHaveLength(1)
  })

  test('once approved or rejected, tells its provider until they ask again or the day is approved', async () => {
    await server().call('rejectScheduleEventRecurrence', { token: token.ada, body: { id: 1 } })
    expect(await answersFor(token.paul)).toMatchObject([{ outcome: 'rejected', changes: [MOVED] }])
    await ask({ startTime: '17:00', endTime: '18:00' })
    await ask({ startTime: '17:00', endTime: '17:30' })
    expect(await asked()).toHaveLength(1)
    const waits = await server().call('getSessionChanges', { token: token.ada, query: { stage: 1 } })
    expect(getSessionChanges.data.parse(waits.data).rows).toMatchObject([
      { startTime: '13:00', changes: ['the time (1:00 PM-2:00 PM to 5:00 PM-5:30 PM)'] },
    ])
    expect(await answersFor(token.paul)).toEqual([])
    await server().call('approveScheduleEventRecurrence', { token: token.ada, body: { id: 1 } })
    expect(await answersFor(token.paul)).toMatchObject([{ outcome: 'approved' }])
    expect((await told()).map(([, message]) => message)).toEqual([
      `Your request to change ${MOVED} of “Fine motor group” on 11/20/2026 was rejected.`,
      'Your request to change the time (1:00 PM-2:00 PM to 5:00 PM-5:30 PM) of “Fine motor group” on 11/20/2026 was approved.',
    ])
    await rows(
      "insert into provider_days (provider_id, date, state) values (1, '2026-11-20', 'approved')\n      on conflict (provider_id, date) do update set state = 'approved'",
    )
    expect(await answersFor(token.paul)).toEqual([])
  })

  test('is withdrawn by its provider, once and in the version that they saw', async () => {
    const { entityCacheKey } = await edit(token.paul)
    const withdraw = (by: string, key = entityCacheKey) =>
      server().call('withdrawScheduleEventRecurrence', { token: by, body: { id: 1, entityCacheKey: key } })
    expect(refusalOf(await withdraw(token.sofia))).toEqual({ status: 404, message: 'Session not found.' })
    expect((await withdraw(token.paul, '1')).status).toBe(409)
    expect(await waiting()).toBe(1)
    expect(await asked()).toEqual(ASKED_ADMINISTRATORS)
    expect(await withdraw(token.paul)).toMatchObject({ status: 200, message: 'The request has been withdrawn' })
    expect(await waiting()).toBe(0)
    expect(await asked()).toEqual([])
    expect(await rows('select left(start_time::text, 5) as start, version from occurrences')).toEqual([
      { start: '13:00', version: 3 },
    ])
    expect(refusalOf(await withdraw(token.paul, '3'))).toEqual({
      status: 409,
      message: 'No change to this session is waiting for approval.',
    })
    expect(await answersFor(token.paul)).toEqual([])
    expect(await told()).toEqual([])
  })
})
