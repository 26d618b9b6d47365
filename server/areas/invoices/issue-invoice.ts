/** Issuing invoices: numbers without gaps, and what a newer invoice replaces (docs/decisions/invoices.md). */
import { and, asc, eq, gte, inArray, isNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import { correctionMessages } from '#domain/billing/corrections.ts'
import { INVOICE_STATES, type InvoiceContent } from '#domain/billing/invoice.ts'
import {
  changeInWords,
  hasBalance,
  isSameBill,
  type StudentsOfSessions,
  UNCHANGED,
} from '#domain/billing/invoice-changes.ts'
import {
  type InvoiceSelection,
  invoiceAddress,
  invoiceMessages,
  isSameSelection,
  replaces,
} from '#domain/billing/invoice-rules.ts'
import { isZero } from '#domain/money.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { localOf } from '#domain/time.ts'
import { type InvoiceEvent, invoiceMachine } from '#machines/billing/invoice.machine.ts'
import { takeBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { isLocked } from '#server/areas/billing/lock-outs.ts'
import { readCorrectionOfSchool } from '#server/areas/billing/open-corrections.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { followInvoices } from '#server/areas/provider-days/follow-days.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import type { Caller, Clock } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { type BuiltInvoice, buildInvoice } from './invoice-content.ts'
import { invoiceDetail } from './invoice-log.ts'
import { traceOf } from './invoice-trace.ts'
import { keepsPayment, readReceived, termsOf } from './replacement-terms.ts'

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

/** The numbers of credit notes begin with it. */
const CREDIT_PREFIX = 'CN-'

/** The school's current invoices for any day of the period. */
const currentOf = ({ schoolId, startDate, endDate }: InvoiceSelection) =>
  and(
    eq(invoices.schoolId, schoolId),
    eq(invoices.kind, 'invoice'),
    isNull(invoices.supersededById),
    lte(invoices.startDate, endDate),
    gte(invoices.endDate, startDate),
  )

const readCurrent = (on: Pick<Db, 'select'>, selection: InvoiceSelection) =>
  on.select().from(invoices).where(currentOf(selection)).orderBy(asc(invoices.number))

/** How an invoice's state changes. @throws Refusal 409 if its machine doesn't allow that */
export const askInvoice = (stored: StoredInvoice, event: InvoiceEvent, user: Pick<Caller, 'role'>, why: string) => {
  const from = stored.supersededById === null ? 'issued' : 'superseded'
  const facts = { by: user.role, isPaid: stored.paidOn !== null, hasBalance: hasBalance(stored) }
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
export const daysBilled = ({ lines, work }: InvoiceContent): string[] =>
  work.flatMap(({ line, providerId, date }) => {
    const { rateTypeId, serviceId } = lines[line] ?? {}
    return rateTypeId === RATE_TYPE_IDS.daily ? [`${providerId}/${serviceId}/${date}`] : []
  })

const billsSameDay = (content: InvoiceContent, others: readonly StoredInvoice[]): StoredInvoice | undefined => {
  const days = new Set(daysBilled(content))
  return others.find((other) => daysBilled(other.content).some((day) => days.has(day)))
}

export interface PlannedInvoice extends BuiltInvoice {
  readonly selection: InvoiceSelection
  readonly replaced: readonly StoredInvoice[]
  /** The current invoice that bills the same work at the same amounts. */
  readonly same: StoredInvoice | undefined
  /** Why it takes their place, in a sentence. */
  readonly reason: string
  /** Why it can't be issued. */
  readonly refusal: Refusal | undefined
}

/** What is special about replacing the invoices of a corrected day. */
interface Correction {
  /** A sentence that the school reads. */
  readonly reason: string
  /** Current invoices that are replaced in the same step. */
  readonly replacedToo: readonly number[]
  /** Who was served in the day's sessions before it was corrected: earlier invoices don't say it. */
  readonly servedBefore: StudentsOfSessions | undefined
}

/**
 * What would be issued now, and why not.
 *
 * @throws Refusal 404 if there is no such school
 */
export const planInvoice = async (
  on: Parameters<typeof buildInvoice>[0],
  selection: InvoiceSelection,
  correction?: Correction,
): Promise<PlannedInvoice> => {
  const built = await buildInvoice(on, selection)
  const { content } = built
  const current = await readCurrent(on, selection)
  const replaced = current.filter((earlier) => replaces(selection, earlier))
  const same = replaced.find(
    (earlier) => isSameSelection(selection, earlier) && isSameBill(earlier.content, content, correction?.servedBefore),
  )
  const gone = [...replaced.map(({ id }) => id), ...(correction?.replacedToo ?? [])]
  const others = current.filter(({ id }) => !gone.includes(id))
  const conflict = (await readConflict(on, built, gone)) ?? billsSameDay(content, others)
  const paid = replaced.find(({ paidOn }) => paidOn !== null)
  const refuse = (status: 404 | 409, message: string) => new Refusal(status, message)
  const refusal = async (): Promise<Refusal | undefined> => {
    if (!(await isLocked(on, selection))) return refuse(409, invoiceMessages.notLocked(selection))
    const underWay = await readCorrectionOfSchool(on, selection)
    if (underWay) return refuse(409, correctionMessages.blocksInvoice(underWay))
    if (built.withoutRate !== '') return refuse(409, invoiceMessages.withoutRate(built.withoutRate))
    if (isNothing(content)) return correction ? undefined : refuse(404, invoiceMessages.nothing(selection))
    if (conflict) return refuse(409, invoiceMessages.billedBy(conflict.invoiceNumber))
    return correction || !paid || keepsPayment(replaced, content)
      ? undefined
      : refuse(409, invoiceMessages.paid(paid.invoiceNumber))
  }
  const reason =
    correction?.reason ??
    changeInWords(
      replaced.map((earlier) => earlier.content),
      content,
    )
  return { ...built, selection, replaced, same, reason, refusal: await refusal() }
}

/** There is nothing to bill. */
export const isNothing = ({ lines, total }: InvoiceContent): boolean => lines.length === 0 || isZero(total)

const nextNumber = async (tx: Tx): Promise<{ number: number; prefix: string }> => {
  const [numbered] = await tx
    .update(organisation)
    .set({ lastInvoiceNumber: sql`${organisation.lastInvoiceNumber} + 1` })
    .returning({ number: organisation.lastInvoiceNumber, prefix: organisation.invoicePrefix })
  if (!numbered) throw new Error('The organization is not stored yet.')
  return numbered
}

type Numbered = Pick<StoredInvoice, 'id' | 'number' | 'invoiceNumber'>

/** Gives it the next number. A credit note has one of the same row, with a prefix of its own. */
export const insertInvoice = async (
  tx: Tx,
  invoice: Pick<
    typeof invoices.$inferInsert,
    'kind' | 'creditsId' | 'content' | 'amountDue' | 'dueOn' | 'paidOn' | 'paidReference'
  > &
    InvoiceSelection,
  { user, now, timeZone }: Issuer,
): Promise<Numbered> => {
  const { number, prefix } = await nextNumber(tx)
  const { studentIds, serviceIds, content } = invoice
  const [added] = await tx
    .insert(invoices)
    .values({
      ...invoice,
      number,
      invoiceNumber: `${invoice.kind === 'credit' ? CREDIT_PREFIX : prefix}${String(number).padStart(5, '0')}`,
      studentIds: [...studentIds],
      serviceIds: [...serviceIds],
      total: content.total,
      issuedOn: localOf(now, timeZone).date,
      issuedById: user.userId,
      issuedAt: now,
    })
    .returning({ id: invoices.id, number: invoices.number, invoiceNumber: invoices.invoiceNumber })
  if (!added) throw new Error('The invoice was not stored.')
  return added
}

/** Marks invoices as replaced by a newer one, or as taken back by a credit note. */
export const supersede = async (
  tx: Tx,
  replaced: readonly StoredInvoice[],
  by: Pick<Numbered, 'id' | 'invoiceNumber'>,
  { user, now }: Issuer,
): Promise<void> => {
  if (replaced.length === 0) return
  const event = { type: 'invoice.supersede', keepsPayment: true } as const
  const moves = replaced.map((earlier) => ({
    machine: invoiceMachine.id,
    entity: String(earlier.id),
    event: event.type,
    ...askInvoice(earlier, event, user, invoiceMessages.paid(earlier.invoiceNumber)),
    ...invoiceDetail.of({ by: by.invoiceNumber }),
  }))
  await tx
    .update(invoices)
    .set({ supersededById: by.id, supersededAt: now, version: sql`${invoices.version} + 1` })
    .where(
      inArray(
        invoices.id,
        replaced.map((earlier) => earlier.id),
      ),
    )
  await logTransitions(tx, user.userId, now, moves)
}

export const storeInvoice = async (tx: Tx, planned: PlannedInvoice, issuer: Issuer): Promise<IssuedInvoice> => {
  const { selection, occurrences, replaced, reason } = planned
  const { user, now, timeZone } = issuer
  const { payments, ...terms } = termsOf(replaced, planned.content, localOf(now, timeZone).date)
  const received = await readReceived(
    tx,
    replaced.map(({ id }) => id),
    timeZone,
  )
  const invoiceNumbers = replaced.map(({ invoiceNumber }) => invoiceNumber)
  const content: InvoiceContent = {
    ...planned.content,
    trace: await traceOf(tx, selection.schoolId, planned.content),
    replacement: replaced.length === 0 ? null : { invoiceNumbers, received, reason, payments },
  }
  const added = await insertInvoice(tx, { ...selection, ...terms, content }, issuer)
  await bulkInsert(
    tx,
    invoiceSessions,
    occurrences.map((occurrence) => ({ invoiceId: added.id, ...occurrence })),
  )
  await supersede(tx, replaced, added, issuer)
  await followInvoices(tx, [added.id, ...replaced.map((earlier) => earlier.id)], { userId: user.userId, now })
  return {
    id: added.id,
    number: added.number,
    invoiceNumber: added.invoiceNumber,
    schoolName: content.school.name,
    total: content.total,
    replaces: invoiceNumbers,
  }
}

const generated = ({ invoiceNumber, schoolName }: Pick<IssuedInvoice, 'invoiceNumber' | 'schoolName'>) =>
  `Invoice ${invoiceNumber} for ${schoolName} was generated.`

const invoiceGenerated = defineNotification({
  kind: 'invoice-generated',
  lastsIn: 'always',
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

/**
 * Issuing takes turns, and keeps periods from being unlocked and the earlier invoices from being paid or sent meanwhile.
 *
 * @param replaced the invoices that may be replaced
 */
export const takeTurn = async (tx: Tx, replaced: SQL | undefined): Promise<void> => {
  await takeBillingTurn(tx)
  // A statement of its own, so that the following ones see what was issued and paid while it waited.
  await tx.select({ id: invoices.id }).from(invoices).where(replaced).orderBy(asc(invoices.id)).for('update')
}

/** The current invoice that says the same to the letter. */
export const unchangedOf = ({ same, replaced, reason }: PlannedInvoice): StoredInvoice | undefined =>
  same && replaced.length === 1 && reason === UNCHANGED ? same : undefined

/**
 * Issues an invoice, also if only its words differ from the one that it replaces: it keeps the due date and the payment of
 * the earlier one. If nothing differs, that one is the answer.
 *
 * @throws Refusal 404 or 409 with the reason
 */
export const issueInvoice = async (
  tx: Tx,
  selection: InvoiceSelection,
  issuer: Issuer,
): Promise<IssuedInvoice & { isNew: boolean }> => {
  await takeTurn(tx, currentOf(selection))
  const planned = await planInvoice(tx, selection)
  if (planned.refusal) throw planned.refusal
  const unchanged = unchangedOf(planned)
  if (unchanged === undefined) return { ...(await storeInvoice(tx, planned, issuer)), isNew: true }
  const { id, number, invoiceNumber, total, content } = unchanged
  const replaces = content.replacement?.invoiceNumbers ?? []
  return { id, number, invoiceNumber, schoolName: content.school.name, total, replaces, isNew: false }
}

/**
 * Issues an invoice only if it bills other work or other amounts than the current one: other words don't count.
 *
 * @throws Refusal 404 or 409 with the reason
 */
export const issueIfChanged = async (
  tx: Tx,
  selection: InvoiceSelection,
  issuer: Issuer,
): Promise<{ isNew: boolean; id: number }> => {
  await takeTurn(tx, currentOf(selection))
  const planned = await planInvoice(tx, selection)
  if (planned.same) return { isNew: false, id: planned.same.id }
  if (planned.refusal) throw planned.refusal
  return { isNew: true, id: (await storeInvoice(tx, planned, issuer)).id }
}
