/**
 * The hours of time off that providers have left, and where they came from. Whoever changes a provider's balance or one
 * of their requests locks the balance first: of an acceptance, a withdrawal and an upload at the same moment one is
 * first, and the others see what it did.
 */
import { asc, inArray, sql } from 'drizzle-orm'
import { hoursOf, hundredthsOf } from '#domain/hours.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { ptoBalanceEntries, ptoBalances } from '#server/db/schema.ts'

export interface LockedBalance {
  readonly providerId: number
  /** In hundredths of an hour. */
  readonly available: number
  /** Raised by every change of the balance; 1 where there was none yet. */
  readonly version: number
}

export type Balances = ReadonlyMap<number, LockedBalance>

/** Locks the balances of providers until the transaction ends, all in one order; who has none gets one of no hours. */
export const lockBalances = async (tx: Tx, providerIds: readonly number[]): Promise<Balances> => {
  const ids = [...new Set(providerIds)].sort((a, b) => a - b)
  if (ids.length === 0) return new Map()
  await bulkInsert(
    tx,
    ptoBalances,
    ids.map((providerId) => ({ providerId })),
    { keepExisting: true },
  )
  const rows = await tx
    .select({
      providerId: ptoBalances.providerId,
      availableHours: ptoBalances.availableHours,
      version: ptoBalances.version,
    })
    .from(ptoBalances)
    .where(inArray(ptoBalances.providerId, ids))
    .orderBy(asc(ptoBalances.providerId))
    .for('update')
  return new Map(
    rows.map(({ availableHours, ...row }) => [row.providerId, { ...row, available: hundredthsOf(availableHours) }]),
  )
}

/** One change of a balance, in hundredths of an hour. */
export type BalanceChange =
  /** A sheet says how many hours there are, whatever there were. */
  | { kind: 'upload'; providerId: number; available: number; source: string }
  /** An accepted request takes its hours. */
  | { kind: 'acceptance'; providerId: number; taken: number; ptoRequestId: number }

/**
 * Makes changes of locked balances, in their order, and writes each down.
 *
 * @param balances as `lockBalances` gave them; all providers of the changes have to be among them
 */
export const changeBalances = async (
  tx: Tx,
  balances: Balances,
  changes: readonly BalanceChange[],
  by: { userId: number; now: Date },
): Promise<void> => {
  if (changes.length === 0) return
  const after = new Map<number, number>()
  const entries = changes.map((change) => {
    const { kind, providerId } = change
    const before = after.get(providerId) ?? balances.get(providerId)?.available
    if (before === undefined) throw new RangeError(`The balance of provider ${providerId} was not locked`)
    const balance = change.kind === 'upload' ? change.available : before - change.taken
    after.set(providerId, balance)
    return {
      kind,
      providerId,
      change: hoursOf(balance - before),
      balanceAfter: hoursOf(balance),
      ptoRequestId: change.kind === 'acceptance' ? change.ptoRequestId : null,
      source: change.kind === 'upload' ? change.source : '',
      byId: by.userId,
      at: by.now,
    }
  })
  await bulkInsert(tx, ptoBalanceEntries, entries)
  const changed = [...after]
  await tx.execute(sql`update ${ptoBalances} as stored set available_hours = changed.hours,
      updated_by_id = ${by.userId}::int, updated_at = ${by.now.toISOString()}::timestamptz, version = stored.version + 1
    from unnest(${sql.param(changed.map(([providerId]) => providerId))}::int[],
      ${sql.param(changed.map(([, hours]) => hoursOf(hours)))}::numeric[]) as changed (provider_id, hours)
    where stored.provider_id = changed.provider_id`)
}
