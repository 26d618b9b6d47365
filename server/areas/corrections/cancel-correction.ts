/** Canceling a correction: the day is again what it was before. */
import { eq, sql } from 'drizzle-orm'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { occurrenceMachine } from '#machines/schedule/occurrence.machine.ts'
import { isPayKept, type StoredCorrection } from '#server/areas/billing/earlier-corrections.ts'
import { releasePay } from '#server/areas/hours/payroll-segments.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import { requireMove, type StoredDay, storeMoves } from '#server/areas/provider-days/provider-days.ts'
import {
  deleteAdded,
  readMovedSessions,
  restoreSessions,
  restoreStoredRows,
} from '#server/areas/provider-days/stored-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { canceledNotices } from './correction-notices.ts'
import { askCorrection, type By, logCorrection, readCorrection } from './correction-record.ts'
import { settleInvoices } from './replace-invoices.ts'
import { restoreSchedule } from './restore-schedule.ts'

/** Call with the correction held. */
export const cancelCorrection = async (
  tx: Tx,
  { stored, day }: { stored: StoredCorrection; day: StoredDay },
  by: By,
): Promise<void> => {
  const { user, now } = by
  const move = askCorrection(stored, { type: 'correction.cancel' }, user)
  if (!move) throw new Refusal(409, correctionMessages.ended)
  const moved = await readMovedSessions(tx, day, stored)
  if (moved.length > 0) throw new Refusal(409, correctionMessages.moved(day, moved))
  const who = { userId: user.userId, now }
  const added = await deleteAdded(tx, day, stored.rowsBefore, now)
  await logTransitions(
    tx,
    user.userId,
    now,
    added.map((id) => ({
      machine: occurrenceMachine.id,
      entity: String(id),
      from: day.state === 'corrected' ? 'confirmed' : 'scheduled',
      event: 'occurrence.delete',
      to: 'deleted',
    })),
  )
  const back = await restoreSessions(tx, stored.rowsBefore)
  const event = 'correction.cancel'
  const comeBack = back.map((id) => ({
    ...{ machine: occurrenceMachine.id, entity: String(id), from: 'deleted', event, to: 'scheduled' },
  }))
  await logTransitions(tx, user.userId, now, comeBack)
  await storeMoves(tx, [requireMove(day, { type: 'correction.cancel' }, user, 0)], who)
  await restoreStoredRows(tx, day, stored.rowsBefore)
  await restoreSchedule(tx, stored, by)
  const { id, providerId, date } = stored
  await tx
    .update(dayCorrections)
    .set({ state: move.to, endedById: user.userId, endedAt: now, version: sql`${dayCorrections.version} + 1` })
    .where(eq(dayCorrections.id, id))
  // Without an earlier correction, what is paid is what the day says again.
  if (!(await isPayKept(tx, day))) await releasePay(tx, day)
  await logCorrection(tx, by, id, { from: move.from, event: 'correction.cancel', to: move.to })
  await settleInvoices(tx, undefined, by)
  const { providerName } = await readCorrection(tx, id)
  await notify(tx, who, canceledNotices({ id, providerId, providerName, date }))
}
