/** The days on which a rate that a form adds can begin (docs/decisions/dated-rates.md). */
import { z } from 'zod'
import { addDays, formatDate, type LocalDate, localDateSchema } from './time.ts'

const dayOrNone = z.union([localDateSchema, z.literal('')])

/** Of one kind of rate, such as a school's hourly rate for a service. */
export const rateDaysSchema = z.object({
  /** The day after the last locked one on which a rate of this kind is in force; '' for none. */
  earliest: dayOrNone,
  /** The day on which the last rate of this kind ended; '' if one is in force, or none ever was. */
  endedOn: dayOrNone,
})
export type RateDays = z.output<typeof rateDaysSchema>

/** Of a kind that was never in force. */
export const NO_RATE_DAYS: RateDays = { earliest: '', endedOn: '' }

/** The day from which on a rate follows the one that ended, without days between them; '' if none has ended. */
export const dayAfterEnd = ({ earliest, endedOn }: RateDays): LocalDate | '' =>
  endedOn !== '' && earliest > endedOn ? earliest : endedOn

/** The days between the rate that ended and one that begins on a day; undefined if there are none. */
export const daysWithoutRate = ({ endedOn }: RateDays, day: LocalDate | ''): string | undefined => {
  if (endedOn === '' || day <= endedOn) return undefined
  const last = addDays(day, -1)
  return endedOn === last
    ? `No rate of this type on ${formatDate(last)}.`
    : `No rate of this type from ${formatDate(endedOn)} to ${formatDate(last)}.`
}

/** What a form says about the first day of a rate. */
export const noteOnFirstDay = (days: RateDays, day: LocalDate | ''): string | undefined => {
  const { earliest } = days
  const notes = [
    ...(earliest === '' ? [] : [`${formatDate(earliest)} or later: earlier days are locked.`]),
    ...[daysWithoutRate(days, day)].filter((note) => note !== undefined),
  ]
  return notes.length === 0 ? undefined : notes.join(' ')
}
