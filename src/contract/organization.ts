/** The organization's settings, its logo, and the log of their changes. */
import { z } from 'zod'
import {
  MAX_REMINDER_DAYS,
  MAX_TERMS,
  organizationMessages,
  organizationSchema,
  type SettingName,
  settingNames,
} from '#domain/organization-form.ts'
import { searchText } from '#domain/search-words.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  defineUpload,
  entityCacheKey,
  id,
  languageId,
  writtenBy,
} from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'
import type { UploadRule } from './upload.ts'

const forAdministrators = access.roles('Administrators')

const settings = organizationSchema.extend({
  /** Days until an invoice is due. */
  paymentTerms: z
    .int(organizationMessages.terms)
    .min(0, organizationMessages.terms)
    .max(MAX_TERMS, organizationMessages.terms),
  /** How many days after the day of the hours providers are reminded. */
  reminderDays: z
    .int(organizationMessages.reminderDays)
    .min(1, organizationMessages.reminderDays)
    .max(MAX_REMINDER_DAYS, organizationMessages.reminderDays),
})

export const logoSchema = z.object({
  /** Every upload is another logo. */
  id,
  mediaType: z.enum(['image/png', 'image/jpeg']),
})

export const getOrganization = defineEndpoint({
  method: 'GET',
  path: '/api/organization/get-organization',
  summary: "Get the organization's settings",
  access: forAdministrators,
  data: z.object({
    ...settings.shape,
    logo: logoSchema.nullable(),
    /** Invoices have been issued in the currency, so it can't change. */
    isCurrencyFixed: z.boolean(),
    entityCacheKey,
  }),
})

export const saveOrganization = defineEndpoint({
  method: 'POST',
  path: '/api/organization/save-organization',
  summary: "Change the organization's settings; each field that changes is logged",
  access: forAdministrators,
  body: settings.extend({ languageId, ...writtenBy, entityCacheKey }),
  data: z.null(),
  replies: {
    400: 'A field is wrong',
    409: 'Someone else changed them in the meantime, or invoices have been issued in the currency',
  },
})

export const logoFile: UploadRule = {
  field: 'Logo',
  endings: ['.png', '.jpg', '.jpeg'],
  maxBytes: 1024 * 1024,
  required: 'Choose an image.',
}

export const uploadLogo = defineUpload({
  path: '/api/organization/upload-logo',
  summary: "Replace the organization's logo. Invoices that were issued keep theirs",
  access: forAdministrators,
  upload: logoFile,
  data: logoSchema,
  replies: { 406: 'Not a PNG or JPEG image, damaged, or too many pixels' },
})

export const removeLogo = defineEndpoint({
  method: 'POST',
  path: '/api/organization/remove-logo',
  summary: "Remove the organization's logo. Invoices that were issued keep theirs",
  access: forAdministrators,
  body: z.object({ languageId, ...writtenBy }),
  data: z.null(),
  replies: { 404: 'There is no logo' },
})

export const getLogo = defineFile({
  path: '/api/organization/get-logo',
  summary: "Download the organization's logo; `logo` of the settings says what it is",
  access: forAdministrators,
  // Browsers never open it: what someone uploaded is not shown in the portal's name.
  contentType: 'application/octet-stream',
  replies: { 404: 'There is no logo' },
})

const settingName = z.enum(Object.keys(settingNames) as [SettingName, ...SettingName[]])

/** A change of a setting. */
export const organizationChangeSchema = z.object({
  id,
  atUtc: z.string(),
  /** Who made it. */
  by: z.string(),
  field: settingName,
  /** As people read them; '' for none. */
  before: z.string(),
  after: z.string(),
})

export const getOrganizationChanges = defineEndpoint({
  method: 'GET',
  path: '/api/organization/get-changes',
  summary: "List every change of the organization's settings by page, the latest first",
  access: forAdministrators,
  shows: ['organization', 'documentTypes', 'labels', 'users'],
  query: z.object({
    ...queryPaging,
    /** Part of the name of who made the change or of the setting, or of what it was before or after. Case-insensitive. */
    keywords: searchText().optional(),
  }),
  data: pageOf('allChanges', organizationChangeSchema),
})

export const endpoints = { getOrganization, saveOrganization, uploadLogo, removeLogo, getLogo, getOrganizationChanges }
