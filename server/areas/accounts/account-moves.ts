/**
 * The lives of accounts: each change is put to the machine, and an allowed one is logged. Call with the transaction that
 * makes the change, after it has locked the provider's row, if there is one, and the user's.
 */
import { eq, sql } from 'drizzle-orm'
import {
  ACCOUNT_STATES,
  type AccountState,
  accountMessages,
  accountStateOf,
  hasLeft,
  type StoredAccount,
} from '#domain/account.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { type AccountEvent, type AccountFacts, accountMachine } from '#machines/people/account.machine.ts'
import { revokeFeed } from '#server/areas/calendar-feed/end-feed.ts'
import { ADMINISTRATORS, notice, notify } from '#server/areas/notifications/notify.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { readProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { passwordRecoveries } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { canSignIn } from '#server/db/users.ts'
import { Refusal } from '#server/http/refusal.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { accountActive } from './account-notices.ts'

export interface Account {
  readonly userId: number
  readonly name: string
  readonly email: string
  /** Null for a user who is not a provider: their moves are not logged here. */
  readonly providerId: number | null
  readonly stored: StoredAccount
  readonly state: AccountState
}

/** Undefined for a provider without a user. @param today the organization's */
export async function readAccount(
  db: Pick<Db, 'select'>,
  of: { readonly userId: number } | { readonly providerId: number },
  today: LocalDate,
): Promise<Account | undefined> {
  const [row] = await db
    .select({
      userId: users.id,
      name: users.displayName,
      email: users.email,
      providerId: users.providerId,
      isActive: users.isActive,
      canSignIn,
      isInvited: sql<boolean>`${users.invitedAt} is not null`,
      statusId: providers.statusId,
      termDate: providers.termDate,
    })
    .from(users)
    .leftJoin(providers, eq(providers.id, users.providerId))
    .where('userId' in of ? eq(users.id, of.userId) : eq(users.providerId, of.providerId))
  if (!row) return undefined
  const { statusId, termDate, isActive, canSignIn: canProve, isInvited, ...user } = row
  const employment = statusId === null ? null : { statusId, termDate }
  const stored = { employment, isActive, canSignIn: canProve, isInvited }
  return { ...user, stored, state: accountStateOf(stored, today) }
}

/** The account of a user whose change has the turn (who-manages.ts), locked: the provider first, as elsewhere. */
export async function lockAccount(
  tx: Tx,
  { id, providerId }: { readonly id: number; readonly providerId: number | null },
  today: LocalDate,
): Promise<Account> {
  if (providerId !== null) {
    await tx.select({ id: providers.id }).from(providers).where(eq(providers.id, providerId)).for('update')
  }
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
  const account = await readAccount(tx, { userId: id }, today)
  if (!account) throw new Refusal(404, 'User not found.')
  return account
}

/** What a change of the employment means; undefined if it means nothing for the account. */
export const eventOfEmployment = (
  before: NonNullable<StoredAccount['employment']>,
  after: NonNullable<StoredAccount['employment']>,
  today: LocalDate,
): AccountEvent | undefined => {
  const { onLeave } = PROVIDER_STATUS_IDS
  const isGone = hasLeft(after, today)
  if (hasLeft(before, today)) return isGone ? undefined : { type: 'account.rehire' }
  if (isGone) return { type: 'account.terminate' }
  if (before.statusId === after.statusId) return undefined
  if (after.statusId === onLeave) return { type: 'account.leave' }
  return before.statusId === onLeave ? { type: 'account.return' } : undefined
}

export interface AccountChange {
  readonly event: AccountEvent
  readonly after: StoredAccount
  /** The user who makes it; null for the server itself. */
  readonly byUserId: number | null
  /** Why they can't leave: nobody could open Permissions then. */
  readonly whyTheyMustStay?: string | undefined
}

const factsOf = ({ userId }: Account, { event, after, byUserId, whyTheyMustStay }: AccountChange): AccountFacts => ({
  by: byUserId === null ? 'server' : event.type === 'account.accept' && byUserId === userId ? 'owner' : 'administrator',
  isOwn: byUserId === userId,
  isLastManager: whyTheyMustStay !== undefined,
  isOnLeave: after.employment?.statusId === PROVIDER_STATUS_IDS.onLeave,
  canSignIn: after.canSignIn,
  isInvited: after.isInvited,
  isDeactivated: !after.isActive,
})

const whyNot = ({ name, state }: Account, { event, whyTheyMustStay }: AccountChange, facts: AccountFacts): string => {
  if (facts.isOwn) return accountMessages.notYourself
  if (whyTheyMustStay !== undefined) return whyTheyMustStay
  if (state === 'terminated') return accountMessages.terminated(name)
  return event.type === 'account.invite' || event.type === 'account.accept'
    ? accountMessages.cannotInvite(name)
    : accountMessages.cannotSignIn(name)
}

/** @throws Refusal 409 if the machine refuses. @param path the form's field that shows why */
export const askAccount = (account: Account, change: AccountChange, path?: string): AccountState => {
  const facts = factsOf(account, change)
  const move = askMachine(accountMachine, ACCOUNT_STATES, account.state, facts, change.event)
  if (move.allowed) return move.to
  const message = whyNot(account, change, facts)
  throw new Refusal(409, message, path === undefined ? {} : { errors: [{ path, message }] })
}

/**
 * Asks the machine, and logs the move.
 *
 * @param account before the change
 * @throws Refusal 409 if the machine refuses
 * @throws RangeError if the machine and the derivation of the state disagree: a bug in the code
 */
export async function moveAccount(
  tx: Tx,
  account: Account,
  change: AccountChange,
  { now, timeZone, path }: { readonly now: Date; readonly timeZone: string; readonly path?: string },
): Promise<void> {
  const to = askAccount(account, change, path)
  const derived = accountStateOf(change.after, localOf(now, timeZone).date)
  if (to !== derived) throw new RangeError(`${change.event.type} leads to ${to}, but what is stored says ${derived}`)
  const { providerId } = account
  if (providerId === null) return
  if (change.event.type === 'account.accept') {
    const name = await readProviderName(tx, providerId)
    const active = notice(accountActive, ADMINISTRATORS, providerId, { providerId, name })
    await notify(tx, { userId: change.byUserId, now }, [active])
  }
  const { id: machine } = accountMachine
  const entity = String(providerId)
  await logTransitions(tx, change.byUserId, now, [
    { machine, entity, from: account.state, event: change.event.type, to },
  ])
  // Someone who is hired again must not find their old address working: others may have it by then.
  if (to === 'terminated') await revokeFeed(tx, providerId, { userId: change.byUserId, now })
}

/**
 * A user gets their first way to sign in: call it before it is stored, with `invitedAt: null`. The link stops working.
 * The user's row must be locked. Update it only once afterward: PostgreSQL checks the provider's row for a second update,
 * which waits for a termination that waits for the user's.
 *
 * @param of.byId who gives it to them, themselves or an administrator
 */
export async function acceptInvitation(
  tx: Tx,
  { userId, byId }: { readonly userId: number; readonly byId: number },
  now: Date,
): Promise<void> {
  const timeZone = await organizationZone(tx)
  const account = await readAccount(tx, { userId }, localOf(now, timeZone).date)
  if (account?.state !== 'invited' && account?.state !== 'notInvited') return
  const after = { ...account.stored, canSignIn: true, isInvited: false }
  await moveAccount(tx, account, { event: { type: 'account.accept' }, after, byUserId: byId }, { now, timeZone })
  await tx.delete(passwordRecoveries).where(eq(passwordRecoveries.userId, userId))
}
