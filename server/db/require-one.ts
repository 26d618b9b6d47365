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
