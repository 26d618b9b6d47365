/**
 * Sessions follow their provider's day: confirming, approving, reopening or locking it changes their state although
 * none of their rows is written. These moves are logged here, so the log has every session's whole life.
 */
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { OCCURRENCE_STATES } from '#domain/occurrence.ts'
import type { LocalDate } from '#domain/time.ts'
import { type OccurrenceEvent, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { occurrenceEdits, occurrences } from '#server/db/schema/schedule.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'

/** Whether a provider's change of the occurrence is pending. */
export const hasWaitingChange = sql`exists (
  select from ${occurrenceEdits} where ${occurrenceEdits.occurrenceId} = ${occurrences.id})`

/** Whether a current invoice includes the occurrence. */
export const isInvoiced = sql<boolean>`exists (
  select from ${invoiceSessions} join ${invoices} on ${invoices.id} = ${invoiceSessions.invoiceId}
  where ${invoiceSessions.occurrenceId} = ${occurrences.id} and ${invoices.supersededById} is null)`

/** `occurrenceStateOf` as SQL, for many rows of `occurrences`. */
const stateOn = (dayState: SQL | Column) => sql<string>`case
  when ${occurrences.deletedAt} is not null then 'deleted'
  when ${dayState} = 'locked' then case when ${isInvoiced} then 'invoiced' else 'locked' end
  when ${dayState} = 'approved' then 'approved'
  when ${hasWaitingChange} then 'editPending'
  when ${dayState} in ('confirmed', 'corrected') then 'confirmed'
  else 'scheduled' end`

/** The state of occurrences, left-joined with `provider_days`. */
export const occurrenceState = stateOn(providerDays.state)

/** Events of a day or an invoice that its sessions follow. */
const FOLLOWED_EVENTS = [
  'day.confirm',
  'day.unconfirm',
  'day.approve',
  'day.reopen',
  'period.lock',
  'period.unlock',
  'correction.open',
  'correction.end',
  'invoice.issue',
  'invoice.supersede',
] as const satisfies readonly OccurrenceEvent['type'][]

/** Which of these events moves a session between which states, according to the machine. */
const followed = OCCURRENCE_STATES.flatMap((from) =>
  FOLLOWED_EVENTS.flatMap((type) => {
    const move = askMachine(
      occurrenceMachine,
      OCCURRENCE_STATES,
      from,
      { by: 'Administrators', hasPassed: true, isCorrecting: false },
      { type },
    )
    return move.allowed ? [{ from, type, to: move.to }] : []
  }),
)

/**
 * Logs moves of sessions since their last log entry.
 *
 * @param from rows with `provider_days` joined to `occurrences`
 * @param defaultState the previous state of a session without a log entry
 */
const follow = (tx: Executor, by: { userId: number; now: Date }, from: SQL, defaultState: SQL) =>
  tx.execute(sql`
    insert into ${transitionLog} (at, user_id, machine, entity, from_state, event, to_state)
    select ${by.now.toISOString()}::timestamptz, ${by.userId}::int, ${occurrenceMachine.id}, moved.entity, moved.from_state,
      -- Days that were locked before approval return to their earlier state.
      coalesce(followed.event, case when moved.from_state = 'locked' then 'period.unlock' else 'day.follow' end), moved.to_state
    from (
      select ${occurrences.id}::text as entity, ${occurrenceState} as to_state, coalesce((
          select log.to_state from ${transitionLog} as log
          where log.machine = ${occurrenceMachine.id} and log.entity = ${occurrences.id}::text
          order by log.id desc limit 1), ${defaultState}) as from_state
      from ${from} and ${occurrences.deletedAt} is null
    ) as moved
    left join unnest(
        ${sql.param(followed.map(({ from }) => from))}::text[],
        ${sql.param(followed.map(({ type }) => type))}::text[],
        ${sql.param(followed.map(({ to }) => to))}::text[]
      ) as followed (from_state, event, to_state)
      on followed.from_state = moved.from_state and followed.to_state = moved.to_state
    where moved.from_state <> moved.to_state
    order by moved.entity::int`)

const dayOfSession = and(eq(providerDays.providerId, occurrences.providerId), eq(providerDays.date, occurrences.date))

/** Call after days moved: their sessions moved with them. Moves of single sessions must be in the log already. */
export const followDays = async (
  tx: Executor,
  moved: readonly { providerId: number; date: LocalDate; from: string }[],
  by: { userId: number; now: Date },
): Promise<void> => {
  if (moved.length === 0) return
  const days = sql`unnest(
      ${sql.param(moved.map(({ providerId }) => providerId))}::int[],
      ${sql.param(moved.map(({ date }) => date))}::date[],
      ${sql.param(moved.map(({ from }) => from))}::text[]
    ) as day (provider_id, date, from_state)
    join ${occurrences} on ${occurrences.providerId} = day.provider_id and ${occurrences.date} = day.date
    join ${providerDays} on ${dayOfSession}
    where true`
  await follow(tx, by, days, stateOn(sql`day.from_state`))
}

/**
 * Call after sessions were put on days, or a pending change was answered: an already confirmed day moves them along.
 * Their own moves must be in the log already.
 */
export const followSessions = async (tx: Executor, which: SQL | undefined, by: { userId: number; now: Date }) => {
  const sessions = sql`${occurrences} left join ${providerDays} on ${dayOfSession} where ${which ?? sql`false`}`
  await follow(tx, by, sessions, sql`${OCCURRENCE_STATES[0]}`)
}

/** Call after invoices were issued or replaced: their sessions, which are on locked days, moved with them. */
export const followInvoices = async (
  tx: Executor,
  ids: readonly number[],
  by: { userId: number; now: Date },
): Promise<void> => {
  const sessions = sql`${occurrences} join ${providerDays} on ${dayOfSession}
    where ${occurrences.id} in (select ${invoiceSessions.occurrenceId} from ${invoiceSessions}
      where ${invoiceSessions.invoiceId} = any(${sql.param(ids)}::int[]))`
  await follow(tx, by, sessions, sql`'locked'`)
}
