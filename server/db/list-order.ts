import { asc, type Column, desc, type SQL } from 'drizzle-orm'

/**
 * The order that a list was asked for in.
 *
 * @param columns by key, each list ending in one that no two rows share: pages do not overlap
 * @param usual where none was asked for
 */
export const orderOf = <Key extends string>(
  sort: Key | `-${Key}` | undefined,
  columns: Readonly<Record<Key, readonly Column[]>>,
  usual: Key,
): SQL[] => {
  const isBackwards = sort?.startsWith('-') === true
  // What begins with '-' is a key behind it.
  const key = (isBackwards ? sort?.slice(1) : sort) as Key | undefined
  return columns[key ?? usual].map((column) => (isBackwards ? desc(column) : asc(column)))
}
