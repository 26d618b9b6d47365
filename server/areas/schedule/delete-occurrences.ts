/** Deleting single occurrences (spec 2, section 2.5): all of the given ones or none. */
import { and, eq, exists, inArray, isNull, not, sql } from 'drizzle-orm'
import type { ChangedSessions } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import { grouped } from '#domain/grouped.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { dayEntity, type StoredDay } from '#server/areas/provider-days/provider-days.ts'
import { occurrenceEdits, occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { logTransitions, type Transition } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import { Refusal } from '#server/http/refusal.ts'
import { refuseStale, SERIES } from './change-record.ts'
import { discardRequests } from './change-requests.ts'
import {
  type AllowedMove,
  type ChangeContext,
  holdDays,
  hoursTouched,
  nothingChanged,
  occurrenceLine,
  requireOccurrenceMove,
  versionSeen,
} from './occurrence-moves.ts'
import { keepingRows } from './provider-changes.ts'
import { settleDays } from './session-days.ts'
import { deletionNotices, type Sessions, sessionsOf } from './session-notices.ts'
import { noSuchSession, readOccurrences, type StoredOccurrence } from './stored-sessions.ts'
import { answerWaiting, requireReplacing } from './waiting-version.ts'

const EVENT = 'occurrence.delete'

/** Deletes sessions without any occurrence left. */
const deleteEmptySessions = async ({ tx, user, now }: ChangeContext, ids: readonly number[]) => {
  const anyLeft = tx
    .select({ one: sql`1` })
    .from(occurrences)
    .where(and(eq(occurrences.scheduleEventId, scheduleEvents.id), isNull(occurrences.deletedAt)))
  const deleted = await tx
    .update(scheduleEvents)
    .set({ deletedAt: now, updatedById: user.userId, updatedAt: now, version: sql`${scheduleEvents.version} + 1` })
    .where(and(inArray(scheduleEvents.id, [...new Set(ids)]), not(exists(anyLeft))))
    .returning({ id: scheduleEvents.id, version: scheduleEvents.version })
  return deleted.map(({ id, version }) => ({
    machine: SERIES,
    entity: String(id),
    from: 'scheduled',
    event: 'series.delete',
    to: 'ended',
    detail: { version },
  }))
}

interface Deletion {
  scheduleEventRecurrenceIds: readonly number[]
  entityCacheKey?: string | undefined
  replacesKey?: string | undefined
  /** Also those that someone has asked to change; they are told. */
  discardsWaiting?: true
}

interface PlannedDeletion {
  removed: { occurrence: StoredOccurrence; move: AllowedMove }[]
  /** The requests that it discards. */
  replaces: WaitingVersion | undefined
  days: Map<string, StoredDay>
}

/** All of the occurrences. Throws a Refusal unless all may be deleted. */
export const planDeletion = async (change: ChangeContext, body: Deletion): Promise<PlannedDeletion> => {
  const { tx, user } = change
  const scope = providerScope(user)
  const ids = [...new Set(body.scheduleEventRecurrenceIds)]
  const seen = body.entityCacheKey
  const which = and(inArray(occurrences.id, ids), scope === undefined ? undefined : eq(occurrences.providerId, scope))
  const found = await readOccurrences(tx, which)
  if (found.length !== ids.length) throw noSuchSession()
  const days = await holdDays(change, found)
  const stored = await readOccurrences(tx, which)
  const removed: PlannedDeletion['removed'] = []
  for (const occurrence of stored) {
    const { id, version, isDeleted } = occurrence
    const day = days.get(dayEntity(occurrence))
    if (isDeleted && seen === undefined) throw noSuchSession()
    if (isDeleted || (seen !== undefined && seen !== String(version))) {
      await refuseStale(tx, 'occurrence', id, versionSeen(seen ?? '', version))
    }
    if (!day) throw new Refusal(409, 'This session has been moved. Please review it.')
    const move = requireOccurrenceMove(occurrence, day, EVENT, change)
    removed.push({ occurrence, move })
  }
  const touched = { edited: stored, ids }
  const replaces = body.discardsWaiting ? undefined : await requireReplacing(change, touched, body.replacesKey)
  return { removed, days, replaces }
}

export const countsOfDeletion = ({ removed }: PlannedDeletion): ChangedSessions => ({
  ...nothingChanged,
  removed: removed.length,
})

/** The sessions that are deleted, under the first one's title and time. */
export const sessionsDeleted = ({ removed }: Pick<PlannedDeletion, 'removed'>): Sessions => {
  const [first] = removed
  if (!first) throw new RangeError('Nothing was named to delete')
  const { form, providerId } = first.occurrence
  return sessionsOf(
    form,
    providerId,
    removed.map(({ occurrence: { date } }) => date),
  )
}

/** Stores the deletion. @returns those whose provider has not been told yet */
const storeDeletion = async (
  change: ChangeContext,
  { removed, days }: PlannedDeletion,
): Promise<StoredOccurrence[]> => {
  const { tx, now } = change
  const stored = removed.map(({ occurrence }) => occurrence)
  const ids = stored.map(({ id }) => id)
  await tx
    .update(occurrences)
    .set({ deletedAt: now, isEditedAlone: sql`${occurrences.isRecurring}`, version: sql`${occurrences.version} + 1` })
    .where(inArray(occurrences.id, ids))
  const ended = await deleteEmptySessions(
    change,
    stored.map(({ scheduleEventId }) => scheduleEventId),
  )
  await discardRequests(change, ids)
  const lines: Transition[] = []
  // Who asked to change one is told that it was deleted.
  const untold: StoredOccurrence[] = []
  for (const { occurrence, move } of removed) {
    const answer = await answerWaiting(change, occurrence, 'deleted')
    if (answer.answered === undefined) untold.push(occurrence)
    const detail = { version: occurrence.version + 1, ...answer }
    lines.push(occurrenceLine(occurrence.id, move, EVENT, detail))
  }
  await tx.delete(occurrenceEdits).where(inArray(occurrenceEdits.occurrenceId, ids))
  const hours = stored.flatMap(({ form }) => hoursTouched(form, undefined))
  await logTransitions(tx, change.user.userId, now, [...lines, ...ended])
  await settleDays(tx, days.values(), hours, change)
  return untold
}

export const deleteOccurrences = async (change: ChangeContext, body: Deletion): Promise<ChangedSessions> => {
  const { tx, now } = change
  const plan = await planDeletion(change, body)
  const sessions = sessionsDeleted(plan)
  let untold: StoredOccurrence[] = []
  const sessionIds = plan.removed.map(({ occurrence: { scheduleEventId } }) => scheduleEventId)
  await keepingRows(change, sessionIds, async () => {
    untold = await storeDeletion(change, plan)
    return { sessions, changes: null }
  })
  const byProvider = grouped(untold, ({ scheduleEventId, providerId }) => `${scheduleEventId} ${providerId}`)
  const notices = [...byProvider.values()].flatMap((group) => {
    const [{ scheduleEventId, providerId, form }] = group
    const dates = group.map(({ date }) => date)
    return deletionNotices(change.user, scheduleEventId, sessionsOf(form, providerId, dates))
  })
  await notify(tx, { userId: change.user.userId, now }, notices)
  return countsOfDeletion(plan)
}
