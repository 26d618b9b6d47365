/** Applies the reply to saved hours to the calendar's data, so that nothing has to be read again. */
import type { SavedTimesheet, Timesheet } from '#contract/schedule.ts'
import type { CalendarData } from './calendar.machine.ts'
import { isSameRow } from './timesheet-entry.ts'

/** Replaces the saved row, its day and its session. Ignores anything that the calendar doesn't show. */
export const withSavedHours = (
  { events, approvedDates, timesheets, schools, ...rest }: CalendarData,
  { day, session, ...saved }: SavedTimesheet,
): CalendarData => {
  const rowNow = (row: Timesheet): Timesheet => (isSameRow(row, saved) ? saved : row)
  const versionNow = <Event extends { id: number; entityCacheKey: string }>(event: Event): Event =>
    event.id === session?.id ? { ...event, entityCacheKey: session.entityCacheKey } : event
  return {
    ...rest,
    events: events.map(versionNow),
    approvedDates: approvedDates.map((known) =>
      known.providerId === day?.providerId && known.approvedDate === day.approvedDate ? day : known,
    ),
    timesheets: timesheets.map(rowNow),
    schools: schools.map(({ timesheet, listing }) => ({
      timesheet: rowNow(timesheet),
      listing: listing.map(versionNow),
    })),
  }
}
