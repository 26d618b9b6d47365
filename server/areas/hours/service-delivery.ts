/** Mandated against delivered minutes of many students, as their pages show them (docs/decisions/mandated-minutes.md). */
import { type SQL, sql } from 'drizzle-orm'
import { weeksDue, weeksOfRange } from '#domain/mandated-minutes.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import { distinctServiceName } from '#server/db/services.ts'
import type { Clock } from '#server/http/handler.ts'
import { frequenciesInWords } from './frequencies-in-words.ts'
import { studentSessions } from './student-sessions.ts'

interface Asked extends Clock {
  readonly db: Pick<Db, 'select'>
  /** Counted by whole weeks, as on the student's page. */
  readonly range: { readonly from: LocalDate | ''; readonly to: LocalDate | '' }
}

/**
 * A SELECT with one row per student and service: of active students, and of those who had sessions.
 *
 * Columns: student_id, service_id, service (its name; both null and '' for a frequency without one), mandated and delivered (minutes).
 */
export const serviceDelivery = ({ db, range, now, timeZone }: Asked): SQL => {
  const { date: today } = localOf(now, timeZone)
  const weeks = weeksOfRange(range, today)
  const frequency = frequenciesInWords(db)
  return sql`
    select student_id, service_id, coalesce(${distinctServiceName}, '') as service,
      coalesce(mandates.minutes, 0) as mandated, coalesce(held.minutes, 0) as delivered
    from (
      select ${frequency.studentId} as student_id, ${frequency.serviceTypeId} as service_id,
        -- Rounded here, so that subtotals and totals are the sums of what they stand below.
        round((sum(${frequency.times} * ${frequency.minutes} / ${frequency.everyWeeks}::float8)
          * ${weeksDue(weeks, today)}::float8)::numeric)::int as minutes
      from ${frequency}
      where ${frequency.times} is not null and ${frequency.minutes} is not null and ${frequency.everyWeeks} is not null
      group by 1, 2
    ) as mandates
    full join (
      select sessions.student_id, sessions.service_id, sum(sessions.delivered_minutes)::float8 as minutes
      from (${studentSessions({ from: weeks.first, to: weeks.last, now })}) as sessions
      where sessions.status = 'Present' and sessions.student_id is not null
      group by 1, 2
    ) as held using (student_id, service_id)
    left join ${services} on ${services.id} = service_id
    where held.minutes is not null or exists (select 1 from ${students} as listed
      where listed.id = student_id and listed.is_active and listed.deleted_at is null)`
}
