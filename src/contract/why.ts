/** Why an amount is what it is: wherever an amount is shown, this explains it. */
import { z } from 'zod'
import { periodSchema } from '#domain/billing/invoice-rules.ts'
import { decimalText } from '#domain/money.ts'
import { moneyFormatSchema } from '#domain/money-format.ts'
import { rateTypeIdSchema } from '#domain/rate-types.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

const ids = z.array(id).max(1000).default([])

/** Work that is not on an invoice, or not yet. */
const workSchema = periodSchema.safeExtend({
  kind: z.literal('work'),
  schoolId: id.optional(),
  providerId: id.optional(),
  studentIds: ids,
  serviceIds: ids,
  /** Of which days. Counted: as totals count, all while the period is open and approved ones once it is locked. */
  only: z.enum(['counted', 'approved', 'unapproved']).default('counted'),
  /** With the schools' admin fees. */
  withFees: z.boolean().default(true),
  /** Rounded for each provider alone, as the totals of providers are. */
  byProvider: z.boolean().default(false),
  /** One line alone, by its place in the bill. */
  line: z.int().nonnegative().nullable().default(null),
})

const invoiceSchema = z.object({
  kind: z.literal('invoice'),
  id,
  line: z.int().nonnegative().nullable().default(null),
})

export const amountSchema = z.discriminatedUnion('kind', [workSchema, invoiceSchema])
/** The amount to explain. */
export type ExplainedAmount = z.input<typeof amountSchema>

const who = z.object({
  /** '' if nobody is on record. */
  by: z.string(),
  onUtc: instantSchema.nullable(),
})

const rowSchema = z.object({
  date: localDateSchema,
  providerId: id,
  providerName: z.string(),
  quantity: decimalText,
  /** Before rounding. */
  exact: decimalText,
  /** The timesheet row, HH:mm:ss; null while it isn't stored. */
  hours: z.object({ startTime: z.string(), endTime: z.string() }).nullable(),
  /** Null if its hours are not confirmed. */
  confirmed: who.nullable(),
  /** Null if the day is not approved. */
  approved: who.nullable(),
  sessions: z.array(z.object({ id, title: z.string(), startTime: z.string(), endTime: z.string() })),
})

const lineSchema = z.object({
  schoolId: id,
  schoolName: z.string(),
  serviceName: z.string(),
  rateTypeId: rateTypeIdSchema,
  from: localDateSchema,
  to: localDateSchema,
  quantity: decimalText,
  rate: decimalText,
  /** The first day of the rate, and who set it. */
  since: localDateSchema,
  set: who,
  rows: z.array(rowSchema),
  exact: decimalText,
  rounding: decimalText,
  amount: decimalText,
})
export type ExplainedLine = z.output<typeof lineSchema>

const feeSchema = z.object({
  schoolId: id,
  schoolName: z.string(),
  percent: decimalText,
  base: decimalText,
  since: localDateSchema,
  set: who,
  exact: decimalText,
  rounding: decimalText,
  amount: decimalText,
})

export type ExplainedFee = z.output<typeof feeSchema>

const explanationSchema = z.object({
  amount: decimalText,
  money: moneyFormatSchema,
  lines: z.array(lineSchema),
  fees: z.array(feeSchema),
  /** The lock-outs that its days are in. */
  locks: z.array(
    z.object({
      startDate: localDateSchema,
      endDate: localDateSchema,
      isForced: z.boolean(),
      by: z.string(),
      onUtc: instantSchema,
    }),
  ),
  /** Work that has no rate, and counts as nothing; hours in hundredths. */
  withoutRate: z.object({ hundredths: z.int().nonnegative(), sessions: z.int().nonnegative() }),
})
export type Explanation = z.output<typeof explanationSchema>

export const explainAmount = defineEndpoint({
  method: 'POST',
  path: '/api/billing/explain-amount',
  summary:
    'Why an amount is what it is: the hours and sessions behind it, rates, rounding, and who approved and locked',
  access: access.roles('Administrators'),
  onlyReads: true,
  body: z.object({ languageId, of: amountSchema }),
  data: explanationSchema,
  replies: { 404: 'No such invoice' },
})
