/** The notes of both note reports; what a provider sees is limited here. */
import { type SQL, sql } from 'drizzle-orm'
import type { DateRange } from '#contract/filters.ts'
import { isDayNotes, type NoteFilters, noteReport, providerNoteReport } from '#contract/reports/note-reports.ts'
import { dateRange, equal, within } from '#server/areas/hours/student-sessions.ts'
import { timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { dayNotes } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'

interface Values extends DateRange, NoteFilters {
  readonly providerId?: number | undefined
  readonly schoolId: number | undefined
  readonly studentId: number | undefined
}
type Scope = Pick<ReportScope<Values>, 'values' | 'user'>

const noteOnDay = (values: Values, providerId: number | undefined) => sql`
  select 'Day Note' as type, ${dayNotes.providerId} as provider_id, null::int as school_id, null::int as student_id,
    ${dayNotes.date} as date, null::time as start_time, null::time as end_time, '' as title, null::int as id,
    ${dayNotes.dayNote} as note
  from ${dayNotes}
  where ${dayNotes.dayNote} <> '' ${within(dayNotes.date, values)} ${equal(dayNotes.providerId, providerId)}`

/** On the sessions' students, or on the sessions themselves, which then count as without students. */
const noteOnSession = (source: SQL, studentId: SQL, note: SQL, values: Values, providerId: number | undefined) => sql`
  select 'Student Note' as type, ${occurrences.providerId} as provider_id, ${occurrences.schoolId} as school_id,
    ${studentId} as student_id, ${occurrences.date} as date, ${occurrences.startTime} as start_time,
    ${occurrences.endTime} as end_time, ${occurrences.title} as title, ${occurrences.id} as id, ${note} as note
  from ${source}
  where ${occurrences.deletedAt} is null and ${note} <> '' ${within(occurrences.date, values)}
    ${equal(occurrences.providerId, providerId)} ${equal(occurrences.schoolId, values.schoolId)}
    ${equal(studentId, values.studentId)}`

/**
 * A SELECT with a row for each note. Notes on days have no school or student, so a filter by one of them leaves them out.
 */
const notes = ({ values, user }: Scope, isWithoutStudent = false): SQL => {
  const { noteTypeId, schoolId, studentId } = values
  const provider = providerScope(user) ?? values.providerId
  if (isDayNotes(values)) return noteOnDay(values, provider)
  const entries = sql`${occurrences} join ${occurrenceStudents} on ${occurrenceStudents.occurrenceId} = ${occurrences.id}`
  const ofEntries = noteOnSession(
    entries,
    sql`${occurrenceStudents.studentId}`,
    sql`${occurrenceStudents.trackingFeedback}`,
    values,
    provider,
  )
  const ofSessions = noteOnSession(
    sql`${occurrences}`,
    sql`null::int`,
    sql`${occurrences.trackingFeedback}`,
    values,
    provider,
  )
  if (isWithoutStudent) return ofSessions
  const hasDays = noteTypeId === undefined && schoolId === undefined && studentId === undefined
  return sql`${ofEntries} union all ${ofSessions} ${hasDays ? sql`union all ${noteOnDay(values, provider)}` : sql``}`
}

const named = sql`
  join ${providers} on ${providers.id} = notes.provider_id
  left join ${schools} on ${schools.id} = notes.school_id
  left join ${students} on ${students.id} = notes.student_id`

const nameOfStudent = sql`case when notes.type = 'Day Note' then '' when ${students.id} is null then 'No student'
  else ${studentName} end`

const query = {
  rows: (scope: Scope) => sql`
    select ${scope.values.noteTypeId ?? 0}::int as "noteTypeId", notes.type as "noteType",
      notes.provider_id as "providerId", ${distinctProviderName} as "providerName", notes.school_id as "schoolId",
      coalesce(${schools.name}, '') as "schoolName", notes.student_id as "studentId", ${nameOfStudent} as "studentName",
      ${dateRange(sql`first`, sql`last`)} as "dateRange", notes.count, first, last,
      ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", ${students.name} as "plainName"
    from (
      select type, provider_id, school_id, student_id, min(date) as first, max(date) as last, count(*)::int as count
      from (${notes(scope)}) as every group by 1, 2, 3, 4
    ) as notes ${named}`,
  order: {
    provider: ['lastName', 'firstName'],
    school: ['schoolName'],
    student: ['plainName', 'studentId'],
    type: ['noteType'],
    dates: ['first', 'last'],
    count: ['count'],
  },
  unique: ['providerId', 'noteType', 'schoolId', 'plainName', 'studentId'],
}

interface Note {
  readonly heading: string
  readonly date: string
  readonly startTime: string | null
  readonly endTime: string | null
  readonly title: string
  readonly note: string
}

const detailsOf = ({ more, ...scope }: Scope & { readonly more: { readonly isWithoutStudent: boolean } }) =>
  detailsTable<Note>({
    columns: {
      about: { kind: 'text', title: 'About', value: (row) => row.heading },
      date: { kind: 'date', title: 'Date', value: (row) => row.date, share: 1.2 },
      ...(!isDayNotes(scope.values) && {
        time: timeColumn,
        session: { kind: 'text', title: 'Event Name', value: (row) => row.title, share: 2 },
      }),
      note: { kind: 'text', title: 'Note', value: (row) => row.note, share: 5 },
    },
    rows: sql`
      select concat_ws(', ', ${distinctProviderName}, case when notes.type = 'Day Note' then 'Day notes' end,
          nullif(${nameOfStudent}, ''), ${schools.name}) as heading,
        notes.date::text as date, ${times('notes')}, notes.title, notes.note, notes.id, notes.type,
        notes.school_id as "schoolId", ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", notes.provider_id as "providerId",
        ${schools.name} as "schoolName", ${students.name} as "plainName", notes.student_id as "studentId"
      from (${notes(scope, more.isWithoutStudent)}) as notes ${named}`,
    order: [
      ...['lastName', 'firstName', 'providerId', 'type', 'plainName', 'studentId', 'schoolName'],
      ...['date', 'startTime', 'id', 'note'],
    ],
    groupBy: { column: 'about', by: ['providerId', 'type', 'studentId', 'schoolId'] },
  })

export const servedNoteReport = serveReport(
  noteReport,
  defineQuery(noteReport, query),
  defineDetails(noteReport, detailsOf),
)

export const servedProviderNoteReport = serveReport(
  providerNoteReport,
  defineQuery(providerNoteReport, query),
  defineDetails(providerNoteReport, detailsOf),
)
