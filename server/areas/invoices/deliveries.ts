/** Every sending of an invoice by email is a record, which follows its message in the job queue. */
import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { DELIVERY_STATES } from '#domain/billing/invoice-history.ts'
import { invoiceAddress, invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { type InvoiceDeliveryEvent, invoiceDeliveryMachine } from '#machines/billing/invoice-delivery.machine.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Tx } from '#server/db/database.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { settleNotices } from '#server/db/settle-notices.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { JobEnd } from '#server/jobs/job.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail, reasonSaid } from '#server/lifecycle/logged-detail.ts'
import type { SentAgain } from '#server/mail/attachment.ts'

type Delivery = typeof invoiceDeliveries.$inferSelect

export const deliveryDetail = loggedDetail(z.object({ reason: z.string() }), ({ reason }) => reasonSaid(reason))

/** @returns whether the machine allowed it */
const move = async (
  tx: Tx,
  delivery: Delivery,
  type: InvoiceDeliveryEvent['type'],
  { by, at, reason }: { readonly by: number | null; readonly at: Date; readonly reason: string | null },
): Promise<boolean> => {
  const asked = askMachine(invoiceDeliveryMachine, DELIVERY_STATES, delivery.state, {}, { type })
  if (!asked.allowed) return false
  const { from, to } = asked
  await tx
    .update(invoiceDeliveries)
    .set({ state: to, reason, endedAt: to === 'queued' ? null : at })
    .where(eq(invoiceDeliveries.id, delivery.id))
  const entity = String(delivery.id)
  await logTransitions(tx, by, at, [
    {
      machine: invoiceDeliveryMachine.id,
      entity,
      from,
      event: type,
      to,
      ...(reason !== null && deliveryDetail.of({ reason })),
    },
  ])
  return true
}

const readOfJob = async (tx: Tx, jobId: string): Promise<Delivery | undefined> => {
  const [found] = await tx.select().from(invoiceDeliveries).where(eq(invoiceDeliveries.jobId, jobId)).for('update')
  return found
}

const invoiceNotSent = defineNotification({
  kind: 'invoice-not-sent',
  audience: 'ADM',
  category: 'Billing',
  subject: invoiceDeliveryMachine.id,
  lastsIn: ['failed'],
  words: ({ number, to, reason }: { number: string; to: string; reason: string }) =>
    `Invoice ${number} could not be sent to ${to}: ${reason}`,
  inMail: ({ number }) => `Invoice ${number} could not be sent.`,
  href: ({ number }) => invoiceAddress(number),
})

const settleAttempts = async (tx: Tx, now: Date, invoiceId: number): Promise<void> => {
  const { kind, subject } = invoiceNotSent
  const attempts = await tx
    .select({ id: invoiceDeliveries.id })
    .from(invoiceDeliveries)
    .where(eq(invoiceDeliveries.invoiceId, invoiceId))
  await settleNotices(
    tx,
    now,
    attempts.map(({ id }) => ({ kind, subject, entity: String(id) })),
  )
}

/** Call in the transaction that marks the message. */
export const endDelivery = async (tx: Tx, { id, state, reason, at }: JobEnd): Promise<void> => {
  const delivery = await readOfJob(tx, id)
  if (!delivery) return
  const event = state === 'done' ? 'mail.accept' : 'mail.giveUp'
  const isMoved = await move(tx, delivery, event, { by: null, at, reason })
  // It was sent after all: nobody needs to know of earlier attempts.
  if (isMoved && state === 'done') await settleAttempts(tx, at, delivery.invoiceId)
  if (isMoved && state === 'failed') {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, delivery.invoiceId))
    const facts = { number: invoice?.invoiceNumber ?? '', to: delivery.recipient, reason: reason ?? '' }
    await notify(tx, { userId: null, now: at }, [notice(invoiceNotSent, ADMINISTRATORS, delivery.id, facts)])
  }
}

/**
 * Call in the transaction that puts a message back into the queue.
 *
 * @throws Refusal 409 if the invoice has been replaced, or is being sent already
 */
export const retryDelivery = async (tx: Tx, { id, userId, now }: SentAgain): Promise<void> => {
  const delivery = await readOfJob(tx, id)
  if (!delivery) return
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, delivery.invoiceId)).for('update')
  if (invoice && invoice.supersededById !== null) {
    throw new Refusal(409, invoiceMessages.superseded(invoice.invoiceNumber))
  }
  const queued = and(
    eq(invoiceDeliveries.invoiceId, delivery.invoiceId),
    eq(invoiceDeliveries.state, 'queued'),
    ne(invoiceDeliveries.id, delivery.id),
  )
  if (invoice && (await tx.$count(invoiceDeliveries, queued)) > 0) {
    throw new Refusal(409, invoiceMessages.queuedAlready(invoice.invoiceNumber))
  }
  await move(tx, delivery, 'mail.retry', { by: userId, at: now, reason: null })
}
