import type { ApprovedDate, CalendarEvent, DayListing, Timesheet } from '#contract/schedule.ts'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import type { EditAnswer } from '#contract/waiting-version.ts'

/** The combined result of the calls; each fills in its part. */
export interface CalendarData {
  events: readonly CalendarEvent[]
  /** The provider's Home Page has those of the whole week. */
  approvedDates: readonly ApprovedDate[]
  /** For the all-day row. */
  timesheets: readonly Timesheet[]
  /** Accepted and pending time off. */
  timeOff: readonly TimeOffEntry[]
  /** For the provider's Home Page: timesheets with the sessions they cover. */
  schools: readonly { timesheet: Timesheet; listing: readonly DayListing[] }[]
  /** What became of the provider's requests for the day shown. */
  editAnswers: readonly EditAnswer[]
}

export const NO_CALENDAR_DATA: CalendarData = {
  events: [],
  approvedDates: [],
  timesheets: [],
  timeOff: [],
  schools: [],
  editAnswers: [],
}
