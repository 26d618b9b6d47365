/** Rules and messages of reports (spec 3, sections 2 to 5). */
import { z } from 'zod'
import { halfMonthBefore, halfMonthOf } from './billing/period.ts'
import { RUN_STATES } from './runs.ts'
import { plainText } from './text-rules.ts'
import { addDays, type LocalDate, startOfWeek } from './time.ts'

/** Details wait until a server has begun to make them. */
export const DETAIL_STATES = ['waiting', ...RUN_STATES] as const

/** How long the details of a report are kept, in days. */
export const KEPT_DETAILS = 7

/** When a saved report is sent by email; the 1st and 16th, or every Monday. */
export const REPORT_SCHEDULES = ['never', 'halfMonth', 'weekly'] as const

export const MAILED_FORMATS = ['pdf', 'xlsx'] as const

export interface SentPeriod {
  /** The day on which it is sent. */
  readonly on: LocalDate
  /** The dates of the report: the half-month or the week before. */
  readonly from: LocalDate
  readonly to: LocalDate
}

/**
 * What was due last, up to today: the half-month before the 1st or the 16th, or the week before the Monday.
 *
 * @param today the organization's
 */
export const lastDue = (schedule: 'halfMonth' | 'weekly', today: LocalDate): SentPeriod => {
  if (schedule === 'halfMonth') {
    const { startDate: on } = halfMonthOf(today)
    const { startDate: from, endDate: to } = halfMonthBefore(halfMonthOf(today))
    return { on, from, to }
  }
  // Weeks start on Sunday; on a Sunday, the last Monday was six days ago.
  const monday = addDays(startOfWeek(addDays(today, -1)), 1)
  const sunday = addDays(monday, -1)
  return { on: monday, from: addDays(sunday, -7), to: addDays(sunday, -1) }
}

/** When it is due next, after today. */
export const nextDue = (schedule: 'halfMonth' | 'weekly', today: LocalDate): LocalDate =>
  schedule === 'halfMonth' ? addDays(halfMonthOf(today).endDate, 1) : addDays(lastDue(schedule, today).on, 7)

export const reportMessages = {
  empty: 'No Data Available',
  schoolRequired: 'School Is Required',
  studentRequired: 'Student Name Is Required.',
  providerTypeRequired: 'Provider Type is Required',
  studentNotFound: 'Student not found',
  fileNotFound: 'File not found',
  detailsNotFound: 'This report is no longer there. Reports are kept for seven days.',
  detailsFailed: 'The report could not be made. Try again.',
  tooManyUnderWay: 'Three of your reports are still being prepared. Wait for one, or cancel one under Your Reports.',
  detailsOver: 'The report is no longer being prepared.',
  noAccess: 'You can no longer open this report.',
  canceled: 'Canceled',
  chooseTemplate: 'Choose a census template.',
} as const

export const savedReportMessages = {
  nameRequired: 'Name Is Required',
  nameTaken: 'You already have a report with this name.',
  saved: 'The report was saved. Find it under Your Reports.',
  notFound: 'This saved report is no longer there.',
  noReport: 'There is no such report.',
  badFilters: 'This report cannot be made with these filters.',
  notSent: 'No longer sent, because the last email could not be sent.',
  stoppedByAccess: 'No longer sent, because you can no longer open this report.',
} as const

const MAX_NAME = 100

/** The form that saves a report. */
export const savedReportSchema = z.object({
  name: plainText()
    .trim()
    .min(1, savedReportMessages.nameRequired)
    .max(MAX_NAME, `Maximum of ${MAX_NAME} characters allowed`),
  schedule: z.enum(REPORT_SCHEDULES),
  format: z.enum(MAILED_FORMATS),
})
export type SavedReportForm = z.output<typeof savedReportSchema>

export const CENSUS_TEMPLATES = [
  { id: 1, name: 'Template 1', content: 'Providers' },
  { id: 2, name: 'Template 2', content: 'Caseload' },
  { id: 3, name: 'Template 3', content: 'Service Delivery' },
] as const
