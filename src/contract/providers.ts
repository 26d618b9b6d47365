/** Providers: the list, the record with its rates, and their own profile (spec 3, sections 2, 3 and 7). */
import { z } from 'zod'
import { ACCOUNT_STATE_NAMES, ACCOUNT_STATES } from '#domain/account.ts'
import { rateDaysSchema } from '#domain/dated-rates.ts'
import { dateOrBlank } from '#domain/form-fields.ts'
import { resetPasswordFormSchema } from '#domain/passwords.ts'
import {
  emergencyContactSchema,
  INVITATIONS,
  lastDayAnswerSchema,
  providerContentSchema,
  providerSchema as providerFormSchema,
  providerRateSchema,
} from '#domain/provider-form.ts'
import { eachPhone } from '#domain/provider-phones.ts'
import { rowId } from '#domain/row-id.ts'
import { searchText } from '#domain/search-words.ts'
import { plainLines, plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  entityCacheKey,
  filterId,
  id,
  languageId,
  queryFilterId,
  queryId,
  writtenBy,
} from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { rateTypeSchema } from './lookups.ts'
import { pageOf, queryPaging } from './paging.ts'

/** Spec 1, section 2: the providers' screens require this key. */
const forProviders = access.administrators('ProviderProfileInformation')
/** Administrators, and providers for their own profile. */
const forProfiles = access.records({ all: 'ProviderProfileInformation', own: 'ProfileInformation' })

const noProvider = { 404: 'Not found; providers find only themselves' }
const changed = { ...noProvider, 409: 'Someone else changed it in the meantime, or the account must not change so' }
const sameEmail = { 409: 'The email address is in use' }

// The list

export const providerRowSchema = z.object({
  id,
  providerName: z.string(),
  emailId: z.string(),
  role: z.string(),
  providerType: z.string(),
  /** '' if unknown. */
  address: z.string(),
  status: z.string(),
  /** Signs in with an identity provider and has no password. */
  isGmailUser: z.boolean(),
  /** Null for a provider without an account. */
  accountState: z.enum(ACCOUNT_STATES).nullable(),
  /** The caller's own record. */
  isSelf: z.boolean(),
})

export type ProviderRow = z.infer<typeof providerRowSchema>

/** The `sortColId` of the list. */
export const PROVIDER_SORTS = [
  { id: 1, name: 'A-Z' },
  { id: 2, name: 'Z-A' },
] as const

/** The `accountStateId` of the list. */
export const ACCOUNT_STATE_OPTIONS = ACCOUNT_STATES.map((state, index) => ({
  id: index + 1,
  name: ACCOUNT_STATE_NAMES[state],
  state,
}))

const providerFilters = {
  /** Part of the name or email address, case-insensitive. */
  providerName: searchText().optional(),
  providerTypeId: queryFilterId,
  /** 1 is A-Z, 2 is Z-A. */
  sortColId: queryFilterId,
  stateProvinceId: queryFilterId,
  /** 1 is Not invited, 2 is Invited; see `ACCOUNT_STATE_OPTIONS`. */
  accountStateId: queryFilterId,
}

export const getProviders = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-providers',
  summary: 'List providers by page',
  access: forProviders,
  shows: ['providers', 'users', 'signInMethods'],
  query: z.object({ ...queryPaging, ...providerFilters }),
  data: pageOf('allProviders', providerRowSchema),
})

export const downloadProviders = defineFile({
  method: 'POST',
  path: '/api/provider/download-providers',
  summary:
    'Download the filtered providers as a spreadsheet; Social Security numbers need a fresh proof of identity, and are logged',
  access: forProviders,
  query: z.object(providerFilters),
  body: z.object({ languageId, includeSsn: z.boolean().default(false) }),
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  onlyReads: true,
  replies: { 403: 'No access, or Social Security numbers were asked for without a fresh proof of identity' },
})

// Lookups

const titled = z.object({ id, title: z.string() })

const lookup = (name: string, summary: string) =>
  defineEndpoint({
    method: 'GET',
    path: `/api/provider/get-${name}`,
    summary,
    access: access.signedIn,
    data: z.array(titled),
  })

export const getProviderTypes = lookup('provider-types', 'List the types of providers')
export const getProviderStatuses = lookup('provider-statuses', 'List the statuses of providers')
export const getGenders = lookup('genders', 'List the genders to choose from')
export const getEthnicities = lookup('ethnicities', 'List the ethnicities to choose from')

export const getUserRoles = defineEndpoint({
  method: 'POST',
  path: '/api/provider/get-user-roles',
  summary: 'List the roles of users',
  access: forProviders,
  body: z.object({ languageId }),
  data: z.array(z.object({ id, name: z.string() })),
})

export const getProviderRateTypes = defineEndpoint({
  method: 'POST',
  path: '/api/provider/get-provider-rate-types',
  summary: 'List the rate types of providers',
  access: forProviders,
  body: z.object({ languageId }),
  data: z.array(rateTypeSchema),
})

// The record

/** Ids in the spec's rows of schools, roles and services. */
const named = z.object({ id, name: z.string() })

export const getProvider = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-provider/{id}',
  summary: "Get a provider's record; providers get their own, without what only administrators may see",
  access: forProfiles,
  params: z.object({ id: queryId }),
  data: z.object({
    id,
    entityCacheKey,
    provider: providerContentSchema
      .omit({ providerEmergencyContacts: true, providerRateChangeHistories: true, afterLastDay: true })
      .extend({ isAdmin: z.boolean(), isGmailUser: z.boolean() }),
    providerEmergencyContacts: z.array(emergencyContactSchema),
    providerSchools: z.array(named),
    providerRoles: z.array(named),
    /** Empty for providers. */
    providerRateChangeHistories: z.array(providerRateSchema),
    /** On which days one more rate can begin, for each rate type that the provider has or had. Empty for providers. */
    rateDays: z.array(rateDaysSchema.extend({ providerRateTypeId: id })).default([]),
    providerServiceTypes: z.array(named),
  }),
  replies: noProvider,
})

/** A number of the spec's payload that may be missing, null or 0. */
const sentChoice = filterId.transform((sent) => sent ?? null)
const sentText = plainText()
  .nullish()
  .transform((text) => text ?? '')
const sentDate = dateOrBlank.nullish().transform((date) => date ?? '')

/** An amount as text or as a number; '' if missing. */
const sentAmount = z
  .union([plainText(), z.number()])
  .nullish()
  .transform((amount) => String(amount ?? ''))

const sentContacts = z
  .array(
    z.object({
      id: sentChoice,
      emergencyContactName: sentText,
      emergencyContactRelationship: sentText,
      emergencyContactNumber: sentText,
      isDeleted: z.boolean().default(false),
    }),
  )
  .default([])

const sentRates = z.array(
  z.object({
    id: sentChoice,
    providerRateTypeId: sentChoice,
    oldRate: sentAmount,
    newRate: sentAmount,
    effectiveDate: sentDate,
    isDeleted: z.boolean().default(false),
    isEdit: z.boolean().default(false),
  }),
)

const sentPersonal = {
  firstName: sentText,
  middleName: sentText,
  lastName: sentText,
  genderId: sentChoice,
  dob: sentDate,
  ethnicityId: sentChoice,
  ssn: sentText,
  addressLine1: sentText,
  addressLine2: sentText,
  countryId: sentChoice,
  stateId: sentChoice,
  city: sentChoice,
  postalCode: sentText,
  ...eachPhone(() => sentText),
  providerEmergencyContacts: sentContacts,
}

/** Without defaults: what an update leaves out stays as it is. */
const sentManaged = {
  emailId: sentText,
  providerTypeId: sentChoice,
  statusId: sentChoice,
  userRoleId: sentChoice,
  schoolIds: z.array(rowId),
  serviceTypeIds: z.array(rowId),
  hireDate: sentDate,
  termDate: sentDate,
  department: sentText,
  division: sentText,
  jobClass: sentText,
  notes: plainLines()
    .nullish()
    .transform((text) => text ?? ''),
  providerRateChangeHistories: sentRates,
}

const sentProvider = {
  ...sentPersonal,
  ...sentManaged,
  schoolIds: sentManaged.schoolIds.default([]),
  serviceTypeIds: sentManaged.serviceTypeIds.default([]),
  providerRateChangeHistories: sentRates.default([]),
}

export const addProvider = defineEndpoint({
  method: 'POST',
  path: '/api/provider/add-provider',
  summary: 'Add a provider with an account, and invite them by email',
  access: forProviders,
  body: z
    .object({ ...sentProvider, languageId, ...writtenBy })
    .pipe(providerFormSchema('add').safeExtend({ languageId: z.literal(1), ...writtenBy })),
  success: 201,
  data: z.object({ id, invitation: z.enum(INVITATIONS) }),
  replies: { 400: 'A field is missing or wrong', ...sameEmail },
})

export const updateProvider = defineEndpoint({
  method: 'PUT',
  path: '/api/provider/update-provider',
  summary: "Update a provider's record; providers update their own, but not what only administrators may change",
  access: forProfiles,
  /** Checked by the handler: the rules differ for administrators and for the provider. */
  body: z.object({
    ...sentPersonal,
    /** Missing or null leaves the stored number; '' removes it. */
    ssn: plainText().nullish(),
    ...z.object(sentManaged).partial().shape,
    languageId,
    ...writtenBy,
    id,
    entityCacheKey: entityCacheKey.optional(),
    /** What becomes of what lies after a new last day; needed if there is anything. */
    afterLastDay: lastDayAnswerSchema.nullish(),
  }),
  data: z.object({ firstName: z.string(), middleName: z.string(), lastName: z.string() }),
  replies: { 400: 'A field is missing or wrong', 403: 'Only an administrator may change this', ...changed },
})

export const revealSsn = defineEndpoint({
  method: 'POST',
  path: '/api/provider/reveal-ssn',
  summary: "Get a provider's Social Security number in full; logged with who and when",
  access: forProfiles,
  body: z.object({ languageId, id }),
  data: z.object({ ssn: z.string() }),
  // Nobody may find the number among the stored replies to writes.
  onlyReads: true,
  replies: { ...noProvider, 403: 'The caller must prove again who they are' },
})

export const resetProviderPassword = defineEndpoint({
  method: 'POST',
  path: '/api/provider/reset-password',
  summary: "Set a provider's password, also the first one, and end all sessions of the provider",
  access: forProviders,
  /** The id is the provider's. */
  body: resetPasswordFormSchema.safeExtend({ languageId, id }),
  data: z.null(),
  replies: {
    400: 'The new password is not allowed',
    ...noProvider,
    403: 'The caller must prove again who they are',
    409: 'The provider has no password, or cannot sign in',
  },
})

export const resendInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/provider/resend-invitation',
  summary: 'Send a provider a new link to choose their first password; the link before stops working',
  access: forProviders,
  body: z.object({ languageId, id }),
  /** Where it was sent. */
  data: z.object({ emailId: z.string() }),
  replies: {
    ...noProvider,
    409: 'The provider has accepted the invitation, or cannot sign in',
    429: 'Too many attempts',
    503: 'This server sends no email',
  },
})

/** The most providers that are invited at once. */
export const MAX_INVITED = 2000

const leftOut = z.array(z.object({ id, name: z.string(), reason: z.string() }))

export const checkInvitations = defineEndpoint({
  method: 'POST',
  path: '/api/provider/check-invitations',
  summary: 'Tell which of the chosen or filtered providers can be invited, and why the others cannot',
  access: forProviders,
  body: z
    .object({
      languageId,
      providerIds: z.array(rowId).max(MAX_INVITED).optional(),
      filters: z.object(providerFilters).optional(),
    })
    .refine(({ providerIds, filters }) => (providerIds === undefined) !== (filters === undefined), {
      message: 'Send either providerIds or filters.',
    }),
  data: z.object({
    /** The first by name, as many as go at once. */
    toInvite: z.array(z.object({ id, name: z.string() })),
    /** How many more can be invited afterward. */
    more: z.int().nonnegative(),
    leftOut,
  }),
  onlyReads: true,
  replies: { 503: 'This server sends no email' },
})

export const inviteProviders = defineEndpoint({
  method: 'POST',
  path: '/api/provider/invite-providers',
  summary: 'Invite providers by email who were not invited yet; the others are left out, with the reason',
  access: forProviders,
  body: z.object({ languageId, providerIds: z.array(rowId).min(1).max(MAX_INVITED) }),
  data: z.object({ invited: z.int().nonnegative(), leftOut }),
  replies: { 503: 'This server sends no email' },
})

export const providerRateChangeSchema = z.object({
  id,
  providerRateTypeId: id,
  providerRateTypeName: z.string(),
  /** Null from the day on which the rate has ended. */
  newRate: z.string().nullable(),
  /** Null for the first one. */
  oldRate: z.string().nullable(),
  effectiveDate: localDateSchema,
})

export const getProviderRateHistory = defineEndpoint({
  method: 'POST',
  path: '/api/provider/get-provider-rate-change-history',
  summary: "List the changes of a provider's rate of one type, newest first",
  access: forProviders,
  /** The id is the rate's. */
  body: z.object({ languageId, id }),
  data: z.array(providerRateChangeSchema),
  onlyReads: true,
  replies: { 404: 'Rate not found' },
})

export const {
  sample: getProviderImportSample,
  run: importProviders,
  problems: getProviderImportProblems,
} = importEndpoints({ area: 'provider', plural: 'providers', access: forProviders })

export const endpoints = {
  addProvider,
  getEthnicities,
  getGenders,
  getProvider,
  getProviderRateHistory,
  getProviderImportSample,
  importProviders,
  getProviderImportProblems,
  downloadProviders,
  getProviderRateTypes,
  getProviderStatuses,
  getProviderTypes,
  getProviders,
  getUserRoles,
  resendInvitation,
  checkInvitations,
  inviteProviders,
  resetProviderPassword,
  revealSsn,
  updateProvider,
}
