/** Invites providers to their accounts: with their record, or later, one or many (docs/decisions/invitations.md). */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm'
import { MAX_INVITED } from '#contract/providers.ts'
import { accountMessages, whyNotInvited } from '#domain/account.ts'
import type { INVITATIONS } from '#domain/provider-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { lockAccount, readAccount } from '#server/areas/accounts/account-moves.ts'
import { accountsInvited } from '#server/areas/accounts/account-notices.ts'
import { invite } from '#server/areas/login/password-recovery.ts'
import { ADMINISTRATORS, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { distinctProviderName, readProviderNames } from '#server/db/providers.ts'
import { cities } from '#server/db/schema/address.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { accountState } from '#server/db/users.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Mail, MailServices } from '#server/mail/mail.ts'
import { matching } from './provider-list.ts'

export interface Inviting {
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
  /** Scheme, host and port of the invitation's link. @throws Refusal if they are not known */
  readonly origin: () => string
  readonly byUserId: number
  readonly today: LocalDate
  readonly now: Date
  readonly timeZone: string
}

/** Tells the other administrators who was invited in one step. */
export const tellInvited = async (
  tx: Tx,
  { byUserId: userId, now }: Pick<Inviting, 'byUserId' | 'now'>,
  invited: readonly number[],
): Promise<void> => {
  const [first] = invited
  if (first === undefined) return
  const names = await readProviderNames(tx, invited)
  await notify(tx, { userId, now }, [notice(accountsInvited, ADMINISTRATORS, first, names)])
}

/**
 * Invites a provider who was just added in the same transaction. Administrators still have to be told (`tellInvited`).
 *
 * @returns what became of the invitation
 */
export const inviteAdded = async (
  tx: Tx,
  providerId: number,
  { mail, byUserId, origin, ...inviting }: Inviting,
): Promise<(typeof INVITATIONS)[number]> => {
  const account = await readAccount(tx, { providerId }, inviting.today)
  if (account?.state !== 'notInvited') return 'none'
  if (!mail) return 'noMail'
  await invite(tx, mail, { account, byUserId }, { ...inviting, origin: origin() })
  return 'sent'
}

/** Providers with the reason why each is not to be invited, by name. */
const readInvitees = async (db: Pick<Db, 'select'>, which: SQL | undefined, today: LocalDate) => {
  const rows = await db
    .select({ id: providers.id, name: distinctProviderName, state: accountState(today) })
    .from(providers)
    .innerJoin(users, eq(users.providerId, providers.id))
    .leftJoin(cities, eq(cities.id, providers.cityId))
    .where(which)
    .orderBy(asc(providers.firstName), asc(providers.lastName), asc(providers.id))
  return rows.map(({ id, name, state }) => ({ id, name, reason: whyNotInvited(state) }))
}

type Invitee = Awaited<ReturnType<typeof readInvitees>>[number]

const leftOutOf = (invitees: readonly Invitee[]) =>
  invitees.flatMap(({ id, name, reason }) => (reason === undefined ? [] : [{ id, name, reason }]))

export const createInvitationHandlers = ({
  auth: { mail },
}: {
  readonly auth: Pick<MailServices, 'mail'>
}): HandlersOf<'checkInvitations' | 'inviteProviders'> => ({
  checkInvitations: async ({ body: { providerIds, filters }, db, now, timeZone }) => {
    if (!mail) throw new Refusal(503, accountMessages.noMail)
    const { date: today } = localOf(now, timeZone)
    const chosen = providerIds === undefined ? undefined : inArray(providers.id, providerIds)
    const invitees = await readInvitees(db, and(chosen, filters && matching(filters, today)), today)
    const toInvite = invitees.flatMap(({ id, name, reason }) => (reason === undefined ? [{ id, name }] : []))
    return {
      toInvite: toInvite.slice(0, MAX_INVITED),
      more: Math.max(toInvite.length - MAX_INVITED, 0),
      leftOut: leftOutOf(invitees),
    }
  },

  inviteProviders: async ({ body: { providerIds }, db, user, now, timeZone, origin }) => {
    if (!mail) throw new Refusal(503, accountMessages.noMail)
    const { date: today } = localOf(now, timeZone)
    const byUserId = user.userId
    const chosen = inArray(providers.id, providerIds)
    const result = await db.transaction(async (tx) => {
      // In one order, so that two of these don't wait for each other.
      const accounts = new Map<number, Awaited<ReturnType<typeof lockAccount>>>()
      const found = await tx
        .select({ id: users.id, providerId: providers.id })
        .from(users)
        .innerJoin(providers, eq(providers.id, users.providerId))
        .where(chosen)
        .orderBy(asc(providers.id))
      for (const user of found) accounts.set(user.providerId, await lockAccount(tx, user, today))
      // Someone else may have invited or deactivated some since they were shown.
      const invitees = await readInvitees(tx, chosen, today)
      const invited = invitees.flatMap(({ id, reason }) => (reason === undefined ? [id] : []))
      for (const id of invited) {
        const account = accounts.get(id)
        if (account) await invite(tx, mail, { account, byUserId }, { origin: origin(), now, timeZone })
      }
      await tellInvited(tx, { byUserId, now }, invited)
      return { invited: invited.length, leftOut: leftOutOf(invitees) }
    })
    return done(result, accountMessages.invitedAll(result.invited))
  },
})
