/**
 * Providers' days as they are stored. Every change to a day first locks its row and asks its machine
 * (`provider-day.machine.ts`): a session saved while an administrator approves the day waits for the approval, sees it
 * and is refused.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { countsAsApproved } from '#contract/schedule.ts'
import { PROVIDER_DAY_STATES, type ProviderDayState } from '#domain/provider-day.ts'
import { formatTimeRange, type LocalDate, localTimeSchema } from '#domain/time.ts'
import { readOnlyDayMessage } from '#domain/timesheet.ts'
import { type ProviderDayEvent, providerDayMachine } from '#machines/schedule/provider-day.machine.ts'
import { isLockedDay } from '#server/areas/master-data/kept-days.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerDays } from '#server/db/schema/days-and-hours.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail, reasonSaid } from '#server/lifecycle/logged-detail.ts'
import { followCorrections } from './follow-corrections.ts'
import { followDays } from './follow-days.ts'

export interface DayKey {
  providerId: number
  date: LocalDate
}

export interface StoredDay extends DayKey {
  state: ProviderDayState
  /** 0 pending, 1 approved, 2 rejected. A locked day keeps what it had. */
  approvalStatus: number
}

export interface DayMove extends StoredDay {
  from: ProviderDayState
  event: ProviderDayEvent['type']
  /** Why the day was rejected or reopened. */
  reason: string | null
  /** Detail for the log; a move with detail is logged even if the state stays the same. */
  detail?: z.output<typeof dayDetailSchema>
}

/** The day's name in the transition log. */
export const dayEntity = ({ providerId, date }: DayKey): string => `${providerId}/${date}`

/**
 * The wire's code: 0 pending, 1 approved, 2 rejected, 3 locked (spec 2, section 2.2: anything but 0 and 2 is approved).
 */
export const wireApproval = (state: ProviderDayState | null): 0 | 1 | 2 | 3 => {
  switch (state) {
    case 'approved':
      return 1
    case 'rejected':
      return 2
    case 'locked':
      return 3
    default:
      return 0
  }
}

/** Unique days in the order in which every transaction locks them, to avoid deadlocks. */
const inOrder = (days: readonly DayKey[]): DayKey[] =>
  [...new Map(days.map((day) => [dayEntity(day), day])).values()].sort(
    (a, b) => a.providerId - b.providerId || (a.date < b.date ? -1 : 1),
  )

/** Rows of `provider_days` that are one of the days. */
export const isOneOf = (keys: readonly DayKey[]) =>
  sql`(${providerDays.providerId}, ${providerDays.date}) in (select * from unnest(
    ${sql.param(keys.map(({ providerId }) => providerId))}::int[],
    ${sql.param(keys.map(({ date }) => date))}::date[]))`

/** The days that have a row. */
const selectDays = (db: Pick<Db, 'select'>, keys: readonly DayKey[]) =>
  db
    .select({
      providerId: providerDays.providerId,
      date: providerDays.date,
      state: providerDays.state,
      approvalStatus: providerDays.approvalStatus,
    })
    .from(providerDays)
    .where(isOneOf(keys))
    .orderBy(providerDays.providerId, providerDays.date)

/** An advisory lock number that nothing else in the same PostgreSQL uses ("day lock" on a phone keypad). */
const DAYS_LOCK = 3295625

/** The days as rows of `day`: provider_id, date. */
export const dayRows = (keys: readonly DayKey[]) => sql`unnest(
    ${sql.param(keys.map(({ providerId }) => providerId))}::int[],
    ${sql.param(keys.map(({ date }) => date))}::date[]
  ) as day (provider_id, date)`

/** The state of a `day` without a row. */
const stateWithoutRow = sql<ProviderDayState>`case when ${isLockedDay(sql`day.date`)} then 'locked' else 'open' end`

/**
 * Keeps every day as it is until the transaction ends, also those without a row: waits for the changes that are under
 * way, and those that follow wait. For locking and unlocking a period.
 */
export const holdAllDays = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${DAYS_LOCK}::bigint)`)
}

/** Keeps periods from being locked or unlocked until the transaction ends; waits for one that is under way. */
export const holdPeriods = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${DAYS_LOCK}::bigint)`)
}

/**
 * Locks days until the transaction ends and reads them. A day without a row gets one: open, or locked in a locked
 * period. By `dayEntity`.
 */
export const lockDays = async (tx: Tx, days: readonly DayKey[]): Promise<Map<string, StoredDay>> => {
  const keys = inOrder(days)
  if (keys.length === 0) return new Map()
  // Not with the next statement: it would not see a period that was locked while it waited.
  await holdPeriods(tx)
  await tx.execute(sql`insert into ${providerDays} (provider_id, date, state)
    select day.provider_id, day.date, ${stateWithoutRow} from ${dayRows(keys)} on conflict do nothing`)
  const stored = await selectDays(tx, keys).for('update')
  return new Map(stored.map((day) => [dayEntity(day), day]))
}

/** Reads days without locking them; a day without a row is open, or locked in a locked period. By `dayEntity`. */
export const readDays = async (db: Executor, keys: readonly DayKey[]): Promise<Map<string, StoredDay>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await db.execute<StoredDay & Record<string, unknown>>(sql`
    select day.provider_id as "providerId", day.date::text as date,
      coalesce(${providerDays.state}, ${stateWithoutRow}) as state,
      coalesce(${providerDays.approvalStatus}, 0) as "approvalStatus"
    from ${dayRows(keys)}
    left join ${providerDays} on ${providerDays.providerId} = day.provider_id and ${providerDays.date} = day.date`)
  return new Map(rows.map((day) => [dayEntity(day), day]))
}

/** One day, without locking it. */
export const readDay = async (db: Executor, key: DayKey): Promise<StoredDay> => {
  const day = (await readDays(db, [key])).get(dayEntity(key))
  if (!day) throw new RangeError(`The day ${dayEntity(key)} was not among the days read`)
  return day
}

/** The message why nothing on the day can be changed. */
export const readOnlyMessage = ({ date, state }: StoredDay): string => readOnlyDayMessage(date, state)

/** The approval that the wire shows, if any. */
const approvalAfter = (day: StoredDay, to: ProviderDayState, event: ProviderDayEvent['type']): number => {
  if (event === 'correction.approve') return 1
  if (to === 'locked') return day.approvalStatus
  return countsAsApproved(wireApproval(to)) ? 1 : wireApproval(to)
}

/**
 * Sends an event to a day's machine.
 *
 * @param unconfirmedRows unconfirmed timesheet rows of the day after the change
 * @param toApprove needed only to approve: pending changes of its sessions, and whether its last session has ended
 * @returns the move, or undefined if the machine refuses it
 */
export const askDay = (
  day: StoredDay,
  event: ProviderDayEvent,
  user: Pick<Caller, 'role'>,
  unconfirmedRows: number,
  { waitingChanges, isOver }: { waitingChanges: number; isOver: boolean } = { waitingChanges: 0, isOver: true },
): DayMove | undefined => {
  const facts = { by: user.role, unconfirmedRows, waitingChanges, isOver, wasApproved: day.approvalStatus === 1 }
  const move = askMachine(providerDayMachine, PROVIDER_DAY_STATES, day.state, facts, event)
  if (!move.allowed) return undefined
  return {
    ...day,
    from: move.from,
    event: event.type,
    reason:
      event.type === 'day.reject' || event.type === 'day.reopen' || event.type === 'correction.open'
        ? event.reason
        : null,
    state: move.to,
    approvalStatus: approvalAfter(day, move.to, event.type),
  }
}

/** Like `askDay`, but throws a 409 if the machine refuses. */
export const requireMove = (...question: Parameters<typeof askDay>): DayMove => {
  const move = askDay(...question)
  if (!move) throw new Refusal(409, readOnlyMessage(question[0]))
  return move
}

const removedSchema = z.object({
  schoolId: z.int(),
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  isZeroHours: z.boolean(),
  isConfirmed: z.boolean(),
  serviceId: z.int().nullable(),
})

const dayDetailSchema = z.object({ reason: z.string().optional(), removed: removedSchema.optional() })

export const dayDetail = loggedDetail(dayDetailSchema, ({ reason, removed }) => [
  ...reasonSaid(reason),
  ...(removed
    ? [`Hours removed: ${removed.isZeroHours ? 'zero hours' : formatTimeRange(removed.startTime, removed.endTime)}`]
    : []),
])

const detailOf = ({ detail, reason }: DayMove) =>
  detail || reason !== null ? dayDetail.of({ ...detail, ...(reason !== null && { reason }) }) : {}

const logMoves = (tx: Tx, moves: readonly DayMove[], by: { userId: number; now: Date }): Promise<void> =>
  logTransitions(
    tx,
    by.userId,
    by.now,
    moves.map((move) => ({
      machine: providerDayMachine.id,
      entity: dayEntity(move),
      from: move.from,
      event: move.event,
      to: move.state,
      ...detailOf(move),
    })),
  )

const DECISIONS: ReadonlySet<ProviderDayEvent['type']> = new Set([
  'day.approve',
  'day.reject',
  'day.reopen',
  'correction.open',
  'correction.approve',
])

/** Stores the moves to another state, and logs them with those of their sessions. Call with the days locked. */
export const storeMoves = async (
  tx: Tx,
  allowed: readonly DayMove[],
  by: { userId: number; now: Date },
): Promise<void> => {
  const moves = allowed.filter(({ from, state }) => from !== state)
  await logMoves(
    tx,
    allowed.filter(({ from, state, detail }) => from !== state || detail !== undefined),
    by,
  )
  if (moves.length === 0) return
  const isDecision = moves.map(({ event }) => DECISIONS.has(event))
  await tx.execute(sql`update ${providerDays} as stored set
      state = moved.state,
      approval_status = moved.approval_status,
      version = stored.version + 1,
      reason = moved.reason,
      decided_by_id = case when moved.is_decision then ${by.userId}::int else stored.decided_by_id end,
      decided_at = case when moved.is_decision then ${by.now.toISOString()}::timestamptz else stored.decided_at end
    from unnest(
      ${sql.param(moves.map(({ providerId }) => providerId))}::int[],
      ${sql.param(moves.map(({ date }) => date))}::date[],
      ${sql.param(moves.map(({ state }) => state))}::text[],
      ${sql.param(moves.map(({ approvalStatus }) => approvalStatus))}::smallint[],
      ${sql.param(moves.map(({ reason }) => reason))}::text[],
      ${sql.param(isDecision)}::boolean[]
    ) as moved (provider_id, date, state, approval_status, reason, is_decision)
    where stored.provider_id = moved.provider_id and stored.date = moved.date`)
  await followDays(tx, moves, by)
  await followCorrections(tx, moves, by)
}
