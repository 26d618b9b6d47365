/**
 * The row that a statement must return, such as the one that it inserted, or a count.
 *
 * @param what 'The hand-over'
 * @throws RangeError if there is none
 */
export const requireOne = <Row>([row]: readonly Row[], what: string): Row => {
  if (row === undefined) throw new RangeError(`${what} is missing from what the statement returned`)
  return row
}

/** As `requireOne`, from a statement that counts. */
export const requireCount = (rows: readonly { readonly total: number }[]): number => requireOne(rows, 'The count').total

/** @throws RangeError if the list is shorter, such as that of the ids of inserted rows */
export const requireAt = <Item>(items: readonly Item[], index: number): Item =>
  requireOne(items.slice(index, index + 1), `Number ${index + 1}`)

/**
 * The value of an id that is stored elsewhere.
 *
 * @param what 'The service'
 * @throws RangeError if there is none
 */
export const requireKey = <Key, Value>(values: ReadonlyMap<Key, Value>, key: Key, what: string): Value => {
  const value = values.get(key)
  if (value === undefined) throw new RangeError(`${what} ${key} is missing`)
  return value
}
