/** The list of schools and its row actions (spec 3, sections 2, 4 and 7). */
import { type AnyColumn, and, count, eq, inArray, sql } from 'drizzle-orm'
import type { School } from '#contract/schools.ts'
import { schoolMessages } from '#domain/school-form.ts'
import { counted } from '#domain/words.ts'
import { readComing } from '#server/areas/coming-sessions/plan-coming.ts'
import { holdComing, settleComing } from '#server/areas/coming-sessions/settle-coming.ts'
import { isToCome, refuseInUse, sessionsToCome } from '#server/areas/master-data/stored-record.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { cities } from '#server/db/schema/address.ts'
import { providerSchools } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { schoolBillingHandlers } from './school-billing.ts'
import { readContacts, schoolProfileHandlers } from './school-profile.ts'
import { schoolRateHandlers } from './school-rates.ts'
import { isLive, lockSchool, NOUN, requireSchool } from './stored-school.ts'

/** What still uses the school. Past sessions keep it: its row stays. */
const usesOf = async (tx: Tx, id: number, now: Date): Promise<string[]> => {
  const providers = await tx.$count(providerSchools, eq(providerSchools.schoolId, id))
  const onCaseload = await tx.$count(students, and(eq(students.schoolId, id), eq(students.isActive, true)))
  const sessions = await tx.$count(occurrences, and(eq(occurrences.schoolId, id), isToCome(now)))
  return [
    ...(providers > 0 ? [`${counted(providers, 'provider')} who work there`] : []),
    ...(onCaseload > 0 ? [`the caseload of ${counted(onCaseload, 'student')}`] : []),
    ...sessionsToCome(sessions),
  ]
}

type Kept = NonNullable<School['sessionsToCome']>

/** What is to come at schools that were deactivated, with the first of it. */
const readKept = async (
  db: Pick<Db, 'select'>,
  schoolIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Kept>> => {
  if (schoolIds.length === 0) return new Map()
  const first = <Value>(column: AnyColumn) => sql<Value>`(array_agg(${column} order by ${occurrences.startsAt}))[1]`
  const rows = await db
    .select({
      schoolId: occurrences.schoolId,
      count: count(),
      date: first<string>(occurrences.date),
      providerId: first<number>(occurrences.providerId),
    })
    .from(occurrences)
    .where(and(inArray(occurrences.schoolId, [...schoolIds]), isToCome(now)))
    .groupBy(occurrences.schoolId)
  return new Map(rows.map(({ schoolId, ...kept }) => [schoolId, kept]))
}

const listHandlers: HandlersOf<
  'getSchools' | 'getSchoolContacts' | 'activateSchool' | 'deleteSchool' | 'getComingSessionsAtSchool'
> = {
  getSchools: async ({ query, db, now }) => {
    const { id, name, colourCode, addressLine1, addressLine2, isActive } = schools
    const where = and(isLive, hasWords(query.propertyName, name, cities.name, addressLine1, addressLine2))
    const { limit, offset } = rangeOf(query)
    const listing = db
      .select({ id, name, colourCode, addressLine1, addressLine2, isActive, city: cities.name })
      .from(schools)
      .leftJoin(cities, eq(cities.id, schools.cityId))
      .where(where)
      .orderBy(...orderOf(query.sort, { name: [name, id], city: [cities.name, name, id] }, 'name'))
      .limit(limit)
      .offset(offset)
    const counting = db.select({ id }).from(schools).leftJoin(cities, eq(cities.id, schools.cityId)).where(where)
    const [rows, total] = await Promise.all([listing, db.$count(counting.as('found'))])
    const inactive = rows.flatMap((row) => (row.isActive ? [] : [row.id]))
    const kept = await readKept(db, inactive, now)
    const listed = rows.map((row) => ({ ...row, city: row.city ?? '', sessionsToCome: kept.get(row.id) ?? null }))
    return replyPage(query, listed, total)
  },

  getSchoolContacts: async ({ query, db }) => {
    await requireSchool(db, query.id)
    const contacts = await readContacts(db, query.id)
    return contacts.map(({ id, personName, phoneNumber }) => ({ id, personName, phoneNumber }))
  },

  getComingSessionsAtSchool: async ({ params: { id: schoolId }, db, user, now, timeZone }) =>
    db.transaction(async (tx) => {
      await requireSchool(tx, schoolId)
      return readComing({ tx, user, now, timeZone, isPreview: true }, { schoolId })
    }),

  activateSchool: async ({ body: { Id, IsActive, comingSessions }, db, user, now, timeZone }) => {
    await db.transaction(async (tx) => {
      const change = { tx, user, now, timeZone }
      const answer = IsActive ? undefined : comingSessions
      const settlement = { ask: { schoolId: Id }, departure: 'deactivate' as const, answer }
      await holdComing(change, settlement)
      await lockSchool(tx, Id)
      await settleComing(change, settlement)
      await tx.update(schools).set({ isActive: IsActive }).where(eq(schools.id, Id))
    })
    return null
  },

  deleteSchool: async ({ params: { id }, db, now }) => {
    await db.transaction(async (tx) => {
      await lockSchool(tx, id)
      refuseInUse(NOUN, await usesOf(tx, id, now))
      await tx.update(schools).set({ deletedAt: now, isActive: false }).where(eq(schools.id, id))
    })
    return done(null, schoolMessages.deleted)
  },
}

export const schoolHandlers = {
  ...listHandlers,
  ...schoolProfileHandlers,
  ...schoolBillingHandlers,
  ...schoolRateHandlers,
}
