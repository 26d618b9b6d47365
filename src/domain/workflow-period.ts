/** The periods of the workflow counts. */
import { addDays, addMonths, daysBetween, endOfMonth, type LocalDate, startOfMonth, startOfWeek } from './time.ts'

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
const schoolYearOf = (today: LocalDate): Period => {
  const august = `${today.slice(0, 4)}-08-01`
  const from = august <= today ? august : addMonths(august, -12)
  return { from, to: addDays(addMonths(from, 12), -1) }
}

/** The period around today: weeks start on Sunday, half-months match billing, school years start in August. */
export const periodOf = (name: PeriodName, today: LocalDate): Period => {
  const month = { from: startOfMonth(today), to: endOfMonth(today) }
  switch (name) {
    case 'week':
      return { from: startOfWeek(today), to: addDays(startOfWeek(today), 6) }
    case 'half-month': {
      const middle = addDays(month.from, 14)
      return today <= middle ? { from: month.from, to: middle } : { from: addDays(middle, 1), to: month.to }
    }
    case 'month':
      return month
    case 'school-year':
      return schoolYearOf(today)
  }
}
