/** Sending a provider's day back, with a reason (spec 2, section 2.2; DESIGN, section 4). */

import { hoursToWire, type Timesheet } from '#contract/schedule.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { dayAheadReason, isDayOver } from '#domain/day-over.ts'
import { isReadOnlyDay } from '#domain/provider-day.ts'
import { formatDate, localOf } from '#domain/time.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { alreadyDecided, readDeciders } from '#server/areas/provider-days/deciders.ts'
import {
  askDay,
  type DayKey,
  type DayMove,
  dayEntity,
  lockDays,
  readDay,
  readOnlyMessage,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import { rejectionNotices } from '#server/areas/schedule/day-notices.ts'
import { lastEnds } from '#server/areas/schedule/last-ends.ts'
import { unconfirmHours } from '#server/areas/schedule/session-days.ts'
import { keyOfHours } from '#server/areas/timesheet/key-of-hours.ts'
import { readRowsByDay } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Asks whether the day could be rejected before the reason is known. */
const SOME_REASON = '-'

interface Asking {
  tx: Pick<Tx, 'select' | 'execute'>
  user: Caller
  now: Date
  timeZone: string
}

type Ends = Awaited<ReturnType<typeof lastEnds>>

/** When the day's last session ends, and whose it is; 404 without one. */
const endOf = (ends: Ends, key: DayKey) => {
  const end = ends.get(dayEntity(key))
  if (!end) throw new Refusal(404, `This provider has no session on ${formatDate(key.date)}.`)
  return end
}

/** Why the day can't be rejected: by whom it was decided already, or that it is not over. */
const refusalOf = async ({ tx }: Asking, day: StoredDay, lastEnd: string): Promise<Refusal> => {
  const decider = (await readDeciders(tx, [day])).get(dayEntity(day))
  if (day.state === 'rejected' && decider) return new Refusal(409, alreadyDecided(decider, 'rejected'))
  if (day.state === 'approved' && decider) {
    return new Refusal(409, `${alreadyDecided(decider, 'approved')} Reopen it instead.`)
  }
  if (isReadOnlyDay(day.state)) return new Refusal(409, readOnlyMessage(day))
  if (day.state === 'correcting') return new Refusal(409, correctionMessages.notConfirmed(day))
  return new Refusal(409, dayAheadReason(day.date, lastEnd, 'rejected'))
}

/** The move that rejects the day; throws if the machine refuses it. */
const requireRejection = async (asking: Asking, day: StoredDay, lastEnd: string, reason: string): Promise<DayMove> => {
  const isOver = isDayOver(day.date, lastEnd, localOf(asking.now, asking.timeZone))
  const move = askDay(day, { type: 'day.reject', reason }, asking.user, 0, { waitingChanges: 0, isOver })
  if (!move) throw await refusalOf(asking, day, lastEnd)
  return move
}

const requireUnchanged = (hours: readonly Timesheet[], seenKey: string): void => {
  if (seenKey !== keyOfHours(hours)) {
    throw new Refusal(409, 'The hours of this day have changed in the meantime. Please review them.')
  }
}

export const rejectHandlers: HandlersOf<'getDayToReject' | 'rejectDays'> = {
  getDayToReject: async ({ body: { providerId, date }, db, user, now, timeZone }) => {
    const key = { providerId, date }
    const { endTime } = endOf(await lastEnds(db, [key]), key)
    await requireRejection({ tx: db, user, now, timeZone }, await readDay(db, key), endTime, SOME_REASON)
    const hours = (await readRowsByDay(db, [key])).get(dayEntity(key)) ?? []
    return { hours: hours.map(hoursToWire), entityCacheKey: keyOfHours(hours) }
  },

  rejectDays: ({ body: { days, reason }, db, user, now, timeZone }) =>
    db.transaction(async (tx) => {
      const asking = { tx, user, now, timeZone }
      // Checked before the days are locked: locking stores a day, and an unknown provider's can't be stored.
      const known = await lastEnds(tx, days)
      for (const day of days) endOf(known, day)
      const locked = await lockDays(tx, days)
      const ends = await lastEnds(tx, days)
      const hours = await readRowsByDay(tx, days)
      const seen = new Map(days.map((day) => [dayEntity(day), day.entityCacheKey]))
      const moves: DayMove[] = []
      for (const [key, day] of locked) {
        const { endTime, providerName } = endOf(ends, day)
        try {
          moves.push(await requireRejection(asking, day, endTime, reason))
          requireUnchanged(hours.get(key) ?? [], seen.get(key) ?? '')
        } catch (error) {
          if (days.length === 1 || !(error instanceof Refusal)) throw error
          throw new Refusal(error.status, `${providerName}, ${formatDate(day.date)}: ${error.message}`)
        }
      }
      const by = { userId: user.userId, now }
      await unconfirmHours(
        tx,
        moves.flatMap((day) => hours.get(dayEntity(day)) ?? []),
      )
      await storeMoves(tx, moves, by)
      await notify(tx, by, rejectionNotices(moves, reason))
      return null
    }),
}
