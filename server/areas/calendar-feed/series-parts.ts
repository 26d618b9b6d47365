/**
 * Turns the stored occurrences of a session into recurrence rules and exceptions. The occurrences are the truth:
 * whatever was deleted, moved or changed, the parts expand to exactly them.
 *
 * A series changed from a day on looks different before and after that day. Each of these parts has the series' rule,
 * from its own first date to its last; dates that differ within a part are exceptions.
 */
import { type RecurrenceRule, ruleDates } from '#domain/recurrence.ts'
import type { LocalDate, LocalTime } from '#domain/time.ts'

/** What a calendar shows of a session besides its date. */
export interface SessionDetails {
  readonly startTime: LocalTime
  readonly endTime: LocalTime
  readonly title: string
  readonly school: string
  readonly service: string
  readonly studentsCount: number
  /** Whether a change to it is waiting for an administrator. */
  readonly isPending: boolean
}

export interface FeedOccurrence extends SessionDetails {
  readonly id: number
  readonly date: LocalDate
  /** The date that the rule gave; differs from `date` if the occurrence was moved. */
  readonly slot: LocalDate
}

export type RepeatingRule = Exclude<RecurrenceRule, { type: 'none' }>

export interface SeriesPart {
  /** The first and last date that the rule gives. */
  readonly first: LocalDate
  readonly last: LocalDate
  readonly details: SessionDetails
  /** Dates in that range that the rule gives but no longer exist. */
  readonly excluded: readonly LocalDate[]
  /** Replacements for dates of the rule: moved, or different in another way. */
  readonly exceptions: readonly FeedOccurrence[]
}

export interface SessionParts {
  readonly parts: readonly SeriesPart[]
  /** Occurrences that no rule gives. */
  readonly singles: readonly FeedOccurrence[]
}

/** Shorter runs do not become parts: their dates are listed individually. */
const MIN_PART_LENGTH = 3

const isAlike = (a: SessionDetails, b: SessionDetails): boolean =>
  a.startTime === b.startTime &&
  a.endTime === b.endTime &&
  a.title === b.title &&
  a.school === b.school &&
  a.service === b.service &&
  a.studentsCount === b.studentsCount &&
  a.isPending === b.isPending

const isMoved = ({ date, slot }: FeedOccurrence) => date !== slot

/** Groups adjacent occurrences that look alike. */
const runsOf = (occurrences: readonly FeedOccurrence[]): FeedOccurrence[][] => {
  const runs: FeedOccurrence[][] = []
  for (const occurrence of occurrences) {
    const run = runs.at(-1)
    if (run?.[0] && isAlike(run[0], occurrence)) run.push(occurrence)
    else runs.push([occurrence])
  }
  return runs
}

/** What each part looks like and where it begins: the long runs, merged when only short ones lie between them. */
const beginningsOf = (onRule: readonly FeedOccurrence[]): FeedOccurrence[] => {
  const runs = runsOf(onRule.filter((occurrence) => !isMoved(occurrence)))
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  const long = runs.filter(({ length }) => length >= Math.min(MIN_PART_LENGTH, longest))
  return runsOf(long.flat()).flatMap(([first]) => first ?? [])
}

const partOf = (
  held: readonly FeedOccurrence[],
  details: SessionDetails,
  due: readonly LocalDate[],
): SeriesPart | undefined => {
  const [first, last] = [held[0]?.slot, held.at(-1)?.slot]
  if (first === undefined || last === undefined) return undefined
  const slots = new Set(held.map(({ slot }) => slot))
  return {
    first,
    last,
    details,
    excluded: due.filter((date) => date >= first && date <= last && !slots.has(date)),
    exceptions: held.filter((occurrence) => isMoved(occurrence) || !isAlike(occurrence, details)),
  }
}

/**
 * @param stored the session's occurrences, in any order
 * @param series its rule and the day that the rule counts from
 */
export const partsOf = (
  stored: readonly FeedOccurrence[],
  { rule, fromDate }: { rule: RecurrenceRule; fromDate: LocalDate },
): SessionParts => {
  const inOrder = stored.toSorted((a, b) => (a.slot === b.slot ? a.id - b.id : a.slot < b.slot ? -1 : 1))
  const lastSlot = inOrder.at(-1)?.slot
  if (rule.type === 'none' || inOrder.length < 2 || lastSlot === undefined) return { parts: [], singles: inOrder }
  const due = ruleDates(rule, { fromDate, untilDate: lastSlot })
  const isDue = new Set(due)
  const onRule: FeedOccurrence[] = []
  const singles: FeedOccurrence[] = []
  for (const occurrence of inOrder) {
    const isFirstOfSlot = onRule.at(-1)?.slot !== occurrence.slot
    if (isDue.has(occurrence.slot) && isFirstOfSlot) onRule.push(occurrence)
    else singles.push(occurrence)
  }
  const beginnings = beginningsOf(onRule)
  if (beginnings.length === 0) return { parts: [], singles: inOrder }
  const parts = beginnings.flatMap((details, index) => {
    const from = index === 0 ? '' : details.slot
    const until = beginnings[index + 1]?.slot ?? '~'
    const held = onRule.filter(({ slot }) => slot >= from && slot < until)
    return partOf(held, details, due) ?? []
  })
  return { parts, singles }
}
