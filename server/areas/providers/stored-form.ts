/** What a provider's row stores of the form. */
import type { ProfileForm, ProviderForm } from '#domain/provider-form.ts'
import { eachPhone } from '#domain/provider-phones.ts'
import { requireValue } from '#domain/require-value.ts'
import type { LocalDate } from '#domain/time.ts'
import { employmentOf } from './employment.ts'

const orNull = (date: LocalDate): LocalDate | null => (date === '' ? null : date)

/** What providers may change themselves. */
export const personalOf = (form: ProfileForm) => ({
  firstName: form.firstName,
  middleName: form.middleName,
  lastName: form.lastName,
  genderId: form.genderId,
  birthDate: orNull(form.dob),
  ethnicityId: form.ethnicityId,
  addressLine1: form.addressLine1,
  addressLine2: form.addressLine2,
  cityId: form.city,
  postalCode: form.postalCode,
  ...eachPhone((phone) => form[phone]),
})

/** What only administrators change. */
export const managedOf = (form: ProviderForm, today: LocalDate) => ({
  providerTypeId: requireValue(form.providerTypeId, 'The provider type'),
  ...employmentOf(form, today),
  hireDate: orNull(form.hireDate),
  department: form.department,
  division: form.division,
  jobClass: form.jobClass,
  notes: form.notes,
})

/** What the provider's account is called. */
export const displayName = ({ firstName, lastName }: Pick<ProfileForm, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`
