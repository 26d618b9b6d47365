/**
 * The steps of every change of stored occurrences: first lock the days, then check the version, then ask the machine.
 */
import { z } from 'zod'
import type { ChangedSessions } from '#contract/session-form.ts'
import { OCCURRENCE_STATES, type OccurrenceState } from '#domain/occurrence.ts'
import { isReadOnlyDay, isUnderCorrection } from '#domain/provider-day.ts'
import { type SessionForm, sessionFormMessages } from '#domain/session-form.ts'
import { inWords } from '#domain/words.ts'
import { type OccurrenceEvent, occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import {
  type DayKey,
  dayEntity,
  lockDays,
  readDays,
  readOnlyMessage,
  type StoredDay,
} from '#server/areas/provider-days/provider-days.ts'
import type { RowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import type { Transition } from '#server/db/transition-log.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine, type Move } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail } from '#server/lifecycle/logged-detail.ts'
import { type Answered, answeredSchema } from './answered.ts'
import { refuseStale, requested } from './change-record.ts'
import { noSuchSession, readOccurrence, type StoredOccurrence, stateOf } from './stored-sessions.ts'

/** Who makes the change, when, and the time zone. */
export interface ChangeContext {
  tx: Tx
  user: Caller
  now: Date
  timeZone: string
  /** For previews: nothing is locked and nothing may be written. */
  isPreview?: boolean
  /** The provider's waiting change that an administrator makes for them. */
  approving?: { readonly id: number; readonly by: Caller }
}

/** The days of a change: locked until it is done, or only read for a preview. By `dayEntity`. */
export const holdDays = ({ tx, isPreview }: Pick<ChangeContext, 'tx' | 'isPreview'>, keys: readonly DayKey[]) =>
  isPreview ? readDays(tx, keys) : lockDays(tx, keys)

export const nothingChanged: ChangedSessions = {
  created: 0,
  changed: 0,
  removed: 0,
  leftAlone: { approved: 0, locked: 0, expired: 0, editedAlone: 0 },
  isPending: false,
}

export const refuseExpired = (): Refusal => new Refusal(400, sessionFormMessages.expired)

/** The machine's answer to an event of the occurrence on its day. */
export const askOccurrence = (
  occurrence: StoredOccurrence,
  day: StoredDay,
  type: OccurrenceEvent['type'],
  { user, now }: Pick<ChangeContext, 'user' | 'now'>,
): Move<OccurrenceState> => {
  const facts = { by: user.role, hasPassed: occurrence.endsAt < now, isCorrecting: isUnderCorrection(day.state) }
  return askMachine(occurrenceMachine, OCCURRENCE_STATES, stateOf(occurrence, day), facts, { type })
}

/** Like `askOccurrence`, but refuses with a message. */
export const requireOccurrenceMove = (...question: Parameters<typeof askOccurrence>): AllowedMove => {
  const [{ endsAt }, day, , { now }] = question
  const move = askOccurrence(...question)
  if (move.allowed) return move
  if (isReadOnlyDay(day.state)) throw new Refusal(409, readOnlyMessage(day))
  throw endsAt < now ? refuseExpired() : new Refusal(409, 'No change to this session is waiting for approval.')
}
export type AllowedMove = Extract<Move<OccurrenceState>, { allowed: true }>

/** The version that a caller saw; invalid text counts as the newest, with no known differences. */
export const versionSeen = (entityCacheKey: string, newest: number): number =>
  /^\d{1,9}$/.test(entityCacheKey) ? Math.min(Number(entityCacheKey), newest) : newest

export interface HeldOccurrence {
  stored: StoredOccurrence
  day: StoredDay
  /** Every locked day, by `dayEntity`. */
  days: Map<string, StoredDay>
}

/**
 * Locks the occurrence's day and those that `alsoOn` names, then reads it.
 *
 * @param seen the `entityCacheKey` that the caller saw: 409 with what changed if it is not the newest
 * @throws Refusal 404 if the caller has no access to such an occurrence
 */
export const holdOccurrence = async (
  change: Pick<ChangeContext, 'tx' | 'isPreview'>,
  { id, scope, seen }: { id: number; scope: number | undefined; seen: string | undefined },
  alsoOn: (found: StoredOccurrence) => readonly DayKey[] = () => [],
): Promise<HeldOccurrence> => {
  const { tx } = change
  const found = await readOccurrence(tx, id, scope)
  const days = await holdDays(change, [found, ...alsoOn(found)])
  const stored = await readOccurrence(tx, id, scope)
  const day = days.get(dayEntity(stored))
  if (seen === undefined && stored.isDeleted) throw noSuchSession()
  const isStale = seen !== undefined && seen !== String(stored.version)
  if (isStale || stored.isDeleted || day === undefined) {
    return refuseStale(tx, 'occurrence', id, versionSeen(seen ?? String(found.version), stored.version))
  }
  return { stored, day, days }
}

/** The hours to confirm again: those that contained the session before and after the change. */
export const hoursTouched = (before: SessionForm | undefined, after: SessionForm | undefined): RowKey[] => {
  const keys = ['providerId', 'schoolId', 'date', 'startTime', 'endTime', 'serviceId', 'isTimesheetReq'] as const
  if (before && after && keys.every((key) => before[key] === after[key])) return []
  return [before, after].flatMap((form) =>
    form?.isTimesheetReq && form.providerId !== null
      ? [{ providerId: form.providerId, schoolId: form.schoolId, date: form.date }]
      : [],
  )
}

const ANSWERED: Readonly<Record<Answered['outcome'], string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
  replaced: 'Discarded',
  deleted: 'Discarded',
}

const occurrenceDetailSchema = z.object({
  version: z.int().optional(),
  changes: z.array(z.string()).optional(),
  /** The student's place in the session, for feedback of one. */
  place: z.int().optional(),
  answered: answeredSchema.optional(),
})

export const occurrenceDetail = loggedDetail(occurrenceDetailSchema, ({ changes = [], answered }) => [
  ...(changes.length > 0 ? [`Changed ${inWords(changes)}`] : []),
  ...(answered ? [`${ANSWERED[answered.outcome]}: a change of ${requested(answered.changes)}`] : []),
])

/**
 * The log entry of a move; `version` is the occurrence's new version, by which later callers learn what they missed.
 */
export const occurrenceLine = (
  id: number,
  move: AllowedMove,
  event: OccurrenceEvent['type'],
  detail: z.output<typeof occurrenceDetailSchema>,
): Transition => ({
  ...{ machine: 'occurrence', entity: String(id), from: move.from, event, to: move.to },
  ...occurrenceDetail.of(detail),
})
