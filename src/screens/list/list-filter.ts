import type { ComponentType } from 'react'
import { combineFilters, type Filter, type FilterBase, type Filters, type Together } from '#contract/filters.ts'

export interface FilterControlProps<Values> {
  readonly values: Values
  readonly change: (changed: Partial<Values>) => void
}

/** A filter that only one list has, with a custom control. */
export interface SpecialFilter<Values> extends FilterBase<Values> {
  readonly kind: 'special'
  readonly Control: ComponentType<FilterControlProps<Values>>
}

export type ListFilter<Values> = Filter<Values> | SpecialFilter<Values>

/** Like `filtersOf`, but allows special filters. */
export const listFiltersOf = <Parts extends readonly object[]>(
  ...list: { readonly [Index in keyof Parts]: ListFilter<Parts[Index]> }
): Filters<Together<Parts>, ListFilter<Together<Parts>>> =>
  // A filter of some values is also a filter of all of them.
  combineFilters(list as unknown as readonly ListFilter<Together<Parts>>[])
