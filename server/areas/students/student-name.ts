/** The one name that a student has on every screen and file (docs/decisions/students-with-the-same-name.md). */
import { sql } from 'drizzle-orm'
import { nameKeyOf } from '#server/db/has-words.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'

/**
 * Others who have the name. A deleted student counts only for other deleted ones: the name of a student who stays does
 * not change because of someone who is gone.
 */
const namesakes = sql`${students} as namesake
  where namesake.name_key = ${students.nameKey} and namesake.id <> ${students.id}
    and (namesake.deleted_at is null or ${students.deletedAt} is not null)`

const schoolName = sql`(select own.name from ${schools} as own where own.id = ${students.schoolId})`

const isAtTheSchool = sql`exists (select 1 from ${schools} as other
  where other.id = namesake.school_id and ${nameKeyOf(sql`other.name`)} = ${nameKeyOf(schoolName)})`

/**
 * 'Emma Johnson', or if others have the name, with the school, or if they attend it as well, also with the number.
 * Needs only `students` in the query. Sort by `students.name` and `students.id`: a list is in the same order then.
 */
// Drizzle omits the table of columns at the top of a statement that reads one table; the inner statement needs it.
export const studentName = sql<string>`${sql`case
  when not exists (select 1 from ${namesakes}) then ${students.name}
  when not exists (select 1 from ${namesakes} and ${isAtTheSchool}) then concat(${students.name}, ' (', ${schoolName}, ')')
  else concat(${students.name}, ' (', ${schoolName}, ', no. ', ${students.id}, ')') end`}`

/** '' if the query has no student. Needs an outer join of `students`. */
export const studentNameIfAny = sql<string>`case when ${students.id} is null then '' else ${studentName} end`

/** What to search for, also if someone enters or pastes the name as it is displayed. */
export const plainNameIn = (words: string): string => words.replace(/\s+\(.*$/s, '').trim()
