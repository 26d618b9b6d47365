/** A path that was read, and the value found there. */
export interface Read {
  /** `context.form.username` */
  readonly path: string
  readonly value: unknown
}

const isRecord = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Array.isArray(value) || value instanceof Error
}

/** A copy that a proxy may answer for even if the original is frozen. */
const thawed = (value: object): object => {
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(value))
  const copy: object = Array.isArray(value) ? [] : Object.create(Object.getPrototypeOf(value))
  for (const [key, descriptor] of descriptors)
    if (!(Array.isArray(value) && key === 'length'))
      Object.defineProperty(copy, key, { ...descriptor, configurable: true })
  return copy
}

/**
 * Stands in for a value and records what is read from it, at any depth. Dates, maps and the like are passed through,
 * since their methods would fail on a proxy.
 *
 * @param name the root of the recorded paths
 */
export const recordReads = <T extends object>(
  name: string,
  value: T,
): { readonly value: T; readonly reads: () => Read[] } => {
  const seen = new Map<string, unknown>()
  const stand = (path: string, original: object): object => {
    // Keep equal objects equal.
    const known = new Map<unknown, unknown>()
    return new Proxy(thawed(original), {
      get: (target, key, receiver) => {
        const found: unknown = Reflect.get(target, key, receiver)
        if (typeof key === 'symbol' || typeof found === 'function') return found
        const inner = Array.isArray(original) && /^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`
        // Once something nested was read, only that is worth reporting.
        seen.delete(path)
        seen.set(inner, found)
        if (typeof found !== 'object' || found === null || !isRecord(found)) return found
        const answer = known.get(found) ?? stand(inner, found)
        known.set(found, answer)
        return answer
      },
    })
  }
  return { value: stand(name, value) as T, reads: () => [...seen].map(([path, read]) => ({ path, value: read })) }
}
