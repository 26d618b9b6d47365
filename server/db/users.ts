import { eq, type SQL, sql } from 'drizzle-orm'
import { userIdentities, users } from './schema.ts'

/** As a condition on `users`; in any letter case. */
export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.toLowerCase())

/** As a condition on `users`: signs in with an identity provider alone. */
export const isWithoutPassword = sql<boolean>`(${users.passwordHash} is null
  and exists (select 1 from ${userIdentities} where ${userIdentities.userId} = ${users.id}))`
