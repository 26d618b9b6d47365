/** Issuing invoices: numbers without gaps, and what a newer invoice replaces (docs/decisions/invoices.md). */
import { and, asc, eq, gte, inArray, isNull, lte, notInArray, sql } from 'drizzle-orm'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import {
  type InvoiceSelection,
  invoiceAddress,
  invoiceMessages,
  isSameSelection,
  replaces,
} from '#domain/billing/invoice-rules.ts'
import { isZero } from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { addDays, localOf } from '#domain/time.ts'
import { INVOICE_STATES, type InvoiceEvent, invoiceMachine } from '#machines/billing/invoice.machine.ts'
import { isLocked } from '#server/areas/billing/lock-outs.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { followInvoices } from '#server/areas/schedule/follow-days.ts'
import { holdPeriods } from '#server/areas/schedule/provider-days.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { invoiceSessions, invoices, organisation } from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import type { Caller, Clock } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { type BuiltInvoice, buildInvoice } from './invoice-content.ts'

export type StoredInvoice = typeof invoices.$inferSelect

/** Who issues. */
export interface Issuer extends Clock {
  readonly user: Pick<Caller, 'userId' | 'role'>
}

export interface IssuedInvoice {
  readonly id: number
  readonly number: number
  readonly invoiceNumber: string
  readonly schoolName: string
  readonly total: string
  /** The numbers of those that it replaces. */
  readonly replaces: string[]
}

/** The school's current invoices for any day of the period. */
const currentOf = ({ schoolId, startDate, endDate }: InvoiceSelection) =>
  and(
    eq(invoices.schoolId, schoolId),
    isNull(invoices.supersededById),
    lte(invoices.startDate, endDate),
    gte(invoices.endDate, startDate),
  )

const readCurrent = (on: Pick<Db, 'select'>, selection: InvoiceSelection) =>
  on.select().from(invoices).where(currentOf(selection)).orderBy(asc(invoices.number))

/** How an invoice's state changes. @throws Refusal 409 if its machine doesn't allow that */
export const askInvoice = (stored: StoredInvoice, event: InvoiceEvent, user: Pick<Caller, 'role'>, why: string) => {
  const from = stored.supersededById === null ? 'issued' : 'superseded'
  const facts = { by: user.role, isPaid: stored.paidOn !== null }
  const move = askMachine(invoiceMachine, INVOICE_STATES, from, facts, event)
  if (!move.allowed) throw new Refusal(409, why)
  return { from, to: move.to }
}

/** The first other current invoice that has a session in common. */
const readConflict = async (on: Pick<Db, 'select'>, { occurrences }: BuiltInvoice, replaced: readonly number[]) => {
  if (occurrences.length === 0) return undefined
  const [found] = await on
    .select({ invoiceNumber: invoices.invoiceNumber })
    .from(invoiceSessions)
    .innerJoin(invoices, eq(invoices.id, invoiceSessions.invoiceId))
    .where(
      and(
        isNull(invoices.supersededById),
        oneOf(
          invoiceSessions.occurrenceId,
          occurrences.map(({ occurrenceId }) => occurrenceId),
        ),
        replaced.length === 0 ? undefined : notInArray(invoices.id, [...replaced]),
      ),
    )
    .orderBy(asc(invoices.number))
    .limit(1)
  return found
}

/** The days with a daily rate: each is billed once, whichever of its sessions are on the invoice. */
const daysBilled = ({ lines, work }: InvoiceContent): string[] =>
  work.flatMap(({ line, providerId, date }) => {
    const { rateTypeId, serviceId } = lines[line] ?? {}
    return rateTypeId === RATE_TYPE_IDS.daily ? [`${providerId}/${serviceId}/${date}`] : []
  })

const billsSameDay = (content: InvoiceContent, others: readonly StoredInvoice[]): StoredInvoice | undefined => {
  const days = new Set(daysBilled(content))
  return others.find((other) => daysBilled(other.content).some((day) => days.has(day)))
}

export interface PlannedInvoice extends BuiltInvoice {
  readonly replaced: readonly StoredInvoice[]
  /** The current invoice that says just the same. */
  readonly same: StoredInvoice | undefined
  /** Why it can't be issued. */
  readonly refusal: Refusal | undefined
}

/** What would be issued now, and why not. @throws Refusal 404 if there is no such school */
export const planInvoice = async (
  on: Parameters<typeof buildInvoice>[0],
  selection: InvoiceSelection,
): Promise<PlannedInvoice> => {
  const built = await buildInvoice(on, selection)
  const current = await readCurrent(on, selection)
  const replaced = current.filter((earlier) => replaces(selection, earlier))
  const same = replaced.find(
    (earlier) => isSameSelection(selection, earlier) && earlier.contentHash === built.contentHash,
  )
  const others = current.filter((earlier) => !replaced.includes(earlier))
  const conflict =
    (await readConflict(
      on,
      built,
      replaced.map(({ id }) => id),
    )) ?? billsSameDay(built.content, others)
  const paid = replaced.find(({ paidOn }) => paidOn !== null)
  const refuse = (status: 404 | 409, message: string) => new Refusal(status, message)
  const refusal = async (): Promise<Refusal | undefined> => {
    if (!(await isLocked(on, selection))) return refuse(409, invoiceMessages.notLocked(selection))
    if (built.withoutRate !== '') return refuse(409, invoiceMessages.withoutRate(built.withoutRate))
    if (built.content.lines.length === 0 || isZero(built.content.total)) {
      return refuse(404, invoiceMessages.nothing(selection))
    }
    if (conflict) return refuse(409, invoiceMessages.billedBy(conflict.invoiceNumber))
    return paid && refuse(409, invoiceMessages.paid(paid.invoiceNumber))
  }
  return { ...built, replaced, same, refusal: await refusal() }
}

const store = async (
  tx: Tx,
  selection: InvoiceSelection,
  { content, contentHash, occurrences, replaced }: PlannedInvoice,
  { user, now, timeZone }: Issuer,
): Promise<IssuedInvoice> => {
  const [numbered] = await tx
    .update(organisation)
    .set({ lastInvoiceNumber: sql`${organisation.lastInvoiceNumber} + 1` })
    .returning({ number: organisation.lastInvoiceNumber, prefix: organisation.invoicePrefix })
  const { number = 0, prefix = '' } = numbered ?? {}
  const invoiceNumber = `${prefix}${String(number).padStart(5, '0')}`
  const issuedOn = localOf(now, timeZone).date
  const [added] = await tx
    .insert(invoices)
    .values({
      number,
      invoiceNumber,
      schoolId: selection.schoolId,
      startDate: selection.startDate,
      endDate: selection.endDate,
      studentIds: [...selection.studentIds],
      serviceIds: [...selection.serviceIds],
      content,
      contentHash,
      total: content.total,
      issuedOn,
      dueOn: addDays(issuedOn, content.terms),
      issuedById: user.userId,
      issuedAt: now,
    })
    .returning({ id: invoices.id })
  const id = added?.id ?? 0
  await bulkInsert(
    tx,
    invoiceSessions,
    occurrences.map((occurrence) => ({ invoiceId: id, ...occurrence })),
  )
  const superseding = replaced.map((earlier) => ({
    machine: invoiceMachine.id,
    entity: String(earlier.id),
    event: 'invoice.supersede',
    ...askInvoice(earlier, { type: 'invoice.supersede' }, user, invoiceMessages.paid(earlier.invoiceNumber)),
    detail: { by: invoiceNumber },
  }))
  if (replaced.length > 0) {
    await tx
      .update(invoices)
      .set({ supersededById: id, supersededAt: now, version: sql`${invoices.version} + 1` })
      .where(
        inArray(
          invoices.id,
          replaced.map((earlier) => earlier.id),
        ),
      )
  }
  await logTransitions(tx, user.userId, now, superseding)
  await followInvoices(tx, [id, ...replaced.map((earlier) => earlier.id)], { userId: user.userId, now })
  return {
    id,
    number,
    invoiceNumber,
    schoolName: content.school.name,
    total: content.total,
    replaces: replaced.map((earlier) => earlier.invoiceNumber),
  }
}

const generated = ({ invoiceNumber, schoolName }: Pick<IssuedInvoice, 'invoiceNumber' | 'schoolName'>) =>
  `Invoice ${invoiceNumber} for ${schoolName} was generated.`

const invoiceGenerated = defineNotification({
  kind: 'invoice-generated',
  audience: 'ADM',
  category: 'Billing',
  subject: invoiceMachine.id,
  words: generated,
  inMail: generated,
  href: ({ invoiceNumber }) => invoiceAddress(invoiceNumber),
})

/** Tells administrators of an invoice. */
export const tellOfInvoice = (tx: Tx, { user: { userId }, now }: Issuer, issued: IssuedInvoice): Promise<void> =>
  notify(tx, { userId, now }, [notice(invoiceGenerated, ADMINISTRATORS, issued.id, issued)])

/** Issuing takes turns, and keeps periods from being unlocked and the earlier invoices from being paid or sent meanwhile. */
const takeTurn = async (tx: Tx, selection: InvoiceSelection): Promise<void> => {
  await holdPeriods(tx)
  // Statements of their own, so that the following ones see what was issued and paid while they waited.
  await tx.select({ id: organisation.id }).from(organisation).for('update')
  await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(currentOf(selection))
    .orderBy(asc(invoices.id))
    .for('update')
}

/**
 * Issues an invoice, also if it says the same as the one that it replaces.
 *
 * @throws Refusal 404 or 409 with the reason
 */
export const issueInvoice = async (tx: Tx, selection: InvoiceSelection, issuer: Issuer): Promise<IssuedInvoice> => {
  await takeTurn(tx, selection)
  const planned = await planInvoice(tx, selection)
  if (planned.refusal) throw planned.refusal
  return store(tx, selection, planned, issuer)
}

/**
 * Issues an invoice only if it says something else than the current one.
 *
 * @throws Refusal 404 or 409 with the reason
 */
export const issueIfChanged = async (
  tx: Tx,
  selection: InvoiceSelection,
  issuer: Issuer,
): Promise<{ isNew: boolean; id: number }> => {
  await takeTurn(tx, selection)
  const planned = await planInvoice(tx, selection)
  if (planned.same) return { isNew: false, id: planned.same.id }
  if (planned.refusal) throw planned.refusal
  return { isNew: true, id: (await store(tx, selection, planned, issuer)).id }
}
