/**
 * Time off: requests, decisions and balances (spec 2, sections 2.7, 2.8 and 7). Hours are text with two decimals
 * ('7.50'), dates YYYY-MM-DD, times `HH:mm` in the organization's time zone.
 */
import { z } from 'zod'
import { dateRangeProblem } from '#domain/date-range.ts'
import { ANSWERS, type AnswerStage } from '#domain/open-work.ts'
import { searchText } from '#domain/search-words.ts'
import { type LocalDate, localDateSchema, localTimeSchema } from '#domain/time.ts'
import {
  type PtoStatusId,
  ptoDaySchema,
  ptoFormSchema,
  ptoRangeProblem,
  ptoReasonSchema,
  ptoStatusIdSchema,
  QUICK_BOOKS_STATUSES,
  rejectNoteSchema,
  timeOffMessages,
} from '#domain/time-off.ts'
import { MAX_SPAN_DAYS } from '#domain/time-off-span.ts'
import {
  access,
  defineEndpoint,
  entityCacheKey,
  filterId,
  id,
  idList,
  languageId,
  queryFilterId,
  queryId,
  writerId,
} from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'
import { hours } from './time-off-calendar.ts'

/** The token decides whose time off it is; an id in the call is ignored. */
const forProviders = access.own('ProfileInformationRequestPTO')
const forAdministrators = access.administrators('PTORequest')
/** The user's own requests; for administrators, everyone's. */
const forBoth = access.records({ all: 'PTORequest', own: 'ProfileInformationRequestPTO' })

/** One of the provider's sessions during the requested time. */
export const bookedSessionSchema = z.object({
  /** The occurrence's id. */
  id,
  scheduleEventId: id,
  title: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  schoolName: z.string(),
})
export type BookedSession = z.infer<typeof bookedSessionSchema>

/** One of the days that were requested in one step. */
const spanDaySchema = z.object({
  id,
  requestedDate: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  statusId: ptoStatusIdSchema,
})
export type SpanDay = z.infer<typeof spanDaySchema>

const spanSchema = z.object({ startDate: localDateSchema, endDate: localDateSchema })

/** What an administrator should know of pay before answering a request. */
const payOfPtoSchema = z.object({
  /** If the payroll of its day is closed: by which lock-out and export, and the day whose payroll has its line instead. */
  closed: z
    .object({ locked: spanSchema.nullable(), exported: spanSchema.nullable(), paidOn: localDateSchema })
    .nullable(),
  /** Confirmed hours at the same time, which would be paid twice. */
  worked: z.array(z.object({ schoolName: z.string(), startTime: localTimeSchema, endTime: localTimeSchema })),
  /** Whether an hourly rate pays it; without one it is paid 0. Of time off that was paid late, whether one did. */
  hasRate: z.boolean(),
})
export type PayOfPto = z.infer<typeof payOfPtoSchema>

export const ptoSchema = z.object({
  id,
  providerId: id,
  providerName: z.string(),
  /** The same for all days that were requested in one step; null for a single day. */
  spanId: id.nullable().default(null),
  /** All days of the span, earliest first; empty for a single day. */
  spanDays: z.array(spanDaySchema).default([]),
  /** The date of the request itself. */
  requestedOn: localDateSchema,
  /** The day off; the wire has both names. */
  requestedFor: localDateSchema,
  requestedDate: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  totalHours: hours,
  reason: z.string(),
  /** Pending, Accepted, Rejected, Withdraw, Return Requested or Returned. */
  status: z.string(),
  statusId: ptoStatusIdSchema,
  /** Whether the hours were sent to QuickBooks; empty before the request is accepted. */
  quickBooksStatus: z.union([z.enum(QUICK_BOOKS_STATUSES), z.literal('')]),
  /** The provider's current balance. */
  balanceHours: hours,
  /**
   * Pending: the balance doesn't cover it together with the provider's earlier pending requests. Accepted: it left a
   * negative balance.
   */
  isOverBalance: z.boolean(),
  /** Why it was rejected, or why its return was. */
  notes: z.string(),
  /** Who accepted, rejected, withdrew or gave it back, and when. */
  decidedBy: z.string().nullable(),
  decidedOn: localDateSchema.nullable(),
  /** The provider's sessions during that time, while the request is pending or accepted. */
  bookedSessions: z.array(bookedSessionSchema),
  /** In the administrators' list, of a request that awaits an answer. */
  pay: payOfPtoSchema.nullable().default(null),
  /** The version. Send it with a change; a stale one gets 409. */
  entityCacheKey: z.string(),
})
export type Pto = z.infer<typeof ptoSchema>

/** Lists requests that were accepted, rejected or returned lately: 1 all, 2 those the caller has not dismissed. */
const answered = queryFilterId.pipe(z.literal(ANSWERS.map((answer) => answer.id)).optional())

/** Filters of the providers' list; undefined is any status, '' is an open bound. */
export interface PtoFilters {
  statusId: PtoStatusId | undefined
  from: LocalDate | ''
  to: LocalDate | ''
}

/** The providers' own list can also be narrowed to requests answered lately. */
export interface ProviderPtoFilters extends PtoFilters {
  answered: AnswerStage | undefined
}

/** Additional filters of the administrators' list; no provider means all. */
export interface AdminPtoFilters extends PtoFilters {
  providerIds: readonly number[]
  providerName: string
}

const bound = z.union([localDateSchema, z.literal('')]).optional()

const statusId = queryFilterId.pipe(ptoStatusIdSchema.optional())

export const getProviderPtos = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-provider-ptos',
  summary: "List the caller's requests, latest requested day first",
  access: forProviders,
  shows: ['timeOff', 'news', 'sessions', 'schools', 'providers', 'users'],
  query: z
    .object({
      /** Range of the requested day, inclusive. */
      fromMonth: bound,
      toMonth: bound,
      statusId,
      answered,
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
  /** Hours left; negative if more was accepted than was available. */
  availableHours: hours,
  /** Hours in pending requests. */
  pendingHours: hours,
  /**
   * Hours accepted since the last upload and not returned. The upload set the sum of this and what is available,
   * except for hours that were accepted before it and returned since.
   */
  acceptedHours: hours,
  /** The date of that upload. */
  since: localDateSchema.nullable(),
  /** The provider's first and last day at work: no time off is granted outside. */
  hireDate: localDateSchema.nullable().default(null),
  termDate: localDateSchema.nullable().default(null),
})
export type PtoBalance = z.infer<typeof ptoBalanceSchema>

export const getPtoBalance = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-balance-time/{providerId}',
  summary: "Get a provider's available, pending and accepted time-off hours",
  access: forBoth,
  params: z.object({ providerId: queryId }),
  data: ptoBalanceSchema,
  replies: { 403: "Another provider's", 404: 'No such provider' },
})

export const ptoBalanceEntrySchema = z.object({
  id,
  kind: z.enum(['upload', 'acceptance', 'return', 'payOut', 'writeOff']),
  /** Hours added, negative if deducted. */
  change: hours,
  balanceAfter: hours,
  on: localDateSchema,
  by: z.string(),
  /** The file name of an upload, or the reason of a settlement. */
  source: z.string(),
  /** For a request accepted or returned: its id and the requested day. */
  ptoRequestId: id.nullable(),
  requestedDate: localDateSchema.nullable(),
})

export const getPtoBalanceHistory = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-balance-history/{providerId}',
  summary: "Get a provider's balance history, newest first",
  access: forBoth,
  params: z.object({ providerId: queryId }),
  query: z.object(queryPaging),
  data: pageOf('entries', ptoBalanceEntrySchema),
  replies: { 403: "Another provider's", 404: 'No such provider' },
})

export const getOriginalPto = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-original/{id}',
  summary: 'Get a request; providers can get only their own',
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
  summary: "Request time off; 'PTO Request has been created successfully'",
  access: forProviders,
  body: ptoFormSchema.safeExtend({ languageId, providerId: filterId, createdById: writerId }),
  data: z.object({ id }),
  replies: { ...formReplies, 403: "Another provider's", 409: 'It overlaps a pending or accepted request' },
})

export const createPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/add-provider-ptos',
  summary: "Request several days off in one step, all or none; 'PTO Request has been created successfully'",
  access: forProviders,
  body: z.object({
    languageId,
    providerId: filterId,
    createdById: writerId,
    reason: ptoReasonSchema,
    days: z.array(ptoDaySchema).min(1, timeOffMessages.noDay).max(MAX_SPAN_DAYS),
  }),
  /** The requests' ids, in the order of the days. */
  data: z.object({ ids: z.array(id) }),
  replies: { ...formReplies, 403: "Another provider's", 409: 'Days overlap other requests; the message names each' },
})

export const updatePto = defineEndpoint({
  method: 'PUT',
  path: '/api/provider-pto/update-provider-pto',
  summary: "Update your own pending request; 'PTO Request has been updated successfully'",
  access: forProviders,
  body: ptoFormSchema.safeExtend({ languageId, id, updatedById: writerId, entityCacheKey: entityCacheKey.optional() }),
  data: z.object({ id }),
  replies: {
    ...formReplies,
    404: "No such request, or another provider's",
    409: 'It is no longer pending, was changed in the meantime, or overlaps another request',
  },
})

export const withdrawPto = defineEndpoint({
  method: 'DELETE',
  path: '/api/provider-pto/delete-provider-pto/{id}',
  summary: "Withdraw your own pending request; 'PTO Request has been withdrawn successfully'",
  access: forProviders,
  params: z.object({ id: queryId }),
  body: z.object({ languageId }),
  data: z.null(),
  replies: { 404: "No such request, or another provider's", 409: 'It is no longer pending' },
})

const ownDays = z.object({
  languageId,
  ids: z.array(id).min(1, timeOffMessages.nothingChosen).max(MAX_SPAN_DAYS),
  updatedById: writerId,
})

export const withdrawPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/withdraw-provider-ptos',
  summary: "Withdraw several of your own pending requests, all or none; 'PTO Request has been withdrawn successfully'",
  access: forProviders,
  body: ownDays,
  data: z.null(),
  replies: { 404: "No such request, or another provider's", 409: 'One is no longer pending; the message names it' },
})

export const giveBackPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/give-back-provider-ptos',
  summary: 'Ask to return accepted time off of your own that has not begun, all or none; an administrator answers',
  access: forProviders,
  body: ownDays,
  data: z.null(),
  replies: { 404: "No such request, or another provider's", 409: 'One is not accepted, or has begun' },
})

export const keepPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/keep-provider-ptos',
  summary: 'Keep time off that you asked to return, all or none, until an administrator has answered',
  access: forProviders,
  body: ownDays,
  data: z.null(),
  replies: { 404: "No such request, or another provider's", 409: 'One is not waiting to be returned' },
})

export const getAdminPtos = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-all-admin-ptos',
  summary: 'List all requests, those to answer first, then the newest; the days of a span count as one on a page',
  access: forAdministrators,
  shows: ['timeOff', 'sessions', 'schools', 'providers', 'users', 'days', 'periods', 'payroll'],
  query: z
    .object({
      /** Part of the name, case-insensitive. */
      providerName: searchText().optional(),
      providerIds: idList,
      statusId,
      /** Range of the requested day, inclusive. */
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

/** The most requests decided in one call. */
const MAX_DECIDED = 500

const decided = {
  languageId,
  /** Comma-joined. */
  ids: z
    .string({ error: timeOffMessages.nothingChosen })
    .regex(/^\d{1,9}(,\d{1,9})*$/, timeOffMessages.nothingChosen)
    .refine((ids) => ids.split(',').length <= MAX_DECIDED, `At most ${MAX_DECIDED} requests can be decided at once`),
  /** Versions in the order of the ids, comma-joined. Requests changed since then are skipped and reported. */
  entityCacheKeys: z
    .string()
    .regex(/^\d*(,\d*)*$/)
    .max(5000)
    .default(''),
  updatedById: writerId,
}

const someLeft = 'Some requests were not updated: `data` lists the reasons; the others were'

/** A session during requested time off, and what can become of it when the request is accepted. */
const sessionDuringSchema = bookedSessionSchema.extend({
  requestId: id,
  version: z.int(),
  /** False if it is over, or on a day that is approved or locked: it stays. */
  canBeCanceled: z.boolean(),
  /** Colleagues who are free then; empty if it can't be handed over. */
  takers: z.array(z.object({ id, name: z.string() })),
})
export type SessionDuring = z.infer<typeof sessionDuringSchema>

/** What becomes of a session, as it was shown; sessions without a choice stay. */
const sessionChoiceSchema = z.object({
  requestId: id,
  id,
  version: z.int(),
  /** The colleague who takes it; null cancels it. */
  toProviderId: id.nullable(),
})
export type SessionChoice = z.infer<typeof sessionChoiceSchema>

export const getSessionsOfPtos = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-sessions-of-ptos',
  summary: 'List the sessions during pending requests, each once, and what can become of them',
  access: forAdministrators,
  query: z.object({ ids: decided.ids }),
  data: z.array(sessionDuringSchema),
  replies: { 400: timeOffMessages.nothingChosen },
})

export const acceptPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/accept-provider-pto',
  summary:
    "Accept pending requests and deduct their hours, or returns of accepted ones and give the hours back; 'PTO Request accepted successfully'",
  access: forAdministrators,
  body: z.object({ ...decided, sessions: z.array(sessionChoiceSchema).max(1000).default([]) }),
  data: z.null(),
  replies: { 400: timeOffMessages.nothingChosen, 409: someLeft },
})

export const rejectPtos = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/reject-provider-pto',
  summary: "Reject pending requests, or returns of accepted ones, with a note; 'PTO Request rejected successfully'",
  access: forAdministrators,
  body: z.object({ ...decided, notes: rejectNoteSchema }),
  data: z.null(),
  replies: { 400: `${timeOffMessages.nothingChosen}; ${timeOffMessages.note}`, 409: someLeft },
})

export const endpoints = {
  getProviderPtos,
  getSessionsOfPtos,
  getPtoBalance,
  getPtoBalanceHistory,
  getOriginalPto,
  createPto,
  createPtos,
  updatePto,
  withdrawPto,
  getAdminPtos,
  giveBackPtos,
  keepPtos,
  withdrawPtos,
  acceptPtos,
  rejectPtos,
}
