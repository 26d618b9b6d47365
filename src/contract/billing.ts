/** Billing: locking periods (spec 2, sections 2.10 and 7; DESIGN, section 4). */
import { z } from 'zod'
import { leftOutSchema, lockOutMessages, lockOutPeriodSchema } from '#domain/billing/lock-out.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
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
})
export type LockOut = z.output<typeof lockOutSchema>

const bound = z.union([z.literal(''), localDateSchema]).nullish()

export const searchLockOuts = defineEndpoint({
  method: 'POST',
  path: '/api/billing/search-lock-outs',
  summary: 'List the lock-outs of periods that touch a range of days, the newest period first, with those that ended',
  access: forAdministrators,
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
    /** Also lock days that are not approved, and leave them out of billing and payroll. */
    isForceFullLockOut: z.boolean().default(false),
    createdById: writerId,
  }),
  data: lockOutSchema,
  replies: {
    204: 'Some days are not approved; `data` says how much forcing would leave out. Nothing was locked.',
    400: `${lockOutMessages.boundary} ${lockOutMessages.notOver}`,
    404: 'There are no sessions in the period',
    409: 'The period overlaps a locked one',
  },
})

export const unlockPeriod = defineEndpoint({
  method: 'POST',
  path: '/api/billing/unlock',
  summary: 'Unlock a billing period, with a reason; days that were approved are approved again',
  access: forAdministrators,
  body: z.object({ languageId, id, reason: reasonSchema, updatedById: writerId }),
  data: lockOutSchema,
  replies: { 400: 'Reason Is Required', 404: 'No such lock-out', 409: 'It was unlocked already, or is invoiced' },
})
