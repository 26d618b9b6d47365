/**
 * Sessions student by student, as reports count them: with the status and minutes that attendance and the student's page
 * show (docs/decisions/labels-that-mean-absence.md).
 */
import { type SQL, sql } from 'drizzle-orm'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { entryStatus, hoursOfOccurrence } from './attendance-status.ts'

export interface SessionFilter {
  /** '' for an open end. */
  readonly from: string
  readonly to: string
  readonly schoolId?: number | undefined
  readonly providerId?: number | undefined
  readonly serviceId?: number | undefined
  readonly studentId?: number | undefined
  /** A series or a single session. */
  readonly eventId?: number | undefined
  /** Only sessions in which nobody takes part. */
  readonly isWithoutStudents?: boolean | undefined
  readonly now: Date
}

export const equal = (column: unknown, value: number | undefined): SQL =>
  value === undefined ? sql`` : sql`and ${column} = ${value}`

/** For dates that have an index. */
export const within = (column: unknown, { from, to }: Pick<SessionFilter, 'from' | 'to'>): SQL =>
  sql`${from === '' ? sql`` : sql`and ${column} >= ${from}::date`} ${to === '' ? sql`` : sql`and ${column} <= ${to}::date`}`

/**
 * A SELECT with one row per session and student; one without a student if nobody takes part. A student who is in a session
 * twice counts once: as delivered, if one of the entries does.
 *
 * Columns: occurrence_id, event_id, provider_id, school_id, service_id, student_id, entry_id, title, date, start_time,
 * end_time, minutes, label_ids (of the session and of all the student's entries), status ('Scheduled' before it has ended), delivered_minutes (0 unless 'Present').
 */
export const studentSessions = ({ now, ...filter }: SessionFilter): SQL => sql`
  select *, case when status = 'Present' then minutes else 0 end as delivered_minutes
  from (
    select distinct on (${occurrences.id}, ${occurrenceStudents.studentId})
      ${occurrences.id} as occurrence_id, ${occurrences.scheduleEventId} as event_id,
      ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id,
      ${occurrences.serviceId} as service_id, ${occurrenceStudents.studentId} as student_id,
      ${occurrenceStudents.id} as entry_id, ${occurrences.title} as title, ${occurrences.date} as date,
      ${occurrences.startTime} as start_time, ${occurrences.endTime} as end_time,
      (extract(epoch from ${occurrences.endTime} - ${occurrences.startTime}) / 60)::int as minutes,
      -- Arrays of different lengths can't be put together otherwise.
      ${occurrences.labelIds} || string_to_array(
        string_agg(nullif(array_to_string(${occurrenceStudents.labelIds}, ','), ''), ',')
          over (partition by ${occurrences.id}, ${occurrenceStudents.studentId}), ',')::int[] as label_ids,
      case when ${occurrences.endsAt} > ${now.toISOString()}::timestamptz then 'Scheduled' else ${entryStatus} end as status
    from ${occurrences}
    left join ${occurrenceStudents} on ${occurrenceStudents.occurrenceId} = ${occurrences.id}
    left join ${timesheets} on ${hoursOfOccurrence}
    where ${occurrences.deletedAt} is null
      ${within(occurrences.date, filter)} ${equal(occurrences.schoolId, filter.schoolId)}
      ${equal(occurrences.providerId, filter.providerId)} ${equal(occurrences.serviceId, filter.serviceId)}
      ${equal(occurrences.scheduleEventId, filter.eventId)} ${equal(occurrenceStudents.studentId, filter.studentId)}
      ${filter.isWithoutStudents ? sql`and ${occurrenceStudents.id} is null` : sql``}
    order by ${occurrences.id}, ${occurrenceStudents.studentId},
      case ${entryStatus} when 'Present' then 0 when 'Make-up Due' then 1 else 2 end
  ) as sessions`

/** '11/01/2026 - 11/20/2026' */
export const dateRange = (first: SQL, last: SQL): SQL =>
  sql`to_char(${first}, 'MM/DD/YYYY') || ' - ' || to_char(${last}, 'MM/DD/YYYY')`
