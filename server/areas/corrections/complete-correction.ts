/** Approving a corrected day: its schools' invoices follow, and the difference in pay is booked. */
import { eq, sql } from 'drizzle-orm'
import {
  type CorrectionOutcome,
  correctionMessages,
  type DayFigures,
  invoiceOutcomeInWords,
} from '#domain/billing/corrections.ts'
import { isOfDay, type StoredCorrection } from '#server/areas/billing/earlier-corrections.ts'
import { releasePay } from '#server/areas/hours/payroll-segments.ts'
import { readUnratedOfDay } from '#server/areas/invoices/replace-corrected.ts'
import { notify } from '#server/areas/notifications/notify.ts'
import {
  askDay,
  type DayKey,
  dayEntity,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import { unconfirmedRows } from '#server/areas/schedule/unconfirmed-rows.ts'
import { waitingChanges } from '#server/areas/schedule/waiting-changes.ts'
import { keyOfHours } from '#server/areas/timesheet/key-of-hours.ts'
import { readRowsByDay } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { Refusal } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'
import { bookDifference } from './book-difference.ts'
import { completedNotices } from './correction-notices.ts'
import { askCorrection, type By, logCorrection, readCorrection } from './correction-record.ts'
import { readDayFigures } from './day-figures.ts'
import { isUnrated, readPayDifferences } from './pay-differences.ts'
import { settleInvoices } from './replace-invoices.ts'

/** What a caller saw of the day's hours. */
export const hoursKeyOf = async (on: Pick<Tx, 'execute'>, day: DayKey): Promise<string> =>
  keyOfHours((await readRowsByDay(on, [day])).get(dayEntity(day)) ?? [])

/** What a caller saw of the day's hours, and of what approving them leads to, except the numbers of new invoices. */
export const seenKeyOf = async (
  on: Pick<Tx, 'execute'>,
  day: DayKey,
  { after, outcome }: Completed,
): Promise<string> => {
  const invoices = outcome.invoices.map(({ replacedBy, creditNote, ...invoice }) => ({
    ...invoice,
    isReplaced: replacedBy !== null,
    isCredited: creditNote !== null,
  }))
  return seenKey([await hoursKeyOf(on, day), after, { ...outcome, invoices }])
}

/** What keeps the correction from being approved, in words; nothing if it can be. */
export const obstaclesOf = async (tx: Pick<Tx, 'select' | 'execute'>, day: DayKey) => {
  const unconfirmed = (await unconfirmedRows(tx, [day])).get(dayEntity(day)) ?? []
  const waiting = (await waitingChanges(tx, [day])).get(dayEntity(day)) ?? []
  return { unconfirmed, waiting, unrated: await readUnratedOfDay(tx, day) }
}

/** What a correction came to. */
interface Completed {
  readonly after: DayFigures
  readonly outcome: CorrectionOutcome
}

/**
 * Approves the day as it is now. Call with the correction held.
 *
 * @throws Refusal 409 with what is in the way
 */
export const completeCorrection = async (
  tx: Tx,
  { stored, day }: { stored: StoredCorrection; day: StoredDay },
  by: By,
): Promise<Completed> => {
  const { user, now } = by
  const { unconfirmed, waiting, unrated } = await obstaclesOf(tx, day)
  const facts = { unconfirmedRows: unconfirmed.length, waitingChanges: waiting.length }
  const move = askCorrection(stored, { type: 'correction.approve' }, user, facts)
  const dayMove = askDay(day, { type: 'correction.approve' }, user, unconfirmed.length, {
    waitingChanges: waiting.length,
    // Only days that are over are locked.
    isOver: true,
  })
  if (!move || !dayMove) {
    const obstacles = [...unconfirmed, ...waiting]
    throw new Refusal(409, obstacles.join(' ') || correctionMessages.ended)
  }
  if (unrated.length > 0) throw new Refusal(409, unrated.join(' '))
  const who = { userId: user.userId, now }
  await storeMoves(tx, [dayMove], who)
  const { currency } = await organizationMoney(tx)
  const after = await readDayFigures(tx, day, currency)
  const { before } = stored
  // Nothing was paid without a rate: once there is one, the period's own payroll pays the day as it is now.
  const keepsPay = !isUnrated(before, after)
  if (!keepsPay) {
    await releasePay(tx, day)
    await tx.update(dayCorrections).set({ keepsPay }).where(isOfDay(day))
  }
  const differences = keepsPay ? await readPayDifferences(tx, day, { before, after, currency }) : []
  const pay = await bookDifference(tx, day, differences, by)
  // The correction is no longer open: its schools can be invoiced again.
  await tx
    .update(dayCorrections)
    .set({
      ...{ state: move.to, after, keepsPay, endedById: user.userId, endedAt: now },
      version: sql`${dayCorrections.version} + 1`,
    })
    .where(eq(dayCorrections.id, stored.id))
  const settled = await settleInvoices(tx, stored, by)
  const { invoices } = settled
  const outcome = { ...settled, pay }
  await tx.update(dayCorrections).set({ outcome }).where(eq(dayCorrections.id, stored.id))
  const detail = { before, after, outcome }
  await logCorrection(tx, by, stored.id, { from: move.from, event: 'correction.approve', to: move.to, detail })
  const { providerName } = await readCorrection(tx, stored.id)
  const { id, providerId, date } = stored
  const inWords = invoices.map((invoice) =>
    invoiceOutcomeInWords(invoice)
      .map((sentence) => `${sentence}.`)
      .join(' '),
  )
  const told = { id, providerId, providerName, date, paidOn: pay[0]?.paidOn, invoices: inWords }
  await notify(tx, who, completedNotices(told))
  return { after, outcome }
}
