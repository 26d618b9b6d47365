/** The balance of someone who has left is paid out or written off (docs/decisions/time-off-balance.md). */
import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import { settlementMessages, type settlePtoBalance } from '#contract/pto-hours.ts'
import { hoursOf } from '#domain/hours.ts'
import { productOf } from '#domain/money.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { bookPayAdjustment, holdPayroll, hourlyRateOn } from '#server/areas/hours/pay-adjustments.ts'
import type { Tx } from '#server/db/database.ts'
import { distinctProviderName, isEmployed } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { changeBalances, type LockedBalance, lockBalances } from './balances.ts'

interface Settling {
  readonly today: LocalDate
  readonly by: { readonly userId: number; readonly now: Date }
}

const refuse = (message: string) => new Refusal(409, message, { errors: [{ path: 'reason', message }] })

/** Books the line of the next open payroll, at the rate of the last day at work. */
const payOut = async (
  tx: Tx,
  { providerId, available }: LockedBalance,
  lastDay: LocalDate,
  { today, by }: Settling,
): Promise<LocalDate> => {
  if (available < 0) throw refuse(settlementMessages.negative)
  const rate = await hourlyRateOn(tx, { providerId, day: lastDay })
  if (!rate) throw refuse(settlementMessages.noRate(formatDate(lastDay)))
  const quantity = hoursOf(available)
  const line = {
    ...{ providerId, kind: 'balancePaidOut' as const, workDate: lastDay, rate, quantity, notBefore: today },
    ...{ minutes: Math.round(available * 0.6), amount: productOf(quantity, rate.rate) },
  }
  return (await bookPayAdjustment(tx, line, by)).paidOn
}

const settle = async (tx: Tx, body: BodyOf<typeof settlePtoBalance>, settling: Settling): Promise<LocalDate | null> => {
  const { providerId, entityCacheKey, how, reason: source } = body
  const { today, by } = settling
  await holdPayroll(tx)
  if ((await tx.$count(providers, eq(providers.id, providerId))) === 0) throw new Refusal(404, 'Provider not found.')
  const balances = await lockBalances(tx, [providerId])
  const [provider] = await tx
    .select({
      name: distinctProviderName,
      isHere: sql<boolean>`${isEmployed(today)}`,
      termDate: providers.termDate,
    })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for('share')
  const balance = balances.get(providerId)
  if (!provider || !balance) throw new RangeError(`Provider ${providerId} has no balance`)
  if (provider.isHere) throw refuse(settlementMessages.notLeft(provider.name))
  if (entityCacheKey !== String(balance.version)) throw refuse(settlementMessages.changed)
  if (balance.available === 0) throw refuse(settlementMessages.settled)
  const paidOn = how === 'payOut' ? await payOut(tx, balance, provider.termDate ?? today, settling) : null
  await changeBalances(tx, balances, [{ kind: how, providerId, source }], by)
  return paidOn
}

export const settleBalanceHandlers: HandlersOf<'settlePtoBalance'> = {
  settlePtoBalance: async ({ body, db, user: { userId }, now, timeZone }) => {
    const settling = { today: localOf(now, timeZone).date, by: { userId, now } }
    const paidOn = await db.transaction((tx) => settle(tx, body, settling))
    return done({ paidOn }, settlementMessages[body.how])
  },
}
