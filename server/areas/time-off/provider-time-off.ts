/** A provider's own requests for time off: creating, changing and withdrawing (spec 2, section 2.7). */

import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { PTO_STATUS_IDS, type PtoForm, ptoStatusName, timeOffMessages } from '#domain/time-off.ts'
import type { PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { writeNotifications } from '#server/db/notification-events.ts'
import { replyPage } from '#server/db/page-range.ts'
import { providerName } from '#server/db/providers.ts'
import { providers, ptoRequests } from '#server/db/schema.ts'
import { NO_ACCESS } from '#server/http/access.ts'
import { type Caller, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Balances, lockBalances } from './balances.ts'
import {
  askPto,
  type Change,
  endPtos,
  type LockedPto,
  lockPtos,
  recordMoves,
  toAdministrators,
  whatBecameOf,
  whenInWords,
} from './pto-moves.ts'
import { readPtos } from './pto-rows.ts'

/** The caller's provider: no one requests time off for others. */
const ownProvider = ({ providerId }: Caller, requested: number | undefined): number => {
  if (providerId === null || (requested !== undefined && requested !== providerId)) throw new Refusal(403, NO_ACCESS)
  return providerId
}

/** Throws 409 if another live request of the provider overlaps these hours. Call with the provider's balance locked. */
const requireFree = async ({ tx }: Change, providerId: number, form: PtoForm, besides?: number): Promise<void> => {
  const [other] = await tx
    .select({
      requestedDate: ptoRequests.requestedDate,
      startTime: ptoRequests.startTime,
      endTime: ptoRequests.endTime,
      state: ptoRequests.state,
    })
    .from(ptoRequests)
    .where(
      and(
        eq(ptoRequests.providerId, providerId),
        inArray(ptoRequests.state, ['pending', 'accepted']),
        eq(ptoRequests.requestedDate, form.requestedDate),
        lt(ptoRequests.startTime, form.endTime),
        gt(ptoRequests.endTime, form.startTime),
        besides === undefined ? undefined : ne(ptoRequests.id, besides),
      ),
    )
    .orderBy(ptoRequests.startTime)
    .limit(1)
  if (!other) return
  const status = ptoStatusName(PTO_STATUS_IDS[other.state])
  const message = `You already have a request for ${whenInWords(other)} (${status}).`
  throw new Refusal(409, message, { errors: [{ path: 'requestedDate', message }] })
}

/** Locks one of the caller's own requests, and asks the machine whether the event is allowed. */
const requireOwnMove = async (
  change: Change,
  id: number,
  event: PtoRequestEvent,
): Promise<{ pto: LockedPto; to: LockedPto['state']; balances: Balances }> => {
  const { balances, ptos } = await lockPtos(change, [id], [ownProvider(change.user, undefined)])
  const [pto] = ptos
  if (!pto) throw new Refusal(404, 'Request not found.')
  const to = askPto(pto, event, change.user)
  if (to === undefined) {
    const message = `This request can no longer be changed: ${whatBecameOf(pto, change.timeZone)}.`
    throw new Refusal(409, message, { errors: [{ path: 'status', message }] })
  }
  return { pto, to, balances }
}

const staleMessage = 'Someone else has changed this request. Please review it.'

export const providerTimeOffHandlers: HandlersOf<'getProviderPtos' | 'createPto' | 'updatePto' | 'withdrawPto'> = {
  getProviderPtos: async ({ query, db, user, timeZone }) => {
    const { pageIndex, pageSize, statusId, fromMonth = '', toMonth = '' } = query
    const providerIds = [ownProvider(user, query.providerId)]
    const filter = { providerIds, statusId, from: fromMonth, to: toMonth }
    const { total, ptos } = await readPtos(db, timeZone, filter, { order: 'byDay', pageIndex, pageSize })
    return replyPage(query, ptos, total)
  },

  createPto: async ({ body: { requestedDate, startTime, endTime, reason, ...body }, db, user, now, timeZone }) => {
    const providerId = ownProvider(user, body.providerId)
    const form = { requestedDate, startTime, endTime, reason }
    const created = await db.transaction(async (tx) => {
      await lockBalances(tx, [providerId])
      await requireFree({ tx, user, now, timeZone }, providerId, form)
      const [stored] = await tx
        .insert(ptoRequests)
        .values({ ...form, providerId, requestedOn: now })
        .returning({ id: ptoRequests.id })
      const [provider] = await tx.select({ providerName }).from(providers).where(eq(providers.id, providerId))
      if (!stored || !provider) throw new Error('A request was stored but not found')
      const message = `${provider.providerName} requested time off on ${whenInWords(form)}: ${reason}`
      await writeNotifications(tx, user.userId, now, [toAdministrators(stored.id, message)])
      return stored
    })
    return done(created, timeOffMessages.created)
  },

  updatePto: async ({ body, db, user, now, timeZone }) => {
    const { id, requestedDate, startTime, endTime, reason, entityCacheKey } = body
    const form = { requestedDate, startTime, endTime, reason }
    await db.transaction(async (tx) => {
      const change = { tx, user, now, timeZone }
      const event = { type: 'request.edit' } as const
      const { pto, to } = await requireOwnMove(change, id, event)
      if (entityCacheKey !== undefined && entityCacheKey !== String(pto.version)) throw new Refusal(409, staleMessage)
      await requireFree(change, pto.providerId, form, id)
      await tx
        .update(ptoRequests)
        .set({ ...form, version: sql`${ptoRequests.version} + 1` })
        .where(eq(ptoRequests.id, id))
      const detail = {
        before: { when: whenInWords(pto), reason: pto.reason },
        after: { when: whenInWords(form), reason },
      }
      await recordMoves(change, event, [{ ...pto, ...form }], to, detail)
    })
    return done({ id }, timeOffMessages.updated)
  },

  withdrawPto: async ({ params: { id }, db, user, now, timeZone }) => {
    await db.transaction(async (tx) => {
      const change = { tx, user, now, timeZone }
      const event = { type: 'request.withdraw' } as const
      const { pto, to, balances } = await requireOwnMove(change, id, event)
      await endPtos(change, event, [pto], to, balances)
    })
    return done(null, timeOffMessages.withdrawn)
  },
}
