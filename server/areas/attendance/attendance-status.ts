/** Whether a session that was due was held: one rule for attendance and for the minutes that students were given. */
import { and, eq, sql } from 'drizzle-orm'
import type { AttendanceStatus } from '#domain/attendance.ts'
import { occurrences, timesheets } from '#server/db/schema.ts'

/** The hours that an occurrence's status depends on; to be joined from outside. */
export const hoursOfOccurrence = and(
  eq(timesheets.providerId, occurrences.providerId),
  eq(timesheets.schoolId, occurrences.schoolId),
  eq(timesheets.date, occurrences.date),
)

/** What became of a session that was due. One that asks for no hours has nothing to confirm: it was held. */
export const attendanceStatus = sql<AttendanceStatus>`case
  when not ${occurrences.isTimesheetRequired} then 'Present'
  when ${timesheets.isZeroHours} then 'Absent'
  when ${timesheets.confirmedAt} is not null then 'Present'
  else 'Not Confirmed' end`
