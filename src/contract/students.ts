/** A student's page: mandated and delivered minutes, upcoming and past sessions. Every access is logged. */
import { z } from 'zod'
import { attendanceStatusSchema } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, queryId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'
import { feedbackSchema } from './schedule.ts'

/** Administrators, and providers who have the student on their caseload or in a session. */
const forCaseloads = access.records({ all: 'Caseloads', own: 'ProviderCaseload' })
const params = z.object({ id: queryId })
const missing = { 404: "No such student, or not on the caller's caseload or in their sessions" }

/** Inclusive; '' is open. */
const bound = z.union([localDateSchema, z.literal('')]).optional()
const range = { fromDate: bound, toDate: bound }

const requireOrder = (
  { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined },
  context: z.RefinementCtx,
) => {
  const message = dateRangeProblem({ from: fromDate ?? '', to: toDate ?? '' })
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['toDate'], message })
}

const minutes = z.number().nonnegative()

export const mandatedServiceSchema = z.object({
  /** The id of the caseload's frequency. */
  id,
  serviceName: z.string(),
  serviceFrequency: z.string(),
  duration: z.string(),
  eventFrequency: z.string(),
  sessionType: z.string(),
  /** Minutes per school week, unrounded; null if the frequency is incomplete. */
  weeklyMinutes: minutes.nullable(),
})
export type MandatedService = z.infer<typeof mandatedServiceSchema>

export const studentDetailSchema = z.object({
  id,
  name: z.string(),
  schoolName: z.string(),
  /** The student's therapist. */
  providerId: id.nullable(),
  providerName: z.string().nullable(),
  /** To whom a hand-over moves the student on a later day. */
  comingTherapist: z.object({ id, name: z.string(), from: localDateSchema }).nullable(),
  isActive: z.boolean(),
  /** The date of the school's first session this school year; null if there is none yet. */
  schoolYearFrom: localDateSchema.nullable(),
  frequencies: z.array(mandatedServiceSchema),
  /** Sessions to come at a school where the student no longer is, or of an inactive student; for providers, their own. */
  leftBehind: z.object({ count: z.int(), schoolNames: z.array(z.string()) }),
})
export type StudentDetail = z.infer<typeof studentDetailSchema>

export const getStudent = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student/{id}',
  summary: 'Get a student with school, therapist and frequencies; access is logged',
  access: forCaseloads,
  params,
  data: studentDetailSchema,
  replies: missing,
})

const both = { mandated: minutes, delivered: minutes }

export const studentMinutesSchema = z.object({
  /** Every week in the range, even without sessions; weeks start on Sunday. The current week counts up to today. */
  weeks: z.array(
    z.object({
      /** May lie before the first date that the portal stores. */
      from: z.iso.date(),
      ...both,
    }),
  ),
  /** Totals for the range by service. */
  services: z.array(z.object({ serviceName: z.string(), ...both })),
  /** Minutes of sessions whose label says that they must be made up; not delivered. */
  makeUpDue: minutes,
})
export type StudentMinutes = z.infer<typeof studentMinutesSchema>

export const getStudentMinutes = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student-minutes/{id}',
  summary: 'Get mandated and delivered minutes by week, by default for the last twelve weeks; access is logged',
  access: forCaseloads,
  params,
  query: z.object(range).superRefine(requireOrder),
  data: studentMinutesSchema,
  replies: { 400: "End Date can't be less than Start Date; more than two years", ...missing },
})

export const studentSessionSchema = feedbackSchema.extend({
  /** The id of the student's entry in the occurrence. */
  id,
  title: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  schoolName: z.string(),
  providerId: id,
  providerName: z.string(),
  /** Whether it was held; null if upcoming. */
  status: attendanceStatusSchema.nullable(),
})
export type StudentSession = z.infer<typeof studentSessionSchema>

export const sessionPeriodSchema = z.enum(['past', 'upcoming'])
export type SessionPeriod = z.infer<typeof sessionPeriodSchema>

export const getStudentSessions = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student-sessions/{id}',
  summary: "List a student's past (latest first) or upcoming sessions; providers see only their own. Access is logged",
  access: forCaseloads,
  params,
  query: z.object({ period: sessionPeriodSchema.default('past'), ...range, ...queryPaging }).superRefine(requireOrder),
  data: pageOf('sessions', studentSessionSchema),
  replies: { 400: "End Date can't be less than Start Date", ...missing },
})

export const endpoints = { getStudent, getStudentMinutes, getStudentSessions }
