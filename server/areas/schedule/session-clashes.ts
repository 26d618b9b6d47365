/**
 * Finds conflicts of sessions on given dates (DESIGN, section 4), with a few statements regardless of the number of
 * dates and students.
 */
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Clash, DatedClashes } from '#contract/clashes.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { type LocalDate, withoutSeconds } from '#domain/time.ts'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import { todayOf } from '#server/areas/documents/document-record.ts'
import { isWithout, readRequired } from '#server/areas/documents/required-documents.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { providerName } from '#server/db/providers.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceEdits, occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { providerScope } from '#server/http/access.ts'
import type { ChangeContext } from './occurrence-moves.ts'

export interface ClashQuery {
  providerId: number
  form: Pick<SessionForm, 'startTime' | 'endTime' | 'schoolId' | 'caseloadIds'>
  /** The days on which a session of the form would be. */
  dates: readonly LocalDate[]
  /** Those on which the provider had no such session before: documents that are missing are named for these alone. */
  newDates: readonly LocalDate[]
  /** Occurrences that the change itself replaces or deletes: they conflict with nothing. */
  replacedIds: readonly number[]
}

type Reader = Pick<ChangeContext, 'tx' | 'user' | 'now' | 'timeZone'>
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
  /** Which of the given students are in it. */
  student_ids: number[]
  is_waiting: boolean
}

interface StudentOfForm {
  readonly id: number
  readonly name: string
  readonly schoolId: number
  readonly schoolName: string
  readonly isActive: boolean
  readonly isDeleted: boolean
}

/** The students of the form, ordered by name. */
const readStudents = ({ tx }: Pick<ChangeContext, 'tx'>, caseloadIds: readonly number[]): Promise<StudentOfForm[]> =>
  tx
    .select({
      id: students.id,
      name: studentName,
      schoolId: students.schoolId,
      schoolName: schools.name,
      isActive: students.isActive,
      isDeleted: sql<boolean>`${students.deletedAt} is not null`,
    })
    .from(students)
    .innerJoin(schools, eq(schools.id, students.schoolId))
    .where(
      inArray(
        students.id,
        tx
          .select({ id: caseloadFrequencies.studentId })
          .from(caseloadFrequencies)
          .where(inArray(caseloadFrequencies.id, [...caseloadIds])),
      ),
    )
    .orderBy(students.name, students.id)

/** What no longer belongs where the sessions are: an inactive school, and students who have left it. */
const readOutOfPlace = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  schoolId: number,
  ofForm: readonly StudentOfForm[],
): Promise<Clash[]> => {
  const [closed] = await tx
    .select({ name: schools.name })
    .from(schools)
    .where(and(eq(schools.id, schoolId), eq(schools.isActive, false)))
  const left = ofForm.flatMap((student): Clash[] => {
    const { name, schoolName, isActive, isDeleted } = student
    if (isActive && !isDeleted && student.schoolId === schoolId) return []
    const status = isDeleted ? 'deleted' : isActive ? 'elsewhere' : 'inactive'
    return [{ kind: 'studentLeft', studentName: name, status, schoolName }]
  })
  return [...(closed ? [{ kind: 'inactiveSchool' as const, schoolName: closed.name }] : []), ...left]
}

/** Other sessions of the provider and of the students at the time, by date and time. */
const readOverlaps = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  query: ClashQuery,
  studentIds: Iterable<number>,
): Promise<Overlap[]> => {
  const { providerId, form, dates, replacedIds } = query
  const isAtTheTime = sql`${occurrences.date} = any(${sql.param([...dates])}::date[])
    and ${occurrences.startTime} < ${form.endTime}::time and ${occurrences.endTime} > ${form.startTime}::time
    and ${occurrences.deletedAt} is null and ${occurrences.id} <> all(${sql.param([...replacedIds])}::int[])`
  // Joins each student row once: with a subquery per session PostgreSQL would JIT-compile the query, which takes longer
  // than running it.
  const { rows } = await tx.execute<Overlap>(sql`
    with met as (
      select ${occurrences.id} as id, null::int as student_id from ${occurrences}
      where ${occurrences.providerId} = ${providerId} and ${isAtTheTime}
      union all
      select ${occurrences.id}, ${occurrenceStudents.studentId} from ${occurrenceStudents}
      join ${occurrences} on ${occurrences.id} = ${occurrenceStudents.occurrenceId}
      where ${occurrenceStudents.studentId} = any(${sql.param([...studentIds])}::int[]) and ${isAtTheTime}
    ), found as (
      select id, array_remove(array_agg(distinct student_id), null) as student_ids from met group by id
    )
    select ${occurrences.id} as id, ${occurrences.date} as date, ${occurrences.title} as title,
      ${occurrences.startTime} as start_time, ${occurrences.endTime} as end_time,
      ${occurrences.providerId} as provider_id, ${providerName} as provider_name, ${schools.name} as school_name,
      found.student_ids, false as is_waiting
    from found
    join ${occurrences} on ${occurrences.id} = found.id
    join ${providers} on ${providers.id} = ${occurrences.providerId}
    join ${schools} on ${schools.id} = ${occurrences.schoolId}
    order by ${occurrences.date}, ${occurrences.startTime}, ${occurrences.id}`)
  return rows
}

/** Sessions that would be at the time if a waiting change were approved, by date and time. */
const readWaitingOverlaps = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  { providerId, form: { startTime, endTime }, dates, replacedIds }: ClashQuery,
  studentIds: Iterable<number>,
): Promise<Overlap[]> => {
  const { rows } = await tx.execute<Overlap>(sql`
    select asked.id, asked.date, asked.title, asked.start_time, asked.end_time, asked.provider_id,
      ${providerName} as provider_name, ${schools.name} as school_name, met.student_ids, true as is_waiting
    from (
      select ${occurrences.id} as id, field ->> 'date' as date, field ->> 'eventName' as title,
        field ->> 'startTime' as start_time, field ->> 'endTime' as end_time,
        (field ->> 'schoolId')::int as school_id, field -> 'caseloadIds' as caseload_ids,
        coalesce((field ->> 'providerId')::int, ${occurrences.providerId}) as provider_id
      from ${occurrenceEdits}
      join ${occurrences} on ${occurrences.id} = ${occurrenceEdits.occurrenceId} and ${occurrences.deletedAt} is null
      cross join lateral (select ${occurrenceEdits.form} as field) as form
    ) as asked
    join ${providers} on ${providers.id} = asked.provider_id
    join ${schools} on ${schools.id} = asked.school_id
    cross join lateral (
      select coalesce(array_agg(distinct ${caseloadFrequencies.studentId}), '{}') as student_ids
      from jsonb_array_elements_text(asked.caseload_ids) as entry
      join ${caseloadFrequencies} on ${caseloadFrequencies.id} = entry::int
      where ${caseloadFrequencies.studentId} = any(${sql.param([...studentIds])}::int[])
    ) as met
    where asked.date = any(${sql.param([...dates])}::text[])
      and asked.start_time::time < ${endTime}::time and asked.end_time::time > ${startTime}::time
      and asked.id <> all(${sql.param([...replacedIds])}::int[])
      and (asked.provider_id = ${providerId} or met.student_ids <> '{}')
    order by asked.date, asked.start_time, asked.id`)
  return rows
}

/** The provider's accepted time off at the time, and with each row the end of the school year. */
const readCalendarLimits = async ({ tx }: Pick<ChangeContext, 'tx'>, { providerId, form, dates }: ClashQuery) => {
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
        inArray(ptoRequests.state, GRANTED_PTO_STATES),
        inArray(ptoRequests.requestedDate, [...dates]),
        lt(ptoRequests.startTime, form.endTime),
        gt(ptoRequests.endTime, form.startTime),
      ),
    )
    .orderBy(ptoRequests.requestedDate, ptoRequests.startTime)
  return { schoolYearEndsOn: rows[0]?.schoolYearEndsOn ?? null, timeOff: rows }
}

/** What the provider must have and lacks on some of the days, each with the first of them and their number. */
const readLacks = async (change: Reader, { providerId, newDates }: ClashQuery) => {
  if (newDates.length === 0) return []
  const inOrder = newDates.toSorted()
  const required = await readRequired(change.tx, { today: todayOf(change), providerId })
  return required.flatMap((row) => {
    const { title: documentType, expiryDate } = row
    const without = inOrder.filter((date) => isWithout(row, date))
    const [first] = without
    return first === undefined ? [] : { documentType, expiryDate, first, sessions: without.length }
  })
}

/**
 * The conflicts of each date; dates without one are omitted. Of another provider's session, a provider learns only that
 * one of the students is in it, and when.
 */
export const readClashes = async (change: Reader, query: ClashQuery): Promise<ClashesByDate> => {
  const clashes = new Map<LocalDate, Clash[]>()
  if (query.dates.length === 0) return clashes
  const put = (date: LocalDate, clash: Clash) => clashes.set(date, [...(clashes.get(date) ?? []), clash])
  const scope = providerScope(change.user)
  const ofForm = await readStudents(change, query.form.caseloadIds)
  const names = new Map(ofForm.map(({ id, name }) => [id, name]))
  const [first] = query.dates.toSorted()
  const outOfPlace = await readOutOfPlace(change, query.form.schoolId, ofForm)
  for (const clash of outOfPlace) if (first !== undefined) put(first, clash)
  const overlaps = [
    ...(await readOverlaps(change, query, names.keys())),
    ...(await readWaitingOverlaps(change, query, names.keys())),
  ]
  for (const row of overlaps) {
    const { id: occurrenceId, provider_name: providerName, school_name: schoolName } = row
    const isIn = new Set(row.student_ids)
    const studentNames = [...names].flatMap(([id, name]) => (isIn.has(id) ? name : []))
    const shown = {
      title: row.title,
      startTime: withoutSeconds(row.start_time),
      endTime: withoutSeconds(row.end_time),
      ...(row.is_waiting && { isWaiting: true as const }),
    }
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
      put(date, { kind: 'timeOff', startTime: withoutSeconds(startTime), endTime: withoutSeconds(endTime) })
    }
  }
  for (const date of query.dates) {
    if (schoolYearEndsOn !== null && date > schoolYearEndsOn) put(date, { kind: 'afterSchoolYear', schoolYearEndsOn })
  }
  for (const { first: day, ...lack } of await readLacks(change, query)) put(day, { kind: 'document', ...lack })
  return clashes
}

/** The conflicts for the reply to a save; read before it writes, with which everything would clash. */
export const clashesInReply = async (change: Reader, query: ClashQuery): Promise<{ clashes?: DatedClashes[] }> => {
  const found = await readClashes(change, query)
  if (found.size === 0) return {}
  const clashes = [...found].map(([date, ofDate]) => ({ date, clashes: ofDate }))
  return { clashes: clashes.sort((a, b) => (a.date < b.date ? -1 : 1)) }
}
