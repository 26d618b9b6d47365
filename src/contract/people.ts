/** The week of every provider at a glance: what is scheduled, confirmed and approved on each day. */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, filterId, id, languageId } from './endpoint.ts'
import { approvedDateSchema } from './schedule.ts'

const personDaySchema = z.object({
  date: localDateSchema,
  /** One of the day's sessions, by which the day is approved. */
  occurrenceId: id,
  sessionsCount: z.int(),
  /** When the last session ends. */
  lastEnd: localTimeSchema,
  /** Minutes on the timesheet: as stored, or else as proposed. */
  hours: z.int(),
  /** Timesheet rows that require hours, one per school. */
  rowsCount: z.int(),
  /** Those that are not confirmed. */
  openCount: z.int(),
  /** Timesheet rows to look at: confirmed, with something odd; none once the day is approved. */
  oddCount: z.int(),
  /** A provider's changes to sessions that nobody has approved or rejected yet. */
  changesCount: z.int(),
  /** Changes with the day's hours; rejecting the day takes it. */
  entityCacheKey: z.string(),
  /** Why the day was rejected or reopened; null in any other state. */
  reason: z.string().nullable(),
  isApproved: approvedDateSchema.shape.isApproved,
  approvedStatus: approvedDateSchema.shape.approvedStatus,
})
export type PersonDay = z.infer<typeof personDaySchema>

const personSchema = z.object({
  providerId: id,
  providerName: z.string(),
  /** Only days with sessions, by date. */
  days: z.array(personDaySchema),
})
export type Person = z.infer<typeof personSchema>

/** The longest span of one call, in days. */
export const PEOPLE_DAYS = 14

export const getPeopleDays = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-people-days',
  summary:
    "List every active provider's days with sessions, or one's, in a span of days, with hours and approval status",
  access: access.roles('Administrators'),
  onlyReads: true,
  body: z.object({ languageId, fromDateTime: localDateSchema, toDateTime: localDateSchema, providerId: filterId }),
  data: z.array(personSchema),
  replies: { 400: `More than ${PEOPLE_DAYS} days, or an end before the start` },
})

export const endpoints = { getPeopleDays }
