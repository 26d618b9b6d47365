/** The invoices of a day whose work was corrected in a locked period (docs/decisions/invoices.md). */
import { and, asc, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CorrectedInvoices, InvoiceContent } from '#domain/billing/invoice.ts'
import type { StudentsOfSessions } from '#domain/billing/invoice-changes.ts'
import { type InvoiceSelection, invoiceMessages, replaces } from '#domain/billing/invoice-rules.ts'
import { type Decimal, differenceOf, roundedSum, roundMoney } from '#domain/money.ts'
import { localOf } from '#domain/time.ts'
import { readCorrectionOfSchool } from '#server/areas/billing/open-corrections.ts'
import { followInvoices } from '#server/areas/provider-days/follow-days.ts'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Queryable, Tx } from '#server/db/database.ts'
import { organizationZone, readOrganization } from '#server/db/organization.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { Refusal } from '#server/http/refusal.ts'
import { buildInvoice, readWithoutRate } from './invoice-content.ts'
import {
  daysBilled,
  type Issuer,
  insertInvoice,
  isNothing,
  type PlannedInvoice,
  planInvoice,
  type StoredInvoice,
  storeInvoice,
  supersede,
  takeTurn,
  tellOfInvoice,
} from './issue-invoice.ts'
import { paymentsOf, readReceived, termsOf } from './replacement-terms.ts'

/** A day that was corrected, and what earlier invoices may not say of it. */
export interface ServedDay extends DayKey {
  /** Who was served in its sessions before. */
  readonly servedBefore?: StudentsOfSessions
}

/** What becomes of one current invoice, or of the work of one that was taken back. */
export interface InvoiceReplacement {
  readonly schoolId: number
  readonly schoolName: string
  /** The invoice whose period, students and services it has: the current one, or one that was taken back in full. */
  readonly earlierId: number
  /** Null if the work is on no current invoice. */
  readonly before: {
    readonly id: number
    readonly invoiceNumber: string
    readonly total: Decimal
    readonly isPaid: boolean
    /** The school has it: it was sent by email or paid. */
    readonly isReceived: boolean
  } | null
  /** The new total; zero if nothing is left to bill. */
  readonly total: Decimal
  /** What the school owes afterwards; less than zero is its credit. */
  readonly amountDue: Decimal
  /** A credit note comes first: the organization wants one, or nothing is left to bill. */
  readonly isCredited: boolean
  /** Why it can't be issued now. */
  readonly refusal: Refusal | undefined
}

/** With the numbers that were issued. */
export interface DoneReplacement extends InvoiceReplacement {
  readonly creditNote: { readonly id: number; readonly invoiceNumber: string } | null
  /** Null if nothing is left to bill. */
  readonly invoice: { readonly id: number; readonly invoiceNumber: string } | null
}

interface Planned {
  /** Undefined if the work is on no current invoice. */
  readonly before: StoredInvoice | undefined
  readonly plan: PlannedInvoice
  readonly replacement: InvoiceReplacement
}

/** Schools of the day's work, as it is now or as current invoices have it. */
const isOfDay = ({ providerId, date }: DayKey) => sql`(
  ${invoices.schoolId} in (
    select ${occurrences.schoolId} from ${occurrences}
    where ${occurrences.providerId} = ${providerId} and ${occurrences.date} = ${date}
    union
    select ${timesheets.schoolId} from ${timesheets}
    where ${timesheets.providerId} = ${providerId} and ${timesheets.date} = ${date})
  or ${invoices.content} -> 'work' @> ${JSON.stringify([{ providerId, date }])}::jsonb)`

const anyOfDay = (day: DayKey) =>
  and(eq(invoices.kind, 'invoice'), lte(invoices.startDate, day.date), gte(invoices.endDate, day.date), isOfDay(day))

const currentOfDay = (day: DayKey) => and(anyOfDay(day), isNull(invoices.supersededById))

/** The current invoices that a provider's day may be on, by number. */
export const readInvoicesOfDay = (on: Pick<Db, 'select'>, day: DayKey): Promise<StoredInvoice[]> =>
  on.select().from(invoices).where(currentOfDay(day)).orderBy(asc(invoices.number))

const byCredit = alias(invoices, 'by_credit')

const isRelated = (one: InvoiceSelection, other: InvoiceSelection): boolean =>
  replaces(one, other) || replaces(other, one)

/**
 * Invoices that the day may be on again: a credit note took them back because nothing was left to bill, and no invoice has
 * taken their place since. Of several for the same work, the latest.
 */
export const readTakenBackOfDay = async (on: Pick<Db, 'select'>, day: DayKey): Promise<StoredInvoice[]> => {
  const found = await on
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(byCredit, and(eq(byCredit.id, invoices.supersededById), eq(byCredit.kind, 'credit')))
    .where(anyOfDay(day))
    .orderBy(desc(invoices.number))
  if (found.length === 0) return []
  const current = await on
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.kind, 'invoice'),
        isNull(invoices.supersededById),
        inArray(
          invoices.schoolId,
          found.map(({ invoice }) => invoice.schoolId),
        ),
      ),
    )
  const chosen: StoredInvoice[] = []
  for (const { invoice } of found) {
    if (![...current, ...chosen].some((other) => isRelated(invoice, other))) chosen.push(invoice)
  }
  return chosen.reverse()
}

const selectionOf = ({ schoolId, startDate, endDate, studentIds, serviceIds }: StoredInvoice): InvoiceSelection => ({
  schoolId,
  startDate,
  endDate,
  studentIds,
  serviceIds,
})

/** A sentence that the school reads of an invoice's replacement, on paper and in the email. */
type ReasonOf = (earlier: StoredInvoice) => string

interface Found extends Pick<ServedDay, 'servedBefore'> {
  readonly current: readonly StoredInvoice[]
  readonly takenBack: readonly StoredInvoice[]
}

const planAll = async (
  on: Queryable,
  { current, takenBack, servedBefore }: Found,
  reasonOf: ReasonOf,
): Promise<Planned[]> => {
  const { correctedInvoices } = await readOrganization(on)
  const timeZone = await organizationZone(on)
  const replacedToo = current.map(({ id }) => id)
  const planOf = (earlier: StoredInvoice) =>
    planInvoice(on, selectionOf(earlier), { reason: reasonOf(earlier), replacedToo, servedBefore })
  const planned: Planned[] = []
  const all: { earlier: StoredInvoice; plan: PlannedInvoice }[] = []
  for (const earlier of [...current, ...takenBack]) all.push({ earlier, plan: await planOf(earlier) })
  const refusals = billedTwice(all)
  const refusable = (plan: PlannedInvoice, { id }: StoredInvoice): PlannedInvoice => ({
    ...plan,
    refusal: plan.refusal ?? refusals.get(id),
  })
  for (const { earlier: before, plan: found } of all.slice(0, current.length)) {
    const plan = refusable(found, before)
    if (plan.same) continue
    planned.push({ before, plan, replacement: await describe(on, before, plan, { correctedInvoices, timeZone }) })
  }
  for (const { earlier, plan: found } of all.slice(current.length)) {
    const plan = refusable(found, earlier)
    if (!plan.refusal && isNothing(plan.content)) continue
    planned.push({ before: undefined, plan, replacement: describeNew(earlier, plan) })
  }
  return planned
}

/** A day with a daily rate is billed once, however many of its sessions are. */
const workOf = ({ content, occurrences: sessions }: PlannedInvoice): string[] => [
  ...sessions.map(({ occurrenceId }) => `session ${occurrenceId}`),
  ...daysBilled(content).map((day) => `day ${day}`),
]

/**
 * Why invoices can't be replaced together: each would bill the same work, such as a session of students who have invoices
 * of their own. By the id of the earlier invoice.
 */
const billedTwice = (all: readonly { earlier: StoredInvoice; plan: PlannedInvoice }[]): Map<number, Refusal> => {
  const on = new Map<string, StoredInvoice[]>()
  for (const { earlier, plan } of all) {
    for (const work of new Set(workOf(plan))) on.set(work, [...(on.get(work) ?? []), earlier])
  }
  return new Map(
    [...on.values()]
      .filter((invoices) => invoices.length > 1)
      .flatMap((several) => {
        const numbers = several.map(({ invoiceNumber }) => invoiceNumber)
        return several.map(({ id }) => [id, new Refusal(409, invoiceMessages.billedTwice(numbers))] as const)
      }),
  )
}

const describeNew = (earlier: StoredInvoice, { content, refusal }: PlannedInvoice): InvoiceReplacement => ({
  schoolId: earlier.schoolId,
  schoolName: content.school.name,
  earlierId: earlier.id,
  before: null,
  total: content.total,
  amountDue: content.total,
  isCredited: false,
  refusal,
})

/** Whether there is anything to bill where the invoice was taken back. */
export const hasWork = async (on: Queryable, takenBack: StoredInvoice): Promise<boolean> =>
  !isNothing((await buildInvoice(on, selectionOf(takenBack))).content)

/** What of a provider's day has no rate, though invoices that it is on need one: why they can't be replaced. */
export const readUnratedOfDay = async (on: Queryable, day: DayKey): Promise<string[]> => {
  const { providerId, date } = day
  const messages: string[] = []
  for (const earlier of [...(await readInvoicesOfDay(on, day)), ...(await readTakenBackOfDay(on, day))]) {
    const what = await readWithoutRate(on, { ...selectionOf(earlier), startDate: date, endDate: date }, providerId)
    if (what !== '') messages.push(invoiceMessages.withoutRate(what))
  }
  return [...new Set(messages)]
}

const paidOn = (before: StoredInvoice, currency: string): Decimal =>
  roundedSum(
    paymentsOf([before]).map(({ amount }) => amount),
    currency,
  )

const describe = async (
  on: Queryable,
  before: StoredInvoice,
  { content, refusal }: PlannedInvoice,
  { correctedInvoices, timeZone }: { readonly correctedInvoices: CorrectedInvoices; readonly timeZone: string },
): Promise<InvoiceReplacement> => {
  const { currency } = content.money
  const isLeft = !isNothing(content)
  const terms = termsOf([before], content, before.issuedOn)
  const owed = terms.paidOn === null ? terms.amountDue : '0'
  return {
    schoolId: before.schoolId,
    schoolName: before.content.school.name,
    earlierId: before.id,
    before: {
      id: before.id,
      invoiceNumber: before.invoiceNumber,
      total: roundMoney(before.total, currency),
      isPaid: before.paidOn !== null,
      isReceived: (await readReceived(on, [before.id], timeZone)).length > 0,
    },
    total: isLeft ? content.total : roundMoney('0', currency),
    amountDue: roundMoney(isLeft ? owed : differenceOf('0', paidOn(before, currency)), currency),
    isCredited: !isLeft || correctedInvoices === 'credit',
    refusal,
  }
}

/** Takes an invoice back in full. */
const credited = (content: InvoiceContent, invoiceNumber: string, reason: string): InvoiceContent => {
  const { currency } = content.money
  const negative = (amount: Decimal) => roundMoney(differenceOf('0', amount), currency)
  const { trace: _, replacement: __, ...rest } = content
  return {
    ...rest,
    note: '',
    lines: content.lines.map((line) => ({
      ...line,
      quantity: differenceOf('0', line.quantity),
      amount: negative(line.amount),
    })),
    subtotal: negative(content.subtotal),
    fees: content.fees.map(({ percent, base, amount }) => ({
      percent,
      base: negative(base),
      amount: negative(amount),
    })),
    total: negative(content.total),
    work: [],
    credits: { invoiceNumber, reason },
  }
}

const issueCreditNote = async (
  tx: Tx,
  before: StoredInvoice,
  { plan, replacement }: Planned,
  isLeft: boolean,
  issuer: Issuer,
) => {
  const content = credited(before.content, before.invoiceNumber, plan.reason)
  const today = localOf(issuer.now, issuer.timeZone).date
  const amountDue = isLeft ? '0' : replacement.amountDue
  return insertInvoice(
    tx,
    { ...selectionOf(before), kind: 'credit', creditsId: before.id, content, amountDue, dueOn: today },
    issuer,
  )
}

const replaceOne = async (tx: Tx, planned: Planned, issuer: Issuer): Promise<DoneReplacement> => {
  const { before, plan, replacement } = planned
  const isLeft = !isNothing(plan.content)
  const note = before && replacement.isCredited ? await issueCreditNote(tx, before, planned, isLeft, issuer) : null
  if (!isLeft && note && before) {
    await supersede(tx, [before], note, issuer)
    await followInvoices(tx, [before.id], { userId: issuer.user.userId, now: issuer.now })
  }
  const issued = isLeft ? await storeInvoice(tx, plan, issuer) : null
  if (issued) await tellOfInvoice(tx, issuer, issued)
  return {
    ...replacement,
    creditNote: note && { id: note.id, invoiceNumber: note.invoiceNumber },
    invoice: issued && { id: issued.id, invoiceNumber: issued.invoiceNumber },
  }
}

/** Without those of schools with another day that is being corrected. */
const ready = async (on: Pick<Db, 'select'>, found: readonly StoredInvoice[]): Promise<StoredInvoice[]> => {
  const all: StoredInvoice[] = []
  for (const each of found) if ((await readCorrectionOfSchool(on, each)) === undefined) all.push(each)
  return all
}

/**
 * Replaces the current invoices that bill a provider's day otherwise than it is now, each for the same period, students
 * and services. Call it in the transaction that approves the corrected day, after the day is approved and locked again.
 * What was paid counts for the new invoice. Where the organization wants credit notes, or nothing is left to bill, a
 * credit note takes the earlier invoice back. Work that is back after that is invoiced again. An invoice of a school with
 * another day that is being corrected is left as it is until that correction ends.
 *
 * @returns also those that can't be replaced, such as for work without a rate: they are left as they are
 */
export const replaceWherePossible = async (
  tx: Tx,
  { servedBefore, ...day }: ServedDay,
  reasonOf: ReasonOf,
  issuer: Issuer,
): Promise<{ done: DoneReplacement[]; refused: InvoiceReplacement[] }> => {
  await takeTurn(tx, currentOfDay(day))
  const current = await ready(tx, await readInvoicesOfDay(tx, day))
  const takenBack = await ready(tx, await readTakenBackOfDay(tx, day))
  const all = await planAll(tx, { current, takenBack, ...(servedBefore && { servedBefore }) }, reasonOf)
  const done: DoneReplacement[] = []
  const refused: InvoiceReplacement[] = []
  for (const planned of all) {
    if (planned.plan.refusal) refused.push(planned.replacement)
    else done.push(await replaceOne(tx, planned, issuer))
  }
  return { done, refused }
}

/** The same, all or none. @throws Refusal 409 if one of them can't be replaced */
export const replaceAfterCorrection = async (
  ...question: Parameters<typeof replaceWherePossible>
): Promise<DoneReplacement[]> => {
  const { done, refused } = await replaceWherePossible(...question)
  const first = refused.find(({ refusal }) => refusal)?.refusal
  if (first) throw first
  return done
}
