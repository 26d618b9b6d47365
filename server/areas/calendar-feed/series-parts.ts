/**
 * How the stored occurrences of a session become a rule and its exceptions. The occurrences are the truth: whatever was
 * deleted, moved or changed, the parts given here come to exactly them.
 *
 * A series that was changed from a day on has two ways to be, one before the day and one after it. Each is a part with
 * the series' rule, from its own first date to its last; what only a few dates have of their own is an exception within
 * a part.
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
  /** A change of it waits for an administrator. */
  readonly isPending: boolean
}

export interface FeedOccurrence extends SessionDetails {
  readonly id: number
  readonly date: LocalDate
  /** The date that the rule gave; another than `date` where it was moved. */
  readonly slot: LocalDate
}

export type RepeatingRule = Exclude<RecurrenceRule, { type: 'none' }>

export interface SeriesPart {
  /** The first and the last date that the rule gives. */
  readonly first: LocalDate
  readonly last: LocalDate
  readonly details: SessionDetails
  /** Dates between them that the rule gives and that are no more. */
  readonly excluded: readonly LocalDate[]
  /** What took the place of one of the rule's dates: moved, or otherwise of its own. */
  readonly exceptions: readonly FeedOccurrence[]
}

export interface SessionParts {
  readonly parts: readonly SeriesPart[]
  /** What no rule tells. */
  readonly singles: readonly FeedOccurrence[]
}

/** Fewer dates than this in a row do not make a part: they are told one by one. */
const LEAST_IN_A_PART = 3

const isAlike = (a: SessionDetails, b: SessionDetails): boolean =>
  a.startTime === b.startTime &&
  a.endTime === b.endTime &&
  a.title === b.title &&
  a.school === b.school &&
  a.service === b.service &&
  a.studentsCount === b.studentsCount &&
  a.isPending === b.isPending

const isMoved = ({ date, slot }: FeedOccurrence) => date !== slot

/** Neighbours that are alike, together. */
const runsOf = (occurrences: readonly FeedOccurrence[]): FeedOccurrence[][] => {
  const runs: FeedOccurrence[][] = []
  for (const occurrence of occurrences) {
    const run = runs.at(-1)
    if (run?.[0] && isAlike(run[0], occurrence)) run.push(occurrence)
    else runs.push([occurrence])
  }
  return runs
}

/** What each part looks like and where it begins: the long runs, joined where nothing but short ones stood between. */
const beginningsOf = (onRule: readonly FeedOccurrence[]): FeedOccurrence[] => {
  const runs = runsOf(onRule.filter((occurrence) => !isMoved(occurrence)))
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  const long = runs.filter(({ length }) => length >= Math.min(LEAST_IN_A_PART, longest))
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
 * @param stored what there is of the session, in any order
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
