/**
 * Someone can always open /acl, also after every last day at work that is set: whatever changes roles or users takes its
 * turn here, and is refused if nobody could.
 */
import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { accessMessages, lastUser, nobodyAfter } from '#domain/access.ts'
import type { ScreenKey } from '#domain/screen-keys.ts'
import type { LocalDate } from '#domain/time.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Tx } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { passkeys, userIdentities } from '#server/db/schema/sign-in.ts'
import { permissions, rolePermissions, users } from '#server/db/schema/users.ts'
import { dateAt, maySignInOn } from '#server/db/users.ts'
import { Refusal } from '#server/http/refusal.ts'

const SCREEN: ScreenKey = 'Permissions'

/** Holds back other changes of roles and users until the transaction ends: two that each leave the other would lock everyone out. */
export const takeTurn = async (tx: Tx): Promise<void> => {
  await tx.select({ id: permissions.id }).from(permissions).where(eq(permissions.screen, SCREEN)).for('update')
}

/** The identity provider of this server, if it has one. */
type Provider = Pick<IdentityProviderSettings, 'issuer'> | undefined

/** As a condition on `users`: may sign in, and has a password, a passkey, or an identity at the provider. */
const canSignIn = (provider: Provider, day: LocalDate | SQL) =>
  and(
    maySignInOn(day),
    or(
      isNotNull(users.passwordHash),
      sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      provider &&
        sql`exists (select 1 from ${userIdentities}
          where ${userIdentities.userId} = ${users.id} and ${userIdentities.issuer} = ${provider.issuer})`,
    ),
  )

/** The last day of those who have none. */
const FOREVER: LocalDate = '9999-12-31'

/**
 * The last day on which someone can sign in and open /acl; '' if nobody can, which sorts before every date. Nobody else
 * can be expected later on: each leaves with their last day at work.
 *
 * @param which a condition on `users`
 */
const managedUntil = async (tx: Tx, provider: Provider, today: LocalDate | SQL, which?: SQL): Promise<LocalDate> => {
  const [latest] = await tx
    .select({ day: sql<LocalDate>`coalesce(max(coalesce(${providers.termDate}, ${FOREVER}::date))::text, '')` })
    .from(users)
    .innerJoin(rolePermissions, eq(rolePermissions.roleId, users.roleId))
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .leftJoin(providers, eq(providers.id, users.providerId))
    .where(and(canSignIn(provider, today), eq(permissions.screen, SCREEN), which))
  return latest?.day ?? ''
}

/**
 * Why a user may not leave: nobody could open /acl after that. Call it when it is the transaction's turn, before the
 * change.
 *
 * @param days.until the last day at work that they get; '' if they leave at once
 * @returns undefined if they may
 */
export const whyTheyMustStay = async (
  tx: Tx,
  provider: Provider,
  { userId, name }: { readonly userId: number; readonly name: string },
  { today, until }: { readonly today: LocalDate; readonly until: LocalDate },
): Promise<string | undefined> => {
  const own = await managedUntil(tx, provider, today, eq(users.id, userId))
  const others = await managedUntil(tx, provider, today, ne(users.id, userId))
  if (own <= others || own <= until) return undefined
  const last = until > others ? until : others
  return last === '' ? lastUser(name) : nobodyAfter(last)
}

/**
 * Makes a change, which must not bring forward the day after which nobody can open /acl. Call it when it is the
 * transaction's turn.
 *
 * @param refusal the message if nobody could open /acl at once
 * @throws Refusal 400
 */
export const keepManaged = async (
  tx: Tx,
  provider: Provider,
  now: Date,
  { change, refusal }: { readonly change: () => Promise<void>; readonly refusal: string | (() => Promise<string>) },
): Promise<void> => {
  const before = await managedUntil(tx, provider, dateAt(now))
  await change()
  const after = await managedUntil(tx, provider, dateAt(now))
  if (after >= before) return
  if (after !== '') throw new Refusal(400, nobodyAfter(after))
  throw new Refusal(400, typeof refusal === 'string' ? refusal : await refusal())
}

/** Why the last role keeps the screen. */
export const whyRoleStays = async (tx: Tx): Promise<string> => {
  const [role] = await tx
    .select({ id: rolePermissions.roleId })
    .from(rolePermissions)
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(eq(permissions.screen, SCREEN))
    .limit(1)
  return role ? accessMessages.lastRoleInUse : accessMessages.lastRole
}
