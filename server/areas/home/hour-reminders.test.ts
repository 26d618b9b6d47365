import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hourReminders } from '#server/db/schema/days-and-hours.ts'
import { dailyWork } from '#server/db/schema/jobs.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { users } from '#server/db/schema/users.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addSession, CASELOAD_IDS, confirmHours, SCHOOL_IDS, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { hourReminderWork } from './hour-reminders.ts'

/** Sessions of Paul on Monday the 16th to Wednesday the 18th, and one of Sofía on the 18th, none confirmed. */
describe('reminders of hours', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const plan = async () => {
    for (const date of ['2026-11-16', '2026-11-17', '2026-11-18']) await addSession(server(), token.paul, { date })
    const northgate = { schoolId: SCHOOL_IDS.northgate, caseloadIds: [CASELOAD_IDS.eli] }
    await addSession(server(), token.sofia, { ...northgate, date: '2026-11-18' })
  }
  /** What it tells. @param at in New York */
  const look = async (at: string) => {
    const before = (await notified(database())).length
    await hourReminderWork.run({ db: db(), clock: () => new Date(`${at}-05:00`) })
    return (await notified(database())).slice(before)
  }
  const [PAUL, SOFIA] = [PEOPLE.Providers.name, PEOPLE.SpecialProvider.name]
  const paul = (what: string) => [PAUL, `Your hours on ${what}`]
  const sofia = [SOFIA, 'Your hours on 11/18/2026 are not confirmed.']

  test('are sent on working days until the hours are confirmed, to administrators after the third', async () => {
    await plan()
    // A Thursday. The 18th is over since yesterday.
    expect(await look('2026-11-19T08:59:00')).toEqual([])
    const all = paul('3 days are not confirmed, the earliest 11/16/2026.')
    expect(await look('2026-11-19T09:00:00')).toEqual([all, sofia])
    expect(await look('2026-11-19T15:00:00')).toEqual([])
    expect(await look('2026-11-20T09:00:00')).toEqual([all, sofia])
    await confirmHours(server(), token.paul, { date: '2026-11-16' })
    expect(await look('2026-11-21T09:00:00')).toEqual([])
    expect(await look('2026-11-22T09:00:00')).toEqual([])
    // Monday.
    const two = paul('2 days are not confirmed, the earliest 11/17/2026.')
    expect(await look('2026-11-23T12:00:00')).toEqual([two, sofia])
    // Paul has confirmed a day, so administrators are told only of Sofía.
    const late = ['Ada Admin', 'Hours of Sofía Special are still not confirmed after 3 reminders.']
    expect(await look('2026-11-24T09:00:00')).toEqual([two, sofia, late])
    const reply = await server().call('getNotificationsByCategory', {
      token: await server().tokenOf(PEOPLE.Providers.userId),
      body: { notificationCategoryId: 11 },
    })
    expect(reply.data).toMatchObject({
      data: [{ href: '/?date=2026-11-17' }, {}, {}, {}],
    })
  })

  test('wait as many days as the organization has chosen, and can be off', async () => {
    await plan()
    await db().update(organisation).set({ reminderDays: 3, reminderTime: '16:00' })
    expect(await look('2026-11-19T15:59:00')).toEqual([])
    expect(await look('2026-11-19T16:00:00')).toEqual([paul('11/16/2026 are not confirmed.')])
    await db().update(organisation).set({ remindsOfHours: false })
    expect(await look('2026-11-20T16:00:00')).toEqual([])
    // Turned on again later that day, they begin on the next working day.
    await db().update(organisation).set({ remindsOfHours: true })
    expect(await look('2026-11-20T18:00:00')).toEqual([])
  })

  test('are sent once a day, even if the day is looked at again, and not to those who cannot sign in', async () => {
    await plan()
    await db().update(users).set({ isActive: false }).where(eq(users.providerId, 2))
    const now = new Date('2026-11-19T14:00:00Z')
    await Promise.all([1, 2].map(() => hourReminderWork.run({ db: db(), clock: () => now })))
    await db().delete(dailyWork)
    await hourReminderWork.run({ db: db(), clock: () => now })
    expect((await notified(database())).map(([name]) => name)).toEqual([PAUL])
    expect(await db().select().from(hourReminders)).toEqual([
      { providerId: 1, sentOn: '2026-11-19', since: '2026-11-16' },
    ])
  })
})
