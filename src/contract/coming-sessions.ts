/** The sessions to come of a student or at a school, and what can become of them. */
import { z } from 'zod'
import { DEPARTURES } from '#domain/coming-sessions.ts'
import { stayReasonSchema } from '#domain/hand-over.ts'
import { localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, queryId } from './endpoint.ts'
import { sessionTimesSchema } from './hand-over.ts'

const count = z.int().nonnegative()

/** Sessions about which one decision is made: the dates of a series, or a provider's single sessions for a service. */
const comingRowSchema = sessionTimesSchema.extend({
  key: z.string(),
  title: z.string(),
  providerName: z.string(),
  serviceName: z.string(),
  schoolName: z.string(),
  /** Students who are in them, too, and stay: ending only takes the student out. */
  others: z.array(z.string()),
  /** Why they can't move to the new school; null if they can, or if nobody moves. */
  obstacle: z.string().nullable(),
})
export type ComingRow = z.infer<typeof comingRowSchema>

export const comingSessionsSchema = z.object({
  rows: z.array(comingRowSchema),
  /** Left as they are, whatever is chosen. */
  staying: z.array(z.object({ why: stayReasonSchema, count })),
  /** Sessions of other providers, about whom the caller can't decide. */
  ofOthers: count,
  /** Where the student is, or the school. */
  schoolName: z.string(),
  /** Where the student will be. */
  newSchoolName: z.string().nullable(),
  /** The first day that was looked at. */
  from: localDateSchema,
  /** Names exactly what was shown; '' if there is nothing to decide. */
  key: z.string(),
})
export type ComingSessions = z.infer<typeof comingSessionsSchema>

export const getComingSessionsOfStudent = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-coming-sessions/{id}',
  summary: 'List the sessions to come of a student who moves, or is deactivated or deleted',
  access: access.screens('Caseloads'),
  params: z.object({ id: queryId }),
  query: z.object({
    departure: z.enum(DEPARTURES),
    /** Where the student moves. */
    schoolId: queryId.optional(),
    /** The first day there; defaults to today. */
    fromDate: localDateSchema.optional(),
  }),
  data: comingSessionsSchema,
  replies: { 404: "Not found, deleted, or another provider's" },
})

export const getComingSessionsAtSchool = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-coming-sessions/{id}',
  summary: 'List the sessions to come at a school that is deactivated',
  access: access.administrators('SchoolAccount'),
  params: z.object({ id: queryId }),
  data: comingSessionsSchema,
  replies: { 404: 'Not found or deleted' },
})

export const endpoints = { getComingSessionsAtSchool, getComingSessionsOfStudent }
