/** Sessions of providers who are on leave or have a last day at work. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import type { SessionForm } from '#domain/session-form.ts'
import type { Weekday } from '#domain/time.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addStatuses } from '#tests/support/server/provider-lists.ts'
import { addSession, occurrenceIdsOn, refusalOf, sessionPayload, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId
const ON_LEAVE = 2
const TERMINATED = 3
/** Tuesdays and Thursdays from next week on. */
const series: Partial<SessionForm> = {
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2, 4] },
  date: '2026-11-24',
  endDate: '2026-12-10',
}
const byAda = { providerId: PAUL, rateTypeId: 1 }
const PAUL_ON_LEAVE = 'Paul Provider is on leave, so no new sessions can be planned for them.'
const SOFIA_ON_LEAVE = 'Sofía Special is on leave, so no new sessions can be planned for them.'

const refused = (path: string, message: string) => ({ status: 409, message, errors: [{ path, message }] })

describe('a session of a provider', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    await addStatuses(database())
  })
  const set = (providerId: number, values: Partial<typeof providers.$inferInsert>) =>
    database().db.update(providers).set(values).where(eq(providers.id, providerId))
  const stored = () => database().db.$count(occurrences)
  const both = async (change: 'add' | 'updateSeries' | 'updateOccurrence', body: object, by: string = token.ada) => {
    const names = {
      add: 'addScheduleEvent',
      updateSeries: 'updateScheduleEventSeries',
      updateOccurrence: 'updateScheduleEventRecurrence',
    } as const
    const shown = await server().call('previewScheduleEvent', { token: by, body: { ...body, change } })
    const done = await server().call(names[change], { token: by, body })
    expect(refusalOf(shown)).toEqual(done.status === 200 ? { status: 200, message: '' } : refusalOf(done))
    return refusalOf(done)
  }
  const read = async (id: number): Promise<StoredSession> =>
    storedSessionSchema.parse((await server().call('editScheduleEventById', { token: token.ada, body: { id } })).data)
  const seriesBody = async (id: number, form: Partial<SessionForm>) => ({
    ...sessionPayload({ ...byAda, ...series, ...form }),
    id,
    entityCacheKey: (await read(id)).entityCacheKey,
  })

  test('on leave is not added, by anyone', async () => {
    await set(PAUL, { statusId: ON_LEAVE })
    expect(await both('add', sessionPayload({ ...byAda, ...series }))).toEqual(refused('providerId', PAUL_ON_LEAVE))
    expect(await both('add', sessionPayload(series), token.paul)).toEqual(
      refused('date', 'You are on leave, so no new sessions can be planned for you.'),
    )
    expect(await stored()).toBe(0)
    await set(PAUL, { statusId: 1 })
    expect((await both('add', sessionPayload({ ...byAda, ...series }))).status).toBe(200)
  })

  test('on leave gets no further dates, but may be changed otherwise', async () => {
    const { id } = await addSession(server(), token.ada, { ...byAda, ...series })
    await set(PAUL, { statusId: ON_LEAVE })
    const longer = await seriesBody(id, { endDate: '2026-12-17' })
    expect(await both('updateSeries', longer)).toEqual(refused('providerId', PAUL_ON_LEAVE))
    expect((await both('updateSeries', await seriesBody(id, { eventName: 'Handwriting' }))).status).toBe(200)
    expect((await both('updateSeries', await seriesBody(id, { endDate: '2026-12-03' }))).status).toBe(200)
  })

  test('on leave may be moved to other weekdays, but not to more dates', async () => {
    const { id } = await addSession(server(), token.ada, { ...byAda, ...series })
    await set(PAUL, { statusId: ON_LEAVE })
    const on = (...days: Weekday[]): Partial<SessionForm> => ({
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days },
    })
    // Tuesdays stay, Thursdays become Wednesdays.
    expect((await both('updateSeries', await seriesBody(id, on(2, 3)))).status).toBe(200)
    const dates = await database().pool.query(
      'select date::text as d from occurrences where deleted_at is null order by date',
    )
    expect(dates.rows.map(({ d }) => d)).toEqual([
      '2026-11-24',
      '2026-11-25',
      '2026-12-01',
      '2026-12-02',
      '2026-12-08',
      '2026-12-09',
    ])
    expect(await both('updateSeries', await seriesBody(id, on(1, 3, 5)))).toEqual(refused('providerId', PAUL_ON_LEAVE))
    expect((await both('updateSeries', await seriesBody(id, on(1, 5)))).status).toBe(200)
    await set(PAUL, { termDate: '2026-12-09' })
    expect(await both('updateSeries', await seriesBody(id, on(4)))).toEqual(
      refused('providerId', 'The last day of Paul Provider is 12/09/2026, so no session can be planned on 12/10/2026.'),
    )
    // To someone else on leave it is no move.
    await set(SOFIA, { statusId: ON_LEAVE })
    expect(await both('updateSeries', await seriesBody(id, { ...on(4), providerId: SOFIA }))).toEqual(
      refused('providerId', SOFIA_ON_LEAVE),
    )
  })

  test('is not given to someone on leave, alone or as a series', async () => {
    const { id } = await addSession(server(), token.ada, { ...byAda, ...series })
    await set(SOFIA, { statusId: ON_LEAVE })
    const toSofia = { providerId: SOFIA }
    expect(await both('updateSeries', await seriesBody(id, toSofia))).toEqual(refused('providerId', SOFIA_ON_LEAVE))
    const [occurrenceId = 0] = await occurrenceIdsOn(server(), token.ada, '2026-11-24')
    const [row] = await database().db.select().from(occurrences).where(eq(occurrences.id, occurrenceId))
    const body = {
      ...sessionPayload({ ...byAda, ...toSofia, date: '2026-11-24' }),
      id: occurrenceId,
      entityCacheKey: String(row?.version),
    }
    expect(await both('updateOccurrence', body)).toEqual(refused('providerId', SOFIA_ON_LEAVE))
    await set(SOFIA, { statusId: 1 })
    expect((await both('updateOccurrence', body)).status).toBe(200)
  })

  test('is not planned after the last day at work', async () => {
    await set(PAUL, { termDate: '2026-12-01' })
    const after = 'so no session can be planned on 12/03/2026, 12/08/2026, 12/10/2026.'
    expect(await both('add', sessionPayload({ ...byAda, ...series }))).toEqual(
      refused('providerId', `The last day of Paul Provider is 12/01/2026, ${after}`),
    )
    expect(await both('add', sessionPayload(series), token.paul)).toEqual(
      refused('date', `Your last day is 12/01/2026, ${after}`),
    )
    expect((await both('add', sessionPayload({ ...byAda, ...series, endDate: '2026-12-01' }))).status).toBe(200)
  })

  test('is not moved past the last day at work', async () => {
    await addSession(server(), token.ada, { ...byAda, date: '2026-11-30' })
    await set(PAUL, { termDate: '2026-12-01' })
    const [id = 0] = await occurrenceIdsOn(server(), token.ada, '2026-11-30')
    const body = (date: string) => ({ ...sessionPayload({ ...byAda, date }), id, entityCacheKey: '1' })
    expect(await both('updateOccurrence', body('2026-12-02'))).toEqual(
      refused('providerId', 'The last day of Paul Provider is 12/01/2026, so no session can be planned on 12/02/2026.'),
    )
    expect((await both('updateOccurrence', body('2026-12-01'))).status).toBe(200)
  })

  test('is not planned for a terminated provider, even before the last day', async () => {
    await set(PAUL, { statusId: TERMINATED, termDate: '2026-11-20' })
    expect(await both('add', sessionPayload({ ...byAda, date: '2026-11-20' }))).toEqual(
      refused('providerId', 'Paul Provider is terminated, so no sessions can be planned for them.'),
    )
  })
})
