import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ptoBalanceSchema, ptoSchema } from '#contract/time-off.ts'
import { timeOffEntrySchema } from '#contract/time-off-calendar.ts'
import type { PtoState } from '#domain/time-off.ts'
import { PTO_REQUEST_STATES } from '#domain/time-off.ts'
import { type PtoRequestEvent, ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { unread } from '#tests/support/server/notifications.ts'
import { addSession, refusalOf, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import {
  answerOf,
  askForTimeOff,
  goTo,
  grantHours,
  storedTimeOff,
  USUAL_PTO,
  useTimeOff,
} from '#tests/support/server/time-off.ts'

const database = useDatabase()
const server = useTestServer(database)
const token = useTimeOff(database, server)

const NO_ACCESS = "You don't have access to this page"
const PAUL = PEOPLE.Providers.providerId
const SOFIA = PEOPLE.SpecialProvider.providerId

const listOf = async (name: 'getProviderPtos' | 'getAdminPtos', query: Record<string, string | number> = {}) => {
  const isAdmin = name === 'getAdminPtos'
  const { data } = await server().call(name, { token: isAdmin ? token.ada : token.paul, query })
  const page = z.object({
    totalRecords: z.number(),
    [isAdmin ? 'allAdminPtos' : 'allPtos']: z.array(ptoSchema),
  })
  const parsed = page.parse(data)
  return { total: parsed.totalRecords, ptos: z.array(ptoSchema).parse(Object.values(parsed)[1]) }
}

const balanceOf = async (providerId: number) => {
  const { data } = await server().call('getPtoBalance', { token: token.ada, params: { providerId } })
  return ptoBalanceSchema.parse(data)
}

/** Puts a stored request into a state, bypassing the rules. */
const putInto = async (id: number, state: PtoState) => {
  const decided = state === 'pending' ? {} : { decidedById: 1, decidedAt: TEST_NOW }
  await database()
    .db.update(ptoRequests)
    .set({ state, ...decided })
    .where(eq(ptoRequests.id, id))
}

describe('who may do what to a request in which state', () => {
  const callers = { ada: PEOPLE.Administrators, paul: PEOPLE.Providers, sofia: PEOPLE.SpecialProvider } as const
  const roles = { ada: 'Administrators', paul: 'Providers', sofia: 'SpecialProvider' } as const
  /** Time off is canceled only with the employment (server/areas/providers/after-last-day.test.ts). */
  type Sent = Exclude<PtoRequestEvent, { type: 'request.cancel' }>
  const events: Sent[] = [
    { type: 'request.edit' },
    { type: 'request.withdraw' },
    { type: 'request.accept' },
    { type: 'request.reject', note: 'Too many are away' },
    { type: 'request.giveBack' },
    { type: 'request.keep' },
  ]
  const send = (event: Sent, id: number, requestedDate: string, by: string) => {
    switch (event.type) {
      case 'request.edit':
        return server().call('updatePto', { token: by, body: { ...USUAL_PTO, requestedDate, id, reason: 'Changed' } })
      case 'request.withdraw':
        return server().call('withdrawPto', { token: by, params: { id } })
      case 'request.accept':
        return server().call('acceptPtos', { token: by, body: { ids: String(id) } })
      case 'request.reject':
        return server().call('rejectPtos', { token: by, body: { ids: String(id), notes: event.note } })
      case 'request.giveBack':
        return server().call('giveBackPtos', { token: by, body: { ids: [id] } })
      case 'request.keep':
        return server().call('keepPtos', { token: by, body: { ids: [id] } })
    }
  }
  const cases = PTO_REQUEST_STATES.flatMap((state) =>
    (['ada', 'paul', 'sofia'] as const).map((who) => ({ state, who })),
  )

  it.each(cases)('$state, $who', async ({ state, who }) => {
    await grantHours(database(), PAUL, 40, TEST_NOW)
    const isOwn = who === 'paul'
    for (const [index, event] of events.entries()) {
      const id = await askForTimeOff(server(), token.paul, { requestedDate: `2026-12-0${index + 1}` })
      await putInto(id, state)
      const before = await storedTimeOff(database())
      const move = askMachine(
        ptoRequestMachine,
        PTO_REQUEST_STATES,
        state,
        { by: roles[who], isOwn, hasBegun: false },
        event,
      )
      const reply = await send(event, id, `2026-12-0${index + 1}`, token[who])
      const after = await storedTimeOff(database())
      if (!move.allowed) {
        const isReview = event.type === 'request.accept' || event.type === 'request.reject'
        const expected = isReview ? (who === 'ada' ? 409 : 403) : who === 'ada' ? 403 : isOwn ? 409 : 404
        expect(reply.status, event.type).toBe(expected)
        expect(after, event.type).toEqual(before)
        continue
      }
      const { userId } = callers[who]
      expect(reply.status, event.type).toBe(200)
      expect(after.requests.at(-1), event.type).toMatchObject({ id, state: move.to })
      const line = `pto-request ${id}: ${state}, ${event.type} by ${userId}, ${move.to}`
      expect(after.moves).toEqual([...before.moves, line])
      const [kind, after3] = state === 'pending' ? ['acceptance -3.00', '37.00'] : ['return 3.00', '43.00']
      const isBalanced = (state === 'pending' && move.to === 'accepted') || move.to === 'givenBack'
      const taken = isBalanced ? [`${PAUL} ${kind} = ${after3} (${id} request)`] : []
      expect(after.entries).toEqual([...before.entries, ...taken])
      expect(after.notices).toHaveLength(before.notices.length + 1)
    }
  })
})

describe('asking', () => {
  it('stores the request, notifies the administrators, and shows it to both sides', async () => {
    await grantHours(database(), PAUL, 40, TEST_NOW)
    const session = await addSession(server(), token.paul, { date: '2026-11-23', startTime: '11:30', endTime: '12:15' })
    await addSession(server(), token.paul, { date: '2026-11-23', startTime: '12:00', endTime: '12:30' })
    const reply = await server().call('createPto', { token: token.paul, body: USUAL_PTO })
    expect(answerOf(reply)).toEqual({
      status: 200,
      message: 'PTO Request has been created successfully',
      data: { id: 1 },
    })
    const [pto] = (await listOf('getProviderPtos')).ptos
    expect(pto).toEqual({
      id: 1,
      providerId: PAUL,
      providerName: 'Paul Provider',
      spanId: null,
      spanDays: [],
      requestedOn: '2026-11-20',
      requestedFor: '2026-11-23',
      requestedDate: '2026-11-23',
      startTime: '09:00',
      endTime: '12:00',
      totalHours: '3.00',
      reason: 'Dentist',
      status: 'Pending',
      statusId: 1,
      quickBooksStatus: '',
      balanceHours: '40.00',
      isOverBalance: false,
      notes: '',
      decidedBy: null,
      decidedOn: null,
      bookedSessions: [
        {
          id: expect.any(Number),
          scheduleEventId: session.id,
          title: 'Fine motor group',
          date: '2026-11-23',
          startTime: '11:30',
          endTime: '12:15',
          schoolName: 'Lincoln',
        },
      ],
      pay: null,
      entityCacheKey: '1',
    })
    const pay = { closed: null, worked: [], hasRate: false }
    expect((await listOf('getAdminPtos')).ptos).toEqual([{ ...pto, pay }])
    const original = await server().call('getOriginalPto', { token: token.paul, params: { id: 1 } })
    expect(original.data).toEqual(pto)
    expect((await storedTimeOff(database())).notices).toEqual([
      'ADM Time Off, role 1, of pto-request 1 by 2: Paul Provider requested time off on 11/23/2026, 9:00 AM-12:00 PM: Dentist',
    ])
  })

  it('counts hours in hundredths', async () => {
    await askForTimeOff(server(), token.paul, { startTime: '09:00', endTime: '09:20' })
    await askForTimeOff(server(), token.paul, { startTime: '10:00', endTime: '17:30' })
    const { ptos } = await listOf('getProviderPtos')
    expect(ptos.map(({ totalHours }) => totalHours)).toEqual(['7.50', '0.33'])
    expect(await balanceOf(PAUL)).toMatchObject({ availableHours: '0.00', pendingHours: '7.83', acceptedHours: '0.00' })
  })

  it('reports errors by field', async () => {
    const tooLong = 'x'.repeat(251)
    const body = { requestedDate: '', startTime: '10:00', endTime: '09:00', reason: tooLong }
    expect(refusalOf(await server().call('createPto', { token: token.paul, body }))).toEqual({
      status: 400,
      message: 'Requested Date Is Required',
      errors: [
        { path: 'requestedDate', message: 'Requested Date Is Required' },
        { path: 'reason', message: 'Maximum characters allowed is 250' },
      ],
    })
    const backwards = { ...USUAL_PTO, startTime: '10:00', endTime: '09:00' }
    expect(refusalOf(await server().call('createPto', { token: token.paul, body: backwards }))).toEqual({
      status: 400,
      message: 'End Time can not be less than Start Time',
      errors: [{ path: 'endTime', message: 'End Time can not be less than Start Time' }],
    })
  })

  it('refuses hours that overlap another live request, and accepts adjacent ones', async () => {
    const id = await askForTimeOff(server(), token.paul)
    const message = 'You already have a request for 11/23/2026, 9:00 AM-12:00 PM (Pending). Choose another time.'
    const overlapping = { ...USUAL_PTO, startTime: '11:45', endTime: '13:00' }
    const refusal = { status: 409, message, errors: [{ path: 'requestedDate', message }] }
    expect(refusalOf(await server().call('createPto', { token: token.paul, body: overlapping }))).toEqual(refusal)
    const next = await askForTimeOff(server(), token.paul, { startTime: '12:00', endTime: '13:00' })
    const onto = { ...overlapping, id: next }
    expect(refusalOf(await server().call('updatePto', { token: token.paul, body: onto }))).toEqual(refusal)
    // A request may be moved within its own hours, but not onto another's, unless that one has ended.
    const moved = { ...USUAL_PTO, id, endTime: '11:00' }
    expect((await server().call('updatePto', { token: token.paul, body: moved })).status).toBe(200)
    await askForTimeOff(server(), token.sofia)
    await putInto(id, 'rejected')
    await askForTimeOff(server(), token.paul, { endTime: '11:00' })
    expect((await database().db.select().from(ptoRequests)).length).toBe(4)
  })

  it('is only for your own requests', async () => {
    const asSofia = { token: token.paul, body: { ...USUAL_PTO, providerId: SOFIA } }
    expect(refusalOf(await server().call('createPto', asSofia))).toEqual({ status: 403, message: NO_ACCESS })
    const id = await askForTimeOff(server(), token.sofia)
    const own = await listOf('getProviderPtos')
    expect(own).toEqual({ total: 0, ptos: [] })
    const theirs = { token: token.paul, query: { providerId: SOFIA } }
    expect((await server().call('getProviderPtos', theirs)).status).toBe(403)
    expect((await server().call('getOriginalPto', { token: token.paul, params: { id } })).status).toBe(404)
    for (const name of ['getPtoBalance', 'getPtoBalanceHistory'] as const) {
      expect((await server().call(name, { token: token.paul, params: { providerId: SOFIA } })).status).toBe(403)
      expect((await server().call(name, { token: token.sofia, params: { providerId: SOFIA } })).status).toBe(200)
    }
  })
})

describe('asking for several days', () => {
  const DAYS = ['2026-11-23', '2026-11-24', '2026-11-25'].map((requestedDate) => ({
    requestedDate,
    startTime: '09:00',
    endTime: '12:00',
  }))
  const askFor = (days: unknown, more: Record<string, unknown> = {}) =>
    server().call('createPtos', { token: token.paul, body: { days, reason: 'Family trip', ...more } })

  it('stores single days of one span, and tells the administrators once', async () => {
    await askForTimeOff(server(), token.sofia)
    expect(answerOf(await askFor(DAYS))).toEqual({
      status: 200,
      message: 'PTO Request has been created successfully',
      data: { ids: [2, 3, 4] },
    })
    expect(
      (await listOf('getProviderPtos')).ptos.map(({ id, spanId, requestedDate, totalHours, reason }) =>
        [id, spanId, requestedDate, totalHours, reason].join(' '),
      ),
    ).toEqual(['4 2 2026-11-25 3.00 Family trip', '3 2 2026-11-24 3.00 Family trip', '2 2 2026-11-23 3.00 Family trip'])
    expect((await storedTimeOff(database())).notices.slice(1)).toEqual([
      'ADM Time Off, role 1, of pto-request 2 by 2: Paul Provider requested time off on 3 days, 11/23/2026-11/25/2026: Family trip',
    ])
  })

  it('stores nothing if a day is refused, and names each', async () => {
    await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-24' })
    const overlapping = { requestedDate: '2026-11-25', startTime: '11:00', endTime: '13:00' }
    const message =
      'You already have a request for 11/24/2026, 9:00 AM-12:00 PM (Pending). 11/25/2026 is requested twice. Choose another time.'
    expect(refusalOf(await askFor([...DAYS, overlapping]))).toEqual({
      status: 409,
      message,
      errors: [{ path: 'requestedDate', message }],
    })
    expect((await storedTimeOff(database())).requests).toHaveLength(1)
    expect(refusalOf(await askFor([])).status).toBe(400)
    expect(refusalOf(await askFor([{ ...DAYS[0], endTime: '08:00' }])).errors).toEqual([
      { path: 'days.0.endTime', message: 'End Time can not be less than Start Time' },
    ])
    expect(refusalOf(await askFor(DAYS, { providerId: SOFIA })).status).toBe(403)
  })

  it('lists the days of a span together for administrators, never across two pages', async () => {
    await askFor(DAYS)
    for (let day = 1; day <= 9; day++) await askForTimeOff(server(), token.sofia, { requestedDate: `2026-12-0${day}` })
    await askFor([...DAYS].reverse().map((day) => ({ ...day, requestedDate: day.requestedDate.replace('11', '12') })))
    const [first, second] = [
      await listOf('getAdminPtos', { pageIndex: 1, pageSize: 10 }),
      await listOf('getAdminPtos', { pageIndex: 2, pageSize: 10 }),
    ]
    expect([first.total, second.total]).toEqual([11, 11])
    const days = ({ ptos }: typeof first) => ptos.map(({ requestedDate }) => requestedDate)
    expect(days(first).slice(0, 4)).toEqual(['2026-12-23', '2026-12-24', '2026-12-25', '2026-12-09'])
    expect(first.ptos).toHaveLength(12)
    expect(days(second)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25'])
  })

  it('counts as read once none of its days waits for an answer, also if it is withdrawn', async () => {
    await askFor(DAYS)
    const asked = ['Ada Admin', 'Paul Provider requested time off on 3 days, 11/23/2026-11/25/2026: Family trip']
    const accept = (ids: string) => server().call('acceptPtos', { token: token.ada, body: { ids } })
    const ofAda = async () => (await unread(database())).filter(([name]) => name === 'Ada Admin')
    await accept('1,2')
    expect(await ofAda()).toEqual([asked])
    await accept('3')
    expect(await ofAda()).toEqual([])
    await server().call('giveBackPtos', { token: token.paul, body: { ids: [2, 3] } })
    expect(await ofAda()).toHaveLength(1)
    await server().call('keepPtos', { token: token.paul, body: { ids: [2, 3] } })
    const kept = 'Paul Provider keeps time off on 2 days, 11/24/2026-11/25/2026 and no longer wants to return it.'
    expect(await ofAda()).toEqual([['Ada Admin', kept]])
  })

  it('tells the provider of an answer to all days once', async () => {
    await askFor(DAYS)
    await server().call('acceptPtos', { token: token.ada, body: { ids: '1,2,3' } })
    const { entries, notices } = await storedTimeOff(database())
    expect(entries).toHaveLength(3)
    expect(notices.slice(1)).toEqual([
      'PRV Time Off, provider 1, of pto-request 1 by 1: Your request for time off on 3 days, 11/23/2026-11/25/2026 was accepted.',
    ])
  })
})

describe('returning', () => {
  const giveBack = (id: number) => server().call('giveBackPtos', { token: token.paul, body: { ids: [id] } })
  const accepted = async () => {
    await grantHours(database(), PAUL, 40, TEST_NOW)
    const id = await askForTimeOff(server(), token.paul)
    await server().call('acceptPtos', { token: token.ada, body: { ids: `${id}` } })
    return id
  }

  it('keeps the time off until an administrator agrees, then returns the hours', async () => {
    const id = await accepted()
    expect(answerOf(await giveBack(id))).toEqual({
      status: 200,
      message: 'An administrator will answer. Until then the time off stays accepted.',
      data: null,
    })
    expect(await balanceOf(PAUL)).toMatchObject({
      availableHours: '37.00',
      pendingHours: '0.00',
      acceptedHours: '3.00',
    })
    const again = await server().call('createPto', { token: token.paul, body: USUAL_PTO })
    expect(again.message).toBe(
      'You already have a request for 11/23/2026, 9:00 AM-12:00 PM (Return Requested). Choose another time.',
    )
    const [waiting] = (await listOf('getAdminPtos')).ptos
    expect(waiting).toMatchObject({ status: 'Return Requested', statusId: 5, quickBooksStatus: 'Not Sent' })
    await server().call('acceptPtos', { token: token.ada, body: { ids: `${id}` } })
    expect(await balanceOf(PAUL)).toMatchObject({
      availableHours: '40.00',
      pendingHours: '0.00',
      acceptedHours: '0.00',
    })
    expect((await listOf('getAdminPtos')).ptos[0]).toMatchObject({ status: 'Returned', bookedSessions: [] })
    const range = { fromDate: '2026-11-23', toDate: '2026-11-23' }
    expect((await server().call('getTimeOff', { token: token.ada, query: range })).data).toEqual([])
    const { moves, entries, notices } = await storedTimeOff(database())
    expect(moves.slice(1)).toEqual([
      `pto-request ${id}: accepted, request.giveBack by 2, givingBack`,
      `pto-request ${id}: givingBack, request.accept by 1, givenBack`,
    ])
    expect(entries.at(-1)).toBe(`${PAUL} return 3.00 = 40.00 (${id} request)`)
    expect(notices.slice(2)).toEqual([
      `ADM Time Off, role 1, of pto-request ${id} by 2: Paul Provider wants to return time off on 11/23/2026, 9:00 AM-12:00 PM.`,
      `PRV Time Off, provider 1, of pto-request ${id} by 1: Your request to return time off on 11/23/2026, 9:00 AM-12:00 PM was accepted.`,
    ])
    // The day is free again.
    expect((await server().call('createPto', { token: token.paul, body: USUAL_PTO })).status).toBe(200)
  })

  it('stays accepted if an administrator rejects it, and deducts nothing twice', async () => {
    const id = await accepted()
    await goTo(server(), token, '2026-11-21T15:00:00Z')
    await giveBack(id)
    await server().call('rejectPtos', { token: token.ada, body: { ids: `${id}`, notes: 'A substitute is booked' } })
    const { requests, entries } = await storedTimeOff(database())
    expect(requests).toEqual([{ id, state: 'accepted', notes: 'A substitute is booked', by: 1 }])
    // It was accepted when it was accepted, not when its return was refused.
    expect((await listOf('getProviderPtos')).ptos).toMatchObject([
      { statusId: 2, decidedBy: 'Ada Admin', decidedOn: '2026-11-20' },
    ])
    expect(entries.slice(1)).toEqual([`${PAUL} acceptance -3.00 = 37.00 (${id} request)`])
  })

  it('can be canceled until an administrator answers; the earlier decision stands again', async () => {
    const id = await accepted()
    await goTo(server(), token, '2026-11-21T15:00:00Z')
    const keep = () => server().call('keepPtos', { token: token.paul, body: { ids: [id] } })
    expect((await keep()).message).toBe(
      'This request can no longer be changed: Accepted by Ada Admin on 11/20/2026. Return the time off instead.',
    )
    await giveBack(id)
    expect(answerOf(await keep())).toEqual({
      status: 200,
      message: 'You keep the time off. No answer is needed anymore.',
      data: null,
    })
    expect((await listOf('getProviderPtos')).ptos).toMatchObject([
      { statusId: 2, decidedBy: 'Ada Admin', decidedOn: '2026-11-20' },
    ])
    expect(await balanceOf(PAUL)).toMatchObject({ availableHours: '37.00', acceptedHours: '3.00' })
    const { moves, entries, notices } = await storedTimeOff(database())
    expect(moves.at(-1)).toBe(`pto-request ${id}: givingBack, request.keep by 2, accepted`)
    expect(entries).toHaveLength(2)
    expect(notices.at(-1)).toBe(
      `ADM Time Off, role 1, of pto-request ${id} by 2: Paul Provider keeps time off on 11/23/2026, 9:00 AM-12:00 PM and no longer wants to return it.`,
    )
    const late = await server().call('rejectPtos', { token: token.ada, body: { ids: `${id}`, notes: 'No' } })
    expect(late.data).toEqual(['Paul Provider, 11/23/2026: Accepted by Ada Admin on 11/20/2026.'])
  })

  it('is refused once the time off has begun', async () => {
    const id = await accepted()
    await goTo(server(), token, '2026-11-23T13:59:00Z')
    expect((await giveBack(id)).status).toBe(200)
    await server().call('rejectPtos', { token: token.ada, body: { ids: `${id}`, notes: 'No' } })
    await goTo(server(), token, '2026-11-23T14:00:00Z')
    expect(refusalOf(await giveBack(id))).toMatchObject({
      status: 409,
      message: 'This time off has begun and can no longer be returned. Ask an administrator to correct your hours.',
    })
  })
})

describe('several days in one step', () => {
  const ask = async () => {
    const days = ['2026-11-23', '2026-11-24', '2026-11-25'].map((requestedDate) => ({ ...USUAL_PTO, requestedDate }))
    await server().call('createPtos', { token: token.paul, body: { reason: 'Trip', days } })
  }
  const move = (name: 'withdrawPtos' | 'giveBackPtos' | 'keepPtos', ids: number[], by = token.paul) =>
    server().call(name, { token: by, body: { ids } })
  const states = async () => (await storedTimeOff(database())).requests.map(({ state }) => state)

  it('are withdrawn together or not at all', async () => {
    await ask()
    expect((await listOf('getProviderPtos')).ptos[0]?.spanDays).toEqual(
      [1, 2, 3].map((id) => ({
        id,
        requestedDate: `2026-11-${22 + id}`,
        startTime: '09:00',
        endTime: '12:00',
        statusId: 1,
      })),
    )
    await server().call('acceptPtos', { token: token.ada, body: { ids: '1' } })
    const message =
      '11/23/2026: This request can no longer be changed: Accepted by Ada Admin on 11/20/2026. Return the time off instead.'
    expect(refusalOf(await move('withdrawPtos', [1, 2, 3]))).toEqual({
      status: 409,
      message,
      errors: [{ path: 'status', message }],
    })
    expect(await states()).toEqual(['accepted', 'pending', 'pending'])
    expect((await move('withdrawPtos', [2, 3], token.sofia)).status).toBe(404)
    expect((await move('withdrawPtos', [2, 99])).status).toBe(404)
    expect(await states()).toEqual(['accepted', 'pending', 'pending'])
    expect(answerOf(await move('withdrawPtos', [3, 2]))).toEqual({
      status: 200,
      message: 'PTO Request has been withdrawn successfully',
      data: null,
    })
    expect(await states()).toEqual(['accepted', 'withdrawn', 'withdrawn'])
    expect((await storedTimeOff(database())).notices.at(-1)).toBe(
      'ADM Time Off, role 1, of pto-request 2 by 2: Paul Provider withdrew a request: time off on 2 days, 11/24/2026-11/25/2026.',
    )
  })

  it('are returned and kept together or not at all', async () => {
    await ask()
    await server().call('acceptPtos', { token: token.ada, body: { ids: '1,2' } })
    expect((await move('giveBackPtos', [1, 2, 3])).status).toBe(409)
    expect(await states()).toEqual(['accepted', 'accepted', 'pending'])
    expect((await move('giveBackPtos', [1, 2])).status).toBe(200)
    expect((await move('keepPtos', [1, 2, 3])).status).toBe(409)
    expect(await states()).toEqual(['givingBack', 'givingBack', 'pending'])
    expect((await move('keepPtos', [1, 2])).status).toBe(200)
    expect(await states()).toEqual(['accepted', 'accepted', 'pending'])
  })

  it.each([[[]], [[0]], [['1']], [Array.from({ length: 63 }, (_, index) => index + 1)], [undefined]])(
    'refuses %j',
    async (ids) => {
      await ask()
      for (const name of ['withdrawPtos', 'giveBackPtos', 'keepPtos'] as const) {
        expect((await server().call(name, { token: token.paul, body: { ids } })).status).toBe(400)
      }
    },
  )
})

describe('changing', () => {
  it('logs the previous values, and notifies the administrators', async () => {
    const id = await askForTimeOff(server(), token.paul)
    const body = { ...USUAL_PTO, id, endTime: '13:30', reason: 'Dentist, and home', entityCacheKey: '1' }
    expect(answerOf(await server().call('updatePto', { token: token.paul, body }))).toEqual({
      status: 200,
      message: 'PTO Request has been updated successfully',
      data: { id },
    })
    expect((await listOf('getProviderPtos')).ptos).toMatchObject([
      { totalHours: '4.50', reason: 'Dentist, and home', statusId: 1, entityCacheKey: '2' },
    ])
    expect((await storedTimeOff(database())).notices.at(-1)).toBe(
      'ADM Time Off, role 1, of pto-request 1 by 2: Paul Provider changed a request: time off on 11/23/2026, 9:00 AM-1:30 PM.',
    )
    const late = await server().call('updatePto', { token: token.paul, body })
    expect(refusalOf(late)).toEqual({
      status: 409,
      message: 'Someone else has changed this request. Please review it.',
    })
  })

  it("explains why an answered request can't be changed", async () => {
    const id = await askForTimeOff(server(), token.paul)
    await server().call('rejectPtos', { token: token.ada, body: { ids: `${id}`, notes: 'Too many are away' } })
    const message =
      'This request can no longer be changed: Rejected by Ada Admin on 11/20/2026. Request the time off again instead.'
    const refusal = { status: 409, message, errors: [{ path: 'status', message }] }
    const body = { ...USUAL_PTO, id }
    expect(refusalOf(await server().call('updatePto', { token: token.paul, body }))).toEqual(refusal)
    expect(refusalOf(await server().call('withdrawPto', { token: token.paul, params: { id } }))).toEqual(refusal)
    expect((await listOf('getProviderPtos')).ptos).toMatchObject([
      { statusId: 3, notes: 'Too many are away', decidedBy: 'Ada Admin', decidedOn: '2026-11-20', bookedSessions: [] },
    ])
  })
})

describe('answering', () => {
  it('answers each request independently, and names those it could not', async () => {
    await grantHours(database(), PAUL, 10, TEST_NOW)
    const [first, withdrawn, changed] = [
      await askForTimeOff(server(), token.paul),
      await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-24' }),
      await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-25' }),
    ]
    const sofias = await askForTimeOff(server(), token.sofia)
    await server().call('withdrawPto', { token: token.paul, params: { id: withdrawn } })
    await server().call('updatePto', {
      token: token.paul,
      body: { ...USUAL_PTO, requestedDate: '2026-11-25', id: changed, endTime: '15:00' },
    })
    const body = { ids: [first, withdrawn, changed, sofias, 77].join(), entityCacheKeys: '1,1,1,1,1' }
    expect(answerOf(await server().call('acceptPtos', { token: token.ada, body }))).toEqual({
      status: 409,
      message: 'Some requests could not be accepted.',
      data: [
        'No request has the ID 77.',
        'Paul Provider, 11/24/2026: Withdrawn by Paul Provider on 11/20/2026.',
        'Paul Provider, 11/25/2026: Changed by Paul Provider. Please review it.',
      ],
    })
    const { requests, entries, notices } = await storedTimeOff(database())
    expect(requests).toEqual([
      { id: first, state: 'accepted', notes: '', by: 1 },
      { id: withdrawn, state: 'withdrawn', notes: '', by: 2 },
      { id: changed, state: 'pending', notes: '', by: null },
      { id: sofias, state: 'accepted', notes: '', by: 1 },
    ])
    expect(entries).toEqual([
      '1 upload 10.00 = 10.00 (no request)',
      `1 acceptance -3.00 = 7.00 (${first} request)`,
      `2 acceptance -3.00 = -3.00 (${sofias} request)`,
    ])
    expect(notices.slice(-2)).toEqual([
      `PRV Time Off, provider 1, of pto-request ${first} by 1: Your request for time off on 11/23/2026, 9:00 AM-12:00 PM was accepted.`,
      `PRV Time Off, provider 2, of pto-request ${sofias} by 1: Your request for time off on 11/23/2026, 9:00 AM-12:00 PM was accepted.`,
    ])
  })

  it('gives the provider the reason, and deducts nothing, when it rejects', async () => {
    const id = await askForTimeOff(server(), token.paul)
    const body = { ids: `${id}`, notes: ' Too many are away ' }
    const reply = await server().call('rejectPtos', { token: token.ada, body })
    expect(answerOf(reply)).toEqual({ status: 200, message: 'PTO Request rejected successfully', data: null })
    const { entries, notices } = await storedTimeOff(database())
    expect(entries).toEqual([])
    expect(notices.at(-1)).toBe(
      'PRV Time Off, provider 1, of pto-request 1 by 1: Your request for time off on 11/23/2026, 9:00 AM-12:00 PM was rejected: Too many are away',
    )
  })

  it.each([
    [{}, 'Please select atleast one record'],
    [{ ids: '' }, 'Please select atleast one record'],
    [{ ids: '1' }, 'Note is required'],
    [{ ids: '1', notes: '  ' }, 'Note is required'],
    [{ ids: '1', notes: 'x'.repeat(251) }, 'Maximum character length is 250'],
  ])('refuses %j', async (body, message) => {
    expect(await server().call('rejectPtos', { token: token.ada, body })).toMatchObject({ status: 400, message })
  })

  it('answers two hundred at once', async () => {
    await grantHours(database(), PAUL, 1000, TEST_NOW)
    const { db } = database()
    const day = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
    await db
      .insert(ptoRequests)
      .values(
        Array.from({ length: 200 }, (_, index) => ({ ...USUAL_PTO, providerId: PAUL, requestedDate: day(index) })),
      )
    const ids = Array.from({ length: 200 }, (_, index) => index + 1).join()
    const reply = await server().call('acceptPtos', { token: token.ada, body: { ids } })
    expect(answerOf(reply)).toEqual({ status: 200, message: 'PTO Request accepted successfully', data: null })
    expect(await balanceOf(PAUL)).toMatchObject({
      availableHours: '400.00',
      pendingHours: '0.00',
      acceptedHours: '600.00',
    })
    const { entries, moves, notices } = await storedTimeOff(database())
    expect([entries.length, moves.length, notices.length]).toEqual([201, 200, 200])
    expect(entries.at(-1)).toBe('1 acceptance -3.00 = 400.00 (200 request)')
  })
})

describe('the balance', () => {
  it('returns remaining, pending and taken hours since the last sheet, and the full history', async () => {
    await grantHours(database(), PAUL, 10, new Date('2026-09-01T12:00:00Z'))
    const old = await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-24' })
    await server().call('acceptPtos', { token: token.ada, body: { ids: `${old}` } })
    await grantHours(database(), PAUL, 40, TEST_NOW)
    const taken = await askForTimeOff(server(), token.paul)
    await server().call('acceptPtos', { token: token.ada, body: { ids: `${taken}` } })
    await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-25' })
    expect(await balanceOf(PAUL)).toEqual({
      providerId: PAUL,
      availableHours: '37.00',
      pendingHours: '3.00',
      acceptedHours: '3.00',
      since: '2026-11-20',
      hireDate: null,
      termDate: null,
    })
    const history = await server().call('getPtoBalanceHistory', { token: token.paul, params: { providerId: PAUL } })
    const line = { on: '2026-11-20', by: 'Ada Admin', source: '', ptoRequestId: null, requestedDate: null }
    const acceptance = { ...line, kind: 'acceptance', change: '-3.00' }
    const upload = { ...line, kind: 'upload', source: 'pto-hours.xlsx' }
    expect(history.data).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 4,
      entries: [
        { ...acceptance, id: 4, balanceAfter: '37.00', ptoRequestId: taken, requestedDate: '2026-11-23' },
        { ...upload, id: 3, change: '33.00', balanceAfter: '40.00' },
        { ...acceptance, id: 2, balanceAfter: '7.00', ptoRequestId: old, requestedDate: '2026-11-24' },
        { ...upload, id: 1, change: '10.00', balanceAfter: '10.00', on: '2026-09-01' },
      ],
    })
    expect(await database().db.select().from(ptoBalances)).toMatchObject([{ version: 5, updatedById: 1 }])
    expect((await server().call('getPtoBalance', { token: token.ada, params: { providerId: 99 } })).status).toBe(404)
  })

  it('flags requests that exceed it, earliest request first, and blocks nothing', async () => {
    await grantHours(database(), PAUL, 5, TEST_NOW)
    const first = await askForTimeOff(server(), token.paul)
    const second = await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-24' })
    const flags = async () => {
      const rows = (await listOf('getAdminPtos')).ptos
      return Object.fromEntries(rows.map(({ id, isOverBalance, balanceHours }) => [id, [isOverBalance, balanceHours]]))
    }
    expect(await flags()).toEqual({ [first]: [false, '5.00'], [second]: [true, '5.00'] })
    const both = { token: token.ada, body: { ids: `${second},${first}` } }
    expect((await server().call('acceptPtos', both)).status).toBe(200)
    expect(await flags()).toEqual({ [first]: [false, '-1.00'], [second]: [true, '-1.00'] })
  })
})

describe('the lists', () => {
  /** Paul's: one of each state, a day apart; Sofía's: a pending one. */
  const fill = async () => {
    for (const [index, state] of PTO_REQUEST_STATES.entries()) {
      const id = await askForTimeOff(server(), token.paul, { requestedDate: `2026-12-0${index + 1}` })
      await putInto(id, state)
    }
    await askForTimeOff(server(), token.sofia, { requestedDate: '2026-12-09' })
  }
  const shown = async (...question: Parameters<typeof listOf>) =>
    (await listOf(...question)).ptos.map(
      ({ providerName, requestedDate, status }) => `${providerName.split(' ')[0]} ${requestedDate.slice(5)} ${status}`,
    )

  it('show a provider their own, the latest day first, by status and day', async () => {
    await fill()
    const all = [
      'Paul 12-06 Returned',
      'Paul 12-05 Return Requested',
      'Paul 12-04 Withdraw',
      'Paul 12-03 Rejected',
      'Paul 12-02 Accepted',
      'Paul 12-01 Pending',
    ]
    expect(await shown('getProviderPtos')).toEqual(all)
    expect(await shown('getProviderPtos', { statusId: 0, fromMonth: '', toMonth: '', providerId: PAUL })).toEqual(all)
    expect(await shown('getProviderPtos', { statusId: 2 })).toEqual(['Paul 12-02 Accepted'])
    expect(await shown('getProviderPtos', { fromMonth: '2026-12-02', toMonth: '2026-12-03' })).toEqual(all.slice(3, 5))
    expect(await shown('getProviderPtos', { toMonth: '2026-12-01' })).toEqual(['Paul 12-01 Pending'])
    const range = { token: token.paul, query: { fromMonth: '2026-12-02', toMonth: '2026-12-01' } }
    expect(await server().call('getProviderPtos', range)).toMatchObject({
      status: 400,
      message: 'To Date can not be less than From Date',
    })
  })

  it("show an administrator everyone's, pending first, by name, provider, status and day", async () => {
    await fill()
    expect(await shown('getAdminPtos')).toEqual([
      'Sofía 12-09 Pending',
      'Paul 12-05 Return Requested',
      'Paul 12-01 Pending',
      'Paul 12-06 Returned',
      'Paul 12-04 Withdraw',
      'Paul 12-03 Rejected',
      'Paul 12-02 Accepted',
    ])
    expect(await shown('getAdminPtos', { providerName: 'SPEC' })).toEqual(['Sofía 12-09 Pending'])
    expect(await shown('getAdminPtos', { providerName: '%' })).toEqual([])
    expect(
      await shown('getAdminPtos', { providerIds: `${PAUL},${SOFIA}`, statusId: 1, fromDate: '2026-12-05' }),
    ).toEqual(['Sofía 12-09 Pending'])
    const range = { token: token.ada, query: { fromDate: '2026-12-02', toDate: '2026-12-01' } }
    expect(await server().call('getAdminPtos', range)).toMatchObject({
      status: 400,
      message: "End Date can't be less than Start Date",
    })
  })

  it('are paged', async () => {
    for (let day = 10; day < 22; day++) await askForTimeOff(server(), token.paul, { requestedDate: `2026-12-${day}` })
    const second = await listOf('getProviderPtos', { pageIndex: 2 })
    expect(second.total).toBe(12)
    expect(second.ptos.map(({ requestedDate }) => requestedDate)).toEqual(['2026-12-11', '2026-12-10'])
    expect((await listOf('getProviderPtos', { pageSize: 20 })).ptos).toHaveLength(12)
    expect((await server().call('getProviderPtos', { token: token.paul, query: { pageSize: 7 } })).status).toBe(400)
  })
})

describe('who is off when', () => {
  it('shows everyone to administrators and only themselves to providers, live requests only', async () => {
    const accepted = await askForTimeOff(server(), token.paul)
    await putInto(accepted, 'accepted')
    const rejected = await askForTimeOff(server(), token.paul, { requestedDate: '2026-11-24' })
    await putInto(rejected, 'rejected')
    const pending = await askForTimeOff(server(), token.sofia, { requestedDate: '2026-11-30' })
    const month = { fromDate: '2026-11-01', toDate: '2026-11-30' }
    const read = async (by: string, query: Record<string, string | number> = {}) => {
      const { data } = await server().call('getTimeOff', { token: by, query: { ...month, ...query } })
      return z.array(timeOffEntrySchema).parse(data)
    }
    const pauls = {
      id: accepted,
      providerId: PAUL,
      providerName: 'Paul Provider',
      date: '2026-11-23',
      startTime: '09:00',
      endTime: '12:00',
      totalHours: '3.00',
      isPending: false,
    }
    const all = await read(token.ada)
    expect(all).toMatchObject([pauls, { id: pending, providerId: SOFIA, isPending: true }])
    expect(await read(token.paul)).toEqual([pauls])
    expect(await read(token.paul, { providerId: SOFIA })).toEqual([])
    expect(await read(token.ada, { providerId: SOFIA })).toEqual(all.slice(1))
    expect(await read(token.ada, { schoolId: 2 })).toEqual([pauls])
    expect(await read(token.ada, { toDate: '2026-11-29' })).toEqual([pauls])
    const tooLong = { token: token.ada, query: { ...month, toDate: '2027-01-02' } }
    expect(await server().call('getTimeOff', tooLong)).toMatchObject({
      status: 400,
      message: 'At most 62 days can be shown at once',
    })
  })
})

describe('at the same moment', () => {
  const shared = useDatabase()
  const busy = useTestServer(shared)
  const person = useTimeOff(shared, busy)

  it('a request is either withdrawn or accepted, and the second user learns of it', async () => {
    for (let day = 1; day <= 9; day++) {
      const requestedDate = `2026-12-0${day}`
      const id = await askForTimeOff(busy(), person.paul, { requestedDate })
      const [withdrawal, acceptance] = await Promise.all([
        busy().call('withdrawPto', { token: person.paul, params: { id } }),
        busy().call('acceptPtos', { token: person.ada, body: { ids: `${id}` } }),
      ])
      const [stored] = await shared().db.select().from(ptoRequests).where(eq(ptoRequests.id, id))
      if (stored?.state === 'accepted') {
        expect(acceptance.status).toBe(200)
        expect(withdrawal).toMatchObject({
          status: 409,
          message:
            'This request can no longer be changed: Accepted by Ada Admin on 11/20/2026. Return the time off instead.',
        })
      } else {
        expect(stored?.state).toBe('withdrawn')
        expect(withdrawal.status).toBe(200)
        expect(acceptance).toMatchObject({
          status: 409,
          data: [`Paul Provider, 12/0${day}/2026: Withdrawn by Paul Provider on 11/20/2026.`],
        })
      }
    }
    const { requests, entries, moves } = await storedTimeOff(shared())
    expect(moves).toHaveLength(9)
    expect(entries).toHaveLength(requests.filter(({ state }) => state === 'accepted').length)
  })

  it('of overlapping requests one is stored, and two administrators deduct the hours once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => busy().call('createPto', { token: person.paul, body: USUAL_PTO })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const [stored] = await shared().db.select().from(ptoRequests).orderBy(asc(ptoRequests.id))
    const sofias = await askForTimeOff(busy(), person.sofia)
    const ids = [stored?.id, sofias]
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((order) =>
        busy().call('acceptPtos', { token: person.ada, body: { ids: order.join() } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await storedTimeOff(shared())).entries.toSorted()).toEqual([
      `1 acceptance -3.00 = -3.00 (${stored?.id} request)`,
      `2 acceptance -3.00 = -3.00 (${sofias} request)`,
    ])
  })
})
