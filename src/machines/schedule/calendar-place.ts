/** What a calendar shows: the days, and the provider, school, student and search text that narrow them. */
import type { ProviderOption, SchoolOption, StudentOption } from '#contract/lookups.ts'
import { addDays, isWeekend, type LocalDate, weekOf } from '#domain/time.ts'

export type CalendarView = 'weekly' | 'daily'

/** Undefined means 'All'. */
export interface CalendarFilters {
  providerId: number | undefined
  schoolId: number | undefined
  studentId: number | undefined
  search: string
}

/** The choices of the filters. */
export interface CalendarOptions {
  providers: readonly ProviderOption[]
  schools: readonly SchoolOption[]
  students: readonly StudentOption[]
}

export const NO_OPTIONS: CalendarOptions = { providers: [], schools: [], students: [] }

/** What a calendar shows, as encoded in its address. */
export interface CalendarPlace {
  view: CalendarView
  date: LocalDate
  filters: CalendarFilters
}

export type ChoiceFilter = 'providerId' | 'schoolId' | 'studentId'

export const NO_FILTERS: CalendarFilters = {
  providerId: undefined,
  schoolId: undefined,
  studentId: undefined,
  search: '',
}

/** Which days are shown: some calendars only have Monday to Friday. */
export interface DaysOffered {
  weekdaysOnly: boolean
}

/** The date itself; without weekends, a Saturday or Sunday becomes the next Monday, or the previous Friday when going back. */
export const offeredDate = (date: LocalDate, { weekdaysOnly }: DaysOffered, step: 1 | -1 = 1): LocalDate =>
  weekdaysOnly && isWeekend(date) ? offeredDate(addDays(date, step), { weekdaysOnly }, step) : date

/** The days on screen: the week from Sunday, or a single day. */
export const daysShown = ({
  view,
  date,
  weekdaysOnly,
}: Pick<CalendarPlace, 'view' | 'date'> & DaysOffered): LocalDate[] =>
  view === 'weekly' ? weekOf(date).filter((day) => !weekdaysOnly || !isWeekend(day)) : [date]

/** Week arrows move by a week, day arrows by a day. */
export const neighborDate = ({ view, date, weekdaysOnly }: CalendarPlace & DaysOffered, step: 1 | -1): LocalDate =>
  offeredDate(addDays(date, step * (view === 'weekly' ? 7 : 1)), { weekdaysOnly }, step)

/**
 * After a student is chosen, the provider and school filters that were set stay fixed; those still on 'All' may narrow
 * further (spec 2, section 4: "depending on what is chosen").
 */
export const isFilterLocked = ({ filters }: Pick<CalendarPlace, 'filters'>, filter: ChoiceFilter): boolean =>
  filter !== 'studentId' && filters.studentId !== undefined && filters[filter] !== undefined

const isSameChoice = (a: CalendarFilters, b: CalendarFilters) =>
  a.providerId === b.providerId && a.schoolId === b.schoolId && a.studentId === b.studentId && a.search === b.search

export const isSamePlace = (a: CalendarPlace, b: CalendarPlace): boolean =>
  a.view === b.view && a.date === b.date && isSameChoice(a.filters, b.filters)

export const isFiltered = ({ filters }: Pick<CalendarPlace, 'filters'>): boolean => !isSameChoice(filters, NO_FILTERS)

/** The employed provider before or after the chosen one, wrapping around; from 'All' the last or the first. */
export const neighborProvider = (
  { filters: { providerId }, options }: Pick<CalendarPlace, 'filters'> & { options: CalendarOptions },
  step: 1 | -1,
): number | undefined => {
  const ids = options.providers.flatMap(({ id, hasLeft }) => (hasLeft ? [] : [id]))
  const at = providerId === undefined ? -1 : ids.indexOf(providerId)
  return ids.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % ids.length)
}
