/**
 * What a letter template may ask for: placeholders such as `{{provider.name}}`, and lists that a part of the letter is
 * repeated for. Social Security numbers and pay by bank are not among them.
 */

import { PHONE_NAMES, PROVIDER_PHONES } from './provider-phones.ts'

export interface LetterField {
  /** As it is written between the braces. */
  readonly name: string
  readonly label: string
  /** What a letter may show. */
  readonly example: string
}

export interface LetterList extends LetterField {
  readonly fields: readonly LetterField[]
}

const field = <const Name extends string>(name: Name, label: string, example: string) => ({ name, label, example })

const phoneFields = PHONE_NAMES.map((name) => {
  const { placeholder: asked, description, example } = PROVIDER_PHONES[name]
  return field(asked, description, example)
})

export const letterFields = [
  field('letter.date', 'Date of the letter', 'November 26, 2026'),
  field('organization.name', 'Organization', 'Homeroom Therapy Partners'),
  field('organization.address', 'Address of the organization', '100 Main Street\nSpringfield, IL 62701'),
  field('organization.phone', 'Phone of the organization', '217-555-0100'),
  field('organization.email', 'Email of the organization', 'office@homeroom.example'),
  field('organization.signer', 'Who signs letters', 'Dana Whitfield'),
  field('organization.signerTitle', 'Title of who signs letters', 'Director of Human Resources'),
  field('provider.name', 'Provider', 'Maria Lopez'),
  field('provider.firstName', 'First name', 'Maria'),
  field('provider.middleName', 'Middle name', 'Elena'),
  field('provider.lastName', 'Last name', 'Lopez'),
  field('provider.type', 'Provider type', 'Occupational Therapist'),
  field('provider.status', 'Status', 'Active'),
  field('provider.email', 'Email', 'maria@homeroom.example'),
  ...phoneFields,
  field('provider.address', 'Address in several lines', '12 Oak Avenue\nSpringfield, IL 62704'),
  field('provider.addressLine1', 'Address, line 1', '12 Oak Avenue'),
  field('provider.addressLine2', 'Address, line 2', 'Apartment 4'),
  field('provider.city', 'City', 'Springfield'),
  field('provider.state', 'State', 'Illinois'),
  field('provider.postalCode', 'Postal code', '62704'),
  field('provider.startDate', 'Hire date', 'August 17, 2024'),
  field('provider.lastDay', 'Last day at work', 'June 30, 2027'),
  field('provider.department', 'Department', 'Related Services'),
  field('provider.division', 'Division', 'Elementary'),
  field('provider.jobClass', 'Job class', 'Full time'),
] as const satisfies readonly LetterField[]

export const letterLists = [
  {
    ...field('schools', 'Schools of the provider', '{{#schools}}{{name}}, {{city}}{{/schools}}'),
    fields: [
      field('name', 'School', 'Lincoln Elementary School'),
      field('address', 'Address of the school', '200 School Street\nSpringfield, IL 62702'),
      field('city', 'City of the school', 'Springfield'),
      field('state', 'State of the school', 'Illinois'),
      field('phone', 'Phone of the school', '217-555-0170'),
    ],
  },
  {
    ...field('rates', 'Rates of the provider', '{{#rates}}{{type}}: {{rate}}{{/rates}}'),
    fields: [
      field('type', 'Rate type', 'Hourly'),
      field('rate', 'Rate in force on the date of the letter', '$54.00'),
      field('since', 'When it took effect', 'August 1, 2026'),
      field('newRate', 'Rate that follows', '$56.50'),
      field('newRateFrom', 'When it will take effect', 'January 1, 2027'),
    ],
  },
  {
    ...field('services', 'Services of the provider', '{{#services}}{{description}}{{/services}}'),
    fields: [field('code', 'Service code', 'OT'), field('description', 'Service', 'Occupational Therapy')],
  },
] as const satisfies readonly LetterList[]

type FieldName = (typeof letterFields)[number]['name']
type List = (typeof letterLists)[number]

/** What a letter is filled in with; '' for what isn't known. */
export type LetterValues = Readonly<Record<FieldName, string>> & {
  readonly [One in List as One['name']]: readonly Readonly<Record<One['fields'][number]['name'], string>>[]
}

/** As it is copied into a Word file. */
export const placeholder = (name: string): string => `{{${name}}}`
