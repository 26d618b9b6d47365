/** The days over which it is counted what workflows did. */
import { addDays, addMonths, daysBetween, endOfMonth, type LocalDate, startOfMonth, startOfWeek } from './time.ts'

/** Both days count. */
export interface Period {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** Days, both ends included: two school years. */
export const LONGEST_PERIOD = 732

/** Why the days are no period that can be asked for; undefined where they are. */
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

/** Before August it is still the year that began the summer before. */
const schoolYearOf = (today: LocalDate): Period => {
  const august = `${today.slice(0, 4)}-08-01`
  const from = august <= today ? august : addMonths(august, -12)
  return { from, to: addDays(addMonths(from, 12), -1) }
}

/** The days of a period around today: weeks from Sunday, half-months as they are billed, the school year from August. */
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
