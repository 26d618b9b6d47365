/** The periods of the workflow counts. */
import { halfMonthBefore, halfMonthOf } from './billing/period.ts'
import {
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  formatMonth,
  type LocalDate,
  localDateSchema,
  startOfMonth,
  startOfWeek,
} from './time.ts'

/** Both days are inclusive. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** In days, inclusive: two school years. */
export const LONGEST_PERIOD = 732

/** The days just before a period, as many as it has. */
export const periodBefore = ({ from, to }: Period): Period => {
  const end = addDays(from, -1)
  return { from: addDays(end, -daysBetween(from, to)), to: end }
}

/** Why a period is invalid; undefined if it is valid. */
export const periodProblem = ({ from, to }: Period): string | undefined => {
  if (to < from) return "End Date can't be less than Start Date"
  if (daysBetween(from, to) >= LONGEST_PERIOD) return `A period can have at most ${LONGEST_PERIOD} days`
  return undefined
}

const CURRENT = [
  { id: 'week', name: 'This week' },
  { id: 'half-month', name: 'This half-month' },
  { id: 'month', name: 'This month' },
  { id: 'school-year', name: 'School year' },
] as const

const LAST = [
  { id: 'last-week', name: 'Last week' },
  { id: 'last-half-month', name: 'Last half-month' },
  { id: 'last-month', name: 'Last month' },
] as const

/** Relative to today, or a month by name: '2026-09'. */
export type PeriodName = (typeof CURRENT | typeof LAST)[number]['id'] | `${number}-${number}`

/** Months that are offered by name, before last month. */
const NAMED_MONTHS = 11

const monthOf = (date: LocalDate) => date.slice(0, 7) as `${number}-${number}`

const isRelative = (name: PeriodName): boolean => [...CURRENT, ...LAST].some(({ id }) => id === name)

/**
 * The periods to choose from, in groups.
 *
 * @param chosen offered, too, if it is another month, such as one from an old link
 */
export const periodChoices = (today: LocalDate, chosen?: PeriodName) => {
  const recent = Array.from({ length: NAMED_MONTHS }, (_, before) =>
    monthOf(addMonths(startOfMonth(today), -2 - before)),
  )
  const months = chosen === undefined || isRelative(chosen) ? recent : [...new Set([...recent, chosen])]
  return [
    { group: 'Until today', periods: CURRENT },
    { group: 'Before', periods: LAST },
    {
      group: 'Months',
      periods: months
        .toSorted()
        .toReversed()
        .map((id) => ({ id, name: formatMonth(`${id}-01`) })),
    },
  ]
}

/** Undefined for text that names no period. */
export const periodNamed = (text: string | null): PeriodName | undefined => {
  const relative = [...CURRENT, ...LAST].find(({ id }) => id === text)
  if (relative) return relative.id
  const first = localDateSchema.safeParse(`${text}-01`)
  return first.success ? monthOf(first.data) : undefined
}

/** Before August, the school year that started the previous summer. */
const startOfSchoolYear = (today: LocalDate): LocalDate => {
  const august = `${today.slice(0, 4)}-08-01`
  return august <= today ? august : addMonths(august, -12)
}

const wholeMonth = (first: LocalDate): Period => ({ from: first, to: endOfMonth(first) })

/**
 * Current periods end today, so that the days before them compare fairly. Weeks start on Sunday, half-months match
 * billing, school years start in August.
 */
export const periodOf = (name: PeriodName, today: LocalDate): Period => {
  const week = startOfWeek(today)
  const half = halfMonthOf(today)
  const month = startOfMonth(today)
  switch (name) {
    case 'week':
      return { from: week, to: today }
    case 'half-month':
      return { from: half.startDate, to: today }
    case 'month':
      return { from: month, to: today }
    case 'school-year':
      return { from: startOfSchoolYear(today), to: today }
    case 'last-week':
      return { from: addDays(week, -7), to: addDays(week, -1) }
    case 'last-half-month': {
      const { startDate, endDate } = halfMonthBefore(half)
      return { from: startDate, to: endDate }
    }
    case 'last-month':
      return wholeMonth(addMonths(month, -1))
    default:
      return wholeMonth(`${name}-01`)
  }
}
