/**
 * Two people change the same day at the same moment: one is first, the other gets a message, and nothing is half done.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { getDayToReject } from '#contract/day.ts'
import { timesheetSchema } from '#contract/schedule.ts'
import { askDay, dayEntity, lockDays, storeMoves } from '#server/areas/provider-days/provider-days.ts'
import { users } from '#server/db/schema/users.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  confirmHours,
  occurrenceIdsOn,
  SCHOOL_IDS,
  TEST_NOW,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

/** How often each race is run: the server decides who is first. */
const ROUNDS = 4
const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `2026-10-${first + at}`)
const inWords = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
const READ_ONLY = (date: string) =>
  `${inWords(date)} is approved. You will not be able to make any changes for this day.`

describeEngines('two people at once', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  let ben = ''

  beforeEach(async () => {
    const { db } = database()
    const [ada] = await db.select({ roleId: users.roleId }).from(users).orderBy(users.id)
    const roleId = ada?.roleId ?? 0
    await db
      .insert(users)
      .values({ email: 'ben@district.example', displayName: 'Ben Boss', passwordHash: 'none', roleId })
    ben = await server().tokenOf(4)
  })

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const stateOf = async (date: string) =>
    (await rows(`select state from provider_days where date = '${date}'`))[0]?.state
  const movesOf = async (date: string) =>
    (await rows(`select from_state, event, to_state from transition_log where entity = '1/${date}' order by id`)).map(
      ({ from_state, event, to_state }) => `${from_state} ${event} ${to_state}`,
    )
  /** Paul's session on each day, with confirmed hours. */
  const addDays = async (dates: readonly string[], { isConfirmed = true } = {}) => {
    for (const date of dates) {
      await addSession(server(), token.paul, { date })
      if (isConfirmed) await confirmHours(server(), token.paul, { date })
    }
  }
  const entriesOf = (dates: readonly string[]) =>
    Promise.all(
      dates.map(async (date) => ({ id: (await occurrenceIdsOn(server(), token.ada, date))[0], recurrenceDate: date })),
    )
  const approve = (by: string, scheduleEventRecurrence: unknown) =>
    server().call('approveScheduleEvents', { token: by, body: { scheduleEventRecurrence } })
  const reopen = (by: string, date: string) =>
    server().call('reopenDay', { token: by, body: { providerId: 1, date, reason: 'Wrong hours' } })

  test('a provider corrects confirmed hours while an administrator approves the day', async () => {
    for (const date of daysFrom(10, ROUNDS)) {
      await addDays([date])
      const entries = await entriesOf([date])
      const [edit, approval] = await Promise.all([
        confirmHours(server(), token.paul, { date, endTime: '11:00', entityCacheKey: '1' }),
        approve(token.ada, entries),
      ])
      // The day is approved either way, with the earlier or the corrected hours.
      expect(approval).toMatchObject({ status: 200, data: [] })
      if (edit.status !== 200) expect(edit).toMatchObject({ status: 409, message: READ_ONLY(date) })
      const [hours] = await rows(`select end_time::text, version from timesheets where date = '${date}'`)
      expect(hours).toEqual(
        edit.status === 200 ? { end_time: '11:00:00', version: 2 } : { end_time: '09:45:00', version: 1 },
      )
      expect(await stateOf(date)).toBe('approved')
      expect(await movesOf(date)).toEqual(['open hours.confirm confirmed', 'confirmed day.approve approved'])
    }
  })

  test('a provider unconfirms hours while an administrator approves the day', async () => {
    for (const date of daysFrom(10, ROUNDS)) {
      await addDays([date])
      const entries = await entriesOf([date])
      const [edit, approval] = await Promise.all([
        confirmHours(server(), token.paul, { date, endTime: '11:00', isConfirmClicked: false }),
        approve(token.ada, entries),
      ])
      expect([edit.status, approval.status].sort()).toEqual([200, 409])
      expect(edit.status === 200 ? approval.data : edit.message).toEqual(
        edit.status === 200
          ? [`Paul Provider has not confirmed the hours at Lincoln on ${inWords(date)}.`]
          : READ_ONLY(date),
      )
      expect(await movesOf(date)).toEqual([
        'open hours.confirm confirmed',
        edit.status === 200 ? 'confirmed hours.change open' : 'confirmed day.approve approved',
      ])
    }
  })

  test('the last row is confirmed while the day is approved: an early approval is refused, and nothing unconfirmed is approved', async () => {
    for (const date of daysFrom(10, ROUNDS)) {
      await addDays([date], { isConfirmed: false })
      const entries = await entriesOf([date])
      const [confirmed, approval] = await Promise.all([
        confirmHours(server(), token.paul, { date }),
        approve(token.ada, entries),
      ])
      expect(timesheetSchema.parse(confirmed.data)).toMatchObject({ isConfirmed: true, schoolId: SCHOOL_IDS.lincoln })
      if (approval.status === 409) {
        expect(approval.data).toEqual([`Paul Provider has not confirmed the hours at Lincoln on ${inWords(date)}.`])
      }
      expect(await stateOf(date)).toBe(approval.status === 200 ? 'approved' : 'confirmed')
    }
  })

  test('two administrators approve overlapping weeks: each day once, and the second learns by whom', async () => {
    const dates = daysFrom(14, 6)
    await addDays(dates)
    const entries = await entriesOf(dates)
    const [first, second] = await Promise.all([
      approve(token.ada, entries.slice(0, 4)),
      approve(ben, entries.slice(2).reverse()),
    ])
    const [winner, late] = first.status === 200 ? [first, second] : [second, first]
    const by = winner === first ? 'Ada Admin' : 'Ben Boss'
    expect(winner).toMatchObject({ status: 200, data: [] })
    expect(late).toMatchObject({
      status: 409,
      message: 'Some days could not be approved.',
      data: dates.slice(2, 4).map((date) => `${inWords(date)} was already approved for Paul Provider by ${by}.`),
    })
    for (const date of dates) {
      expect(await stateOf(date)).toBe('approved')
      expect((await movesOf(date)).filter((move) => move.includes('day.approve'))).toHaveLength(1)
    }
    // The first request decided.
    const userOf = winner === first ? 1 : 4
    expect(
      await rows(`select distinct decided_by_id from provider_days where date in ('${dates[2]}', '${dates[3]}')`),
    ).toEqual([{ decided_by_id: userOf }])
    // Approving your own approved day again reports and writes nothing.
    expect(await approve(winner === first ? token.ada : ben, entries.slice(2, 4))).toMatchObject({
      status: 200,
      data: [],
    })
    expect(await movesOf(dates[2] ?? '')).toHaveLength(2)
  })

  test('two administrators reject a day: once, and the second learns by whom', async () => {
    for (const date of daysFrom(10, ROUNDS)) {
      await addDays([date])
      const { data } = await server().call('getDayToReject', { token: ben, body: { providerId: 1, date } })
      const { entityCacheKey } = getDayToReject.data.parse(data)
      const reject = (by: string, reason: string) =>
        server().call('rejectDays', { token: by, body: { days: [{ providerId: 1, date, entityCacheKey }], reason } })
      const replies = await Promise.all([reject(token.ada, "Ada's reason"), reject(ben, "Ben's reason")])
      const late = replies[0]?.status === 200 ? 1 : 0
      expect(replies[1 - late]).toMatchObject({ status: 200 })
      expect(replies[late]).toMatchObject({
        status: 409,
        message: `${inWords(date)} was already rejected for Paul Provider by ${late === 1 ? 'Ada Admin' : 'Ben Boss'}.`,
      })
      expect(await rows(`select reason from provider_days where date = '${date}'`)).toEqual([
        { reason: late === 1 ? "Ada's reason" : "Ben's reason" },
      ])
    }
  })

  describe('an approval is taken back', () => {
    test('by two administrators: once, and the second learns by whom', async () => {
      for (const date of daysFrom(10, ROUNDS)) {
        await addDays([date])
        await approve(token.ada, await entriesOf([date]))
        const replies = await Promise.all([reopen(token.ada, date), reopen(ben, date)])
        const late = replies[0]?.status === 200 ? 1 : 0
        expect(replies[1 - late]).toMatchObject({ status: 200 })
        expect(replies[late]).toMatchObject({
          status: 409,
          message: `${inWords(date)} was already reopened by ${late === 1 ? 'Ada Admin' : 'Ben Boss'}.`,
        })
        expect((await movesOf(date)).slice(2)).toEqual(['approved day.reopen reopened'])
      }
    })

    test('while another approves it again: reopened, and its hours must be confirmed first', async () => {
      for (const date of daysFrom(10, ROUNDS)) {
        await addDays([date])
        const entries = await entriesOf([date])
        await approve(token.ada, entries)
        const [reopened, approval] = await Promise.all([reopen(token.ada, date), approve(ben, entries)])
        expect(reopened.status).toBe(200)
        expect(approval.status).toBe(409)
        expect([
          [`${inWords(date)} was already approved for Paul Provider by Ada Admin.`],
          [`Paul Provider has not confirmed the hours at Lincoln on ${inWords(date)}.`],
        ]).toContainEqual(approval.data)
        expect(await stateOf(date)).toBe('reopened')
        expect((await movesOf(date)).slice(2)).toEqual(['approved day.reopen reopened'])
      }
    })

    test('while the period is locked: only one of them succeeds', async () => {
      /** What locking a period does to a day. */
      const lock = (date: string) =>
        database().db.transaction(async (tx) => {
          const key = { providerId: 1, date }
          const day = (await lockDays(tx, [key])).get(dayEntity(key))
          const move = day && askDay(day, { type: 'period.lock', isForced: false }, { role: 'Administrators' }, 0)
          if (move) await storeMoves(tx, [move], { userId: 4, now: TEST_NOW })
          return move !== undefined
        })
      for (const date of daysFrom(10, ROUNDS)) {
        await addDays([date])
        await approve(token.ada, await entriesOf([date]))
        const [reopened, isLocked] = await Promise.all([reopen(token.ada, date), lock(date)])
        expect(reopened.status === 200).toBe(!isLocked)
        if (isLocked) {
          expect(reopened).toMatchObject({
            status: 409,
            message: `${inWords(date)} is locked. You will not be able to make any changes for this day.`,
          })
        }
        expect(await stateOf(date)).toBe(isLocked ? 'locked' : 'reopened')
        expect((await movesOf(date)).slice(2)).toEqual([
          isLocked ? 'approved period.lock locked' : 'approved day.reopen reopened',
        ])
      }
    })
  })
})
