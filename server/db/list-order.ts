import { asc, type Column, desc, type SQL } from 'drizzle-orm'

/**
 * The sort order that a list was requested in.
 *
 * @param columns by key; each list must end in a unique column, so that pages do not overlap
 * @param usual the default key
 */
export const orderOf = <Key extends string>(
  sort: Key | `-${Key}` | undefined,
  columns: Readonly<Record<Key, readonly (Column | SQL)[]>>,
  usual: Key,
): SQL[] => {
  const isBackwards = sort?.startsWith('-') === true
  // '-' means descending order.
  const key = (isBackwards ? sort?.slice(1) : sort) as Key | undefined
  return columns[key ?? usual].map((column) => (isBackwards ? desc(column) : asc(column)))
}
