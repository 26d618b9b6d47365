/**
 * Rates that apply from a date on: what schools pay for services, their admin fees, and what providers are paid
 * (docs/decisions/dated-rates.md).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { LocalDate } from '#domain/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { DatedTable } from './in-force.ts'

interface DatedRate {
  readonly id: number
  readonly rate: string
  readonly effectiveDate: LocalDate
  /** Not in force from this day on. */
  readonly endedOn: LocalDate | null
}

/**
 * For each kind of rate, the one in force or else the first planned one, and the one that follows.
 *
 * @param rates oldest first within a kind
 * @param kindOf such as the service and rate type
 */
export const currentAndPlanned = <Rate extends Pick<DatedRate, 'effectiveDate'>>(
  rates: readonly Rate[],
  kindOf: (rate: Rate) => string | number,
  today: LocalDate,
) => {
  const kinds = new Map<string | number, Rate[]>()
  for (const rate of rates) kinds.set(kindOf(rate), [...(kinds.get(kindOf(rate)) ?? []), rate])
  return [...kinds.values()].flatMap((kind) => {
    const current = kind.findLast(({ effectiveDate }) => effectiveDate <= today) ?? kind[0]
    if (!current) return []
    const planned = kind.find(({ effectiveDate }) => effectiveDate > today && effectiveDate > current.effectiveDate)
    return [{ current, planned }]
  })
}

/**
 * Each rate, and each end after which there is none, with what was in force before, newest first.
 *
 * @param rates of one kind, oldest first
 */
export const changesOf = <Rate extends DatedRate>(rates: readonly Rate[]) => {
  const changes: { id: number; rate: string | null; before: string | null; effectiveDate: LocalDate }[] = []
  let before: string | null = null
  for (const [index, { id, rate, effectiveDate, endedOn }] of rates.entries()) {
    if (endedOn !== null && endedOn <= effectiveDate) continue
    changes.push({ id, rate, before, effectiveDate })
    before = rate
    const next = rates[index + 1]
    if (endedOn === null || (next !== undefined && next.effectiveDate <= endedOn)) continue
    changes.push({ id, rate: null, before, effectiveDate: endedOn })
    before = null
  }
  return changes.reverse()
}

/** Rows that do not take effect. */
export const withdrawDated = async (tx: Tx, table: DatedTable, which: SQL | undefined, now: Date): Promise<void> => {
  await tx.execute(sql`update ${table} set deleted_at = ${now.toISOString()} where ${which}`)
}

/** Ends rows on a day, from which on they are not in force; those that would begin later do not take effect. */
export const endDated = async (
  tx: Tx,
  table: DatedTable,
  which: SQL | undefined,
  { on, now }: { readonly on: LocalDate; readonly now: Date },
): Promise<void> => {
  await tx.execute(sql`update ${table} set
    deleted_at = case when ${table.effectiveDate} >= ${on}::date then ${now.toISOString()}::timestamptz end,
    ended_on = case when ${table.effectiveDate} >= ${on}::date then ended_on else ${on}::date end
    where ${which}`)
}
