/** The invoices of corrected days: each that bills something else now is replaced (docs/decisions/invoices.md). */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { InvoiceOutcome, WaitingInvoice } from '#domain/billing/corrections.ts'
import { formatDate } from '#domain/time.ts'
import { inWords } from '#domain/words.ts'
import type { StoredCorrection } from '#server/areas/billing/earlier-corrections.ts'
import { readCorrectionOfSchool } from '#server/areas/billing/open-corrections.ts'
import type { Issuer } from '#server/areas/invoices/issue-invoice.ts'
import {
  type DoneReplacement,
  hasWork,
  type InvoiceReplacement,
  readInvoicesOfDay,
  readTakenBackOfDay,
  replaceAfterCorrection,
  replaceWherePossible,
  type ServedDay,
} from '#server/areas/invoices/replace-corrected.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import { studentsIn } from '#server/areas/provider-days/stored-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'

/** A corrected day with the invoices that it was on before any of them is replaced, or taken back. */
interface CorrectedDay {
  readonly day: ServedDay
  readonly invoiceIds: ReadonlySet<number>
  /** Those that other corrections hold up. */
  readonly waiting: WaitingInvoice[]
}

const readCorrectedDay = async (tx: Tx, { providerId, date, rowsBefore }: StoredCorrection): Promise<CorrectedDay> => {
  const day = { providerId, date, servedBefore: studentsIn(rowsBefore) }
  const found = await readInvoicesOfDay(tx, day)
  const waiting: WaitingInvoice[] = []
  for (const invoice of found) {
    const other = await readCorrectionOfSchool(tx, invoice)
    const { invoiceNumber, content } = invoice
    if (other) waiting.push({ schoolName: content.school.name, invoiceNumber, ...other })
  }
  const takenBack = await readTakenBackOfDay(tx, day)
  for (const invoice of takenBack) {
    const other = await readCorrectionOfSchool(tx, invoice)
    const { name: schoolName } = invoice.content.school
    if (other && (await hasWork(tx, invoice))) waiting.push({ schoolName, invoiceNumber: null, ...other })
  }
  return { day, invoiceIds: new Set([...found, ...takenBack].map(({ id }) => id)), waiting }
}

const outcomeOf = ({ schoolId, schoolName, before, total, invoice, creditNote }: DoneReplacement): InvoiceOutcome => ({
  ...{ schoolId, schoolName },
  ...(before === null
    ? { invoiceNumber: null, total: '0' }
    : { invoiceNumber: before.invoiceNumber, total: before.total }),
  replacedBy: invoice?.invoiceNumber ?? null,
  newTotal: total,
  creditNote: creditNote?.invoiceNumber ?? null,
})

const refusedOf = ({ schoolName, before, refusal }: InvoiceReplacement): WaitingInvoice[] =>
  refusal
    ? [{ schoolName, invoiceNumber: before === null ? null : before.invoiceNumber, refusal: refusal.message }]
    : []

/** The school reads this; only administrators read the correction's own reason. */
const reasonOf = (days: readonly DayKey[]): string =>
  `The work of ${inWords([...new Set(days.map(({ date }) => date))].sort().map(formatDate))} was corrected.`

/** Completed corrections whose invoices wait for others, the earliest first. */
const readWaiting = (tx: Tx) =>
  tx
    .select()
    .from(dayCorrections)
    .where(
      and(eq(dayCorrections.state, 'completed'), sql`jsonb_array_length(${dayCorrections.outcome} -> 'waiting') > 0`),
    )
    .orderBy(asc(dayCorrections.id))

/**
 * Replaces the invoices of a day that is locked again with its new hours, and of earlier corrections that waited. An
 * invoice is replaced once, when no day of its school is being corrected any more. Call it after a correction has ended.
 * What keeps an earlier correction's invoice from being replaced, such as a missing rate, keeps no other from ending: it
 * waits on.
 *
 * @param completed the day's correction; undefined if it was canceled
 * @throws Refusal if an invoice of this day can't be replaced
 */
export const settleInvoices = async (
  tx: Tx,
  completed: StoredCorrection | undefined,
  issuer: Issuer,
): Promise<{ invoices: InvoiceOutcome[]; waiting: WaitingInvoice[] }> => {
  const earlier = await readWaiting(tx)
  const days: CorrectedDay[] = []
  for (const stored of [...earlier, ...(completed ? [completed] : [])]) days.push(await readCorrectedDay(tx, stored))
  const own = completed && days.at(-1)
  const done: DoneReplacement[] = []
  const daysOn = (id: number) => days.filter(({ invoiceIds }) => invoiceIds.has(id)).map((each) => each.day)
  for (const each of days) {
    const { day, waiting } = each
    const reason = ({ id }: { readonly id: number }) => reasonOf([day, ...daysOn(id)])
    if (each === own) done.push(...(await replaceAfterCorrection(tx, day, reason, issuer)))
    else {
      const replaced = await replaceWherePossible(tx, day, reason, issuer)
      done.push(...replaced.done)
      waiting.push(...replaced.refused.flatMap(refusedOf))
    }
  }
  const ledTo = ({ invoiceIds }: CorrectedDay) =>
    done.filter(({ earlierId }) => invoiceIds.has(earlierId)).map(outcomeOf)
  for (const [index, { id, outcome }] of earlier.entries()) {
    const day = days[index]
    if (!day || !outcome) throw new Error(`The correction ${id} does not say what it led to`)
    const invoices = [...outcome.invoices, ...ledTo(day)]
    await tx
      .update(dayCorrections)
      .set({ outcome: { ...outcome, invoices, waiting: day.waiting } })
      .where(eq(dayCorrections.id, id))
  }
  return own ? { invoices: ledTo(own), waiting: own.waiting } : { invoices: [], waiting: [] }
}
