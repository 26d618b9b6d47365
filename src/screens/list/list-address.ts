/** Keeps a list's filters and page in the address, so that Back, reload, and shared links show the same rows. */
import type { ListPlace } from '#contract/call.ts'
import type { Filters } from '#contract/filters.ts'
import { DEFAULT_PAGE_SIZE, pageSizeSchema } from '#contract/paging.ts'

type AddressedFilters<Values> = Pick<Filters<Values, never>, 'read' | 'write' | 'none'>

/** Parses an address; missing or invalid parts filter nothing. */
export const placeOfAddress = <Values>(search: string, filters: AddressedFilters<Values>): ListPlace<Values> => {
  const query = new URLSearchParams(search)
  const page = query.get('page') ?? ''
  return {
    filters: filters.read(query),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    size: pageSizeSchema.safeParse(Number(query.get('size'))).data ?? DEFAULT_PAGE_SIZE,
  }
}

/** The query string; empty for the first page without filters. */
export const addressOfPlace = <Values>(
  { filters: values, page, size }: ListPlace<Values>,
  filters: AddressedFilters<Values>,
): string => {
  const query = new URLSearchParams()
  const none = filters.write(filters.none)
  for (const [name, text] of Object.entries(filters.write(values))) {
    if (text !== none[name]) query.set(name, text)
  }
  if (page !== 1) query.set('page', String(page))
  if (size !== DEFAULT_PAGE_SIZE) query.set('size', String(size))
  return query.toString()
}
