/** Lists of open work: days to confirm or approve, changes to sessions, and students behind their mandate. */
import { z } from 'zod'
import { CHANGE_STAGES, NEWS_DAYS, OPEN_DAY_STATUSES, OPEN_DAYS_BACK } from '#domain/open-work.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, idList, queryFilterId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'

export const openDayStatusSchema = z.literal(OPEN_DAY_STATUSES.map((status) => status.id))
const changeStageSchema = z.literal(CHANGE_STAGES.map((stage) => stage.id))

export const openDaySchema = z.object({
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  /** The schools of its sessions, by name. */
  schoolNames: z.array(z.string()),
  /** 1 not confirmed, 2 rejected, 3 ready to approve. */
  status: openDayStatusSchema,
  /** Why it was rejected and who did, if that is known. */
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
})
export type OpenDay = z.infer<typeof openDaySchema>

export const getOpenDays = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-open-days',
  summary: `List past days that are not approved, latest first, from ${OPEN_DAYS_BACK} days back; providers see their own`,
  access: access.signedIn,
  shows: ['days', 'sessions', 'providers', 'schools', 'users'],
  query: z.object({
    providerIds: idList,
    status: queryFilterId.pipe(openDayStatusSchema.optional()),
    ...queryPaging,
  }),
  data: pageOf('openDays', openDaySchema),
})

export const unconfirmedProviderSchema = z.object({
  providerId: id,
  providerName: z.string(),
  /** Past days. */
  unconfirmed: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  /** The earliest of them. */
  since: localDateSchema,
})
export type UnconfirmedProvider = z.infer<typeof unconfirmedProviderSchema>

export const getUnconfirmedProviders = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-unconfirmed-providers',
  summary: 'List the providers who still have past days to confirm, those with the earliest day first',
  access: access.roles('Administrators'),
  shows: ['days', 'sessions', 'providers'],
  query: z.object(queryPaging),
  data: pageOf('unconfirmedProviders', unconfirmedProviderSchema),
})

export const sessionChangeSchema = z.object({
  /** The change's, in this list. */
  key: z.string(),
  /** The session, or the first of several. */
  occurrenceId: id,
  /** For a change of whole sessions: `/provider-changes/:id` decides it. Null for one of a single session. */
  providerChangeId: id.nullable(),
  providerId: id,
  providerName: z.string(),
  title: z.string(),
  schoolName: z.string(),
  /** What was asked for, in words: 'the time (1:00 PM-2:00 PM to 3:00 PM-4:00 PM)'. */
  changes: z.array(z.string()),
  /** The session's day and time as it is scheduled now. */
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  /** Discarded: an administrator changed or deleted the session themselves. */
  status: z.enum(['Waiting', 'Approved', 'Rejected', 'Discarded']),
  /** Who asked for it, or decided; null if that is unknown. */
  by: z.string().nullable(),
  /** When they did. */
  on: localDateSchema,
})
export type SessionChange = z.infer<typeof sessionChangeSchema>

export const getSessionChanges = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-session-changes',
  summary: `List providers' changes to sessions that wait, and those decided in the last ${NEWS_DAYS} days; providers see their own`,
  access: access.signedIn,
  shows: ['sessions', 'news', 'providers', 'schools', 'users'],
  query: z.object({
    /** 1 waiting, 2 decided, 3 decided and not dismissed by the caller. */
    stage: queryFilterId.pipe(changeStageSchema.optional()),
    ...queryPaging,
  }),
  data: pageOf('sessionChanges', sessionChangeSchema),
})

const minutes = z.number().nonnegative()

export const studentBehindSchema = z.object({
  id,
  studentName: z.string(),
  schoolName: z.string(),
  /** Null if the student is on no caseload. */
  providerId: id.nullable(),
  providerName: z.string().nullable(),
  /** The first day counted. */
  from: localDateSchema,
  mandated: minutes,
  delivered: minutes,
  /** Mandated, but not delivered. */
  behind: minutes,
})
export type StudentBehind = z.infer<typeof studentBehindSchema>

export const getStudentsBehind = defineEndpoint({
  method: 'GET',
  path: '/api/home/get-students-behind',
  summary:
    "List active students whose delivered minutes are more than a week's mandate short, in the last twelve weeks of the school year; the most first",
  access: access.administrators('Caseloads'),
  shows: ['sessions', 'days', 'students', 'schools', 'labels', 'providers'],
  query: z.object(queryPaging),
  data: pageOf('studentsBehind', studentBehindSchema),
})

export const endpoints = { getOpenDays, getUnconfirmedProviders, getSessionChanges, getStudentsBehind }
