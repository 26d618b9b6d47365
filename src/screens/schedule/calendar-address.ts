/** Keeps a calendar's days and filters in the address, so that Back, reload, and shared links show the same. */

import { type LocalDate, localDateSchema } from '#domain/time.ts'
import type { CalendarPlace } from '#machines/schedule/calendar-place.ts'
import { idOfAddress } from '#screens/id-of-address.ts'

const idOf = (text: string | null): number | undefined => idOfAddress(text ?? undefined)

/** Parses an address; missing or invalid parts fall back to `defaults`. */
export const placeOfAddress = (search: string, defaults: CalendarPlace): CalendarPlace => {
  const query = new URLSearchParams(search)
  const view = query.get('view')
  return {
    view: view === 'weekly' || view === 'daily' ? view : defaults.view,
    date: localDateSchema.safeParse(query.get('date')).data ?? defaults.date,
    filters: {
      providerId: idOf(query.get('provider')),
      schoolId: idOf(query.get('school')),
      studentId: idOf(query.get('student')),
      search: query.get('search') ?? '',
    },
  }
}

/** The query string; empty for the defaults. Any other names the day, so that the link shows the same tomorrow. */
export const addressOfPlace = (place: CalendarPlace, defaults: CalendarPlace): string => {
  const { providerId, schoolId, studentId, search } = place.filters
  const query = new URLSearchParams()
  if (place.view !== defaults.view) query.set('view', place.view)
  if (place.date !== defaults.date) query.set('date', place.date)
  if (providerId !== undefined) query.set('provider', String(providerId))
  if (schoolId !== undefined) query.set('school', String(schoolId))
  if (studentId !== undefined) query.set('student', String(studentId))
  if (search !== '') query.set('search', search)
  if (query.size > 0) query.set('date', place.date)
  return query.toString()
}

/** A provider's day on the administrators' Home Page. */
export const providerDayAddress = (providerId: number, date: LocalDate): string =>
  `/?${new URLSearchParams({ view: 'daily', date, provider: String(providerId) })}`
