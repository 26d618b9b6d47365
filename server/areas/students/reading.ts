/** Reading of students' pages: who may, and that it is written down. */
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm'
import { studentMessages } from '#domain/mandated-minutes.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { occurrenceStudents, occurrences, studentReadings, students } from '#server/db/schema.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Of a provider: the student is on their caseload, or in a session of theirs. */
const isOf = (tx: Tx, providerId: number) =>
  or(
    eq(students.providerId, providerId),
    exists(
      tx
        .select({ one: sql`1` })
        .from(occurrenceStudents)
        .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
        .where(
          and(
            eq(occurrenceStudents.studentId, students.id),
            eq(occurrences.providerId, providerId),
            isNull(occurrences.deletedAt),
          ),
        ),
    ),
  )

interface Asked {
  readonly db: PooledDb
  readonly user: Caller
  readonly studentId: number
  readonly part: (typeof studentReadings.$inferInsert)['part']
}

/**
 * Reads something of a student for a caller who may, and writes that down in the same transaction: nothing is answered that
 * is not in the log.
 *
 * @param read gets the provider whose sessions alone the caller sees; undefined for administrators
 * @throws {Refusal} 404 for a student whom there is not, and alike for one who is none of the caller's
 */
export const readLogged = async <Data>(
  { db, user, studentId, part }: Asked,
  read: (tx: Tx, providerId: number | undefined) => Promise<Data>,
): Promise<Data> => {
  const providerId = providerScope(user)
  return db.transaction(async (tx) => {
    const [student] = await tx
      .select({ id: students.id })
      .from(students)
      .where(and(eq(students.id, studentId), providerId === undefined ? undefined : isOf(tx, providerId)))
    if (!student) throw new Refusal(404, studentMessages.missing)
    await tx.insert(studentReadings).values({ userId: user.userId, studentId, part })
    return read(tx, providerId)
  })
}
