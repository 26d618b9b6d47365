import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordHistorySchema, slowVisitsSchema, workflowWaitsSchema } from '#contract/workflow-counts.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, confirmHours, occurrenceIdsOn, refusalOf, TODAY } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'
import { answerSomeRequests, goTo, useTimeOff } from '#tests/support/server/time-off.ts'

const WAITS = `query Waits($name: String!, $from: Date!, $to: Date!, $before: Date!, $beforeTo: Date!) {
  lifecycles { name }
  lifecycle(name: $name) {
    asOf
    waits(from: $from, to: $to) { ...Wait }
    before: waits(from: $before, to: $beforeTo) { ...Wait }
  }
}
fragment Wait on StateWait { state isFinal visits open unknown medianSeconds slowSeconds }`

const SLOWEST = `query Slowest($name: String!, $state: String!, $from: Date!, $to: Date!, $page: Int!, $size: Int!) {
  lifecycle(name: $name) {
    slowest(state: $state, from: $from, to: $to, page: $page, size: $size) {
      total
      items {
        entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at
        seconds leftAt
      }
    }
  }
}`

const HISTORY = `query History($name: String!, $entity: String!) {
  lifecycles { name }
  lifecycle(name: $name) {
    initial keepsLoops
    history(entity: $entity) {
      record { entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at }
      beginsAt total
      steps { at fromState event toState by role note }
    }
  }
}`

const NAMES = {
  session: 'schedule/occurrence',
  day: 'schedule/provider-day',
  timeOff: 'time-off/pto-request',
  feed: 'schedule/calendar-feed',
} as const

const FORBIDDEN = { status: 403, message: "You don't have access to this page" }

describe('where work waits', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)

  const ask = (query: string, variables: object = {}, by = token.ada) =>
    server().call('askGraphql', { token: by, body: { query, variables } })
  const answer = async (query: string, variables: object) => {
    const reply = await ask(query, variables)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
    return reply.data
  }
  const hours = (seconds: number | null) => (seconds === null ? '-' : `${seconds / 3600} h`)
  /** 'pending 3 visits, 2 open: 50 h, 90 % 51 h' for each state with a visit, in the period and the one before. */
  const waits = async (name: string, period: { from: string; to: string; before: string; beforeTo: string }) => {
    const { lifecycle } = workflowWaitsSchema.parse(await answer(WAITS, { name, ...period }))
    const [now, before] = [lifecycle?.waits, lifecycle?.before].map((states) =>
      states
        ?.filter(({ visits, unknown }) => visits + unknown > 0)
        .map(
          ({ state, isFinal, visits, open, unknown, medianSeconds, slowSeconds }) =>
            `${state}${isFinal ? ' (final)' : ''} ${visits} visits, ${open} open, ${unknown} unknown: ${hours(medianSeconds)}, 90 % ${hours(slowSeconds)}`,
        ),
    )
    return { now, before }
  }
  const slowest = async (variables: object) =>
    slowVisitsSchema.parse(await answer(SLOWEST, { page: 1, size: 20, ...variables })).lifecycle?.slowest
  const history = async (name: string, entity: string) =>
    recordHistorySchema.parse(await answer(HISTORY, { name, entity })).lifecycle?.history
  const at = (instant: string) => goTo(server(), token, instant)

  const DAY = { from: TODAY, to: TODAY, before: '2026-11-19', beforeTo: '2026-11-19' }
  const WEEK = { from: '2026-11-15', to: '2026-11-21', before: '2026-11-08', beforeTo: '2026-11-14' }

  describe('time off', () => {
    beforeEach(async () => {
      await answerSomeRequests(server(), token)
      await at('2026-11-20T18:00:00Z')
    })

    test('a visit counts with its whole length, up to now or the end of the period', async () => {
      // Rejected on the day after 48 hours; two have been pending for 52 hours.
      expect(await waits(NAMES.timeOff, DAY)).toEqual({
        now: [
          'pending 3 visits, 2 open, 0 unknown: 52 h, 90 % 52 h',
          'accepted (final) 1 visits, 1 open, 0 unknown: 51 h, 90 % 51 h',
          'rejected (final) 1 visits, 1 open, 0 unknown: 4 h, 90 % 4 h',
        ],
        // At midnight, which is five in the morning UTC, three had been pending for 39 hours.
        before: [
          'pending 3 visits, 3 open, 0 unknown: 39 h, 90 % 39 h',
          'accepted (final) 1 visits, 1 open, 0 unknown: 38 h, 90 % 38 h',
        ],
      })
      expect(await waits(NAMES.timeOff, WEEK)).toEqual({
        now: [
          'pending 4 visits, 2 open, 0 unknown: 50 h, 90 % 52 h',
          'accepted (final) 1 visits, 1 open, 0 unknown: 51 h, 90 % 51 h',
          'rejected (final) 1 visits, 1 open, 0 unknown: 4 h, 90 % 4 h',
        ],
        before: [],
      })
    })

    test('a change that stays in the state neither ends a visit nor begins one', async () => {
      const body = { id: 3, requestedDate: '2026-11-25', startTime: '09:00', endTime: '11:00', reason: 'Dentist' }
      expect((await server().call('updatePto', { token: token.paul, body })).status).toBe(200)
      const { now } = await waits(NAMES.timeOff, DAY)
      expect(now?.[0]).toBe('pending 3 visits, 2 open, 0 unknown: 52 h, 90 % 52 h')
    })

    test('a visit whose beginning or end is not in the log is counted as unknown', async () => {
      const { db } = database()
      // Answered before there was a log; and one that left a state which the log doesn't know it was in.
      await db.update(ptoRequests).set({ state: 'accepted' }).where(eq(ptoRequests.id, 3))
      await db.insert(transitionLog).values({
        machine: 'pto-request',
        entity: '4',
        at: new Date('2026-11-20T16:00:00Z'),
        fromState: 'rejected',
        event: 'request.restore',
        toState: 'pending',
      })
      expect((await waits(NAMES.timeOff, DAY)).now).toEqual([
        'pending 2 visits, 1 open, 0 unknown: 25 h, 90 % 43.4 h',
        'accepted (final) 1 visits, 1 open, 1 unknown: 51 h, 90 % 51 h',
        'rejected (final) 1 visits, 1 open, 1 unknown: 4 h, 90 % 4 h',
      ])
    })

    test('lists the slowest tenth, rounded up, slowest first and in pages', async () => {
      const found = await slowest({ name: NAMES.timeOff, state: 'pending', from: '2026-11-15', to: '2026-11-21' })
      expect(found).toEqual({
        total: 1,
        items: [
          {
            entity: '3',
            label: 'Dentist',
            providerId: 1,
            providerName: 'Paul Provider',
            date: '2026-11-25',
            startTime: '09:00',
            endTime: '12:00',
            state: 'pending',
            scheduleEventId: null,
            isRecurring: false,
            at: '2026-11-18T14:00:00Z',
            seconds: 52 * 3600,
            leftAt: null,
          },
        ],
      })
      // Eleven more make fifteen: two of them are the slowest tenth.
      const asked = { providerId: 1, requestedDate: '2026-12-10', startTime: '09:00', endTime: '10:00', reason: 'Trip' }
      const requestedOn = new Date('2026-11-19T18:00:00Z')
      await database()
        .db.insert(ptoRequests)
        .values(Array.from({ length: 11 }, () => ({ ...asked, requestedOn })))
      const page = async (number: number) =>
        (
          await slowest({ name: NAMES.timeOff, state: 'pending', from: TODAY, to: TODAY, page: number, size: 1 })
        )?.items.map(({ entity, seconds }) => `${entity}: ${seconds / 3600} h`)
      expect([await page(1), await page(2), await page(3)]).toEqual([['3: 52 h'], ['4: 52 h'], []])
    })

    test("tells a request's history: who did what, when, and why", async () => {
      const body = { id: 3, requestedDate: '2026-11-25', startTime: '09:00', endTime: '11:00', reason: 'Dentist' }
      await server().call('updatePto', { token: token.paul, body })
      const notes = 'Too many are away that day.'
      await server().call('rejectPtos', { token: token.ada, body: { ids: '3', notes } })
      expect(await history(NAMES.timeOff, '3')).toEqual({
        record: expect.objectContaining({ entity: '3', date: '2026-11-25', endTime: '11:00', state: 'rejected' }),
        beginsAt: '2026-11-18T14:00:00Z',
        total: 2,
        steps: [
          {
            at: '2026-11-20T18:00:00Z',
            fromState: 'pending',
            event: 'request.edit',
            toState: 'pending',
            by: 'Paul Provider',
            role: 'Providers',
            note: 'From 11/25/2026, 9:00 AM-12:00 PM to 11/25/2026, 9:00 AM-11:00 AM',
          },
          {
            at: '2026-11-20T18:00:00Z',
            fromState: 'pending',
            event: 'request.reject',
            toState: 'rejected',
            by: 'Ada Admin',
            role: 'Administrators',
            note: 'Note: Too many are away that day.',
          },
        ],
      })
      expect(await history(NAMES.timeOff, '4')).toMatchObject({ beginsAt: '2026-11-18T14:00:00Z', total: 0, steps: [] })
    })

    test('keeps the steps of a record that is gone, and knows none of an unknown one', async () => {
      await database().db.delete(ptoRequests).where(eq(ptoRequests.id, 2))
      expect(await history(NAMES.timeOff, '2')).toMatchObject({ record: null, beginsAt: null, total: 1 })
      for (const entity of ['99', '0', '-1', '99999999999', 'abc', '', '1/2026-11-20', "1'"]) {
        expect(await history(NAMES.timeOff, entity)).toBeNull()
      }
      for (const entity of ['9/2026-11-20', '1/2026-13-01', '1/2026-11-20/2', '1', 'x/y', '1/2026-12-24']) {
        expect(await history(NAMES.day, entity)).toBeNull()
      }
    })

    test('are for administrators', async () => {
      const variables = { name: NAMES.timeOff, state: 'pending', entity: '1', page: 1, size: 20, ...DAY }
      for (const query of [WAITS, SLOWEST, HISTORY]) {
        expect(refusalOf(await ask(query, variables, token.paul))).toEqual(FORBIDDEN)
      }
      expect(refusalOf(await ask(SLOWEST, { ...variables, state: 'lost' }))).toMatchObject({
        status: 400,
        message: 'time-off/pto-request has no state lost.',
      })
      expect((await ask(WAITS, { ...variables, from: '2026-11-21' })).status).toBe(400)
    })

    test('a long history has its latest steps', async () => {
      const step = { machine: 'pto-request', entity: '3', fromState: 'pending', toState: 'pending' }
      await database()
        .db.insert(transitionLog)
        .values(Array.from({ length: 250 }, (_, number) => ({ ...step, event: `edit.${number}` })))
      const found = await history(NAMES.timeOff, '3')
      expect([found?.total, found?.steps.length, found?.steps[0]?.event, found?.steps.at(-1)?.event]).toEqual([
        250,
        200,
        'edit.50',
        'edit.249',
      ])
    })
  })

  describe('sessions and days', () => {
    beforeEach(async () => {
      await at('2026-11-16T14:00:00Z')
      // Over at 9:45 and 10:30 of the day, which is 14:45 and 15:30 UTC.
      await addSession(server(), token.paul)
      await addSession(server(), token.paul, { startTime: '10:00', endTime: '10:30', eventName: 'Reading' })
      await addSession(server(), token.paul, { date: '2026-11-27' })
      await at('2026-11-20T20:00:00Z')
    })

    test('a session waits once it is over, not from when it was planned', async () => {
      expect(await waits(NAMES.session, WEEK)).toEqual({
        now: ['scheduled 2 visits, 2 open, 0 unknown: 4.875 h, 90 % 5.175 h'],
        before: [],
      })
      await confirmHours(server(), token.paul)
      await at('2026-11-20T22:00:00Z')
      const { now } = await waits(NAMES.session, WEEK)
      expect(now).toEqual([
        'scheduled 2 visits, 0 open, 0 unknown: 4.875 h, 90 % 5.175 h',
        'confirmed 2 visits, 2 open, 0 unknown: 2 h, 90 % 2 h',
      ])
      expect((await waits(NAMES.day, WEEK)).now).toEqual([
        'open 1 visits, 0 open, 0 unknown: 15 h, 90 % 15 h',
        'confirmed 1 visits, 1 open, 0 unknown: 2 h, 90 % 2 h',
      ])
    })

    test('a session that was deleted before it was due did not wait', async () => {
      const [, , later] = await database().db.select().from(occurrences)
      await server().call('deleteScheduleEvents', {
        token: token.ada,
        body: { scheduleEventRecurrenceIds: [later?.id] },
      })
      await at('2026-11-20T21:00:00Z')
      expect((await waits(NAMES.session, WEEK)).now).toEqual([
        'scheduled 2 visits, 2 open, 0 unknown: 5.875 h, 90 % 6.175 h',
        'deleted (final) 1 visits, 1 open, 0 unknown: 1 h, 90 % 1 h',
      ])
    })

    test("tells a day's and a session's history, with the reason for reopening", async () => {
      await confirmHours(server(), token.paul)
      const ids = await occurrenceIdsOn(server(), token.ada, TODAY)
      await at('2026-11-20T21:00:00Z')
      await server().call('approveScheduleEvents', {
        token: token.ada,
        body: { scheduleEventRecurrence: ids.map((id) => ({ id, recurrenceDate: TODAY })) },
      })
      const body = { providerId: 1, date: TODAY, reason: 'Wrong school' }
      await server().call('reopenDay', { token: token.ada, body })
      const day = await history(NAMES.day, `1/${TODAY}`)
      expect(day).toMatchObject({
        beginsAt: '2026-11-20T05:00:00Z',
        record: { label: '2 sessions', state: 'reopened' },
      })
      expect(day?.steps.map(({ event, toState, by, role, note }) => [event, toState, by, role, note])).toEqual([
        ['hours.confirm', 'confirmed', 'Paul Provider', 'Providers', null],
        ['day.approve', 'approved', 'Ada Admin', 'Administrators', null],
        ['day.reopen', 'reopened', 'Ada Admin', 'Administrators', 'Reason: Wrong school'],
      ])
      const session = await history(NAMES.session, String(ids[0]))
      expect(session).toMatchObject({ beginsAt: '2026-11-16T14:00:00Z', total: 3, record: { state: 'scheduled' } })
      expect(session?.steps.map(({ event, toState }) => `${event} ${toState}`)).toEqual([
        'day.confirm confirmed',
        'day.approve approved',
        'day.reopen scheduled',
      ])
    })

    test("a calendar feed's history begins with its first address", async () => {
      await server().call('createCalendarFeed', { token: token.paul })
      expect(await history(NAMES.feed, '1')).toMatchObject({
        record: { label: 'Calendar feed', providerName: 'Paul Provider', date: null, state: 'shared' },
        beginsAt: null,
        steps: [{ fromState: 'private', event: 'feed.create', toState: 'shared', by: 'Paul Provider' }],
      })
      await at('2026-11-20T21:00:00Z')
      expect((await waits(NAMES.feed, WEEK)).now).toEqual([
        'private (final) 0 visits, 0 open, 2 unknown: -, 90 % -',
        'shared (final) 1 visits, 1 open, 0 unknown: 1 h, 90 % 1 h',
      ])
    })
  })
})
