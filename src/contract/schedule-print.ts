/** The schedule on paper. */
import { access, defineFile } from './endpoint.ts'
import { getScheduleEvents } from './schedule.ts'

/** The most days that stand side by side on a page. */
export const MOST_PRINTED_DAYS = 7

export const downloadScheduleEvents = defineFile({
  method: 'POST',
  path: '/api/schedule-event/download-schedule-events',
  summary: 'A day or a week of sessions and hours as a PDF, a page or more a provider. It names no student',
  access: access.signedIn,
  body: getScheduleEvents.body,
  contentType: 'application/pdf',
  replies: { 400: `More than ${MOST_PRINTED_DAYS} days, or the end before the start` },
})
