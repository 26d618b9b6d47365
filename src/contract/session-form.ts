import { z } from 'zod'
import { localTimeSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'
import { scheduleEventPayloadSchema } from './schedule-event-payload.ts'

const namedSchema = z.object({ id: z.int().nonnegative(), name: z.string() })

export const getScheduleEventPageLoadLists = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/get-schedule-event-page-load-lists',
  summary: 'What the session form chooses from: weeks, days and times',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.object({
    /** First to Fourth and Last, ids 1 to 5. */
    weeks: z.array(namedSchema),
    /** Sunday 0 to Saturday 6. */
    weekDays: z.array(namedSchema),
    monthWeeks: z.array(namedSchema),
    monthWeekDays: z.array(namedSchema),
    timeList: z.array(localTimeSchema),
  }),
})
export type PageLoadLists = z.infer<(typeof getScheduleEventPageLoadLists)['data']>

/** What became of a saved session. */
export const savedScheduleEventSchema = z.object({
  id,
  /** Occurrences stored. */
  occurrences: z.int().nonnegative(),
})
export type SavedScheduleEvent = z.infer<typeof savedScheduleEventSchema>

export const addScheduleEvent = defineEndpoint({
  method: 'POST',
  path: '/api/schedule-event/add-schedule-event',
  summary: "Add a session or a series; 'Event has been added successfully'",
  access: access.signedIn,
  body: scheduleEventPayloadSchema,
  data: savedScheduleEventSchema,
  replies: {
    400: "A rule of the form is broken: `errors` name the form's fields (`recurrence.weekly.days`), not the payload's",
    403: 'Another provider, or a school or student that is not theirs',
    409: 'A day of the session was approved or locked',
  },
})
