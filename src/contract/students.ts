/** One student's page: what is mandated, what was delivered, sessions to come and past. Every reading of it is logged. */
import { z } from 'zod'
import { attendanceStatusSchema } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, queryId } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'
import { feedbackSchema } from './schedule.ts'

/** Of administrators, and of providers with the student on their caseload or in a session of theirs. */
const forCaseloads = access.screens('Caseloads', 'ProviderCaseload')
const params = z.object({ id: queryId })
const missing = { 404: "No such student, or neither on the caller's caseload nor in their sessions" }

/** Dates that weeks before and after can be counted from. */
const FIRST_DATE = '1900-01-01'
const LAST_DATE = '2199-12-31'

/** '' is no bound; both days count. */
const bound = z
  .union([localDateSchema.refine((date) => date >= FIRST_DATE && date <= LAST_DATE), z.literal('')])
  .optional()
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
  /** The caseload's frequency. */
  id,
  serviceName: z.string(),
  serviceFrequency: z.string(),
  duration: z.string(),
  eventFrequency: z.string(),
  sessionType: z.string(),
  /** What it comes to in a school week, exactly; null where something of it is not chosen yet. */
  weeklyMinutes: minutes.nullable(),
})
export type MandatedService = z.infer<typeof mandatedServiceSchema>

export const studentDetailSchema = z.object({
  id,
  name: z.string(),
  schoolName: z.string(),
  /** The therapist whose caseload the student is on. */
  providerName: z.string().nullable(),
  isActive: z.boolean(),
  /** The day of the school's first session of this school year; null where none was yet. */
  schoolYearFrom: localDateSchema.nullable(),
  frequencies: z.array(mandatedServiceSchema),
})
export type StudentDetail = z.infer<typeof studentDetailSchema>

export const getStudent = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student/{id}',
  summary: 'A student with school, therapist and frequencies; the reading is logged',
  access: forCaseloads,
  params,
  data: studentDetailSchema,
  replies: missing,
})

const both = { mandated: minutes, delivered: minutes }

export const studentMinutesSchema = z.object({
  /** Each week of the range, also one without sessions; weeks start on Sunday. */
  weeks: z.array(z.object({ from: localDateSchema, ...both })),
  /** Over all of them, by service. */
  services: z.array(z.object({ serviceName: z.string(), ...both })),
})
export type StudentMinutes = z.infer<typeof studentMinutesSchema>

export const getStudentMinutes = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student-minutes/{id}',
  summary:
    'Mandated and delivered minutes by week, of the last twelve weeks unless asked otherwise; the reading is logged',
  access: forCaseloads,
  params,
  query: z.object(range).superRefine(requireOrder),
  data: studentMinutesSchema,
  replies: { 400: "End Date can't be less than Start Date; more than two years", ...missing },
})

export const studentSessionSchema = feedbackSchema.extend({
  /** The student's place in the occurrence. */
  id,
  title: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  schoolName: z.string(),
  providerId: id,
  providerName: z.string(),
  /** Whether it was held; null for one to come. */
  status: attendanceStatusSchema.nullable(),
})
export type StudentSession = z.infer<typeof studentSessionSchema>

export const sessionPeriodSchema = z.enum(['past', 'upcoming'])
export type SessionPeriod = z.infer<typeof sessionPeriodSchema>

export const getStudentSessions = defineEndpoint({
  method: 'GET',
  path: '/api/student/get-student-sessions/{id}',
  summary:
    "A student's sessions: past ones, the latest first, or those to come; a provider's own alone. The reading is logged",
  access: forCaseloads,
  params,
  query: z.object({ period: sessionPeriodSchema.default('past'), ...range, ...queryPaging }).superRefine(requireOrder),
  data: pageOf('sessions', studentSessionSchema),
  replies: { 400: "End Date can't be less than Start Date", ...missing },
})
