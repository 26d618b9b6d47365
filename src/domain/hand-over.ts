/**
 * Handing a provider's work over to colleagues: who takes what, which times clash, who is proposed, and how many minutes
 * a week each has then (docs/decisions/handing-over.md).
 */
import { z } from 'zod'
import { rowId } from './row-id.ts'
import { addDays, type LocalDate, type LocalTime, localDateSchema, minutesOf, startOfWeek } from './time.ts'

export const HAND_OVER_STATES = ['moved', 'partlyUndone', 'undone'] as const
export type HandOverState = (typeof HAND_OVER_STATES)[number]

export const handOverMessages = {
  nothing: 'Nothing is left to hand over from this day on.',
  nothingChosen: 'Choose at least one item to hand over.',
  fromPast: 'The day must be today or later.',
  toThemselves: 'Work cannot be handed over to the same provider.',
  notFound: 'Provider not found.',
  undone: 'The hand-over has been undone.',
  partlyUndone: 'The hand-over has been undone in part.',
} as const

/** Each with a reason in words. */
export const STAY_REASONS = {
  passed: 'over already',
  changed: 'changed since',
  waiting: 'a change is waiting for approval',
  confirmed: 'the day is confirmed',
  approved: 'the day is approved',
  locked: 'the day is locked',
  left: 'the provider has left by then',
  onLeave: 'the provider is on leave',
  deactivated: "the provider's account is deactivated",
  needsApproval: "changes of them need an administrator's approval",
} as const
export type StayReason = keyof typeof STAY_REASONS
export const stayReasonSchema = z.enum(Object.keys(STAY_REASONS) as [StayReason, ...StayReason[]])

// Choices

/** Names an item: 'session/12' or 'student/3'. */
export const handOverKeySchema = z.templateLiteral([z.enum(['session', 'student']), '/', rowId])
export type HandOverKey = z.infer<typeof handOverKeySchema>

/** The session's or student's id. */
export const idOfKey = (key: HandOverKey): number => Number(key.slice(key.indexOf('/') + 1))

/** Null: stays with the provider. */
const target = rowId.nullable()

/** Who takes what. An item's own choice goes before its school's, and that before the one for all. */
export const handOverChoicesSchema = z.object({
  /** For all: a colleague, nobody (null), or at each school the colleague who is proposed there. */
  toProviderId: z.union([z.literal('proposed'), target]).default('proposed'),
  /** Whether items that clash move, too. */
  anyway: z.boolean().default(false),
  schools: z
    .array(z.object({ schoolId: rowId, toProviderId: target }))
    .max(1000)
    .default([]),
  items: z
    .array(z.object({ key: handOverKeySchema, toProviderId: target.optional(), anyway: z.boolean().optional() }))
    .max(5000)
    .default([]),
})
export type HandOverChoices = z.infer<typeof handOverChoicesSchema>

export const PROPOSED_CHOICES: HandOverChoices = { toProviderId: 'proposed', anyway: false, schools: [], items: [] }

/** Everything to one colleague, to nobody, or to those who are proposed: earlier choices are dropped. */
export const choosingForAll = (
  choices: HandOverChoices,
  toProviderId: HandOverChoices['toProviderId'],
): HandOverChoices => ({ ...PROPOSED_CHOICES, anyway: choices.anyway, toProviderId })

/** A school's items to one colleague; the given items lose their own. */
export const choosingForSchool = (
  choices: HandOverChoices,
  { schoolId, toProviderId, keys }: { schoolId: number; toProviderId: number | null; keys: readonly HandOverKey[] },
): HandOverChoices => ({
  ...choices,
  schools: [...choices.schools.filter((school) => school.schoolId !== schoolId), { schoolId, toProviderId }],
  items: choices.items.filter(({ key }) => !keys.includes(key)),
})

export const choosingForItem = (
  choices: HandOverChoices,
  { key, ...choice }: { key: HandOverKey; toProviderId?: number | null; anyway?: boolean },
): HandOverChoices => {
  const before = choices.items.find((item) => item.key === key)
  return {
    ...choices,
    items: [...choices.items.filter((item) => item.key !== key), { key, ...before, ...choice }],
  }
}

/** Whether items with clashes move: one answer for all, which items may repeat. */
export const choosingAnyway = (choices: HandOverChoices, anyway: boolean): HandOverChoices => ({
  ...choices,
  anyway,
  items: choices.items.map(({ anyway: _, ...item }) => item),
})

/**
 * Looks up the choice for each item.
 *
 * @param proposals the colleague who is proposed at each school
 */
export const choiceOf = (choices: HandOverChoices, proposals: ReadonlyMap<number, number | null>) => {
  const schools = new Map(choices.schools.map(({ schoolId, toProviderId }) => [schoolId, toProviderId]))
  const items = new Map(choices.items.map((item) => [item.key, item]))
  return ({ key, schoolId }: { key: HandOverKey; schoolId: number }) => {
    const own = items.get(key)
    const forAll = choices.toProviderId === 'proposed' ? (proposals.get(schoolId) ?? null) : choices.toProviderId
    const ofSchool = schools.get(schoolId)
    const toProviderId = own?.toProviderId !== undefined ? own.toProviderId : ofSchool !== undefined ? ofSchool : forAll
    return { toProviderId, anyway: own?.anyway ?? choices.anyway }
  }
}

// Clashes

/** A time on a day. */
export interface Slot {
  readonly date: LocalDate
  readonly startTime: LocalTime
  readonly endTime: LocalTime
}

/** A colleague's own session (with its title), or accepted time off. */
export interface BusySlot extends Slot {
  readonly kind: 'session' | 'timeOff'
  readonly title: string
}

/** The colleague of a student will leave on this day. */
interface LastDay {
  readonly kind: 'lastDay'
  readonly date: LocalDate
}

/** What is in the way of an item. */
export type HandOverClash = BusySlot | LastDay

/** A colleague's days, to look up what is on each. */
export type Diary = ReadonlyMap<LocalDate, readonly BusySlot[]>

export const diaryOf = (busy: readonly BusySlot[]): Diary => {
  const byDate = new Map<LocalDate, BusySlot[]>()
  for (const slot of busy) {
    const ofDate = byDate.get(slot.date)
    if (ofDate) ofDate.push(slot)
    else byDate.set(slot.date, [slot])
  }
  return byDate
}

/** Sessions that end when another starts don't clash. */
const overlaps = (a: Slot, b: Slot) => a.startTime < b.endTime && a.endTime > b.startTime

/** What overlaps with the slots on someone's days, in their order. */
export const clashesWith = (slots: readonly Slot[], diary: Diary): BusySlot[] =>
  slots.flatMap((slot) => (diary.get(slot.date) ?? []).filter((busy) => overlaps(slot, busy)))

/** What a colleague would take. */
export interface Load {
  readonly key: HandOverKey
  readonly schoolId: number
  /** A session's times. */
  readonly slots: readonly Slot[]
  /** A student has no slots, and no end. */
  readonly isStudent: boolean
}

/** What is known of a colleague's time. */
export interface Availability {
  readonly diary: Diary
  /** The last day at work, if it is known. */
  readonly lastDay: LocalDate | null
}

/** What is in the way of the item, but for sessions after the last day. */
export const clashesOf = (
  { slots, isStudent }: Pick<Load, 'slots' | 'isStudent'>,
  { diary, lastDay }: Availability,
): HandOverClash[] => {
  if (!isStudent) return clashesWith(slots, diary)
  return lastDay === null ? [] : [{ kind: 'lastDay', date: lastDay }]
}

/** How many of the sessions nobody can be given, because they are after the last day. */
export const countAfter = (slots: readonly Slot[], lastDay: LocalDate | null): number =>
  lastDay === null ? 0 : slots.filter(({ date }) => date > lastDay).length

/** Whether someone has nothing at the time of the item, and is there until its last day. */
export const isFree = (load: Pick<Load, 'slots' | 'isStudent'>, time: Availability): boolean => {
  if (load.isStudent) return time.lastDay === null
  const { diary, lastDay } = time
  return load.slots.every(
    (slot) =>
      (lastDay === null || slot.date <= lastDay) && !(diary.get(slot.date) ?? []).some((busy) => overlaps(slot, busy)),
  )
}

// Minutes

const sundays = new Map<LocalDate, LocalDate>()
const MAX_CACHED_SUNDAYS = 5000

const sundayOf = (date: LocalDate): LocalDate => {
  const found = sundays.get(date)
  if (found !== undefined) return found
  if (sundays.size >= MAX_CACHED_SUNDAYS) sundays.clear()
  const sunday = startOfWeek(date)
  sundays.set(date, sunday)
  return sunday
}

/** The Sundays of the weeks with at least one of the slots: weeks without any, such as vacations, don't count. */
export const weeksOf = (slots: Iterable<Pick<Slot, 'date'>>): ReadonlySet<LocalDate> => {
  const weeks = new Set<LocalDate>()
  for (const { date } of slots) weeks.add(sundayOf(date))
  return weeks
}

/** The first and last day of the weeks; undefined if there are none. */
export const spanOfWeeks = (weeks: ReadonlySet<LocalDate>): { first: LocalDate; last: LocalDate } | undefined => {
  const sorted = [...weeks].sort()
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first === undefined || last === undefined ? undefined : { first, last: addDays(last, 6) }
}

/** The slots' minutes per week, averaged over the weeks and rounded to whole minutes; other weeks don't count. */
export const minutesPerWeek = (slots: Iterable<Slot>, weeks: ReadonlySet<LocalDate>): number => {
  if (weeks.size === 0) return 0
  let total = 0
  for (const { date, startTime, endTime } of slots) {
    if (weeks.has(sundayOf(date))) total += minutesOf(endTime) - minutesOf(startTime)
  }
  return Math.round(total / weeks.size)
}

// Proposals

export interface Candidate extends Availability {
  readonly id: number
  readonly name: string
  /** Where they work. */
  readonly schoolIds: ReadonlySet<number>
  /** Minutes of their own sessions per week. */
  readonly minutes: number
  /** What keeps them from signing in yet; null for nothing. */
  readonly invitation: 'notInvited' | 'invited' | null
}

export interface Ranked extends Candidate {
  /** The items that they could take without a clash. */
  readonly free: ReadonlySet<HandOverKey>
  /** Whether they work at a school of the items. */
  readonly isProposed: boolean
}

/** Those who can take the most at their schools come first, then those with the fewest minutes a week. */
export const rankCandidates = <Known extends Candidate>(
  candidates: readonly Known[],
  loads: readonly Load[],
): (Known & Ranked)[] => {
  const ranked = candidates.map((candidate) => {
    const free = new Set(loads.flatMap((load) => (isFree(load, candidate) ? load.key : [])))
    const fitting = loads.filter(({ key, schoolId }) => free.has(key) && candidate.schoolIds.has(schoolId)).length
    const isProposed = loads.some(({ schoolId }) => candidate.schoolIds.has(schoolId))
    return { candidate: { ...candidate, free, isProposed }, fitting }
  })
  return ranked
    .sort(
      ({ candidate: a, ...ofA }, { candidate: b, ...ofB }) =>
        Number(b.isProposed) - Number(a.isProposed) ||
        ofB.fitting - ofA.fitting ||
        b.free.size - a.free.size ||
        a.minutes - b.minutes ||
        a.name.localeCompare(b.name, 'en') ||
        a.id - b.id,
    )
    .map(({ candidate }) => candidate)
}

/**
 * For each school the colleague there who is free for most of its items; null if nobody works there. One who can't sign in
 * yet is proposed only where nobody else works.
 */
export const proposalsFor = (ranked: readonly Ranked[], loads: readonly Load[]): Map<number, number | null> => {
  const proposals = new Map<number, number | null>()
  for (const schoolId of new Set(loads.map((load) => load.schoolId))) {
    const ofSchool = loads.filter((load) => load.schoolId === schoolId)
    const there = ranked.filter(({ schoolIds }) => schoolIds.has(schoolId))
    const signingIn = there.filter(({ invitation }) => invitation === null)
    let best: { id: number; fits: number } | undefined
    for (const { id, free } of signingIn.length > 0 ? signingIn : there) {
      const fits = ofSchool.filter(({ key }) => free.has(key)).length
      // Among equals, the one who comes first in the ranking.
      if (best === undefined || fits > best.fits) best = { id, fits }
    }
    proposals.set(schoolId, best?.id ?? null)
  }
  return proposals
}

// The first day

/** The day after the last day at work if that is known, else tomorrow; never before today. */
export const firstDayToHandOver = (today: LocalDate, termDate: LocalDate | null): LocalDate => {
  const from = addDays(termDate ?? today, 1)
  return from < today ? today : from
}

/** A day from `today` on. */
export const handOverFromSchema = (today: LocalDate) =>
  localDateSchema.refine((date) => date >= today, handOverMessages.fromPast)
