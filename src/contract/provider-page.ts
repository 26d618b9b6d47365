/** A provider's page for administrators: who it is, hours, caseload, time off and rates. Each part loads separately. */
import { z } from 'zod'
import { ACCOUNT_STATES } from '#domain/account.ts'
import { eachPhone } from '#domain/provider-phones.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import { ptoStatusIdSchema } from '#domain/time-off.ts'
import { access, defineEndpoint, id, queryId } from './endpoint.ts'
import { workLeftSchema } from './hand-over.ts'
import { hours } from './time-off-calendar.ts'

const part = <Data extends z.ZodType>(name: string, summary: string, data: Data) =>
  defineEndpoint({
    method: 'GET',
    path: `/api/provider/get-provider-${name}/{id}`,
    summary,
    access: access.administrators('ProviderProfileInformation'),
    params: z.object({ id: queryId }),
    data,
    replies: { 404: 'Provider not found' },
  })

const count = z.int().nonnegative()

const providerOverviewSchema = z.object({
  id,
  name: z.string(),
  providerType: z.string(),
  status: z.string(),
  emailId: z.string(),
  /** '' if unknown. */
  ...eachPhone(() => z.string()),
  schools: z.array(z.string()),
  services: z.array(z.string()),
  /** What is still to hand over; null if there is nothing, or no reason to. */
  workLeft: workLeftSchema.nullable(),
  /** Signs in with an identity provider and has no password. */
  isGmailUser: z.boolean(),
  /** Null for a provider without an account. */
  accountState: z.enum(ACCOUNT_STATES).nullable(),
  /** The caller. */
  isSelf: z.boolean(),
})
export type ProviderOverview = z.infer<typeof providerOverviewSchema>

export const getProviderOverview = part(
  'overview',
  'Get who a provider is: name, type, status, how to reach them, schools and services',
  providerOverviewSchema,
)

/** The weeks that the page's hours cover, with the current one. */
export const HOURS_WEEKS = 8

const providerHoursSchema = z.array(
  z.object({
    /** The week's Sunday. The current week counts up to today. */
    from: localDateSchema,
    /** Minutes that sessions were scheduled for, at each school from the first to the last of a day. */
    scheduled: count,
    /** Minutes that were confirmed, including the approved ones. */
    delivered: count,
  }),
)
export type ProviderHours = z.infer<typeof providerHoursSchema>

export const getProviderHours = part(
  'hours',
  `Get a provider's scheduled and confirmed hours in each of the last ${HOURS_WEEKS} weeks, oldest first`,
  providerHoursSchema,
)

/** How many students, or requests for time off, the page lists. */
export const LISTED_ON_PAGE = 10

const providerStudentsSchema = z.object({
  /** Active students on the caseload. */
  total: count,
  /** Minutes per school week, of all of them, unrounded. */
  weeklyMinutes: z.number().nonnegative(),
  /** The first ones by name. */
  students: z
    .array(
      z.object({
        id,
        name: z.string(),
        schoolName: z.string(),
        /** By name, each once. */
        services: z.array(z.string()),
        /** Null if no frequency is complete. */
        weeklyMinutes: z.number().nonnegative().nullable(),
      }),
    )
    .max(LISTED_ON_PAGE),
})
export type ProviderStudents = z.infer<typeof providerStudentsSchema>

export const getProviderStudents = part(
  'students',
  "Get a provider's caseload: its first students with their services and mandated minutes, and the totals",
  providerStudentsSchema,
)

const providerTimeOffSchema = z.object({
  balanceHours: hours,
  /** Requests to answer, on any day. */
  pendingCount: count,
  /** The next days off, requested or accepted, earliest first. */
  next: z
    .array(
      z.object({
        id,
        requestedDate: localDateSchema,
        startTime: localTimeSchema,
        endTime: localTimeSchema,
        statusId: ptoStatusIdSchema,
        totalHours: hours,
      }),
    )
    .max(LISTED_ON_PAGE),
})
export type ProviderTimeOff = z.infer<typeof providerTimeOffSchema>

export const getProviderTimeOff = part(
  'time-off',
  "Get a provider's balance of time off, and the next days off, requested or accepted",
  providerTimeOffSchema,
)

const rateSchema = z.object({
  /** Dollars. */
  rate: z.string(),
  /** Its first day. */
  since: localDateSchema,
})

const providerRatesSchema = z.array(
  z.object({
    rateType: z.string(),
    /** Null if only a later one is planned. */
    inForce: rateSchema.nullable(),
    next: rateSchema.nullable(),
  }),
)
export type ProviderRates = z.infer<typeof providerRatesSchema>

export const getProviderRates = part(
  'rates',
  'Get what a provider is paid by rate type: the rate in force, and the next change',
  providerRatesSchema,
)

export const endpoints = {
  getProviderOverview,
  getProviderHours,
  getProviderStudents,
  getProviderTimeOff,
  getProviderRates,
}
