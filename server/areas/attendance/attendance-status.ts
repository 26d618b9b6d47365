/**
 * Whether a session that was due was held, and whether its minutes count for a student: the same rule for attendance and
 * for students' delivered minutes (docs/decisions/labels-that-mean-absence.md).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { AttendanceStatus } from '#domain/attendance.ts'
import { COUNTS_AS, type CountsAs } from '#domain/label-counts.ts'
import { asText } from '#server/db/prepared.ts'
import { occurrenceStudents, occurrences, timesheets, trackingLabels } from '#server/db/schema.ts'

/** Joins an occurrence's timesheet row, which its status depends on. */
export const hoursOfOccurrence = asText(sql`(${timesheets.providerId} = ${occurrences.providerId}
  and ${timesheets.schoolId} = ${occurrences.schoolId} and ${timesheets.date} = ${occurrences.date})`)

/**
 * The names of the labels, read once per statement. Sessions keep the names of deleted labels, which mean what they meant
 * unless a new label has the name.
 */
const named = (...meanings: CountsAs[]) => sql`(select coalesce(array_agg(label), '{}') from (
  select distinct on (tracking_label) tracking_label collate "default" as label, counts_as
  from ${trackingLabels} order by tracking_label, deleted_at is not null, id desc) newest
  where counts_as in (${sql.raw(meanings.join())}))`

const MAKE_UP_DUE = named(COUNTS_AS.makeUpDue)
const NOT_DELIVERED = named(COUNTS_AS.absent, COUNTS_AS.makeUpDue)

/** Whether one of the comma-separated labels is among the names. */
const isAmong = (labels: SQL, names: SQL) => sql`string_to_array(${labels}, ',') && ${names}`

/** The same for most, which have none. An index on entries has the same expression. */
const has = (labels: SQL, names: SQL) => sql`(${labels} <> '' and ${isAmong(labels, names)})`

/** A session without a timesheet needs no confirmation and counts as held. */
const byHours = sql`case
  when not ${occurrences.isTimesheetRequired} then 'Present'
  when ${timesheets.isZeroHours} then 'Absent'
  when ${timesheets.confirmedAt} is not null then 'Present'
  else 'Not Confirmed' end`

/** @param has whether a label has one of the names: most sessions have none that matters, which one comparison tells */
const statusOf = (has: (names: SQL) => SQL, otherwise: SQL) =>
  asText(sql<AttendanceStatus>`case when not ${has(NOT_DELIVERED)} then ${otherwise}
    when ${has(MAKE_UP_DUE)} then 'Make-up Due' else 'Absent' end`)

const ownLabels = sql`${occurrences.trackingLabels}`
const entryLabels = sql`entry.tracking_labels`
const entries = sql`${occurrenceStudents} as entry where entry.occurrence_id = ${occurrences.id}`

/**
 * Sessions in which as many students are missing as are in it, found by the index: only their entries must be looked at
 * one by one. `offset 0` below keeps PostgreSQL from reading all entries for that.
 */
const maybeMissed = sql`(${occurrences.id}, ${occurrences.studentsCount}::bigint) in (
  select entry.occurrence_id, count(distinct entry.student_id) from ${occurrenceStudents} as entry
  where ${has(entryLabels, NOT_DELIVERED)} group by entry.occurrence_id)`

/** Of a session that was due. With students, it was held unless none of their entries counts. */
export const attendanceStatus = statusOf(
  (names) => has(ownLabels, names),
  sql`case
    when not ${maybeMissed}
      or exists (select 1 from ${entries} and not ${has(entryLabels, NOT_DELIVERED)} offset 0) then ${byHours}
    when exists (select 1 from ${entries} and ${has(entryLabels, MAKE_UP_DUE)} offset 0) then 'Make-up Due'
    else 'Absent' end`,
)

/** Of a student's entry in a session that was due, or of the session alone if nobody takes part: it then has no entry. */
export const entryStatus = statusOf(
  (names) =>
    sql`(coalesce(${has(sql`${occurrenceStudents.trackingLabels}`, names)}, false) or ${has(ownLabels, names)})`,
  byHours,
)
