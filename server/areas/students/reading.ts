/** Reading students' pages: checks access and logs every read. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { studentMessages } from '#domain/mandated-minutes.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { studentReadings } from '#server/db/schema/readings.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Whether the student is on the provider's caseload, or in a session of theirs. */
export const isReachedBy = (providerId: number): SQL =>
  sql`${students.id} in (
    select own.id from ${students} as own where own.provider_id = ${providerId}
    union all
    select ${occurrenceStudents.studentId} from ${occurrences}
    join ${occurrenceStudents} on ${occurrenceStudents.occurrenceId} = ${occurrences.id}
    where ${occurrences.providerId} = ${providerId} and ${occurrences.deletedAt} is null)`

interface Asked {
  readonly db: PooledDb
  readonly user: Caller
  readonly studentId: number
  readonly part: (typeof studentReadings.$inferInsert)['part']
}

/** The student, if the caller may read about them; `providerId` is undefined for administrators. */
const findReadable = async (tx: Tx, studentId: number, providerId: number | undefined) => {
  const [student] = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.id, studentId), providerId === undefined ? undefined : isReachedBy(providerId)))
  return student
}

/**
 * Reads student data for an authorized caller and logs the read in the same transaction: nothing is returned without a
 * log entry.
 *
 * @param read gets the provider whose sessions the caller may see; undefined for administrators
 * @throws {Refusal} 404 for an unknown student, and for one that the caller has no access to
 */
export const readLogged = async <Data>(
  { db, user, studentId, part }: Asked,
  read: (tx: Tx, providerId: number | undefined) => Promise<Data>,
): Promise<Data> => {
  const providerId = providerScope(user)
  return db.transaction(async (tx) => {
    const student = await findReadable(tx, studentId, providerId)
    if (!student) throw new Refusal(404, studentMessages.missing)
    await tx.insert(studentReadings).values({ userId: user.userId, studentId, part })
    return read(tx, providerId)
  })
}

/** Logs a read that shows nothing of a student whom the caller has no access to; of such a student it logs nothing. */
export const logReading = ({ db, user, studentId, part }: Asked): Promise<void> =>
  db.transaction(async (tx) => {
    const student = await findReadable(tx, studentId, providerScope(user))
    if (student) await tx.insert(studentReadings).values({ userId: user.userId, studentId, part })
  })
