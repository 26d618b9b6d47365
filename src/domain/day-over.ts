/**
 * What has to be over before it can be confirmed or approved: a provider confirms hours that were worked, and an
 * administrator approves days that were held. Server and screens ask the same questions. Times are the organization's
 * wall clock.
 */
import { formatDate, formatTime, type LocalDate, type LocalDateTime, type LocalTime, localTimeSchema } from './time.ts'

/** Whether a time of a day has been reached. */
export const hasPassed = (date: LocalDate, time: LocalTime, now: LocalDateTime): boolean =>
  date < now.date || (date === now.date && time <= now.time)

interface Hours {
  date: LocalDate
  /** Empty or invalid while it is being entered. */
  endTime: string
  isZeroHours: boolean
}

/** Why hours can't be confirmed yet. Zero hours can always be: an absence is often known ahead. */
export const hoursAheadReason = ({ date, endTime, isZeroHours }: Hours, now: LocalDateTime): string | undefined => {
  const isTime = localTimeSchema.safeParse(endTime).success
  if (isZeroHours || hasPassed(date, isTime ? endTime : '', now)) return undefined
  const end = isTime ? `at ${formatTime(endTime)} on ${formatDate(date)}` : `on ${formatDate(date)}`
  return `These hours end ${end}. You can confirm them after that, or now with zero hours.`
}

/** Whether the last session of a day has ended, so that the day can be approved or rejected. */
export const isDayOver = (date: LocalDate, lastEnd: LocalTime, now: LocalDateTime): boolean =>
  hasPassed(date, lastEnd, now)

/** Why a day can't be approved or rejected yet. */
export const dayAheadReason = (
  date: LocalDate,
  lastEnd: LocalTime,
  decision: 'approved' | 'rejected' = 'approved',
): string =>
  `${formatDate(date)} is not over. It can be ${decision} after its last session, which ends at ${formatTime(lastEnd)}.`
