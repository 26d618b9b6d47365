/** The printed schedule. */
import { access, defineFile } from './endpoint.ts'
import { getScheduleEvents } from './schedule.ts'

/** The most days side by side on a page. */
export const MAX_PRINTED_DAYS = 7

export const downloadScheduleEvents = defineFile({
  method: 'POST',
  path: '/api/schedule-event/download-schedule-events',
  summary: 'Print a day or week of sessions and hours as a PDF, one or more pages per provider, without student names',
  access: access.signedIn,
  body: getScheduleEvents.body,
  contentType: 'application/pdf',
  replies: { 400: `More than ${MAX_PRINTED_DAYS} days, or an end before the start` },
})

export const endpoints = { downloadScheduleEvents }
