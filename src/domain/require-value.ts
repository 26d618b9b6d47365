/**
 * A value that must be there, because what was checked before says so.
 *
 * @param what 'The school'
 * @throws RangeError if it is missing
 */
export const requireValue = <Value>(value: Value | null | undefined, what: string): Value => {
  if (value === null || value === undefined) throw new RangeError(`${what} is missing`)
  return value
}
