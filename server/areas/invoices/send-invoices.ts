/** Emailing invoices to schools (spec 2, sections 2.12, 4 and 7). */
import { and, asc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { InvoiceSending } from '#contract/invoice-history.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Period } from '#domain/billing/period.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { readOrganization } from '#server/db/organization.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Mail, MailServices } from '#server/mail/mail.ts'
import { deliveryOf, latestDelivery } from './delivery-of.ts'
import { attachedInvoice } from './invoice-attachment.ts'
import { invoiceLetter, type LetterContent } from './invoice-letter.ts'
import type { StoredInvoice } from './issue-invoice.ts'

const { id, kind, invoiceNumber, supersededById, paidOn, dueOn } = invoices

/** What sending an invoice takes. Most of its content is the work, which only its files say. */
const sentInvoice = {
  id,
  kind,
  invoiceNumber,
  supersededById,
  paidOn,
  dueOn,
  content: sql<LetterContent>`${invoices.content} - array['lines', 'work', 'trace']`,
}

interface Sendable {
  readonly invoice: Pick<StoredInvoice, 'id' | 'kind' | 'invoiceNumber' | 'supersededById' | 'paidOn' | 'dueOn'> & {
    readonly content: LetterContent
  }
  readonly schoolName: string
  readonly email: string
  readonly delivery: typeof invoiceDeliveries.$inferSelect | null
}

const readSendables = async (on: Pick<Db, 'select'>, which: SQL | undefined): Promise<Sendable[]> => {
  const rows = await on
    .select({
      invoice: sentInvoice,
      schoolName: schools.name,
      email: schoolBillingProfiles.billingEmail,
      delivery: invoiceDeliveries,
    })
    .from(invoices)
    .innerJoin(schools, eq(schools.id, invoices.schoolId))
    .leftJoin(schoolBillingProfiles, eq(schoolBillingProfiles.schoolId, invoices.schoolId))
    .leftJoin(invoiceDeliveries, latestDelivery)
    .where(which)
    .orderBy(asc(invoices.number))
  return rows.map(({ email, ...row }) => ({ ...row, email: email ?? '' }))
}

/** Why the invoice can't be sent at all; undefined if it can. */
const refusalOf = ({ invoice, schoolName, email, delivery }: Sendable): string | undefined => {
  if (invoice.supersededById !== null) return invoiceMessages.superseded(invoice.invoiceNumber)
  if (delivery?.state === 'queued') return invoiceMessages.queuedAlready(invoice.invoiceNumber)
  return z.email().safeParse(email).success ? undefined : invoiceMessages.noEmail(schoolName)
}

/** Why it is left out when all invoices of a period are sent. */
const skippedFor = (sendable: Sendable): string | undefined => {
  const { invoice, delivery } = sendable
  if (invoice.paidOn !== null) return invoiceMessages.paidAlready
  return delivery?.state === 'sent' ? invoiceMessages.sentAlready(delivery.recipient) : refusalOf(sendable)
}

const planSending = async (on: Pick<Db, 'select'>, { startDate, endDate }: Period) => {
  const all = await readSendables(
    on,
    and(isNull(invoices.supersededById), gte(invoices.startDate, startDate), lte(invoices.endDate, endDate)),
  )
  const sent: Sendable[] = []
  const skipped: InvoiceSending['skipped'] = []
  for (const sendable of all) {
    const reason = skippedFor(sendable)
    if (reason === undefined) sent.push(sendable)
    else skipped.push({ invoiceNumber: sendable.invoice.invoiceNumber, schoolName: sendable.schoolName, reason })
  }
  return { sent, skipped }
}

const queue = async (
  tx: Tx,
  mail: Mail,
  { invoice, email }: Sendable,
  { text, userId, now }: { readonly text: string; readonly userId: number; readonly now: Date },
) => {
  const jobId = await mail.send(tx, {
    to: email,
    letter: invoiceLetter(text, invoice),
    attached: attachedInvoice({ invoiceId: invoice.id }),
  })
  const [delivery] = await tx
    .insert(invoiceDeliveries)
    .values({ invoiceId: invoice.id, jobId, recipient: email, state: 'queued', createdAt: now, createdById: userId })
    .returning()
  if (!delivery) throw new Error('The delivery was not stored.')
  return delivery
}

/** Locks invoices, in order, so that nobody else sends or replaces them meanwhile. */
const holdInvoices = (tx: Tx, which: SQL | undefined) =>
  tx.select({ id: invoices.id }).from(invoices).where(which).orderBy(asc(invoices.id)).for('update')

export const createInvoiceSendingHandlers = ({
  auth: { mail },
}: {
  readonly auth: Pick<MailServices, 'mail'>
}): HandlersOf<'sendInvoiceEmail' | 'previewSendInvoices' | 'sendInvoices'> => {
  const requireMail = (): Mail => {
    if (!mail) throw new Refusal(409, invoiceMessages.noMail)
    return mail
  }
  return {
    sendInvoiceEmail: ({ body: { schoolId, invoiceHistoryId: id }, db, user: { userId }, now }) =>
      db.transaction(async (tx) => {
        await holdInvoices(tx, eq(invoices.id, id))
        const [found] = await readSendables(tx, and(eq(invoices.id, id), eq(invoices.schoolId, schoolId)))
        if (!found) throw new Refusal(404, invoiceMessages.notFound)
        const sender = requireMail()
        const refusal = refusalOf(found)
        if (refusal !== undefined) throw new Refusal(409, refusal)
        const { invoiceMail: text } = await readOrganization(tx)
        const delivery = await queue(tx, sender, found, { text, userId, now })
        return done(deliveryOf(delivery), invoiceMessages.queued(found.invoice.invoiceNumber, delivery.recipient))
      }),

    previewSendInvoices: async ({ body, db }) => {
      requireMail()
      const { sent, skipped } = await planSending(db, body)
      return { count: sent.length, skipped }
    },

    sendInvoices: ({ body, db, user: { userId }, now }) =>
      db.transaction(async (tx) => {
        const sender = requireMail()
        await holdInvoices(tx, and(gte(invoices.startDate, body.startDate), lte(invoices.endDate, body.endDate)))
        const { sent, skipped } = await planSending(tx, body)
        const { invoiceMail: text } = await readOrganization(tx)
        for (const sendable of sent) await queue(tx, sender, sendable, { text, userId, now })
        return { count: sent.length, skipped }
      }),
  }
}
