/** Taking back the approval of a provider's day (DESIGN, section 4). */

import { isReadOnlyDay } from '#domain/provider-day.ts'
import { formatDate } from '#domain/time.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { readDeciders } from '#server/areas/provider-days/deciders.ts'
import {
  askDay,
  dayEntity,
  lockDays,
  readDay,
  readOnlyMessage,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import { reopeningNotice } from '#server/areas/schedule/day-notices.ts'
import { unconfirmHours } from '#server/areas/schedule/session-days.ts'
import { readRowsByDay } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Why the day can't be reopened; if it already was, by whom. */
const refusalOf = async (tx: Tx, day: StoredDay): Promise<Refusal> => {
  if (isReadOnlyDay(day.state)) return new Refusal(409, readOnlyMessage(day))
  const by = day.state === 'reopened' ? (await readDeciders(tx, [day])).get(dayEntity(day))?.by : null
  const date = formatDate(day.date)
  return new Refusal(409, by ? `${date} was already reopened by ${by}.` : `${date} is not approved.`)
}

export const reopenHandlers: HandlersOf<'getDayToReopen' | 'reopenDay'> = {
  getDayToReopen: ({ body: { providerId, date }, db }) =>
    db.transaction(async (tx) => {
      const seen = await readDay(tx, { providerId, date })
      if (seen.state !== 'approved') throw await refusalOf(tx, seen)
      return null
    }),

  reopenDay: ({ body: { providerId, date, reason }, db, user, now }) =>
    db.transaction(async (tx) => {
      const key = { providerId, date }
      // Checked before the day is locked: locking stores the day, and an unknown provider's can't be stored.
      const seen = await readDay(tx, key)
      if (seen.state !== 'approved') throw await refusalOf(tx, seen)
      const day = (await lockDays(tx, [key])).get(dayEntity(key)) ?? seen
      const move = askDay(day, { type: 'day.reopen', reason }, user, 0)
      if (!move) throw await refusalOf(tx, day)
      await unconfirmHours(tx, (await readRowsByDay(tx, [key])).get(dayEntity(key)) ?? [])
      await storeMoves(tx, [move], { userId: user.userId, now })
      await notify(tx, { userId: user.userId, now }, [reopeningNotice({ ...key, reason })])
      return null
    }),
}
