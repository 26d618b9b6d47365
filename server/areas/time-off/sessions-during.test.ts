import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { getSessionsOfPtos, type SessionDuring } from '#contract/time-off.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addSession, CASELOAD_IDS, SCHOOL_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours, useTimeOff } from '#tests/support/server/time-off.ts'

const { Providers: paul, SpecialProvider: sofia } = PEOPLE
const [MONDAY, TUESDAY, WEDNESDAY] = ['2026-11-23', '2026-11-24', '2026-11-25'] as const

describe('the sessions during time off', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await grantHours(database(), paul.providerId, 40, TEST_NOW)
    // Requests 1 to 3, each from 9 to noon.
    for (const requestedDate of [MONDAY, TUESDAY, WEDNESDAY])
      await askForTimeOff(server(), token.paul, { requestedDate })
    await plan(MONDAY, '09:00', '10:00')
    await plan(MONDAY, '11:30', '12:30')
    await plan(TUESDAY, '10:00', '11:00')
    await plan(WEDNESDAY, '12:00', '13:00')
  })

  const call = (name: EndpointName, body: object) => server().call(name, { token: token.ada, body })
  const plan = (date: string, startTime: string, endTime: string) =>
    addSession(server(), token.paul, { date, startTime, endTime })
  const look = async (ids = '1,2,3') =>
    getSessionsOfPtos.data.parse((await server().call('getSessionsOfPtos', { token: token.ada, query: { ids } })).data)
  const accept = (ids: string, ...sessions: object[]) => call('acceptPtos', { ids, sessions })
  const choose = ({ id, requestId, version }: SessionDuring, toProviderId: number | null) => ({
    ...{ id, requestId, version },
    toProviderId,
  })
  const three = async () => {
    const [first, second, third] = await look()
    if (!first || !second || !third) throw new Error('There are fewer sessions')
    return [first, second, third] as const
  }
  /** 'Monday 9:00 of provider 1' and whether it is deleted. */
  const stored = async () =>
    (await db().select().from(occurrences).orderBy(asc(occurrences.date), asc(occurrences.startTime))).map(
      ({ date, startTime, providerId, deletedAt }) =>
        `${date} ${startTime.slice(0, 5)} of ${providerId}${deletedAt ? ', deleted' : ''}`,
    )
  const states = async () =>
    (await db().select().from(ptoRequests).orderBy(asc(ptoRequests.id))).map(({ state }) => state)

  test('are listed once with those who are free then, and stay unless something is chosen', async () => {
    const taker = { id: sofia.providerId, name: 'Sofía Special' }
    const shown = (await look()).map(({ requestId, date, startTime, schoolName, canBeCanceled, takers }) => [
      ...[requestId, date, startTime, schoolName, canBeCanceled],
      takers,
    ])
    expect(shown).toEqual([
      [1, MONDAY, '09:00', 'Lincoln', true, [taker]],
      [1, MONDAY, '11:30', 'Lincoln', true, [taker]],
      [2, TUESDAY, '10:00', 'Lincoln', true, [taker]],
    ])
    const before = await stored()
    expect(await accept('1,2,3')).toMatchObject({ status: 200 })
    expect(await stored()).toEqual(before)
    expect(await look()).toEqual([])
  })

  test('nobody is offered who has a session or time off then, is about to get some, or whose day is closed', async () => {
    const takers = async () => (await look('1,2,3,4')).map((session) => session.takers.length)
    await addSession(server(), token.sofia, {
      ...{ date: MONDAY, startTime: '09:30', endTime: '10:30' },
      ...{ schoolId: SCHOOL_IDS.lincoln, caseloadIds: [CASELOAD_IDS.dora] },
    })
    expect(await takers()).toEqual([0, 1, 1])
    await askForTimeOff(server(), token.sofia, { requestedDate: TUESDAY })
    expect(await takers()).toEqual([0, 1, 0])
    const approved = { state: 'approved', approvalStatus: 1 } as const
    await db()
      .insert(providerDays)
      .values({ providerId: sofia.providerId, date: MONDAY, ...approved })
      .onConflictDoUpdate({ target: [providerDays.providerId, providerDays.date], set: approved })
    expect(await takers()).toEqual([0, 0, 0])
    await db()
      .insert(providerDays)
      .values({ providerId: paul.providerId, date: TUESDAY, ...approved })
      .onConflictDoUpdate({ target: [providerDays.providerId, providerDays.date], set: approved })
    expect((await look()).map(({ canBeCanceled }) => canBeCanceled)).toEqual([true, true, false])
  })

  test('are canceled and handed over as chosen, with the acceptance, and the hand-over can be undone', async () => {
    const [first, second, third] = await three()
    const choices = [choose(first, null), choose(second, sofia.providerId), choose(third, sofia.providerId)]
    expect(await accept('1,2,3', ...choices)).toMatchObject({ status: 200 })
    expect(await states()).toEqual(['accepted', 'accepted', 'accepted'])
    expect(await stored()).toEqual([
      `${MONDAY} 09:00 of 1, deleted`,
      `${MONDAY} 11:30 of 2`,
      `${TUESDAY} 10:00 of 2`,
      `${WEDNESDAY} 12:00 of 1`,
    ])
    expect(await db().select().from(handOvers)).toMatchObject([{ providerId: paul.providerId, fromDate: MONDAY }])
    expect(await db().select().from(handOverItems)).toMatchObject([
      { toProviderId: sofia.providerId, sessionsCount: 1, occurrences: [[second.id, second.version + 1]] },
      { toProviderId: sofia.providerId, sessionsCount: 1, occurrences: [[third.id, third.version + 1]] },
    ])
    const told = (await notified(database())).map(([, message]) => message)
    expect(told).toContain('Handed over during your time off: 2 sessions to Sofía Special.')
    expect(told.find((message) => message.startsWith('You take over'))).toBe(
      `You take over during the time off of Paul Provider: “${second.title}” on 11/23/2026, “${third.title}” on 11/24/2026.`,
    )
    const preview = await call('previewUndoHandOver', { id: 1 })
    expect(preview).toMatchObject({ status: 200 })
  })

  test('a choice that is no longer possible leaves its request as it is; the others are accepted', async () => {
    const [first, second, third] = await three()
    await db()
      .update(occurrences)
      .set({ version: second.version + 1 })
      .where(eq(occurrences.id, second.id))
    const reply = await accept('1,2,3', choose(first, null), choose(second, null), choose(third, null))
    expect(reply).toMatchObject({
      status: 409,
      data: ['Paul Provider, 11/23/2026: Its sessions have changed. Please review them.'],
    })
    expect(await states()).toEqual(['pending', 'accepted', 'accepted'])
    expect(await stored()).toEqual([
      `${MONDAY} 09:00 of 1`,
      `${MONDAY} 11:30 of 1`,
      `${TUESDAY} 10:00 of 1, deleted`,
      `${WEDNESDAY} 12:00 of 1`,
    ])
    const [again] = await look('1')
    if (!again) throw new Error('The session is gone')
    await addSession(server(), token.sofia, {
      ...{ date: MONDAY, startTime: '09:30', endTime: '10:30' },
      ...{ schoolId: SCHOOL_IDS.lincoln, caseloadIds: [CASELOAD_IDS.dora] },
    })
    expect(await accept('1', choose(again, sofia.providerId))).toMatchObject({
      status: 409,
      data: [
        `Paul Provider, 11/23/2026: Nobody can be given the session “${again.title}” on 11/23/2026 as chosen. Please review it.`,
      ],
    })
    expect(await states()).toEqual(['pending', 'accepted', 'accepted'])
  })
})
