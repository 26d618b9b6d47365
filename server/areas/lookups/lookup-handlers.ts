/**
 * Choices for filters and forms. A provider sees only their own schools and students, and themselves (spec 1, section
 * 6).
 */
import { and, asc, type Column, desc, eq, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { reportMessages } from '#domain/reports.ts'
import { daysBetween, type LocalDate, localOf, nextBirthday } from '#domain/time.ts'
import { isInForce } from '#server/areas/master-data/rates-in-force.ts'
import { plainNameIn, studentName } from '#server/areas/students/student-name.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { distinctProviderName, isEmployed, providerName } from '#server/db/providers.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import {
  colours,
  occurrenceStudents,
  occurrences,
  scheduleEventStudents,
  scheduleEvents,
  trackingLabels,
} from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import {
  caseloadFrequencies,
  durations,
  eventFrequencies,
  serviceFrequencies,
  sessionTypes,
  students,
} from '#server/db/schema/students.ts'
import { users } from '#server/db/schema/users.ts'
import { providerScope } from '#server/http/access.ts'
import type { Clock, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How far ahead birthdays are listed. */
const BIRTHDAY_DAYS = 30

/** What a list is narrowed by; an empty list of ids does not narrow it. */
interface Narrowing {
  providerIds?: readonly number[]
  schoolIds?: readonly number[]
  studentIds?: readonly number[]
}

/** Undefined (no condition) without ids. */
export const among = (column: Column, ids: readonly number[] | undefined) =>
  ids && ids.length > 0 ? inArray(column, [...ids]) : undefined

/** A row that meets all conditions exists; undefined (no condition) without conditions. */
const where = (build: (condition: SQL | undefined) => SQL, ...conditions: (SQL | undefined)[]) =>
  conditions.some(Boolean) ? build(and(...conditions)) : undefined

/**
 * Whom a list offers, for all lookups alike: forms those who are current, filters and reports everyone, marked in their
 * names.
 */
interface Offered {
  readonly isEveryone: boolean
  readonly today: LocalDate
  /** Also this school, if they have a session there: where the session is that a form changes. */
  readonly storedSchoolId?: number | undefined
  /** Also this provider: whose session it is that a form changes. */
  readonly storedProviderId?: number | undefined
}

interface Asked extends Pick<Offered, 'storedSchoolId' | 'storedProviderId'> {
  readonly everyone?: 'true' | undefined
}

const offeredOf = ({ everyone, storedSchoolId, storedProviderId }: Asked, { now, timeZone }: Clock): Offered => ({
  isEveryone: everyone === 'true',
  today: localOf(now, timeZone).date,
  storedSchoolId,
  storedProviderId,
})

/** Whether a session has the row; for what the past had. */
const inSession = (condition: SQL | undefined) =>
  sql`exists (select from ${occurrences} left join ${occurrenceStudents}
    on ${occurrenceStudents.occurrenceId} = ${occurrences.id}
    where ${and(isNull(occurrences.deletedAt), condition)})`

/** 'Lincoln', 'Maple (inactive)' or 'Oak (deleted)' */
const markedName = (name: SQL | Column, { isActive, deletedAt }: typeof schools | typeof students) =>
  sql<string>`concat(${name}, case when ${deletedAt} is not null then ' (deleted)' when not ${isActive} then ' (inactive)' end)`

const isCurrent = ({ isActive, deletedAt }: typeof schools | typeof students) =>
  and(eq(isActive, true), isNull(deletedAt))

const readProviders = async (
  db: Db,
  { providerIds, schoolIds, studentIds }: Narrowing,
  { isEveryone, today, storedProviderId }: Offered,
) => {
  const isStored = storedProviderId === undefined ? undefined : eq(providers.id, storedProviderId)
  const left = sql`concat(' (left', ' ' || to_char(${providers.termDate}, 'MM/DD/YYYY'), ')')`
  const rows = await db
    .select({
      id: providers.id,
      providerName: sql<string>`concat(${distinctProviderName}, case when not ${isEmployed(today)} then ${left} end)`,
      statusId: providers.statusId,
      isEmployed: isEmployed(today),
    })
    .from(providers)
    .where(
      and(
        isEveryone ? undefined : or(isEmployed(today), isStored),
        among(providers.id, providerIds),
        where(
          (condition) =>
            inArray(providers.id, db.select({ id: providerSchools.providerId }).from(providerSchools).where(condition)),
          among(providerSchools.schoolId, schoolIds),
        ),
        where(
          (condition) => inArray(providers.id, db.select({ id: students.providerId }).from(students).where(condition)),
          among(students.id, studentIds),
        ),
      ),
    )
    .orderBy(asc(providers.lastName), asc(providers.firstName), asc(providers.id))
  return rows.map(({ statusId, isEmployed, ...provider }) => ({
    ...provider,
    ...(!isEmployed && { hasLeft: true as const }),
    ...(statusId === PROVIDER_STATUS_IDS.onLeave && { isOnLeave: true as const }),
  }))
}

const readSchools = (
  db: Db,
  { providerIds, schoolIds, studentIds }: Narrowing,
  { isEveryone, storedSchoolId }: Offered,
) => {
  const hadSession = (condition: SQL | undefined) => inSession(and(eq(occurrences.schoolId, schools.id), condition))
  const isStored =
    storedSchoolId === undefined
      ? undefined
      : and(eq(schools.id, storedSchoolId), hadSession(among(occurrences.providerId, providerIds)))
  const orInPast = (now: SQL, past: SQL | undefined) => (isEveryone ? sql`(${now} or ${hadSession(past)})` : now)
  return db
    .select({ id: schools.id, name: markedName(schools.name, schools), colourCode: schools.colourCode })
    .from(schools)
    .where(
      or(
        and(
          isEveryone ? or(isCurrent(schools), hadSession(undefined)) : isCurrent(schools),
          among(schools.id, schoolIds),
          where(
            (condition) =>
              orInPast(
                inArray(schools.id, db.select({ id: providerSchools.schoolId }).from(providerSchools).where(condition)),
                among(occurrences.providerId, providerIds),
              ),
            among(providerSchools.providerId, providerIds),
          ),
          where(
            (condition) =>
              orInPast(
                inArray(schools.id, db.select({ id: students.schoolId }).from(students).where(condition)),
                among(occurrenceStudents.studentId, studentIds),
              ),
            among(students.id, studentIds),
          ),
        ),
        isStored,
      ),
    )
    .orderBy(asc(schools.name), asc(schools.id))
}

/** Whether a frequency is in a session at the school, the provider's if one is given. */
const isInSessionAt = (schoolId: number, providerId: number | undefined): SQL =>
  sql`${caseloadFrequencies.id} in (
    select ${occurrenceStudents.caseloadFrequencyId} from ${occurrences}
    join ${occurrenceStudents} on ${occurrenceStudents.occurrenceId} = ${occurrences.id}
    where ${and(eq(occurrences.schoolId, schoolId), providerId === undefined ? undefined : eq(occurrences.providerId, providerId))}
    union all
    select ${scheduleEventStudents.caseloadFrequencyId} from ${scheduleEvents}
    join ${scheduleEventStudents} on ${scheduleEventStudents.scheduleEventId} = ${scheduleEvents.id}
    where ${and(eq(scheduleEvents.schoolId, schoolId), providerId === undefined ? undefined : eq(scheduleEvents.providerId, providerId))})`

interface StudentsAsked extends Omit<Narrowing, 'studentIds'> {
  name?: string | undefined
  limit?: number | undefined
  /** Always included, since they are already selected. */
  chosenIds: readonly number[]
}

const readStudents = async (
  db: Db,
  { providerIds, schoolIds, name, limit, chosenIds }: StudentsAsked,
  { isEveryone }: Offered,
) => {
  const hadSession = (condition: SQL | undefined) =>
    inSession(and(eq(occurrenceStudents.studentId, students.id), condition))
  const orInPast = (now: SQL | undefined, past: SQL | undefined) =>
    isEveryone && now ? or(now, hadSession(past)) : now
  const select = (which: SQL | undefined, most: number | undefined) => {
    const query = db
      .select({ id: students.id, name: markedName(studentName, students) })
      .from(students)
      .where(
        and(
          orInPast(isCurrent(students), undefined),
          orInPast(among(students.schoolId, schoolIds), among(occurrences.schoolId, schoolIds ?? [])),
          orInPast(among(students.providerId, providerIds), among(occurrences.providerId, providerIds ?? [])),
          which,
        ),
      )
      .orderBy(asc(students.name), asc(students.id))
    return most === undefined ? query : query.limit(most)
  }
  const words = plainNameIn(name ?? '')
  const found = await select(hasWords(words, students.name), limit)
  const missing = chosenIds.filter((chosen) => !found.some(({ id }) => id === chosen))
  return missing.length === 0 ? found : [...(await select(among(students.id, missing), undefined)), ...found]
}

/** A provider's own id, otherwise the requested one. */
const providerIdsFor = (scope: number | undefined, requested: readonly number[] = []) =>
  scope === undefined ? requested : [scope]

/** A school of the caller, or where they have a session: that one can be changed even if the school is inactive. */
const requireSchool = async (db: Db, schoolId: number, scope: number | undefined): Promise<void> => {
  const everyone = { isEveryone: true, today: '' }
  const found = await readSchools(db, { schoolIds: [schoolId], providerIds: providerIdsFor(scope) }, everyone)
  if (found.length === 0) throw new Refusal(404, 'School not found.')
}

export const lookupHandlers: HandlersOf<
  | 'getAllColours'
  | 'getAllProviders'
  | 'getAllSchools'
  | 'getAllTrackingLabels'
  | 'getProviderBirthdays'
  | 'getProviderByUserId'
  | 'getProvidersSchoolsStudents'
  | 'getSchoolServicesRateTypesRate'
  | 'getSchoolStudentListing'
  | 'getStudentsBySchool'
> = {
  getProvidersSchoolsStudents: async ({ query, db, user, now, timeZone }) => {
    const scope = providerScope(user)
    const providerIds = providerIdsFor(scope, query.providerIds)
    const offered = offeredOf(query, { now, timeZone })
    const { schoolIds, studentIds, studentName: name, studentLimit: limit } = query
    // Each list is narrowed by the other two, not by itself, so a selection can be changed.
    return {
      providers: await readProviders(db, { providerIds: providerIdsFor(scope), schoolIds, studentIds }, offered),
      schools: await readSchools(db, { providerIds, studentIds }, offered),
      students: await readStudents(db, { providerIds, schoolIds, name, limit, chosenIds: studentIds }, offered),
    }
  },

  getStudentsBySchool: async ({ body, db, user, now, timeZone }) => {
    const asked = {
      schoolIds: body.schoolIds.split(',').map(Number),
      providerIds: providerIdsFor(providerScope(user)),
      chosenIds: [],
    }
    const found = await readStudents(db, asked, offeredOf(body, { now, timeZone }))
    if (found.length === 0) throw new Refusal(404, reportMessages.studentNotFound)
    return found
  },

  getAllSchools: ({ query, db, user, now, timeZone }) =>
    readSchools(db, { providerIds: providerIdsFor(providerScope(user)) }, offeredOf(query, { now, timeZone })),

  getAllProviders: ({ query, db, user, now, timeZone }) =>
    readProviders(db, { providerIds: providerIdsFor(providerScope(user)) }, offeredOf(query, { now, timeZone })),

  getProviderBirthdays: async ({ db, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const born = await db
      .select({ id: providers.id, providerName, birthDate: providers.birthDate })
      .from(providers)
      .where(and(isEmployed(today), isNotNull(providers.birthDate)))
      .orderBy(asc(providers.lastName), asc(providers.firstName), asc(providers.id))
    return born
      .map(({ birthDate, ...provider }) => ({ ...provider, birthday: nextBirthday(birthDate ?? today, today) }))
      .filter(({ birthday }) => daysBetween(today, birthday) <= BIRTHDAY_DAYS)
      .sort((a, b) => daysBetween(b.birthday, a.birthday))
  },

  getProviderByUserId: async ({ params, db, user }) => {
    const scope = providerScope(user)
    const [provider] = await db
      .select({ id: providers.id, providerName })
      .from(users)
      .innerJoin(providers, eq(providers.id, users.providerId))
      .where(and(eq(users.id, params.userId), scope === undefined ? undefined : eq(providers.id, scope)))
    if (!provider) throw new Refusal(404, 'This user is not a provider.')
    return provider
  },

  getSchoolServicesRateTypesRate: async ({ query, db, user, now, timeZone }) => {
    const scope = providerScope(user)
    const { schoolId, serviceId, rateTypeId } = query
    await requireSchool(db, schoolId, scope)
    const inForce = isInForce(schoolId, localOf(now, timeZone).date)
    const servicesList = await db
      .selectDistinct({ id: services.id, name: services.description, code: services.code })
      .from(schoolServiceRates)
      .innerJoin(services, and(eq(services.id, schoolServiceRates.serviceId), isNull(services.deletedAt)))
      .where(inForce)
      .orderBy(asc(services.description), asc(services.id))
    // Rate types and rates are hidden from providers.
    if (serviceId === undefined || scope !== undefined) return { servicesList, rateTypesList: [], rate: null }
    const rateTypesList = await db
      .selectDistinct({ id: rateTypes.id, name: rateTypes.name })
      .from(schoolServiceRates)
      .innerJoin(rateTypes, eq(rateTypes.id, schoolServiceRates.rateTypeId))
      .where(and(inForce, eq(schoolServiceRates.serviceId, serviceId)))
      .orderBy(asc(rateTypes.id))
    if (rateTypeId === undefined) return { servicesList, rateTypesList, rate: null }
    const [newest] = await db
      .select({ rate: schoolServiceRates.rate })
      .from(schoolServiceRates)
      .where(and(inForce, eq(schoolServiceRates.serviceId, serviceId), eq(schoolServiceRates.rateTypeId, rateTypeId)))
      .orderBy(desc(schoolServiceRates.effectiveDate))
      .limit(1)
    return { servicesList, rateTypesList, rate: newest?.rate ?? null }
  },

  getSchoolStudentListing: async ({ query, db, user }) => {
    const scope = providerScope(user)
    const { schoolId, storedCaseloadIds } = query
    await requireSchool(db, schoolId, scope)
    const isCurrentThere = and(
      eq(students.schoolId, schoolId),
      eq(students.isActive, true),
      isNull(caseloadFrequencies.deletedAt),
      scope === undefined ? undefined : eq(students.providerId, scope),
    )
    const isStored =
      storedCaseloadIds.length === 0
        ? undefined
        : and(among(caseloadFrequencies.id, storedCaseloadIds), isInSessionAt(schoolId, scope))
    return db
      .select({
        id: caseloadFrequencies.id,
        studentId: students.id,
        studentName: sql<string>`concat(${markedName(studentName, students)}, case when ${students.deletedAt} is null
          and ${students.isActive} and ${students.schoolId} <> ${schoolId} then concat(' (now at ', ${schools.name}, ')') end)`,
        description: sql<string>`concat_ws(' · ', ${services.code},
          nullif(concat_ws(' ', ${serviceFrequencies.serviceFrequency}, lower(${eventFrequencies.eventFrequency})), ''),
          ${durations.duration}, ${sessionTypes.name})`,
      })
      .from(caseloadFrequencies)
      .innerJoin(students, eq(students.id, caseloadFrequencies.studentId))
      .innerJoin(schools, eq(schools.id, students.schoolId))
      .leftJoin(services, eq(services.id, caseloadFrequencies.serviceId))
      .leftJoin(serviceFrequencies, eq(serviceFrequencies.id, caseloadFrequencies.serviceFrequencyId))
      .leftJoin(eventFrequencies, eq(eventFrequencies.id, caseloadFrequencies.eventFrequencyId))
      .leftJoin(durations, eq(durations.id, caseloadFrequencies.durationId))
      .leftJoin(sessionTypes, eq(sessionTypes.id, caseloadFrequencies.sessionTypeId))
      .where(
        and(
          or(isCurrentThere, isStored),
          query.scheduleEventRecurrenceId === undefined
            ? undefined
            : notInArray(
                caseloadFrequencies.id,
                db
                  .select({ id: occurrenceStudents.caseloadFrequencyId })
                  .from(occurrenceStudents)
                  .where(eq(occurrenceStudents.occurrenceId, query.scheduleEventRecurrenceId)),
              ),
        ),
      )
      .orderBy(asc(students.name), asc(students.id), asc(caseloadFrequencies.id))
  },

  getAllTrackingLabels: ({ body, db }) =>
    db
      .select({
        id: trackingLabels.id,
        trackingLabel: sql<string>`concat(${trackingLabels.trackingLabel},
          case when ${trackingLabels.deletedAt} is not null then ' (deleted)' end)`,
        description: trackingLabels.description,
      })
      .from(trackingLabels)
      .where(
        or(
          isNull(trackingLabels.deletedAt),
          body.everyone === 'true'
            ? sql`exists (select from ${occurrenceStudents} where ${trackingLabels.id} = any(${occurrenceStudents.labelIds}))`
            : undefined,
        ),
      )
      .orderBy(asc(trackingLabels.trackingLabel), asc(trackingLabels.id)),

  getAllColours: ({ db }) => db.select().from(colours).orderBy(asc(colours.id)),
}
