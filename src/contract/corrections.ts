/** Corrections of days in locked billing periods (docs/decisions/corrections.md). */
import { z } from 'zod'
import {
  CORRECTION_STATE_OPTIONS,
  correctionMessages,
  correctionOutcomeSchema,
  correctionStateSchema,
  dayFiguresSchema,
} from '#domain/billing/corrections.ts'
import { decimalText } from '#domain/money.ts'
import { moneyFormatSchema } from '#domain/money-format.ts'
import { reasonSchema } from '#domain/reason.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, entityCacheKey, filterId, id, languageId, writerId } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'

const forAdministrators = access.roles('Administrators')

const providerDay = { languageId, providerId: id, date: localDateSchema }

const affectedInvoiceSchema = z.object({
  id,
  invoiceNumber: z.string(),
  schoolName: z.string(),
  total: decimalText,
  money: moneyFormatSchema,
  isPaid: z.boolean(),
})
export type AffectedInvoice = z.output<typeof affectedInvoiceSchema>

const planSchema = z.object({
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  money: moneyFormatSchema,
  figures: dayFiguresSchema,
  /** Current invoices of its schools that include the day. */
  invoices: z.array(affectedInvoiceSchema),
  /** The first day whose payroll is open: the difference is paid there. */
  paidOn: localDateSchema,
})
export type CorrectionPlan = z.output<typeof planSchema>

export const planCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/billing/plan-correction',
  summary: "What correcting a provider's locked day would touch: its hours, its schools' invoices and the payroll",
  access: forAdministrators,
  onlyReads: true,
  body: z.object(providerDay),
  data: planSchema,
  replies: { 404: 'The provider has no session on that day', 409: 'The day is not locked, or is being corrected' },
})

const who = z.object({ by: z.string(), onUtc: instantSchema })

const correctionSchema = z.object({
  id,
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  state: correctionStateSchema,
  reason: z.string(),
  opened: who,
  /** Completed or canceled. */
  ended: who.nullable(),
  entityCacheKey: z.string(),
})
export type CorrectionRecord = z.output<typeof correctionSchema>

export const getCorrections = defineEndpoint({
  method: 'POST',
  path: '/api/billing/corrections',
  summary: 'List the corrections of days in locked periods, those under way first',
  access: forAdministrators,
  shows: ['days', 'providers', 'users'],
  onlyReads: true,
  body: z.object({
    ...paging,
    languageId,
    providerId: filterId,
    /** Missing for all. */
    stateId: z.literal(CORRECTION_STATE_OPTIONS.map(({ id: each }) => each)).optional(),
  }),
  data: pageOf('allCorrections', correctionSchema),
})

const detailsSchema = correctionSchema.extend({
  money: moneyFormatSchema,
  before: dayFiguresSchema,
  /** The day as it is now; as it was when it was completed. */
  now: dayFiguresSchema,
  /** What completing it would do, or did; null for a canceled one. */
  outcome: correctionOutcomeSchema.nullable(),
  /** What the reply says of the day's hours; approving takes it. */
  hoursKey: z.string(),
  /** Why it can't be approved yet; empty if it can, or has ended. */
  obstacles: z.array(z.string()),
})
export type CorrectionDetails = z.output<typeof detailsSchema>

export const getCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/billing/correction',
  summary: 'A correction, with the day before and now, and what approving it leads to',
  access: forAdministrators,
  onlyReads: true,
  body: z.object({ languageId, id }),
  data: detailsSchema,
  replies: { 404: correctionMessages.notFound },
})

export const openCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/billing/open-correction',
  summary: "Open a provider's day in a locked period to put it right, with a reason",
  access: forAdministrators,
  body: z.object({ ...providerDay, reason: reasonSchema, createdById: writerId }),
  data: correctionSchema,
  replies: {
    400: 'Reason Is Required',
    404: 'The provider has no session on that day',
    409: 'The day is not locked, or is being corrected',
  },
})

const change = { languageId, id, entityCacheKey, updatedById: writerId }

export const approveCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/billing/approve-correction',
  summary: "Approve a corrected day: its schools' invoices are replaced, and the difference in pay is booked",
  access: forAdministrators,
  body: z.object({
    ...change,
    /** What the caller saw of the day's hours. */
    hoursKey: entityCacheKey,
  }),
  data: correctionSchema,
  replies: { 404: correctionMessages.notFound, 409: 'It has ended, something changed meanwhile, or it is not ready' },
})

export const cancelCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/billing/cancel-correction',
  summary: 'Cancel a correction: the day is again what it was before',
  access: forAdministrators,
  body: z.object(change),
  data: correctionSchema,
  replies: { 404: correctionMessages.notFound, 409: correctionMessages.ended },
})

export const endpoints = {
  planCorrection,
  getCorrections,
  getCorrection,
  openCorrection,
  approveCorrection,
  cancelCorrection,
}
