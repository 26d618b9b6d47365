/** What the small forms of the day are about. */
import type { EventDetail } from '#contract/schedule.ts'

/** The hours that a session belongs to, as its details have them: there is nothing more to read. */
export type TimesheetSubject = EventDetail['original']
export interface TimesheetValues {
  isTimesheetReq: boolean
  isSubmitWithZeroHours: boolean
  startTime: string
  endTime: string
}

export const dayFormMessages = {
  /** The spelling is the spec's. */
  feedbackSaved: 'Recurrence feeback updated successfully',
  timesheetSaved: 'Timesheet has been saved successfully',
  /** To the letter (spec 2, section 5). */
  noLabel: 'Please Select Tracking label.',
  /** To the letter (spec 2, section 5). */
  noCaseload: 'Please select atleast one caseload',
} as const
