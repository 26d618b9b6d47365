import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from './schema.ts'

/** As a condition on `users`; in any letter case. */
export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.toLowerCase())
