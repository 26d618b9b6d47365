/** Deleting a session from a day on (spec 2, sections 2.5 and 7): earlier occurrences stay. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ChangedSessions } from '#contract/session-form.ts'
import type { WaitingVersion } from '#contract/waiting-version.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { discardRequests } from './change-requests.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { keepingRows } from './provider-changes.ts'
import { countsOf, planSeries, type SeriesPlan, touchedBy } from './series-plan.ts'
import { type HeldSeries, holdSeries, hoursOf, record, requireUpcoming, storeRemoved, todayOf } from './series-steps.ts'
import { settleDays } from './session-days.ts'
import { deletionNotices, type Sessions, sessionsOf } from './session-notices.ts'
import { updateSession } from './session-rows.ts'
import { readOccurrences, readSpanOfSeries, type StoredOccurrence } from './stored-sessions.ts'
import { requireReplacing } from './waiting-version.ts'

interface SeriesDeletion {
  id: number
  fromDate?: LocalDate | undefined
  entityCacheKey?: string | undefined
  replacesKey?: string | undefined
}

interface PlannedEnd extends HeldSeries {
  plan: SeriesPlan
  /** The first day to delete. */
  from: LocalDate
  /** The requests that it discards. */
  replaces: WaitingVersion | undefined
}

/** What is deleted and what stays. Throws a Refusal if the series may not be deleted. */
export const planSeriesDeletion = async (change: ChangeContext, body: SeriesDeletion): Promise<PlannedEnd> => {
  const { id, fromDate, entityCacheKey: seen } = body
  const from = fromDate ?? todayOf(change)
  const held = await holdSeries(change, { id, from, seen })
  requireUpcoming(await readSpanOfSeries(change.tx, id), change)
  const { providerId, form } = held.series
  const plan = planSeries(
    held.stored,
    { dates: [], providerId, startTime: form.startTime, endTime: form.endTime },
    held.days,
    change,
  )
  const replaces = await requireReplacing(change, { edited: [], ids: touchedBy(plan) }, body.replacesKey)
  return { ...held, plan, from, replaces }
}

/** The only session left of a series becomes a session of its own. */
const becomeSingle = async (change: ChangeContext, id: number, left: StoredOccurrence): Promise<void> => {
  const { tx } = change
  const { providerId, form } = left
  const single: SessionForm = { ...form, rule: { type: 'none' }, endDate: form.date }
  await updateSession(tx, id, single, { ...change, providerId })
  await tx
    .update(occurrences)
    .set({ isRecurring: false, isEditedAlone: false, movedFrom: null })
    .where(eq(occurrences.id, left.id))
}

const storeEnd = async (
  { tx, user, now }: ChangeContext,
  id: number,
  end: { toDate?: LocalDate; deletedAt?: Date },
) => {
  await tx
    .update(scheduleEvents)
    .set({ ...end, updatedById: user.userId, updatedAt: now, version: sql`${scheduleEvents.version} + 1` })
    .where(eq(scheduleEvents.id, id))
}

/**
 * Ends the series on the day before `from`. If that is its first day or earlier, it is no longer a series (DESIGN,
 * section 4): a single remaining occurrence becomes a single session; with several, the last one's date becomes the
 * end, and the removed dates stay removed.
 */
const storeEnded = async (change: ChangeContext, { series, plan, from }: PlannedEnd): Promise<void> => {
  const { tx, now } = change
  const { id, form, isRecurring } = series
  const isLeft = and(eq(occurrences.scheduleEventId, id), isNull(occurrences.deletedAt))
  if ((await tx.$count(occurrences, isLeft)) === 0) return storeEnd(change, id, { deletedAt: now })
  // A single session that could not be deleted stays as it is.
  if (!isRecurring) return storeEnd(change, id, {})
  const lastDay = addDays(from, -1)
  if (lastDay > form.date) return storeEnd(change, id, lastDay < form.endDate ? { toDate: lastDay } : {})
  const left = await readOccurrences(tx, isLeft)
  const [only] = left
  if (only && left.length === 1) return becomeSingle(change, id, only)
  const removedIds = plan.remove.map(({ occurrence }) => occurrence.id)
  await tx.update(occurrences).set({ isEditedAlone: true }).where(inArray(occurrences.id, removedIds))
  const slots = left.map(({ slot }) => slot).sort()
  return storeEnd(change, id, { toDate: slots.at(-1) ?? form.endDate })
}

/** The sessions that are deleted. */
export const sessionsEnded = ({ series, plan }: Pick<PlannedEnd, 'series' | 'plan'>): Sessions => {
  const dates = plan.remove.map(({ occurrence }) => occurrence.date)
  return sessionsOf(series.form, series.providerId, dates)
}

export const deleteSeries = async (change: ChangeContext, body: SeriesDeletion): Promise<ChangedSessions> => {
  const planned = await planSeriesDeletion(change, body)
  const { series, days, plan } = planned
  const deleted = sessionsEnded(planned)
  await discardRequests(change, touchedBy(plan))
  await keepingRows(change, [series.id], async () => {
    await storeRemoved(
      change,
      plan.remove.map(({ occurrence }) => occurrence.id),
    )
    await storeEnded(change, planned)
    await record(change, { series, plan, event: 'series.delete', changes: [] })
    await settleDays(change.tx, days.values(), hoursOf(plan, undefined), change)
    return { sessions: deleted, changes: null }
  })
  const { user, now } = change
  await notify(change.tx, { userId: user.userId, now }, deletionNotices(user, series.id, deleted))
  return countsOf(plan)
}
