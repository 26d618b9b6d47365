/** What days that are being corrected would be again if nobody went on with it. */
import { and, asc, between, eq, inArray, sql } from 'drizzle-orm'
import { OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import type { Period } from '#domain/billing/period.ts'
import { releasePay } from '#server/areas/hours/payroll-segments.ts'
import { deleteAdded, restoreSessions, restoreStoredRows } from '#server/areas/provider-days/stored-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { rolledBack } from '#server/db/rolled-back.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { isPayKept } from './earlier-corrections.ts'

/**
 * Reads with the open corrections of a period canceled, which is rolled back afterwards. A day that is being corrected
 * counts for nothing, but what it was before may come back.
 *
 * @param providerId whose days; everyone's if it is omitted
 */
export const asIfCanceled = async <Result>(
  tx: Tx,
  { startDate, endDate, providerId }: Period & { readonly providerId?: number | undefined },
  read: (tx: Tx) => Promise<Result>,
): Promise<Result> => {
  const open = await tx
    .select()
    .from(dayCorrections)
    .where(
      and(
        inArray(dayCorrections.state, OPEN_CORRECTION_STATES),
        between(dayCorrections.date, startDate, endDate),
        providerId === undefined ? undefined : eq(dayCorrections.providerId, providerId),
      ),
    )
    .orderBy(asc(dayCorrections.id))
  if (open.length === 0) return read(tx)
  return rolledBack(tx, async (inner) => {
    for (const { id, openedAt, openedById, rowsBefore, ...day } of open) {
      await deleteAdded(inner, day, rowsBefore, openedAt)
      await restoreSessions(inner, rowsBefore)
      await restoreStoredRows(inner, day, rowsBefore)
      await inner
        .update(dayCorrections)
        .set({ state: 'canceled', endedAt: sql`now()`, endedById: openedById })
        .where(eq(dayCorrections.id, id))
      if (!(await isPayKept(inner, day))) await releasePay(inner, day)
    }
    return read(inner)
  })
}
