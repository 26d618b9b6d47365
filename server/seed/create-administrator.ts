import { ROLE_IDS } from '#domain/roles.ts'
import { hashPassword } from '#server/areas/login/passwords.ts'
import type { Db } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { users } from '#server/db/schema/users.ts'

export interface NewAdministrator {
  email: string
  displayName: string
  password: string
}

/**
 * Creates the first administrator of an installation without demo data; more are added in the portal. Reference data
 * must exist (`applyReferenceData`).
 *
 * @returns the user's id, or undefined if a user with this email already exists, who stays unchanged
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
