/** What a newer invoice takes over from those that it replaces: when it is due, what was paid, and what the school has. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { InvoiceContent, Payment, ReceivedInvoice, Replacement } from '#domain/billing/invoice.ts'
import { compareAmounts, type Decimal, differenceOf, isZero, roundedSum, roundMoney } from '#domain/money.ts'
import { addDays, type LocalDate, localDateSchema } from '#domain/time.ts'
import { invoiceMachine } from '#machines/billing/invoice.machine.ts'
import type { Executor } from '#server/db/bulk-insert.ts'
import { invoiceDeliveries, invoices } from '#server/db/schema/invoices.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'

export type Replaced = Pick<
  typeof invoices.$inferSelect,
  'invoiceNumber' | 'total' | 'amountDue' | 'dueOn' | 'paidOn' | 'paidReference' | 'content'
>

const totalOf = (replaced: readonly Replaced[], currency: string): Decimal =>
  roundedSum(
    replaced.map(({ total }) => total),
    currency,
  )

const isSameTotal = (replaced: readonly Replaced[], { total, money }: InvoiceContent): boolean =>
  replaced.length > 0 && compareAmounts(totalOf(replaced, money.currency), total) === 0

/** Whether the paid mark of the replaced invoices holds for the newer one, too. */
export const keepsPayment = (replaced: readonly Replaced[], content: InvoiceContent): boolean =>
  isSameTotal(replaced, content) && replaced.every(({ paidOn }) => paidOn !== null)

/** What was paid on them and on what they replaced. */
export const paymentsOf = (replaced: readonly Replaced[]): Payment[] =>
  replaced.flatMap(({ invoiceNumber, amountDue, paidOn, paidReference, content }) => [
    ...(content.replacement?.payments ?? []),
    ...(paidOn === null
      ? []
      : [
          {
            invoiceNumber,
            paidOn,
            reference: paidReference ?? '',
            amount: roundMoney(amountDue, content.money.currency),
          },
        ]),
  ])

const latest = (dates: readonly LocalDate[]): LocalDate | undefined => [...dates].sort().at(-1)

export interface ReplacementTerms {
  readonly dueOn: LocalDate
  readonly amountDue: Decimal
  readonly paidOn: LocalDate | null
  readonly paidReference: string | null
  /** Payments that are counted in what is due. */
  readonly payments: Payment[]
}

/**
 * The same total is due when it was due, and paid if it was paid. Another total is due after the usual time, less what
 * was paid.
 */
export const termsOf = (
  replaced: readonly Replaced[],
  content: InvoiceContent,
  issuedOn: LocalDate,
): ReplacementTerms => {
  const { total, terms, money } = content
  const kept = isSameTotal(replaced, content) ? latest(replaced.map(({ dueOn }) => dueOn)) : undefined
  const dueOn = kept ?? addDays(issuedOn, terms)
  const payments = paymentsOf(replaced)
  const amountDue = roundMoney(
    differenceOf(
      total,
      roundedSum(
        payments.map(({ amount }) => amount),
        money.currency,
      ),
    ),
    money.currency,
  )
  const paidOn = latest(payments.map((payment) => payment.paidOn))
  if (paidOn === undefined || !isZero(amountDue)) {
    return { dueOn, amountDue, paidOn: null, paidReference: null, payments }
  }
  // Paid in full: if its paid mark is removed, all of it is owed.
  const references = [...new Set(payments.map(({ reference }) => reference).filter(Boolean))]
  return { dueOn, amountDue: total, paidOn, paidReference: references.join(', '), payments: [] }
}

const receivedRow = z.object({ invoiceNumber: z.string(), sentOn: localDateSchema.nullable() })

/** What an invoice replaces and why, without the payments. It is null in the JSON if it replaces none. */
export const shownReplacement = sql<Pick<Replacement, 'invoiceNumbers' | 'received' | 'reason'> | null>`
  nullif(${invoices.content} -> 'replacement', 'null'::jsonb) #- '{payments}'`

/** The day on which an email with it was accepted; null if none was. */
const sentOn = (id: SQL, timeZone: string): SQL => sql`(
  select (max(${invoiceDeliveries.endedAt}) at time zone ${timeZone})::date from ${invoiceDeliveries}
  where ${invoiceDeliveries.invoiceId} = ${id} and ${invoiceDeliveries.state} = 'sent')`

/** A school that paid an invoice has it, however it was sent. A payment may also be taken over from an earlier invoice. */
const wasPaid = (id: SQL): SQL => sql`exists (
  select from ${transitionLog} where ${transitionLog.machine} = ${invoiceMachine.id}
  and ${transitionLog.entity} = ${id}::text and ${transitionLog.event} = 'invoice.markPaid')`

/**
 * Which of the invoices the school has. For one that it never got, those that it replaced are looked at, and so on: the
 * numbers that mean something to the school.
 */
export const readReceived = async (
  on: Executor,
  ids: readonly number[],
  timeZone: string,
): Promise<ReceivedInvoice[]> => {
  if (ids.length === 0) return []
  const columns = sql`${invoices.id} as id, ${invoices.number} as number, ${invoices.invoiceNumber} as invoice_number,
    ${sentOn(sql`${invoices.id}`, timeZone)} as sent_on, ${wasPaid(sql`${invoices.id}`)} as was_paid`
  const { rows } = await on.execute(sql`
    with recursive replaced as (
      select ${columns} from ${invoices} where ${invoices.id} = any(${sql.param(ids)}::int[])
      union all
      select ${columns} from ${invoices} join replaced on ${invoices.supersededById} = replaced.id
      where replaced.sent_on is null and not replaced.was_paid)
    select invoice_number as "invoiceNumber", sent_on::text as "sentOn"
    from replaced where sent_on is not null or was_paid order by number`)
  return rows.map((row) => receivedRow.parse(row))
}
