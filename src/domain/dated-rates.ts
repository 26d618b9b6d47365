/** The days on which a rate that a form adds can begin (docs/decisions/dated-rates.md). */
import { z } from 'zod'
import { addDays, formatDate, type LocalDate, localDateSchema } from './time.ts'

const dayOrNone = z.union([localDateSchema, z.literal('')])

/** The days of one kind of rate, such as a school's hourly rate for a service. */
export const rateDaysSchema = z.object({
  /** The day after the last settled one on which a rate of this kind is in force; '' for none. */
  earliest: dayOrNone,
  /** The day on which the last rate of this kind ended; '' if one is in force, or none ever was. */
  endedOn: dayOrNone,
  /** Whether a rate of this kind was ever in force. */
  hasBegun: z.boolean(),
  /** Later rates, which a removal or a newly planned one takes away. */
  planned: z.array(z.object({ rate: z.string(), from: localDateSchema })),
})
export type RateDays = z.output<typeof rateDaysSchema>

/** For a kind that was never in force. */
const NO_RATE_DAYS: RateDays = { earliest: '', endedOn: '', hasBegun: false, planned: [] }

/** Known from the stored rates, or as they become: a rate of this kind that a form removes ends today. */
export const rateDaysIn = (
  known: RateDays | undefined,
  { isRemoved, today }: { readonly isRemoved: boolean; readonly today: LocalDate },
): RateDays => {
  const days = known ?? NO_RATE_DAYS
  return isRemoved && days.hasBegun ? { ...days, endedOn: today } : days
}

/** The first day of a rate that follows the one that ended without days between them; '' if none has ended. */
const followingDay = ({ earliest, endedOn }: RateDays): LocalDate | '' =>
  endedOn !== '' && earliest > endedOn ? earliest : endedOn

/**
 * The first day that a form proposes once it is chosen what the rate is for; a day that was typed stays.
 *
 * @param day that the form has
 * @param change.unless what it has before anything is chosen
 */
export const proposedFirstDay = (
  day: LocalDate | '',
  { before, after, unless }: { readonly before: RateDays; readonly after: RateDays; readonly unless: LocalDate | '' },
): LocalDate | '' => {
  const isTyped = day !== '' && day !== unless && day !== followingDay(before)
  if (isTyped) return day
  const following = followingDay(after)
  return following === '' ? unless : following
}

/**
 * The planned rates that saving a form takes away, as sentences.
 *
 * @param kept what the form has instead: the same rate on the same day, if the user changed nothing
 */
export const removedInWords = (
  { planned }: RateDays,
  {
    name,
    kept,
  }: { readonly name: string; readonly kept?: { readonly rate: string; readonly from: string } | undefined },
): string[] =>
  planned
    .filter(({ rate, from }) => rate !== kept?.rate || from !== kept.from)
    .map(({ rate, from }) => `${name}: $${rate} from ${formatDate(from)} is removed.`)

/** Why a rate of a provider can't be removed today: its payroll is exported ahead; undefined if it can. */
export const whyNotRemovable = ({ earliest, hasBegun }: RateDays, today: LocalDate): string | undefined =>
  hasBegun && earliest > today
    ? `Days up to ${formatDate(addDays(earliest, -1))} are locked or exported. This rate can be removed after that.`
    : undefined

const daysWithoutRate = ({ endedOn }: RateDays, day: LocalDate | ''): string[] => {
  if (endedOn === '' || day <= endedOn) return []
  const last = addDays(day, -1)
  const days = endedOn === last ? `on ${formatDate(last)}` : `from ${formatDate(endedOn)} to ${formatDate(last)}`
  return [`No rate of this type ${days}.`]
}

/** What a form says about the first day of a rate: from when on it can begin, and which days have none before it. */
export const noteOnFirstDay = (
  days: RateDays,
  day: LocalDate | '',
  { settled }: { readonly settled: 'locked' | 'locked or exported' },
): string | undefined => {
  const { earliest } = days
  const locked = earliest === '' ? [] : [`${formatDate(earliest)} or later: earlier days are ${settled}.`]
  const notes = [...locked, ...daysWithoutRate(days, day)]
  return notes.length === 0 ? undefined : notes.join(' ')
}
