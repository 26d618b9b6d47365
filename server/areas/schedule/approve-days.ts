/** Approval of providers' days (spec 2, sections 4 and 8): approves what it can and names the rest. */
import { and, inArray, isNull } from 'drizzle-orm'
import type { approveScheduleEvents } from '#contract/schedule.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { occurrences } from '#server/db/schema.ts'
import type { Caller, Handler } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readDeciders } from './deciders.ts'
import {
  askDay,
  type DayKey,
  type DayMove,
  dayEntity,
  lockDays,
  readOnlyMessage,
  type StoredDay,
  storeMoves,
} from './provider-days.ts'
import { unconfirmedRows } from './unconfirmed-rows.ts'
import { waitingChanges } from './waiting-changes.ts'

interface Approval {
  days: DayKey[]
  /** Messages for entries that name no session on their day. */
  messages: string[]
}

/** The days of the entries: the provider of each session, on its date. */
const daysOf = async (db: Db, entries: readonly { id: number; recurrenceDate: LocalDate }[]): Promise<Approval> => {
  const stored = await db
    .select({ id: occurrences.id, providerId: occurrences.providerId, date: occurrences.date })
    .from(occurrences)
    .where(and(inArray(occurrences.id, [...new Set(entries.map(({ id }) => id))]), isNull(occurrences.deletedAt)))
  const byId = new Map(stored.map((row) => [row.id, row]))
  const approval: Approval = { days: [], messages: [] }
  for (const { id, recurrenceDate } of entries) {
    const found = byId.get(id)
    if (found?.date === recurrenceDate) approval.days.push({ providerId: found.providerId, date: found.date })
    else approval.messages.push(`No session found on ${formatDate(recurrenceDate)}.`)
  }
  return approval
}

/** Names who approved a day earlier; approving one's own approved day again reports nothing. */
const alreadyApproved = async (tx: Tx, days: readonly StoredDay[], user: Caller): Promise<string[]> => {
  const deciders = [...(await readDeciders(tx, days)).values()]
  return deciders
    .filter(({ byId }) => byId !== user.userId)
    .map(({ date, providerName, by }) => {
      const who = by === null ? '' : ` by ${by}`
      return `${formatDate(date)} was already approved for ${providerName}${who}.`
    })
}

/** Approves what can be approved, and reports why each other day can't. */
const approve = async (tx: Tx, days: readonly DayKey[], user: Caller, now: Date): Promise<string[]> => {
  if (days.length === 0) return []
  const locked = await lockDays(tx, days)
  const unconfirmed = await unconfirmedRows(tx, days)
  const waiting = await waitingChanges(tx, days)
  const messages: string[] = []
  const moves: DayMove[] = []
  const approved: StoredDay[] = []
  for (const day of locked.values()) {
    const open = unconfirmed.get(dayEntity(day)) ?? []
    const unanswered = waiting.get(dayEntity(day)) ?? []
    const move = askDay(day, { type: 'day.approve' }, user, open.length, unanswered.length)
    if (move) moves.push(move)
    else if (day.state === 'approved') approved.push(day)
    else messages.push(...(day.state === 'locked' ? [readOnlyMessage(day)] : [...open, ...unanswered]))
  }
  await storeMoves(tx, moves, { userId: user.userId, now })
  return [...(await alreadyApproved(tx, approved, user)), ...messages]
}

export const approveDays: Handler<typeof approveScheduleEvents> = async ({ body, db, user, now }) => {
  const { days, messages } = await daysOf(db, body.scheduleEventRecurrence)
  messages.push(...(await db.transaction((tx) => approve(tx, days, user, now))))
  // Thrown after the transaction: what was approved stays approved.
  if (messages.length > 0) {
    throw new Refusal(409, 'Some days could not be approved.', { data: [...new Set(messages)] })
  }
  return []
}
