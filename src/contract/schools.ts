/** Schools: the list, and the three tabs of their page (spec 3, sections 2, 3 and 7). */
import { z } from 'zod'
import {
  rateRowContentSchema,
  schoolBillingContentSchema,
  schoolBillingSchema,
  schoolProfileContentSchema,
  schoolProfileSchema,
  schoolRatesSchema,
} from '#domain/school-form.ts'
import { localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, entityCacheKey, id, languageId, queryId, writtenBy } from './endpoint.ts'
import { rateTypeSchema, serviceOptionSchema } from './lookups.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'

/** Spec 1, section 2: the screens of schools carry this key. */
const forSchools = access.administrators('SchoolAccount')

const ofSchool = z.object({ schoolId: queryId })
const noSchool = { 404: 'There is none, or it was deleted' }
const changed = { ...noSchool, 409: 'Someone else changed it meanwhile' }

export const schoolSchema = z.object({
  id,
  name: z.string(),
  colourCode: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  /** '' where it is not known. */
  city: z.string(),
  isActive: z.boolean(),
})
export type School = z.infer<typeof schoolSchema>

export const getSchools = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-schools',
  summary: 'Schools, page by page',
  access: forSchools,
  query: z.object({
    ...queryPaging,
    /** Part of the name or the address; upper and lower case alike. */
    propertyName: z.string().max(200).optional(),
    sort: sortBy('name', 'city'),
  }),
  data: pageOf('allSchools', schoolSchema),
})

export const schoolContactDetailSchema = z.object({ id, personName: z.string(), phoneNumber: z.string() })
export type SchoolContactDetail = z.infer<typeof schoolContactDetailSchema>

export const getSchoolContacts = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-contacts',
  summary: 'Whom to call at a school',
  access: forSchools,
  query: z.object({ id: queryId }),
  data: z.array(schoolContactDetailSchema),
  replies: noSchool,
})

export const activateSchool = defineEndpoint({
  method: 'PUT',
  path: '/api/school/activate-school',
  summary: 'Make a school active, or not: one that is not can not be chosen any more',
  access: forSchools,
  body: z.object({ languageId, Id: id, IsActive: z.boolean() }),
  data: z.null(),
  replies: noSchool,
})

export const deleteSchool = defineEndpoint({
  method: 'DELETE',
  path: '/api/school/delete-school/{id}',
  summary: 'Delete a school; sessions that were held keep it',
  access: forSchools,
  params: z.object({ id: queryId }),
  data: z.null(),
  replies: { ...noSchool, 409: 'Providers, caseloads or sessions to come use it' },
})

export const getSchool = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school',
  summary: 'The profile of a school with its contacts',
  access: forSchools,
  query: z.object({ id: queryId }),
  data: z.object({ id, entityCacheKey, profile: schoolProfileContentSchema }),
  replies: noSchool,
})

export const saveSchoolProfile = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-profile',
  summary: 'Add a school, or change the profile of the one that is named',
  access: forSchools,
  body: schoolProfileSchema.extend({
    languageId,
    ...writtenBy,
    /** Null or left out adds a school. */
    id: id.nullish(),
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: z.object({ id }),
  replies: { 400: 'A field is missing or wrong', ...changed },
})

export const getSchoolBillingProfile = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-billing-profile',
  summary: 'Where a school is billed, and its admin fee today and from a later day on',
  access: forSchools,
  query: ofSchool,
  data: schoolBillingContentSchema.extend({
    entityCacheKey,
    /** A fee is stored: another can only come into force on a later day. */
    isFeeLocked: z.boolean(),
  }),
  replies: noSchool,
})

export const saveSchoolBillingProfile = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-billing-profile',
  summary: 'Store where a school is billed, its first admin fee, or another from a later day on',
  access: forSchools,
  body: schoolBillingSchema().safeExtend({
    languageId,
    ...writtenBy,
    schoolId: id,
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: z.null(),
  replies: { 400: 'A field is missing or wrong, or a date is not after today', ...changed },
})

export const feeChangeSchema = z.object({
  id,
  newAdminFee: z.string(),
  /** Null for the first. */
  oldAdminFee: z.string().nullable(),
  effectiveDate: localDateSchema,
})
export type FeeChange = z.infer<typeof feeChangeSchema>

export const getAdminFeeHistory = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-admin-fee-history',
  summary: 'The admin fees of a school, the newest first',
  access: forSchools,
  query: ofSchool,
  data: z.array(feeChangeSchema),
  replies: noSchool,
})

export const getSchoolServiceRates = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-service-rates',
  summary: 'The rates of a school: what is in force, what comes later, and what there is to choose from',
  access: forSchools,
  query: ofSchool,
  data: z.object({
    entityCacheKey,
    rates: z.array(rateRowContentSchema),
    /** Deleted ones too where a rate still names them. */
    services: z.array(serviceOptionSchema),
    rateTypes: z.array(rateTypeSchema),
  }),
  replies: noSchool,
})

export const saveSchoolServiceRates = defineEndpoint({
  method: 'POST',
  path: '/api/school/save-school-service-rates',
  summary: 'Add rates, plan another rate from a later day on, take rates off the list',
  access: forSchools,
  query: ofSchool.extend({ entityCacheKey: entityCacheKey.optional() }),
  body: schoolRatesSchema(),
  data: z.null(),
  replies: { 400: 'A field is missing or wrong, or a date is not after today', ...changed },
})

export const rateChangeSchema = z.object({
  id,
  newServiceRate: z.string(),
  /** Null for the first. */
  oldServiceRate: z.string().nullable(),
  effectiveDate: localDateSchema,
})
export type RateChange = z.infer<typeof rateChangeSchema>

export const getServiceRateHistory = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-service-rate-history',
  summary: 'The rates that a school had for a service and rate type, the newest first',
  access: forSchools,
  query: z.object({ serviceRateId: queryId }),
  data: z.array(rateChangeSchema),
  replies: { 404: 'Rate not found' },
})
