/**
 * The URL where calendar apps read a provider's sessions: get it, create it (which revokes the previous one) or revoke
 * it. Anyone with the URL can read the feed without signing in, so it is secret, and the feed names no students.
 */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, filterId, languageId } from './endpoint.ts'

export const calendarFeedSchema = z.object({
  /** For apps that ask for a URL: https://host/calendar/….ics */
  address: z.url(),
  /** The webcal: URL, which opens the default calendar app. */
  webcalAddress: z.url(),
  createdAtUtc: z.iso.datetime(),
  /** Who created it. */
  createdBy: z.string(),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>

const feedCall = <Data extends z.ZodType>(verb: string, summary: string, data: Data) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/calendar-feed/${verb}-calendar-feed`,
    summary,
    access: access.records({ all: 'ScheduleEventViewer', own: 'ProviderScheduling' }),
    /** Optional for providers, who can only name themselves. */
    body: z.object({ languageId, providerId: filterId }),
    data,
    replies: { 403: "Another provider's", 404: 'No such provider' },
  })

export const getCalendarFeed = feedCall(
  'get',
  "Get the URL of a provider's calendar feed, if any",
  calendarFeedSchema.nullable(),
)
export const createCalendarFeed = feedCall(
  'create',
  "Create a URL for a provider's calendar feed and revoke the previous one",
  calendarFeedSchema,
)
export const revokeCalendarFeed = feedCall('revoke', "Revoke the URL of a provider's calendar feed", z.null())

export const readCalendarFeed = defineFile({
  path: '/calendar/{file}',
  summary: "Get a provider's sessions and time off as an iCalendar file, for calendar apps",
  access: access.public('The URL is the secret: signed by the server, hard to guess, revocable at any time.'),
  params: z.object({ file: plainText().max(200) }),
  contentType: 'text/calendar; charset=utf-8',
  replies: {
    304: 'Not modified: matches the ETag in If-None-Match',
    404: 'Unknown, revoked, or not signed by this server',
    429: 'Too many requests',
  },
})

export const endpoints = { getCalendarFeed, createCalendarFeed, revokeCalendarFeed, readCalendarFeed }
