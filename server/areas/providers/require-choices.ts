/** What was chosen in the form must still be there. */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type ProfileForm, type ProviderForm, providerMessages } from '#domain/provider-form.ts'
import type { LocalDate } from '#domain/time.ts'
import { isCityIn } from '#server/areas/address/city.ts'
import type { Tx } from '#server/db/database.ts'
import { ethnicities, genders, providerStatuses, providerTypes } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { refuseField } from '#server/http/refusal.ts'
import { employmentOf } from './employment.ts'

/** What providers choose, too. @throws Refusal 400 at the field */
export const requirePersonalChoices = async (tx: Tx, form: ProfileForm): Promise<void> => {
  const { countryId, stateId, city: cityId, genderId, ethnicityId } = form
  if (!(await isCityIn(tx, { countryId, stateId, cityId }))) refuseField('city', 'City Is Required')
  if (genderId !== null && (await tx.$count(genders, eq(genders.id, genderId))) === 0) {
    refuseField('genderId', 'Choose one of the listed genders.')
  }
  if (ethnicityId !== null && (await tx.$count(ethnicities, eq(ethnicities.id, ethnicityId))) === 0) {
    refuseField('ethnicityId', 'Choose one of the listed ethnicities.')
  }
}

const isStatus = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.$count(providerStatuses, eq(providerStatuses.id, id))) > 0

/**
 * What only administrators choose.
 *
 * @param before what the provider has already, which may have been deleted since
 * @throws Refusal 400 at the field
 */
export const requireManagedChoices = async (
  tx: Tx,
  form: ProviderForm,
  {
    before,
    today,
  }: {
    readonly before: { readonly schoolIds: readonly number[]; readonly serviceIds: readonly number[] }
    readonly today: LocalDate
  },
): Promise<void> => {
  const { providerTypeId, statusId } = form
  if (providerTypeId === null || (await tx.$count(providerTypes, eq(providerTypes.id, providerTypeId))) === 0) {
    refuseField('providerTypeId', 'Provider Type Is Required')
  }
  if (statusId === null || !(await isStatus(tx, statusId))) refuseField('statusId', 'Status Is Required')
  // A last day that has passed sets the status by itself.
  if (!(await isStatus(tx, employmentOf(form, today).statusId))) refuseField('termDate', providerMessages.noTerminated)
  const addedSchools = form.schoolIds.filter((id) => !before.schoolIds.includes(id))
  const liveSchools = await tx
    .select({ id: schools.id })
    .from(schools)
    .where(and(inArray(schools.id, addedSchools), eq(schools.isActive, true), isNull(schools.deletedAt)))
    .for('share')
  if (liveSchools.length < addedSchools.length) {
    refuseField('schoolIds', 'One of these schools is no longer active. Please choose again.')
  }
  const addedServices = form.serviceTypeIds.filter((id) => !before.serviceIds.includes(id))
  const liveServices = await tx
    .select({ id: services.id })
    .from(services)
    .where(and(inArray(services.id, addedServices), isNull(services.deletedAt)))
    .for('share')
  if (liveServices.length < addedServices.length) {
    refuseField('serviceTypeIds', 'One of these services no longer exists. Please choose again.')
  }
}
