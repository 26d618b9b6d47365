/** Applies the reply to saved hours to the calendar's data, so that nothing has to be read again. */
import type { SavedTimesheet, Timesheet } from '#contract/schedule.ts'
import type { CalendarData } from './calendar-data.ts'
import { isSameRow } from './timesheet-entry.ts'

/** A row of the same day, which is checked against the saved hours. */
const besideSaved = (row: Timesheet, saved: Timesheet): Timesheet => {
  if (row.facts === undefined) return row
  const others = row.facts.others.filter(({ schoolId }) => schoolId !== saved.schoolId)
  const { schoolId, schoolName, startTime, endTime } = saved
  const worked = saved.isZeroHours ? [] : [{ schoolId, schoolName, startTime, endTime }]
  return { ...row, facts: { ...row.facts, others: [...others, ...worked] } }
}

/** Replaces the saved row, its day and its session. Ignores anything that the calendar doesn't show. */
export const withSavedHours = (
  { events, approvedDates, timesheets, schools, ...rest }: CalendarData,
  { day, session, ...saved }: SavedTimesheet,
): CalendarData => {
  const rowNow = (row: Timesheet): Timesheet => {
    // What the sessions say is no part of a saved row: it stays as it was read.
    if (isSameRow(row, saved)) return { ...saved, proposed: row.proposed, facts: row.facts }
    return row.providerId === saved.providerId && row.date === saved.date ? besideSaved(row, saved) : row
  }
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
