/** Steps that changing and deleting a session from a day on have in common. */
import { and, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { SessionForm } from '#domain/session-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { type DayKey, dayEntity, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { Tx } from '#server/db/database.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseStale, SERIES } from './change-record.ts'
import {
  type ChangeContext,
  holdDays,
  hoursTouched,
  occurrenceLine,
  refuseExpired,
  versionSeen,
} from './occurrence-moves.ts'
import { countsOf, type SeriesPlan } from './series-plan.ts'
import {
  noSuchSession,
  readOccurrences,
  readSeries,
  type StoredOccurrence,
  type StoredSeries,
} from './stored-sessions.ts'

const readFrom = (tx: Tx, scheduleEventId: number, from: LocalDate): Promise<StoredOccurrence[]> =>
  readOccurrences(
    tx,
    and(
      eq(occurrences.scheduleEventId, scheduleEventId),
      or(gte(occurrences.date, from), gte(occurrences.movedFrom, from)),
    ),
  )

export interface HeldSeries {
  series: StoredSeries
  /** Its occurrences from the day on, including deleted ones. */
  stored: StoredOccurrence[]
  days: Map<string, StoredDay>
}

/**
 * Locks the days of the occurrences from a day on and the given ones, then the session; 409 if it has changed. A
 * preview reads the same without locking.
 */
export const holdSeries = async (
  change: ChangeContext,
  { id, from, seen }: { id: number; from: LocalDate; seen: string | undefined },
  alsoOn: (found: StoredSeries) => readonly DayKey[] = () => [],
): Promise<HeldSeries> => {
  const { tx } = change
  const scope = providerScope(change.user)
  const found = await readSeries(tx, id, scope)
  const before = await readFrom(tx, id, from)
  const days = await holdDays(change, [...before, ...alsoOn(found)])
  const series = await readSeries(tx, id, scope, !change.isPreview)
  if (seen === undefined && series.isDeleted) throw noSuchSession()
  const stored = await readFrom(tx, id, from)
  const isStale = seen !== undefined && seen !== String(series.version)
  if (isStale || series.isDeleted || series.version !== found.version) {
    return refuseStale(tx, SERIES, id, versionSeen(seen ?? String(found.version), series.version))
  }
  // An occurrence on a day that we did not lock was individually moved, so the change leaves it alone.
  const isHeld = (occurrence: StoredOccurrence) => days.has(dayEntity(occurrence))
  if (!stored.every(isHeld)) throw new Refusal(409, 'A session in this series has been moved. Please try again.')
  return { series, stored, days }
}

/** The first day to change if the caller names none. */
export const todayOf = ({ now, timeZone }: ChangeContext): LocalDate => localOf(now, timeZone).date

/** All remaining occurrences have ended: a past session offers only Cancel. */
export const requireUpcoming = ({ last }: { last: Date | null }, { now }: ChangeContext): void => {
  if (last !== null && last < now) throw refuseExpired()
}

/** Deletes the occurrences. */
export const storeRemoved = async ({ tx, now }: ChangeContext, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .update(occurrences)
    .set({ deletedAt: now, version: sql`${occurrences.version} + 1` })
    .where(inArray(occurrences.id, [...ids]))
}

/** Logs the moves of the session and of each of its occurrences. */
export const record = async (
  { tx, user, now }: ChangeContext,
  { series, plan, event, changes }: { series: StoredSeries; plan: SeriesPlan; event: string; changes: string[] },
) => {
  const version = series.version + 1
  const isDeleted = event === 'series.delete'
  await logTransitions(tx, user.userId, now, [
    {
      machine: SERIES,
      entity: String(series.id),
      from: 'scheduled',
      event,
      to: isDeleted ? 'ended' : 'scheduled',
      detail: { version, changes, ...countsOf(plan) },
    },
    ...plan.change.map(({ occurrence, move }) =>
      occurrenceLine(occurrence.id, move, 'series.edit', { version: occurrence.version + 1, changes }),
    ),
    ...plan.remove.map(({ occurrence, move }) =>
      occurrenceLine(occurrence.id, move, 'occurrence.delete', { version: occurrence.version + 1 }),
    ),
  ])
}

/** The day's hours before and after, of everything that the plan changes. */
export const hoursOf = (plan: SeriesPlan, form: SessionForm | undefined) => [
  ...plan.change.flatMap(({ occurrence }) => hoursTouched(occurrence.form, form && { ...form, date: occurrence.date })),
  ...plan.remove.flatMap(({ occurrence }) => hoursTouched(occurrence.form, undefined)),
  ...plan.create.flatMap((date) => hoursTouched(undefined, form && { ...form, date })),
]
