/** What a change of a session from a day on does to each of its occurrences, before any of it is done. */
import type { ChangedSessions } from '#contract/session-form.ts'
import { instantOf, type LocalDate, type LocalTime } from '#domain/time.ts'
import { type AllowedMove, askOccurrence, type Change, nothingChanged } from './occurrence-moves.ts'
import { dayEntity, type StoredDay } from './provider-days.ts'
import { refusesSessions } from './session-days.ts'
import type { StoredOccurrence } from './stored-sessions.ts'

export interface PlannedMove {
  occurrence: StoredOccurrence
  move: AllowedMove
}

export interface SeriesPlan {
  change: PlannedMove[]
  remove: PlannedMove[]
  create: LocalDate[]
  leftAlone: ChangedSessions['leftAlone']
}

type Reason = keyof ChangedSessions['leftAlone']

const reasonOfDay = ({ state }: StoredDay): Reason => (state === 'locked' ? 'locked' : 'approved')

export interface SeriesTarget {
  /** The dates of the changed rule from the day on; none when the session ends. */
  dates: readonly LocalDate[]
  /** Whose it becomes. */
  providerId: number
  endTime: LocalTime
}

/**
 * @param stored the session's occurrences from the day on, deleted ones too, as read after their days were locked
 * @param days the locked days: those of `stored`, and the target's
 */
export const planSeries = (
  stored: readonly StoredOccurrence[],
  target: SeriesTarget,
  days: ReadonlyMap<string, StoredDay>,
  change: Omit<Change, 'tx'>,
): SeriesPlan => {
  const plan: SeriesPlan = { change: [], remove: [], create: [], leftAlone: { ...nothingChanged.leftAlone } }
  const wanted = new Set(target.dates)
  const dayAt = (providerId: number, date: LocalDate): StoredDay => {
    const day = days.get(dayEntity({ providerId, date }))
    if (!day) throw new RangeError(`The day ${dayEntity({ providerId, date })} was not locked`)
    return day
  }
  const isTaken = new Set<LocalDate>()
  for (const occurrence of stored) {
    if (occurrence.isDeleted) {
      // What someone took off by itself does not come back with the session.
      if (occurrence.isEditedAlone) isTaken.add(occurrence.slot)
      continue
    }
    isTaken.add(occurrence.slot)
    const day = dayAt(occurrence.providerId, occurrence.date)
    const stays = wanted.has(occurrence.slot)
    const move = askOccurrence(occurrence, day, stays ? 'series.edit' : 'occurrence.delete', change)
    if (refusesSessions(day, change.user)) plan.leftAlone[reasonOfDay(day)] += 1
    else if (occurrence.endsAt < change.now) plan.leftAlone.expired += 1
    else if (occurrence.isEditedAlone || occurrence.hasPendingEdit || !move.allowed) plan.leftAlone.editedAlone += 1
    else if (!stays) plan.remove.push({ occurrence, move })
    else {
      const after = dayAt(target.providerId, occurrence.date)
      if (refusesSessions(after, change.user)) plan.leftAlone[reasonOfDay(after)] += 1
      else plan.change.push({ occurrence, move })
    }
  }
  for (const date of target.dates) {
    if (isTaken.has(date)) continue
    const day = dayAt(target.providerId, date)
    if (refusesSessions(day, change.user)) plan.leftAlone[reasonOfDay(day)] += 1
    else if (instantOf(date, target.endTime, change.timeZone) < change.now) plan.leftAlone.expired += 1
    else plan.create.push(date)
  }
  return plan
}

export const countsOf = ({ change, remove, create, leftAlone }: SeriesPlan): ChangedSessions => ({
  ...nothingChanged,
  created: create.length,
  changed: change.length,
  removed: remove.length,
  leftAlone,
})
