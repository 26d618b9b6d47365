import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateProvider } from '#contract/providers.ts'
import { type ProfileForm, type ProviderForm, profileSchema } from '#domain/provider-form.ts'
import type { Tx } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { parseFields } from '#server/http/field-errors.ts'
import { refuseField } from '#server/http/refusal.ts'
import { saveContacts } from './emergency-contacts.ts'
import type { LocalClock } from './local-clock.ts'
import type { Provider } from './read-provider.ts'
import { requirePersonalChoices } from './require-choices.ts'
import { sealedSsn } from './sealed-ssn.ts'
import type { SsnParts } from './ssn-vault.ts'
import { personalOf } from './stored-form.ts'

/** Only administrators may change these; what a provider sends of them must be what is stored. */
const MANAGED_FIELDS = [
  'emailId',
  'providerTypeId',
  'statusId',
  'userRoleId',
  'schoolIds',
  'serviceTypeIds',
  'hireDate',
  'termDate',
  'department',
  'division',
  'jobClass',
] as const satisfies readonly (keyof ProviderForm)[]

const isSame = (sent: unknown, stored: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(stored)
    ? JSON.stringify([...sent].sort()) === JSON.stringify([...stored].sort())
    : sent === stored

interface Saving extends SsnParts {
  readonly clock: LocalClock
}

/**
 * Saves what a provider may change of their own record.
 *
 * @throws Refusal 403 at the first field that only administrators may change
 */
export const saveOwnProfile = async (
  tx: Tx,
  { stored, form }: { readonly stored: Provider; readonly form: ProviderForm },
  body: BodyOf<typeof updateProvider>,
  { clock: { today, now }, ssnVault }: Saving,
): Promise<ProfileForm> => {
  const changed = MANAGED_FIELDS.find((field) => body[field] !== undefined && !isSame(body[field], form[field]))
  const sendsRates = (body.providerRateChangeHistories ?? []).some(
    (row) => row.id === null || row.isEdit || row.isDeleted,
  )
  if (changed !== undefined || sendsRates) {
    refuseField(changed ?? 'providerRateChangeHistories', 'Only an administrator can change this.', 403)
  }
  const profile = parseFields(profileSchema(today), body)
  await requirePersonalChoices(tx, profile)
  await tx
    .update(providers)
    .set({
      ...personalOf(profile),
      ...sealedSsn(ssnVault, profile.ssn, stored.id),
      version: sql`${providers.version} + 1`,
    })
    .where(eq(providers.id, stored.id))
  await saveContacts(tx, stored.id, profile.providerEmergencyContacts, now)
  return profile
}
