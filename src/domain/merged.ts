/** `{ a: A } & { b: B }` of `{ a: A } | { b: B }` */
export type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never

/**
 * All that the parts have, in one object.
 *
 * @throws RangeError if two have something with one name
 */
export const merged = <Part extends object>(parts: readonly Part[]): Merged<Part> => {
  const all = new Map<string, unknown>()
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (all.has(name)) throw new RangeError(`Two parts have ${name}`)
    all.set(name, value)
  }
  return Object.fromEntries(all) as Merged<Part>
}
