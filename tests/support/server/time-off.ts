/** Time off for tests: on top of the schedule's district, with the providers' screens allowed. */
import { asc } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { z } from 'zod'
import { NOTIFICATION_CATEGORIES } from '#domain/notifications.ts'
import type { PtoForm } from '#domain/time-off.ts'
import { changeBalances, lockBalances } from '#server/areas/time-off/balances.ts'
import type { Database } from '#server/db/database.ts'
import { notificationEvents } from '#server/db/schema/notifications.ts'
import { ptoBalanceEntries, ptoRequests } from '#server/db/schema/time-off.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { type Tokens, tokensOf, useDistrict } from './schedule.ts'
import { allowScreen, PEOPLE, type TestReply, type TestServer } from './test-server.ts'

/** The Monday after `TEST_NOW`, 9 AM to noon: three hours. */
export const USUAL_PTO: PtoForm = {
  requestedDate: '2026-11-23',
  startTime: '09:00',
  endTime: '12:00',
  reason: 'Dentist',
}

const created = z.object({ id: z.number() })

/** Requests time off over HTTP and returns the request's id. */
export const askForTimeOff = async (server: TestServer, token: string, form: Partial<PtoForm> = {}) => {
  const reply = await server.call('createPto', { token, body: { ...USUAL_PTO, ...form } })
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.message}`)
  return created.parse(reply.data).id
}

/** Sets a provider's hours as an upload does. */
export const grantHours = ({ db }: Database, providerId: number, hours: number, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const balances = await lockBalances(tx, [providerId])
    const upload = { kind: 'upload', providerId, available: hours * 100, source: 'pto-hours.xlsx' } as const
    await changeBalances(tx, balances, [upload], { userId: PEOPLE.Administrators.userId, now })
  })

/** Providers may request time off, administrators may see it. */
export const allowTimeOff = async (database: Database): Promise<void> => {
  await allowScreen(database, 'Administrators', 'PTORequest')
  await allowScreen(database, 'Providers', 'ProfileInformationRequestPTO')
  await allowScreen(database, 'SpecialProvider', 'ProfileInformationRequestPTO')
}

/** Before each test the tables contain only the district, with time off allowed. */
export const useTimeOff = (database: () => Database, server: () => TestServer) => {
  const token = useDistrict(database, server)
  beforeEach(() => allowTimeOff(database()))
  return token
}

/** The server's time from now on. Signs everyone in again: earlier tokens would have expired by then. */
export const goTo = async (server: TestServer, token: Tokens, instant: string) => {
  server.now = new Date(instant)
  Object.assign(token, await tokensOf(server))
}

/** Four requests of November 18: the first is accepted an hour later, the second rejected on the 20th, two are pending. */
export const answerSomeRequests = async (server: TestServer, token: Tokens) => {
  await goTo(server, token, '2026-11-18T14:00:00Z')
  for (const requestedDate of ['2026-11-23', '2026-11-24', '2026-11-25']) {
    await askForTimeOff(server, token.paul, { requestedDate })
  }
  await askForTimeOff(server, token.sofia)
  await goTo(server, token, '2026-11-18T15:00:00Z')
  await server.call('acceptPtos', { token: token.ada, body: { ids: '1' } })
  await goTo(server, token, '2026-11-20T14:00:00Z')
  await server.call('rejectPtos', { token: token.ada, body: { ids: '2', notes: 'Too many' } })
}

/** The stored requests, transitions, balances and notices, in the order of creation. */
export const storedTimeOff = async ({ db }: Database) => ({
  requests: await db
    .select({ id: ptoRequests.id, state: ptoRequests.state, notes: ptoRequests.notes, by: ptoRequests.decidedById })
    .from(ptoRequests)
    .orderBy(asc(ptoRequests.id)),
  moves: (await db.select().from(transitionLog).orderBy(asc(transitionLog.id))).map(
    ({ machine, entity, fromState, event, toState, userId }) =>
      `${machine} ${entity}: ${fromState}, ${event} by ${userId}, ${toState}`,
  ),
  entries: (await db.select().from(ptoBalanceEntries).orderBy(asc(ptoBalanceEntries.id))).map(
    ({ providerId, kind, change, balanceAfter, ptoRequestId }) =>
      `${providerId} ${kind} ${change} = ${balanceAfter} (${ptoRequestId ?? 'no'} request)`,
  ),
  notices: (await db.select().from(notificationEvents).orderBy(asc(notificationEvents.id))).map(
    ({ audience, categoryId, recipientRoleId, recipientProviderId, subject, subjectId, message, causedById }) =>
      `${audience} ${NOTIFICATION_CATEGORIES.find(({ id }) => id === categoryId)?.name}, ` +
      `${recipientRoleId === null ? `provider ${recipientProviderId}` : `role ${recipientRoleId}`}, ` +
      `of ${subject} ${subjectId} by ${causedById}: ${message}`,
  ),
})

/** Status, message and, for a bulk response, what was not changed. */
export const answerOf = ({ status, message, data }: TestReply) => ({ status, message, data })
