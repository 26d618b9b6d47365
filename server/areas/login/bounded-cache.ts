/** Keeps only the most recently set values, up to a maximum. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key)
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#limit) return
    const oldest = this.#values.keys().next()
    if (!oldest.done) this.#values.delete(oldest.value)
  }

  delete(key: Key): void {
    this.#values.delete(key)
  }

  entries(): IterableIterator<[Key, Value]> {
    return this.#values.entries()
  }
}
