/**
 * Days whose amounts are settled keep what was in force on them (docs/decisions/dated-rates.md). A change compares what is
 * in force before and after it.
 */
import { isNull, type SQL, sql } from 'drizzle-orm'
import type { Period } from '#domain/billing/period.ts'
import type { RateDays } from '#domain/dated-rates.ts'
import { grouped } from '#domain/grouped.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { payrollExports } from '#server/db/schema/payroll.ts'
import { ALWAYS, type Dated, type InForce, readInForce } from './in-force.ts'

/** Every period that is locked. A transaction that relies on it calls `holdPeriods` before. */
export const readLockedPeriods = (db: Pick<Db, 'select'>): Promise<Period[]> =>
  db
    .select({ startDate: lockOuts.startDate, endDate: lockOuts.endDate })
    .from(lockOuts)
    .where(isNull(lockOuts.unlockedAt))

/** Whether a day is in a period that is locked. */
export const isLockedDay = (date: unknown): SQL => sql`exists (select from ${lockOuts}
  where ${lockOuts.unlockedAt} is null and ${date} between ${lockOuts.startDate} and ${lockOuts.endDate})`

/** Every period whose pay is settled: those that are locked, and exported payrolls, even before their last day is over. */
export const readPaidPeriods = async (db: Pick<Db, 'select' | 'selectDistinct'>): Promise<Period[]> => {
  const exported = await db
    .selectDistinct({ startDate: payrollExports.startDate, endDate: payrollExports.endDate })
    .from(payrollExports)
  return [...(await readLockedPeriods(db)), ...exported]
}

/** The last day of periods; undefined if there are none. */
export const lastDayOf = (periods: readonly Period[]): LocalDate | undefined =>
  periods
    .map(({ endDate }) => endDate)
    .sort()
    .at(-1)

/**
 * Planned rates that begin after this day give way to a newly planned one: after today, after the last settled day, and
 * after the first rate of all begins.
 *
 * @param first of a kind of which no rate is in force yet
 */
export const lastFixedDay = (
  kept: readonly Period[],
  { today, first }: { readonly today: LocalDate; readonly first: LocalDate | undefined },
): LocalDate => [today, lastDayOf(kept) ?? today, first ?? today].reduce((last, day) => (day > last ? day : last))

const inForceOn = (rows: readonly InForce[], day: LocalDate): InForce | undefined =>
  rows.find(({ startsOn, endsBefore }) => startsOn <= day && (endsBefore === null || day < endsBefore))

export const valueOn = (rows: readonly InForce[], day: LocalDate): string | undefined => inForceOn(rows, day)?.value

/** The first days of the parts of the period on which nothing changes. */
const partsOf = ({ startDate, endDate }: Period, rows: readonly InForce[]): LocalDate[] => {
  const changes = rows.flatMap(({ startsOn, endsBefore }) =>
    endsBefore === null ? [startsOn] : [startsOn, endsBefore],
  )
  const within = changes.filter((day) => day > startDate && day <= endDate)
  return [...new Set([startDate, ...within])].sort()
}

interface Change {
  readonly before: readonly InForce[]
  readonly after: readonly InForce[]
}

/** Days in a row on which one value of a kind becomes another. */
interface ChangedDays {
  readonly kind: string
  readonly first: LocalDate
  readonly last: LocalDate
  /** Undefined if nothing was in force. */
  readonly was: string | undefined
}

interface Kept {
  /** Whether something may be in force on days where nothing was. */
  readonly mayBegin: boolean
  /** Whether another row of the same value is a change, too. */
  readonly keepsRows?: boolean
}

const changesWithin = (
  kept: readonly Period[],
  { before, after }: Change,
  { keepsRows = false }: Pick<Kept, 'keepsRows'>,
): ChangedDays[] => {
  const isSame = (one: InForce | undefined, other: InForce | undefined): boolean =>
    one?.value === other?.value && (!keepsRows || one?.id === other?.id)
  const was = grouped(before, ({ kind }) => kind)
  const becomes = grouped(after, ({ kind }) => kind)
  return [...new Set([...was.keys(), ...becomes.keys()])].flatMap((kind) => {
    const [old, now] = [was.get(kind) ?? [], becomes.get(kind) ?? []]
    return kept.flatMap((period) => {
      const parts = partsOf(period, [...old, ...now])
      return parts.flatMap((first, index): ChangedDays[] => {
        if (isSame(inForceOn(old, first), inForceOn(now, first))) return []
        const next = parts[index + 1]
        const last = next === undefined ? period.endDate : addDays(next, -1)
        return [{ kind, first, last, was: valueOn(old, first) }]
      })
    })
  })
}

/** The last kept day on which each kind would no longer be what it was. */
export const changedKeptDays = (
  kept: readonly Period[],
  change: Change,
  { mayBegin, keepsRows }: Kept,
): Map<string, LocalDate> => {
  const changed = new Map<string, LocalDate>()
  for (const { kind, last, was } of changesWithin(kept, change, { keepsRows })) {
    if (was === undefined && mayBegin) continue
    const known = changed.get(kind)
    if (known === undefined || known < last) changed.set(kind, last)
  }
  return changed
}

/** By kind, on which days one more rate of it can begin, and what is planned. */
export const readRateDays = async (
  db: Db,
  { dated, which }: { readonly dated: Dated; readonly which: SQL },
  { kept: settled, today }: { readonly kept: readonly Period[]; readonly today: LocalDate },
): Promise<Map<string, RateDays>> => {
  const inForce = await readInForce(db, dated, ALWAYS, which)
  const kept = changedKeptDays(settled, { before: inForce, after: [] }, { mayBegin: true })
  return new Map(
    [...grouped(inForce, ({ kind }) => kind)].map(([kind, rows]) => {
      const begun = rows.filter(({ startsOn }) => startsOn <= today)
      const lastKept = kept.get(kind)
      const ends = begun.flatMap(({ endsBefore }) => endsBefore ?? []).sort()
      const last = ends.length < begun.length ? undefined : ends.at(-1)
      const isInForce = valueOn(rows, today) !== undefined
      const first = isInForce ? undefined : rows.find(({ startsOn }) => startsOn > today)?.startsOn
      const fixedUntil = lastFixedDay(settled, { today, first })
      return [
        kind,
        {
          hasBegun: begun.length > 0,
          earliest: lastKept === undefined ? '' : addDays(lastKept, 1),
          endedOn: last !== undefined && last <= today ? last : '',
          planned: rows
            .filter(({ startsOn }) => startsOn > fixedUntil)
            .map(({ value: rate, startsOn: from }) => ({ rate, from })),
        },
      ]
    }),
  )
}
