/**
 * What handing over would do, and does: the preview and the hand-over itself make the same plan
 * (docs/decisions/preview-is-the-change.md). Nothing is written or locked here.
 */

import type { HandOverStay } from '#contract/hand-over.ts'
import {
  choiceOf,
  clashesOf,
  countAfter,
  firstDayToHandOver,
  type HandOverChoices,
  type HandOverClash,
  type HandOverKey,
  handOverFromSchema,
  handOverMessages,
  type Load,
  minutesPerWeek,
  proposalsFor,
  type Ranked,
  rankCandidates,
  type StayReason,
  spanOfWeeks,
  weeksOf,
} from '#domain/hand-over.ts'
import { OCCURRENCE_STATES, type OccurrenceState, occurrenceStateOf } from '#domain/occurrence.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { type DayKey, dayEntity, readDays, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import type { AllowedMove, ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { refusesSessions } from '#server/areas/schedule/session-days.ts'
import { requireKey } from '#server/db/require-one.ts'
import { refuseField } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import {
  type CaseloadStudent,
  type HandingProvider,
  readCaseload,
  readColleagues,
  readHandingProvider,
  readSchoolNames,
  readUnavailable,
  readWork,
  type WorkDate,
} from './providers-work.ts'

export interface HandOverAsk {
  providerId: number
  from?: LocalDate | undefined
  choices: HandOverChoices
}

/** A date that moves, as the machine allows it. */
export interface MovingDate extends WorkDate {
  move: AllowedMove
}

interface PlannedItem {
  key: HandOverKey
  id: number
  name: string
  schoolId: number
  /** The dates that move if the colleague takes it; none for a student. */
  dates: readonly MovingDate[]
  /** All dates of a session; undefined for a student. */
  session: { isRecurring: boolean; ownerId: number; version: number; all: readonly WorkDate[] } | undefined
  stays: HandOverStay[]
  toProviderId: number | null
  problem: string | null
  clashes: HandOverClash[]
  isMoving: boolean
  seen: string
  minutesPerWeek: number
}

/** An item that goes to a colleague. */
export type MovingItem = PlannedItem & { toProviderId: number }

export interface HandOverPlan {
  provider: HandingProvider
  from: LocalDate
  today: LocalDate
  schools: { id: number; name: string; proposedId: number | null }[]
  items: PlannedItem[]
  moving: MovingItem[]
  colleagues: (Ranked & { invitation: 'notInvited' | 'invited' | null; minutesAfter: number })[]
  weeks: ReadonlySet<LocalDate>
  minutesBefore: number
  minutesAfter: number
  /** The days of the provider and those who take something, by `dayEntity`. */
  days: ReadonlyMap<string, StoredDay>
}

/** The machine's answer for each state; the dates are thousands, and none is over. */
const movesOf = ({ user }: Pick<ChangeContext, 'user'>): ReadonlyMap<OccurrenceState, AllowedMove | undefined> =>
  new Map(
    OCCURRENCE_STATES.map((state) => {
      const facts = { by: user.role, hasPassed: false, isCorrecting: false }
      const move = askMachine(occurrenceMachine, OCCURRENCE_STATES, state, facts, { type: 'series.edit' })
      return [state, move.allowed ? move : undefined]
    }),
  )

export const groupStays = (stays: readonly { why: StayReason; date: LocalDate }[]): HandOverStay[] => {
  const byReason = new Map<StayReason, LocalDate[]>()
  for (const { why, date } of stays) byReason.set(why, [...(byReason.get(why) ?? []), date])
  return [...byReason].map(([why, dates]) => ({ why, dates }))
}

/** Why nobody can be given a session on the day; undefined if they can. */
const closedFor = (day: StoredDay, user: ChangeContext['user']): 'approved' | 'locked' | undefined => {
  if (!refusesSessions(day, user)) return undefined
  return day.state === 'locked' ? 'locked' : 'approved'
}

/** The machine's answers on some days, each asked once: a plan asks for every date of every session. */
export const onDays = (days: ReadonlyMap<string, StoredDay>, change: Pick<ChangeContext, 'user'>) => {
  const moves = movesOf(change)
  const closed = new Map<StoredDay, ReturnType<typeof closedFor>>()
  const dayOf = (key: DayKey): StoredDay => days.get(dayEntity(key)) ?? { ...key, state: 'open', approvalStatus: 0 }
  const closedOn = (key: DayKey) => {
    const day = dayOf(key)
    if (!closed.has(day)) closed.set(day, closedFor(day, change.user))
    return closed.get(day)
  }
  return {
    closedOn,
    /** How a date that is not over leaves its provider, or why it stays. */
    leave: (date: DayKey & { hasPendingEdit: boolean }): { move: AllowedMove } | { why: StayReason } => {
      const why = closedOn(date)
      if (why) return { why }
      if (date.hasPendingEdit) return { why: 'waiting' }
      const { state } = dayOf(date)
      if (state === 'confirmed') return { why: 'confirmed' }
      // The day is not locked, so nothing on it is invoiced.
      const facts = { day: state, isDeleted: false, hasPendingEdit: false, isInvoiced: false }
      const move = moves.get(occurrenceStateOf(facts))
      return move ? { move } : { why: 'changed' }
    },
  }
}

/** A date that the provider could give, or why not. */
type Judged = { date: MovingDate } | { why: StayReason }

const groupWork = (work: readonly WorkDate[]): WorkDate[][] => {
  const sessions = new Map<number, WorkDate[]>()
  for (const date of work) {
    const ofSession = sessions.get(date.scheduleEventId)
    if (ofSession) ofSession.push(date)
    else sessions.set(date.scheduleEventId, [date])
  }
  return [...sessions.values()]
}

type Unplanned = Omit<
  PlannedItem,
  'toProviderId' | 'problem' | 'clashes' | 'isMoving' | 'seen' | 'stays' | 'minutesPerWeek'
> & {
  stays: { why: StayReason; date: LocalDate }[]
}

const sessionItem = (all: readonly WorkDate[], judge: (date: WorkDate) => Judged): Unplanned | undefined => {
  const [first] = all
  if (!first) return undefined
  const dates: MovingDate[] = []
  const stays: Unplanned['stays'] = []
  for (const date of all) {
    const judged = judge(date)
    if ('why' in judged) stays.push({ why: judged.why, date: date.date })
    else dates.push(judged.date)
  }
  const { scheduleEventId: id, name, schoolId, isRecurring, ownerId, sessionVersion: version } = first
  return { key: `session/${id}`, id, name, schoolId, dates, stays, session: { isRecurring, ownerId, version, all } }
}

const studentItem = ({ id, name, schoolId }: CaseloadStudent): Unplanned => ({
  key: `student/${id}`,
  id,
  name,
  schoolId,
  dates: [],
  stays: [],
  session: undefined,
})

/** Changes whenever the item, or what would become of it, changes. */
const fingerprint = (item: Omit<PlannedItem, 'seen' | 'minutesPerWeek'>, worksThere: boolean): string =>
  seenKey([
    item.name,
    item.schoolId,
    item.toProviderId,
    item.isMoving,
    item.problem,
    item.session?.version,
    item.session?.ownerId,
    item.dates.map(({ id, version }) => [id, version]),
    item.stays,
    item.clashes,
    worksThere,
  ])

const namesChosen = ({ toProviderId, schools, items }: HandOverChoices): number[] => [
  ...new Set(
    [toProviderId, ...schools.map((one) => one.toProviderId), ...items.map((one) => one.toProviderId)].flatMap((id) =>
      typeof id === 'number' ? id : [],
    ),
  ),
]

const requireFrom = (from: LocalDate, today: LocalDate): LocalDate => {
  const parsed = handOverFromSchema(today).safeParse(from)
  return parsed.data ?? refuseField('from', handOverMessages.fromPast)
}

/** Adds whole minutes, so that a total is what its rows add up to. */
const minutesOfAll = (items: readonly PlannedItem[]): number =>
  items.reduce((sum, item) => sum + item.minutesPerWeek, 0)

/** Why a colleague who leaves can't take the sessions: nobody gets any after their last day. */
const tooLate = (dates: readonly MovingDate[], { name, lastDay }: Pick<Ranked, 'name' | 'lastDay'>) => {
  const late = countAfter(dates, lastDay)
  if (late === 0 || lastDay === null) return undefined
  const all = dates.length === 1 ? 'this session' : 'these sessions'
  return `The last day of ${name} is ${formatDate(lastDay)}, before ${late === dates.length ? all : `${late} of ${all}`}.`
}

/** @throws Refusal 404 for an unknown provider, 400 for a wrong choice or day */
export const planHandOver = async (change: ChangeContext, ask: HandOverAsk): Promise<HandOverPlan> => {
  const { tx, now, timeZone } = change
  const { date: today } = localOf(now, timeZone)
  const provider = await readHandingProvider(tx, ask.providerId, today)
  const from = requireFrom(ask.from ?? firstDayToHandOver(today, provider.termDate), today)
  const work = await readWork(change, { providerId: provider.id, from })
  const caseload = await readCaseload(tx, provider.id)

  const own = await readDays(
    tx,
    [...new Set(work.map(({ date }) => date))].map((date) => ({ providerId: provider.id, date })),
  )
  const { leave } = onDays(own, change)
  const judge = (date: WorkDate): Judged => {
    const left = leave({ ...date, providerId: provider.id })
    return 'why' in left ? left : { date: { ...date, ...left } }
  }
  const sessions = groupWork(work).flatMap((all) => sessionItem(all, judge) ?? [])
  const unplanned = [...sessions, ...caseload.map(studentItem)]

  const schools = await readSchoolNames(tx, [...new Set(unplanned.map(({ schoolId }) => schoolId))])
  const movable = sessions.flatMap(({ dates }) => dates)
  const weeks = weeksOf(movable)
  const found = await readColleagues(tx, provider, from, spanOfWeeks(weeks))
  const loads: Load[] = unplanned.map(({ key, schoolId, dates, session }) => ({
    key,
    schoolId,
    slots: dates,
    isStudent: session === undefined,
  }))
  const ranked = rankCandidates(
    found.map(({ busy, ...colleague }) => ({
      ...colleague,
      minutes: minutesPerWeek(
        busy.filter(({ kind }) => kind === 'session'),
        weeks,
      ),
    })),
    loads,
  )
  const byId = new Map(ranked.map((colleague) => [colleague.id, colleague]))

  const named = namesChosen(ask.choices)
  if (named.includes(provider.id)) refuseField('choices', handOverMessages.toThemselves)
  const missing = named.filter((id) => !byId.has(id))
  const unavailable = await readUnavailable(tx, missing, from)
  if (missing.some((id) => !unavailable.has(id))) refuseField('choices', handOverMessages.notFound)

  const proposals = proposalsFor(ranked, loads)
  const choose = choiceOf(ask.choices, proposals)
  const chosen = unplanned.map((item) => ({ item, ...choose(item) }))
  const keys = new Map<string, { providerId: number; date: LocalDate }>()
  for (const { item, toProviderId } of chosen) {
    if (toProviderId === null) continue
    for (const { date } of item.dates) keys.set(`${toProviderId} ${date}`, { providerId: toProviderId, date })
  }
  const theirs = await readDays(tx, [...keys.values()])
  const { closedOn } = onDays(theirs, change)

  const order = new Map(schools.map(({ id }, index) => [id, index]))
  const items = chosen
    .map(({ item, toProviderId, anyway }): PlannedItem => {
      const colleague = toProviderId === null ? undefined : byId.get(toProviderId)
      const stays = [...item.stays]
      const dates = item.dates.filter(({ date }) => {
        const why = colleague && closedOn({ providerId: colleague.id, date })
        if (why) stays.push({ why, date })
        return !why
      })
      const unfit = toProviderId === null || colleague ? undefined : unavailable.get(toProviderId)
      const problem = unfit ?? (colleague && tooLate(dates, colleague)) ?? null
      const isStudent = item.session === undefined
      const clashes = colleague && problem === null ? clashesOf({ slots: dates, isStudent }, colleague) : []
      const hasAny = isStudent || dates.length > 0
      const isMoving = colleague !== undefined && problem === null && hasAny && (clashes.length === 0 || anyway)
      const planned = { ...item, dates, stays: groupStays(stays), toProviderId, problem, clashes, isMoving }
      const minutes = minutesPerWeek(dates, weeks)
      return {
        ...planned,
        minutesPerWeek: minutes,
        seen: fingerprint(planned, colleague?.schoolIds.has(item.schoolId) ?? false),
      }
    })
    .sort(
      (a, b) =>
        requireKey(order, a.schoolId, 'The school') - requireKey(order, b.schoolId, 'The school') ||
        Number(a.session === undefined) - Number(b.session === undefined),
    )
  const moving = items.flatMap((item) =>
    item.isMoving && item.toProviderId !== null ? { ...item, toProviderId: item.toProviderId } : [],
  )
  return {
    provider,
    from,
    today,
    schools: schools.map((school) => ({ ...school, proposedId: proposals.get(school.id) ?? null })),
    items,
    moving,
    weeks,
    days: new Map([...own, ...theirs]),
    minutesBefore: minutesOfAll(items),
    minutesAfter: minutesOfAll(items.filter(({ isMoving }) => !isMoving)),
    colleagues: ranked.map((colleague) => {
      const taken = moving.filter(({ toProviderId }) => toProviderId === colleague.id)
      return { ...colleague, minutesAfter: colleague.minutes + minutesOfAll(taken) }
    }),
  }
}
