/** The days of changed sessions: checked before the change and moved after it. */
import { sql } from 'drizzle-orm'
import { askDay, dayEntity, type StoredDay, storeMoves } from '#server/areas/provider-days/provider-days.ts'
import { type RowKey, rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { datesInWords } from './session-checks.ts'
import { unconfirmedRows } from './unconfirmed-rows.ts'

/** Whether no one may change a session of the day. */
export const refusesSessions = (day: StoredDay, user: Caller): boolean =>
  askDay(day, { type: 'sessions.change' }, user, 0) === undefined

/** Refuses with 409 if a session can't be put on one of the locked days, naming them. */
export const requireOpenDays = (days: Iterable<StoredDay>, user: Caller): void => {
  // A series has hundreds of days in a few states: ask once per state.
  const answers = new Map<string, boolean>()
  const isRefused = (day: StoredDay): boolean => {
    const answer = answers.get(day.state) ?? refusesSessions(day, user)
    answers.set(day.state, answer)
    return answer
  }
  const refused = [...days].filter(isRefused)
  if (refused.length === 0) return
  const states = [...new Set(refused.map(({ state }) => state))].join(' or ')
  const which = datesInWords(refused.map(({ date }) => date))
  throw new Refusal(409, `No session can be added: ${which} ${refused.length > 1 ? 'are' : 'is'} ${states}.`)
}

/** Takes back the confirmation of hours. */
export const unconfirmHours = async (tx: Tx, keys: readonly RowKey[]): Promise<void> => {
  const rows = [...new Map(keys.map((row) => [rowKey(row), row])).values()]
  if (rows.length === 0) return
  await tx.execute(sql`update ${timesheets} as stored
    set confirmed_at = null, confirmed_by_id = null, version = stored.version + 1
    from unnest(
      ${sql.param(rows.map(({ providerId }) => providerId))}::int[],
      ${sql.param(rows.map(({ schoolId }) => schoolId))}::int[],
      ${sql.param(rows.map(({ date }) => date))}::date[]
    ) as changed (provider_id, school_id, date)
    where stored.provider_id = changed.provider_id and stored.school_id = changed.school_id
      and stored.date = changed.date and stored.confirmed_at is not null`)
}

/**
 * Moves the days after their sessions were changed. The hours at `changed` must be confirmed again, since they were
 * confirmed without the change. Moves of single sessions must be in the log already.
 */
export const settleDays = async (
  tx: Tx,
  days: Iterable<StoredDay>,
  changed: readonly RowKey[],
  { user, now }: { user: Caller; now: Date },
): Promise<void> => {
  await unconfirmHours(tx, changed)
  // Any other state stays, whatever is confirmed, so its rows need no counting.
  const counted = [...days].filter(({ state }) => ['confirmed', 'rejected', 'corrected'].includes(state))
  const open = await unconfirmedRows(tx, counted)
  const moves = counted.flatMap(
    (day) => askDay(day, { type: 'sessions.change' }, user, open.get(dayEntity(day))?.length ?? 0) ?? [],
  )
  await storeMoves(tx, moves, { userId: user.userId, now })
}
