/** The list of students, filtered and sorted, with their number of frequencies; on screen and in the spreadsheet. */

import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Caseload, CaseloadFrequency } from '#contract/caseloads.ts'
import { frequenciesInWords } from '#server/areas/hours/frequencies-in-words.ts'
import { among } from '#server/areas/lookups/lookup-handlers.ts'
import { plainNameIn, studentName as shownName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { providerName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { caseloadFrequencies, students } from '#server/db/schema/students.ts'
import type { SheetToWrite } from '#server/documents/sheet.ts'

export interface CaseloadFilters {
  studentName?: string | undefined
  therapistIds: readonly number[]
  schoolIds: readonly number[]
  studentIds: readonly number[]
  showIsActive?: boolean | undefined
}

/** A provider's own students; undefined (no restriction) for an administrator. */
export const ownedBy = (scope: number | undefined): SQL | undefined =>
  scope === undefined ? undefined : eq(students.providerId, scope)

/** @param scope limits the list to this provider's students */
export const listed = (
  { studentName, therapistIds, schoolIds, studentIds, showIsActive }: CaseloadFilters,
  scope: number | undefined,
): SQL | undefined => {
  const name = plainNameIn(studentName ?? '')
  return and(
    isNull(students.deletedAt),
    ownedBy(scope),
    among(students.providerId, therapistIds),
    among(students.schoolId, schoolIds),
    among(students.id, studentIds),
    showIsActive ? eq(students.isActive, true) : undefined,
    hasWords(name, students.name),
  )
}

const isLive = isNull(caseloadFrequencies.deletedAt)

type CaseloadSort = 'student' | 'school' | '-student' | '-school' | undefined

export const readCaseloads = (
  db: Db,
  where: SQL | undefined,
  { limit, offset, sort }: { limit: number; offset: number; sort: CaseloadSort },
): Promise<Caseload[]> => {
  const byName = [students.name, students.id]
  const order = orderOf(sort, { student: byName, school: [schools.name, schools.id, ...byName] }, 'student')
  // Details are read only for the students on the page, not for those before it. Their order is in the index of names,
  // unless the schools are joined: PostgreSQL leaves them out of the plan again, but reads the rows that they needed.
  const found = db.select({ id: students.id }).from(students).$dynamic()
  const isBySchool = sort === 'school' || sort === '-school'
  const page = (isBySchool ? found.innerJoin(schools, eq(schools.id, students.schoolId)) : found)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
  return (
    db
      .select({
        id: students.id,
        studentName: shownName,
        schoolId: students.schoolId,
        schoolName: schools.name,
        isActive: students.isActive,
        records: sql<number>`(select count(*)::int from ${caseloadFrequencies}
        where ${caseloadFrequencies.studentId} = ${students.id} and ${isLive})`,
      })
      .from(students)
      .innerJoin(schools, eq(schools.id, students.schoolId))
      // As an array, each is looked up; PostgreSQL would read all students to join a page to them.
      .where(sql`${students.id} = any(array(${page}))`)
      .orderBy(...order)
  )
}

/** A student's frequencies, oldest first. */
export const readFrequencies = async (db: Pick<Db, 'select'>, which: number): Promise<CaseloadFrequency[]> => {
  const frequency = frequenciesInWords(db)
  const rows = await db.select().from(frequency).where(eq(frequency.studentId, which)).orderBy(asc(frequency.id))
  return rows.map(({ studentId: _, times: _times, minutes: _minutes, everyWeeks: _weeks, ...row }) => row)
}

/** Tells students with the same name apart; only in the download, since an import adds students. */
export const NUMBER_COLUMN = { title: 'Student Number', width: 14 } as const

/** Columns of the spreadsheet, both downloaded and imported. */
export const SHEET_COLUMNS = {
  school: { title: 'School Name', width: 28 },
  student: { title: 'Student Name', width: 28 },
  gender: { title: 'Gender', width: 10 },
  therapist: { title: 'Therapist', width: 24 },
  serviceTypeId: { title: 'Service Type', width: 26 },
  serviceFrequencyId: { title: 'Frequency', width: 12 },
  durationId: { title: 'Duration', width: 14 },
  eventFrequencyId: { title: 'Event Frequency', width: 16 },
  sessionTypeId: { title: 'Session Type', width: 18 },
  status: { title: 'Status', width: 10 },
} as const

/**
 * A row for each frequency of a student, or one row for a student without any. Names are as entered, so that the file
 * can be imported elsewhere.
 */
export const caseloadSheet = async (db: Db, where: SQL | undefined): Promise<SheetToWrite> => {
  const frequency = frequenciesInWords(db)
  const rows = await db
    .select({
      school: schools.name,
      student: students.name,
      gender: students.gender,
      therapist: sql<string | null>`case when ${students.providerId} is null then '' else ${providerName} end`,
      service: frequency.serviceType,
      frequency: frequency.serviceFrequency,
      duration: frequency.duration,
      eventFrequency: frequency.eventFrequency,
      sessionType: frequency.sessionType,
      isActive: students.isActive,
      id: students.id,
    })
    .from(students)
    .innerJoin(schools, eq(schools.id, students.schoolId))
    .leftJoin(providers, eq(providers.id, students.providerId))
    .leftJoin(frequency, eq(frequency.studentId, students.id))
    .where(where)
    .orderBy(asc(students.name), asc(students.id), asc(frequency.id))
  return {
    name: 'Caseload',
    columns: [...Object.values(SHEET_COLUMNS), NUMBER_COLUMN],
    rows: rows.map(({ isActive, id, ...row }) => [
      ...Object.values(row).map((text) => text ?? ''),
      isActive ? 'Active' : 'Inactive',
      id,
    ]),
  }
}
