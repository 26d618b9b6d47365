/** A provider's record: fields, rules and messages (spec 3, sections 3 to 5, 8 and 9). */
import { z } from 'zod'
import { decimalSchema, MAX_AMOUNT } from './decimal.ts'
import { checkFields, chosen, dateOrBlank, optionalText, phone } from './form-fields.ts'
import { eachPhone, PROVIDER_PHONES } from './provider-phones.ts'
import { rowId } from './row-id.ts'
import { plainLines, plainText, requiredText, tooLong } from './text-rules.ts'
import { addDays, formatDate, type LocalDate } from './time.ts'

export const providerMessages = {
  added: 'Provider has been added successfully',
  updated: 'Provider has been updated successfully',
  empty: 'No Data Available',
  missing: 'Provider not found.',
  sameEmail: 'This email address is already in use.',
  sameRateType: 'This rate type is listed already. Change its rate there.',
  otherRateType: 'The type of a rate cannot be changed. Remove the rate and add one of the other type.',
  /** A change, or the first rate of a type. */
  notBeforeTomorrow: (tomorrow: LocalDate) =>
    `A new rate begins tomorrow at the earliest. Choose ${formatDate(tomorrow)} or later.`,
  changesAfter: (from: LocalDate) => `Choose a day after ${formatDate(from)}, when the first rate begins.`,
  birthDate: 'The date of birth must be in the past.',
  hiredBeforeBirth: 'The hire date must be after the date of birth.',
  endedBeforeHired: 'The termination date must not be before the hire date.',
  workedBefore: (day: LocalDate) =>
    `Work or time off on ${formatDate(day)} is locked. Enter that date or an earlier one.`,
  workedAfter: (day: LocalDate) => `Work or time off on ${formatDate(day)} is locked. Enter that date or a later one.`,
  ssn: 'Enter a Social Security number with 9 digits, such as 123-45-6789.',
  terminationDate: 'Enter the termination date.',
  terminatedTooEarly: 'This date is in the future. Keep another status: it changes to Terminated after the last day.',
  rehired: 'This date has passed. Remove it to take the provider back.',
  noTerminated: 'This portal has no status Terminated, which a termination date in the past needs.',
  noSsnKeys: 'This server cannot store Social Security numbers: SSN_KEYS is not set.',
} as const

/** What became of a new provider's invitation: `none` for one who is terminated already. */
export const INVITATIONS = ['sent', 'noMail', 'none'] as const

export const invitedInWords = (invitation: (typeof INVITATIONS)[number]): string => {
  switch (invitation) {
    case 'sent':
      return `${providerMessages.added}. An invitation to choose a password is on its way by email.`
    case 'noMail':
      return `${providerMessages.added}. This portal does not send email, so set the first password with Reset Password.`
    case 'none':
      return `${providerMessages.added}. Terminated providers are not invited.`
  }
}

/** The ids are in the seed (server/seed/reference-data.ts). */
export const PROVIDER_STATUS_IDS = { active: 1, onLeave: 2, terminated: 3 } as const

// Social Security number

/** A number whose last four digits are known: '•••-••-6789'. */
export const maskedSsn = (lastFour: string): string => `•••-••-${lastFour}`

const MASKED = /^•••-••-\d{4}$/
/** A form or client that sends this back changes nothing. */
export const isMaskedSsn = (text: string): boolean => MASKED.test(text)

/** None begin with 000 or 666, and no part is all zeros. */
const SSN = /^(?!000|666)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/

/** '' for none, or as it was shown for the stored one. */
const ssnSchema = z
  .string()
  .trim()
  .refine((text) => text === '' || isMaskedSsn(text) || SSN.test(text), providerMessages.ssn)

/** As it is stored: '123456789'. */
export const ssnDigits = (text: string): string => text.replaceAll('-', '')

export const shownSsn = (digits: string): string => `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`

// Emergency contacts

export const emergencyContactSchema = z.object({
  /** Null for a new one. */
  id: rowId.nullable(),
  emergencyContactName: z.string(),
  emergencyContactRelationship: z.string(),
  emergencyContactNumber: z.string(),
  isDeleted: z.boolean(),
})
export type EmergencyContact = z.infer<typeof emergencyContactSchema>

export const BLANK_EMERGENCY_CONTACT: EmergencyContact = {
  id: null,
  emergencyContactName: '',
  emergencyContactRelationship: '',
  emergencyContactNumber: '',
  isDeleted: false,
}

/** New rows without content are not stored. */
export const isBlankContact = (contact: EmergencyContact): boolean =>
  contact.id === null &&
  [contact.emergencyContactName, contact.emergencyContactRelationship, contact.emergencyContactNumber].every(
    (text) => text.trim() === '',
  )

const contact = emergencyContactSchema
  .extend({
    emergencyContactName: optionalText(200),
    emergencyContactRelationship: optionalText(100),
    emergencyContactNumber: plainText(),
  })
  .superRefine((row, context) => {
    if (row.isDeleted) return
    const schema = phone('Please Enter a valid Emergency Contact Number')
    checkFields({ emergencyContactNumber: { schema, value: row.emergencyContactNumber } }, context)
  })

// Rates

/** A rate type of the provider: the rate in force, and the one that follows. */
export const providerRateSchema = z.object({
  /** The id of the rate in force, or of the first one; null for a new row. */
  id: rowId.nullable(),
  providerRateTypeId: rowId.nullable(),
  /** Dollars; '' for a new row. */
  oldRate: z.string(),
  /** Dollars: the rate of a new row, or the one that follows. */
  newRate: z.string(),
  /** From which day on the new rate applies. */
  effectiveDate: z.string(),
  isDeleted: z.boolean(),
  /** The new rate is being set. */
  isEdit: z.boolean(),
})
export type ProviderRateRow = z.infer<typeof providerRateSchema>

export const BLANK_PROVIDER_RATE: ProviderRateRow = {
  id: null,
  providerRateTypeId: null,
  oldRate: '',
  newRate: '',
  effectiveDate: '',
  isDeleted: false,
  isEdit: false,
}

const rate = decimalSchema({
  required: 'Rate  Is Required',
  isNonzero: true,
  invalid: 'The rate must be more than 0, with at most two decimals.',
  tooLarge: `The rate must be at most ${MAX_AMOUNT.toLocaleString('en-US')}.`,
  least: 1,
})

const notBefore = (today: LocalDate | undefined) =>
  z.refine<string>(
    (date) => today === undefined || date > today,
    today === undefined ? undefined : providerMessages.notBeforeTomorrow(addDays(today, 1)),
  )

/** @param today the organization's; only the format is checked if unknown, or if the server knows the first day */
const rateDate = (today: LocalDate | undefined) =>
  z.string().min(1, { error: 'Date  Is Required', abort: true }).pipe(dateOrBlank).check(notBefore(today))

export type ProviderPurpose = 'add' | 'edit'

const RATE_TYPE_REQUIRED = { add: 'Provider Rate Type Is Required', edit: 'Rate Type  Is Required' } as const

const rateRow = (purpose: ProviderPurpose, today: LocalDate | undefined) =>
  providerRateSchema
    .extend({ oldRate: plainText(), newRate: plainText(), effectiveDate: dateOrBlank })
    .superRefine((row, context) => {
      if (row.isDeleted || (row.id !== null && !row.isEdit)) return
      checkFields(
        {
          providerRateTypeId: { schema: chosen(RATE_TYPE_REQUIRED[purpose]), value: row.providerRateTypeId },
          newRate: { schema: rate, value: row.newRate },
          // The rates of a new provider apply from the first day on.
          ...(purpose === 'edit' && {
            effectiveDate: { schema: rateDate(row.id === null ? undefined : today), value: row.effectiveDate },
          }),
        },
        context,
      )
    })

const rateRows = (purpose: ProviderPurpose, today: LocalDate | undefined) =>
  z
    .array(rateRow(purpose, today))
    .max(50)
    .superRefine((rows, context) => {
      const seen = new Set<number>()
      for (const [index, { providerRateTypeId, isDeleted }] of rows.entries()) {
        if (isDeleted || providerRateTypeId === null) continue
        if (seen.has(providerRateTypeId)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'providerRateTypeId'],
            message: providerMessages.sameRateType,
          })
        }
        seen.add(providerRateTypeId)
      }
    })

// The record

const choice = rowId.nullable()
const texts = { department: 100, division: 100, jobClass: 100 } as const

/** What a provider may change in their own profile. */
const personalContent = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  genderId: choice,
  dob: z.string(),
  ethnicityId: choice,
  /** '' for none, '•••-••-6789' for the stored one. */
  ssn: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  countryId: choice,
  stateId: choice,
  /** The city's id. */
  city: choice,
  postalCode: z.string(),
  ...eachPhone(() => z.string()),
  providerEmergencyContacts: z.array(emergencyContactSchema),
}

/** What only administrators may change. */
const managedContent = {
  emailId: z.string(),
  providerTypeId: choice,
  statusId: choice,
  userRoleId: choice,
  schoolIds: z.array(rowId),
  serviceTypeIds: z.array(rowId),
  hireDate: z.string(),
  termDate: z.string(),
  department: z.string(),
  division: z.string(),
  jobClass: z.string(),
  notes: z.string(),
  providerRateChangeHistories: z.array(providerRateSchema),
}

/**
 * What becomes of what lies after a new last day: the key of what was shown, and whether its sessions are canceled or stay
 * to be handed over.
 */
export const lastDayAnswerSchema = z.object({
  key: z.string().regex(/^[\w-]{1,100}$/, 'Review what is planned after the last day, and save again.'),
  sessions: z.enum(['cancel', 'handOver'], 'Choose what becomes of the sessions after the last day.'),
})
export type LastDayAnswer = z.infer<typeof lastDayAnswerSchema>

/** The forms' values, valid or not. */
export const profileContentSchema = z.object(personalContent)
export type ProfileForm = z.infer<typeof profileContentSchema>
export const providerContentSchema = z.object({
  ...personalContent,
  ...managedContent,
  /** Asked before saving. */
  afterLastDay: lastDayAnswerSchema.optional(),
})
export type ProviderForm = z.infer<typeof providerContentSchema>

const personal = {
  firstName: requiredText('First Name Is Required', 100),
  middleName: optionalText(100),
  lastName: requiredText('Last Name Is Required', 100),
  genderId: choice,
  dob: dateOrBlank,
  ethnicityId: choice,
  ssn: ssnSchema,
  addressLine1: requiredText('Address Is Required', 250),
  addressLine2: optionalText(250),
  countryId: chosen('Country Is Required'),
  stateId: chosen('State Is Required'),
  city: chosen('City Is Required'),
  postalCode: requiredText('Postal Code Is Required', 15),
  ...eachPhone((name) => phone(PROVIDER_PHONES[name].invalid)),
  providerEmergencyContacts: z.array(contact).max(20),
}

const managed = {
  emailId: requiredText('Email Is Required', 320).refine(
    (text) => text === '' || z.email().safeParse(text).success,
    'Invalid email id.',
  ),
  providerTypeId: chosen('Provider Type Is Required'),
  statusId: chosen('Status Is Required'),
  userRoleId: chosen('User Role Is Required'),
  schoolIds: z.array(rowId).min(1, 'School Is Required').max(1000),
  serviceTypeIds: z.array(rowId).min(1, 'ServiceType Is Required').max(1000),
  hireDate: dateOrBlank,
  termDate: dateOrBlank,
  department: optionalText(texts.department),
  division: optionalText(texts.division),
  jobClass: optionalText(texts.jobClass),
  notes: plainLines().trim().max(2000, tooLong(2000)),
}

const refuse = (context: z.RefinementCtx, field: string, message: string) =>
  context.addIssue({ code: 'custom', path: [field], message })

const checkBirth = ({ dob }: { readonly dob: string }, today: LocalDate | undefined, context: z.RefinementCtx) => {
  if (dob !== '' && today !== undefined && dob >= today) refuse(context, 'dob', providerMessages.birthDate)
}

/** @param today the organization's date; undefined until it is known */
export const profileSchema = (today?: LocalDate) =>
  z.object(personal).superRefine((profile, context) => checkBirth(profile, today, context))

/** The profile in a form that has the whole record, of which only this part can be changed. */
export const ownProviderSchema = z
  .object({ ...managedContent, ...personal })
  .superRefine((profile, context) => checkBirth(profile, undefined, context))

/** @param today the organization's date; undefined until it is known */
export const providerSchema = (purpose: ProviderPurpose, today?: LocalDate) =>
  z
    .object({ ...personal, ...managed, providerRateChangeHistories: rateRows(purpose, today) })
    .superRefine((provider, context) => {
      const { dob, hireDate, termDate, statusId } = provider
      checkBirth(provider, today, context)
      if (hireDate !== '' && dob !== '' && hireDate <= dob)
        refuse(context, 'hireDate', providerMessages.hiredBeforeBirth)
      if (termDate !== '' && hireDate !== '' && termDate < hireDate)
        refuse(context, 'termDate', providerMessages.endedBeforeHired)
      if (statusId === PROVIDER_STATUS_IDS.terminated && termDate === '')
        refuse(context, 'termDate', providerMessages.terminationDate)
      if (statusId === PROVIDER_STATUS_IDS.terminated && today !== undefined && termDate > today)
        refuse(context, 'termDate', providerMessages.terminatedTooEarly)
    })

/** A new provider has this role (spec 3, section 9). */
export const NEW_PROVIDER_ROLE_ID = 2

export const BLANK_PROVIDER: ProviderForm = {
  firstName: '',
  middleName: '',
  lastName: '',
  genderId: null,
  dob: '',
  ethnicityId: null,
  ssn: '',
  addressLine1: '',
  addressLine2: '',
  countryId: null,
  stateId: null,
  city: null,
  postalCode: '',
  ...eachPhone(() => ''),
  providerEmergencyContacts: [],
  emailId: '',
  providerTypeId: null,
  statusId: PROVIDER_STATUS_IDS.active,
  userRoleId: NEW_PROVIDER_ROLE_ID,
  schoolIds: [],
  serviceTypeIds: [],
  hireDate: '',
  termDate: '',
  department: '',
  division: '',
  jobClass: '',
  notes: '',
  providerRateChangeHistories: [],
}
