/** Schools: the list, and the three tabs of their page (spec 3, sections 2, 3 and 7). */
import { z } from 'zod'
import { comingAnswerSchema } from '#domain/coming-sessions.ts'
import { rateDaysSchema } from '#domain/dated-rates.ts'
import {
  contactSchema,
  DEFAULT_COLOUR,
  rateRowContentSchema,
  schoolBillingContentSchema,
  schoolBillingSchema,
  schoolProfileContentSchema,
  schoolProfileSchema,
  schoolRatesSchema,
} from '#domain/school-form.ts'
import { searchText } from '#domain/search-words.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import {
  access,
  defineEndpoint,
  entityCacheKey,
  filterId,
  id,
  languageId,
  queryFilterId,
  queryId,
  writtenBy,
} from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { rateTypeSchema, serviceOptionSchema } from './lookups.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'

/** Spec 1, section 2: the school screens require this key. */
const forSchools = access.administrators('SchoolAccount')

const ofSchool = z.object({ schoolId: queryId })
const noSchool = { 404: 'Not found or deleted' }
const changed = { ...noSchool, 409: 'Someone else changed it in the meantime' }

export const schoolSchema = z.object({
  id,
  name: z.string(),
  colourCode: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  /** '' if unknown. */
  city: z.string(),
  isActive: z.boolean(),
  /** What was kept when the school was deactivated, and the first of it; null if there is nothing. */
  sessionsToCome: z.object({ count: z.int(), date: localDateSchema, providerId: id }).nullable(),
})
export type School = z.infer<typeof schoolSchema>

export const getSchools = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-schools',
  summary: 'List schools by page',
  access: forSchools,
  shows: ['schools'],
  query: z.object({
    ...queryPaging,
    /** Part of the name or address, case-insensitive. */
    propertyName: searchText().optional(),
    sort: sortBy('name', 'city'),
  }),
  data: pageOf('allSchools', schoolSchema),
})

export const schoolContactDetailSchema = z.object({ id, personName: z.string(), phoneNumber: z.string() })

export const getSchoolContacts = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-contacts',
  summary: "List a school's contacts",
  access: forSchools,
  query: z.object({ id: queryId }),
  data: z.array(schoolContactDetailSchema),
  replies: noSchool,
})

export const activateSchool = defineEndpoint({
  method: 'PUT',
  path: '/api/school/activate-school',
  summary: 'Activate or deactivate a school; inactive schools cannot be selected',
  access: forSchools,
  body: z.object({
    languageId,
    Id: id,
    IsActive: z.boolean(),
    /** When it is deactivated. Without it, the sessions to come stay. */
    comingSessions: comingAnswerSchema.optional(),
  }),
  data: z.null(),
  replies: { ...noSchool, 409: 'The sessions to come have changed' },
})

export const deleteSchool = defineEndpoint({
  method: 'DELETE',
  path: '/api/school/delete-school/{id}',
  summary: 'Delete a school; past sessions keep it',
  access: forSchools,
  params: z.object({ id: queryId }),
  data: z.null(),
  replies: { ...noSchool, 409: 'Providers, caseloads or future sessions use it' },
})

export const getSchool = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school',
  summary: "Get a school's profile with its contacts",
  access: forSchools,
  query: z.object({ id: queryId }),
  data: z.object({ id, entityCacheKey, profile: schoolProfileContentSchema }),
  replies: noSchool,
})

/** A new contact has no id, null or 0; fields that the spec makes optional may be missing. */
const sentContact = z
  .object({
    ...contactSchema.shape,
    id: filterId,
    fax: contactSchema.shape.fax.default(''),
    isDeleted: z.boolean().default(false),
  })
  .transform((contact) => ({ ...contact, id: contact.id ?? null }))
  .pipe(contactSchema)

export const saveSchoolProfile = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-profile',
  summary: "Add a school or update a school's profile",
  access: forSchools,
  body: schoolProfileSchema.extend({
    addressLine2: schoolProfileSchema.shape.addressLine2.default(''),
    colourCode: schoolProfileSchema.shape.colourCode.default(DEFAULT_COLOUR),
    schoolContacts: z.array(sentContact).max(50),
    languageId,
    ...writtenBy,
    /** Missing, null or 0 adds a school. */
    id: filterId,
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: z.object({ id }),
  replies: { 400: 'A field is missing or wrong', ...changed },
})

export const getSchoolBillingProfile = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-billing-profile',
  summary: "Get a school's billing details with its current and future admin fee",
  access: forSchools,
  query: ofSchool,
  data: schoolBillingContentSchema.extend({
    entityCacheKey,
    /** A fee is stored, so a new one can only take effect on a later day. */
    isFeeLocked: z.boolean(),
    /** The fee in force was not charged on locked days, so a mistake in it can be corrected. */
    isFeeCorrectable: z.boolean().default(false),
    /** The first day that a fee, or the end of one, can change; '' for any. */
    feeEarliest: z.union([localDateSchema, z.literal('')]).default(''),
    /** Proposals for the first day of a new fee, and the last day of one that is taken off. */
    feeFrom: z.union([localDateSchema, z.literal('')]).default(''),
    feeLastDay: z.union([localDateSchema, z.literal('')]).default(''),
  }),
  replies: noSchool,
})

/** An amount as text or as a number; '' if missing. */
const sentAmount = z
  .union([plainText(), z.number()])
  .nullish()
  .transform((amount) => String(amount ?? ''))

/** '' if missing. */
const sentDate = z
  .union([localDateSchema, z.literal('')], 'Enter Valid Date')
  .nullish()
  .transform((date) => date ?? '')

const billing = schoolBillingSchema()

const sentBilling = z
  .object({
    ...billing.shape,
    billingNote: billing.shape.billingNote.default(''),
    adminFee: sentAmount,
    /** Missing: the server proposes the days. */
    adminFeeFrom: sentDate,
    adminFeeLastDay: sentDate,
    isAdminFeeCorrected: z.boolean().default(false),
    isAdminFeeChanged: z.boolean().default(false),
    furtureAdminFee: sentAmount,
    adminFeeEffectiveDate: sentDate,
    /** Missing: unchanged. */
    annexStudents: billing.shape.annexStudents.unwrap().optional(),
    languageId,
    ...writtenBy,
    schoolId: id,
    entityCacheKey: entityCacheKey.optional(),
  })
  .superRefine((sent, context) => {
    for (const { path, message } of billing.safeParse(sent).error?.issues ?? []) {
      // The object above has checked these.
      if (path[0] === 'billingEmail' || path[0] === 'billingNote') continue
      context.addIssue({ code: 'custom', path, message })
    }
  })

export const saveSchoolBillingProfile = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-billing-profile',
  summary: "Update a school's billing details, first admin fee or future admin fee",
  access: forSchools,
  body: sentBilling,
  data: z.null(),
  replies: { 400: 'A field is missing or wrong, or a date is not after today', ...changed },
})

export const feeChangeSchema = z.object({
  id,
  /** Null from the day on which the fee has ended. */
  newAdminFee: z.string().nullable(),
  /** Null if there was none. */
  oldAdminFee: z.string().nullable(),
  effectiveDate: localDateSchema,
})

export const getAdminFeeHistory = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-admin-fee-history',
  summary: "List a school's admin fees, newest first",
  access: forSchools,
  query: ofSchool,
  data: z.array(feeChangeSchema),
  replies: noSchool,
})

export const getSchoolServiceRates = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-service-rates',
  summary: "Get a school's current and future rates, with the available services and rate types",
  access: forSchools,
  query: ofSchool,
  data: z.object({
    entityCacheKey,
    rates: z.array(rateRowContentSchema),
    /** Includes deleted ones that a rate still uses. */
    services: z.array(serviceOptionSchema),
    rateTypes: z.array(rateTypeSchema),
    /** On which days one more rate can begin, for each service and rate type that has or had one. */
    rateDays: z.array(rateDaysSchema.extend({ serviceId: id, rateTypeId: id })).default([]),
  }),
  replies: noSchool,
})

/** A row as the portal sends it, or as the spec names it: new without an id or with 0, and from today on. */
const sentRate = z
  .object({
    id: filterId,
    schoolId: filterId,
    serviceId: filterId,
    rateTypeId: filterId,
    rate: sentAmount,
    /** Missing: today. */
    effectiveDate: z.union([localDateSchema, z.literal('')], 'Enter Valid Date').optional(),
    isDeleted: z.boolean().default(false),
    isServiceRateChanged: z.boolean().optional(),
    furtureServiceRate: sentAmount,
    serviceRateEffectiveDate: sentDate,
  })
  .transform((row) => ({
    ...row,
    id: row.id ?? null,
    serviceId: row.serviceId ?? null,
    rateTypeId: row.rateTypeId ?? null,
    isServiceRateChanged: row.isServiceRateChanged ?? (row.id !== undefined && row.furtureServiceRate !== ''),
  }))

/** Stands for today, which only the server knows, while a row's other fields are checked. */
const ANY_DAY = '2000-01-01'

const sentRates = z.array(sentRate).superRefine((rows, context) => {
  const filled = rows.map((row) => ({ ...row, effectiveDate: row.effectiveDate ?? ANY_DAY }))
  for (const { path, message } of schoolRatesSchema().safeParse(filled).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
})

export const saveSchoolServiceRates = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-service-rates',
  summary: 'Add rates, set future rates, and delete rates',
  access: forSchools,
  /** Without it, the school is the rows'. */
  query: z.object({ schoolId: queryFilterId, entityCacheKey: entityCacheKey.optional() }),
  body: sentRates,
  data: z.null(),
  replies: { 400: 'A field is missing or wrong, or a date is not after today or reaches locked days', ...changed },
})

export const rateChangeSchema = z.object({
  id,
  /** Null from the day on which the rate has ended. */
  newServiceRate: z.string().nullable(),
  /** Null if there was none. */
  oldServiceRate: z.string().nullable(),
  effectiveDate: localDateSchema,
})

export const getServiceRateHistory = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-service-rate-history',
  summary: "List a school's rate history for a service and rate type, newest first",
  access: forSchools,
  query: z.object({ serviceRateId: queryId }),
  data: z.array(rateChangeSchema),
  replies: { 404: 'Rate not found' },
})

export const {
  sample: getSchoolImportSample,
  run: importSchools,
  problems: getSchoolImportProblems,
} = importEndpoints({ area: 'school', plural: 'schools', access: access.administrators('SchoolAccount') })

export const endpoints = {
  getSchools,
  getSchoolContacts,
  activateSchool,
  deleteSchool,
  getSchool,
  saveSchoolProfile,
  getSchoolBillingProfile,
  saveSchoolBillingProfile,
  getAdminFeeHistory,
  getSchoolServiceRates,
  saveSchoolServiceRates,
  getServiceRateHistory,
  getSchoolImportSample,
  importSchools,
  getSchoolImportProblems,
}
