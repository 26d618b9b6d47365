import { beforeEach, describe, expect, test } from 'vitest'
import { getProviderChange, type ProviderChange } from '#contract/provider-changes.ts'
import { getScheduleEventById } from '#contract/schedule.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified, unread } from '#tests/support/server/notifications.ts'
import {
  addSession,
  CASELOAD_IDS,
  refusalOf,
  sessionPayload,
  TEST_NOW,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

/** Paul's series on Tuesdays and Thursdays: November 24 and 26, December 1, 3, 8 and 10. */
const DATES = ['2026-11-24', '2026-11-26', '2026-12-01', '2026-12-03', '2026-12-08', '2026-12-10']
const series: Partial<SessionForm> = {
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  date: '2026-11-24',
  endDate: '2026-12-10',
}

describe('undoing what a provider changed at once', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string, values: unknown[] = []) =>
    (await database().pool.query(query, values)).rows as Record<string, unknown>[]
  /** Everything that a change of sessions may write, except versions and who wrote it. */
  const everything = async () => ({
    sessions: await rows(`select to_jsonb(s) - 'version' - 'updated_at' - 'updated_by_id' as row,
      array(select caseload_frequency_id from schedule_event_students where schedule_event_id = s.id order by 1) as students
      from schedule_events s order by id`),
    dates: await rows(`select to_jsonb(o) - 'version' as row,
      array(select (caseload_frequency_id, label_ids, label_meanings, tracking_feedback)::text from occurrence_students
        where occurrence_id = o.id order by 1) as students
      from occurrences o where deleted_at is null order by id`),
  })
  const storedSeries = async (by: string): Promise<StoredSession> =>
    storedSessionSchema.parse((await server().call('editScheduleEventById', { token: by, body: { id: 1 } })).data)
  const updateAll = async (by: string, change: Partial<SessionForm>) => {
    const { id, entityCacheKey } = await storedSeries(by)
    const form = { ...series, providerId: 1, rateTypeId: by === token.ada ? 1 : null, ...change }
    const body = { ...sessionPayload(form), id, entityCacheKey, changeFromDate: '2026-11-24' }
    const reply = await server().call('updateScheduleEventSeries', { token: by, body })
    expect(reply).toMatchObject({ status: 200 })
  }
  const deleteSeries = (by: string, fromDate: string) =>
    server().call('deleteScheduleEventSeries', { token: by, body: { id: 1, fromDate } })
  const deleteDates = (by: string, ids: number[]) =>
    server().call('deleteScheduleEvents', { token: by, body: { scheduleEventRecurrenceIds: ids } })
  const preview = async (id = 1): Promise<ProviderChange> => {
    const reply = await server().call('getProviderChange', { token: token.ada, body: { id } })
    expect(reply).toMatchObject({ status: 200 })
    return getProviderChange.data.parse(reply.data)
  }
  const undo = async (seen: string, id = 1) =>
    server().call('undoProviderChange', { token: token.ada, body: { id, seen } })
  const toldAda = async () => (await unread(database())).filter(([name]) => name === 'Ada Admin')

  beforeEach(async () => {
    await addSession(server(), token.paul, series)
    await rows(
      "update occurrence_students set label_ids = '{1}', label_meanings = '{1}', tracking_feedback = 'Well' where id = 3",
    )
  })

  test('is offered by each session that the provider changed, to administrators, until it is undone', async () => {
    await updateAll(token.paul, { startTime: '09:00', endTime: '09:45' })
    const changeOf = async (by: string, id: number) => {
      const { data } = await server().call('getScheduleEventById', { token: by, body: { id } })
      return getScheduleEventById.data.parse(data).providerChange
    }
    const [stored] = await rows('select words from provider_changes')
    const shown = { id: 1, words: stored?.words, atUtc: TEST_NOW.toISOString(), isWaiting: false }
    expect(await changeOf(token.ada, 1)).toEqual(shown)
    expect(await changeOf(token.ada, 6)).toEqual(shown)
    expect(await changeOf(token.paul, 1)).toBeUndefined()
    expect((await undo((await preview()).seen)).status).toBe(200)
    expect(await changeOf(token.ada, 1)).toBeUndefined()
  })

  test('leaves dates with a student or at a school that is no longer active as they are, and says so', async () => {
    expect((await deleteDates(token.paul, [2, 3])).status).toBe(200)
    const back = { restored: ['2026-11-26', '2026-12-01'], stays: [] }
    const planned = async () => {
      const { back: restored, stays } = await preview()
      return { restored: restored.map(({ date }) => date), stays: stays.map(({ date, why }) => `${date} ${why}`) }
    }
    expect(await planned()).toEqual(back)
    const none = { restored: [], stays: ['2026-11-26 inactive', '2026-12-01 inactive'] }
    await rows('update schools set is_active = false where id = 1')
    expect(await planned()).toEqual(none)
    expect((await undo((await preview()).seen)).status).toBe(409)
    await rows('update schools set is_active = true')
    await rows('update students set is_active = false where id = 1')
    expect(await planned()).toEqual(none)
  })

  test('brings back what a provider deleted, as it was', async () => {
    const before = await everything()
    expect((await deleteDates(token.paul, [2, 3])).status).toBe(200)
    expect(await toldAda()).toEqual([
      ['Ada Admin', 'Paul Provider deleted “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026.'],
    ])
    expect(await rows('select href, mail_message from notification_events')).toEqual([
      {
        href: '/provider-changes/1',
        mail_message: 'Paul Provider deleted a session on 2 dates from 11/26/2026 to 12/01/2026.',
      },
    ])
    const { seen, ...shown } = await preview()
    expect(shown).toEqual({
      id: 1,
      providerId: 1,
      state: 'applied',
      answered: null,
      approval: null,
      words: 'Paul Provider deleted “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026.',
      atUtc: TEST_NOW.toISOString(),
      undone: null,
      obstacle: null,
      back: ['2026-11-26', '2026-12-01'].map((date) => ({ date, what: 'restored', clashes: [] })),
      stays: [],
    })
    expect(await undo(seen)).toMatchObject({ status: 200, message: 'The change has been undone.' })
    expect(await everything()).toEqual(before)
    expect(await toldAda()).toEqual([])
    expect((await notified(database())).filter(([name]) => name === 'Paul Provider')).toEqual([
      [
        'Paul Provider',
        'An administrator undid your change to 2 sessions: Paul Provider deleted “Fine motor group” on 2 dates from 11/26/2026 to 12/01/2026.',
      ],
    ])
    expect(
      await rows(`select user_id, entity, from_state, to_state from transition_log
        where event = 'change.undo' and machine = 'occurrence' order by id`),
    ).toEqual(['2', '3'].map((entity) => ({ user_id: 1, entity, from_state: 'deleted', to_state: 'scheduled' })))
    expect(await preview()).toMatchObject({ undone: { by: 'Ada Admin' }, back: [], stays: [] })
    expect(refusalOf(await undo(seen))).toEqual({ status: 409, message: 'Ada Admin has already undone this change.' })
  })

  test.each([
    ['the whole series', '2026-11-24', 6],
    ['all but its first date, which becomes a single session', '2026-11-25', 5],
    ['the end of it', '2026-12-08', 2],
  ])('brings back a series of which a provider deleted %s', async (_, from, count) => {
    const before = await everything()
    expect((await deleteSeries(token.paul, from)).status).toBe(200)
    const { seen, back } = await preview()
    expect(back.map(({ date }) => date)).toEqual(DATES.filter((date) => date >= from))
    expect(back).toHaveLength(count)
    expect((await undo(seen)).status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  test('takes back what Update All changed, added and removed', async () => {
    const before = await everything()
    await updateAll(token.paul, {
      startTime: '11:00',
      endTime: '11:30',
      endDate: '2026-12-15',
      caseloadIds: [CASELOAD_IDS.bo],
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 5] },
    })
    expect(await toldAda()).toEqual([
      [
        'Ada Admin',
        'Paul Provider changed the time (9:00 AM-9:45 AM to 11:00 AM-11:30 AM), the students and the recurrence of “Fine motor group” on 10 dates from 11/24/2026 to 12/15/2026.',
      ],
    ])
    const { seen, back } = await preview()
    expect(back.map(({ date, what }) => `${date} ${what}`)).toEqual([
      '2026-11-24 changedBack',
      '2026-11-26 restored',
      '2026-11-27 removed',
      '2026-12-01 changedBack',
      '2026-12-03 restored',
      '2026-12-04 removed',
      '2026-12-08 changedBack',
      '2026-12-10 restored',
      '2026-12-11 removed',
      '2026-12-15 removed',
    ])
    expect((await undo(seen)).status).toBe(200)
    expect(await everything()).toEqual(before)
  })

  test('leaves what is over, closed or changed since, and says so first', async () => {
    expect((await deleteDates(token.paul, [1, 2, 3, 4, 5])).status).toBe(200)
    await rows("update provider_days set state = 'approved' where date = '2026-11-26'")
    await rows("update provider_days set state = 'locked' where date = '2026-12-01'")
    await rows('update occurrences set version = version + 1 where id = 4')
    await addSession(server(), token.paul, {
      date: '2026-12-08',
      eventName: 'Reading',
      startTime: '09:30',
      endTime: '10:00',
    })
    const reading = { kind: 'providerSession', occurrenceId: 7, title: 'Reading' }
    expect(await preview()).toMatchObject({
      back: [
        { date: '2026-11-24', what: 'restored', clashes: [] },
        { date: '2026-12-08', what: 'restored', clashes: [reading] },
      ],
      stays: [
        { date: '2026-11-26', why: 'approved' },
        { date: '2026-12-01', why: 'locked' },
        { date: '2026-12-03', why: 'changed' },
      ],
    })
    const { seen } = await preview()
    server().now = new Date('2026-11-25T15:00:00Z')
    token.ada = await server().tokenOf(1)
    expect((await preview()).stays[0]).toEqual({ date: '2026-11-24', why: 'passed' })
    expect(refusalOf(await undo(seen))).toEqual({
      status: 409,
      message: 'Nothing was undone because something changed in the meantime. Please review what will be undone.',
    })
    expect((await undo((await preview()).seen)).status).toBe(200)
    expect(await rows('select id from occurrences where deleted_at is null order by id')).toEqual(
      [5, 6, 7].map((id) => ({ id })),
    )
  })

  test('is refused once someone has changed the series, or its provider has left', async () => {
    await updateAll(token.paul, { startTime: '08:30' })
    await updateAll(token.ada, { startTime: '08:00' })
    const changed = await preview()
    expect(changed.obstacle).toBe(
      'Ada Admin has changed the time (8:30 AM-9:45 AM to 8:00 AM-9:45 AM) and the rate type of this session.',
    )
    expect(refusalOf(await undo(changed.seen))).toEqual({ status: 409, message: changed.obstacle })

    expect((await deleteDates(token.paul, [5, 6])).status).toBe(200)
    await rows("update providers set term_date = '2026-12-05' where id = 1")
    expect((await preview(2)).obstacle).toBe(
      'The last day of Paul Provider is 12/05/2026, so no session can be planned on 12/08/2026, 12/10/2026.',
    )
  })

  test.each<[what: string, change: () => Promise<unknown>]>([
    ['moved to another time', () => updateAll(token.ada, { startTime: '08:00' })],
    ['given to a colleague', () => updateAll(token.ada, { providerId: 2, caseloadIds: [CASELOAD_IDS.dora] })],
    ['ended before them', () => deleteSeries(token.ada, '2026-11-25')],
  ])('brings no dates back into a series that someone has %s since', async (_, change) => {
    expect((await deleteDates(token.paul, [5, 6])).status).toBe(200)
    await change()
    const shown = await preview()
    expect(shown).toMatchObject({
      obstacle: 'Nothing in this change can be undone right now.',
      back: [],
      stays: ['2026-12-08', '2026-12-10'].map((date) => ({ date, why: 'changed' })),
    })
    expect(refusalOf(await undo(shown.seen))).toEqual({ status: 409, message: shown.obstacle })
  })

  test("is for administrators, and for providers' changes alone", async () => {
    expect((await deleteDates(token.ada, [1])).status).toBe(200)
    expect(await rows('select id from provider_changes')).toEqual([])
    expect((await deleteDates(token.paul, [2])).status).toBe(200)
    const body = { id: 1, seen: 'any' }
    expect((await server().call('undoProviderChange', { token: token.paul, body })).status).toBe(403)
    expect((await server().call('getProviderChange', { token: token.sofia, body: { id: 1 } })).status).toBe(404)
    const missing = await server().call('getProviderChange', { token: token.ada, body: { id: 9 } })
    expect(refusalOf(missing)).toEqual({ status: 404, message: 'Change not found.' })
  })
})
