import { Button, ColorInput, Group, Stack, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { getCities, getCountries, getStates, type Place } from '#contract/address.ts'
import { type Call, callOf } from '#contract/call.ts'
import { getSchool, saveSchoolProfile } from '#contract/schools.ts'
import {
  BLANK_CONTACT,
  DEFAULT_COLOUR,
  type SchoolContact,
  type SchoolProfile,
  schoolProfileContentSchema,
  schoolProfileSchema,
} from '#domain/school-form.ts'
import { blankRecord, type EditedRecord, type StoredValues } from '#machines/common/record-page.ts'
import type { RecordFields, RecordFormDefinition } from '#screens/form/record-page.tsx'
import { useDetails, useLookup } from '#screens/use-calls.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import classes from './school-form.module.css'

type Fields = RecordFields<SchoolProfile>

const countriesOffered = callOf(getCountries, () => ({}))
const statesOf = callOf(getStates, (countryId: number) => ({ query: { countryId } }))
const citiesOf = callOf(getCities, (stateId: number) => ({ query: { stateId } }))

/** Loads the places within another, such as a country's states. */
const usePlaces = (read: Call<number, readonly Place[]>, within: number | null) => {
  const places = useDetails(read)
  useEffect(() => {
    if (within !== null) places.send({ type: 'details.open', subject: within })
  }, [places, within])
  const found = useSelector(places, ({ context }) => context.data)
  const isLoading = useSelector(places, (snapshot) => snapshot.hasTag('busy'))
  return { options: optionsOf(within === null ? [] : (found ?? [])), isLoading }
}

const optionsOf = (places: readonly Place[]) => places.map(({ id, name }) => ({ id, label: name }))

const PlaceFields = ({ form, errorOf, isBusy }: Fields) => {
  const { countryId, stateId, cityId } = form.values
  const countries = useLookup(countriesOffered)
  const states = usePlaces(statesOf, countryId)
  const cities = usePlaces(citiesOf, stateId)
  return (
    <>
      <IdSelect
        label="Country"
        required
        disabled={isBusy}
        options={optionsOf(countries)}
        value={countryId}
        onChange={(id) => form.setValues({ countryId: id, stateId: null, cityId: null })}
        error={errorOf('countryId')}
      />
      <IdSelect
        label="State"
        required
        disabled={isBusy || countryId === null}
        {...states}
        value={stateId}
        onChange={(id) => form.setValues({ stateId: id, cityId: null })}
        error={errorOf('stateId')}
      />
      <IdSelect
        label="City"
        required
        disabled={isBusy || stateId === null}
        {...cities}
        value={cityId}
        onChange={(id) => form.setFieldValue('cityId', id)}
        error={errorOf('cityId')}
      />
    </>
  )
}

const CONTACT_FIELDS = [
  { name: 'personName', label: 'Contact Name', isAsked: true },
  { name: 'phoneNumber', label: 'Phone Number', isAsked: true },
  { name: 'designation', label: 'Designation', isAsked: true },
  { name: 'emailAddress', label: 'Email', isAsked: true },
  { name: 'fax', label: 'Fax', isAsked: false },
] as const satisfies readonly { name: keyof SchoolContact; label: string; isAsked: boolean }[]

const Contacts = ({ form, errorOf, isBusy }: Fields) => {
  const { schoolContacts } = form.values
  /** Marks a stored contact, which saving then deletes; drops one that was never stored. */
  const remove = (index: number) => {
    if (schoolContacts[index]?.id === null) form.removeListItem('schoolContacts', index)
    else form.setFieldValue(`schoolContacts.${index}.isDeleted`, true)
  }
  const shown = schoolContacts.flatMap((contact, index) => (contact.isDeleted ? [] : [{ contact, index }]))
  return (
    <Stack gap="xs" component="section" aria-labelledby="school-contacts">
      <Group justify="space-between">
        <Title order={2} id="school-contacts">
          Contacts
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isBusy}
          onClick={() => form.insertListItem('schoolContacts', { ...BLANK_CONTACT })}
        >
          Add Contact
        </Button>
      </Group>
      {shown.map(({ index }, place) => (
        <fieldset
          key={form.key(`schoolContacts.${index}`)}
          className={classes.card}
          aria-label={`Contact ${place + 1}`}
        >
          <div className={classes.row}>
            {CONTACT_FIELDS.map(({ name, label, isAsked }) => (
              <TextInput
                key={name}
                label={label}
                required={isAsked}
                readOnly={isBusy}
                autoComplete="off"
                {...form.getInputProps(`schoolContacts.${index}.${name}`)}
                error={errorOf(`schoolContacts.${index}.${name}`)}
              />
            ))}
          </div>
          <div className={classes.actions}>
            <IconAction
              icon={IconTrash}
              color="red"
              disabled={isBusy}
              label={`Delete contact ${place + 1}`}
              tooltip="Delete"
              onClick={() => remove(index)}
            />
          </div>
        </fieldset>
      ))}
    </Stack>
  )
}

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
        <PlaceFields {...fields} />
        {text('zipCode', 'Zipcode')}
      </div>
      <Contacts {...fields} />
    </>
  )
}

export const profileForm: RecordFormDefinition<SchoolProfile> = {
  noun: 'school',
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
  // The only country needs no choice.
  prefill: callOf(
    getCountries,
    () => ({}),
    ([country, ...others], blank: StoredValues<SchoolProfile>) =>
      country && others.length === 0 ? { ...blank, values: { ...blank.values, countryId: country.id } } : blank,
  ),
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
