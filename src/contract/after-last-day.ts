/** What lies after a provider's last day at work, and what becomes of it when that day is set. */
import { z } from 'zod'
import { formatDate, type LocalDate, localDateSchema, localTimeSchema } from '#domain/time.ts'
import { counted, inWords } from '#domain/words.ts'
import { access, defineEndpoint, id, queryId } from './endpoint.ts'
import { hours } from './time-off-calendar.ts'

const dayOffSchema = z.object({
  id,
  requestedDate: localDateSchema,
  startTime: localTimeSchema,
  endTime: localTimeSchema,
  totalHours: hours,
})
export type DayOff = z.infer<typeof dayOffSchema>

const afterLastDaySchema = z.object({
  /** Accepted: canceled, and its hours go back to the balance. Earliest first, like all that follows. */
  timeOff: z.array(dayOffSchema),
  /** Pending: rejected. */
  waiting: z.array(dayOffSchema),
  sessions: z.object({
    /** Those that can be canceled, or handed over. */
    count: z.int(),
    first: z.array(
      z.object({
        id,
        title: z.string(),
        date: localDateSchema,
        startTime: localTimeSchema,
        endTime: localTimeSchema,
        schoolName: z.string(),
      }),
    ),
    /** Those that stay: they are over, or on approved or locked days. */
    staying: z.int(),
  }),
  /** Requests to read and accept a document, which are withdrawn once the last day is over. */
  documents: z.array(z.object({ id, documentName: z.string() })),
  /** Names exactly what was shown; '' if there is nothing to settle. */
  key: z.string(),
})
export type AfterLastDay = z.infer<typeof afterLastDaySchema>

export const getAfterLastDay = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-after-last-day/{id}',
  summary: "List what lies after a day, if it becomes the provider's last day at work",
  access: access.administrators('ProviderProfileInformation'),
  params: z.object({ id: queryId }),
  query: z.object({ lastDay: localDateSchema }),
  data: afterLastDaySchema,
  replies: { 404: 'No such provider' },
})

/** '3 days of time off, 1 waiting request and 12 sessions' */
export const countsAfterLastDay = ({ timeOff, waiting, sessions, documents }: AfterLastDay): string =>
  inWords([
    ...(timeOff.length > 0 ? [`${counted(timeOff.length, 'day')} of time off`] : []),
    ...(waiting.length > 0 ? [counted(waiting.length, 'waiting request')] : []),
    ...(sessions.count > 0 ? [counted(sessions.count, 'session')] : []),
    ...(documents.length > 0 ? [`${counted(documents.length, 'document')} to read`] : []),
  ])

export const lastDayMessages = {
  question: (lastDay: LocalDate) => `Set the last day at work to ${formatDate(lastDay)}?`,
  details: (counts: string) => `Still planned after it: ${counts}.`,
  notSettled: (lastDay: LocalDate, counts: string) =>
    `Still planned after ${formatDate(lastDay)}: ${counts}. Confirm what becomes of them.`,
  changed: (lastDay: LocalDate, counts: string) =>
    `What is planned after ${formatDate(lastDay)} has changed: ${counts}. Please review it.`,
} as const

export const endpoints = { getAfterLastDay }
