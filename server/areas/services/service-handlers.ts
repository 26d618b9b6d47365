/** The catalog of services (spec 3, sections 2 and 7). */
import { and, asc, eq, gte, ilike, isNull, or, sql } from 'drizzle-orm'
import { serviceMessages } from '#domain/service-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { counted, firstInWords } from '#domain/words.ts'
import { refuseInUse, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { containing } from '#server/db/containing.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { caseloadFrequencies, occurrences, schoolServiceRates, schools, services } from '#server/db/schema.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { addServices, orCodeTaken } from './add-services.ts'

const NOUN = 'service'

const isLive = isNull(services.deletedAt)

const selectService = (db: Pick<Db, 'select'>, id: number) => {
  const { code, description, version } = services
  return db
    .select({ id: services.id, code, description, version })
    .from(services)
    .where(and(eq(services.id, id), isLive))
}

/** What still uses the service. Past sessions keep its name: its row stays. */
const usesOf = async (tx: Tx, id: number, today: LocalDate): Promise<string[]> => {
  const priced = await tx
    .selectDistinct({ name: schools.name })
    .from(schoolServiceRates)
    .innerJoin(schools, eq(schools.id, schoolServiceRates.schoolId))
    .where(
      and(
        eq(schoolServiceRates.serviceId, id),
        isNull(schoolServiceRates.deletedAt),
        isNull(schoolServiceRates.endedOn),
        isNull(schools.deletedAt),
      ),
    )
    .orderBy(asc(schools.name))
  const [students] = await tx
    .select({ count: sql<number>`count(distinct ${caseloadFrequencies.studentId})::int` })
    .from(caseloadFrequencies)
    .where(and(eq(caseloadFrequencies.serviceId, id), isNull(caseloadFrequencies.deletedAt)))
  const sessions = await tx.$count(
    occurrences,
    and(eq(occurrences.serviceId, id), gte(occurrences.date, today), isNull(occurrences.deletedAt)),
  )
  return [
    ...(priced.length > 0 ? [`the rates of ${firstInWords(priced.map(({ name }) => name))}`] : []),
    ...(students && students.count > 0 ? [`the caseload of ${counted(students.count, 'student')}`] : []),
    ...(sessions > 0 ? [`${counted(sessions, 'session')} from today on`] : []),
  ]
}

export const serviceHandlers: HandlersOf<
  'getServices' | 'getService' | 'addService' | 'editService' | 'deleteService'
> = {
  getServices: async ({ query, db }) => {
    const pattern = containing(query.keywords?.trim() ?? '')
    const where = and(isLive, or(ilike(services.code, pattern), ilike(services.description, pattern)))
    const { limit, offset } = rangeOf(query)
    const { id, code, description } = services
    const rows = await db
      .select({ id, code, description })
      .from(services)
      .where(where)
      .orderBy(...orderOf(query.sort, { code: [code, id], description: [description, id] }, 'code'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows, await db.$count(services, where))
  },

  getService: async ({ query, db }) => {
    const { version, ...service } = requireRecord(await selectService(db, query.id), NOUN)
    return { ...service, entityCacheKey: String(version) }
  },

  addService: async ({ body: { code, description }, db }) => {
    const [id = 0] = await addServices(db, [{ code, description }])
    return done({ id }, serviceMessages.added)
  },

  editService: async ({ body: { id, code, description, entityCacheKey }, db }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectService(tx, id).for('update'), NOUN, entityCacheKey)
      await orCodeTaken(
        tx
          .update(services)
          .set({ code, description, version: sql`${services.version} + 1` })
          .where(eq(services.id, id)),
      )
    })
    return done(null, serviceMessages.updated)
  },

  deleteService: async ({ body: { id }, db, now, timeZone }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectService(tx, id).for('update'), NOUN)
      refuseInUse(NOUN, await usesOf(tx, id, localOf(now, timeZone).date))
      await tx.update(services).set({ deletedAt: now }).where(eq(services.id, id))
    })
    return done(null, serviceMessages.deleted)
  },
}
