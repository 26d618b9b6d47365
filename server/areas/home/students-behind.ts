/**
 * Students whose delivered minutes are more than a week's mandate short (docs/decisions/mandated-minutes.md): by the same
 * rules as their page, over its usual twelve weeks, but not before their school's first session of the school year.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { StudentBehind } from '#contract/open-work.ts'
import { shareOfWeek, weeksOfRange, yearBegins } from '#domain/mandated-minutes.ts'
import { localOf } from '#domain/time.ts'
import { entryStatus, hoursOfOccurrence } from '#server/areas/hours/attendance-status.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  students,
} from '#server/db/schema/students.ts'
import type { Clock } from '#server/http/handler.ts'

/** found: student_id, first (the first day counted), mandated, delivered */
const behind = ({ now, timeZone }: Clock): SQL => {
  const { date: today } = localOf(now, timeZone)
  const { first, last } = weeksOfRange({}, today)
  const year = yearBegins(today)
  const begins = year > first ? year : first
  return sql`mandates as (
      select ${caseloadFrequencies.studentId} as student_id,
        sum(${serviceFrequencies.times} * ${durations.minutes} / ${eventFrequencies.everyWeeks}::float8) as weekly
      from ${caseloadFrequencies}
      join ${serviceFrequencies} on ${serviceFrequencies.id} = ${caseloadFrequencies.serviceFrequencyId}
      join ${durations} on ${durations.id} = ${caseloadFrequencies.durationId}
      join ${eventFrequencies} on ${eventFrequencies.id} = ${caseloadFrequencies.eventFrequencyId}
      where ${caseloadFrequencies.deletedAt} is null
      group by 1
    ),
    openings as materialized (
      select ${schools.id} as school_id,
        (select min(${occurrences.date}) from ${occurrences} where ${occurrences.schoolId} = ${schools.id}
          and ${occurrences.date} between ${begins} and ${today} and ${occurrences.deletedAt} is null) as opened
      from ${schools}
    ),
    weeks as (
      select school_id, opened - extract(dow from opened)::int as first,
        (${last}::date - 6 - (opened - extract(dow from opened)::int)) / 7
          + ${shareOfWeek(weeksOfRange({ from: today }, today).first, today)}::float8 as count
      from openings where opened is not null
    ),
    held as materialized (
      select ${occurrenceStudents.studentId} as student_id, ${occurrences.id} as id, min(${occurrences.date}) as date,
        min(${occurrences.endTime} - ${occurrences.startTime}) as length
      from ${occurrenceStudents}
      join ${occurrences} on ${occurrences.id} = ${occurrenceStudents.occurrenceId}
      left join ${timesheets} on ${hoursOfOccurrence}
      where ${occurrences.date} between ${first} and ${last} and ${occurrences.deletedAt} is null
        and ${occurrences.endsAt} <= ${now.toISOString()}::timestamptz and ${entryStatus} = 'Present'
      group by 1, 2
    ),
    delivered as (
      select held.student_id, extract(epoch from sum(held.length))::float8 / 60 as minutes
      from held join ${students} on ${students.id} = held.student_id join weeks on weeks.school_id = ${students.schoolId}
      where held.date >= weeks.first
      group by 1
    ),
    found as materialized (
      select ${students.id} as student_id, weeks.first, mandates.weekly * weeks.count as mandated,
        coalesce(delivered.minutes, 0) as delivered
      from ${students}
      join mandates on mandates.student_id = ${students.id}
      join weeks on weeks.school_id = ${students.schoolId}
      left join delivered on delivered.student_id = ${students.id}
      where ${students.isActive} and ${students.deletedAt} is null
        and mandates.weekly * weeks.count - coalesce(delivered.minutes, 0) > mandates.weekly
    )`
}

export const countStudentsBehind = async (db: Pick<Db, 'execute'>, clock: Clock): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(
    sql`with ${behind(clock)} select count(*)::int as total from found`,
  )
  return requireCount(rows)
}

/** Those with the most minutes to make up first. */
export const readStudentsBehind = async (
  db: Pick<Db, 'execute'>,
  clock: Clock,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; students: StudentBehind[] }> => {
  const { rows } = await db.execute<{ total: number; students: StudentBehind[] }>(sql`
    with ${behind(clock)},
    page as (
      select * from found order by mandated - delivered desc, student_id limit ${limit} offset ${offset}
    )
    select (select count(*)::int from found) as total, (select coalesce(json_agg(json_build_object(
        'id', ${students.id}, 'studentName', ${studentName}, 'schoolName', ${schools.name},
        'providerId', ${students.providerId}, 'providerName', case when ${students.providerId} is not null then ${providerName} end,
        'from', page.first, 'mandated', page.mandated, 'delivered', page.delivered,
        'behind', page.mandated - page.delivered)
        order by page.mandated - page.delivered desc, page.student_id), '[]')
      from page join ${students} on ${students.id} = page.student_id
      join ${schools} on ${schools.id} = ${students.schoolId}
      left join ${providers} on ${providers.id} = ${students.providerId}) as students`)
  return rows[0] ?? { total: 0, students: [] }
}
