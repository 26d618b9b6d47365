/** How often each key occurs: never, if it was not added. */
export class Tally<Key> {
  readonly #counts = new Map<Key, number>()

  constructor(keys: Iterable<Key> = []) {
    for (const key of keys) this.add(key)
  }

  /** @returns how often it occurs now */
  add(key: Key, times = 1): number {
    const count = this.of(key) + times
    this.#counts.set(key, count)
    return count
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0
  }

  /** In the order in which the keys first occurred. */
  entries(): readonly (readonly [Key, number])[] {
    return [...this.#counts]
  }
}
