import type { LocalDate } from '#domain/time.ts'

/** A calendar's address on another date, with its view and filters. */
export const onDate = (address: string, date: LocalDate): string => {
  const [path = '', search = ''] = address.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('date', date)
  return `${path}?${query}`
}
