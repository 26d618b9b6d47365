/** Attendance: which scheduled sessions were held (spec 2, sections 2.9 and 7; DESIGN, section 4). */
import { z } from 'zod'
import { attendanceStatusSchema } from '#domain/attendance.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, filterId, id, languageId } from './endpoint.ts'
import { pageOf, paging } from './paging.ts'

/** Inclusive; null or '' is open. */
const bound = z.union([localDateSchema, z.literal('')]).nullish()

const filters = {
  languageId,
  providerId: filterId,
  fromDate: bound,
  toDate: bound,
  /** Matches the provider, school or session name, case-insensitive. */
  keywords: z.string().max(200).nullish(),
}

/** Filters of the list and the chart; '' is an open bound or no search, undefined is all providers. */
export interface AttendanceFilters {
  providerId: number | undefined
  from: LocalDate | ''
  to: LocalDate | ''
  keywords: string
}

const requireOrder = (
  { fromDate, toDate }: { fromDate?: string | null | undefined; toDate?: string | null | undefined },
  context: z.RefinementCtx,
) => {
  const message = dateRangeProblem({ from: fromDate ?? '', to: toDate ?? '' })
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['toDate'], message })
}

const count = z.int().nonnegative()

/** One provider's day. */
export const attendanceRecordSchema = z.object({
  providerId: id,
  providerName: z.string(),
  date: localDateSchema,
  /** Scheduled sessions that have ended. */
  totalCount: count,
  /** Of these, sessions with zero hours, or unconfirmed after their day. */
  absentRecords: count,
})
export type AttendanceRecord = z.infer<typeof attendanceRecordSchema>

export const getAttendanceRecords = defineEndpoint({
  method: 'POST',
  path: '/api/attendance/get-all-records',
  summary: "List providers' days with scheduled and missed sessions, newest first",
  access: access.roles('Administrators'),
  body: z.object({ ...filters, ...paging }).superRefine(requireOrder),
  data: pageOf('providerAttendence', attendanceRecordSchema),
  replies: { 400: "End Date can't be less than Start Date" },
})

export const attendanceDetailSchema = z.object({
  /** The occurrence. */
  id,
  schoolName: z.string(),
  eventName: z.string(),
  status: attendanceStatusSchema,
})

export const getAttendanceRecord = defineEndpoint({
  method: 'POST',
  path: '/api/attendance/get-individual-record',
  summary: "List the scheduled sessions of a provider's day by time",
  access: access.roles('Administrators'),
  body: z.object({ languageId, providerId: id, fromDate: localDateSchema }),
  data: z.array(attendanceDetailSchema),
})

/** The chart's interval; weeks start on Sunday. */
export const attendanceStepSchema = z.enum(['day', 'week', 'month'])
export type AttendanceStep = z.infer<typeof attendanceStepSchema>

export const attendancePointSchema = z.object({
  /** The interval's first day. */
  from: localDateSchema,
  due: count,
  delivered: count,
})
export type AttendancePoint = z.infer<typeof attendancePointSchema>

export const attendanceChartSchema = z.object({ step: attendanceStepSchema, points: z.array(attendancePointSchema) })
export type AttendanceChart = z.infer<typeof attendanceChartSchema>

export const getAttendanceChart = defineEndpoint({
  method: 'POST',
  path: '/api/attendance/get-delivered-against-due',
  summary: 'Count scheduled and delivered sessions by day, week or month',
  access: access.roles('Administrators'),
  body: z.object(filters).superRefine(requireOrder),
  data: attendanceChartSchema,
  replies: { 400: "End Date can't be less than Start Date" },
})
