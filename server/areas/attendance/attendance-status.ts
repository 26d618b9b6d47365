/** Whether a session that was due was held: the same rule for attendance and for students' delivered minutes. */
import { and, eq, sql } from 'drizzle-orm'
import type { AttendanceStatus } from '#domain/attendance.ts'
import { occurrences, timesheets } from '#server/db/schema.ts'

/** Joins an occurrence's timesheet row, which its status depends on. */
export const hoursOfOccurrence = and(
  eq(timesheets.providerId, occurrences.providerId),
  eq(timesheets.schoolId, occurrences.schoolId),
  eq(timesheets.date, occurrences.date),
)

/** The status of a session that was due. A session without a timesheet needs no confirmation and counts as held. */
export const attendanceStatus = sql<AttendanceStatus>`case
  when not ${occurrences.isTimesheetRequired} then 'Present'
  when ${timesheets.isZeroHours} then 'Absent'
  when ${timesheets.confirmedAt} is not null then 'Present'
  else 'Not Confirmed' end`
