const MINUTE = 60_000
const FIRST = 15_000
const LONGEST = 60 * MINUTE

/**
 * The pause after a failed attempt, in milliseconds: twice as long after each, up to an hour, and a quarter more or less
 * so that jobs that failed together don't come back together.
 *
 * @param attempt the one that failed, from 1
 * @param random from 0 to 1
 */
export const retryPause = (attempt: number, random: number): number =>
  Math.round(Math.min(FIRST * 2 ** (attempt - 1), LONGEST) * (0.75 + random / 2))
