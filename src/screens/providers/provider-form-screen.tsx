import { Stack } from '@mantine/core'
import { useParams } from 'wouter'
import { type Call, callOf } from '#contract/call.ts'
import { getServiceTypes } from '#contract/caseloads.ts'
import type { Option } from '#contract/filters.ts'
import { getAllSchools } from '#contract/lookups.ts'
import { getProviderOverview } from '#contract/provider-page.ts'
import {
  addProvider,
  getEthnicities,
  getGenders,
  getProvider,
  getProviderStatuses,
  getProviderTypes,
  getUserRoles,
  updateProvider,
} from '#contract/providers.ts'
import {
  BLANK_EMERGENCY_CONTACT,
  BLANK_PROVIDER,
  type EmergencyContact,
  invitedInWords,
  PROVIDER_STATUS_IDS,
  type ProviderForm,
  providerContentSchema,
  providerMessages,
  providerSchema,
} from '#domain/provider-form.ts'
import { PHONE_NAMES, PROVIDER_PHONES } from '#domain/provider-phones.ts'
import type { EditedRecord } from '#machines/common/record-page.ts'
import { ContactRows } from '#screens/form/contact-rows.tsx'
import classes from '#screens/form/form-grid.module.css'
import { FormSection } from '#screens/form/form-section.tsx'
import { onlyCountry, PlaceFields } from '#screens/form/place-fields.tsx'
import { recordFields } from '#screens/form/record-fields.tsx'
import { type RecordFields, RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { HistoryLink } from '#screens/history-link.tsx'
import { workLeftInWords } from './hand-over-words.ts'
import { askAboutLastDay } from './last-day-question.tsx'
import type { ProviderMore } from './provider-more.ts'
import { RateRows } from './rate-rows.tsx'
import { SsnField } from './ssn-field.tsx'

type Fields = RecordFields<ProviderForm, ProviderMore>

const titled = (options: readonly { readonly id: number; readonly title: string }[]) =>
  options.map(({ id, title: name }) => ({ id, name }))

const genders: Call<null, readonly Option[]> = callOf(getGenders, () => ({}), titled)
const ethnicities: Call<null, readonly Option[]> = callOf(getEthnicities, () => ({}), titled)
const types: Call<null, readonly Option[]> = callOf(getProviderTypes, () => ({}), titled)
const statuses: Call<null, readonly Option[]> = callOf(getProviderStatuses, () => ({}), titled)
const roles: Call<null, readonly Option[]> = callOf(getUserRoles, () => ({}))
const schools: Call<null, readonly Option[]> = callOf(getAllSchools, () => ({}))
const services: Call<null, readonly Option[]> = callOf(
  getServiceTypes,
  () => ({}),
  (found) => found.map(({ id, code, description }) => ({ id, name: `${code} · ${description}` })),
)

const NameFields = recordFields<ProviderForm>([
  { name: 'firstName', label: 'First Name' },
  { name: 'middleName', label: 'Middle Name', isRequired: false },
  { name: 'lastName', label: 'Last Name' },
  { kind: 'choice', name: 'genderId', label: 'Gender', options: genders, isRequired: false },
  { kind: 'date', name: 'dob', label: 'Date of Birth', isRequired: false },
  { kind: 'choice', name: 'ethnicityId', label: 'Ethnicity', options: ethnicities, isRequired: false },
])

const PhoneFields = recordFields<ProviderForm>(
  PHONE_NAMES.map((name) => ({ name, label: PROVIDER_PHONES[name].label, isRequired: false })),
)

const EmailField = recordFields<ProviderForm>([{ name: 'emailId', label: 'Email' }])
const FixedEmailField = recordFields<ProviderForm>([{ name: 'emailId', label: 'Email', isFixed: true }])

const StreetFields = recordFields<ProviderForm>([
  { name: 'addressLine1', label: 'Address Line 1' },
  { name: 'addressLine2', label: 'Address Line 2', isRequired: false },
])

const PostalFields = recordFields<ProviderForm>([{ name: 'postalCode', label: 'Postal Code' }])

const WorkFields = recordFields<ProviderForm>([
  { kind: 'choice', name: 'userRoleId', label: 'User Role', options: roles, isFixed: true },
  { kind: 'choice', name: 'providerTypeId', label: 'Provider Type', options: types },
  { kind: 'choice', name: 'statusId', label: 'Status', options: statuses },
  { kind: 'date', name: 'hireDate', label: 'Hire Date', isRequired: false },
  {
    kind: 'date',
    name: 'termDate',
    label: 'Termination Date',
    isRequired: ({ statusId }) => statusId === PROVIDER_STATUS_IDS.terminated,
  },
  { name: 'department', label: 'Department', isRequired: false },
  { name: 'division', label: 'Division', isRequired: false },
  { name: 'jobClass', label: 'Job Class', isRequired: false },
])

const AssignmentFields = recordFields<ProviderForm>([
  { kind: 'choices', name: 'schoolIds', label: 'Schools', options: schools },
  { kind: 'choices', name: 'serviceTypeIds', label: 'Service Types', options: services },
])

const NoteFields = recordFields<ProviderForm>([{ kind: 'longText', name: 'notes', label: 'Notes', isRequired: false }])

const CONTACT_FIELDS = [
  { name: 'emergencyContactName', label: 'Contact Name', isAsked: false },
  { name: 'emergencyContactRelationship', label: 'Relationship', isAsked: false },
  { name: 'emergencyContactNumber', label: 'Contact Number', isAsked: false },
] as const satisfies readonly { name: keyof EmergencyContact; label: string; isAsked: boolean }[]

/** What providers can change themselves. */
export const PersonalSections = (fields: Fields) => {
  const { form, errorOf, more } = fields
  const { countryId, stateId, city: cityId, ssn, providerEmergencyContacts } = form.values
  return (
    <>
      <FormSection title="Personal">
        <div className={classes.fields}>
          <NameFields {...fields} />
          {more === null ? <EmailField {...fields} /> : <FixedEmailField {...fields} />}
          <SsnField
            {...fields}
            stored={more}
            value={ssn}
            onChange={(value) => form.setFieldValue('ssn', value)}
            error={errorOf('ssn')}
          />
          <PhoneFields {...fields} />
        </div>
      </FormSection>
      <FormSection title="Address">
        <div className={classes.fields}>
          <StreetFields {...fields} />
          <PlaceFields
            {...fields}
            place={{ countryId, stateId, cityId }}
            onChange={({ cityId: city, ...place }) => form.setValues({ ...place, city })}
            cityPath="city"
          />
          <PostalFields {...fields} />
        </div>
      </FormSection>
      <ContactRows
        {...fields}
        title="Emergency Contacts"
        noun="contact"
        list="providerEmergencyContacts"
        contacts={providerEmergencyContacts}
        fields={CONTACT_FIELDS}
        blank={BLANK_EMERGENCY_CONTACT}
        emptyText="None yet"
      />
    </>
  )
}

const ProviderFields = (fields: Fields) => (
  <Stack gap="lg">
    <PersonalSections {...fields} />
    <FormSection
      title="Other Info"
      action={
        fields.more && (
          <HistoryLink
            workflow="people/account"
            entity={String(fields.more.providerId)}
            label="Account history"
            name={`${fields.form.values.firstName} ${fields.form.values.lastName}`}
          />
        )
      }
    >
      <div className={classes.fields}>
        <WorkFields {...fields} />
      </div>
      <div className={classes.fields}>
        <AssignmentFields {...fields} />
      </div>
      <NoteFields {...fields} />
    </FormSection>
    <RateRows {...fields} />
  </Stack>
)

export const readProvider: RecordPageDefinition<ProviderForm, ProviderMore>['read'] = callOf(
  getProvider,
  (id: number) => ({ params: { id } }),
  ({ id, entityCacheKey, provider, providerEmergencyContacts, providerRateChangeHistories, rateDays }) => {
    const { isAdmin: _, isGmailUser: __, ...values } = provider
    return {
      values: { ...values, providerEmergencyContacts, providerRateChangeHistories },
      version: entityCacheKey,
      more: { providerId: id, ssn: provider.ssn, rateDays },
    }
  },
)

export const providerForm: RecordPageDefinition<ProviderForm, ProviderMore> = {
  noun: 'provider',
  follows: ['providers'],
  blank: { values: BLANK_PROVIDER, version: null, more: null },
  prefill: onlyCountry(),
  read: readProvider,
  add: callOf(
    addProvider,
    (body: ProviderForm) => ({ body }),
    ({ id, invitation }) => ({ id, message: invitedInWords(invitation) }),
  ),
  edit: callOf(updateProvider, ({ values, ...record }: EditedRecord<ProviderForm>) => ({
    body: { ...values, ...record },
  })),
  beforeSave: askAboutLastDay,
  afterEdit: callOf(
    getProviderOverview,
    (id: number) => ({ params: { id } }),
    ({ workLeft }) =>
      workLeft && {
        text: workLeftInWords(workLeft),
        label: 'Hand over',
        href: `/hand-over/${workLeft.providerId}`,
      },
  ),
  content: providerContentSchema,
  notKept: ['ssn'],
  // The server checks dates against its own clock.
  schema: (purpose) => providerSchema(purpose),
  done: { add: providerMessages.added, edit: providerMessages.updated },
  saveLabel: { add: 'Save', edit: 'Update' },
  nameOf: ({ firstName, lastName }) => `${firstName} ${lastName}`,
  titles: { add: 'Add Provider', edit: 'Edit Provider', view: 'View Provider' },
  back: '/manage-providers',
  width: '72rem',
  fields: ProviderFields,
}

/** Adds, changes or only shows a provider (spec 3, section 2). */
export const ProviderFormScreen = () => {
  const { view } = useParams<{ view?: string }>()
  return <RecordPage definition={providerForm} isView={view !== undefined} />
}
