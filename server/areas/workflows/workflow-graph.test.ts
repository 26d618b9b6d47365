import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { workflowCountsSchema, workflowRecordsSchema } from '#contract/workflow-counts.ts'
import { OCCURRENCE_STATES, occurrenceStateOf } from '#domain/occurrence.ts'
import { PROVIDER_DAY_STATES } from '#domain/provider-day.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import {
  addSession,
  confirmHours,
  occurrenceIdsOn,
  refusalOf,
  SCHOOL_IDS,
  TODAY,
} from '#tests/support/server/schedule.ts'
import { allowScreen, takeScreen, useTestServer } from '#tests/support/server/test-server.ts'
import { answerSomeRequests, goTo, useTimeOff } from '#tests/support/server/time-off.ts'

const COUNTS = `query Counts($name: String!, $from: Date!, $to: Date!) {
  lifecycles { name }
  lifecycle(name: $name) {
    asOf keepsLoops
    states(from: $from, to: $to) { state records medianSeconds stays }
    transitions(from: $from, to: $to) { fromState event toState records times }
  }
}`

const RECORDS = `query Records(
  $name: String!, $state: String, $transition: TakenTransition, $oldestFirst: Boolean, $longerThan: Int, $page: Int!,
  $size: Int!
) {
  lifecycle(name: $name) {
    records(
      state: $state, transition: $transition, oldestFirst: $oldestFirst, longerThan: $longerThan, page: $page, size: $size
    ) {
      total
      items {
        entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at seconds note
      }
    }
  }
}`

const NAMES = {
  session: 'schedule/occurrence',
  day: 'schedule/provider-day',
  timeOff: 'time-off/pto-request',
  feed: 'schedule/calendar-feed',
  change: 'schedule/provider-change',
  period: 'billing/billing-period',
  correction: 'billing/day-correction',
} as const

const HOUR = 3600

describe('counts of lifecycles', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)

  const ask = (query: string, variables: object = {}, by = token.ada) =>
    server().call('askGraphql', { token: by, body: { query, variables } })
  const counts = async (name: string, period = { from: TODAY, to: TODAY }, by = token.ada) => {
    const reply = await ask(COUNTS, { name, ...period }, by)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
    const { lifecycle } = workflowCountsSchema.parse(reply.data)
    if (!lifecycle) throw new Error(`No ${name}`)
    return lifecycle
  }
  /** 'pending 2' for each state with records or ended stays: 'pending 0, 2 stays of 3600 s'. */
  const states = async (...question: Parameters<typeof counts>) =>
    (await counts(...question)).states
      .filter(({ records, stays }) => records + stays > 0)
      .map(({ state, records, stays, medianSeconds }) =>
        stays > 0 ? `${state} ${records}, ${stays} stays of ${medianSeconds} s` : `${state} ${records}`,
      )
  const transitions = async (...question: Parameters<typeof counts>) =>
    (await counts(...question)).transitions.map(
      ({ fromState, event, toState, records, times }) =>
        `${fromState} ${event} ${toState}: ${records} records, ${times} times`,
    )
  const records = async (variables: object, by = token.ada) => {
    const reply = await ask(RECORDS, { page: 1, size: 20, ...variables }, by)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
    return workflowRecordsSchema.parse(reply.data).lifecycle?.records
  }
  const at = (instant: string) => goTo(server(), token, instant)

  describe('time off', () => {
    beforeEach(async () => {
      await answerSomeRequests(server(), token)
    })

    test('counts current states, and the stays and transitions of the period', async () => {
      expect(await states(NAMES.timeOff)).toEqual(['pending 2, 1 stays of 172800 s', 'accepted 1', 'rejected 1'])
      expect(await transitions(NAMES.timeOff)).toEqual(['pending request.reject rejected: 1 records, 1 times'])
      const both = { from: '2026-11-18', to: TODAY }
      expect(await states(NAMES.timeOff, both)).toEqual([
        `pending 2, 2 stays of ${(48 + 1) * (HOUR / 2)} s`,
        'accepted 1',
        'rejected 1',
      ])
      expect(await transitions(NAMES.timeOff, both)).toEqual([
        'pending request.accept accepted: 1 records, 1 times',
        'pending request.reject rejected: 1 records, 1 times',
      ])
      expect(await transitions(NAMES.timeOff, { from: '2026-11-19', to: '2026-11-19' })).toEqual([])
    })

    test('counts a change that stays pending as a transition, without ending a stay', async () => {
      const body = { id: 3, requestedDate: '2026-11-25', startTime: '09:00', endTime: '11:00', reason: 'Dentist' }
      for (const endTime of ['11:00', '10:00']) {
        expect((await server().call('updatePto', { token: token.paul, body: { ...body, endTime } })).status).toBe(200)
      }
      expect(await transitions(NAMES.timeOff)).toEqual([
        'pending request.edit pending: 1 records, 2 times',
        'pending request.reject rejected: 1 records, 1 times',
      ])
      expect(await states(NAMES.timeOff)).toContain('pending 2, 1 stays of 172800 s')
    })

    test('lists the records in a state with since when, and of a transition with when it was taken', async () => {
      const paul = { providerId: 1, providerName: 'Paul Provider', scheduleEventId: null, isRecurring: false }
      const hours = { label: 'Dentist', startTime: '09:00', endTime: '12:00' }
      const waiting = { at: '2026-11-18T14:00:00Z', seconds: 48 * HOUR, note: null }
      expect(await records({ name: NAMES.timeOff, state: 'pending' })).toEqual({
        total: 2,
        items: [
          { ...paul, ...hours, ...waiting, entity: '3', date: '2026-11-25', state: 'pending' },
          {
            ...paul,
            ...hours,
            providerId: 2,
            providerName: 'Sofía Special',
            entity: '4',
            date: '2026-11-23',
            state: 'pending',
            ...waiting,
          },
        ],
      })
      expect(await records({ name: NAMES.timeOff, state: 'rejected' })).toMatchObject({
        total: 1,
        items: [{ entity: '2', at: '2026-11-20T14:00:00Z' }],
      })
      const taken = {
        fromState: 'pending',
        event: 'request.accept',
        toState: 'accepted',
        from: '2026-11-18',
        to: TODAY,
      }
      expect(await records({ name: NAMES.timeOff, transition: taken })).toEqual({
        total: 1,
        items: [
          {
            ...{ ...paul, ...hours, entity: '1', date: '2026-11-23', state: 'accepted' },
            ...{ at: '2026-11-18T15:00:00Z', seconds: null, note: null },
          },
        ],
      })
      expect(await records({ name: NAMES.timeOff, transition: { ...taken, from: TODAY } })).toEqual({
        total: 0,
        items: [],
      })
    })

    test('says why records took a transition, to administrators', async () => {
      const rejected = { fromState: 'pending', event: 'request.reject', toState: 'rejected', from: TODAY, to: TODAY }
      const notes = async (by: string) =>
        (await records({ name: NAMES.timeOff, transition: rejected }, by))?.items.map(({ note }) => note)
      expect(await notes(token.ada)).toEqual(['Note: Too many'])
      expect(await notes(token.paul)).toEqual([null])
    })

    test('limits records to those that have been in a state for longer, and begins with the longest', async () => {
      const pending = async (variables: object) => {
        const found = await records({ name: NAMES.timeOff, state: 'pending', ...variables })
        return [found?.total, found?.items.map(({ entity, seconds }) => [entity, seconds])]
      }
      await database()
        .db.update(ptoRequests)
        .set({ requestedOn: new Date('2026-11-18T13:00:00Z') })
        .where(eq(ptoRequests.id, 4))
      const [third, fourth] = [
        ['3', 48 * HOUR],
        ['4', 49 * HOUR],
      ]
      expect(await pending({})).toEqual([2, [third, fourth]])
      expect(await pending({ oldestFirst: true })).toEqual([2, [fourth, third]])
      expect(await pending({ longerThan: 1 })).toEqual([2, [third, fourth]])
      expect(await pending({ longerThan: 2, oldestFirst: true })).toEqual([1, [fourth]])
      expect(await pending({ longerThan: 7 })).toEqual([0, []])
      const transition = { fromState: 'pending', event: 'request.accept', toState: 'accepted', from: TODAY, to: TODAY }
      await expect(records({ name: NAMES.timeOff, transition, longerThan: 7 })).rejects.toThrow('400')
    })

    test('downloads the records of all pages', async () => {
      const subject = { workflow: NAMES.timeOff, from: '2026-11-18', to: TODAY }
      const rowsOf = async (body: object) => {
        const { data } = await server().call('downloadWorkflowRecords', {
          token: token.ada,
          body: { state: null, transition: null, order: 'newest', longerThan: null, ...subject, ...body },
        })
        return (await readSpreadsheet(z.instanceof(Uint8Array).parse(data))).rows.map(({ cells }) => cells)
      }
      const columns = ['Date', 'Start Time', 'End Time', 'Provider', 'What', 'State']
      expect(await rowsOf({ state: 'pending', order: 'oldest', longerThan: 1 })).toEqual([
        [...columns, 'Since', 'Days in State'],
        [{ date: '2026-11-25' }, '09:00', '12:00', 'Paul Provider', 'Dentist', 'pending', '11/18/2026 9:00 AM', 2],
        [{ date: '2026-11-23' }, '09:00', '12:00', 'Sofía Special', 'Dentist', 'pending', '11/18/2026 9:00 AM', 2],
      ])
      const transition = { fromState: 'pending', event: 'request.accept', toState: 'accepted' }
      expect(await rowsOf({ transition })).toEqual([
        [...columns, 'When', 'Details'],
        [{ date: '2026-11-23' }, '09:00', '12:00', 'Paul Provider', 'Dentist', 'accepted', '11/18/2026 10:00 AM'],
      ])
    })

    test('returns pages that contain each record once', async () => {
      const page = async (number: number) => records({ name: NAMES.timeOff, state: 'pending', page: number, size: 1 })
      const pages = [await page(1), await page(2), await page(3)]
      expect(pages.map((each) => each?.total)).toEqual([2, 2, 2])
      expect(pages.map((each) => each?.items.map(({ entity }) => entity))).toEqual([['3'], ['4'], []])
    })

    test('limits providers to their own records; a role without the screen sees none', async () => {
      expect(await states(NAMES.timeOff, undefined, token.sofia)).toEqual(['pending 1'])
      expect(await transitions(NAMES.timeOff, { from: '2026-11-18', to: TODAY }, token.sofia)).toEqual([])
      expect(await records({ name: NAMES.timeOff, state: 'rejected' }, token.sofia)).toEqual({ total: 0, items: [] })
      expect(await records({ name: NAMES.timeOff, state: 'rejected' }, token.paul)).toMatchObject({ total: 1 })
      await database().db.execute(sql`delete from role_permissions where permission_id in
        (select id from permissions where screen = 'ProfileInformationRequestPTO')`)
      const refused = await ask(COUNTS, { name: NAMES.timeOff, from: TODAY, to: TODAY }, token.paul)
      expect(refusalOf(refused)).toEqual({ status: 403, message: "You don't have access to this page" })
      expect(refused.data).toBeNull()
      expect((await ask('{ lifecycles { name } }', {}, token.paul)).data).toEqual({
        lifecycles: [NAMES.session, NAMES.day, NAMES.feed, NAMES.change].map((name) => ({ name })),
      })
      expect((await ask('{ lifecycles { name } }')).data).toEqual({
        lifecycles: Object.values(NAMES).map((name) => ({ name })),
      })
    })

    test('limits administrators to their own records if they have no screen of everyone’s', async () => {
      await takeScreen(database(), 'Administrators', 'PTORequest')
      const refused = await ask(COUNTS, { name: NAMES.timeOff, from: TODAY, to: TODAY })
      expect(refusalOf(refused)).toEqual({ status: 403, message: "You don't have access to this page" })
      await allowScreen(database(), 'Administrators', 'ProfileInformationRequestPTO')
      server().renew()
      expect((await ask(COUNTS, { name: NAMES.timeOff, from: TODAY, to: TODAY })).status).toBe(403)
      await database().db.update(users).set({ providerId: null }).where(eq(users.id, 3))
      await database().db.update(users).set({ providerId: 2 }).where(eq(users.id, 1))
      server().renew()
      expect(await states(NAMES.timeOff)).toEqual(['pending 1'])
    })
  })

  describe('periods', () => {
    // Midnights of New York around the day on which its clocks go back (November 1st has 25 hours).
    const INSTANTS = [
      '2026-10-31T03:59:59.999Z',
      '2026-10-31T04:00Z',
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00Z',
    ]
    beforeEach(async () => {
      const asked = {
        providerId: 1,
        requestedDate: '2026-11-10',
        startTime: '09:00',
        endTime: '10:00',
        reason: 'Dentist',
      }
      const move = { machine: 'pto-request', fromState: 'pending', event: 'request.accept', toState: 'accepted' }
      const { db } = database()
      await db.insert(ptoRequests).values(INSTANTS.map(() => ({ ...asked, state: 'accepted' as const })))
      await db
        .insert(transitionLog)
        .values(INSTANTS.map((instant, index) => ({ ...move, at: new Date(instant), entity: String(index + 1) })))
    })

    test.each([
      ['2026-10-30', 1],
      ['2026-10-31', 2],
      ['2026-11-01', 2],
      ['2026-11-02', 1],
    ])('%s is a day of the organization, even across clock changes', async (date, taken) => {
      expect(await transitions(NAMES.timeOff, { from: date, to: date })).toEqual([
        `pending request.accept accepted: ${taken} records, ${taken} times`,
      ])
    })

    test('includes both ends of several days', async () => {
      expect(await transitions(NAMES.timeOff, { from: '2026-10-31', to: '2026-11-01' })).toEqual([
        'pending request.accept accepted: 4 records, 4 times',
      ])
    })
  })

  describe('sessions and days', () => {
    const WEEK = { from: '2026-11-16', to: '2026-11-22' }

    beforeEach(async () => {
      await at('2026-11-16T14:00:00Z')
      await addSession(server(), token.paul)
      await addSession(server(), token.paul, { startTime: '10:00', endTime: '10:30', eventName: 'Reading' })
      await addSession(server(), token.sofia, { schoolId: SCHOOL_IDS.northgate, caseloadIds: [5] })
      // A future day has no state yet.
      await addSession(server(), token.paul, { date: '2026-11-27' })
      await at('2026-11-20T20:00:00Z')
    })

    const approve = async () => {
      const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
      await server().call('approveScheduleEvents', {
        token: token.ada,
        body: { scheduleEventRecurrence: ids.map((id) => ({ id, recurrenceDate: TODAY })) },
      })
    }

    test('sessions move with their day, and each move is logged', async () => {
      expect(await states(NAMES.session, WEEK)).toEqual(['scheduled 4'])
      expect(await states(NAMES.day, WEEK)).toEqual(['open 2'])
      await confirmHours(server(), token.paul)
      await at('2026-11-20T22:00:00Z')
      await approve()
      expect(await states(NAMES.session, WEEK)).toEqual([
        `scheduled 2, 2 stays of ${(4 * 24 + 6) * HOUR} s`,
        `confirmed 0, 2 stays of ${2 * HOUR} s`,
        'approved 2',
      ])
      // A day begins at its own midnight: five in the morning UTC.
      expect(await states(NAMES.day, WEEK)).toEqual([
        `open 1, 1 stays of ${15 * HOUR} s`,
        `confirmed 0, 1 stays of ${2 * HOUR} s`,
        'approved 1',
      ])
      expect(await transitions(NAMES.session, WEEK)).toEqual([
        'confirmed day.approve approved: 2 records, 2 times',
        'scheduled day.confirm confirmed: 2 records, 2 times',
      ])
      expect(await transitions(NAMES.day, WEEK)).toEqual([
        'confirmed day.approve approved: 1 records, 1 times',
        'open hours.confirm confirmed: 1 records, 1 times',
      ])
      expect(await counts(NAMES.day)).toMatchObject({ keepsLoops: false })
    })

    test('a reopened day takes its sessions back, and a repeated transition counts twice', async () => {
      for (const hour of ['20', '22']) {
        await at(`2026-11-20T${hour}:00:00Z`)
        await confirmHours(server(), token.paul, {
          entityCacheKey: hour === '20' ? undefined : '2',
          id: hour === '20' ? 0 : 1,
        })
        await approve()
        const body = { providerId: 1, date: TODAY, reason: 'Wrong school' }
        expect((await server().call('reopenDay', { token: token.ada, body })).status).toBe(200)
      }
      expect(await states(NAMES.day, WEEK)).toContain('reopened 1, 1 stays of 7200 s')
      expect(await transitions(NAMES.session, WEEK)).toEqual([
        'approved day.reopen scheduled: 2 records, 4 times',
        'confirmed day.approve approved: 2 records, 4 times',
        'scheduled day.confirm confirmed: 2 records, 4 times',
      ])
    })

    test('lists sessions and days with links to their screens', async () => {
      await confirmHours(server(), token.paul)
      expect(await records({ name: NAMES.session, state: 'confirmed' })).toEqual({
        total: 2,
        items: [
          {
            entity: '2',
            label: 'Reading, Lincoln',
            providerId: 1,
            providerName: 'Paul Provider',
            date: TODAY,
            startTime: '10:00',
            endTime: '10:30',
            state: 'confirmed',
            scheduleEventId: 2,
            isRecurring: false,
            at: '2026-11-20T20:00:00Z',
            seconds: 0,
            note: null,
          },
          expect.objectContaining({ entity: '1', label: 'Fine motor group, Lincoln', startTime: '09:00' }),
        ],
      })
      expect(await records({ name: NAMES.session, state: 'scheduled' })).toMatchObject({
        items: [{ entity: '4', date: '2026-11-27', at: '2026-11-16T14:00:00Z', seconds: null }, { entity: '3' }],
      })
      const day = { providerId: 1, label: '2 sessions', startTime: null, endTime: null, scheduleEventId: null }
      expect(await records({ name: NAMES.day, state: 'confirmed' })).toMatchObject({
        total: 1,
        items: [{ ...day, entity: `1/${TODAY}`, date: TODAY, at: '2026-11-20T20:00:00Z' }],
      })
      expect(await records({ name: NAMES.day, state: 'open' })).toMatchObject({
        total: 1,
        items: [{ entity: `2/${TODAY}`, label: '1 session', at: '2026-11-20T05:00:00Z' }],
      })
    })

    test('deleted records are only for administrators', async () => {
      await at('2026-11-20T13:00:00Z')
      const [first] = await occurrenceIdsOn(server(), token.paul, TODAY)
      const body = { scheduleEventRecurrenceIds: [first] }
      expect((await server().call('deleteScheduleEvents', { token: token.paul, body })).status).toBe(200)
      expect(await states(NAMES.session)).toContain('deleted 1')
      expect(await states(NAMES.session, undefined, token.paul)).toEqual(['scheduled 2'])
      expect(await records({ name: NAMES.session, state: 'deleted' }, token.paul)).toEqual({ total: 0, items: [] })
      expect(await transitions(NAMES.session, WEEK, token.paul)).toEqual([])
    })

    test('a stay whose beginning was not logged is not counted', async () => {
      const line = { machine: 'occurrence', entity: '1', userId: 1 }
      await database()
        .db.insert(transitionLog)
        .values([
          {
            ...line,
            at: new Date('2026-11-20T16:00Z'),
            fromState: 'approved',
            event: 'day.reopen',
            toState: 'scheduled',
          },
        ])
      expect(await states(NAMES.session)).toEqual(['scheduled 4'])
      await database().db.update(providerDays).set({ state: 'approved' }).where(eq(providerDays.providerId, 1))
      const { items } = (await records({ name: NAMES.session, state: 'approved' })) ?? {}
      expect(items?.map(({ at: since }) => since)).toEqual([null, null, null])
    })

    test('calendar feeds are counted by whether they are shared', async () => {
      await server().call('createCalendarFeed', { token: token.paul })
      expect(await states(NAMES.feed)).toEqual(['private 1', 'shared 1'])
      expect(await transitions(NAMES.feed)).toEqual(['private feed.create shared: 1 records, 1 times'])
      expect(await records({ name: NAMES.feed, state: 'shared' })).toMatchObject({
        total: 1,
        items: [{ entity: '1', label: 'Calendar feed', providerName: 'Paul Provider', date: null }],
      })
      await server().call('revokeCalendarFeed', { token: token.paul })
      expect(await states(NAMES.feed, WEEK)).toEqual(['private 2', 'shared 0, 1 stays of 0 s'])
      expect(await states(NAMES.feed, WEEK, token.sofia)).toEqual(['private 1'])
    })

    test("the SQL state of a session matches the machine's", async () => {
      const expected = []
      for (const day of PROVIDER_DAY_STATES) {
        for (const isDeleted of [false, true]) {
          for (const hasPendingEdit of [false, true]) {
            expected.push(occurrenceStateOf({ day, isDeleted, hasPendingEdit, isInvoiced: false }))
            const deletedAt = isDeleted ? new Date() : null
            await database().db.update(occurrences).set({ deletedAt }).where(eq(occurrences.id, 1))
            await database().db.delete(occurrenceEdits)
            const edit = { occurrenceId: 1, form: {} as never, requestedById: 2 }
            if (hasPendingEdit) await database().db.insert(occurrenceEdits).values(edit)
            await database().db.update(providerDays).set({ state: day })
            const current = (await counts(NAMES.session)).states.filter(({ records: n }) => n > 0)
            const found = await Promise.all(
              current.map(async ({ state }) => ({ state, page: await records({ name: NAMES.session, state }) })),
            )
            expect(found.find(({ page }) => page?.items.some(({ entity }) => entity === '1'))?.state).toBe(
              expected.at(-1),
            )
          }
        }
      }
      // Nothing is invoiced yet.
      expect(new Set(expected)).toEqual(new Set(OCCURRENCE_STATES.filter((state) => state !== 'invoiced')))
    })
  })
})
