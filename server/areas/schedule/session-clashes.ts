/** What sessions on some dates would clash with (DESIGN, section 4). Two statements, however many dates and students. */
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Clash } from '#contract/session-preview.ts'
import type { SessionForm } from '#domain/session-form.ts'
import type { LocalDate } from '#domain/time.ts'
import {
  caseloadFrequencies,
  occurrenceStudents,
  occurrences,
  organisation,
  providers,
  ptoRequests,
  schools,
  students,
} from '#server/db/schema.ts'
import { providerScope } from '#server/http/access.ts'
import { providerName } from './calendar-query.ts'
import type { Change } from './occurrence-moves.ts'

export interface ClashQuery {
  providerId: number
  form: Pick<SessionForm, 'startTime' | 'endTime' | 'caseloadIds'>
  /** The days on which a session of the form would stand. */
  dates: readonly LocalDate[]
  /** Occurrences that the change itself replaces or takes off: they clash with nothing. */
  replacedIds: readonly number[]
}

type ClashesByDate = ReadonlyMap<LocalDate, Clash[]>

interface Overlap extends Record<string, unknown> {
  id: number
  date: LocalDate
  title: string
  start_time: string
  end_time: string
  provider_id: number
  provider_name: string
  school_name: string
  student_names: string[]
}

const cut = (time: string) => time.slice(0, 5)

/** Other sessions of the provider and of the students at the time, by date and time. */
const readOverlaps = async ({ tx }: Pick<Change, 'tx'>, query: ClashQuery): Promise<Overlap[]> => {
  const { providerId, form, dates, replacedIds } = query
  const isAtTheTime = sql`${occurrences.date} = any(${sql.param([...dates])}::date[])
    and ${occurrences.startTime} < ${form.endTime}::time and ${occurrences.endTime} > ${form.startTime}::time
    and ${occurrences.deletedAt} is null and ${occurrences.id} <> all(${sql.param([...replacedIds])}::int[])`
  const inQuestion = sql`${occurrenceStudents.studentId} in (select ${caseloadFrequencies.studentId}
    from ${caseloadFrequencies} where ${caseloadFrequencies.id} = any(${sql.param([...form.caseloadIds])}::int[]))`
  const { rows } = await tx.execute<Overlap>(sql`
    with found as (
      select ${occurrences.id} as id from ${occurrences}
      where ${occurrences.providerId} = ${providerId} and ${isAtTheTime}
      union
      select ${occurrences.id} from ${occurrenceStudents}
      join ${occurrences} on ${occurrences.id} = ${occurrenceStudents.occurrenceId}
      where ${inQuestion} and ${isAtTheTime}
    )
    select ${occurrences.id} as id, ${occurrences.date} as date, ${occurrences.title} as title,
      ${occurrences.startTime} as start_time, ${occurrences.endTime} as end_time,
      ${occurrences.providerId} as provider_id, ${providerName} as provider_name, ${schools.name} as school_name,
      array(select distinct ${students.name} from ${occurrenceStudents}
        join ${students} on ${students.id} = ${occurrenceStudents.studentId}
        where ${occurrenceStudents.occurrenceId} = ${occurrences.id} and ${inQuestion} order by 1) as student_names
    from found
    join ${occurrences} on ${occurrences.id} = found.id
    join ${providers} on ${providers.id} = ${occurrences.providerId}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    order by ${occurrences.date}, ${occurrences.startTime}, ${occurrences.id}`)
  return rows
}

/** The provider's accepted time off at the time, and with each row the end of the school year. */
const readCalendarLimits = async ({ tx }: Pick<Change, 'tx'>, { providerId, form, dates }: ClashQuery) => {
  const rows = await tx
    .select({
      schoolYearEndsOn: organisation.schoolYearEndsOn,
      date: ptoRequests.requestedDate,
      startTime: ptoRequests.startTime,
      endTime: ptoRequests.endTime,
    })
    .from(organisation)
    .leftJoin(
      ptoRequests,
      and(
        eq(ptoRequests.providerId, providerId),
        eq(ptoRequests.state, 'accepted'),
        inArray(ptoRequests.requestedDate, [...dates]),
        lt(ptoRequests.startTime, form.endTime),
        gt(ptoRequests.endTime, form.startTime),
      ),
    )
    .orderBy(ptoRequests.requestedDate, ptoRequests.startTime)
  return { schoolYearEndsOn: rows[0]?.schoolYearEndsOn ?? null, timeOff: rows }
}

/**
 * What each of the dates clashes with; dates without a clash are left out. A provider learns of another provider's
 * session that one of the students is in it, and when.
 */
export const readClashes = async (change: Pick<Change, 'tx' | 'user'>, query: ClashQuery): Promise<ClashesByDate> => {
  const clashes = new Map<LocalDate, Clash[]>()
  if (query.dates.length === 0) return clashes
  const put = (date: LocalDate, clash: Clash) => clashes.set(date, [...(clashes.get(date) ?? []), clash])
  const scope = providerScope(change.user)
  for (const row of await readOverlaps(change, query)) {
    const shown = { title: row.title, startTime: cut(row.start_time), endTime: cut(row.end_time) }
    const { id: occurrenceId, provider_name: providerName, school_name: schoolName, student_names: studentNames } = row
    const isHidden = scope !== undefined && row.provider_id !== scope
    if (row.provider_id === query.providerId) {
      put(row.date, { kind: 'providerSession', occurrenceId, ...shown, schoolName, providerName, studentNames })
    } else if (isHidden) {
      put(row.date, {
        kind: 'studentSession',
        ...shown,
        occurrenceId: null,
        title: null,
        providerName: null,
        studentNames,
      })
    } else put(row.date, { kind: 'studentSession', occurrenceId, ...shown, providerName, studentNames })
  }
  const { schoolYearEndsOn, timeOff } = await readCalendarLimits(change, query)
  for (const { date, startTime, endTime } of timeOff) {
    if (date && startTime && endTime) {
      put(date, { kind: 'timeOff', startTime: cut(startTime), endTime: cut(endTime) })
    }
  }
  for (const date of query.dates) {
    if (schoolYearEndsOn !== null && date > schoolYearEndsOn) put(date, { kind: 'afterSchoolYear', schoolYearEndsOn })
  }
  return clashes
}
