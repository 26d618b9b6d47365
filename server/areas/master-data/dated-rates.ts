/** Rates that apply from a date on: what schools pay for services, and what providers are paid. */
import type { LocalDate } from '#domain/time.ts'

interface DatedRate {
  readonly id: number
  readonly rate: string
  readonly effectiveDate: LocalDate
}

/**
 * For each kind of rate, the one in force or else the first planned one, and the one that follows.
 *
 * @param rates oldest first within a kind
 * @param kindOf such as the service and rate type
 */
export const currentAndPlanned = <Rate extends DatedRate>(
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
 * Each rate with the one before it, newest first.
 *
 * @param rates of one kind, oldest first
 */
export const changesOf = <Rate extends DatedRate>(rates: readonly Rate[]) =>
  rates.map((rate, index) => ({ ...rate, before: rates[index - 1]?.rate ?? null })).reverse()
