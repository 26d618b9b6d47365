/** Sending a provider's day back, with a reason (spec 2, section 2.2; DESIGN, section 4). */
import { createHash } from 'node:crypto'
import { hoursToWire, type Timesheet } from '#contract/schedule.ts'
import { dayAheadReason, isDayOver } from '#domain/day-over.ts'
import { formatDate, localOf } from '#domain/time.ts'
import { isReadOnlyDay, providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { alreadyDecided, readDeciders } from '#server/areas/schedule/deciders.ts'
import { lastEnds } from '#server/areas/schedule/last-ends.ts'
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
} from '#server/areas/schedule/provider-days.ts'
import { unconfirmHours } from '#server/areas/schedule/session-days.ts'
import { readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { notifyOfSchedule } from '#server/db/notification-events.ts'
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

const hoursOf = ({ tx }: Pick<Asking, 'tx'>, { providerId, date }: DayKey): Promise<Timesheet[]> =>
  readTimesheetRows(tx, { from: date, to: date, providerIds: [providerId] })

/** Hours that are not stored have no version, so what the administrator saw is compared. */
export const keyOfHours = (hours: readonly Timesheet[]): string => {
  const seen = hours.map((row) => [
    row.id,
    row.entityCacheKey,
    row.schoolId,
    row.startTime,
    row.endTime,
    row.isRequired,
  ])
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16)
}

/** When the day's last session ends; 404 without one. */
const lastEndOf = async ({ tx }: Asking, key: DayKey): Promise<string> => {
  const end = (await lastEnds(tx, [key])).get(dayEntity(key))
  if (!end) throw new Refusal(404, `This provider has no session on ${formatDate(key.date)}.`)
  return end.endTime
}

/** Why the day can't be rejected: by whom it was decided already, or that it is not over. */
const refusalOf = async ({ tx }: Asking, day: StoredDay, lastEnd: string): Promise<Refusal> => {
  const decider = (await readDeciders(tx, [day])).get(dayEntity(day))
  if (day.state === 'rejected' && decider) return new Refusal(409, alreadyDecided(decider, 'rejected'))
  if (day.state === 'approved' && decider) {
    return new Refusal(409, `${alreadyDecided(decider, 'approved')} Reopen it instead.`)
  }
  if (isReadOnlyDay(day.state)) return new Refusal(409, readOnlyMessage(day))
  return new Refusal(409, dayAheadReason(day.date, lastEnd, 'rejected'))
}

/** The move that rejects the day; throws if the machine refuses it. */
const requireRejection = async (asking: Asking, day: StoredDay, reason: string): Promise<DayMove> => {
  const lastEnd = await lastEndOf(asking, day)
  const isOver = isDayOver(day.date, lastEnd, localOf(asking.now, asking.timeZone))
  const move = askDay(day, { type: 'day.reject', reason }, asking.user, 0, { waitingChanges: 0, isOver })
  if (!move) throw await refusalOf(asking, day, lastEnd)
  return move
}

interface DayToReject extends DayKey {
  entityCacheKey: string
}

/** Rejects a locked day whose hours are still those that the administrator saw. */
const rejectLocked = async (asking: Asking & { tx: Tx }, day: StoredDay, seen: DayToReject, reason: string) => {
  const move = await requireRejection(asking, day, reason)
  const hours = await hoursOf(asking, day)
  if (seen.entityCacheKey !== keyOfHours(hours)) {
    throw new Refusal(409, 'The hours of this day have changed in the meantime. Please review them.')
  }
  await unconfirmHours(asking.tx, hours)
  const { user, now } = asking
  await storeMoves(asking.tx, [move], { userId: user.userId, now })
  const message = `Your hours on ${formatDate(day.date)} were rejected: ${reason}`
  const { providerId } = day
  const about = { subject: providerDayMachine.id, subjectId: providerId }
  await notifyOfSchedule(asking.tx, { userId: user.userId, now }, { providerId, message, ...about })
}

/** With several days, a refusal says which one it is about. */
const naming = async <T>({ tx }: Asking, day: DayKey, isOne: boolean, run: Promise<T>): Promise<T> => {
  try {
    return await run
  } catch (error) {
    if (isOne || !(error instanceof Refusal)) throw error
    const { providerName = '' } = (await lastEnds(tx, [day])).get(dayEntity(day)) ?? {}
    throw new Refusal(error.status, `${providerName}, ${formatDate(day.date)}: ${error.message}`)
  }
}

export const rejectHandlers: HandlersOf<'getDayToReject' | 'rejectDays'> = {
  getDayToReject: async ({ body: { providerId, date }, db, user, now, timeZone }) => {
    const key = { providerId, date }
    const asking = { tx: db, user, now, timeZone }
    await requireRejection(asking, await readDay(db, key), SOME_REASON)
    const hours = await hoursOf(asking, key)
    return { hours: hours.map(hoursToWire), entityCacheKey: keyOfHours(hours) }
  },

  rejectDays: ({ body: { days, reason }, db, user, now, timeZone }) =>
    db.transaction(async (tx) => {
      const asking = { tx, user, now, timeZone }
      const isOne = days.length === 1
      // Checked before the days are locked: locking stores a day, and an unknown provider's can't be stored.
      for (const day of days) await lastEndOf(asking, day)
      const locked = await lockDays(tx, days)
      const seen = new Map(days.map((day) => [dayEntity(day), day]))
      for (const [key, day] of locked) {
        const own = seen.get(key)
        if (!own) throw new RangeError(`The day ${key} was not asked for`)
        await naming(asking, day, isOne, rejectLocked(asking, day, own, reason))
      }
      return null
    }),
}
