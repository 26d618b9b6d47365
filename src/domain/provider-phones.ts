/** A provider's phone numbers. */

interface Phone {
  /** In the form, the import and the download. */
  readonly label: string
  /** On the provider's page. */
  readonly short: string
  /** Said of a number that can't be one. */
  readonly invalid: string
  /** What letters ask for it by, and how the list of their fields describes it. */
  readonly placeholder: string
  readonly description: string
  readonly example: string
}

/** Each is stored in a column of its name. */
export const PROVIDER_PHONES = {
  mobileNumber: {
    label: 'Mobile Number',
    short: 'Mobile',
    invalid: 'Please Enter a valid Mobile Number',
    placeholder: 'provider.mobile',
    description: 'Mobile number',
    example: '217-555-0123',
  },
  homePhone: {
    label: 'Home Phone',
    short: 'Phone',
    invalid: 'Please Enter a valid Phone Number',
    placeholder: 'provider.homePhone',
    description: 'Home phone',
    example: '217-555-0145',
  },
} as const satisfies Record<string, Phone>

export type PhoneName = keyof typeof PROVIDER_PHONES
type Placeholder = (typeof PROVIDER_PHONES)[PhoneName]['placeholder']

export const PHONE_NAMES = Object.keys(PROVIDER_PHONES) as PhoneName[]

export const eachPhone = <Value>(make: (name: PhoneName) => Value) =>
  Object.fromEntries(PHONE_NAMES.map((name) => [name, make(name)])) as Record<PhoneName, Value>

export const phonesInLetters = (numbers: Readonly<Record<PhoneName, string>>) =>
  Object.fromEntries(PHONE_NAMES.map((name) => [PROVIDER_PHONES[name].placeholder, numbers[name]])) as Record<
    Placeholder,
    string
  >
