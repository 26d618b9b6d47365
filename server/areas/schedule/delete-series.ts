/** Deleting a session from a day on (spec 2, sections 2.5 and 7): what lies before it stays. */
import { eq, sql } from 'drizzle-orm'
import type { ChangedSessions } from '#contract/session-form.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { scheduleEvents } from '#server/db/schema.ts'
import type { Change } from './occurrence-moves.ts'
import { countsOf, planSeries, type SeriesPlan } from './series-plan.ts'
import { type HeldSeries, holdSeries, hoursOf, record, requireUpcoming, storeRemoved, todayOf } from './series-steps.ts'
import { settleDays } from './session-days.ts'
import { readSpanOfSeries } from './stored-sessions.ts'

interface SeriesDeletion {
  id: number
  fromDate?: LocalDate | undefined
  entityCacheKey?: string | undefined
}

interface PlannedEnd extends HeldSeries {
  plan: SeriesPlan
  /** The first day whose occurrence goes. */
  from: LocalDate
}

/** What goes and what is left alone, if it may be deleted. Throws what the caller is refused with. */
export const planSeriesDeletion = async (change: Change, body: SeriesDeletion): Promise<PlannedEnd> => {
  const { id, fromDate, entityCacheKey: seen } = body
  const from = fromDate ?? todayOf(change)
  const held = await holdSeries(change, { id, from, seen })
  requireUpcoming(await readSpanOfSeries(change.tx, id), change)
  const { providerId, form } = held.series
  const plan = planSeries(held.stored, { dates: [], providerId, endTime: form.endTime }, held.days, change)
  return { ...held, plan, from }
}

export const deleteSeries = async (change: Change, body: SeriesDeletion): Promise<ChangedSessions> => {
  const { tx, user, now } = change
  const { id } = body
  const { series, days, plan, from } = await planSeriesDeletion(change, body)
  const { form } = series
  await storeRemoved(
    change,
    plan.remove.map(({ occurrence }) => occurrence.id),
  )
  const { last } = await readSpanOfSeries(tx, id)
  const lastDay = addDays(from, -1)
  const toDate = lastDay < form.date ? form.date : lastDay
  await tx
    .update(scheduleEvents)
    .set({
      ...(toDate < form.endDate && { toDate }),
      ...(last === null && { deletedAt: now }),
      updatedById: user.userId,
      updatedAt: now,
      version: sql`${scheduleEvents.version} + 1`,
    })
    .where(eq(scheduleEvents.id, id))
  await settleDays(tx, days.values(), hoursOf(plan, undefined), change)
  await record(change, { series, plan, event: 'series.delete', changes: [] })
  return countsOf(plan)
}
