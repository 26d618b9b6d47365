/** A provider's own requests for time off: creating, changing and withdrawing (spec 2, section 2.7). */

import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { formatDate, withoutSeconds } from '#domain/time.ts'
import { LIVE_PTO_STATES, PTO_STATES, type PtoDay, timeOffMessages, whyNotEmployed } from '#domain/time-off.ts'
import type { PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { readPtos } from '#server/areas/hours/pto-rows.ts'
import { newsSince, undismissedSince } from '#server/areas/notifications/news.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { replyPage } from '#server/db/page-range.ts'
import { readProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { NO_ACCESS } from '#server/http/access.ts'
import { type Caller, done, type HandlerContext, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type Balances, lockBalances } from './balances.ts'
import {
  askPto,
  daysInWords,
  type LockedPto,
  lockPtos,
  movePtos,
  recordMoves,
  toAdministrators,
  whatBecameOf,
  whenInWords,
} from './pto-moves.ts'

/** The caller's provider: no one requests time off for others. */
const ownProvider = ({ providerId }: Caller, requested: number | undefined): number => {
  if (providerId === null || (requested !== undefined && requested !== providerId)) throw new Refusal(403, NO_ACCESS)
  return providerId
}

type Hours = Pick<PtoDay, 'requestedDate' | 'startTime' | 'endTime'>

const overlaps = (one: Hours, other: Hours): boolean =>
  one.requestedDate === other.requestedDate && one.startTime < other.endTime && one.endTime > other.startTime

/**
 * Throws 409 with each day that overlaps another live request of the provider, or an earlier one of these days. Call
 * with the provider's balance locked.
 */
const requireFree = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  providerId: number,
  days: readonly Hours[],
  besides?: number,
): Promise<void> => {
  const stored = await tx
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
        inArray(ptoRequests.state, LIVE_PTO_STATES),
        inArray(
          ptoRequests.requestedDate,
          days.map(({ requestedDate }) => requestedDate),
        ),
        besides === undefined ? undefined : ne(ptoRequests.id, besides),
      ),
    )
    .orderBy(ptoRequests.startTime)
  const live = stored.map(({ startTime, endTime, ...other }) => ({
    ...other,
    startTime: withoutSeconds(startTime),
    endTime: withoutSeconds(endTime),
  }))
  const messages = days.flatMap((day, index) => {
    const other = live.find((one) => overlaps(day, one))
    if (other) {
      const status = PTO_STATES[other.state].name
      return `You already have a request for ${whenInWords(other)} (${status}).`
    }
    const isTwice = days.slice(0, index).some((earlier) => overlaps(day, earlier))
    return isTwice ? `${formatDate(day.requestedDate)} is requested twice.` : []
  })
  if (messages.length === 0) return
  const message = [...messages, 'Choose another time.'].join(' ')
  throw new Refusal(409, message, { errors: [{ path: 'requestedDate', message }] })
}

/** Call with the provider's balance locked. @throws Refusal 409 that names the days outside the employment */
const requireEmployed = async ({ tx }: Pick<ChangeContext, 'tx'>, providerId: number, days: readonly Hours[]) => {
  const [employment] = await tx
    .select({ hireDate: providers.hireDate, termDate: providers.termDate })
    .from(providers)
    .where(eq(providers.id, providerId))
  if (!employment) throw new RangeError(`There is no provider ${providerId}`)
  const messages = days.flatMap(({ requestedDate }) => {
    const why = whyNotEmployed(employment, requestedDate)
    return why === undefined ? [] : `${formatDate(requestedDate)}: ${why}`
  })
  if (messages.length === 0) return
  const message = [...messages, 'Choose another day.'].join(' ')
  throw new Refusal(409, message, { errors: [{ path: 'requestedDate', message }] })
}

/** Stores requests of one step, all or none, with one notification. Returns their ids, in the order of the days. */
const addRequests = (
  { db, user, now }: Pick<HandlerContext<never>, 'db' | 'now'> & { user: Caller },
  providerId: number,
  days: readonly Hours[],
  reason: string,
): Promise<number[]> =>
  db.transaction(async (tx) => {
    await lockBalances(tx, [providerId])
    await requireEmployed({ tx }, providerId, days)
    await requireFree({ tx }, providerId, days)
    const stored = await tx
      .insert(ptoRequests)
      .values(days.map((day) => ({ ...day, reason, providerId, requestedOn: now })))
      .returning({ id: ptoRequests.id })
    const ids = stored.map(({ id }) => id)
    const [first] = ids
    if (first === undefined) throw new Error('A request was stored but not found')
    if (ids.length > 1) await tx.update(ptoRequests).set({ spanId: first }).where(inArray(ptoRequests.id, ids))
    const requested = `${await readProviderName(tx, providerId)} requested time off on ${daysInWords(days)}`
    const words = { message: `${requested}: ${reason}`, inMail: `${requested}.` }
    const told = { providerId, days, ...words }
    await notify(tx, { userId: user.userId, now }, [toAdministrators(first, told)])
    return ids
  })

/** Why the caller's own request can't make the move. */
const refusedMove = (pto: LockedPto, event: PtoRequestEvent, timeZone: string): string => {
  const isLate = event.type === 'request.giveBack' && pto.state === 'accepted'
  return isLate
    ? 'This time off has begun and can no longer be returned. Ask an administrator to correct your hours.'
    : `This request can no longer be changed: ${whatBecameOf(pto, timeZone)}. ${PTO_STATES[pto.state].instead}`
}

/** Locks the caller's own requests, and asks the machine whether all of them may make the move. */
const requireOwnMoves = async (
  change: ChangeContext,
  ids: readonly number[],
  event: PtoRequestEvent,
): Promise<{ ptos: readonly LockedPto[]; to: LockedPto['state']; balances: Balances }> => {
  const { balances, ptos } = await lockPtos(change, ids, [ownProvider(change.user, undefined)])
  if (ptos.length < new Set(ids).size) throw new Refusal(404, 'Request not found.')
  const asked = ptos.map((pto) => ({ pto, to: askPto(pto, event, change) }))
  const refused = asked.filter(({ to }) => to === undefined)
  const to = asked[0]?.to
  if (to === undefined || refused.length > 0) {
    const message = refused
      .map(({ pto }) => {
        const why = refusedMove(pto, event, change.timeZone)
        return ptos.length === 1 ? why : `${formatDate(pto.requestedDate)}: ${why}`
      })
      .join(' ')
    throw new Refusal(409, message, { errors: [{ path: 'status', message }] })
  }
  return { ptos, to, balances }
}

type OwnMove = Extract<PtoRequestEvent['type'], 'request.withdraw' | 'request.giveBack' | 'request.keep'>

/** Moves the caller's own requests, all or none. */
const moveOwn = (
  { db, user, now, timeZone }: Pick<HandlerContext<never>, 'db' | 'now' | 'timeZone'> & { user: Caller },
  ids: readonly number[],
  type: OwnMove,
): Promise<void> =>
  db.transaction(async (tx) => {
    const change = { tx, user, now, timeZone }
    const { ptos, to, balances } = await requireOwnMoves(change, ids, { type })
    await movePtos(change, { type }, ptos, to, balances)
  })

const staleMessage = 'Someone else has changed this request. Please review it.'

export const providerTimeOffHandlers: HandlersOf<
  | 'getProviderPtos'
  | 'createPto'
  | 'createPtos'
  | 'updatePto'
  | 'withdrawPto'
  | 'withdrawPtos'
  | 'giveBackPtos'
  | 'keepPtos'
> = {
  getProviderPtos: async ({ query, db, user, now, timeZone }) => {
    const { pageIndex, pageSize, statusId, fromMonth = '', toMonth = '' } = query
    const providerIds = [ownProvider(user, query.providerId)]
    const answeredSince =
      query.answered === 2
        ? await undismissedSince({ db, user, now, timeZone }, 'answeredRequests')
        : query.answered && newsSince(now, timeZone)
    const filter = { providerIds, statusId, answeredSince, from: fromMonth, to: toMonth }
    const { total, ptos } = await readPtos(db, timeZone, filter, { order: 'byDay', pageIndex, pageSize })
    return replyPage(query, ptos, total)
  },

  createPto: async ({ body: { requestedDate, startTime, endTime, reason, ...body }, ...context }) => {
    const providerId = ownProvider(context.user, body.providerId)
    const [id] = await addRequests(context, providerId, [{ requestedDate, startTime, endTime }], reason)
    if (id === undefined) throw new Error('A request was stored without an id')
    return done({ id }, timeOffMessages.created)
  },

  createPtos: async ({ body: { days, reason, ...body }, ...context }) => {
    const ids = await addRequests(context, ownProvider(context.user, body.providerId), days, reason)
    return done({ ids }, timeOffMessages.created)
  },

  updatePto: async ({ body, db, user, now, timeZone }) => {
    const { id, requestedDate, startTime, endTime, reason, entityCacheKey } = body
    const form = { requestedDate, startTime, endTime, reason }
    await db.transaction(async (tx) => {
      const change = { tx, user, now, timeZone }
      const event = { type: 'request.edit' } as const
      const { ptos, to } = await requireOwnMoves(change, [id], event)
      const [pto] = ptos
      if (!pto) throw new Error('A request was locked but not found')
      if (entityCacheKey !== undefined && entityCacheKey !== String(pto.version)) throw new Refusal(409, staleMessage)
      await requireEmployed(change, pto.providerId, [form])
      await requireFree(change, pto.providerId, [form], id)
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

  withdrawPto: async ({ params: { id }, ...context }) => {
    await moveOwn(context, [id], 'request.withdraw')
    return done(null, timeOffMessages.withdrawn)
  },

  withdrawPtos: async ({ body: { ids }, ...context }) => {
    await moveOwn(context, ids, 'request.withdraw')
    return done(null, timeOffMessages.withdrawn)
  },

  giveBackPtos: async ({ body: { ids }, ...context }) => {
    await moveOwn(context, ids, 'request.giveBack')
    return done(null, timeOffMessages.givingBack)
  },

  keepPtos: async ({ body: { ids }, ...context }) => {
    await moveOwn(context, ids, 'request.keep')
    return done(null, timeOffMessages.kept)
  },
}
