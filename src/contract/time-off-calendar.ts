/** Apart from time-off.ts, so that calendars load nothing of the forms. */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, queryFilterId } from './endpoint.ts'

export const hours = z.string().regex(/^-?\d+\.\d\d$/)

/** Time off on a calendar, without its reason, which is confidential. */
export const timeOffEntrySchema = z.object({
  /** The request's id. */
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
  summary: 'List accepted and pending time off for a range of days; providers see only their own',
  access: access.signedIn,
  query: z.object({
    fromDate: localDateSchema,
    /** Inclusive; at most 62 days. */
    toDate: localDateSchema,
    providerId: queryFilterId,
    /** Only providers who work there. */
    schoolId: queryFilterId,
  }),
  data: z.array(timeOffEntrySchema),
  replies: { 400: 'More than 62 days, or an end before the start' },
})

export const endpoints = { getTimeOff }
