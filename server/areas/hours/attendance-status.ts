/**
 * Whether a session that was due was held, and whether its minutes count for a student: the same rule for attendance and
 * for students' delivered minutes (docs/decisions/labels-that-mean-absence.md).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { AttendanceStatus } from '#domain/attendance.ts'
import { asText } from '#server/db/prepared.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { isMakeUpDue, isMissed } from '#server/db/session-labels.ts'

/** Joins an occurrence's timesheet row, which its status depends on. */
export const hoursOfOccurrence = asText(sql`(${timesheets.providerId} = ${occurrences.providerId}
  and ${timesheets.schoolId} = ${occurrences.schoolId} and ${timesheets.date} = ${occurrences.date})`)

/** A session without a timesheet needs no confirmation and counts as held. */
const byHours = sql`case
  when not ${occurrences.isTimesheetRequired} then 'Present'
  when ${timesheets.isZeroHours} then 'Absent'
  when ${timesheets.confirmedAt} is not null then 'Present'
  else 'Not Confirmed' end`

/** By labels first: what they counted as when the session got them. */
const statusOf = (isTrue: (of: typeof isMissed) => SQL, otherwise: SQL) =>
  asText(sql<AttendanceStatus>`case when not ${isTrue(isMissed)} then ${otherwise}
    when ${isTrue(isMakeUpDue)} then 'Make-up Due' else 'Absent' end`)

const ownLabels = sql`${occurrences.labelMeanings}`
const entryLabels = sql`entry.label_meanings`
const entries = sql`${occurrenceStudents} as entry where entry.occurrence_id = ${occurrences.id}`

/**
 * Sessions in which as many students are missing as are in it, found by the index: only their entries must be looked at
 * one by one. `offset 0` below keeps PostgreSQL from reading all entries for that.
 */
const maybeMissed = sql`(${occurrences.id}, ${occurrences.studentsCount}::bigint) in (
  select entry.occurrence_id, count(distinct entry.student_id) from ${occurrenceStudents} as entry
  where ${isMissed(entryLabels)} group by entry.occurrence_id)`

/** Whether a session that was due was held. With students, it was unless none of their entries counts. */
export const attendanceStatus = statusOf(
  (is) => is(ownLabels),
  sql`case
    when not ${maybeMissed}
      or exists (select 1 from ${entries} and not ${isMissed(entryLabels)} offset 0) then ${byHours}
    when exists (select 1 from ${entries} and ${isMakeUpDue(entryLabels)} offset 0) then 'Make-up Due'
    else 'Absent' end`,
)

/** The status of a student's entry in a session that was due, or of a session without students, which has no entry. */
export const entryStatus = statusOf(
  (is) => sql`(coalesce(${is(sql`${occurrenceStudents.labelMeanings}`)}, false) or ${is(ownLabels)})`,
  byHours,
)
