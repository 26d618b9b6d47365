import { eq, type SQL, sql } from 'drizzle-orm'
import type { AccountState } from '#domain/account.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from './database.ts'
import { isEmployed } from './providers.ts'
import { organisation } from './schema/organization.ts'
import { providers } from './schema/providers.ts'
import { passkeys, userIdentities } from './schema/sign-in.ts'
import { users } from './schema/users.ts'

/** As a condition on `users`; in any letter case. */
export const hasEmail = (email: string): SQL => eq(sql`lower(${users.email})`, email.toLowerCase())

/** As a condition on `users`: signs in with an identity provider alone. */
export const isWithoutPassword = sql<boolean>`(${users.passwordHash} is null
  and exists (select 1 from ${userIdentities} where ${userIdentities.userId} = ${users.id}))`

/** Nested, since a query of one table leaves the table's name out of the outermost expression. */
const whole = <T>(condition: SQL): SQL<T> => sql<T>`${condition}`

/** As a condition on `users`: they can prove who they are. Those who can't have accepted no invitation. */
export const canSignIn = whole<boolean>(sql`(${users.passwordHash} is not null
  or exists (select 1 from ${userIdentities} where ${userIdentities.userId} = ${users.id})
  or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}))`)

/** The organization's date at an instant. */
export const dateAt = (now: Date): SQL => sql`(${now.toISOString()}::timestamptz
  at time zone (select ${organisation.timeZone} from ${organisation}))::date`

/** As a condition on `users`: neither deactivated nor terminated. @param day the organization's date */
export const maySignInOn = (day: LocalDate | SQL): SQL<boolean> =>
  whole(sql`(${users.isActive} and not exists (
    select 1 from ${providers} where ${providers.id} = ${users.providerId} and not ${isEmployed(day)}))`)

/** The same at an instant: an account ends with the last day at work, whatever else happens then. */
export const maySignIn = (now: Date): SQL<boolean> => maySignInOn(dateAt(now))

/** Needs users joined with their provider; `accountStateOf` in src/domain/account.ts is the same rule. */
export const accountState = (today: LocalDate | SQL): SQL<AccountState> =>
  whole(sql`case
  when ${providers.id} is not null and not ${isEmployed(today)} then 'terminated'
  when not ${users.isActive} then 'deactivated'
  when not ${canSignIn} then case when ${users.invitedAt} is null then 'notInvited' else 'invited' end
  when ${providers.statusId} = ${sql.raw(String(PROVIDER_STATUS_IDS.onLeave))} then 'onLeave'
  else 'active' end`)

/** Needs providers joined with their user, if they have one. */
export const accountStateOrNone = (today: LocalDate | SQL): SQL<AccountState | null> =>
  whole(sql`case when ${users.id} is not null then ${accountState(today)} end`)

/** As a condition on `users`: email about their work may go to them, unlike to someone whom nobody has invited yet. */
export const isTold = whole<boolean>(sql`(${users.invitedAt} is not null or ${canSignIn})`)

/** The name of who did something; 'Someone' if there is no such user. */
export const readUserName = async (db: Pick<Db, 'select'>, id: number): Promise<string> => {
  const [user] = await db.select({ name: users.displayName }).from(users).where(eq(users.id, id))
  return user?.name ?? 'Someone'
}
