import { and, asc, eq, isNull } from 'drizzle-orm'
import { type EmergencyContact, isBlankContact } from '#domain/provider-form.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerEmergencyContacts } from '#server/db/schema/providers.ts'
import { Refusal } from '#server/http/refusal.ts'

const contactOf = (typed: EmergencyContact) => ({
  name: typed.emergencyContactName,
  relationship: typed.emergencyContactRelationship,
  number: typed.emergencyContactNumber,
})

export const saveContacts = async (tx: Tx, providerId: number, contacts: readonly EmergencyContact[], now: Date) => {
  await bulkInsert(
    tx,
    providerEmergencyContacts,
    contacts.flatMap((typed) =>
      typed.id !== null || typed.isDeleted || isBlankContact(typed) ? [] : [{ providerId, ...contactOf(typed) }],
    ),
  )
  for (const typed of contacts) {
    const { id, isDeleted } = typed
    if (id === null) continue
    const { id: contactId, providerId: ownerId, deletedAt } = providerEmergencyContacts
    const [stored] = await tx
      .update(providerEmergencyContacts)
      .set(isDeleted ? { deletedAt: now } : contactOf(typed))
      .where(and(eq(contactId, id), eq(ownerId, providerId), isNull(deletedAt)))
      .returning({ id: contactId })
    if (!stored) throw new Refusal(404, 'Contact not found.')
  }
}

export const readContacts = async (db: Pick<Db, 'select'>, providerId: number): Promise<EmergencyContact[]> => {
  const { id, providerId: ownerId, deletedAt } = providerEmergencyContacts
  const rows = await db
    .select()
    .from(providerEmergencyContacts)
    .where(and(eq(ownerId, providerId), isNull(deletedAt)))
    .orderBy(asc(id))
  return rows.map((row) => ({
    id: row.id,
    emergencyContactName: row.name,
    emergencyContactRelationship: row.relationship,
    emergencyContactNumber: row.number,
    isDeleted: false,
  }))
}
