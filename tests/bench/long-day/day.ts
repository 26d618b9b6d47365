/** What the two long days share: how much of a day is run, and how its parts compare. */
import { median, percentile, type Row, type Target } from '../bench.ts'

/** Which part of the day is run, such as 0.1 to try it. */
export const PART = Number(process.env.LONG_DAY ?? 1)
if (!(PART > 0 && PART <= 1)) throw new RangeError('LONG_DAY must be above 0 and at most 1')

export const MEGABYTE = 1024 * 1024

/** How much more there may be of anything at the end than at the beginning. */
const GROWTH_AT_MOST = 1.1

/** The median and the 95th percentile of times in ms, as columns. */
export const timesOf = (what: string, times: readonly number[]): Record<string, number> => ({
  [`${what}, median, ms`]: median(times),
  [`${what}, p95, ms`]: percentile(times, 0.95),
})

/** Compares each column of two rows. */
export const growthOf = (what: string, first: Row['values'], last: Row['values']): Target[] =>
  Object.entries(last).map(([column, value]) => ({
    name: `${what}: ${column}`,
    value: value / (first[column] ?? Number.NaN),
    unit: '×',
    atMost: GROWTH_AT_MOST,
  }))
