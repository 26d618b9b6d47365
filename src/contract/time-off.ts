/**
 * Time off: what providers ask for, what administrators answer, and the hours that are left (spec 2, sections 2.7, 2.8
 * and 7). Hours travel as text with two decimals ('7.50'), dates as YYYY-MM-DD, times as `HH:mm` of the organisation's clock.
 */
import { z } from 'zod'
import { dateRangeProblem } from '#domain/date-range.ts'
import { type LocalDate, localDateSchema, localTimeSchema } from '#domain/time.ts'
import {
  type PtoStatusId,
  ptoFormSchema,
  ptoRangeProblem,
  ptoStatusIdSchema,
  QUICK_BOOKS_STATUSES,
  rejectNoteSchema,
  timeOffMessages,
} from '#domain/time-off.ts'
import {
  access,
  defineEndpoint,
  filterId,
  id,
  idList,
  languageId,
  queryFilterId,
  queryId,
  writerId,
} from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'

/** Who asks for time off. Whose it is follows from the token, whatever an id in the call says. */
const forProviders = access.screens('ProfileInformationRequestPTO')
const forAdministrators = access.roles('Administrators')
/** A provider reaches what is their own alone, an administrator everybody's. */
const forBoth = access.screens('ProfileInformationRequestPTO', 'PTORequest')

export const hours = z.string().regex(/^-?\d+\.\d\d$/)

/** A session that the provider has at the time asked for. */
export const bookedSessionSchema = z.object({
  /** The occurrence. */
  id,
  scheduleEventId: id,
  title: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  schoolName: z.string(),
})
export type BookedSession = z.infer<typeof bookedSessionSchema>

export const ptoSchema = z.object({
  id,
  providerId: id,
  providerName: z.string(),
  /** The day on which it was asked. */
  requestedOn: localDateSchema,
  /** The day that is asked for; both names are on the wire. */
  requestedFor: localDateSchema,
  requestedDate: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  totalHours: hours,
  reason: z.string(),
  /** Pending, Accepted, Rejected or Withdraw. */
  status: z.string(),
  statusId: ptoStatusIdSchema,
  /** Whether the hours have gone to the accounts; empty before they are accepted. */
  quickBooksStatus: z.union([z.enum(QUICK_BOOKS_STATUSES), z.literal('')]),
  /** What the provider has left now. */
  balanceHours: hours,
  /**
   * Pending: the hours left do not cover it and what the provider asked for before it and still waits. Accepted: it left
   * less than nothing.
   */
  isOverBalance: z.boolean(),
  /** Why it was rejected. */
  notes: z.string(),
  /** Who accepted, rejected or withdrew it, and on which day. */
  decidedBy: z.string().nullable(),
  decidedOn: localDateSchema.nullable(),
  /** The provider's sessions at the time, while the request is pending or accepted. */
  bookedSessions: z.array(bookedSessionSchema),
  /** Changes with every change; sent back with one, so that the later of two gets 409. */
  entityCacheKey: z.string(),
})
export type Pto = z.infer<typeof ptoSchema>

/** What the providers' list is narrowed by; undefined is every status, '' is no bound. */
export interface PtoFilters {
  statusId: PtoStatusId | undefined
  from: LocalDate | ''
  to: LocalDate | ''
}

/** What the administrators' list is narrowed by besides; no provider is all of them. */
export interface AdminPtoFilters extends PtoFilters {
  providerIds: readonly number[]
  providerName: string
}

const bound = z.union([localDateSchema, z.literal('')]).optional()

const statusId = queryFilterId.pipe(ptoStatusIdSchema.optional())

export const getProviderPtos = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-provider-ptos',
  summary: "The caller's own requests, the latest day asked for first",
  access: forProviders,
  query: z
    .object({
      /** Of the day asked for; both days count. */
      fromMonth: bound,
      toMonth: bound,
      statusId,
      providerId: queryFilterId,
      ...queryPaging,
    })
    .superRefine(({ fromMonth = '', toMonth = '' }, context) => {
      const message = ptoRangeProblem({ from: fromMonth, to: toMonth })
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['toMonth'], message })
    }),
  data: pageOf('allPtos', ptoSchema),
  replies: { 400: timeOffMessages.toBeforeFrom, 403: "Another provider's" },
})

export const ptoBalanceSchema = z.object({
  providerId: id,
  /** What is left; below zero where more was accepted than there was. */
  availableHours: hours,
  /** Of requests that wait. */
  pendingHours: hours,
  /** Taken off since the hours were last uploaded: those were what is available plus this. */
  acceptedHours: hours,
  /** The day of that upload. */
  since: localDateSchema.nullable(),
})
export type PtoBalance = z.infer<typeof ptoBalanceSchema>

export const getPtoBalance = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-balance-time/{providerId}',
  summary: "A provider's hours of time off: available, pending and accepted",
  access: forBoth,
  params: z.object({ providerId: queryId }),
  data: ptoBalanceSchema,
  replies: { 403: "Another provider's", 404: 'No such provider' },
})

export const ptoBalanceEntrySchema = z.object({
  id,
  kind: z.enum(['upload', 'acceptance']),
  /** What was added, or with a minus taken. */
  change: hours,
  balanceAfter: hours,
  on: localDateSchema,
  by: z.string(),
  /** The file of an upload. */
  source: z.string(),
  /** Of an acceptance: the request, and the day asked for. */
  ptoRequestId: id.nullable(),
  requestedDate: localDateSchema.nullable(),
})
export type PtoBalanceEntry = z.infer<typeof ptoBalanceEntrySchema>

export const getPtoBalanceHistory = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-balance-history/{providerId}',
  summary: "Where a provider's balance came from: its changes, the newest first",
  access: forBoth,
  params: z.object({ providerId: queryId }),
  query: z.object(queryPaging),
  data: pageOf('entries', ptoBalanceEntrySchema),
  replies: { 403: "Another provider's", 404: 'No such provider' },
})

export const getOriginalPto = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-original/{id}',
  summary: 'One request as it is stored; a provider reads their own',
  access: forBoth,
  params: z.object({ id: queryId }),
  data: ptoSchema,
  replies: { 404: "No such request, or another provider's" },
})

const formReplies = {
  400: 'Requested Date Is Required; Start Time Is Required; End Time can not be less than Start Time; Reason Is Required …',
}

export const createPto = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/add-provider-pto',
  summary: "Ask for time off; 'PTO Request has been created successfully'",
  access: forProviders,
  body: ptoFormSchema.safeExtend({ languageId, providerId: filterId, createdById: writerId }),
  data: z.object({ id }),
  replies: { ...formReplies, 403: "Another provider's", 409: 'It overlaps a pending or accepted request' },
})

export const updatePto = defineEndpoint({
  method: 'PUT',
  path: '/api/provider-pto/update-provider-pto',
  summary: "Change a pending request of one's own; 'PTO Request has been updated successfully'",
  access: forProviders,
  body: ptoFormSchema.safeExtend({ languageId, id, updatedById: writerId, entityCacheKey: z.string().optional() }),
  data: z.object({ id }),
  replies: {
    ...formReplies,
    404: "No such request, or another provider's",
    409: 'It is pending no more, was changed meanwhile, or overlaps another request',
  },
})

export const withdrawPto = defineEndpoint({
  method: 'DELETE',
  path: '/api/provider-pto/delete-provider-pto/{id}',
  summary: "Withdraw a pending request of one's own; 'PTO Request has been withdrawn successfully'",
  access: forProviders,
  params: z.object({ id: queryId }),
  body: z.object({ languageId }),
  data: z.null(),
  replies: { 404: "No such request, or another provider's", 409: 'It is pending no more' },
})

export const getAdminPtos = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-all-admin-ptos',
  summary: "Everybody's requests: those that wait first, then the newest",
  access: forAdministrators,
  query: z
    .object({
      /** Part of it; upper and lower case alike. */
      providerName: z.string().max(200).optional(),
      providerIds: idList,
      statusId,
      /** Of the day asked for; both days count. */
      fromDate: bound,
      toDate: bound,
      ...queryPaging,
    })
    .superRefine(({ fromDate = '', toDate = '' }, context) => {
      const message = dateRangeProblem({ from: fromDate, to: toDate })
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['toDate'], message })
    }),
  data: pageOf('allAdminPtos', ptoSchema),
  replies: { 400: "End Date can't be less than Start Date" },
})

/** The most requests that one answer decides. */
const MOST_DECIDED = 500

const decided = {
  languageId,
  /** Comma-joined. */
  ids: z
    .string({ error: timeOffMessages.nothingChosen })
    .regex(/^\d{1,9}(,\d{1,9})*$/, timeOffMessages.nothingChosen)
    .refine((ids) => ids.split(',').length <= MOST_DECIDED, `At most ${MOST_DECIDED} requests can be decided at once`),
  /** In the order of the ids, comma-joined: a request that was changed since it was read is left alone and named. */
  entityCacheKeys: z
    .string()
    .regex(/^\d*(,\d*)*$/)
    .max(5000)
    .default(''),
  updatedById: writerId,
}

const someLeft = 'Some were left alone: `data` has a message each; the others are answered'

export const acceptPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/accept-provider-pto',
  summary: "Accept pending requests, which takes their hours off the balance; 'PTO Request accepted successfully'",
  access: forAdministrators,
  body: z.object(decided),
  data: z.null(),
  replies: { 400: timeOffMessages.nothingChosen, 409: someLeft },
})

export const rejectPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/reject-provider-pto',
  summary: "Reject pending requests with a note; 'PTO Request rejected successfully'",
  access: forAdministrators,
  body: z.object({ ...decided, notes: rejectNoteSchema }),
  data: z.null(),
  replies: { 400: `${timeOffMessages.nothingChosen}; ${timeOffMessages.note}`, 409: someLeft },
})

/** Time off on a calendar. Its reason stays between who asked and who answers. */
export const timeOffEntrySchema = z.object({
  /** The request. */
  id,
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  totalHours: hours,
  isPending: z.boolean(),
})
export type TimeOffEntry = z.infer<typeof timeOffEntrySchema>

export const getTimeOff = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-time-off',
  summary: 'Who is off when: accepted and pending time off of some days, by day and time; for a provider, their own',
  access: access.signedIn,
  query: z.object({
    fromDate: localDateSchema,
    /** Counts; at most 62 days. */
    toDate: localDateSchema,
    providerId: queryFilterId,
    /** Of providers who work there. */
    schoolId: queryFilterId,
  }),
  data: z.array(timeOffEntrySchema),
  replies: { 400: 'More than 62 days, or the end before the start' },
})
