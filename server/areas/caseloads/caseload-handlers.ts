/** Students' caseloads (spec 3, sections 2 and 7; docs/decisions/whose-caseload.md). */
import { and, asc, eq, isNull, not, sql } from 'drizzle-orm'
import { caseloadFormSchema, caseloadMessages } from '#domain/caseload-form.ts'
import type { ComingAnswer, Departure } from '#domain/coming-sessions.ts'
import { localOf } from '#domain/time.ts'
import { readComing } from '#server/areas/coming-sessions/plan-coming.ts'
import { holdComing, settleComing } from '#server/areas/coming-sessions/settle-coming.ts'
import { isToCome, refuseInUse, requireRecord, sessionsToCome } from '#server/areas/master-data/stored-record.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { knownServices, liveServices } from '#server/areas/services/service-handlers.ts'
import type { Db, PooledDb, Tx } from '#server/db/database.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { requireCount, requireOne } from '#server/db/require-one.ts'
import { occurrenceStudents, occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
  students,
} from '#server/db/schema/students.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { providerScope } from '#server/http/access.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { addStudents, requirePlacement, saveFrequencies } from './caseload-form.ts'
import { caseloadSheet, listed, ownedBy, readCaseloads, readFrequencies } from './caseload-list.ts'

const NOUN = 'student'

/** The student, if the caller may access them. */
const reached = (id: number, scope: number | undefined) =>
  and(eq(students.id, id), isNull(students.deletedAt), ownedBy(scope))

const selectStudent = (db: Pick<Db, 'select'>, id: number, scope: number | undefined) =>
  db.select().from(students).where(reached(id, scope))

/** Future sessions; past ones keep the student, whose row stays. */
const usesOf = async (tx: Tx, studentId: number, now: Date): Promise<string[]> => {
  const sessions = await tx
    .select({ total: sql<number>`count(distinct ${occurrences.id})::int` })
    .from(occurrenceStudents)
    .innerJoin(occurrences, eq(occurrences.id, occurrenceStudents.occurrenceId))
    .where(and(eq(occurrenceStudents.studentId, studentId), isToCome(now)))
  return sessionsToCome(requireCount(sessions))
}

/** Deactivates or deletes a student once what becomes of the sessions to come is settled. */
const departing = async (
  { db, user, now, timeZone }: Omit<ChangeContext, 'tx'> & { readonly db: PooledDb },
  {
    id,
    departure,
    answer,
  }: { readonly id: number; readonly departure: Departure; readonly answer?: ComingAnswer | undefined },
  write: (tx: Tx) => Promise<void>,
): Promise<void> => {
  const scope = providerScope(user)
  await db.transaction(async (tx) => {
    const change = { tx, user, now, timeZone }
    const { schoolId } = requireRecord(await selectStudent(tx, id, scope), NOUN)
    const settlement = { ask: { studentId: id, schoolId }, departure, answer }
    await holdComing(change, settlement)
    requireRecord(await selectStudent(tx, id, scope).for('update'), NOUN)
    await settleComing(change, settlement)
    await write(tx)
  })
}

export const caseloadHandlers: HandlersOf<
  | 'addStudentCaseload'
  | 'changeCaseloadStatus'
  | 'deactivateCaseload'
  | 'deleteCaseload'
  | 'downloadCaseloads'
  | 'editCaseload'
  | 'getAllSessionTypes'
  | 'getCaseload'
  | 'getCaseloads'
  | 'getComingSessionsOfStudent'
  | 'getDurations'
  | 'getEventFrequencies'
  | 'getServiceFrequencies'
  | 'getServiceTypes'
> = {
  getCaseloads: async ({ query, db, user }) => {
    const where = listed(query, providerScope(user))
    const [rows, total] = await Promise.all([
      readCaseloads(db, where, { ...rangeOf(query), sort: query.sort }),
      db.$count(students, where),
    ])
    return replyPage(query, rows, total)
  },

  downloadCaseloads: async ({ query, db, user }) =>
    new FileReply(await writeSpreadsheet(await caseloadSheet(db, listed(query, providerScope(user)))), 'caseload.xlsx'),

  getCaseload: async ({ params, db, user }) => {
    const { id, name, gender, schoolId, isActive, providerId, version } = requireRecord(
      await selectStudent(db, params.id, providerScope(user)),
      NOUN,
    )
    const school = await db.select({ name: schools.name }).from(schools).where(eq(schools.id, schoolId))
    return {
      id,
      studentName: name,
      // Frequencies left by an import of other data are not offered.
      gender: caseloadFormSchema.shape.gender.catch('').parse(gender),
      schoolId,
      schoolName: requireOne(school, 'The school').name,
      isActive,
      therapistId: providerId,
      caseloadFrequencies: await readFrequencies(db, id),
      entityCacheKey: String(version),
    }
  },

  addStudentCaseload: async ({ body, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const scope = providerScope(user)
    const { studentName: name, gender = '', schoolId } = body
    const placement = { schoolId, providerId: scope ?? body.therapistId ?? null }
    const id = await db.transaction(async (tx) => {
      await requirePlacement(tx, placement, { isOwn: scope !== undefined, today })
      const added = await addStudents(tx, [{ name, gender, ...placement, frequencies: body.caseloadFrequencies }])
      return requireOne(added, 'The student')
    })
    return done({ id }, caseloadMessages.added)
  },

  editCaseload: async ({ body, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const scope = providerScope(user)
    const { id, studentName: name, gender, schoolId, entityCacheKey, comingSessions: answer } = body
    await db.transaction(async (tx) => {
      const change = { tx, user, now, timeZone }
      const here = requireRecord(await selectStudent(tx, id, scope), NOUN, entityCacheKey)
      const ask = { studentId: id, schoolId: here.schoolId, toSchoolId: schoolId, from: answer?.from }
      const settlement = { ask, departure: 'move' as const, answer, field: 'schoolId' }
      await holdComing(change, settlement)
      const before = requireRecord(await selectStudent(tx, id, scope).for('update'), NOUN, entityCacheKey)
      const providerId = scope ?? (body.therapistId === undefined ? before.providerId : body.therapistId)
      await requirePlacement(tx, { schoolId, providerId }, { isOwn: scope !== undefined, today, before })
      if (schoolId !== before.schoolId) await settleComing(change, settlement)
      await tx
        .update(students)
        .set({ name, gender: gender ?? before.gender, schoolId, providerId, version: sql`${students.version} + 1` })
        .where(eq(students.id, id))
      await saveFrequencies(tx, id, body.caseloadFrequencies, now)
    })
    return done(null, caseloadMessages.updated)
  },

  changeCaseloadStatus: async ({ params, query, db, user }) => {
    const { isActive } = await db.transaction(async (tx) => {
      const rows = await tx
        .update(students)
        .set({ isActive: query.isActive ?? not(students.isActive), version: sql`${students.version} + 1` })
        .where(reached(params.id, providerScope(user)))
        .returning()
      return requireRecord(rows, NOUN)
    })
    return done({ isActive }, isActive ? caseloadMessages.activated : caseloadMessages.deactivated)
  },

  getComingSessionsOfStudent: async ({ params: { id }, query, db, user, now, timeZone }) => {
    const { schoolId: toSchoolId, fromDate: from } = query
    return db.transaction(async (tx) => {
      const { schoolId } = requireRecord(await selectStudent(tx, id, providerScope(user)), NOUN)
      return readComing({ tx, user, now, timeZone, isPreview: true }, { studentId: id, schoolId, toSchoolId, from })
    })
  },

  deactivateCaseload: async ({ params: { id }, body, ...given }) => {
    await departing(given, { id, departure: 'deactivate', answer: body.comingSessions }, async (tx) => {
      await tx
        .update(students)
        .set({ isActive: false, version: sql`${students.version} + 1` })
        .where(eq(students.id, id))
    })
    return done({ isActive: false }, caseloadMessages.deactivated)
  },

  deleteCaseload: async ({ params: { id }, body, ...given }) => {
    const { now } = given
    await departing(given, { id, departure: 'delete', answer: body.comingSessions }, async (tx) => {
      refuseInUse(NOUN, await usesOf(tx, id, now))
      await tx.update(students).set({ isActive: false, deletedAt: now }).where(eq(students.id, id))
      await tx
        .update(caseloadFrequencies)
        .set({ deletedAt: now })
        .where(and(eq(caseloadFrequencies.studentId, id), isNull(caseloadFrequencies.deletedAt)))
    })
    return done(null, caseloadMessages.deleted)
  },

  getServiceTypes: ({ query, db }) => (query.everyone === 'true' ? knownServices(db) : liveServices(db)),

  getServiceFrequencies: ({ db }) =>
    db
      .select({ id: serviceFrequencies.id, serviceFrequency: serviceFrequencies.serviceFrequency })
      .from(serviceFrequencies)
      .orderBy(asc(serviceFrequencies.id)),

  getDurations: ({ db }) =>
    db
      .select({ id: durations.id, duration: durations.duration })
      .from(durations)
      .orderBy(asc(durations.minutes), asc(durations.id)),

  getEventFrequencies: ({ db }) =>
    db
      .select({ id: eventFrequencies.id, eventFrequency: eventFrequencies.eventFrequency })
      .from(eventFrequencies)
      .orderBy(asc(eventFrequencies.id)),

  getAllSessionTypes: ({ db }) => db.select().from(sessionTypes).orderBy(asc(sessionTypes.id)),
}
