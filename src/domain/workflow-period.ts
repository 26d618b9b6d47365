/** The periods of the workflow counts. */
import { addDays, addMonths, daysBetween, type LocalDate, startOfMonth, startOfWeek } from './time.ts'

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

export const PERIODS = [
  { id: 'week', name: 'This week' },
  { id: 'half-month', name: 'This half-month' },
  { id: 'month', name: 'This month' },
  { id: 'school-year', name: 'School year' },
] as const
export type PeriodName = (typeof PERIODS)[number]['id']

/** Before August, the school year that started the previous summer. */
const startOfSchoolYear = (today: LocalDate): LocalDate => {
  const august = `${today.slice(0, 4)}-08-01`
  return august <= today ? august : addMonths(august, -12)
}

const startOf = (name: PeriodName, today: LocalDate): LocalDate => {
  const month = startOfMonth(today)
  const middle = addDays(month, 15)
  switch (name) {
    case 'week':
      return startOfWeek(today)
    case 'half-month':
      return today < middle ? month : middle
    case 'month':
      return month
    case 'school-year':
      return startOfSchoolYear(today)
  }
}

/**
 * The period up to today, so that the days before it compare fairly: weeks start on Sunday, half-months match billing,
 * school years start in August.
 */
export const periodOf = (name: PeriodName, today: LocalDate): Period => ({ from: startOf(name, today), to: today })
