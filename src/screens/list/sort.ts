import type { FilterCodec } from './list-address.ts'

/** One way to order a list. */
export interface SortOption {
  /** As the calls name it; '' is the usual one. */
  readonly value: string
  readonly label: string
}

export interface Sort {
  /** How the filter `sort` stands in the address. */
  readonly codec: FilterCodec<string>
  readonly options: readonly SortOption[]
}

/**
 * The orders of a list by some of its columns, each from A to Z and from Z to A.
 *
 * @param columns their titles by the names that the calls have for them; the list is ordered by the first
 */
export const sortOf = (columns: Readonly<Record<string, string>>): Sort => {
  const options = Object.entries(columns).flatMap(([key, title], place) => [
    { value: place === 0 ? '' : key, label: `${title}, A-Z` },
    { value: `-${key}`, label: `${title}, Z-A` },
  ])
  return {
    codec: {
      none: '',
      read: (text) => options.find(({ value }) => value === text)?.value,
      write: (value) => value,
    },
    options,
  }
}
