/** Adds providers: the handler of one, and what the import of many uses. */
import { eq } from 'drizzle-orm'
import {
  invitedInWords,
  NEW_PROVIDER_ROLE_ID,
  type ProviderForm,
  providerMessages,
  providerSchema,
} from '#domain/provider-form.ts'
import { localOf } from '#domain/time.ts'
import type { SignInParts } from '#server/areas/login/auth.ts'
import { orTaken } from '#server/areas/master-data/stored-record.ts'
import type { Tx } from '#server/db/database.ts'
import { requireOne } from '#server/db/require-one.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { parseFields } from '#server/http/field-errors.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { saveContacts } from './emergency-contacts.ts'
import { inviteAdded, tellInvited } from './invitations.ts'
import type { LocalClock } from './local-clock.ts'
import { saveAssignments } from './provider-assignments.ts'
import { saveRates } from './provider-rates.ts'
import { requireManagedChoices, requirePersonalChoices } from './require-choices.ts'
import { sealedSsn } from './sealed-ssn.ts'
import type { SsnParts } from './ssn-vault.ts'
import { displayName, managedOf, personalOf } from './stored-form.ts'

interface Adding extends LocalClock, SsnParts {
  readonly byUserId: number
}

/**
 * Adds a provider with an account that nobody was invited to yet (`inviteAdded`).
 *
 * @param form checked with `providerSchema('add', today)`
 * @throws Refusal 400 if something chosen no longer exists
 * @throws the database's error if the email address is in use
 */
export const insertProvider = async (
  tx: Tx,
  form: ProviderForm,
  { ssnVault, byUserId, today, now }: Adding,
): Promise<number> => {
  await requirePersonalChoices(tx, form)
  await requireManagedChoices(tx, form, { before: { schoolIds: [], serviceIds: [] }, today })
  const { emailId: email } = form
  const added = await tx
    .insert(providers)
    .values({ email, ...personalOf(form), ...managedOf(form, today) })
    .returning({ id: providers.id })
  const { id: providerId } = requireOne(added, 'The provider')
  await tx
    .update(providers)
    .set({ ...sealedSsn(ssnVault, form.ssn, providerId), version: 1 })
    .where(eq(providers.id, providerId))
  await saveContacts(tx, providerId, form.providerEmergencyContacts, now)
  await saveAssignments(tx, providerId, form)
  const from = form.hireDate === '' ? today : form.hireDate
  await saveRates(
    tx,
    { providerId, rows: form.providerRateChangeHistories, from, kept: [] },
    { today, now, by: byUserId },
  )
  await tx.insert(users).values({ email, displayName: displayName(form), roleId: NEW_PROVIDER_ROLE_ID, providerId })
  return providerId
}

export const createAddProviderHandlers = ({
  auth: { mail },
  ssnVault,
}: SignInParts & SsnParts): HandlersOf<'addProvider'> => ({
  addProvider: async ({ body, db, user, now, timeZone, origin }) => {
    const today = localOf(now, timeZone).date
    // Again, now with today.
    const form = parseFields(providerSchema('add', today), body)
    if (form.userRoleId !== NEW_PROVIDER_ROLE_ID) refuseField('userRoleId', 'User Role Is Required')
    const adding = { ssnVault, mail, origin, byUserId: user.userId, today, now, timeZone }
    const { id, invitation } = await orTaken(
      db.transaction(async (tx) => {
        const added = await insertProvider(tx, form, adding)
        const outcome = await inviteAdded(tx, added, adding)
        await tellInvited(tx, adding, outcome === 'sent' ? [added] : [])
        return { id: added, invitation: outcome }
      }),
      'users_email',
      'emailId',
      providerMessages.sameEmail,
    )
    return done({ id, invitation }, invitedInWords(invitation))
  },
})
