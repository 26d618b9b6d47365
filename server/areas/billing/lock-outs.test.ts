import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/api.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { approve, confirm, NOVEMBER, plan, work } from '#tests/support/server/billing.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, refusalOf, SCHOOL_IDS, saveHours, TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const NOTHING = { days: 0, minutes: 0, amount: '0.00' }
const LOCKED_DAY = {
  status: 409,
  message: '11/03/2026 is locked. You will not be able to make any changes for this day.',
}
const CONFIRM = 'Are you sure you want to Lock out billing period for the selected date range?'

describe('a billing period', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  const call = (name: EndpointName, body: object, by = token.ada) => server().call(name, { token: by, body })
  const lock = (body: object = {}) => call('lockOutPeriod', { ...NOVEMBER, ...body })
  const force = (body: object = {}) => lock({ ...body, isForceFullLockOut: true })
  const unlock = (id = 1, reason = 'A correction') => call('unlockPeriod', { id, reason })
  const search = async (body: object = {}) => (await call('searchLockOuts', body)).data
  const states = async () => {
    const rows = await db().select().from(providerDays).orderBy(asc(providerDays.providerId), asc(providerDays.date))
    return rows.map(({ providerId, date, state, approvalStatus }) => `${providerId}/${date} ${state} ${approvalStatus}`)
  }
  const moves = async (machine: string) => {
    const rows = await db()
      .select()
      .from(transitionLog)
      .where(and(eq(transitionLog.machine, machine)))
      .orderBy(asc(transitionLog.id))
    return rows.map(({ entity, fromState, event, toState }) => `${entity}: ${fromState} > ${event} > ${toState}`)
  }

  describe('with every day approved', () => {
    beforeEach(async () => {
      await work(server(), token, { date: '2026-11-03' }, { date: '2026-11-04', by: 'sofia' })
    })

    test('is locked: each day, the history, the log, and news for administrators', async () => {
      const reply = await lock()
      const locked = {
        id: 1,
        ...NOVEMBER,
        createdOnUtc: '2026-11-20T15:00:00.000Z',
        isForced: false,
        lockedBy: 'Ada Admin',
        leftOut: NOTHING,
        unlocked: null,
        unlockRefusal: null,
      }
      expect(reply).toMatchObject({
        status: 200,
        message: 'The billing period 11/01/2026 to 11/15/2026 is locked.',
        data: locked,
      })
      expect(await states()).toEqual(['1/2026-11-03 locked 1', '2/2026-11-04 locked 1'])
      expect(await search()).toEqual({ pageIndex: 1, pageSize: 10, totalRecords: 1, lockOutRecords: [locked] })
      expect(await moves('billing-period')).toEqual(['1: closing > period.lock > locked'])
      expect((await moves('provider-day')).slice(-2)).toEqual([
        '1/2026-11-03: approved > period.lock > locked',
        '2/2026-11-04: approved > period.lock > locked',
      ])
      expect((await moves('occurrence')).slice(-2)).toEqual([
        '1: approved > period.lock > locked',
        '2: approved > period.lock > locked',
      ])
      const told = await db().select().from(notificationEvents).where(eq(notificationEvents.subject, 'billing-period'))
      expect(told).toMatchObject([
        {
          audience: 'ADM',
          categoryId: 3,
          href: '/lockout',
          message: 'The billing period 11/01/2026 to 11/15/2026 is locked.',
          causedById: PEOPLE.Administrators.userId,
        },
      ])
    })

    test('is open, then being closed, and then locked, on the Workflows page', async () => {
      const query = `query Periods($state: String) { lifecycle(name: "billing/billing-period") {
        records(state: $state, page: 1, size: 10) { items { entity label state } } } }`
      const periods = async (state: string) => {
        const ada = await server().tokenOf(PEOPLE.Administrators.userId)
        return (await server().call('askGraphql', { token: ada, body: { query, variables: { state } } })).data
      }
      const of = (entity: string, state: string) => ({
        lifecycle: { records: { items: [{ entity, label: '11/01/2026 to 11/15/2026', state }] } },
      })
      server().now = new Date('2026-11-15T15:00:00Z')
      expect(await periods('open')).toEqual(of('2026-11-01', 'open'))
      server().now = TEST_NOW
      expect(await periods('closing')).toEqual(of('2026-11-01', 'closing'))
      await lock()
      expect(await periods('locked')).toEqual(of('1', 'locked'))
    })

    test('keeps its days as they are', async () => {
      await lock()
      expect(refusalOf(await saveHours(server(), token.paul, { date: '2026-11-03' }))).toEqual(LOCKED_DAY)
      const day = { providerId: 1, date: '2026-11-03' }
      expect(refusalOf(await call('reopenDay', { ...day, reason: 'Wrong' }))).toEqual(LOCKED_DAY)
      expect(refusalOf(await call('rejectDays', { days: [{ ...day, entityCacheKey: '' }], reason: 'Wrong' }))).toEqual(
        expect.objectContaining({ status: 409 }),
      )
      expect(await approve(server(), token, { date: '2026-11-03' })).toMatchObject({
        status: 409,
        data: [LOCKED_DAY.message],
      })
    })

    test('takes no session on a day that had none', async () => {
      await lock()
      server().now = new Date('2026-10-30T12:00:00Z')
      const paul = await server().tokenOf(PEOPLE.Providers.userId)
      await expect(addSession(server(), paul, { date: '2026-11-05' })).rejects.toThrow(
        '409 No session can be added: 11/05/2026 is locked.',
      )
      // Not one date of a series either.
      const rule = { type: 'daily', option: 'everyWeekday' } as const
      await expect(addSession(server(), paul, { date: '2026-11-12', endDate: '2026-11-18', rule })).rejects.toThrow(
        '409',
      )
      expect(await states()).toHaveLength(2)
    })

    test('is not locked twice, nor one that overlaps it', async () => {
      await lock()
      const overlap = {
        status: 409,
        message:
          '11/01/2026 to 11/15/2026 is locked already. Choose days outside it, or unlock it under Lock Out first.',
      }
      expect(refusalOf(await lock())).toEqual(overlap)
      expect(refusalOf(await force({ startDate: '2026-10-16' }))).toEqual(overlap)
      expect(refusalOf(await force({ startDate: '2026-10-16', endDate: '2026-10-31' }))).toMatchObject({ status: 404 })
      expect(await db().$count(lockOuts)).toBe(1)
    })

    test('is locked once by two administrators at the same time', async () => {
      const replies = await Promise.all([lock(), lock(), lock()])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      expect(await moves('billing-period')).toHaveLength(1)
    })

    test('is unlocked with a reason, and its days are approved again', async () => {
      await lock()
      expect(refusalOf(await unlock(1, '  '))).toMatchObject({ status: 400, message: 'Reason Is Required' })
      server().now = new Date('2026-11-20T15:10:00Z')
      expect(await unlock()).toMatchObject({
        status: 200,
        message: 'The billing period 11/01/2026 to 11/15/2026 is unlocked.',
        data: { unlocked: { onUtc: '2026-11-20T15:10:00.000Z', by: 'Ada Admin', reason: 'A correction' } },
      })
      expect(await states()).toEqual(['1/2026-11-03 approved 1', '2/2026-11-04 approved 1'])
      expect((await moves('occurrence')).slice(-2)).toEqual([
        '1: locked > period.unlock > approved',
        '2: locked > period.unlock > approved',
      ])
      expect(refusalOf(await unlock())).toEqual({
        status: 409,
        message: 'This billing period has been unlocked already. Reload the page to see by whom and why.',
      })
      expect(refusalOf(await unlock(9))).toEqual({
        status: 404,
        message: 'This lock-out no longer exists. Reload the page.',
      })
      // It can be locked again, and the history keeps both.
      expect((await lock()).status).toBe(200)
      expect(await search()).toMatchObject({
        lockOutRecords: [
          { id: 2, unlocked: null },
          { id: 1, unlocked: { reason: 'A correction' } },
        ],
      })
      expect(await moves('billing-period')).toEqual([
        '1: closing > period.lock > locked',
        '1: locked > period.unlock > unlocked',
        '2: closing > period.lock > locked',
      ])
    })
  })

  test('stays locked while there is an invoice for any of its days, and the list says so before', async () => {
    await work(server(), token, { date: '2026-11-03', rateTypeId: RATE_TYPE_IDS.hourly }, { date: '2026-11-04' })
    await lock()
    expect(await search()).toMatchObject({ lockOutRecords: [{ id: 1, unlockRefusal: null }] })
    const oneDay = { startDate: '2026-11-03', endDate: '2026-11-03' }
    expect(await call('generateInvoice', { ...oneDay, schoolId: SCHOOL_IDS.lincoln })).toMatchObject({ status: 200 })
    const message = 'This billing period cannot be unlocked, because it has been invoiced.'
    expect(await search()).toMatchObject({ lockOutRecords: [{ id: 1, unlockRefusal: message }] })
    const instead = `${message} ${correctionMessages.insteadOfUnlocking}`
    expect(refusalOf(await unlock())).toEqual({ status: 409, message: instead })
    expect(await states()).toEqual(['1/2026-11-03 locked 1', '1/2026-11-04 locked 1'])
    expect(await moves('billing-period')).toEqual(['1: closing > period.lock > locked'])
  })

  describe('with open days', () => {
    beforeEach(async () => {
      await work(server(), token, { date: '2026-11-03' })
      await plan(server(), { date: '2026-11-04', rateTypeId: RATE_TYPE_IDS.hourly })
      await confirm(server(), token, { date: '2026-11-04' })
      await plan(server(), { date: '2026-11-05', endTime: '09:20', rateTypeId: RATE_TYPE_IDS.hourly })
    })

    test('is locked only by force; the question says what that leaves out', async () => {
      const leftOut = { days: 2, minutes: 80, amount: '113.72' }
      expect(await lock()).toMatchObject({ statusCode: 204, message: CONFIRM, data: leftOut })
      expect(await states()).toEqual(['1/2026-11-03 approved 1', '1/2026-11-04 confirmed 0', '1/2026-11-05 open 0'])
      expect(await db().$count(lockOuts)).toBe(0)
      expect(await force()).toMatchObject({ status: 200, data: { isForced: true, leftOut } })
      expect(await states()).toEqual(['1/2026-11-03 locked 1', '1/2026-11-04 locked 0', '1/2026-11-05 locked 0'])
      expect(await moves('billing-period')).toEqual(['1: closing > period.lock > forced'])
      const [, told] = await db()
        .select()
        .from(notificationEvents)
        .where(eq(notificationEvents.subject, 'billing-period'))
      expect(told).toMatchObject({
        recipientProviderId: 1,
        href: '/?date=2026-11-04',
        message:
          'The billing period 11/01/2026 to 11/15/2026 is locked. Your hours on 2 days, the first 11/04/2026, were not approved and are left out of billing and payroll.',
      })
    })

    test('opens those days again when it is unlocked', async () => {
      await force()
      await unlock()
      expect(await states()).toEqual(['1/2026-11-03 approved 1', '1/2026-11-04 open 0', '1/2026-11-05 open 0'])
    })

    test('and with an approval at the same moment, either counts the day or refuses it', async () => {
      const [approved, forced] = await Promise.all([approve(server(), token, { date: '2026-11-04' }), force()])
      expect(forced).toMatchObject({ status: 200 })
      const isApproved = approved.status === 200
      expect(forced.data).toMatchObject({ leftOut: { days: isApproved ? 1 : 2 } })
      expect(await states()).toContain(`1/2026-11-04 locked ${isApproved ? 1 : 0}`)
    })
  })

  test('may contain days that had sessions once', async () => {
    await work(server(), token, { date: '2026-11-03' })
    await db().insert(providerDays).values({ providerId: 1, date: '2026-11-06', state: 'open' })
    expect(await lock()).toMatchObject({ status: 200, data: { isForced: false } })
    expect(await states()).toEqual(['1/2026-11-03 locked 1', '1/2026-11-06 locked 0'])
  })

  test('without sessions is not locked', async () => {
    const message = 'There are no sessions from 11/01/2026 to 11/15/2026. Choose other dates.'
    expect(refusalOf(await lock())).toEqual({ status: 404, message })
    expect(refusalOf(await force())).toEqual({ status: 404, message })
  })

  describe('is refused', () => {
    const boundary = 'Choose the 1st, 15th, 16th or last day of a month.'
    const notOver = 'Choose a date no later than yesterday.'
    test.each([
      ['without a start', { startDate: '' }, ['startDate: Start Date Is Required']],
      ['without an end', { endDate: undefined }, ['endDate: To Date Is Required']],
      ['from any day', { startDate: '2026-11-02' }, [`startDate: ${boundary}`]],
      ['to any day', { endDate: '2026-11-14' }, [`endDate: ${boundary}`]],
      ['to a later day', { endDate: '2026-11-30' }, [`endDate: ${notOver}`]],
      ['backwards', { endDate: '2026-10-31' }, ["endDate: To Date can't be less than Start Date"]],
      ['for half a year', { startDate: '2026-06-01' }, ['endDate: Lock at most four months at a time.']],
      ['for a date that does not exist', { startDate: '2026-02-30' }, ['startDate: Enter Valid Date']],
    ])('%s', async (_, body, expected) => {
      const { status, errors } = await lock(body)
      expect({ status, errors: errors?.map(({ path, message }) => `${path}: ${message}`) }).toEqual({
        status: 400,
        errors: expected,
      })
    })
  })

  test('that ends today is not over yet', async () => {
    server().now = new Date('2026-11-15T22:00:00Z')
    token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
    expect(await lock()).toMatchObject({ status: 400, message: 'Choose a date no later than yesterday.' })
  })

  test('is found by the months that it touches, the newest first', async () => {
    await db()
      .insert(lockOuts)
      .values(
        [
          ['2026-09-01', '2026-09-15'],
          ['2026-09-16', '2026-10-15'],
          ['2026-10-16', '2026-10-31'],
        ].map(([startDate = '', endDate = '']) => ({
          startDate,
          endDate,
          isForced: false,
          leftOut: NOTHING,
          lockedById: 1,
        })),
      )
    const found = async (startDate: string | null, endDate: string | null) => {
      const { data } = await call('searchLockOuts', { startDate, endDate })
      return (data as { lockOutRecords: { id: number }[] }).lockOutRecords.map(({ id }) => id)
    }
    expect(await found(null, null)).toEqual([3, 2, 1])
    expect(await found('2026-10-01', '2026-10-31')).toEqual([3, 2])
    expect(await found(null, '2026-09-15')).toEqual([1])
    expect(await found('2026-11-01', '')).toEqual([])
    expect(await call('searchLockOuts', { startDate: '2026-10-01', endDate: '2026-09-01' })).toMatchObject({
      status: 400,
      errors: [{ path: 'endDate', message: "End Date can't be less than Start Date" }],
    })
  })

  test('is locked by administrators alone', async () => {
    for (const name of ['searchLockOuts', 'lockOutPeriod', 'unlockPeriod'] as const) {
      expect(await call(name, { ...NOVEMBER, id: 1, reason: 'x' }, token.paul)).toMatchObject({ status: 403 })
    }
  })
})
