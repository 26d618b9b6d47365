/** What a provider's status and termination date do to their account (docs/decisions/provider-statuses.md). */
import { eq } from 'drizzle-orm'
import { accountMessages, type Employment, hasLeft } from '#domain/account.ts'
import { PROVIDER_STATUS_IDS, type ProviderForm, providerMessages } from '#domain/provider-form.ts'
import { requireValue } from '#domain/require-value.ts'
import type { LocalDate } from '#domain/time.ts'
import {
  type Account,
  askAccount,
  eventOfEmployment,
  moveAccount,
  readAccount,
} from '#server/areas/accounts/account-moves.ts'
import { whyTheyMustStay } from '#server/areas/acl/who-manages.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Sessions } from '#server/areas/login/sessions.ts'
import { voidTickets } from '#server/areas/login/tickets.ts'
import type { Tx } from '#server/db/database.ts'
import { users } from '#server/db/schema/users.ts'
import { refuseField } from '#server/http/refusal.ts'
import type { LocalClock } from './local-clock.ts'

const { terminated } = PROVIDER_STATUS_IDS

/** After the last day at work, the status is Terminated, whatever is stored or was chosen. */
export const statusOn = (employment: Employment, today: LocalDate): number =>
  hasLeft(employment, today) ? terminated : employment.statusId

/** What the form stores. */
export const employmentOf = ({ statusId, termDate }: ProviderForm, today: LocalDate): Employment => {
  const chosen = { statusId: requireValue(statusId, 'The status'), termDate: termDate === '' ? null : termDate }
  return { ...chosen, statusId: statusOn(chosen, today) }
}

/** Takes away every way in: sessions, and sign-ins that wait for a second factor. */
export async function endAccount(
  tx: Tx,
  sessions: Pick<Sessions, 'endAllOf'>,
  { userId }: Account,
  now: Date,
): Promise<void> {
  await voidTickets(tx, userId)
  await sessions.endAllOf(userId, 'deactivated', now, { on: tx })
}

interface EmploymentChange {
  readonly before: Employment & { readonly id: number }
  /** The status that the form was opened with. */
  readonly shownStatusId: number | null
  readonly form: ProviderForm
  readonly byUserId: number
}

/**
 * Changes the account with the employment. Call it before the record is stored, with the provider's row locked.
 *
 * @throws Refusal 400 or 409 at the field that can't change so
 */
export const createFollowEmployment =
  (sessions: Sessions, identityProvider: IdentityProviderSettings | undefined) =>
  async (tx: Tx, { before, shownStatusId, form, byUserId }: EmploymentChange, clock: LocalClock): Promise<void> => {
    const { today, now, timeZone } = clock
    const after = employmentOf(form, today)
    const isRehired = shownStatusId === terminated && form.statusId !== terminated
    if (isRehired && hasLeft(after, today)) refuseField('termDate', providerMessages.rehired)
    // Locked by what gives it a way in, too.
    await tx.select({ id: users.id }).from(users).where(eq(users.providerId, before.id)).for('no key update')
    const account = await readAccount(tx, { providerId: before.id }, today)
    if (!account) return
    const isRescheduled = before.termDate !== null && after.termDate !== before.termDate
    if (isRescheduled && account.userId === byUserId) refuseField('termDate', accountMessages.notOwnLastDay, 409)
    const event = eventOfEmployment(before, after, today)
    const endsNow = event?.type === 'account.terminate'
    const endsLater = after.termDate !== null && after.termDate !== before.termDate && !hasLeft(after, today)
    const until = endsLater && after.termDate !== null ? after.termDate : ''
    const change = {
      after: { ...account.stored, employment: after },
      byUserId,
      whyTheyMustStay:
        endsNow || endsLater ? await whyTheyMustStay(tx, identityProvider, account, { today, until }) : undefined,
    }
    // The server will terminate them without asking again.
    if (endsLater && account.state !== 'terminated') {
      askAccount(account, { ...change, event: { type: 'account.terminate' } }, 'termDate')
    }
    if (!event) return
    const path = form.statusId === shownStatusId ? 'termDate' : 'statusId'
    await moveAccount(tx, account, { ...change, event }, { now, timeZone, path })
    if (endsNow) await endAccount(tx, sessions, account, now)
  }
