/** The profile of a school with its contacts (spec 3, sections 3 to 5). */
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveSchoolProfile } from '#contract/schools.ts'
import { type SchoolContact, type SchoolProfile, schoolMessages } from '#domain/school-form.ts'
import { isCityIn, placeOf } from '#server/areas/address/city.ts'
import { bulkInsert, insertNumbered } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireAt, requireOne } from '#server/db/require-one.ts'
import { schoolContacts, schools } from '#server/db/schema/schools.ts'
import { plainName } from '#server/documents/plain-name.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { isLive, lockSchool, requireSchool } from './stored-school.ts'

type Body = BodyOf<typeof saveSchoolProfile>

export const readContacts = (db: Pick<Db, 'select'>, schoolId: number) =>
  db
    .select()
    .from(schoolContacts)
    .where(and(eq(schoolContacts.schoolId, schoolId), isNull(schoolContacts.deletedAt)))
    .orderBy(asc(schoolContacts.id))

const contactOf = (typed: SchoolContact) => ({
  personName: typed.personName.trim(),
  phoneNumber: typed.phoneNumber.trim(),
  designation: typed.designation.trim(),
  emailAddress: typed.emailAddress.trim(),
  fax: typed.fax.trim(),
})

const profileOf = ({ name, addressLine1, addressLine2, cityId, zipCode, colourCode }: SchoolProfile) => ({
  name,
  addressLine1,
  addressLine2,
  cityId,
  zipCode,
  colourCode,
})

/** Contacts that are not stored yet. */
const addContacts = (tx: Tx, contacts: readonly { schoolId: number; contact: SchoolContact }[]) =>
  bulkInsert(
    tx,
    schoolContacts,
    contacts.flatMap(({ schoolId, contact }) => (contact.isDeleted ? [] : [{ schoolId, ...contactOf(contact) }])),
  )

/**
 * Adds schools with their contacts.
 *
 * @returns their ids
 */
export const addSchools = async (tx: Tx, profiles: readonly SchoolProfile[]): Promise<number[]> => {
  const ids = await insertNumbered(tx, schools, profiles.map(profileOf))
  await addContacts(
    tx,
    profiles.flatMap(({ schoolContacts: contacts }, index) =>
      contacts.map((contact) => ({ schoolId: requireAt(ids, index), contact })),
    ),
  )
  return ids
}

const saveContacts = async (tx: Tx, schoolId: number, contacts: Body['schoolContacts'], now: Date) => {
  await addContacts(
    tx,
    contacts.flatMap((contact) => (contact.id === null ? [{ schoolId, contact }] : [])),
  )
  for (const typed of contacts) {
    const { id, isDeleted } = typed
    if (id === null) continue
    const [stored] = await tx
      .update(schoolContacts)
      .set(isDeleted ? { deletedAt: now } : contactOf(typed))
      .where(and(eq(schoolContacts.id, id), eq(schoolContacts.schoolId, schoolId), isNull(schoolContacts.deletedAt)))
      .returning({ id: schoolContacts.id })
    if (!stored) throw new Refusal(404, 'Contact not found.')
  }
}

/** Sessions, imports and files tell schools apart by name alone. */
const requireOwnName = async (tx: Tx, name: string): Promise<void> => {
  // Those who add or rename one at the same time wait here.
  await tx.execute(sql`lock table ${schools} in share row exclusive mode`)
  const all = await tx.select({ name: schools.name }).from(schools).where(isLive)
  const wanted = plainName(name)
  if (all.some((school) => plainName(school.name) === wanted)) refuseField('name', schoolMessages.sameName, 409)
}

export const schoolProfileHandlers: HandlersOf<'getSchool' | 'saveSchoolProfile'> = {
  getSchool: async ({ query, db }) => {
    const { name, addressLine1, addressLine2, cityId, zipCode, colourCode, version } = await requireSchool(db, query.id)
    const contacts = await readContacts(db, query.id)
    return {
      id: query.id,
      entityCacheKey: String(version),
      profile: {
        name,
        addressLine1,
        addressLine2,
        ...(await placeOf(db, cityId)),
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
    const schoolId = await db.transaction(async (tx) => {
      if (!(await isCityIn(tx, body))) refuseField('cityId', schoolMessages.city)
      const id = body.id ?? undefined
      if (id === undefined) {
        await requireOwnName(tx, body.name)
        return requireOne(await addSchools(tx, [body]), 'The school')
      }
      const stored = await lockSchool(tx, id, body.entityCacheKey)
      if (plainName(stored.name) !== plainName(body.name)) await requireOwnName(tx, body.name)
      await tx
        .update(schools)
        .set({ ...profileOf(body), version: sql`${schools.version} + 1` })
        .where(eq(schools.id, id))
      await saveContacts(tx, id, body.schoolContacts, now)
      return id
    })
    return done({ id: schoolId }, schoolMessages.saved)
  },
}
