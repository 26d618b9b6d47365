/** Time off: the balance and its history, single requests, and who is off when. */

import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { hoursOf } from '#domain/hours.ts'
import { daysBetween, localOf } from '#domain/time.ts'
import { REQUESTED_PTO_STATES } from '#domain/time-off.ts'
import { readPtos } from '#server/areas/hours/pto-rows.ts'
import type { Db } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoBalanceEntries, ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { providerTimeOffHandlers } from './provider-time-off.ts'
import { reviewTimeOffHandlers } from './review-time-off.ts'
import { readTimeOff } from './time-off-of-days.ts'

const returns = alias(ptoBalanceEntries, 'returns')

/** The longest span of one call, in days: any month in whole weeks. */
const MAX_DAYS = 62

/** 403 for another provider's, 404 for an unknown provider's. */
const requireProvider = async (db: Db, user: Caller, providerId: number): Promise<void> => {
  const scope = providerScope(user)
  if (scope !== undefined && scope !== providerId) throw new Refusal(403, NO_ACCESS)
  if ((await db.$count(providers, eq(providers.id, providerId))) === 0) {
    throw new Refusal(404, 'Provider not found.')
  }
}

type Names =
  | keyof typeof providerTimeOffHandlers
  | keyof typeof reviewTimeOffHandlers
  | 'getPtoBalance'
  | 'getPtoBalanceHistory'
  | 'getOriginalPto'
  | 'getTimeOff'

export const timeOffHandlers: HandlersOf<Names> = {
  ...providerTimeOffHandlers,
  ...reviewTimeOffHandlers,

  getPtoBalance: async ({ params: { providerId }, db, user, timeZone }) => {
    await requireProvider(db, user, providerId)
    const uploads = db
      .select({ id: ptoBalanceEntries.id, at: ptoBalanceEntries.at })
      .from(ptoBalanceEntries)
      .where(and(eq(ptoBalanceEntries.providerId, providerId), eq(ptoBalanceEntries.kind, 'upload')))
      .orderBy(desc(ptoBalanceEntries.id))
      .limit(1)
    const [[employment], [balance], [upload], [waiting]] = [
      await db
        .select({ hireDate: providers.hireDate, termDate: providers.termDate })
        .from(providers)
        .where(eq(providers.id, providerId)),
      await db
        .select({ hours: ptoBalances.availableHours })
        .from(ptoBalances)
        .where(eq(ptoBalances.providerId, providerId)),
      await uploads,
      await db
        .select({ hours: sql<string>`coalesce(sum(${ptoRequests.totalHours}), 0.00)` })
        .from(ptoRequests)
        .where(and(eq(ptoRequests.providerId, providerId), inArray(ptoRequests.state, REQUESTED_PTO_STATES))),
    ]
    const [taken] = await db
      .select({ hours: sql<string>`coalesce(-sum(${ptoBalanceEntries.change}), 0.00)` })
      .from(ptoBalanceEntries)
      .where(
        and(
          eq(ptoBalanceEntries.providerId, providerId),
          eq(ptoBalanceEntries.kind, 'acceptance'),
          sql`${ptoBalanceEntries.id} > ${upload?.id ?? 0}`,
          notExists(
            db
              .select({ one: sql`1` })
              .from(returns)
              .where(and(eq(returns.ptoRequestId, ptoBalanceEntries.ptoRequestId), eq(returns.kind, 'return'))),
          ),
        ),
      )
    return {
      providerId,
      availableHours: balance?.hours ?? hoursOf(0),
      pendingHours: waiting?.hours ?? hoursOf(0),
      acceptedHours: taken?.hours ?? hoursOf(0),
      since: upload ? localOf(upload.at, timeZone).date : null,
      hireDate: employment?.hireDate ?? null,
      termDate: employment?.termDate ?? null,
    }
  },

  getPtoBalanceHistory: async ({ params: { providerId }, query, db, user, timeZone }) => {
    await requireProvider(db, user, providerId)
    const { limit, offset } = rangeOf(query)
    const own = eq(ptoBalanceEntries.providerId, providerId)
    const rows = await db
      .select({
        id: ptoBalanceEntries.id,
        kind: ptoBalanceEntries.kind,
        change: ptoBalanceEntries.change,
        balanceAfter: ptoBalanceEntries.balanceAfter,
        at: ptoBalanceEntries.at,
        by: users.displayName,
        source: ptoBalanceEntries.source,
        ptoRequestId: ptoBalanceEntries.ptoRequestId,
        requestedDate: ptoRequests.requestedDate,
      })
      .from(ptoBalanceEntries)
      .innerJoin(users, eq(users.id, ptoBalanceEntries.byId))
      .leftJoin(ptoRequests, eq(ptoRequests.id, ptoBalanceEntries.ptoRequestId))
      .where(own)
      .orderBy(desc(ptoBalanceEntries.id))
      .limit(limit)
      .offset(offset)
    const entries = rows.map(({ at, ...row }) => ({ ...row, on: localOf(at, timeZone).date }))
    return replyPage(query, entries, await db.$count(ptoBalanceEntries, own))
  },

  getOriginalPto: async ({ params: { id }, db, user, timeZone }) => {
    const scope = providerScope(user)
    const { ptos } = await readPtos(db, timeZone, { id, ...(scope !== undefined && { providerIds: [scope] }) })
    const [pto] = ptos
    if (!pto) throw new Refusal(404, 'Request not found.')
    return pto
  },

  getTimeOff: async ({ query: { fromDate, toDate, providerId, schoolId }, db, user }) => {
    const days = daysBetween(fromDate, toDate) + 1
    if (days < 1) refuseField('toDate', "End Date can't be less than Start Date")
    if (days > MAX_DAYS) refuseField('toDate', `At most ${MAX_DAYS} days can be shown at once`)
    const scope = providerScope(user)
    if (scope !== undefined && providerId !== undefined && providerId !== scope) return []
    return readTimeOff(db, { from: fromDate, to: toDate, providerId: scope ?? providerId, schoolId })
  },
}
