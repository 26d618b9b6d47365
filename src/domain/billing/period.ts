/** Billing periods: half-months, from the 1st to the 15th and from the 16th to the end of the month (spec 2, section 9). */
import { addDays, endOfMonth, formatDate, type LocalDate, startOfMonth } from '../time.ts'

export interface Period {
  readonly startDate: LocalDate
  /** Inclusive. */
  readonly endDate: LocalDate
}

const dayOf = (date: LocalDate): string => date.slice(8)

const halfDay = (date: LocalDate, day: '15' | '16'): LocalDate => `${date.slice(0, 8)}${day}`

export const isWithin = (date: LocalDate, { startDate, endDate }: Period): boolean =>
  startDate <= date && date <= endDate

/** The half-month of a day. */
export const halfMonthOf = (date: LocalDate): Period =>
  dayOf(date) <= '15'
    ? { startDate: startOfMonth(date), endDate: halfDay(date, '15') }
    : { startDate: halfDay(date, '16'), endDate: endOfMonth(date) }

export const halfMonthBefore = ({ startDate }: Period): Period => halfMonthOf(addDays(startDate, -1))

export const halfMonthAfter = ({ endDate }: Period): Period => halfMonthOf(addDays(endDate, 1))

/**
 * The latest half-months that are over, the newest first.
 *
 * @param today the organization's date
 */
export const latestHalfMonths = (today: LocalDate, count: number): Period[] => {
  const periods: Period[] = []
  let period = halfMonthBefore(halfMonthOf(today))
  while (periods.length < count) {
    periods.push(period)
    period = halfMonthBefore(period)
  }
  return periods
}

export const isHalfMonth = ({ startDate, endDate }: Period): boolean => {
  const half = halfMonthOf(startDate)
  return half.startDate === startDate && half.endDate === endDate
}

/** Whether a period may begin or end on the day: the 1st, 15th, 16th or last day of a month. */
export const isBoundaryDay = (date: LocalDate): boolean =>
  ['01', '15', '16'].includes(dayOf(date)) || date === endOfMonth(date)

/**
 * The end date that a start date suggests (spec 2, section 4).
 *
 * @returns undefined if it suggests none
 */
export const suggestedEnd = (startDate: LocalDate): LocalDate | undefined => {
  const half = halfMonthOf(startDate)
  return half.startDate === startDate ? half.endDate : undefined
}

export const sharesDays = (one: Period, other: Period): boolean =>
  one.startDate <= other.endDate && one.endDate >= other.startDate

/** The days of a period that are in another one that shares some. */
export const sharedDays = (one: Period, other: Period): Period => ({
  startDate: one.startDate > other.startDate ? one.startDate : other.startDate,
  endDate: one.endDate < other.endDate ? one.endDate : other.endDate,
})

/** '11/01/2026 to 11/15/2026', or '11/15/2026' */
export const spanInWords = ({ startDate, endDate }: Period): string =>
  startDate === endDate ? formatDate(startDate) : periodInWords({ startDate, endDate })

/** '11/01/2026 to 11/15/2026' */
export const periodInWords = ({ startDate, endDate }: Period): string =>
  `${formatDate(startDate)} to ${formatDate(endDate)}`

/** `forced`: locked with days that are not approved, which are left out. */
export const BILLING_PERIOD_STATES = ['open', 'closing', 'locked', 'forced', 'unlocked'] as const
export type BillingPeriodState = (typeof BILLING_PERIOD_STATES)[number]
