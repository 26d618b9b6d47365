/**
 * Undoes a hand-over: what has not been changed since goes back, from today on. Its preview makes the same plan
 * (docs/decisions/preview-is-the-change.md).
 */

import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { HandOverStay, UndoPreview } from '#contract/hand-over.ts'
import {
  clashesWith,
  type Diary,
  HAND_OVER_STATES,
  type HandOverState,
  handOverMessages,
  type StayReason,
  spanOfWeeks,
  weeksOf,
} from '#domain/hand-over.ts'
import { formatDate, localOf, withoutSeconds } from '#domain/time.ts'
import { counted, inWords } from '#domain/words.ts'
import { handOverLifecycle } from '#machines/people/hand-over-lifecycle.machine.ts'
import { hasWaitingChange } from '#server/areas/provider-days/follow-days.ts'
import { readDays } from '#server/areas/provider-days/provider-days.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import type { Tx } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { handOverItems, handOvers } from '#server/db/schema/hand-overs.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { users } from '#server/db/schema/users.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { requireSeenUndo, seenKey } from '#server/http/seen-key.ts'
import { askMachine, type Move } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail } from '#server/lifecycle/logged-detail.ts'
import { groupStays, onDays } from './hand-over-plan.ts'
import { type Absence, readDiary, readSchoolNames, readStanding } from './providers-work.ts'
import { lockFor, placesOf, type ReassignedDate, type Reassignment, reassign, tellProviders } from './reassign.ts'

const handOverDetailSchema = z.object({ items: z.int(), staying: z.int() })

/** How many of a hand-over's students and sessions went back, and of how many a part stayed. */
export const handOverDetail = loggedDetail(handOverDetailSchema, ({ items, staying }) => [
  `${items} went back`,
  ...(staying > 0 ? [`${staying} stayed in part`] : []),
])

const readHandOver = async (tx: Tx, id: number, lock: boolean) => {
  const query = tx
    .select({ handOver: handOvers, undoneBy: users.displayName })
    .from(handOvers)
    .leftJoin(users, eq(users.id, handOvers.undoneById))
    .where(eq(handOvers.id, id))
  const [found] = lock ? await query.for('update', { of: handOvers }) : await query
  if (!found) throw new Refusal(404, 'Hand-over not found.')
  return { ...found.handOver, undoneBy: found.undoneBy }
}

const readItems = (tx: Tx, handOverId: number) =>
  tx
    .select({
      item: handOverItems,
      schoolName: schools.name,
      colleague: distinctProviderName,
      session: {
        version: scheduleEvents.version,
        deletedAt: scheduleEvents.deletedAt,
      },
      student: { providerId: students.providerId, schoolId: students.schoolId, deletedAt: students.deletedAt },
    })
    .from(handOverItems)
    .innerJoin(schools, eq(schools.id, handOverItems.schoolId))
    .innerJoin(providers, eq(providers.id, handOverItems.toProviderId))
    .leftJoin(scheduleEvents, eq(scheduleEvents.id, handOverItems.scheduleEventId))
    .leftJoin(students, eq(students.id, handOverItems.studentId))
    .where(and(eq(handOverItems.handOverId, handOverId), eq(handOverItems.isUndone, false)))
    .orderBy(asc(schools.name), asc(schools.id), asc(handOverItems.id))
type StoredItem = Awaited<ReturnType<typeof readItems>>[number]

const readDates = async (tx: Tx, ids: readonly number[]) => {
  const rows = await tx
    .select({
      id: occurrences.id,
      providerId: occurrences.providerId,
      schoolId: occurrences.schoolId,
      date: occurrences.date,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      endsAt: occurrences.endsAt,
      version: occurrences.version,
      isTimesheetReq: occurrences.isTimesheetRequired,
      deletedAt: occurrences.deletedAt,
      hasPendingEdit: sql<boolean>`${hasWaitingChange}`,
    })
    .from(occurrences)
    .where(sql`${occurrences.id} = any(${sql.param([...ids])}::int[])`)
    .orderBy(asc(occurrences.date), asc(occurrences.id))
  const times = rows.map((row) => ({
    ...row,
    startTime: withoutSeconds(row.startTime),
    endTime: withoutSeconds(row.endTime),
  }))
  return new Map(times.map((row) => [row.id, row]))
}
type StoredDate = Awaited<ReturnType<typeof readDates>> extends Map<number, infer Row> ? Row : never

interface UndoneItem {
  stored: StoredItem
  dates: (ReassignedDate & StoredDate)[]
  stays: HandOverStay[]
  goesBack: boolean
  /** Nothing but what is over stays. */
  isWhole: boolean
  clashCount: number
}

interface UndoPlan {
  handOver: Awaited<ReturnType<typeof readHandOver>>
  /** Whose the work was. */
  provider: Awaited<ReturnType<typeof readStanding>>
  items: UndoneItem[]
  /** Where the provider will work again. */
  schoolsAdded: string[]
  move: Move<HandOverState>
  seen: string
}

type Judge = (
  item: StoredItem,
  date: StoredDate,
  version: number,
) => { why: StayReason } | { back: UndoneItem['dates'][0] }

const undoneItem = (
  stored: StoredItem,
  dates: ReadonlyMap<number, StoredDate>,
  judge: Judge,
  { absence, diary, providerId }: { absence: Absence | undefined; diary: Diary; providerId: number },
): UndoneItem => {
  const { item, student } = stored
  if (item.studentId !== null) {
    const ownerId = item.movesOn === null ? item.toProviderId : providerId
    const isSame = student?.deletedAt === null && student.providerId === ownerId && student.schoolId === item.schoolId
    const why = isSame ? absence : 'changed'
    const goesBack = why === undefined
    return { stored, dates: [], stays: why ? [{ why, dates: [] }] : [], goesBack, isWhole: goesBack, clashCount: 0 }
  }
  const back: UndoneItem['dates'] = []
  const stays: { why: StayReason; date: string }[] = []
  for (const [id, version] of item.occurrences) {
    const date = dates.get(id)
    if (!date) continue
    const judged = judge(stored, date, version)
    if ('why' in judged) stays.push({ why: judged.why, date: date.date })
    else back.push(judged.back)
  }
  const goesBack = back.length > 0
  const isWhole = goesBack && stays.every(({ why }) => why === 'passed')
  const clashCount = clashesWith(back, diary).length
  return { stored, dates: back, stays: groupStays(stays), goesBack, isWhole, clashCount }
}

const reassignmentOf = ({ handOver: { providerId }, items }: Pick<UndoPlan, 'handOver' | 'items'>): Reassignment => {
  const back = items.filter(({ goesBack }) => goesBack)
  return {
    dates: back.flatMap(({ dates }) => dates),
    sessions: back.flatMap(({ stored: { item, session }, dates }) =>
      item.scheduleEventId !== null && item.isSessionMoved && session
        ? {
            id: item.scheduleEventId,
            schoolId: item.schoolId,
            toProviderId: providerId,
            version: session.version,
            count: dates.length,
          }
        : [],
    ),
    students: back.flatMap(({ stored: { item } }) =>
      item.studentId === null ? [] : { id: item.studentId, schoolId: item.schoolId, toProviderId: providerId },
    ),
  }
}

/** By name. */
const readMissingSchools = async (tx: Tx, providerId: number, back: Reassignment): Promise<string[]> => {
  const theirs = await tx.select().from(providerSchools).where(eq(providerSchools.providerId, providerId))
  const worksAt = new Set(theirs.map(({ schoolId }) => schoolId))
  const missing = placesOf(back).flatMap(({ schoolId }) => (worksAt.has(schoolId) ? [] : schoolId))
  return (await readSchoolNames(tx, missing)).map(({ name }) => name)
}

const planUndo = async (change: ChangeContext, id: number, lock = false): Promise<UndoPlan> => {
  const { tx, user, now, timeZone } = change
  const handOver = await readHandOver(tx, id, lock)
  const { providerId } = handOver
  const today = localOf(now, timeZone).date
  const provider = await readStanding(tx, providerId, today)
  const { absence, lastDay } = provider
  const items = await readItems(tx, id)
  const dates = await readDates(
    tx,
    items.flatMap(({ item }) => item.occurrences.map(([occurrenceId]) => occurrenceId)),
  )
  const days = await readDays(
    tx,
    [...dates.values()].flatMap((date) => [
      { providerId, date: date.date },
      { providerId: date.providerId, date: date.date },
    ]),
  )
  const { closedOn, leave } = onDays(days, change)
  const judge: Judge = ({ item, session }, date, version) => {
    if (date.endsAt < now) return { why: 'passed' }
    const isSame =
      session?.deletedAt === null &&
      // Its own dates say whether a session that stayed someone else's was changed.
      (!item.isSessionMoved || session.version === item.sessionVersion) &&
      date.deletedAt === null &&
      date.providerId === item.toProviderId
    // A waiting change raises the version, too, but is answered elsewhere.
    if (!isSame || (date.version !== version && !date.hasPendingEdit)) return { why: 'changed' }
    if (absence) return { why: absence }
    if (lastDay !== null && date.date > lastDay) return { why: 'left' }
    const left = leave(date)
    if ('why' in left) return left
    const why = closedOn({ providerId, date: date.date })
    return why ? { why } : { back: { ...date, ...left, toProviderId: providerId } }
  }
  const span = spanOfWeeks(weeksOf(dates.values()))
  const diary = await readDiary(tx, providerId, span ?? { first: today, last: today })
  const undone = items.map((item) => undoneItem(item, dates, judge, { absence, diary, providerId }))
  const schoolsAdded = await readMissingSchools(tx, providerId, reassignmentOf({ handOver, items: undone }))
  const goingBack = undone.filter(({ goesBack }) => goesBack).length
  const staying = undone.filter(({ isWhole }) => !isWhole).length
  const facts = { by: user.role, goingBack, staying }
  const seen = seenKey([
    handOver.version,
    lastDay,
    schoolsAdded,
    undone.map((item) => [item.dates.map(({ id: date, version }) => [date, version]), item.stays, item.clashCount]),
  ])
  const move = askMachine(handOverLifecycle, HAND_OVER_STATES, handOver.state, facts, { type: 'handOver.undo' })
  return { handOver, provider, items: undone, schoolsAdded, move, seen }
}

/** @throws Refusal 409 once everything went back */
const requireOpen = ({ handOver: { state, undoneBy } }: UndoPlan): void => {
  if (state !== 'undone') return
  throw new Refusal(409, `${undoneBy ?? 'Someone'} has already undone this hand-over.`)
}

export const previewUndo = async (change: ChangeContext, id: number): Promise<UndoPreview> => {
  const plan = await planUndo(change, id)
  requireOpen(plan)
  return {
    id,
    toProviderName: plan.provider.name,
    lastDay: plan.provider.lastDay,
    schoolsAdded: plan.schoolsAdded,
    seen: plan.seen,
    items: plan.items.map(({ stored: { item, schoolName, colleague }, dates, stays, goesBack, clashCount }) => ({
      name: item.name,
      schoolName,
      fromProviderId: item.toProviderId,
      fromProviderName: colleague,
      sessions: item.scheduleEventId === null ? null : dates.length,
      goesBack,
      stays,
      clashCount,
    })),
  }
}

/** What is left of an item after it went back as far as it could. */
const storeItem = async (tx: Tx, { stored: { item }, dates, stays, isWhole, goesBack }: UndoneItem) => {
  const gone = new Set(dates.map(({ id }) => id))
  const raised = goesBack && item.isSessionMoved && item.sessionVersion !== null ? 1 : 0
  await tx
    .update(handOverItems)
    .set({
      isUndone: isWhole,
      ...(isWhole && { movesOn: null }),
      stayed: stays,
      occurrences: item.occurrences.filter(([id]) => !gone.has(id)),
      sessionVersion: item.sessionVersion === null ? null : item.sessionVersion + raised,
    })
    .where(eq(handOverItems.id, item.id))
}

const amountOf = (items: readonly UndoneItem[]): string => {
  const sessions = items.reduce((sum, { dates }) => sum + dates.length, 0)
  const moved = items.filter(({ stored }) => stored.item.studentId !== null).length
  return inWords([
    ...(sessions > 0 ? [counted(sessions, 'session')] : []),
    ...(moved > 0 ? [counted(moved, 'student')] : []),
  ])
}

export const undoHandOver = async (
  change: ChangeContext,
  { id, seen }: { id: number; seen: string },
): Promise<{ id: number; state: HandOverState }> => {
  const { tx, user, now, timeZone } = change
  const foreseen = await planUndo(change, id)
  requireOpen(foreseen)
  const colleagues = foreseen.items.map(({ stored }) => stored.item.toProviderId)
  await lockFor(change, reassignmentOf(foreseen), [...new Set([foreseen.handOver.providerId, ...colleagues])])
  const plan = await planUndo(change, id, true)
  requireOpen(plan)
  requireSeenUndo(plan.seen, seen)
  const { move, handOver, provider, items } = plan
  if (!move.allowed) throw new Refusal(409, 'Nothing in this hand-over can be undone right now.')
  await reassign(change, reassignmentOf(plan))
  for (const item of items) await storeItem(tx, item)
  const { version, providerId } = handOver
  await tx
    .update(handOvers)
    .set({ state: move.to, undoneAt: now, undoneById: user.userId, version: version + 1 })
    .where(eq(handOvers.id, id))
  const back = items.filter(({ goesBack }) => goesBack)
  await logTransitions(tx, user.userId, now, [
    {
      machine: handOverLifecycle.id,
      entity: String(id),
      from: move.from,
      event: 'handOver.undo',
      to: move.to,
      ...handOverDetail.of({ items: back.length, staying: items.filter(({ isWhole }) => !isWhole).length }),
    },
  ])
  const since = `from ${formatDate(localOf(now, timeZone).date)} on`
  const takers = new Set(back.map(({ stored }) => stored.item.toProviderId))
  await tellProviders(
    change,
    id,
    new Map([
      [providerId, `Back with you ${since}: ${amountOf(back)}.`],
      ...[...takers].map((to) => {
        const theirs = back.filter(({ stored }) => stored.item.toProviderId === to)
        return [to, `Back with ${provider.name} ${since}: ${amountOf(theirs)}.`] as const
      }),
    ]),
  )
  return { id, state: move.to }
}

export const undoneMessage = (state: HandOverState): string =>
  state === 'undone' ? handOverMessages.undone : handOverMessages.partlyUndone
