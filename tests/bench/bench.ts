/**
 * The results of a benchmark. Each file `tests/bench/NAME.bench.ts` exports `const bench: Bench`; `npm run bench` runs
 * all of them but the long ones, or those whose file name contains one of its arguments (`npm run bench -- week-grid`).
 */

export interface Row {
  /** What was measured, such as 'Homeroom, 500 events'. */
  name: string
  /** Values by column; the column's name includes the unit ('first render, ms'). */
  values: Readonly<Record<string, number>>
}

export interface Target {
  name: string
  value: number
  /** The unit, or '×' for a ratio of two rows of the same run. */
  unit: string
  /** The limit that the value must not exceed, or must reach. */
  atMost?: number
  atLeast?: number
}

export interface BenchResult {
  rows: readonly Row[]
  targets: readonly Target[]
  /** How it was measured, in a sentence or two, and which parts could not run and why. */
  notes?: readonly string[]
}

export interface Bench {
  name: string
  /** How long it takes, in words, if that is more than a few minutes: it then runs only when it is named. */
  lasts?: string
  run: () => Promise<BenchResult>
}

export const isMet = ({ value, atMost, atLeast }: Target): boolean =>
  value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** @param part such as 0.95; of no values, 0 */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? 0
