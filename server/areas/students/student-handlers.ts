/** One student's page. */

import { and, countDistinct, eq, gte, isNotNull, isNull, lte, min, ne, or } from 'drizzle-orm'
import { MAX_WEEKS, studentMessages, weeksOfRange, yearBegins } from '#domain/mandated-minutes.ts'
import { daysBetween, type LocalDate, localOf } from '#domain/time.ts'
import { isToCome } from '#server/areas/master-data/stored-record.ts'
import type { Tx } from '#server/db/database.ts'
import { replyPage } from '#server/db/page-range.ts'
import { distinctProviderName, providerName } from '#server/db/providers.ts'
import { handOverItems } from '#server/db/schema/hand-overs.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readLogged } from './reading.ts'
import { readFrequencies, readMinutes } from './student-minutes.ts'
import { studentName } from './student-name.ts'
import { readSessions } from './student-sessions.ts'

const firstSessionOfYear = async (tx: Tx, schoolId: number, today: LocalDate): Promise<LocalDate | null> => {
  const [first] = await tx
    .select({ date: min(occurrences.date) })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.schoolId, schoolId),
        gte(occurrences.date, yearBegins(today)),
        lte(occurrences.date, today),
        isNull(occurrences.deletedAt),
      ),
    )
  return first?.date ?? null
}

/** Sessions to come that are not where the student is. */
const readLeftBehind = async (
  tx: Tx,
  studentId: number,
  { providerId, now }: { providerId: number | undefined; now: Date },
) => {
  const rows = await tx
    .select({ schoolName: schools.name, count: countDistinct(occurrences.id) })
    .from(occurrenceStudents)
    .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
    .innerJoin(students, eq(students.id, occurrenceStudents.studentId))
    .innerJoin(schools, eq(schools.id, occurrences.schoolId))
    .where(
      and(
        eq(students.id, studentId),
        isToCome(now),
        or(ne(occurrences.schoolId, students.schoolId), eq(students.isActive, false)),
        providerId === undefined ? undefined : eq(occurrences.providerId, providerId),
      ),
    )
    .groupBy(schools.id, schools.name)
    .orderBy(schools.name, schools.id)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    schoolNames: rows.map(({ schoolName }) => schoolName),
  }
}

const readComingTherapist = async (tx: Tx, studentId: number) => {
  const [found] = await tx
    .select({ id: providers.id, name: distinctProviderName, from: handOverItems.movesOn })
    .from(handOverItems)
    .innerJoin(providers, eq(providers.id, handOverItems.toProviderId))
    .where(
      and(eq(handOverItems.studentId, studentId), isNotNull(handOverItems.movesOn), eq(handOverItems.isUndone, false)),
    )
    .orderBy(handOverItems.movesOn)
    .limit(1)
  return found?.from ? { ...found, from: found.from } : null
}

export const studentHandlers: HandlersOf<'getStudent' | 'getStudentMinutes' | 'getStudentSessions'> = {
  getStudent: ({ params: { id: studentId }, db, user, now, timeZone }) =>
    readLogged({ db, user, studentId, part: 'student' }, async (tx, providerId) => {
      const [row] = await tx
        .select({
          id: students.id,
          name: studentName,
          schoolId: students.schoolId,
          schoolName: schools.name,
          providerId: students.providerId,
          providerName,
          isActive: students.isActive,
        })
        .from(students)
        .innerJoin(schools, eq(schools.id, students.schoolId))
        .leftJoin(providers, eq(providers.id, students.providerId))
        .where(eq(students.id, studentId))
      if (!row) throw new Refusal(404, studentMessages.missing)
      const { schoolId, ...student } = row
      return {
        ...student,
        providerName: student.providerId === null ? null : student.providerName,
        schoolYearFrom: await firstSessionOfYear(tx, schoolId, localOf(now, timeZone).date),
        frequencies: await readFrequencies(tx, studentId),
        comingTherapist: await readComingTherapist(tx, studentId),
        leftBehind: await readLeftBehind(tx, studentId, { providerId, now }),
      }
    }),

  getStudentMinutes: async ({ params: { id: studentId }, query: { fromDate, toDate }, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const weeks = weeksOfRange({ from: fromDate, to: toDate }, today)
    if (daysBetween(weeks.first, weeks.last) >= MAX_WEEKS * 7) {
      const message = studentMessages.tooLong
      throw new Refusal(400, message, { errors: [{ path: 'fromDate', message }] })
    }
    return readLogged({ db, user, studentId, part: 'minutes' }, (tx) =>
      readMinutes(tx, studentId, weeks, { now, today }),
    )
  },

  getStudentSessions: ({ params: { id: studentId }, query, db, user, now }) =>
    readLogged({ db, user, studentId, part: 'sessions' }, async (tx, providerId) => {
      const { total, sessions } = await readSessions(tx, { ...query, studentId, providerId, now })
      return replyPage(query, sessions, total)
    }),
}
