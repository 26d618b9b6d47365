/** Why an amount is what it is: wherever an amount is shown, this explains it. */
import { z } from 'zod'
import { correctionStateSchema } from '#domain/billing/corrections.ts'
import { lockSchema } from '#domain/billing/invoice.ts'
import { periodSchema } from '#domain/billing/invoice-rules.ts'
import { PAY_ADJUSTMENT_KINDS } from '#domain/billing/pay.ts'
import { decimalText } from '#domain/money.ts'
import { moneyFormatSchema } from '#domain/money-format.ts'
import { rateTypeIdSchema } from '#domain/rate-types.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
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
  /** Which days count. Counted: as in totals, all while the period is open and approved ones once it is locked. */
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

/** What a provider is paid at one rate. */
const paySchema = z.object({
  kind: z.literal('pay'),
  startDate: localDateSchema,
  endDate: localDateSchema,
  providerId: id,
  /** The rate change's; 0 for what has no rate. */
  rateId: z.int().nonnegative().max(LARGEST_ID),
  /** For work, or for time off. */
  part: z.enum(['base', 'timeOff']),
  /** One line of late pay; null for what the days of the period are paid. */
  adjustmentId: id.nullable().default(null),
})
export type PaySubject = z.output<typeof paySchema>

export const amountSchema = z.discriminatedUnion('kind', [workSchema, invoiceSchema, paySchema])
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
  /** What its hours add to the line's; null if the rate multiplies something else, or minutes were not counted yet. */
  minutes: z.int().nonnegative().nullable(),
  /** Before rounding; of hours, to a hundredth of a cent. */
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

const payLineSchema = z.object({
  providerId: id,
  providerName: z.string(),
  part: z.enum(['base', 'timeOff']),
  /** The first and last day of the segment. */
  from: localDateSchema,
  to: localDateSchema,
  /** For late pay: why it is late, the day whose payroll pays it, and who booked it. */
  late: z.object({ kind: z.enum(PAY_ADJUSTMENT_KINDS), paidOn: localDateSchema, booked: who }).nullable(),
  /** Null if none was in force: nothing is paid. */
  rate: z.object({ rateTypeId: rateTypeIdSchema, rate: decimalText, since: localDateSchema, set: who }).nullable(),
  quantity: decimalText,
  /** For time off, `hours` are those that were requested, and `approved` is who accepted them. */
  rows: z.array(
    rowSchema
      .omit({ providerId: true, providerName: true })
      .extend({ school: z.object({ id, name: z.string() }).nullable() }),
  ),
  exact: decimalText,
  rounding: decimalText,
  amount: decimalText,
})
export type ExplainedPay = z.output<typeof payLineSchema>

export type ExplainedFee = z.output<typeof feeSchema>

const explanationSchema = z.object({
  amount: decimalText,
  money: moneyFormatSchema,
  lines: z.array(lineSchema),
  fees: z.array(feeSchema),
  /** What a provider is paid; lines and fees are what schools owe. */
  pay: z.array(payLineSchema),
  /** The lock-outs that its days are in. */
  locks: z.array(lockSchema),
  /** Corrections of the days behind the amount that were not canceled, the earliest first. */
  corrections: z.array(
    z.object({
      id,
      date: localDateSchema,
      providerName: z.string(),
      reason: z.string(),
      state: correctionStateSchema,
      opened: who,
    }),
  ),
  /** Work that has no rate, and counts as nothing; as hours. */
  withoutRate: z.object({ minutes: z.int().nonnegative(), sessions: z.int().nonnegative() }),
  /** For an amount on an invoice: everything is as it was when the invoice was issued. Null for any other amount. */
  issued: z
    .object({
      invoiceNumber: z.string(),
      /** False for one that was issued before hours, approvals, who set rates and locks were kept with it. */
      isTraced: z.boolean(),
      /** What it replaces or credits, and why, in a sentence; '' if nothing. */
      replaces: z.array(z.string()),
      credits: z.string().nullable(),
      reason: z.string(),
    })
    .nullable(),
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
  replies: { 403: 'No access to payroll, for what a provider is paid', 404: 'No such invoice' },
})

export const endpoints = { explainAmount }
