import { bulkInsert, type Executor } from './bulk-insert.ts'
import { transitionLog } from './schema/workflows.ts'
import { settleLeft } from './settle-notices.ts'

/** One move of a stored lifecycle. */
export interface Transition {
  /** The machine's id, as in src/machines. */
  readonly machine: string
  /** The record: `providerId/date` for a provider's day, else the row's id. */
  readonly entity: string
  readonly from: string
  readonly event: string
  readonly to: string
  readonly detail?: Record<string, unknown>
}

/**
 * Logs moves, and settles the notices that are over with them; call with the transaction that makes them, so that neither
 * exists without the other.
 *
 * @param db the transaction's handle
 * @param by the user who made them; null for the server itself
 */
export async function logTransitions(
  db: Executor,
  by: number | null,
  at: Date,
  transitions: readonly Transition[],
): Promise<void> {
  await bulkInsert(
    db,
    transitionLog,
    transitions.map(({ machine, entity, from, event, to, detail }) => ({
      at,
      userId: by,
      machine,
      entity,
      fromState: from,
      event,
      toState: to,
      detail: detail ?? null,
    })),
  )
  await settleLeft(db, at, transitions)
}
