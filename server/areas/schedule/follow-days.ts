/**
 * Sessions follow their provider's day: confirming, approving, reopening or locking it moves them, though no row of
 * theirs is written. What became of each is written down here, so that the log tells the whole life of a session.
 */
import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { LocalDate } from '#domain/time.ts'
import { OCCURRENCE_STATES, type OccurrenceEvent, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { occurrenceEdits, occurrences, providerDays, transitionLog } from '#server/db/schema.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'

/** Whether a provider's change of the occurrence waits. */
export const hasWaitingChange = sql`exists (
  select from ${occurrenceEdits} where ${occurrenceEdits.occurrenceId} = ${occurrences.id})`

/** `occurrenceStateOf` for many rows of `occurrences`. */
const stateOn = (dayState: SQL | Column) => sql<string>`case
  when ${occurrences.deletedAt} is not null then 'deleted'
  when ${dayState} in ('locked', 'approved') then ${dayState}
  when ${hasWaitingChange} then 'editPending'
  when ${dayState} = 'confirmed' then 'confirmed'
  else 'scheduled' end`

/** Where occurrences stand, with `provider_days` joined to them where there is a row. */
export const occurrenceState = stateOn(providerDays.state)

/** What befalls a day, as its sessions know it. */
const DAY_EVENTS = [
  'day.confirm',
  'day.unconfirm',
  'day.approve',
  'day.reopen',
  'period.lock',
  'period.unlock',
] as const satisfies readonly OccurrenceEvent['type'][]

/** Which event of its day leads a session from where to where; the machine says so. */
const followed = OCCURRENCE_STATES.flatMap((from) =>
  DAY_EVENTS.flatMap((type) => {
    const move = askMachine(
      occurrenceMachine,
      OCCURRENCE_STATES,
      from,
      { by: 'Administrators', hasPassed: true },
      { type },
    )
    return move.allowed ? [{ from, type, to: move.to }] : []
  }),
)

/**
 * Writes down what became of sessions since something was last written down of them.
 *
 * @param from rows with `provider_days` joined to `occurrences`
 * @param stoodBefore where a session stood of which nothing was ever written down
 */
const follow = (tx: Executor, by: { userId: number; now: Date }, from: SQL, stoodBefore: SQL) =>
  tx.execute(sql`
    insert into ${transitionLog} (at, user_id, machine, entity, from_state, event, to_state)
    select ${by.now.toISOString()}::timestamptz, ${by.userId}::int, ${occurrenceMachine.id}, moved.entity, moved.stood,
      -- Days that were locked unapproved are unlocked to where they stood.
      coalesce(followed.event, case when moved.stood = 'locked' then 'period.unlock' else 'day.follow' end), moved.stands
    from (
      select ${occurrences.id}::text as entity, ${occurrenceState} as stands, coalesce((
          select log.to_state from ${transitionLog} as log
          where log.machine = ${occurrenceMachine.id} and log.entity = ${occurrences.id}::text
          order by log.id desc limit 1), ${stoodBefore}) as stood
      from ${from} and ${occurrences.deletedAt} is null
    ) as moved
    left join unnest(
        ${sql.param(followed.map(({ from: stood }) => stood))}::text[],
        ${sql.param(followed.map(({ type }) => type))}::text[],
        ${sql.param(followed.map(({ to }) => to))}::text[]
      ) as followed (stood, event, stands)
      on followed.stood = moved.stood and followed.stands = moved.stands
    where moved.stood <> moved.stands
    order by moved.entity::int`)

const dayOfSession = and(eq(providerDays.providerId, occurrences.providerId), eq(providerDays.date, occurrences.date))

/** After days were moved: their sessions moved with them. What was done to single sessions has to be in the log before. */
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
    ) as day (provider_id, date, stood)
    join ${occurrences} on ${occurrences.providerId} = day.provider_id and ${occurrences.date} = day.date
    join ${providerDays} on ${dayOfSession}
    where true`
  await follow(tx, by, days, stateOn(sql`day.stood`))
}

/**
 * After sessions were put on days, or a change of theirs was answered: a day that is confirmed already takes them with it.
 * Their own moves have to be in the log before.
 */
export const followSessions = async (tx: Executor, which: SQL | undefined, by: { userId: number; now: Date }) => {
  const sessions = sql`${occurrences} left join ${providerDays} on ${dayOfSession} where ${which ?? sql`false`}`
  await follow(tx, by, sessions, sql`${OCCURRENCE_STATES[0]}`)
}
