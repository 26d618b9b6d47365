import { ColorInput, TextInput } from '@mantine/core'
import { callOf } from '#contract/call.ts'
import { getSchool, saveSchoolProfile } from '#contract/schools.ts'
import {
  BLANK_CONTACT,
  DEFAULT_COLOUR,
  type SchoolContact,
  type SchoolProfile,
  schoolProfileContentSchema,
  schoolProfileSchema,
} from '#domain/school-form.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { ContactRows } from '#screens/form/contact-rows.tsx'
import classes from '#screens/form/form-grid.module.css'
import { onlyCountry, PlaceFields } from '#screens/form/place-fields.tsx'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'

type Fields = RecordFields<SchoolProfile>

const CONTACT_FIELDS = [
  { name: 'personName', label: 'Contact Name', isAsked: true },
  { name: 'phoneNumber', label: 'Phone Number', isAsked: true },
  { name: 'designation', label: 'Designation', isAsked: true },
  { name: 'emailAddress', label: 'Email', isAsked: true },
  { name: 'fax', label: 'Fax', isAsked: false },
] as const satisfies readonly { name: keyof SchoolContact; label: string; isAsked: boolean }[]

const ProfileFields = (fields: Fields) => {
  const { form, errorOf, isBusy } = fields
  const text = (name: 'name' | 'addressLine1' | 'addressLine2' | 'zipCode', label: string) => (
    <TextInput
      label={label}
      required={name !== 'addressLine2'}
      readOnly={isBusy}
      autoComplete="off"
      {...form.getInputProps(name)}
      error={errorOf(name)}
    />
  )
  return (
    <>
      <div className={classes.fields}>
        {text('name', 'School Name')}
        <ColorInput
          label="School Color"
          required
          disabled={isBusy}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
          {...form.getInputProps('colourCode')}
          error={errorOf('colourCode')}
        />
        {text('addressLine1', 'Address Line 1')}
        {text('addressLine2', 'Address Line 2')}
        <PlaceFields {...fields} place={form.values} onChange={(place) => form.setValues(place)} cityPath="cityId" />
        {text('zipCode', 'Zipcode')}
      </div>
      <ContactRows
        {...fields}
        title="Contacts"
        noun="contact"
        list="schoolContacts"
        contacts={form.values.schoolContacts}
        fields={CONTACT_FIELDS}
        blank={BLANK_CONTACT}
      />
    </>
  )
}

export const profileForm: RecordFormDefinition<SchoolProfile> = {
  noun: 'school',
  follows: ['schools'],
  blank: blankRecord({
    name: '',
    addressLine1: '',
    addressLine2: '',
    countryId: null,
    stateId: null,
    cityId: null,
    zipCode: '',
    colourCode: DEFAULT_COLOUR,
    schoolContacts: [BLANK_CONTACT],
  }),
  prefill: onlyCountry(),
  read: callOf(
    getSchool,
    (id: number) => ({ query: { id } }),
    ({ profile, entityCacheKey }) => ({ values: profile, version: entityCacheKey, more: null }),
  ),
  add: callOf(saveSchoolProfile, (body: SchoolProfile) => ({ body })),
  edit: callOf(saveSchoolProfile, ({ values, ...record }: EditedRecord<SchoolProfile>) => ({
    body: { ...values, ...record },
  })),
  content: schoolProfileContentSchema,
  schema: () => schoolProfileSchema,
  saveLabel: 'Save & Next',
  fields: ProfileFields,
}
