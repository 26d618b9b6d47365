/**
 * The address under which a calendar program reads a provider's sessions: shown, made (which ends the one before) and
 * taken away. Whoever has it reads without signing in, so it is secret, and names no student.
 */
import { z } from 'zod'
import { access, defineEndpoint, defineFile, filterId, languageId } from './endpoint.ts'

export const calendarFeedSchema = z.object({
  /** For a program that asks for an address: https://host/calendar/….ics */
  address: z.url(),
  /** The same for the program that the system opens for calendars. */
  webcalAddress: z.url(),
  createdAtUtc: z.iso.datetime(),
  /** Who made it. */
  createdBy: z.string(),
})
export type CalendarFeed = z.infer<typeof calendarFeedSchema>

const feedCall = <Data extends z.ZodType>(verb: string, summary: string, data: Data) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/calendar-feed/${verb}-calendar-feed`,
    summary,
    access: access.screens('ScheduleEventViewer', 'ProviderScheduling'),
    /** A provider may leave it out, and name no other. */
    body: z.object({ languageId, providerId: filterId }),
    data,
    replies: { 403: "Another provider's", 404: 'No such provider' },
  })

export const getCalendarFeed = feedCall(
  'get',
  "The address of a provider's calendar feed, if there is one",
  calendarFeedSchema.nullable(),
)
export const createCalendarFeed = feedCall(
  'create',
  "Make an address for a provider's calendar feed; the one before stops working",
  calendarFeedSchema,
)
export const revokeCalendarFeed = feedCall(
  'revoke',
  "End a provider's calendar feed: its address stops working",
  z.null(),
)

export const readCalendarFeed = defineFile({
  path: '/calendar/{file}',
  summary: "A provider's sessions and time off as an iCalendar file, for calendar programs",
  access: access.public('The address is the secret: signed by the server, hard to guess, ended at will.'),
  params: z.object({ file: z.string().max(200) }),
  contentType: 'text/calendar; charset=utf-8',
  replies: {
    304: 'As it was when the ETag of If-None-Match was given',
    404: 'Unknown, ended or not signed by this server',
    429: 'Too many requests',
  },
})
