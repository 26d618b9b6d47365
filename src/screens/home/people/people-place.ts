/** The week and the filters of the People view in its address. */
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import { PERSON_DAY_FILTERS, type PersonDayFilter } from './person-day.ts'

export interface PeoplePlace {
  /** Any day of the week shown. */
  readonly date: LocalDate
  /** Only providers with such a day. */
  readonly status: PersonDayFilter | undefined
  /** Part of a provider's name. */
  readonly search: string
}

export const readPeoplePlace = (query: string, today: LocalDate): PeoplePlace => {
  const params = new URLSearchParams(query)
  return {
    date: localDateSchema.safeParse(params.get('date')).data ?? today,
    status: PERSON_DAY_FILTERS.find((status) => status === params.get('status')),
    search: params.get('search') ?? '',
  }
}

/** '' for this week, unfiltered. */
export const writePeoplePlace = ({ date, status, search }: PeoplePlace, today: LocalDate): string => {
  const params = new URLSearchParams()
  if (date !== today) params.set('date', date)
  if (status) params.set('status', status)
  if (search !== '') params.set('search', search)
  return params.toString()
}
