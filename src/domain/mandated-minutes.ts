/** What a caseload asks for, in minutes of a school week (docs/decisions/mandated-minutes.md). */
import { addDays, type LocalDate, startOfWeek } from './time.ts'

export interface Mandate {
  /** Of 'service frequency': how often within the event frequency. */
  times: number
  /** Of one time. */
  minutes: number
  /** Of 'event frequency': within how many school weeks. */
  everyWeeks: number
}

/** Exact; half a session a week has half its minutes. */
export const mandatedMinutes = ({ times, minutes, everyWeeks }: Mandate): number => (times * minutes) / everyWeeks

/** Weeks of a range; asked for at most. */
export const MAX_WEEKS = 106
const USUAL_WEEKS = 12

export const studentMessages = {
  missing: 'Student not found.',
  tooLong: 'Please choose at most two years.',
  noSessions: 'No Data Found',
} as const

/** The whole weeks, Sunday to Saturday, that a range touches: what is left open ends today and has twelve weeks. */
export const weeksOfRange = (
  { from, to }: { from?: LocalDate | '' | undefined; to?: LocalDate | '' | undefined },
  today: LocalDate,
): { first: LocalDate; last: LocalDate } => {
  // A range that begins later than today has its first week alone.
  const end = to || (from && from > today ? from : today)
  const lastWeek = startOfWeek(end)
  return { first: from ? startOfWeek(from) : addDays(lastWeek, -7 * (USUAL_WEEKS - 1)), last: addDays(lastWeek, 6) }
}

/** School years begin in July; the first session of it is not before. */
export const yearBegins = (today: LocalDate): LocalDate => {
  const year = Number(today.slice(0, 4))
  return `${today.slice(5) < '07-01' ? year - 1 : year}-07-01`
}
