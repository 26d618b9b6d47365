/** Where a calendar stands: which days, and which provider, school, student and words narrow them. */
import type { ProviderOption, SchoolOption, StudentOption } from '#contract/lookups.ts'
import { addDays, type LocalDate, weekdayOf, weekOf } from '#domain/time.ts'

export type CalendarView = 'weekly' | 'daily'

/** Undefined is 'All'. */
export interface CalendarFilters {
  providerId: number | undefined
  schoolId: number | undefined
  studentId: number | undefined
  search: string
}

/** What the filters offer. */
export interface CalendarOptions {
  providers: readonly ProviderOption[]
  schools: readonly SchoolOption[]
  students: readonly StudentOption[]
}

export const NO_OPTIONS: CalendarOptions = { providers: [], schools: [], students: [] }

/** What a calendar shows, and what its address says. */
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

/** Which days there are: of some calendars Monday to Friday alone. */
export interface DaysOffered {
  weekdaysOnly: boolean
}

const isWeekend = (date: LocalDate): boolean => [0, 6].includes(weekdayOf(date))

/** The date itself; where a weekend is left out, the Monday after it, or with a step back the Friday before it. */
export const offeredDate = (date: LocalDate, { weekdaysOnly }: DaysOffered, step: 1 | -1 = 1): LocalDate =>
  weekdaysOnly && isWeekend(date) ? offeredDate(addDays(date, step), { weekdaysOnly }, step) : date

/** The days on screen: the week from Sunday, or the one day. */
export const daysShown = ({
  view,
  date,
  weekdaysOnly,
}: Pick<CalendarPlace, 'view' | 'date'> & DaysOffered): LocalDate[] =>
  view === 'weekly' ? weekOf(date).filter((day) => !weekdaysOnly || !isWeekend(day)) : [date]

/** Week arrows show the neighbouring week, day arrows the neighbouring day. */
export const neighbourDate = ({ view, date, weekdaysOnly }: CalendarPlace & DaysOffered, step: 1 | -1): LocalDate =>
  offeredDate(addDays(date, step * (view === 'weekly' ? 7 : 1)), { weekdaysOnly }, step)

/**
 * With a student chosen, the provider and the school that the student was chosen under stay as they are; one that is
 * still on 'All' may narrow further (spec 2, section 4: "depending on what is chosen").
 */
export const isFilterLocked = ({ filters }: Pick<CalendarPlace, 'filters'>, filter: ChoiceFilter): boolean =>
  filter !== 'studentId' && filters.studentId !== undefined && filters[filter] !== undefined

const isSameChoice = (a: CalendarFilters, b: CalendarFilters) =>
  a.providerId === b.providerId && a.schoolId === b.schoolId && a.studentId === b.studentId && a.search === b.search

/** Whether both show the same. */
export const isSamePlace = (a: CalendarPlace, b: CalendarPlace): boolean =>
  a.view === b.view && a.date === b.date && isSameChoice(a.filters, b.filters)

export const isFiltered = ({ filters }: Pick<CalendarPlace, 'filters'>): boolean => !isSameChoice(filters, NO_FILTERS)

/** The provider before or after the chosen one, around the end; from 'All' the last or the first. */
export const neighbourProvider = (
  { filters: { providerId }, options }: Pick<CalendarPlace, 'filters'> & { options: CalendarOptions },
  step: 1 | -1,
): number | undefined => {
  const ids = options.providers.map(({ id }) => id)
  const at = providerId === undefined ? -1 : ids.indexOf(providerId)
  return ids.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % ids.length)
}
