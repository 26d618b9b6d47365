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
  /** No longer held; it still tells where a part began. */
  readonly isDeleted: boolean
}

export type RepeatingRule = Exclude<RecurrenceRule, { type: 'none' }>

export interface SeriesPart {
  /** The date of the rule where it began, deleted or not; undefined for the series' first part. */
  readonly began: LocalDate | undefined
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

/** What a part looks like, whatever waits for an administrator on one of its dates. */
const ofPart = (occurrence: FeedOccurrence): FeedOccurrence => ({ ...occurrence, isPending: false })

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

/**
 * What each part looks like and where it begins: the long runs, merged when only short ones lie between them. Deleted
 * and moved dates count, so that a part keeps its beginning when its first date goes.
 */
const beginningsOf = (onRule: readonly FeedOccurrence[]): FeedOccurrence[] => {
  const runs = runsOf(onRule.map(ofPart))
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  const long = runs.filter(({ length }) => length >= Math.min(MIN_PART_LENGTH, longest))
  return runsOf(long.flat()).flatMap(([first]) => first ?? [])
}

/** @param held its dates; undefined is returned unless one of them looks like the part */
const partOf = (
  held: readonly FeedOccurrence[],
  details: SessionDetails,
  { due, began }: { due: readonly LocalDate[]; began: LocalDate | undefined },
): SeriesPart | undefined => {
  const [first, last] = [held[0]?.slot, held.at(-1)?.slot]
  if (first === undefined || last === undefined) return undefined
  if (!held.some((occurrence) => !isMoved(occurrence) && isAlike(occurrence, details))) return undefined
  const slots = new Set(held.map(({ slot }) => slot))
  return {
    began,
    first,
    last,
    details,
    excluded: due.filter((date) => date >= first && date <= last && !slots.has(date)),
    exceptions: held.filter((occurrence) => isMoved(occurrence) || !isAlike(occurrence, details)),
  }
}

/**
 * @param stored the session's occurrences, in any order, including deleted ones
 * @param series its rule and the day that the rule counts from
 */
export const partsOf = (
  stored: readonly FeedOccurrence[],
  { rule, fromDate }: { rule: RecurrenceRule; fromDate: LocalDate },
): SessionParts => {
  // If a date was deleted and added again, the one that is held comes first.
  const inOrder = stored.toSorted((a, b) =>
    a.slot === b.slot ? Number(a.isDeleted) - Number(b.isDeleted) || a.id - b.id : a.slot < b.slot ? -1 : 1,
  )
  const held = inOrder.filter(({ isDeleted }) => !isDeleted)
  const lastSlot = inOrder.at(-1)?.slot
  if (rule.type === 'none' || inOrder.length < 2 || lastSlot === undefined) return { parts: [], singles: held }
  const due = ruleDates(rule, { fromDate, untilDate: lastSlot })
  const isDue = new Set(due)
  const onRule: FeedOccurrence[] = []
  const singles: FeedOccurrence[] = []
  for (const occurrence of inOrder) {
    const isFirstOfSlot = onRule.at(-1)?.slot !== occurrence.slot
    if (isDue.has(occurrence.slot) && isFirstOfSlot) onRule.push(occurrence)
    else if (!occurrence.isDeleted) singles.push(occurrence)
  }
  const beginnings = beginningsOf(onRule)
  const parts = beginnings.flatMap((details, index) => {
    const from = index === 0 ? '' : details.slot
    const until = beginnings[index + 1]?.slot ?? '~'
    const heldInPart = onRule.filter(({ slot, isDeleted }) => !isDeleted && slot >= from && slot < until)
    const part = partOf(heldInPart, details, { due, began: index === 0 ? undefined : details.slot })
    if (!part) singles.push(...heldInPart)
    return part ?? []
  })
  return { parts, singles }
}
