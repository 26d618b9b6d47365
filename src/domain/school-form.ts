/** The three tabs of a school's page: fields, rules and messages (spec 3, sections 2, 4, 5, 8 and 9). */

import { z } from 'zod'
import { ANNEX_STUDENTS } from './billing/invoice.ts'
import { decimalSchema, MAX_AMOUNT } from './decimal.ts'
import { checkFields, chosen, dateOrBlank, optionalText, phone } from './form-fields.ts'
import { rowId } from './row-id.ts'
import { plainLines, plainText, requiredText, tooLong } from './text-rules.ts'
import { formatDate, type LocalDate, localDateSchema } from './time.ts'

export const schoolMessages = {
  saved: 'School has been updated successfully',
  billingSaved: 'Billing Details Updated Sucessfully',
  deleted: 'School has been deleted successfully',
  deletion: 'Are you sure you want to delete this school?',
  empty: 'No Data Found',
  sameName: 'A school with this name already exists.',
  noFees: 'No Data Available',
  duplicateService: 'Service ID is Duplicate.',
  duplicateRateType: 'Rate Type is Duplicate.',
  city: 'Select city.',
  dateRequired: 'Effective Date is required.',
  notBeforeTomorrow: 'Effective Date must be tomorrow or later.',
  rateChangesAfter: (from: LocalDate) => `Choose a day after ${formatDate(from)}, when the first rate begins.`,
  feeChangesAfter: (from: LocalDate) => `Choose a day after ${formatDate(from)}, when the fee begins.`,
  feeNotCorrectable: 'Locked days were charged this fee. Plan a new fee from a later day instead.',
} as const

// Profile

export const DEFAULT_COLOUR = '#000000'

export const contactContentSchema = z.object({
  /** Null for a new one. */
  id: rowId.nullable(),
  personName: z.string(),
  phoneNumber: z.string(),
  designation: z.string(),
  emailAddress: z.string(),
  fax: z.string(),
  isDeleted: z.boolean(),
})
export type SchoolContact = z.infer<typeof contactContentSchema>

export const BLANK_CONTACT: SchoolContact = {
  id: null,
  personName: '',
  phoneNumber: '',
  designation: '',
  emailAddress: '',
  fax: '',
  isDeleted: false,
}

const email = requiredText('Email id is required.', 320).refine(
  (text) => text === '' || z.email().safeParse(text).success,
  'Invalid email id.',
)

const filledContact = z.object({
  personName: requiredText('Contact Name is Required.', 200),
  phoneNumber: phone('Enter Valid Phone Number', 'Phone Number is Required.'),
  designation: requiredText('Designation is Required.', 200),
  emailAddress: email,
  fax: optionalText(30),
})

/** Contacts marked for deletion are not validated. */
export const contactSchema = contactContentSchema
  .extend({
    personName: plainText(),
    phoneNumber: plainText(),
    designation: plainText(),
    emailAddress: plainText(),
    fax: plainText(),
  })
  .superRefine((contact, context) => {
    if (contact.isDeleted) return
    for (const { path, message } of filledContact.safeParse(contact).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message })
    }
  })

export const schoolProfileSchema = z.object({
  name: requiredText('School Name Is Required.', 250),
  addressLine1: requiredText('Address Is Required.', 250),
  addressLine2: optionalText(250),
  countryId: chosen('Country Is Required'),
  stateId: chosen('State Is Required'),
  cityId: chosen(schoolMessages.city),
  zipCode: requiredText('Zipcode Is Required.', 15),
  colourCode: z.string().regex(/^#[\da-f]{6}$/i, 'Please choose a color.'),
  schoolContacts: z.array(contactSchema).max(50),
})

/** The form's values, valid or not. */
export const schoolProfileContentSchema = z.object({
  name: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  countryId: rowId.nullable(),
  stateId: rowId.nullable(),
  cityId: rowId.nullable(),
  zipCode: z.string(),
  colourCode: z.string(),
  schoolContacts: z.array(contactContentSchema),
})
export type SchoolProfile = z.infer<typeof schoolProfileContentSchema>

// Billing details

const effectiveDate = z.string().min(1, { error: schoolMessages.dateRequired, abort: true }).pipe(localDateSchema)

/** An effective date. `today` is the organization's; if unknown, only the format is checked. */
const futureDate = (today: LocalDate | undefined) =>
  effectiveDate.refine((date) => today === undefined || date > today, schoolMessages.notBeforeTomorrow)

const fee = decimalSchema({
  required: 'Admin Fee is Required.',
  invalid: 'Admin Fee must be a percentage from 1 to 100 with at most two decimals.',
  tooLarge: 'Admin Fee must be a percentage from 1 to 100 with at most two decimals.',
  most: 100,
})

export const schoolBillingContentSchema = z.object({
  billingEmail: z.string(),
  billingNote: z.string(),
  /** The school has a fee that does not end. */
  adminFeeApplied: z.boolean(),
  /** A percentage; '' for none. */
  adminFee: z.string(),
  /** The first day of the fee; '' if the client follows only the spec, which has no such field. */
  adminFeeFrom: z.string().default(''),
  /** The last day of a fee that is taken off; '' likewise, and for a fee that does not end. */
  adminFeeLastDay: z.string().default(''),
  /** The fee in force was a mistake: it is stored again. */
  isAdminFeeCorrected: z.boolean().default(false),
  /** A future fee is being set. */
  isAdminFeeChanged: z.boolean(),
  furtureAdminFee: z.string(),
  adminFeeEffectiveDate: z.string(),
  /** How annexes of invoices name students; null: as the organization says. Hosts that follow only the spec leave it out. */
  annexStudents: z.enum(ANNEX_STUDENTS).nullable().default(null),
})
export type SchoolBilling = z.infer<typeof schoolBillingContentSchema>

/** The days that a form asks for; the server proposes them where a client leaves them out. */
export const feeDaysAsked = ({ adminFeeApplied, isAdminFeeCorrected }: SchoolBilling, hasFee: boolean) => ({
  from: adminFeeApplied && (!hasFee || isAdminFeeCorrected),
  lastDay: !adminFeeApplied && hasFee,
})

/** @param today the organization's date; undefined until it is known */
export const schoolBillingSchema = (today?: LocalDate) =>
  schoolBillingContentSchema
    .extend({
      billingEmail: email,
      billingNote: plainLines().trim().max(1000, tooLong(1000)),
      adminFee: plainText(),
      adminFeeFrom: dateOrBlank,
      adminFeeLastDay: dateOrBlank,
      furtureAdminFee: plainText(),
      adminFeeEffectiveDate: dateOrBlank,
    })
    .superRefine((billing, context) => {
      if (billing.adminFeeApplied) checkFields({ adminFee: { schema: fee, value: billing.adminFee } }, context)
      if (!billing.isAdminFeeChanged) return
      checkFields(
        {
          furtureAdminFee: { schema: fee, value: billing.furtureAdminFee },
          adminFeeEffectiveDate: { schema: futureDate(today), value: billing.adminFeeEffectiveDate },
        },
        context,
      )
    })

// Rates

export const rateRowContentSchema = z.object({
  /** Null for a new one. */
  id: rowId.nullable(),
  serviceId: rowId.nullable(),
  rateTypeId: rowId.nullable(),
  /** Dollars. */
  rate: z.string(),
  /** The first day the rate applies. */
  effectiveDate: z.string(),
  isDeleted: z.boolean(),
  /** A future rate is being set. */
  isServiceRateChanged: z.boolean(),
  furtureServiceRate: z.string(),
  serviceRateEffectiveDate: z.string(),
})
export type RateRow = z.infer<typeof rateRowContentSchema>

const rate = decimalSchema({
  required: 'Rate is required.',
  invalid: 'Rate must be at least 1 with at most two decimals.',
  tooLarge: `Rate must be at most ${MAX_AMOUNT.toLocaleString('en-US')}.`,
})

const rateRowSchema = (today: LocalDate | undefined) =>
  rateRowContentSchema
    .extend({
      rate: plainText(),
      effectiveDate: dateOrBlank,
      furtureServiceRate: plainText(),
      serviceRateEffectiveDate: dateOrBlank,
    })
    .superRefine((row, context) => {
      if (row.isDeleted) return
      if (row.id === null) {
        checkFields(
          {
            serviceId: { schema: chosen('Service ID is required.'), value: row.serviceId },
            rateTypeId: { schema: chosen('Select Rate Type.'), value: row.rateTypeId },
            rate: { schema: rate, value: row.rate },
            effectiveDate: { schema: effectiveDate, value: row.effectiveDate },
          },
          context,
        )
      } else if (row.isServiceRateChanged) {
        checkFields(
          {
            furtureServiceRate: { schema: rate, value: row.furtureServiceRate },
            serviceRateEffectiveDate: { schema: futureDate(today), value: row.serviceRateEffectiveDate },
          },
          context,
        )
      }
    })

/** Indexes of rows that repeat an earlier row's service and rate type. */
export const repeatedRows = (rows: readonly RateRow[]): number[] => {
  const seen = new Set<string>()
  return rows.flatMap(({ serviceId, rateTypeId, isDeleted }, index) => {
    if (isDeleted || serviceId === null || rateTypeId === null) return []
    const key = `${serviceId}/${rateTypeId}`
    if (seen.has(key)) return [index]
    seen.add(key)
    return []
  })
}

export const schoolRatesSchema = (today?: LocalDate) =>
  z
    .array(rateRowSchema(today))
    .max(500)
    .superRefine((rows, context) => {
      for (const index of repeatedRows(rows)) {
        context.addIssue({ code: 'custom', path: [index, 'serviceId'], message: schoolMessages.duplicateService })
        context.addIssue({ code: 'custom', path: [index, 'rateTypeId'], message: schoolMessages.duplicateRateType })
      }
    })
