/** Approval of providers' days (spec 2, sections 4 and 8): approves what it can and names the rest. */
import { and, inArray, isNull } from 'drizzle-orm'
import type { approveScheduleEvents } from '#contract/schedule.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { dayAheadReason, isDayOver } from '#domain/day-over.ts'
import { isUnderCorrection } from '#domain/provider-day.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { alreadyDecided, readDeciders } from '#server/areas/provider-days/deciders.ts'
import {
  askDay,
  type DayKey,
  type DayMove,
  dayEntity,
  lockDays,
  readOnlyMessage,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireKey } from '#server/db/require-one.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import type { Caller, Handler } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { approvalNotices } from './day-notices.ts'
import { lastEnds } from './last-ends.ts'
import { unconfirmedRows } from './unconfirmed-rows.ts'
import { waitingChanges } from './waiting-changes.ts'

/** A day to approve, with its place in the request. */
interface Entry extends DayKey {
  at: number
}

/** Why an entry's day was not approved. */
interface Refused {
  at: number
  message: string
}

interface Approval {
  days: Entry[]
  /** Entries that name no session on their day. */
  unknown: Refused[]
}

/** The days of the entries: the provider of each session, on its date. */
const daysOf = async (db: Db, entries: readonly { id: number; recurrenceDate: LocalDate }[]): Promise<Approval> => {
  const stored = await db
    .select({ id: occurrences.id, providerId: occurrences.providerId, date: occurrences.date })
    .from(occurrences)
    .where(and(inArray(occurrences.id, [...new Set(entries.map(({ id }) => id))]), isNull(occurrences.deletedAt)))
  const byId = new Map(stored.map((row) => [row.id, row]))
  const approval: Approval = { days: [], unknown: [] }
  for (const [at, { id, recurrenceDate }] of entries.entries()) {
    const found = byId.get(id)
    if (found?.date === recurrenceDate) approval.days.push({ at, providerId: found.providerId, date: found.date })
    else approval.unknown.push({ at, message: `No session found on ${formatDate(recurrenceDate)}.` })
  }
  return approval
}

/** Who approved a day earlier, unless it was the user: approving your own approved day again reports nothing. */
const alreadyApproved = async (tx: Tx, days: readonly StoredDay[], user: Caller): Promise<Map<string, string[]>> => {
  const deciders = [...(await readDeciders(tx, days))].filter(([, { byId }]) => byId !== user.userId)
  return new Map(deciders.map(([key, decider]) => [key, [alreadyDecided(decider, 'approved')]]))
}

/** Approves what can be approved, and reports why each other day can't, by `dayEntity`. */
const approve = async (
  tx: Tx,
  days: readonly DayKey[],
  { user, now, timeZone }: { user: Caller; now: Date; timeZone: string },
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (days.length === 0) return new Map()
  const locked = await lockDays(tx, days)
  const unconfirmed = await unconfirmedRows(tx, days)
  const waiting = await waitingChanges(tx, days)
  const ends = await lastEnds(tx, days)
  const clock = localOf(now, timeZone)
  const refused = new Map<string, readonly string[]>()
  const moves: DayMove[] = []
  const approved: StoredDay[] = []
  for (const day of locked.values()) {
    const key = dayEntity(day)
    const open = unconfirmed.get(key) ?? []
    const unanswered = waiting.get(key) ?? []
    const { endTime = '', providerName = '' } = ends.get(key) ?? {}
    const isOver = isDayOver(day.date, endTime, clock)
    const facts = { waitingChanges: unanswered.length, isOver }
    const move = askDay(day, { type: 'day.approve' }, user, open.length, facts)
    if (move) moves.push(move)
    else if (day.state === 'approved') approved.push(day)
    else if (day.state === 'locked') refused.set(key, [readOnlyMessage(day)])
    else if (isUnderCorrection(day.state)) {
      refused.set(key, [correctionMessages.approvedApart({ providerName, date: day.date })])
    } else
      refused.set(key, isOver ? [...open, ...unanswered] : [`${providerName}: ${dayAheadReason(day.date, endTime)}`])
  }
  await storeMoves(tx, moves, { userId: user.userId, now })
  await notify(tx, { userId: user.userId, now }, approvalNotices(moves))
  return new Map([...(await alreadyApproved(tx, approved, user)), ...refused])
}

export const approveDays: Handler<typeof approveScheduleEvents> = async ({ body, db, user, now, timeZone }) => {
  const { days, unknown } = await daysOf(db, body.scheduleEventRecurrence)
  const reasons = await db.transaction((tx) => approve(tx, days, { user, now, timeZone }))
  // A day that was sent twice is reported once, at its first entry.
  const first = new Map([...days].reverse().map((day) => [dayEntity(day), day.at]))
  const refused = [
    ...unknown,
    ...[...reasons].flatMap(([day, messages]) =>
      messages.map((message) => ({ at: requireKey(first, day, 'The day'), message })),
    ),
  ]
  // Thrown after the transaction: what was approved stays approved.
  if (refused.length > 0) {
    throw new Refusal(409, 'Some days could not be approved.', {
      data: [...new Set(refused.map(({ message }) => message))],
      errors: refused.map(({ at, message }) => ({ path: `scheduleEventRecurrence.${at}`, message })),
    })
  }
  return []
}
