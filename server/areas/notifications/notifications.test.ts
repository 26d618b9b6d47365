import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addSession, occurrenceIdsOn, saveHours, TODAY } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

/** Friday, November 20, 10 AM. Ada is the administrator; Paul and Sofía are providers. */
describe('notifications', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)
  const db = () => database().db

  const call = async (name: EndpointName, by: string, body: object = {}) => {
    const reply = await server().call(name, { token: by, body })
    expect(reply).toMatchObject({ status: 200 })
    return reply.data
  }
  const count = (by: string, body: object = {}) => call('getNotificationCount', by, body)
  const ofCategory = (by: string, notificationCategoryId: number, body: object = {}) =>
    call('getNotificationsByCategory', by, { notificationCategoryId, ...body })

  const ASKED = 'Paul Provider requested time off on 11/23/2026, 9:00 AM-12:00 PM: Dentist'
  let requestId = 0
  beforeEach(async () => {
    requestId = await askForTimeOff(server(), token.paul)
  })

  test('reach who they are for, are counted until they are read, and lead to what they are about', async () => {
    expect(await notified(database())).toEqual([['Ada Admin', ASKED]])
    expect(await count(token.ada)).toBe(1)
    expect(await count(token.paul)).toBe(0)
    const notification = {
      id: 1,
      message: ASKED,
      isRead: false,
      createdOnUtc: '2026-11-20T15:00:00.000Z',
      href: '/pto-record?providerIds=1&from=2026-11-23&to=2026-11-23',
    }
    const page = { pageIndex: 1, totalRecords: 1 }
    expect(await call('getNotifications', token.ada, { pageIndex: 1, pageSize: 5 })).toEqual({
      ...page,
      pageSize: 5,
      data: [notification],
    })
    expect(await ofCategory(token.ada, 2)).toEqual({ ...page, pageSize: 10, data: [notification] })
    expect(await call('getNotificationCategories', token.ada, { id: 0, abbrevation: 'ADM' })).toEqual([
      { notificationCategoryId: 1, name: 'Scheduling', unread: 0 },
      { notificationCategoryId: 2, name: 'Time Off', unread: 1 },
      { notificationCategoryId: 3, name: 'Billing', unread: 0 },
      { notificationCategoryId: 4, name: 'Documents', unread: 0 },
      { notificationCategoryId: 5, name: 'Accounts', unread: 0 },
    ])

    await call('markNotificationsRead', token.ada, { ids: '1', notificationCategoryId: 2 })
    expect(await count(token.ada)).toBe(0)
    expect(await count(token.ada, { unreadNotificationOnly: false })).toBe(1)
    expect(await ofCategory(token.ada, 2)).toMatchObject({ data: [{ id: 1, isRead: true }] })
    expect(await call('getNotifications', token.ada, { unreadNotificationOnly: true })).toMatchObject({ data: [] })
  })

  test('tell providers of the same name apart by their address, as choices do', async () => {
    await db().update(providers).set({ firstName: 'paul', lastName: 'provider' }).where(eq(providers.id, 2))
    await askForTimeOff(server(), token.sofia)
    const [, [, message] = []] = await notified(database())
    const { email } = PEOPLE.SpecialProvider
    const [name, other] = [`paul provider (${email})`, `Paul Provider (${PEOPLE.Providers.email})`]
    expect(message).toBe(`${name} requested time off on 11/23/2026, 9:00 AM-12:00 PM: Dentist`)
    const choices = await server().call('getAllProviders', { token: token.ada })
    expect(choices.data).toEqual([
      { id: 2, providerName: name },
      { id: 1, providerName: other },
    ])
  })

  test('are read a category at a time', async () => {
    await server().call('acceptPtos', { token: token.ada, body: { ids: String(requestId) } })
    await addSession(server(), token.ada, { rateTypeId: 1, providerId: 1, date: '2026-11-24' })
    expect(await count(token.paul)).toBe(2)
    expect(await count(token.paul, { notificationCategoryId: 12 })).toBe(1)
    await call('markCategoryRead', token.paul, { notificationCategoryId: 12 })
    expect(await ofCategory(token.paul, 12)).toMatchObject({ data: [{ isRead: true }] })
    expect(await ofCategory(token.paul, 11)).toMatchObject({ data: [{ isRead: false }] })
  })

  test("nobody reads or marks another's, whatever the call says", async () => {
    const asAda = { userId: PEOPLE.Administrators.userId }
    for (const by of [token.paul, token.sofia]) {
      expect(await count(by, asAda)).toBe(0)
      expect(await ofCategory(by, 2, asAda)).toMatchObject({ data: [], totalRecords: 0 })
      expect(await call('getNotificationCategories', by, { abbrevation: 'ADM' })).toMatchObject([
        { name: 'Schedule' },
        { name: 'Time Off' },
        { name: 'Documents' },
      ])
      await call('markNotificationsRead', by, { ...asAda, ids: '1' })
      await call('markCategoryRead', by, { ...asAda, notificationCategoryId: 2 })
    }
    expect(await count(token.ada)).toBe(1)
  })

  test("an administrator who becomes a provider no longer sees administrators' notifications", async () => {
    await db().update(users).set({ roleId: 2 }).where(eq(users.id, PEOPLE.Administrators.userId))
    const asProvider = await server().tokenOf(PEOPLE.Administrators.userId)
    expect(await count(asProvider, { unreadNotificationOnly: false })).toBe(0)
    expect(await call('getNotifications', asProvider)).toMatchObject({ data: [], totalRecords: 0 })
    expect(await db().$count(notifications)).toBe(1)
  })

  test('are not written for who caused them, nor for those who cannot sign in', async () => {
    await db().update(users).set({ isActive: false }).where(eq(users.providerId, 2))
    await addSession(server(), token.ada, { rateTypeId: 1, providerId: 2, date: '2026-11-24' })
    await addSession(server(), token.paul, { date: '2026-11-25' })
    expect(await notified(database())).toEqual([['Ada Admin', ASKED]])
  })

  test('are not written for a provider whose last day is over', async () => {
    const id = await askForTimeOff(server(), token.sofia)
    await db().update(providers).set({ termDate: '2026-11-19' }).where(eq(providers.id, 2))
    expect(await call('rejectPtos', token.ada, { ids: String(id), notes: 'Left' })).not.toBeUndefined()
    expect((await notified(database())).map(([name]) => name)).toEqual(['Ada Admin', 'Ada Admin'])
  })

  test('are not written for a call that is refused', async () => {
    await addSession(server(), token.paul, { date: '2026-11-16' })
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, '2026-11-16')
    // Its hours are not confirmed.
    const body = { scheduleEventRecurrence: [{ id, recurrenceDate: '2026-11-16' }] }
    expect(await server().call('approveScheduleEvents', { token: token.ada, body })).toMatchObject({ status: 409 })
    expect(await notified(database())).toHaveLength(1)
  })

  test('tell a provider what administrators do to their schedule and days', async () => {
    const by = { token: token.ada }
    const session = { rateTypeId: 1, providerId: 1, eventName: 'Reading' }
    await addSession(server(), token.ada, { ...session, date: '2026-11-19' })
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, '2026-11-19')
    expect(await saveHours(server(), token.paul, { date: '2026-11-19' })).toMatchObject({ status: 200 })
    const approval = { scheduleEventRecurrence: [{ id, recurrenceDate: '2026-11-19' }] }
    await server().call('approveScheduleEvents', { ...by, body: approval })
    await server().call('reopenDay', { ...by, body: { providerId: 1, date: '2026-11-19', reason: 'Wrong school' } })
    await addSession(server(), token.ada, { ...session, date: TODAY, startTime: '13:00', endTime: '13:45' })
    const [later = 0] = await occurrenceIdsOn(server(), token.paul, TODAY)
    await server().call('deleteScheduleEvents', { ...by, body: { scheduleEventRecurrenceIds: [later] } })
    expect((await notified(database())).slice(1)).toEqual([
      ['Paul Provider', 'An administrator added “Reading” on 11/19/2026, 9:00 AM-9:45 AM to your schedule.'],
      ['Paul Provider', 'Your hours on 11/19/2026 were approved.'],
      ['Paul Provider', 'Your hours on 11/19/2026 were reopened: Wrong school'],
      ['Paul Provider', 'An administrator added “Reading” on 11/20/2026, 1:00 PM-1:45 PM to your schedule.'],
      ['Paul Provider', 'An administrator deleted “Reading” on 11/20/2026, 1:00 PM-1:45 PM from your schedule.'],
    ])
    expect(await ofCategory(token.paul, 11)).toMatchObject({
      data: [
        { href: '/schedule-provider-event-viewer?view=daily&date=2026-11-20' },
        { href: '/schedule-provider-event-viewer?view=daily&date=2026-11-20' },
        { href: '/?date=2026-11-19' },
        { href: '/?date=2026-11-19' },
        { href: '/schedule-provider-event-viewer?view=daily&date=2026-11-19' },
      ],
    })
  })
})
