/** The profile of a school with its contacts (spec 3, sections 3 to 5). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveSchoolProfile } from '#contract/schools.ts'
import { schoolMessages } from '#domain/school-form.ts'
import { refuseField } from '#server/areas/schedule/session-checks.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { cities, schoolContacts, schools, states } from '#server/db/schema.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockSchool, requireSchool } from './stored-school.ts'

type Body = BodyOf<typeof saveSchoolProfile>

export const readContacts = (db: Pick<Db, 'select'>, schoolId: number) =>
  db
    .select()
    .from(schoolContacts)
    .where(and(eq(schoolContacts.schoolId, schoolId), isNull(schoolContacts.deletedAt)))
    .orderBy(asc(schoolContacts.id))

/** The city has to be of the state, and the state of the country. */
const requireCity = async (tx: Tx, { cityId, stateId, countryId }: Body) => {
  const [city] = await tx
    .select({ id: cities.id })
    .from(cities)
    .innerJoin(states, eq(states.id, cities.stateId))
    .where(and(eq(cities.id, cityId), eq(states.id, stateId), eq(states.countryId, countryId)))
  if (!city) refuseField('cityId', schoolMessages.city)
}

const saveContacts = async (tx: Tx, schoolId: number, contacts: Body['schoolContacts'], now: Date) => {
  for (const { id, isDeleted, ...typed } of contacts) {
    const contact = {
      personName: typed.personName.trim(),
      phoneNumber: typed.phoneNumber.trim(),
      designation: typed.designation.trim(),
      emailAddress: typed.emailAddress.trim(),
      fax: typed.fax.trim(),
    }
    if (id === null) {
      if (!isDeleted) await tx.insert(schoolContacts).values({ schoolId, ...contact })
      continue
    }
    const [stored] = await tx
      .update(schoolContacts)
      .set(isDeleted ? { deletedAt: now } : contact)
      .where(and(eq(schoolContacts.id, id), eq(schoolContacts.schoolId, schoolId), isNull(schoolContacts.deletedAt)))
      .returning({ id: schoolContacts.id })
    if (!stored) throw new Refusal(404, 'There is no such contact.')
  }
}

export const schoolProfileHandlers: HandlersOf<'getSchool' | 'saveSchoolProfile'> = {
  getSchool: async ({ query, db }) => {
    const { name, addressLine1, addressLine2, cityId, zipCode, colourCode, version } = await requireSchool(db, query.id)
    const [place] = await db
      .select({ stateId: states.id, countryId: states.countryId })
      .from(cities)
      .innerJoin(states, eq(states.id, cities.stateId))
      .where(eq(cities.id, cityId ?? 0))
    const contacts = await readContacts(db, query.id)
    return {
      id: query.id,
      entityCacheKey: String(version),
      profile: {
        name,
        addressLine1,
        addressLine2,
        countryId: place?.countryId ?? null,
        stateId: place?.stateId ?? null,
        cityId,
        zipCode,
        colourCode,
        schoolContacts: contacts.map(({ schoolId: _, deletedAt, ...contact }) => ({
          ...contact,
          isDeleted: deletedAt !== null,
        })),
      },
    }
  },

  saveSchoolProfile: async ({ body, db, now }) => {
    const { name, addressLine1, addressLine2, cityId, zipCode, colourCode } = body
    const profile = { name, addressLine1, addressLine2, cityId, zipCode, colourCode }
    const schoolId = await db.transaction(async (tx) => {
      await requireCity(tx, body)
      let id = body.id ?? undefined
      if (id === undefined) {
        const [added] = await tx.insert(schools).values(profile).returning({ id: schools.id })
        id = added?.id ?? 0
      } else {
        await lockSchool(tx, id, body.entityCacheKey)
        await tx
          .update(schools)
          .set({ ...profile, version: sql`${schools.version} + 1` })
          .where(eq(schools.id, id))
      }
      await saveContacts(tx, id, body.schoolContacts, now)
      return id
    })
    return done({ id: schoolId }, schoolMessages.saved)
  },
}
