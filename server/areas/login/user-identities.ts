/** Who users are at an identity provider (docs/decisions/sign-in-with-openid.md). */
import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { LinkedIdentity } from '#contract/login.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { userIdentities } from '#server/db/schema/sign-in.ts'
import { type IdentityProviderSettings, nameOfIssuer } from './identity-provider.ts'

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

/**
 * Links an identity to a user, if it isn't yet.
 *
 * @returns whether it was linked now, is linked since an earlier sign-in, or can't be: one of them is linked to another
 */
export async function linkIdentity(
  tx: Tx,
  identity: ProvenIdentity,
  userId: number,
  now: Date,
): Promise<'new' | 'known' | 'other'> {
  const { issuer, subject, email } = identity
  const added = await tx
    .insert(userIdentities)
    .values({ issuer, subject, userId, email, linkedAt: now })
    .onConflictDoNothing()
    .returning({ userId: userIdentities.userId })
  if (added.length > 0) return 'new'
  // Another sign-in may have been faster; or the user has another identity.
  const [stored] = await tx.select().from(userIdentities).where(isIdentity(identity))
  return stored?.userId === userId ? 'known' : 'other'
}

/**
 * Whom users are linked to, by user.
 *
 * @param provider the one of this server, whose identity counts if a user also has others
 */
export async function identitiesOf(
  db: Pick<Db, 'select'>,
  userIds: readonly number[],
  provider: Pick<IdentityProviderSettings, 'issuer' | 'name'> | undefined,
): Promise<ReadonlyMap<number, LinkedIdentity>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(userIdentities)
    .where(inArray(userIdentities.userId, [...userIds]))
    .orderBy(eq(userIdentities.issuer, provider?.issuer ?? ''), userIdentities.linkedAt)
  return new Map(
    rows.map(({ userId, issuer, email, linkedAt }) => [
      userId,
      { provider: providerName(issuer, provider), email, linkedAtUtc: linkedAt.toISOString() },
    ]),
  )
}

const providerName = (
  issuer: string,
  provider: Pick<IdentityProviderSettings, 'issuer' | 'name'> | undefined,
): string => (issuer === provider?.issuer ? provider.name : nameOfIssuer(issuer))
