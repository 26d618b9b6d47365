/**
 * What is odd about the hours that a provider enters for a day (docs/decisions/checks-on-hours.md): one set of checks
 * for the provider before confirming, for the approval, and for Close Out. Findings warn; they never block.
 */
import { z } from 'zod'
import { formatMinutes, minutesBetween } from './hours.ts'
import {
  formatTimeRange,
  type LocalDate,
  localTimeSchema,
  minutesOf,
  SLOT_MINUTES,
  WEEKDAYS,
  weekdayOf,
} from './time.ts'

/** In the order in which they are said. */
const HOURS_CHECKS = ['outside', 'shorter', 'longer', 'overlap', 'timeOff', 'unusual', 'dailyLimit'] as const

/** Hours may begin this long before the first session, and end this long after the last one. */
const TOLERATED_MINUTES = SLOT_MINUTES

/** Minutes that a provider works on a day at most, at all schools together. */
export const DAILY_LIMIT = 600

/** What is usual is the average of this many confirmed days at least. */
export const USUAL_DAYS = 3

const timeSpanSchema = z.object({ startTime: localTimeSchema, endTime: localTimeSchema })
export type TimeSpan = z.infer<typeof timeSpanSchema>

export const MAX_EXPLANATION_LENGTH = 500

/** What the hours of a row are compared with. */
export const hoursFactsSchema = z.object({
  /** From the start of the first session that requires hours to the end of the last one. */
  sessions: timeSpanSchema,
  /** Minutes that are usual at the school on this weekday; null if there are too few days to tell. */
  usual: z.int().nullable(),
  /** The provider's accepted time off on the day. */
  timeOff: z.array(timeSpanSchema),
  /** The provider's hours at other schools on the day, as stored or else as proposed; none with zero hours. */
  others: z.array(timeSpanSchema.extend({ schoolId: z.int(), schoolName: z.string() })),
})
export type HoursFacts = z.infer<typeof hoursFactsSchema>

export const hoursFindingSchema = z.object({ check: z.enum(HOURS_CHECKS), text: z.string() })
export type HoursFinding = z.infer<typeof hoursFindingSchema>

/** The hours of a row; times that are being entered may be empty or invalid. */
export interface CheckedHours {
  readonly date: LocalDate
  readonly startTime: string
  readonly endTime: string
  readonly isZeroHours: boolean
}

/** Whether two spans of a day have time in common. */
export const overlaps = (one: TimeSpan, other: TimeSpan): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime

const isValid = ({ startTime, endTime }: CheckedHours): boolean =>
  localTimeSchema.safeParse(startTime).success && localTimeSchema.safeParse(endTime).success && startTime < endTime

const lengthOf = ({ startTime, endTime }: TimeSpan): number => minutesBetween(startTime, endTime)

const inWords = ({ startTime, endTime }: TimeSpan): string => formatTimeRange(startTime, endTime)

const inHours = (minutes: number): string => `${formatMinutes(minutes)} h`

/** Hours with no time in common with the sessions, or that begin too early or end too late. */
const isOutside = (hours: TimeSpan, sessions: TimeSpan): boolean =>
  !overlaps(hours, sessions) ||
  minutesOf(sessions.startTime) - minutesOf(hours.startTime) > TOLERATED_MINUTES ||
  minutesOf(hours.endTime) - minutesOf(sessions.endTime) > TOLERATED_MINUTES

/** By a quarter or more. */
const lengthFinding = (hours: TimeSpan, sessions: TimeSpan): HoursFinding[] => {
  const difference = lengthOf(hours) - lengthOf(sessions)
  if (Math.abs(difference) * 4 < lengthOf(sessions)) return []
  const lengths = `${inHours(lengthOf(hours))} for sessions of ${inHours(lengthOf(sessions))}`
  return difference < 0
    ? [{ check: 'shorter', text: `Shorter than the sessions: ${lengths}` }]
    : [{ check: 'longer', text: `Longer than the sessions: ${lengths}` }]
}

/** At most half, or at least double, as for totals in Close Out. */
export const UNUSUAL_FACTOR = 2

const isUnusual = (minutes: number, usual: number): boolean =>
  minutes * UNUSUAL_FACTOR <= usual || minutes >= usual * UNUSUAL_FACTOR

/** What is odd about a row of hours; nothing is odd about zero hours, or hours that are not complete yet. */
export const checkHours = (hours: CheckedHours, { sessions, usual, timeOff, others }: HoursFacts): HoursFinding[] => {
  if (hours.isZeroHours || !isValid(hours)) return []
  const worked = lengthOf(hours)
  const total = others.reduce((sum, other) => sum + lengthOf(other), worked)
  return [
    ...(isOutside(hours, sessions)
      ? [{ check: 'outside' as const, text: `Outside the sessions, which are ${inWords(sessions)}` }]
      : []),
    ...lengthFinding(hours, sessions),
    ...others
      .filter((other) => overlaps(hours, other))
      .map((other) => ({ check: 'overlap' as const, text: `Overlap ${inWords(other)} at ${other.schoolName}` })),
    ...timeOff
      .filter((off) => overlaps(hours, off))
      .map((off) => ({ check: 'timeOff' as const, text: `Within accepted time off, ${inWords(off)}` })),
    ...(usual !== null && isUnusual(worked, usual)
      ? [
          {
            check: 'unusual' as const,
            text: `Far from the usual: ${inHours(worked)}, and ${inHours(usual)} on other ${WEEKDAYS[weekdayOf(hours.date)]}s`,
          },
        ]
      : []),
    ...(total > DAILY_LIMIT
      ? [{ check: 'dailyLimit' as const, text: `Over the daily limit of ${inHours(DAILY_LIMIT)}: ${inHours(total)}` }]
      : []),
  ]
}
