/** Plans what changing a session from a day on does to each of its occurrences. */
import type { ChangedSessions } from '#contract/session-form.ts'
import { type LocalDate, type LocalTime, spanOf } from '#domain/time.ts'
import { dayEntity, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import { type AllowedMove, askOccurrence, type ChangeContext, nothingChanged } from './occurrence-moves.ts'
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
  /** What was asked for but stays as it is, and why. */
  leave: { date: LocalDate; why: Reason }[]
  /** Dates of the rule that were individually deleted. */
  skip: LocalDate[]
}

/** The ids of the occurrences that it changes or deletes. */
export const touchedBy = ({ change, remove }: SeriesPlan): number[] =>
  [...change, ...remove].map(({ occurrence: { id } }) => id)

type Reason = keyof ChangedSessions['leftAlone']

const reasonOfDay = ({ state }: StoredDay): Reason => (state === 'locked' ? 'locked' : 'approved')

export interface SeriesTarget {
  /** The dates of the changed rule from the day on; none when the session ends. */
  dates: readonly LocalDate[]
  /** The provider after the change. */
  providerId: number
  startTime: LocalTime
  endTime: LocalTime
}

/**
 * @param stored the session's occurrences from the day on, including deleted ones, read after their days were locked
 * @param days the locked days: those of `stored`, and the target's
 */
export const planSeries = (
  stored: readonly StoredOccurrence[],
  target: SeriesTarget,
  days: ReadonlyMap<string, StoredDay>,
  change: Omit<ChangeContext, 'tx'>,
): SeriesPlan => {
  const plan: SeriesPlan = { change: [], remove: [], create: [], leave: [], skip: [] }
  const wanted = new Set(target.dates)
  const hasPassed = (date: LocalDate) =>
    spanOf(date, target.startTime, target.endTime, change.timeZone).endsAt < change.now
  const dayAt = (providerId: number, date: LocalDate): StoredDay => {
    const day = days.get(dayEntity({ providerId, date }))
    if (!day) throw new RangeError(`The day ${dayEntity({ providerId, date })} was not locked`)
    return day
  }
  const isTaken = new Set<LocalDate>()
  for (const occurrence of stored) {
    if (occurrence.isDeleted) {
      // An individually deleted date does not come back with the session.
      if (occurrence.isEditedAlone) isTaken.add(occurrence.slot)
      if (occurrence.isEditedAlone && wanted.has(occurrence.slot)) plan.skip.push(occurrence.slot)
      continue
    }
    isTaken.add(occurrence.slot)
    const { date } = occurrence
    const leave = (why: Reason) => plan.leave.push({ date, why })
    const day = dayAt(occurrence.providerId, date)
    const stays = wanted.has(occurrence.slot)
    const move = askOccurrence(occurrence, day, stays ? 'series.edit' : 'occurrence.delete', change)
    if (refusesSessions(day, change.user)) leave(reasonOfDay(day))
    else if (occurrence.endsAt < change.now) leave('expired')
    else if (occurrence.isEditedAlone || occurrence.hasPendingEdit || !move.allowed) leave('editedAlone')
    else if (!stays) plan.remove.push({ occurrence, move })
    else {
      const after = dayAt(target.providerId, date)
      if (refusesSessions(after, change.user)) leave(reasonOfDay(after))
      else plan.change.push({ occurrence, move })
    }
  }
  for (const date of target.dates) {
    if (isTaken.has(date)) continue
    const day = dayAt(target.providerId, date)
    if (refusesSessions(day, change.user)) plan.leave.push({ date, why: reasonOfDay(day) })
    else if (hasPassed(date)) plan.leave.push({ date, why: 'expired' })
    else plan.create.push(date)
  }
  return plan
}

export const countsOf = ({ change, remove, create, leave }: SeriesPlan): ChangedSessions => {
  const leftAlone = { ...nothingChanged.leftAlone }
  for (const { why } of leave) leftAlone[why] += 1
  return { ...nothingChanged, created: create.length, changed: change.length, removed: remove.length, leftAlone }
}
