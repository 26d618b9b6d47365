/** What an invoice may be generated for: schools, and a school's students and services (spec 2, section 7). */
import { asc, eq, isNull, or, sql } from 'drizzle-orm'
import { studentName } from '#server/areas/students/student-name.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import type { HandlersOf } from '#server/http/handler.ts'

const hadSessions = sql`exists (select from ${occurrences} where ${occurrences.schoolId} = ${schools.id})`

export const invoiceChoiceHandlers: HandlersOf<'getBillingSchools' | 'getBillingStudents' | 'getBillingServices'> = {
  getBillingSchools: ({ db }) =>
    db
      .select({ id: schools.id, name: schools.name })
      .from(schools)
      .where(or(isNull(schools.deletedAt), hadSessions))
      .orderBy(asc(schools.name), asc(schools.id)),

  getBillingStudents: ({ query: { schoolId = 0 }, db }) =>
    db
      .select({ id: students.id, name: studentName })
      .from(students)
      .where(
        or(
          eq(students.schoolId, schoolId),
          sql`${students.id} in (select ${occurrenceStudents.studentId} from ${occurrenceStudents}
            join ${occurrences} on ${occurrences.id} = ${occurrenceStudents.occurrenceId}
            where ${occurrences.schoolId} = ${schoolId})`,
        ),
      )
      .orderBy(asc(students.name), asc(students.id)),

  getBillingServices: ({ query: { schoolId = 0 }, db }) =>
    db
      .select({ id: services.id, name: services.description })
      .from(services)
      .where(
        sql`${services.id} in (
          select ${schoolServiceRates.serviceId} from ${schoolServiceRates} where ${schoolServiceRates.schoolId} = ${schoolId}
          union select ${occurrences.serviceId} from ${occurrences} where ${occurrences.schoolId} = ${schoolId})`,
      )
      .orderBy(asc(services.description), asc(services.id)),
}
