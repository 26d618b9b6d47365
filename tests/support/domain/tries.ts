/**
 * How often a property is tried: `count` times in the suite, which has to stay quick, and as many times that as TRIES
 * says for a long look, such as `TRIES=50 npx vitest run --project unit fuzz`.
 */
export const tries = (count: number): { numRuns: number } => ({ numRuns: count * Number(process.env.TRIES ?? 1) })
