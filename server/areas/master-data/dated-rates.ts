/**
 * Rates that apply from a date on: what schools pay for services, their admin fees, and what providers are paid
 * (docs/decisions/dated-rates.md).
 */
import { and, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Period } from '#domain/billing/period.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { DatedTable, InForce } from './in-force.ts'
import { lastDayOf } from './kept-days.ts'

/**
 * For each kind of rate, the one in force or else the first planned one, and the one that follows.
 *
 * @param rates oldest first within a kind
 * @param kindOf such as the service and rate type
 */
export const currentAndPlanned = <Rate extends { readonly effectiveDate: LocalDate }>(
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
 * @param rates of one kind, in order of date
 */
export const changesOf = (rates: readonly InForce[]) => {
  const changes: { id: number; rate: string | null; before: string | null; effectiveDate: LocalDate }[] = []
  let before: string | null = null
  for (const [index, { id, value, startsOn, endsBefore }] of rates.entries()) {
    changes.push({ id, rate: value, before, effectiveDate: startsOn })
    before = value
    if (endsBefore === null || rates[index + 1]?.startsOn === endsBefore) continue
    changes.push({ id, rate: null, before, effectiveDate: endsBefore })
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

/**
 * Rows that have ended give way to a new one of their kind from its first day on. Days that are kept stay as they are.
 *
 * @param which all rows of the kind
 */
export const giveWay = async (
  tx: Tx,
  table: DatedTable,
  which: SQL | undefined,
  {
    from,
    kept,
    today,
    now,
  }: { readonly from: LocalDate; readonly kept: readonly Period[]; readonly today: LocalDate; readonly now: Date },
): Promise<void> => {
  const last = lastDayOf(kept.filter(({ startDate }) => startDate < today))
  const on = last === undefined || last < from ? from : addDays(last, 1)
  await endDated(tx, table, and(which, isNull(table.deletedAt), gt(table.endedOn, on)), { on, now })
}
