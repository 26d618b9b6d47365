import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_SESSION_SETTINGS, Sessions } from '#server/areas/login/sessions.ts'
import { hourReminders } from '#server/db/schema/days-and-hours.ts'
import { passwordRecoveries, securityEvents, userSessions } from '#server/db/schema/sign-in.ts'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE } from '#tests/support/server/test-server.ts'
import { deleteExpired } from './clean-up.ts'

const DAY = 24 * 3_600_000
const START = new Date('2026-11-20T15:00:00Z')
const { Administrators: ada, Providers: paul } = PEOPLE

describeEngines('deleting what has expired', (engine) => {
  const database = useDatabase(engine)
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
  })
  const after = (days: number) => new Date(START.getTime() + days * DAY)
  const start = async (userId: number, days: number, isRememberMe = false) => {
    const sessions = new Sessions(database().db, DEFAULT_SESSION_SETTINGS)
    return (await sessions.start({ userId, isRememberMe, address: '10.0.0.1', userAgent: 'A browser' }, after(days)))
      .sessionId
  }
  const kept = async () =>
    (await database().db.select().from(userSessions).orderBy(asc(userSessions.createdAt))).map(({ id }) => id)

  test('sessions go a week after they could last be used, ended or not; the log keeps what it says of them', async () => {
    const usual = await start(paul.userId, 0)
    const remembered = await start(paul.userId, 0.1, true)
    await new Sessions(database().db).end(remembered, { reason: 'logout' }, after(0.2))
    const last = await start(paul.userId, 0.3)
    // Twelve hours and seven days.
    await deleteExpired(database().db, after(7.5))
    expect(await kept()).toEqual([usual, remembered, last])
    await deleteExpired(database().db, after(7.51))
    expect(await kept()).toEqual([remembered, last])
    // A copy of its credential may come until it would have expired, after sixty days.
    await deleteExpired(database().db, after(67.1))
    expect(await kept()).toEqual([remembered, last])
    await deleteExpired(database().db, after(67.11))
    expect(await kept()).toEqual([last])
    const events = await database().db.select().from(securityEvents).orderBy(securityEvents.id)
    expect(events.map(({ kind, sessionId, address }) => [kind, sessionId, address])).toEqual([
      ['sign-in', usual, '10.0.0.1'],
      ['sign-in', remembered, '10.0.0.1'],
      ['ended', remembered, '10.0.0.1'],
      ['sign-in', last, '10.0.0.1'],
    ])
  })

  test('reminders of hours go once their days are no longer looked for', async () => {
    const { db } = database()
    const remind = (sentOn: string) => ({ providerId: 1, sentOn, since: sentOn })
    await db.insert(hourReminders).values([remind('2025-11-18'), remind('2025-11-19')])
    // 366 days after November 19, 2025.
    await deleteExpired(db, START)
    expect(await db.select().from(hourReminders)).toEqual([remind('2025-11-19')])
  })

  test('links for a new password go when they expire; invitations stay, since they can be renewed', async () => {
    const { db } = database()
    const link = (userId: number, isInvitation: boolean) => ({
      userId,
      tokenHash: `hash of ${userId}`,
      isInvitation,
      expiresAt: after(1),
    })
    await db.insert(passwordRecoveries).values([link(ada.userId, false), link(paul.userId, true)])
    const left = async () => (await db.select().from(passwordRecoveries)).map(({ userId }) => userId)
    await deleteExpired(db, after(1))
    expect(await left()).toEqual([ada.userId, paul.userId])
    await deleteExpired(db, after(1.01))
    expect(await left()).toEqual([paul.userId])
  })

  test('the last session of each user stays, which says when they last signed in', async () => {
    const adas = await start(ada.userId, 0)
    const pauls = await start(paul.userId, 1)
    await deleteExpired(database().db, after(300))
    expect(await kept()).toEqual([adas, pauls])
  })
})
