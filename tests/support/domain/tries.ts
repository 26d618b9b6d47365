/**
 * How many times to try a property: `count` times in the suite, which must stay fast, multiplied by TRIES for a longer
 * run, such as `TRIES=50 npx vitest run --project unit fuzz`.
 */
export const tries = (count: number): { numRuns: number } => ({ numRuns: count * Number(process.env.TRIES ?? 1) })
