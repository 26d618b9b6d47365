/**
 * Providers' remaining hours of time off, and their history. Every change to a provider's balance or requests locks the
 * balance first, so an acceptance, a withdrawal and an upload at the same moment take turns, and each sees what the
 * earlier one did.
 */
import { asc, sql } from 'drizzle-orm'
import { hoursOf, hundredthsOf } from '#domain/hours.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Tx } from '#server/db/database.ts'
import { ptoBalanceEntries, ptoBalances } from '#server/db/schema/time-off.ts'

export interface LockedBalance {
  readonly providerId: number
  /** In hundredths of an hour. */
  readonly available: number
  /** Incremented by every change of the balance; 1 for a new one. */
  readonly version: number
}

export type Balances = ReadonlyMap<number, LockedBalance>

/**
 * Locks the providers' balances until the transaction ends, always in the same order; a missing balance is created with
 * no hours.
 */
export const lockBalances = async (tx: Tx, providerIds: readonly number[]): Promise<Balances> => {
  const ids = [...new Set(providerIds)].sort((a, b) => a - b)
  if (ids.length === 0) return new Map()
  const wanted = sql`unnest(${sql.param(ids)}::int[]) as wanted (id)`
  // Inserting those that exist, to skip them, takes ten times as long.
  await tx.execute(sql`insert into ${ptoBalances} (provider_id) select wanted.id from ${wanted}
    where not exists (select from ${ptoBalances} as known where known.provider_id = wanted.id)
    order by wanted.id on conflict do nothing`)
  const rows = await tx
    .select({
      providerId: ptoBalances.providerId,
      availableHours: ptoBalances.availableHours,
      version: ptoBalances.version,
    })
    .from(ptoBalances)
    .where(sql`${ptoBalances.providerId} = any(${sql.param(ids)}::int[])`)
    .orderBy(asc(ptoBalances.providerId))
    .for('update')
  return new Map(
    rows.map(({ availableHours, ...row }) => [row.providerId, { ...row, available: hundredthsOf(availableHours) }]),
  )
}

/** One change of a balance, in hundredths of an hour. */
export type BalanceChange =
  /** An uploaded sheet sets the hours, whatever they were. */
  | { kind: 'upload'; providerId: number; available: number; source: string }
  /** An accepted request deducts its hours. */
  | { kind: 'acceptance'; providerId: number; hours: number; ptoRequestId: number }
  /** A request that was returned returns them. */
  | { kind: 'return'; providerId: number; hours: number; ptoRequestId: number }
  /** The balance of someone who has left is paid out or written off: none is left. */
  | { kind: 'payOut' | 'writeOff'; providerId: number; source: string }

const balanceAfter = (before: number, change: BalanceChange): number => {
  switch (change.kind) {
    case 'upload':
      return change.available
    case 'acceptance':
      return before - change.hours
    case 'return':
      return before + change.hours
    case 'payOut':
    case 'writeOff':
      return 0
  }
}

/**
 * Applies changes to locked balances, in order, and logs each one.
 *
 * @param balances from `lockBalances`, including every provider of the changes
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
    const balance = balanceAfter(before, change)
    after.set(providerId, balance)
    return {
      kind,
      providerId,
      change: hoursOf(balance - before),
      balanceAfter: hoursOf(balance),
      ptoRequestId: 'ptoRequestId' in change ? change.ptoRequestId : null,
      source: 'source' in change ? change.source : '',
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
