import { downloadScheduleEvents } from '#contract/schedule-print.ts'
import type { CalendarQuery } from '#machines/schedule/calendar.machine.ts'
import { downloadActors } from '../download-actors.ts'
import type { HttpClient } from '../http-client.ts'
import { bodyOf } from './calendar-actors.ts'

/** The PDF of what a calendar shows. */
export const schedulePrintActors = (client: HttpClient) =>
  downloadActors<CalendarQuery>((query, signal) =>
    client.download(downloadScheduleEvents, { body: bodyOf(query) }, { signal }),
  )
