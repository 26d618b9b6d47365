/** The minutes per school week that a caseload mandates (docs/decisions/mandated-minutes.md). */
import { addDays, daysBetween, type LocalDate, startOfWeek } from './time.ts'

export interface Mandate {
  /** From the service frequency: how often per event frequency. */
  times: number
  /** Per session. */
  minutes: number
  /** From the event frequency: its length in school weeks. */
  everyWeeks: number
}

/** Not rounded. */
export const mandatedMinutes = ({ times, minutes, everyWeeks }: Mandate): number => (times * minutes) / everyWeeks

const SCHOOL_DAYS = 5

/**
 * How much of a week's mandate is due, from 0 to 1: all of it when the week's school days (Monday to Friday) have begun,
 * none of it before Monday.
 *
 * @param from the week's Sunday
 */
export const shareOfWeek = (from: LocalDate, today: LocalDate): number =>
  Math.min(SCHOOL_DAYS, Math.max(0, daysBetween(from, today))) / SCHOOL_DAYS

/**
 * How many weeks' mandates are due: each week by its share.
 *
 * @param weeks whole weeks, from a Sunday to a Saturday
 */
export const weeksDue = ({ first, last }: { first: LocalDate; last: LocalDate }, today: LocalDate): number => {
  const current = startOfWeek(today)
  if (last < current) return (daysBetween(first, last) + 1) / 7
  return first > current ? 0 : daysBetween(first, current) / 7 + shareOfWeek(current, today)
}

/** The longest range, in weeks. */
export const MAX_WEEKS = 106
const USUAL_WEEKS = 12

export const studentMessages = {
  missing: 'Student not found.',
  tooLong: 'Please choose a range of two years or less.',
  noSessions: 'No Data Found',
} as const

/** The whole weeks, Sunday to Saturday, that a range touches. By default, twelve weeks that end today. */
export const weeksOfRange = (
  { from, to }: { from?: LocalDate | '' | undefined; to?: LocalDate | '' | undefined },
  today: LocalDate,
): { first: LocalDate; last: LocalDate } => {
  // A range that starts in the future covers only its first week.
  const end = to || (from && from > today ? from : today)
  const lastWeek = startOfWeek(end)
  return { first: from ? startOfWeek(from) : addDays(lastWeek, -7 * (USUAL_WEEKS - 1)), last: addDays(lastWeek, 6) }
}

/** The start of the school year for looking up its first session. */
export const yearBegins = (today: LocalDate): LocalDate => {
  const year = Number(today.slice(0, 4))
  return `${today.slice(5) < '07-01' ? year - 1 : year}-07-01`
}
