/**
 * How many times to try a property: `count` times in the suite, which must stay fast, multiplied by TRIES for a longer
 * run, such as `TRIES=50 npx vitest run --project unit fuzz`.
 */
export const tries = (count: number): { numRuns: number } => ({ numRuns: count * Number(process.env.TRIES ?? 1) })

/** Seeds for that many random runs, from `SEED` on, which repeats a run that failed: `SEED=7 TRIES=1`. */
export const seeds = (count: number): number[] => {
  const first = Number(process.env.SEED ?? 1)
  return Array.from({ length: tries(count).numRuns }, (_, index) => first + index)
}
