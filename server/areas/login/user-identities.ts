/** Who users are at an identity provider (docs/decisions/sign-in-with-openid.md). */
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#server/db/database.ts'
import { userIdentities } from '#server/db/schema.ts'

export const provenIdentitySchema = z.object({
  issuer: z.string(),
  /** The provider's lasting name for the person. */
  subject: z.string(),
  email: z.string(),
  /** As users know the provider. */
  providerName: z.string(),
})
export type ProvenIdentity = z.infer<typeof provenIdentitySchema>

/** As a condition on `user_identities`. */
export const isIdentity = ({ issuer, subject }: Pick<ProvenIdentity, 'issuer' | 'subject'>) =>
  and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject))

/** Links an identity to a user, if it isn't yet. @returns false if one of them is linked to another */
export async function linkIdentity(tx: Tx, identity: ProvenIdentity, userId: number, now: Date): Promise<boolean> {
  const { issuer, subject, email } = identity
  await tx.insert(userIdentities).values({ issuer, subject, userId, email, linkedAt: now }).onConflictDoNothing()
  // Another sign-in may have been faster; or the user has another identity.
  const [stored] = await tx.select().from(userIdentities).where(isIdentity(identity))
  return stored?.userId === userId
}
