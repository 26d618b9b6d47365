/**
 * A small generator that gives the same numbers for the same seed on every machine (mulberry32): demo data must be
 * reproducible.
 */
export interface Random {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number, both ends included. */
  int: (from: number, to: number) => number
  /** True with this probability. */
  chance: (share: number) => boolean
  /** @throws RangeError if there are no items */
  pick: <T>(from: readonly T[]) => T
  /** This many different items, in their order; all of them if there are fewer. */
  some: <T>(from: readonly T[], count: number) => T[]
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)]
      if (picked === undefined) throw new RangeError('No items to pick from.')
      return picked
    },
    some: (from, count) => {
      let wanted = Math.min(count, from.length)
      return from.filter((_, index) => {
        const isTaken = next() * (from.length - index) < wanted
        if (isTaken) wanted -= 1
        return isTaken
      })
    },
  }
}
