/** Issued invoices: finding, sending and paying them (spec 2, sections 2.12, 4, 5 and 7). */

import { z } from 'zod'
import { INVOICE_KINDS } from '#domain/billing/invoice.ts'
import { DELIVERY_STATES, HISTORY_STATES } from '#domain/billing/invoice-history.ts'
import { AGES, invoiceMessages, paidSchema, periodSchema } from '#domain/billing/invoice-rules.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { decimalText } from '#domain/money.ts'
import { moneyFormatSchema } from '#domain/money-format.ts'
import { plainText } from '#domain/text-rules.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, entityCacheKey, filterId, id, languageId, writerId } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'

const forHistory = access.administrators('BillingHistory')

const deliverySchema = z.object({
  state: z.enum(DELIVERY_STATES),
  recipient: z.string(),
  /** Why it failed, or why the last attempt did. */
  reason: z.string().nullable(),
  /** When it was queued, or when that ended. */
  atUtc: instantSchema,
})
export type InvoiceDelivery = z.output<typeof deliverySchema>

const invoiceSchema = z.object({
  id,
  invoiceNumber: z.string(),
  schoolId: id,
  schoolName: z.string(),
  /** Everyone whose work is on it, comma-joined. */
  providerName: z.string(),
  /** The same, each alone. */
  providerNames: z.array(z.string()),
  generatedOn: instantSchema,
  billingStartDate: localDateSchema,
  billingEndDate: localDateSchema,
  dueOn: localDateSchema,
  kind: z.enum(INVOICE_KINDS),
  total: decimalText,
  /** What was owed when it was issued, after earlier payments; less than zero is the school's credit. */
  amountDue: decimalText,
  /** How the total is written: as on the day of issue. */
  money: moneyFormatSchema,
  pdfFilePath: z.string(),
  docFilePath: z.string(),
  /** The invoice that replaced it, or the credit note that took it back; null for a current one. */
  supersededBy: z.object({ id, invoiceNumber: z.string(), kind: z.enum(INVOICE_KINDS) }).nullable(),
  /** What it replaces, and why; null for nothing, or if it was issued before that was kept. */
  replaces: z
    .object({
      invoiceNumbers: z.array(z.string()),
      /** The latest that the school has, among these or those that they replaced. */
      received: z.array(z.object({ invoiceNumber: z.string(), sentOn: localDateSchema.nullable() })),
      reason: z.string(),
    })
    .nullable(),
  /** The invoice that a credit note takes back, and why. */
  credits: z.object({ invoiceNumber: z.string(), reason: z.string() }).nullable(),
  /** Where an email of it would go now; '' for nowhere. */
  billingEmail: z.string(),
  /** The latest sending. */
  delivery: deliverySchema.nullable(),
  paid: z.object({ on: localDateSchema, reference: z.string() }).nullable(),
  entityCacheKey: z.string(),
})
export type InvoiceRecord = z.output<typeof invoiceSchema>

const bound = z.union([z.literal(''), localDateSchema]).nullish()

const notSent = z.object({ invoiceNumber: z.string(), schoolName: z.string(), reason: z.string() })

const sendingSchema = z.object({
  /** How many invoices will be sent, or were queued. */
  count: z.int().nonnegative(),
  /** Current invoices of the period that are left out, each with the reason. */
  skipped: z.array(notSent),
})
export type InvoiceSending = z.output<typeof sendingSchema>

export const getInvoiceHistory = defineEndpoint({
  method: 'POST',
  path: '/api/billing/invoice-history',
  summary: 'List the invoices of periods that touch a range of days, the newest first',
  access: forHistory,
  shows: ['invoices', 'mail', 'schools'],
  onlyReads: true,
  body: z
    .object({
      ...paging,
      languageId,
      startDate: bound,
      endDate: bound,
      providerId: filterId,
      schoolId: filterId,
      /** Only those in this state; 0 for all. */
      stateId: z.union([z.literal(0), z.literal(HISTORY_STATES.map(({ id }) => id))]).default(0),
      /** As it is printed, or without its prefix; '' for all. */
      invoiceNumber: plainText().trim().max(40).default(''),
      /** Accepted and ignored (spec 2, section 7). */
      totalRecords: z.int().nonnegative().optional(),
      sortColId: z.int().nonnegative().optional(),
    })
    .superRefine(({ startDate, endDate }, context) => {
      const message = dateRangeProblem({ from: startDate ?? '', to: endDate ?? '' })
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['endDate'], message })
    }),
  data: pageOf('allInvoiceRecords', invoiceSchema),
  replies: { 400: "End Date can't be less than Start Date" },
})

export const sendInvoiceEmail = defineEndpoint({
  method: 'POST',
  path: '/api/billing/send-invoice-email',
  summary: "Email an invoice's PDF to the school's billing address; again if it was sent before",
  access: forHistory,
  body: z.object({ languageId, schoolId: id, invoiceHistoryId: id }),
  data: deliverySchema,
  replies: {
    404: invoiceMessages.notFound,
    409: 'It is being sent, it has been replaced, the school has no billing email, or the server sends none',
  },
})

const sendInvoicesBody = periodSchema.safeExtend({ languageId })

export const previewSendInvoices = defineEndpoint({
  method: 'POST',
  path: '/api/billing/preview-send-invoices',
  summary: "Which of a period's invoices `sendInvoices` would email",
  access: forHistory,
  onlyReads: true,
  body: sendInvoicesBody,
  data: sendingSchema,
  replies: { 409: invoiceMessages.noMail },
})

export const sendInvoices = defineEndpoint({
  method: 'POST',
  path: '/api/billing/send-invoices',
  summary: "Email a period's current invoices that were not sent, or whose sending failed",
  access: forHistory,
  body: sendInvoicesBody,
  data: sendingSchema,
  replies: { 409: invoiceMessages.noMail },
})

export const markInvoicePaid = defineEndpoint({
  method: 'POST',
  path: '/api/billing/mark-paid',
  summary: 'Mark an invoice as paid, with the date and a reference, or remove the mark',
  access: forHistory,
  body: z.object({
    languageId,
    id,
    /** Null removes the mark. */
    paid: paidSchema().nullable(),
    entityCacheKey,
    updatedById: writerId,
  }),
  data: invoiceSchema,
  replies: {
    400: invoiceMessages.paidLater,
    404: invoiceMessages.notFound,
    409: 'Someone else changed it, or it has been replaced',
  },
})

export const getOutstanding = defineEndpoint({
  method: 'POST',
  path: '/api/billing/outstanding',
  summary: 'What schools owe on current invoices, by how long it has been due',
  access: forHistory,
  onlyReads: true,
  body: z.object({ languageId }),
  data: z.object({
    schools: z.array(
      z.object({
        id,
        name: z.string(),
        /** One amount for each of `AGES`. */
        amounts: z.array(decimalText).length(AGES.length),
        total: decimalText,
      }),
    ),
    totals: z.array(decimalText).length(AGES.length),
    total: decimalText,
  }),
})

export const endpoints = {
  getInvoiceHistory,
  sendInvoiceEmail,
  previewSendInvoices,
  sendInvoices,
  markInvoicePaid,
  getOutstanding,
}
