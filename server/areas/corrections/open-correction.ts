/** Opening a provider's day in a locked period to put it right. */
import { and, eq, exists, gte, isNull, lte, sql } from 'drizzle-orm'
import type { AffectedInvoice } from '#contract/corrections.ts'
import { correctionMessages, type DayFigures } from '#domain/billing/corrections.ts'
import { takeBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { readEarlier } from '#server/areas/billing/earlier-corrections.ts'
import { keepPay } from '#server/areas/hours/payroll-segments.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import {
  type DayKey,
  dayEntity,
  lockDays,
  readDay,
  requireMove,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import { readStoredRows } from '#server/areas/provider-days/stored-rows.ts'
import { unconfirmHours } from '#server/areas/schedule/session-days.ts'
import { readRowsByDay } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Queryable, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { Refusal } from '#server/http/refusal.ts'
import { openedNotices } from './correction-notices.ts'
import { type By, logCorrection, readOpenCorrection } from './correction-record.ts'
import { readDayFigures } from './day-figures.ts'

/** @throws Refusal 404 if the provider has no session on that day */
export const readNamedDay = async (on: Queryable, { providerId, date }: DayKey) => {
  const [provider] = await on.select({ name: providerName }).from(providers).where(eq(providers.id, providerId))
  const named = { providerId, providerName: provider?.name ?? 'This provider', date }
  const [session] = await on
    .select({ id: occurrences.id })
    .from(occurrences)
    .where(and(eq(occurrences.providerId, providerId), eq(occurrences.date, date), isNull(occurrences.deletedAt)))
    .limit(1)
  if (!session) throw new Refusal(404, correctionMessages.noSession(named))
  return named
}

/** @throws Refusal 409 if the day is not locked, or is being corrected */
export const requireLocked = async (
  on: Queryable,
  named: Awaited<ReturnType<typeof readNamedDay>>,
  { state }: Pick<StoredDay, 'state'>,
): Promise<void> => {
  if (state === 'locked') return
  const open = await readOpenCorrection(on, named)
  throw new Refusal(409, open ? correctionMessages.underWay(named, open.by) : correctionMessages.notLocked(named))
}

/** Current invoices of schools that include one of the day's sessions. */
export const readInvoicesOf = async (
  on: Pick<Tx, 'select'>,
  { providerId, date }: DayKey,
): Promise<(AffectedInvoice & { schoolId: number })[]> => {
  const found = await on
    .select({ invoice: invoices })
    .from(invoices)
    .where(
      and(
        isNull(invoices.supersededById),
        lte(invoices.startDate, date),
        gte(invoices.endDate, date),
        exists(
          on
            .select({ one: sql`1` })
            .from(invoiceSessions)
            .innerJoin(occurrences, eq(occurrences.id, invoiceSessions.occurrenceId))
            .where(
              and(
                eq(invoiceSessions.invoiceId, invoices.id),
                eq(occurrences.providerId, providerId),
                eq(occurrences.date, date),
              ),
            ),
        ),
      ),
    )
    .orderBy(invoices.number)
  return found.map(({ invoice: { id, schoolId, invoiceNumber, content, total, paidOn } }) => ({
    ...{ id, schoolId, invoiceNumber, total },
    schoolName: content.school.name,
    money: content.money,
    isPaid: paidOn !== null,
  }))
}

/** @returns the correction's id. @throws Refusal 404 or 409 */
export const openCorrection = async (tx: Tx, day: DayKey, reason: string, by: By): Promise<number> => {
  const { user, now } = by
  // Checked before the day is locked: locking stores the day, and an unknown provider's can't be stored.
  const named = await readNamedDay(tx, day)
  await requireLocked(tx, named, await readDay(tx, day))
  await takeBillingTurn(tx)
  const locked = (await lockDays(tx, [day])).get(dayEntity(day))
  if (!locked) throw new Error(`The day ${dayEntity(day)} was not locked`)
  await requireLocked(tx, named, locked)
  const { currency } = await organizationMoney(tx)
  const figures = await readDayFigures(tx, day, currency)
  const latest = (await readEarlier(tx, day)).find(({ keepsPay }) => keepsPay)
  // What the day paid before: as its latest correction left it, or as its period was locked.
  const before: DayFigures = latest?.after ? { ...figures, pay: latest.after.pay } : figures
  const rowsBefore = await readStoredRows(tx, day)
  if (!latest) await keepPay(tx, day)
  const hours = (await readRowsByDay(tx, [day])).get(dayEntity(day)) ?? []
  const [added] = await tx
    .insert(dayCorrections)
    .values({
      ...{ providerId: day.providerId, date: day.date, reason, before, rowsBefore },
      openedById: user.userId,
      openedAt: now,
      schoolIds: [...new Set(hours.map(({ schoolId }) => schoolId))],
    })
    .returning({ id: dayCorrections.id })
  if (!added) throw new Error('The correction was not stored')
  await unconfirmHours(tx, hours)
  await storeMoves(tx, [requireMove(locked, { type: 'correction.open', reason }, user, 0)], {
    userId: user.userId,
    now,
  })
  await logCorrection(tx, by, added.id, { from: 'locked', event: 'correction.open', to: 'opened', detail: { reason } })
  await notify(tx, { userId: user.userId, now }, openedNotices({ ...named, id: added.id, reason }))
  return added.id
}
