/**
 * Sessions of the schedule whose occurrences a canceled correction puts back: one that does not repeat is changed, and one
 * without any occurrence left is deleted, together with its occurrence.
 */
import { and, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { StoredCorrection } from '#server/areas/billing/earlier-corrections.ts'
import { sessionsIn } from '#server/areas/provider-days/stored-rows.ts'
import { SERIES } from '#server/areas/schedule/change-record.ts'
import { updateSession } from '#server/areas/schedule/session-rows.ts'
import { readOccurrences } from '#server/areas/schedule/stored-sessions.ts'
import type { Tx } from '#server/db/database.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import type { By } from './correction-record.ts'

/** Call it after the occurrences were put back, with their students. */
export const restoreSchedule = async (
  tx: Tx,
  { rowsBefore, openedAt }: StoredCorrection,
  { user, now }: By,
): Promise<void> => {
  const stored = await readOccurrences(tx, inArray(occurrences.id, sessionsIn(rowsBefore)))
  const ids = [...new Set(stored.map(({ scheduleEventId }) => scheduleEventId))]
  const line = (id: number, from: string, version: number) => ({
    ...{ machine: SERIES, entity: String(id), from, event: 'correction.cancel', to: 'scheduled', detail: { version } },
  })
  const undeleted = await tx
    .update(scheduleEvents)
    .set({ deletedAt: null, version: sql`${scheduleEvents.version} + 1` })
    .where(and(inArray(scheduleEvents.id, ids), isNotNull(scheduleEvents.deletedAt)))
    .returning({ id: scheduleEvents.id, version: scheduleEvents.version })
  const changed = await tx
    .select({ id: scheduleEvents.id })
    .from(scheduleEvents)
    .where(and(inArray(scheduleEvents.id, ids), gte(scheduleEvents.updatedAt, openedAt)))
  const lines = undeleted.map(({ id, version }) => line(id, 'ended', version))
  for (const { scheduleEventId: id, isRecurring, form, providerId } of stored) {
    if (isRecurring || !changed.some((session) => session.id === id)) continue
    const version = await updateSession(tx, id, form, { providerId, user, now })
    if (!undeleted.some((session) => session.id === id)) lines.push(line(id, 'scheduled', version))
  }
  await logTransitions(tx, user.userId, now, lines)
}
