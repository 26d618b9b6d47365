import { asc, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getAfterLastDay } from '#contract/after-last-day.ts'
import type { EndpointName } from '#contract/api.ts'
import { getProvider } from '#contract/providers.ts'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { ptoReport } from '#contract/reports/pto-report.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { endEmployments } from '#server/areas/providers/end-of-employment.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { documentAcknowledgments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addPersonalChoices, addPlaces, addStatuses } from '#tests/support/server/provider-lists.ts'
import { addSession, refusalOf, SCHOOL_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { askForTimeOff, grantHours, storedTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

const PAUL = PEOPLE.Providers.providerId
const LAST_DAY = '2026-11-25'
const NOT_SETTLED =
  'Still planned after 11/25/2026: 2 days of time off, 1 waiting request and 2 sessions. Confirm what becomes of them.'

describe('what lies after the last day at work', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useTimeOff(database, server)
  const db = () => database().db

  beforeEach(async () => {
    for (const key of ['ProviderProfileInformation', 'PayrollChecklistReport', 'PTOReport'] as const) {
      await allowScreen(database(), 'Administrators', key)
    }
    await addStatuses(database())
    await addPersonalChoices(database())
    await addPlaces(database())
    const hourly = { rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2025-01-01', providerId: PAUL, rate: '45.00' }
    await db().insert(providerRates).values(hourly)
    await grantHours(database(), PAUL, 40, TEST_NOW)
    // Requests 1 to 4: 3 hours each, on the last day, twice after it, and one that waits.
    for (const requestedDate of [LAST_DAY, '2026-12-01', '2026-12-02', '2026-12-03']) {
      await askForTimeOff(server(), token.paul, { requestedDate })
    }
    await call('acceptPtos', { ids: '1,2,3' })
    for (const date of [LAST_DAY, '2026-12-08', '2026-12-09']) await addSession(server(), token.paul, { date })
  })

  const call = (name: EndpointName, body: object) => server().call(name, { token: token.ada, body })
  const look = async (lastDay = LAST_DAY) => {
    const { data } = await server().call('getAfterLastDay', {
      token: token.ada,
      params: { id: PAUL },
      query: { lastDay },
    })
    return getAfterLastDay.data.parse(data)
  }
  const leave = async (answer?: object, changes: object = { termDate: LAST_DAY }) => {
    const { data } = await server().call('getProvider', { token: token.ada, params: { id: PAUL } })
    const { provider, entityCacheKey, ...lists } = getProvider.data.parse(data)
    const place = { addressLine1: '1 Main Street', countryId: 1, stateId: 1, city: 1, postalCode: '62701' }
    const { providerEmergencyContacts, providerRateChangeHistories } = lists
    return call('updateProvider', {
      ...{ ...provider, ...place, id: PAUL, entityCacheKey, serviceTypeIds: [1], schoolIds: [SCHOOL_IDS.lincoln] },
      ...{ providerEmergencyContacts, providerRateChangeHistories, ...changes },
      ...(answer && { afterLastDay: answer }),
    })
  }
  const december = { from: '2026-12-01', to: '2026-12-31' }
  const paid = async () => {
    const { filters, request, calls } = payrollReport
    const body = { ...request({ ...filters.none, ...december }), pageIndex: 1, pageSize: 100 }
    const { data } = await server().ask(calls.records, { token: token.ada, body })
    return calls.records.data.parse(data).rows.map(({ pto, grossPTO }) => `${pto} h, ${grossPTO}`)
  }
  const reported = async () => {
    const { filters, request, calls } = ptoReport
    const body = { ...request({ ...filters.none, ...december }), pageIndex: 1, pageSize: 100 }
    const { data } = await server().ask(calls.records, { token: token.ada, body })
    return calls.records.data.parse(data).rows
  }
  const sessionsLeft = async () =>
    (await db().select().from(occurrences).where(isNull(occurrences.deletedAt)).orderBy(asc(occurrences.date))).map(
      ({ date }) => date,
    )

  test('is listed, and nothing is saved until it is confirmed as it was shown', async () => {
    expect(await look()).toMatchObject({
      timeOff: [
        { id: 2, requestedDate: '2026-12-01', startTime: '09:00', endTime: '12:00', totalHours: '3.00' },
        { id: 3, requestedDate: '2026-12-02' },
      ],
      waiting: [{ id: 4, requestedDate: '2026-12-03' }],
      sessions: {
        count: 2,
        first: [{ date: '2026-12-08', schoolName: 'Lincoln' }, { date: '2026-12-09' }],
        staying: 0,
      },
      documents: [],
    })
    const stored = async () => {
      const { moves: _, ...all } = await storedTimeOff(database())
      return all
    }
    const before = await stored()
    const refused = { status: 409, errors: [{ path: 'termDate', message: NOT_SETTLED }] }
    expect(await leave()).toMatchObject(refused)
    const { key } = await look()
    await addSession(server(), token.paul, { date: '2026-12-10' })
    expect(await leave({ key, sessions: 'cancel' })).toMatchObject({
      status: 409,
      message:
        'What is planned after 11/25/2026 has changed: 2 days of time off, 1 waiting request and 3 sessions. Please review it.',
    })
    expect(await stored()).toEqual(before)
    expect(await sessionsLeft()).toEqual([LAST_DAY, '2026-12-08', '2026-12-09', '2026-12-10'])
    expect(await db().select({ on: providers.termDate }).from(providers).where(eq(providers.id, PAUL))).toEqual([
      { on: null },
    ])
  })

  test('is settled with the last day in one step: nothing after it is paid or counted', async () => {
    expect(await paid()).toEqual(['6 h, 270.00'])
    expect(await reported()).toHaveLength(1)
    const { key } = await look()
    expect(await leave({ key, sessions: 'cancel' })).toMatchObject({ status: 200 })
    const { requests, moves, entries } = await storedTimeOff(database())
    const note = 'The last day at work is 11/25/2026.'
    const by = PEOPLE.Administrators.userId
    expect(requests).toEqual([
      { id: 1, state: 'accepted', notes: '', by },
      { id: 2, state: 'givenBack', notes: note, by },
      { id: 3, state: 'givenBack', notes: note, by },
      { id: 4, state: 'rejected', notes: note, by },
    ])
    expect(moves.filter((move) => move.startsWith('pto-request')).slice(3)).toEqual([
      `pto-request 4: pending, request.reject by ${by}, rejected`,
      `pto-request 2: accepted, request.cancel by ${by}, givenBack`,
      `pto-request 3: accepted, request.cancel by ${by}, givenBack`,
    ])
    expect(entries.slice(-3)).toEqual([
      `${PAUL} acceptance -3.00 = 31.00 (3 request)`,
      `${PAUL} return 3.00 = 34.00 (2 request)`,
      `${PAUL} return 3.00 = 37.00 (3 request)`,
    ])
    expect(await sessionsLeft()).toEqual([LAST_DAY])
    expect(await paid()).toEqual([])
    expect(await reported()).toEqual([])
    const told = (await notified(database())).map(([, message]) => message)
    expect(told).toContain(`Your time off on 12/01/2026, 9:00 AM-12:00 PM was canceled: ${note}`)
    expect(told).toContain(`Your request for time off on 12/03/2026, 9:00 AM-12:00 PM was rejected: ${note}`)
    // Once settled, the record can be saved without an answer.
    expect((await look()).key).toBe('')
    expect(await leave(undefined, { department: 'Therapy' })).toMatchObject({ status: 200 })
  })

  test('keeps the sessions that will be handed over, and those on approved days', async () => {
    await db()
      .insert(providerDays)
      .values({ providerId: PAUL, date: '2026-12-08', state: 'approved', approvalStatus: 1 })
      .onConflictDoUpdate({ target: [providerDays.providerId, providerDays.date], set: { state: 'approved' } })
    const { key, sessions } = await look()
    expect(sessions).toMatchObject({ count: 1, staying: 1, first: [{ date: '2026-12-09' }] })
    expect(await leave({ key, sessions: 'handOver' })).toMatchObject({ status: 200 })
    expect(await sessionsLeft()).toEqual([LAST_DAY, '2026-12-08', '2026-12-09'])
    // An earlier last day asks about them again.
    const again = await look('2026-11-24')
    expect(again).toMatchObject({ timeOff: [{ id: 1 }], waiting: [], sessions: { count: 2, staying: 1 } })
    const termDate = '2026-11-24'
    expect(await leave({ key: again.key, sessions: 'cancel' }, { termDate })).toMatchObject({ status: 200 })
    expect(await sessionsLeft()).toEqual(['2026-12-08'])
  })

  test('a request that someone wants to return is canceled, too', async () => {
    await server().call('giveBackPtos', { token: token.paul, body: { ids: [2] } })
    const { key, timeOff } = await look()
    expect(timeOff.map(({ id }) => id)).toEqual([2, 3])
    expect(await leave({ key, sessions: 'handOver' })).toMatchObject({ status: 200 })
    const [request] = await db().select().from(ptoRequests).where(eq(ptoRequests.id, 2))
    expect(request).toMatchObject({ state: 'givenBack' })
    expect((await storedTimeOff(database())).entries.at(-1)).toBe(`${PAUL} return 3.00 = 37.00 (3 request)`)
  })

  test('lists requests to read a document, which end with the employment', async () => {
    const [documentId] = await addDocuments(database(), [
      {
        ...{ providerId: PAUL, templateTypeId: null, title: 'Handbook', expiryDate: null, fileName: 'file' },
        ...{ originalFileName: 'Handbook.pdf', content: Buffer.from('') },
      },
    ])
    if (documentId === undefined) throw new Error('There is no document')
    const by = PEOPLE.Administrators.userId
    await db().insert(documentAcknowledgments).values({ documentId, state: 'asked', askedAt: TEST_NOW, askedById: by })
    const state = async () => (await db().select().from(documentAcknowledgments)).map((request) => request.state)
    const { key, documents } = await look()
    expect(documents).toEqual([{ id: documentId, documentName: 'Handbook' }])
    expect(await leave({ key, sessions: 'cancel' })).toMatchObject({ status: 200 })
    await endEmployments(database().db, new Date('2026-11-25T23:00:00Z'))
    expect(await state()).toEqual(['asked'])
    await endEmployments(database().db, new Date('2026-11-26T15:00:00Z'))
    expect(await state()).toEqual(['withdrawn'])
  })

  test('time off outside the employment can be neither requested nor accepted', async () => {
    await db().update(providers).set({ hireDate: '2026-11-20', termDate: LAST_DAY }).where(eq(providers.id, PAUL))
    const form = { startTime: '13:00', endTime: '14:00', reason: 'Dentist' }
    const ask = (requestedDate: string) =>
      server().call('createPto', { token: token.paul, body: { ...form, requestedDate } })
    const late = '11/26/2026: The last day at work is 11/25/2026.'
    const early = '11/19/2026: The first day at work is 11/20/2026.'
    const refusal = (why: string) => {
      const message = `${why} Choose another day.`
      return { status: 409, message, errors: [{ path: 'requestedDate', message }] }
    }
    expect(refusalOf(await ask('2026-11-26'))).toEqual(refusal(late))
    expect(refusalOf(await ask('2026-11-19'))).toEqual(refusal(early))
    expect(await ask('2026-11-20')).toMatchObject({ status: 200 })
    const days = ['2026-11-24', '2026-11-26', '2026-11-19'].map((requestedDate) => ({ ...form, requestedDate }))
    const several = await server().call('createPtos', { token: token.paul, body: { days, reason: 'Trip' } })
    expect(refusalOf(several)).toEqual(refusal(`${late} ${early}`))
    const moved = { ...form, id: 4, requestedDate: '2026-11-26' }
    expect(refusalOf(await server().call('updatePto', { token: token.paul, body: moved }))).toEqual(refusal(late))
    expect(await call('acceptPtos', { ids: '4' })).toMatchObject({
      status: 409,
      data: ['Paul Provider, 12/03/2026: The last day at work is 11/25/2026. Reject the request instead.'],
    })
    expect(await call('rejectPtos', { ids: '4', notes: 'Left' })).toMatchObject({ status: 200 })
    expect(
      (await server().call('getPtoBalance', { token: token.paul, params: { providerId: PAUL } })).data,
    ).toMatchObject({ hireDate: '2026-11-20', termDate: LAST_DAY })
  })
})
