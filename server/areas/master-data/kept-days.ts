/**
 * Days whose amounts are settled keep what was in force on them (docs/decisions/dated-rates.md). A change compares what is
 * in force before and after it.
 */
import { isNull } from 'drizzle-orm'
import type { Period } from '#domain/billing/period.ts'
import { grouped } from '#domain/grouped.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { lockOuts } from '#server/db/schema.ts'
import type { InForce } from './in-force.ts'

/** Every period that is locked. A transaction that relies on it calls `holdPeriods` before. */
export const readLockedPeriods = (db: Pick<Db, 'select'>): Promise<Period[]> =>
  db
    .select({ startDate: lockOuts.startDate, endDate: lockOuts.endDate })
    .from(lockOuts)
    .where(isNull(lockOuts.unlockedAt))

/** The last day of periods; undefined if there are none. */
export const lastDayOf = (periods: readonly Period[]): LocalDate | undefined =>
  periods
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)

const valueOn = (rows: readonly InForce[], day: LocalDate): string | undefined =>
  rows.find(({ startsOn, endsBefore }) => startsOn <= day && (endsBefore === null || day < endsBefore))?.value

/** The first days of the parts of the period on which nothing changes. */
const partsOf = ({ startDate, endDate }: Period, rows: readonly InForce[]): LocalDate[] => {
  const changes = rows.flatMap(({ startsOn, endsBefore }) =>
    endsBefore === null ? [startsOn] : [startsOn, endsBefore],
  )
  const within = changes.filter((day) => day > startDate && day <= endDate)
  return [...new Set([startDate, ...within])].sort()
}

/**
 * The last kept day on which each kind would no longer be what it was.
 *
 * @param options.mayBegin whether something may be in force on days where nothing was
 */
export const changedKeptDays = (
  kept: readonly Period[],
  { before, after }: { readonly before: readonly InForce[]; readonly after: readonly InForce[] },
  { mayBegin }: { readonly mayBegin: boolean },
): Map<string, LocalDate> => {
  const changed = new Map<string, LocalDate>()
  const was = grouped(before, ({ kind }) => kind)
  const becomes = grouped(after, ({ kind }) => kind)
  for (const kind of new Set([...was.keys(), ...becomes.keys()])) {
    const [old, now] = [was.get(kind) ?? [], becomes.get(kind) ?? []]
    for (const period of kept) {
      const parts = partsOf(period, [...old, ...now])
      for (const [index, day] of parts.entries()) {
        const before = valueOn(old, day)
        if (before === valueOn(now, day) || (before === undefined && mayBegin)) continue
        const next = parts[index + 1]
        const last = next === undefined ? period.endDate : addDays(next, -1)
        const known = changed.get(kind)
        if (known === undefined || known < last) changed.set(kind, last)
      }
    }
  }
  return changed
}
