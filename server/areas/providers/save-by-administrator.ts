import { eq, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateProvider } from '#contract/providers.ts'
import { hasLeft } from '#domain/account.ts'
import { type ProfileForm, type ProviderForm, providerSchema } from '#domain/provider-form.ts'
import { endRequestsOf } from '#server/areas/documents/acknowledgments.ts'
import { settleExpiries } from '#server/areas/documents/document-notices.ts'
import type { Tx } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { parseFields } from '#server/http/field-errors.ts'
import type { Caller } from '#server/http/handler.ts'
import { refuseField } from '#server/http/refusal.ts'
import { settleAfterLastDay } from './after-last-day.ts'
import { saveContacts } from './emergency-contacts.ts'
import { type createFollowEmployment, employmentOf } from './employment.ts'
import { requireKeptWork } from './kept-work.ts'
import type { LocalClock } from './local-clock.ts'
import { saveAssignments } from './provider-assignments.ts'
import { changeRates } from './provider-rates.ts'
import type { Provider } from './read-provider.ts'
import { requireManagedChoices, requirePersonalChoices } from './require-choices.ts'
import { sealedSsn } from './sealed-ssn.ts'
import type { SsnParts } from './ssn-vault.ts'
import { managedOf, personalOf } from './stored-form.ts'

interface Saving extends SsnParts {
  readonly clock: LocalClock
  readonly followEmployment: ReturnType<typeof createFollowEmployment>
}

/** Saves the whole record, with what follows from a change of status or of the last day at work. */
export const saveByAdministrator = async (
  tx: Tx,
  { stored, form, user }: { readonly stored: Provider; readonly form: ProviderForm; readonly user: Caller },
  body: BodyOf<typeof updateProvider>,
  { clock, ssnVault, followEmployment }: Saving,
): Promise<ProfileForm> => {
  const { userId: byUserId } = user
  const record = parseFields(providerSchema('edit', clock.today), body)
  if (record.emailId.toLowerCase() !== form.emailId.toLowerCase()) {
    refuseField('emailId', 'The email address of a provider cannot be changed.')
  }
  if (record.userRoleId !== form.userRoleId) refuseField('userRoleId', 'The role is changed on the Permissions page.')
  await requirePersonalChoices(tx, record)
  const before = { schoolIds: form.schoolIds, serviceIds: form.serviceTypeIds }
  await requireManagedChoices(tx, record, { before, today: clock.today })
  await requireKeptWork(tx, stored.id, { before: form, after: record })
  const { termDate: lastDay } = record
  if (lastDay !== '' && lastDay !== form.termDate) {
    await settleAfterLastDay({ ...clock, tx, user }, { providerId: stored.id, lastDay }, body.afterLastDay ?? undefined)
  }
  if (hasLeft(employmentOf(record, clock.today), clock.today)) {
    await endRequestsOf({ tx, userId: byUserId, now: clock.now }, stored.id)
    await settleExpiries(tx, clock.now, stored.id)
  }
  await followEmployment(tx, { before: stored, shownStatusId: form.statusId, form: record, byUserId }, clock)
  await tx
    .update(providers)
    .set({
      ...personalOf(record),
      ...managedOf(record, clock.today),
      ...sealedSsn(ssnVault, record.ssn, stored.id),
      version: sql`${providers.version} + 1`,
    })
    .where(eq(providers.id, stored.id))
  await saveContacts(tx, stored.id, record.providerEmergencyContacts, clock.now)
  await saveAssignments(tx, stored.id, record)
  const { providerRateChangeHistories: rows } = record
  await changeRates(tx, { providerId: stored.id, rows }, { ...clock, by: byUserId })
  return record
}
