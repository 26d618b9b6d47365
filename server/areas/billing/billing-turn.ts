import pLimit from 'p-limit'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { organisation } from '#server/db/schema/organization.ts'

/**
 * Corrections, invoices and exports of payroll take turns, so that none of them sees half of another; and periods are not
 * locked or unlocked meanwhile. Until the transaction ends.
 */
export const takeBillingTurn = async (tx: Tx): Promise<void> => {
  await holdPeriods(tx)
  // A statement of its own, so that the following ones see what happened while it waited.
  await tx.select({ id: organisation.id }).from(organisation).for('update')
}

const oneAtATime = pLimit(1)

/**
 * A transaction that takes such a turn. Those of one server wait for each other before they take a connection: there are few, and
 * thirty invoices that are asked for at once would leave none for anyone else.
 */
export const inBillingTurn = <Result>(db: PooledDb, body: (tx: Tx) => Promise<Result>): Promise<Result> =>
  oneAtATime(() => db.transaction(body))
