/** Billing: closing and locking periods (spec 2, sections 2.10 and 7; DESIGN, section 4). */
import { z } from 'zod'
import { COMPARED, closeOutMessages, openKindSchema } from '#domain/billing/close-out.ts'
import {
  leftOutSchema,
  lockOutMessages,
  lockOutPeriodSchema,
  lockStateSchema,
  requiredDate,
} from '#domain/billing/lock-out.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { decimalText } from '#domain/money.ts'
import { rateTypeIdSchema } from '#domain/rate-types.ts'
import { reasonSchema } from '#domain/reason.ts'
import { instantSchema, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId, writerId } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'

/** The menu's billing screens have no key of their own (DESIGN, section 4). */
const forAdministrators = access.roles('Administrators')

const lockOutSchema = z.object({
  id,
  startDate: localDateSchema,
  endDate: localDateSchema,
  createdOnUtc: instantSchema,
  isForced: z.boolean(),
  lockedBy: z.string(),
  leftOut: leftOutSchema,
  /** Null while the period is locked. */
  unlocked: z.object({ onUtc: instantSchema, by: z.string(), reason: z.string() }).nullable(),
  /** Why it can't be unlocked; null if it can be, or is. */
  unlockRefusal: z.string().nullable(),
})
export type LockOut = z.output<typeof lockOutSchema>

const bound = z.union([z.literal(''), localDateSchema]).nullish()

export const searchLockOuts = defineEndpoint({
  method: 'POST',
  path: '/api/billing/search-lock-outs',
  summary: 'List the lock-outs of periods that touch a range of days, the newest period first, with those that ended',
  access: forAdministrators,
  shows: ['periods', 'users', 'invoices', 'payroll', 'providers', 'days'],
  onlyReads: true,
  body: z
    .object({ ...paging, languageId, startDate: bound, endDate: bound })
    .superRefine(({ startDate, endDate }, context) => {
      const message = dateRangeProblem({ from: startDate ?? '', to: endDate ?? '' })
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['endDate'], message })
    }),
  data: pageOf('lockOutRecords', lockOutSchema),
  replies: { 400: "End Date can't be less than Start Date" },
})

export const lockOutPeriod = defineEndpoint({
  method: 'POST',
  path: '/api/billing/lock-out-invoice',
  summary: 'Lock a billing period for all schools: every day in it becomes read-only',
  access: forAdministrators,
  body: lockOutPeriodSchema().safeExtend({
    languageId,
    /** Lock the days of a half-month that are not locked yet; without it, a period that overlaps a locked one is refused. */
    isRest: z.boolean().default(false),
    /** Also lock days that are not approved, and leave them out of billing and payroll. */
    isForceFullLockOut: z.boolean().default(false),
    createdById: writerId,
  }),
  data: lockOutSchema,
  replies: {
    204: 'Some days are not approved; `data` says how much forcing would leave out. Nothing was locked.',
    400: `${lockOutMessages.boundary} ${lockOutMessages.notOver}`,
    404: 'There are no sessions in the period',
    409: 'The period overlaps a locked one; with isRest, all of it is locked already',
  },
})

export const unlockPeriod = defineEndpoint({
  method: 'POST',
  path: '/api/billing/unlock',
  summary: 'Unlock a billing period, with a reason; days that were approved are approved again',
  access: forAdministrators,
  body: z.object({ languageId, id, reason: reasonSchema, updatedById: writerId }),
  data: lockOutSchema,
  replies: {
    400: 'Reason Is Required',
    404: 'No such lock-out',
    409: 'It was unlocked already, is invoiced, or a closed payroll pays its days',
  },
})

const projectionSchema = z.object({
  id,
  /** With the number if others have the same name. */
  name: z.string(),
  /** Minutes of work, approved or not. */
  minutes: z.int().nonnegative(),
  /** If every day is approved. */
  amount: decimalText,
  /** The half-months before, the latest first; approved days only once they are locked. */
  earlier: z.array(decimalText).length(COMPARED),
})
export type Projection = z.output<typeof projectionSchema>

const openPointSchema = z.object({
  kind: openKindSchema,
  providerId: id,
  /** Empty for time off. */
  schoolIds: z.array(id),
  date: localDateSchema,
})
export type OpenPoint = z.output<typeof openPointSchema>

const dayToLookAtSchema = openPointSchema.omit({ kind: true }).extend({
  /** What its hours at these schools amount to, before admin fees. */
  amount: decimalText,
  /** What is odd about them, with the school's name first. */
  findings: z.array(z.string()),
})
export type DayToLookAt = z.output<typeof dayToLookAtSchema>

const unratedSchema = z.object({
  providerId: id,
  schoolId: id,
  /** Null if the hours name no service. */
  serviceId: id.nullable(),
  serviceName: z.string(),
  /** Null if none was chosen. */
  rateTypeId: rateTypeIdSchema.nullable(),
  from: localDateSchema,
  to: localDateSchema,
  minutes: z.int().nonnegative(),
  sessions: z.int().nonnegative(),
  /** The types for which the school has a rate for the service in the period. */
  choices: z.array(rateTypeIdSchema),
  /** Why none of them can be chosen; null if they can be. */
  choiceRefusal: z.string().nullable().default(null),
})
export type UnratedWork = z.output<typeof unratedSchema>

const closeOutSchema = z.object({
  /** When it was read. */
  asOf: instantSchema,
  /** Those that have days of the period, the latest days first. While some days are in none, the period is open. */
  lockOuts: z.array(lockOutSchema),
  /** The period, the half-month of today, and the latest that are over; the newest first. */
  halfMonths: z.array(z.object({ startDate: localDateSchema, endDate: localDateSchema, state: lockStateSchema })),
  open: z.array(openPointSchema),
  unrated: z.array(unratedSchema),
  /** With the amount before admin fees. */
  providers: z.array(projectionSchema),
  /** With admin fees. */
  schools: z.array(projectionSchema.extend({ hasBillingEmail: z.boolean() })),
  /** What locking its open days now by force would leave out; of a locked period, what was left out. */
  leftOut: leftOutSchema,
})
export type CloseOut = z.output<typeof closeOutSchema>

export const readCloseOut = defineEndpoint({
  method: 'POST',
  path: '/api/billing/close-out',
  summary:
    'What is open in a half-month, its projected totals beside earlier ones, and what locking it would leave out',
  access: forAdministrators,
  onlyReads: true,
  body: z.object({ languageId, startDate: requiredDate(closeOutMessages.startDate) }),
  data: closeOutSchema,
  replies: { 400: closeOutMessages.notHalfMonth },
})

export const readDaysToLookAt = defineEndpoint({
  method: 'POST',
  path: '/api/billing/close-out/days-to-look-at',
  summary: 'Days of a half-month that are not approved yet and have odd confirmed hours, in order of date',
  access: forAdministrators,
  onlyReads: true,
  body: readCloseOut.body,
  data: z.array(dayToLookAtSchema),
  replies: { 400: closeOutMessages.notHalfMonth },
})

export const setRateType = defineEndpoint({
  method: 'POST',
  path: '/api/billing/set-rate-type',
  summary: "Choose the rate type of a provider's sessions without a rate, at one school and for one service",
  access: forAdministrators,
  body: z.object({
    languageId,
    startDate: requiredDate(closeOutMessages.startDate),
    providerId: id,
    schoolId: id,
    serviceId: id,
    rateTypeId: rateTypeIdSchema,
    updatedById: writerId,
  }),
  data: z.object({ sessions: z.int().positive() }),
  replies: {
    400: closeOutMessages.noRateOfType,
    404: closeOutMessages.nothingToRate,
    409: 'A day of the sessions is locked, and the school is invoiced for it or its pay would change',
  },
})

export const endpoints = { readCloseOut, readDaysToLookAt, setRateType, searchLockOuts, lockOutPeriod, unlockPeriod }
