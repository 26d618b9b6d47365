import { ROLE_IDS } from '#domain/roles.ts'
import { hashPassword } from '#server/areas/login/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { users } from '#server/db/schema.ts'

export interface NewAdministrator {
  email: string
  displayName: string
  password: string
}

/**
 * The first administrator of an installation without demo data; further ones are made in the portal. Reference data has
 * to be there (`applyReferenceData`).
 *
 * @returns the user's id, or undefined when someone with this e-mail is there already: they are left as they are
 */
export const createAdministrator = async (
  db: Db,
  { email, displayName, password }: NewAdministrator,
): Promise<number | undefined> => {
  const passwordHash = await hashPassword(password)
  try {
    const [created] = await db
      .insert(users)
      .values({ email, displayName, passwordHash, roleId: ROLE_IDS.Administrators })
      .returning({ id: users.id })
    return created?.id
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) return undefined
    throw error
  }
}
