import { beforeEach, expect, test } from 'vitest'
import { dailyWork } from '#server/db/schema/jobs.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { type DailyWork, defineDailyWork } from './daily-work.ts'

describeEngines('daily work', (engine) => {
  const database = useDatabase(engine)
  const db = () => database().db
  beforeEach(async () => {
    await truncateAll(database())
    await db().insert(organisation).values({ name: 'Test District', timeZone: 'America/New_York' })
  })

  const look = ({ run }: DailyWork, at: Date) => run({ db: db(), clock: () => at })

  /** Notes the days on which it was done. */
  const noting = (time: string) => {
    const days: string[] = []
    const work = defineDailyWork({
      name: `at ${time}`,
      timeOf: () => time,
      run: async (_, { today }) => {
        days.push(today)
      },
    })
    return { work, days }
  }

  test('is done once a day, from its time on, by one of several servers', async () => {
    const { work, days } = noting('07:00')
    const at = (instant: string) => look(work, new Date(instant))
    await at('2026-11-20T11:59:59Z')
    expect(days).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => at('2026-11-20T12:00:00Z')))
    await at('2026-11-20T23:00:00Z')
    // The server was down on the 21st, and came back in the evening of the 22nd.
    await at('2026-11-22T23:00:00Z')
    // A server whose clock is behind.
    await at('2026-11-21T23:00:00Z')
    expect(days).toEqual(['2026-11-20', '2026-11-22'])
    // One whose clock was wrong by years.
    await at('2038-01-19T12:00:00Z')
    await at('2026-11-23T12:00:00Z')
    await at('2026-11-23T13:00:00Z')
    expect(days).toEqual(['2026-11-20', '2026-11-22', '2038-01-19', '2026-11-23'])
  })

  test('is done once on days that have an hour more or less', async () => {
    const [seven, two, one] = [noting('07:00'), noting('02:00'), noting('01:00')]
    // Every half hour from the evenings before March 8 and November 1, 2026, until noon.
    for (const start of ['2026-03-08T01:00:00Z', '2026-11-01T01:00:00Z']) {
      for (let half = 0; half < 32; half += 1) {
        const now = new Date(Date.parse(start) + half * 30 * 60_000)
        for (const { work } of [seven, two, one]) await look(work, now)
      }
    }
    // Those evenings, when it was due for the day before, and the days themselves.
    const days = ['2026-03-07', '2026-03-08', '2026-10-31', '2026-11-01']
    expect([seven.days, two.days, one.days]).toEqual([days, days, days])
  })

  test('that fails is tried again', async () => {
    let isDown = true
    const failing = defineDailyWork({
      name: 'failing',
      timeOf: () => '06:00',
      run: async () => {
        if (isDown) throw new Error('The line is busy.')
      },
    })
    const now = new Date('2026-11-20T12:00:00Z')
    await expect(look(failing, now)).rejects.toThrow('The line is busy.')
    expect(await db().select().from(dailyWork)).toEqual([])
    isDown = false
    await look(failing, now)
    expect(await db().select().from(dailyWork)).toEqual([{ name: 'failing', doneOn: '2026-11-20' }])
  })
})
