/**
 * Notices that are over. A notice that announces a state of a record, such as a document that expires, names the states
 * in which it holds (`lastsIn`). Once a logged transition leads to another state, it counts as read by everyone.
 */
import { sql } from 'drizzle-orm'
import type { Executor } from './bulk-insert.ts'
import { notificationEvents, notifications } from './schema/notifications.ts'

/** What is announced, by its kind. */
interface Announcement {
  readonly kind: string
  /** The machine's id of a lifecycle. */
  readonly subject: string
}

interface Lasting extends Announcement {
  readonly lastsIn: readonly string[]
}

const lasting: Lasting[] = []

/** Called for each definition with `lastsIn`. */
export const noteLasting = (definition: Lasting): void => {
  lasting.push(definition)
}

/** All definitions with `lastsIn`. */
export const lastingNotices = (): readonly Lasting[] => lasting

/** An announcement, and the record that it is about, as the transition log names it. */
interface Announced extends Announcement {
  readonly entity: string
}

/**
 * Counts notices as read by everyone, since there is nothing left to do. What was not sent by email never is.
 *
 * @param tx the transaction of what was done; call before it notifies of more about the same records
 */
export const settleNotices = async (tx: Executor, now: Date, over: readonly Announced[]): Promise<void> => {
  if (over.length === 0) return
  await tx.execute(sql`
    update ${notifications} set read_at = ${now.toISOString()}::timestamptz
    from ${notificationEvents} as event
    join unnest(
        ${sql.param(over.map(({ subject }) => subject))}::text[],
        ${sql.param(over.map(({ entity }) => entity))}::text[],
        ${sql.param(over.map(({ kind }) => kind))}::text[]
      ) as over (subject, entity, kind)
      on event.subject = over.subject and event.entity = over.entity and event.kind = over.kind
    where ${notifications.eventId} = event.id and ${notifications.readAt} is null`)
}

/** A record's step to another state. */
interface Left {
  readonly machine: string
  readonly entity: string
  readonly to: string
}

/** Settles what announced a state that records have left. */
export const settleLeft = (tx: Executor, now: Date, transitions: readonly Left[]): Promise<void> =>
  settleNotices(
    tx,
    now,
    transitions.flatMap(({ machine, entity, to }) =>
      lasting
        .filter(({ subject, lastsIn }) => subject === machine && !lastsIn.includes(to))
        .map(({ kind, subject }) => ({ kind, subject, entity })),
    ),
  )
