/**
 * Documents of providers: uploaded by administrators or by the providers themselves, with versions, expiry dates and a
 * log; and the document types, which the spec calls master templates (spec 3, sections 2 to 7).
 */
import { z } from 'zod'
import {
  ACKNOWLEDGMENT_STATES,
  DOCUMENT_ACTIONS,
  DOCUMENT_STATES,
  documentMessages,
  documentNameSchema,
  EXPIRY_SPANS,
  LONGEST_EXPIRY_SPAN,
  REQUIREMENT_STATES,
  templateFormSchema,
} from '#domain/document-form.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { searchText } from '#domain/search-words.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema, parseDate } from '#domain/time.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  defineUpload,
  entityCacheKey,
  id,
  languageId,
  queryFilterId,
  queryId,
  writerId,
  writtenBy,
} from './endpoint.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'
import type { SpooledRule, UploadRule } from './upload.ts'

const forAdministrators = access.administrators('ManageDocuments')
/** Administrators, and providers for their own. */
const forBoth = access.records({ all: 'ManageDocuments', own: 'MyDocuments' })

const NOT_FOUND = 'Not found or deleted; providers find only their own'

// Files

/** The most that a server may allow; its own limit is in `getDocumentLimit`. */
const MAX_BYTES = 500 * 1024 * 1024

const file = { field: 'AttachFile', maxBytes: MAX_BYTES, required: documentMessages.file } as const

const ADMINISTRATOR_ENDINGS = [
  '.pdf',
  '.doc',
  '.docx',
  '.xlsx',
  '.xls',
  '.csv',
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.webp',
]
const OWN_ENDINGS = ['.pdf', '.doc', '.zip']

/** What administrators may upload (spec 3, section 5). */
export const administratorDocumentFile: UploadRule = { ...file, endings: ADMINISTRATOR_ENDINGS }
/** What providers may upload on My Documents. */
export const ownDocumentFile: UploadRule = { ...file, endings: OWN_ENDINGS }

/** Both callers use one call, so the server checks the narrower rules once it knows who calls. */
const anyDocumentFile: SpooledRule = {
  ...file,
  endings: [...new Set([...ADMINISTRATOR_ENDINGS, ...OWN_ENDINGS])],
  isSpooled: true,
}

export const templateFile: SpooledRule = {
  ...file,
  endings: ['.pdf', '.doc', '.docx', '.xlsx', '.xls'],
  isSpooled: true,
}

export const getDocumentLimit = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-document-limit',
  summary: 'Get the maximum size of an uploaded document on this server',
  access: access.signedIn,
  data: z.object({ maxBytes: z.int().positive() }),
})

// Lists

const documentStateSchema = z.enum(DOCUMENT_STATES)

const acknowledgmentSchema = z.object({
  state: z.enum(ACKNOWLEDGMENT_STATES),
  askedOnUtc: z.iso.datetime(),
  /** When the provider first opened it. */
  readOnUtc: z.iso.datetime().nullable(),
  acceptedOnUtc: z.iso.datetime().nullable(),
  /** The provider's name when they accepted it; '' before. */
  acceptedBy: z.string(),
  /** The accepted file's hash, in hexadecimal; '' before. */
  sha256: z.string(),
})
export type Acknowledgment = z.infer<typeof acknowledgmentSchema>

/** A document in its latest version, or one of its versions. */
export const documentSchema = z.object({
  id,
  providerId: id,
  providerName: z.string(),
  providerType: z.string(),
  /** The document type; null for files that were attached before there were types. */
  templateTypeId: id.nullable(),
  /** Its title; '' without one. */
  masterFileTitle: z.string(),
  documentName: z.string(),
  /** The same, by its other name in the spec. */
  title: z.string(),
  /** As the file was named when it was uploaded. */
  originalFileName: z.string(),
  /** The random name under which the server stores it. */
  uploadedFileName: z.string(),
  hasExpiryDate: z.boolean(),
  /** The last day on which it is valid; null if it doesn't expire. */
  expiryDate: localDateSchema.nullable(),
  /** The same, by its other name in the spec. */
  expiryOn: localDateSchema.nullable(),
  /** Days from today to the expiry date, negative once it is past; null if it doesn't expire. */
  daysLeft: z.int().nullable(),
  createdOnUtc: z.iso.datetime(),
  /** Who uploaded it. */
  createdBy: z.string(),
  state: documentStateSchema,
  /** From 1. */
  version: z.int().positive(),
  /** How many versions there are that were not deleted. */
  versions: z.int().nonnegative(),
  /** The version that counts again if the latest is deleted alone; null without an earlier one. */
  earlierVersion: z.int().positive().nullable(),
  /** The last day on which it can be restored; null unless it was deleted. */
  restorableUntil: localDateSchema.nullable(),
  /** In bytes. */
  size: z.int().nonnegative(),
  /** The type of its content, such as application/pdf. */
  mediaType: z.string(),
  /** Whether `viewProviderDoc` shows it; any other is only downloaded. */
  canBeShown: z.boolean(),
  /** The latest request to the provider to read this version and accept it; null if there was none. */
  acknowledgment: acknowledgmentSchema.nullable(),
  /** Whether any version of it was accepted. */
  wasAccepted: z.boolean(),
  /** Whether the caller may delete it with all its versions. */
  mayDelete: z.boolean(),
  /** Whether the caller may upload a newer version. */
  mayReplace: z.boolean(),
})
export type ProviderDocument = z.infer<typeof documentSchema>

export const documentCountSchema = z.object({
  /** The provider's id. */
  id,
  providerName: z.string(),
  providerType: z.string(),
  /** Documents, each counted once, whatever its number of versions. */
  docs: z.int().nonnegative(),
  /** Those that expire within 60 days. */
  expiring: z.int().nonnegative(),
  expired: z.int().nonnegative(),
  /** Those that the provider was asked to accept and has not. */
  unaccepted: z.int().nonnegative(),
})

export const getAdminDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-admin-documents',
  summary: 'List providers with the number of their documents, by page',
  access: forAdministrators,
  shows: ['documents', 'providers'],
  query: z.object({
    ...queryPaging,
    /** Part of the name, case-insensitive. */
    providerName: searchText().optional(),
    /** Only those who have a document to accept; or those at work who have had one for a week. */
    show: z.enum(['unaccepted', 'forgotten']).optional(),
    sort: sortBy('providerName', 'providerType', 'docs'),
  }),
  data: pageOf('allProviderDocument', documentCountSchema),
})

export const getProviderDocumentById = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-provider-document-by-id',
  summary: 'List all documents of a provider, by type and name; providers get their own',
  access: forBoth,
  query: z.object({ providerId: queryId }),
  data: z.object({ allProviderDocuments: z.array(documentSchema) }),
  replies: { 404: 'No such provider; providers find only themselves' },
})

export const getProviderDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-provider-documents',
  summary: "List a provider's documents by page, the latest first; providers get their own",
  access: forBoth,
  shows: ['documents', 'documentTypes', 'providers', 'users'],
  query: z.object({
    ...queryPaging,
    providerId: queryId,
    /** Part of the document's name, its file's or its type's, case-insensitive. */
    documentTitle: searchText().optional(),
    /** Only those that the provider was asked to accept and has not, or for administrators only deleted ones. */
    show: z.enum(['unaccepted', 'deleted']).optional(),
    sort: sortBy('documentName', 'originalFileName', 'masterFileTitle', 'createdOnUtc', 'expiryDate'),
  }),
  data: pageOf('allProviderDocuments', documentSchema),
  replies: { 404: 'No such provider; providers find only themselves' },
})

export const getExpiringDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-expiring-documents',
  summary: 'List documents that have expired or soon will, by page, the earliest first',
  access: forAdministrators,
  shows: ['documents', 'providers', 'documentTypes', 'users'],
  query: z.object({
    ...queryPaging,
    /** Those that expire within so many days, and those that have expired; 0 for the latter alone. */
    withinDays: z.coerce
      .number()
      .pipe(z.literal([0, ...EXPIRY_SPANS, LONGEST_EXPIRY_SPAN]))
      .default(LONGEST_EXPIRY_SPAN),
    /** Leaves out those that have expired. */
    isExpiredHidden: z.stringbool().default(false),
    providerId: queryFilterId,
    templateTypeId: queryFilterId,
    sort: sortBy('expiryDate', 'providerName', 'masterFileTitle', 'documentName'),
  }),
  data: pageOf('allProviderDocuments', documentSchema),
})

// Documents that providers must have

/** A document that a provider must have, in the state of the one that lasts longest. */
export const requiredDocumentSchema = z.object({
  templateTypeId: id,
  /** The document type. */
  title: z.string(),
  state: z.enum(REQUIREMENT_STATES),
  /** The document that lasts longest, to be replaced by a newer version; null if it is missing. */
  document: z.object({ id, documentName: z.string(), hasExpiryDate: z.boolean() }).nullable(),
  /** The last day on which it is valid; null if it is missing or doesn't expire. */
  expiryDate: localDateSchema.nullable(),
  /** Days from today to the expiry date, negative once it is past. */
  daysLeft: z.int().nullable(),
  /** It is missing, since it must have an expiry date, and those that were uploaded have none. */
  isUndated: z.boolean(),
  /** Whether the caller may upload it: providers may not upload every type. */
  mayUpload: z.boolean(),
})
export type RequiredDocument = z.infer<typeof requiredDocumentSchema>

export const getRequiredDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-required-documents',
  summary: 'List the documents that an active provider must have, with their states; providers get their own',
  access: forBoth,
  query: z.object({ providerId: queryId }),
  /** By title; none for a provider who is on leave or has left. */
  data: z.array(requiredDocumentSchema),
  replies: { 404: 'No such provider; providers find only themselves' },
})

export const getMissingDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-missing-documents',
  summary:
    'List active providers by page who must have documents that are missing or have expired, with those documents',
  access: forAdministrators,
  shows: ['documents', 'documentTypes', 'providers'],
  query: z.object({
    ...queryPaging,
    providerTypeId: queryFilterId,
    templateTypeId: queryFilterId,
    /** Only documents in this state. */
    state: z.enum(['missing', 'expired', 'expiring']).optional(),
  }),
  data: pageOf(
    'allProviders',
    z.object({
      /** The provider's id. */
      id,
      providerName: z.string(),
      providerType: z.string(),
      requiredDocuments: z.array(requiredDocumentSchema).min(1),
    }),
  ),
})

// One document

const ofDocument = z.object({ id: queryId })

export const downloadProviderDoc = defineFile({
  path: '/api/document/download-provider-doc',
  summary:
    'Download a document, or an earlier version of it, under its original name; administrators also deleted ones; logged',
  access: forBoth,
  query: ofDocument,
  // Browsers never show it: what someone uploaded is not run in the portal's name.
  contentType: 'application/octet-stream',
  replies: { 404: NOT_FOUND, 503: 'The place where documents are stored does not answer' },
})

export const viewProviderDoc = defineFile({
  path: '/api/document/view-provider-doc',
  summary: 'Get a document to show it, if `canBeShown`: the PDF, or the image without its metadata; logged',
  access: forBoth,
  query: ofDocument,
  contentType: 'application/pdf',
  replies: {
    404: NOT_FOUND,
    406: 'Documents of this type can only be downloaded',
    503: 'The place where documents are stored does not answer',
  },
})

export const getDocumentVersions = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-document-versions',
  summary: 'List all versions of a document, the latest first; administrators also get those of deleted ones',
  access: forBoth,
  query: ofDocument,
  data: z.array(documentSchema),
  replies: { 404: NOT_FOUND },
})

export const documentLogSchema = z.object({
  id,
  /** The version that it is about. */
  version: z.int().positive(),
  action: z.enum(DOCUMENT_ACTIONS),
  atUtc: z.iso.datetime(),
  /** Who did it; '' for the server itself. */
  by: z.string(),
})

export type DocumentLogEntry = z.infer<typeof documentLogSchema>

export const getDocumentLog = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-document-log',
  summary: 'List what happened to a document and who read it, by page, the latest first; of deleted ones, too',
  access: forAdministrators,
  query: ofDocument.extend(queryPaging),
  data: pageOf('allEntries', documentLogSchema),
  replies: { 404: 'Not found' },
})

/** The spec's documents are deleted by their path; of a document with versions, all are. */
export const deleteDocument = defineEndpoint({
  method: 'DELETE',
  path: '/api/document/{id}',
  summary:
    'Delete a document with all its versions, or the latest alone; it can be restored for 30 days. Providers delete their own, unless they were asked to accept it',
  access: forBoth,
  params: z.object({ id: queryId }),
  body: z.object({
    languageId,
    updatedById: writerId,
    /** Deletes the latest version alone: the earlier one counts again. */
    keepsEarlier: z.boolean().default(false),
  }),
  data: z.null(),
  replies: {
    404: NOT_FOUND,
    409: 'A newer version of it was uploaded, or there is no earlier one; or a provider was asked to accept it, or may not upload its type',
  },
})

export const restoreDocument = defineEndpoint({
  method: 'POST',
  path: '/api/document/restore',
  summary: 'Restore a deleted document with the versions that were deleted with it, within 30 days',
  access: forAdministrators,
  body: z.object({ languageId, updatedById: writerId, id }),
  data: z.null(),
  replies: {
    404: 'Not found, or its 30 days are over',
    409: 'It was restored already, or a newer version was uploaded',
  },
})

const wireDate = z.string().refine((text) => parseDate(text) !== undefined, documentMessages.badDate)
/** In a form, ids arrive as text. */
const formId = (required?: string) =>
  z.coerce.number<unknown>(required).int(required).positive(required).max(LARGEST_ID, required)
const formFlag = z.union([z.boolean(), z.stringbool()])

export const uploadDocument = defineUpload({
  path: '/api/document/upload',
  summary: "Upload a document, or a newer version of one; providers upload their own. 'Upload Success'",
  access: forBoth,
  upload: anyDocumentFile,
  body: z
    .object({
      templateTypeId: formId(documentMessages.template.all),
      providerId: formId(documentMessages.provider),
      documentName: documentNameSchema,
      hasExpiryDate: formFlag.default(false),
      /** MM/DD/YYYY; without `hasExpiryDate` it is ignored. */
      expiryDate: wireDate.optional(),
      /** The document of which this is a newer version, in its latest version. Not in the spec. */
      replaces: formId().optional(),
      // The rest is sent for hosts that read it; this server takes the names from the file and the document's name.
      title: plainText().max(200).optional(),
      expiryOn: wireDate.optional(),
      originalFileName: plainText().max(255).optional(),
      uploadedFileName: plainText().max(255).optional(),
      providerDocumentMastertId: formId().optional(),
      createdById: formId().optional(),
    })
    .refine(({ hasExpiryDate, expiryDate, expiryOn }) => !hasExpiryDate || (expiryDate ?? expiryOn) !== undefined, {
      path: ['expiryDate'],
      error: documentMessages.expiryDate,
    }),
  data: z.object({ id, version: z.int().positive() }),
  replies: {
    400: 'A field is wrong, or the name of the file is of a type that the caller may not upload',
    404: 'No such provider, document type or document',
    406: 'The content is not what the name says, or is not safe to store',
    409: 'A newer version of the document was uploaded in the meantime, or it was deleted; or a provider may not upload its type',
    413: 'The file is too large',
    503: 'The place where documents are stored, or the virus scanner, does not answer; nothing was stored',
    507: 'No space is left; nothing was stored',
  },
})

// Document types

export const templateSchema = z.object({
  id,
  title: z.string(),
  /** The address of its file, which `getTemplateFile` gets; null without one. */
  fileUrl: z.string().nullable(),
  /** As the file was named when it was uploaded; null without one. */
  originalFileName: z.string().nullable(),
  canBeShown: z.boolean(),
  /** Whether providers may choose it, too. */
  isProviderUploadAllowedForAdmin: z.boolean(),
  /** The provider types whose providers must have one. */
  requiredFor: z.array(z.object({ id, title: z.string() })),
  /** Whether its documents must have an expiry date. */
  mustExpire: z.boolean(),
  /** Whether letters are generated from its file, which has placeholders. */
  isLetter: z.boolean(),
  /** Current documents of this type. */
  docs: z.int().nonnegative(),
  entityCacheKey,
})
export type DocumentTemplate = z.infer<typeof templateSchema>

export const getMasterTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-master-templates',
  summary: 'List the document types by title; providers get those that they may choose',
  access: forBoth,
  shows: ['documentTypes', 'documents'],
  query: z.object({
    /** Without it, an administrator, too, gets only those that providers may choose. */
    isAdmin: z.stringbool().default(true),
    /** Only those with a file from which a letter can be generated. */
    isGenerateLetter: z.stringbool().default(false),
  }),
  data: z.array(templateSchema),
})

export const addTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/document/add-template',
  summary: 'Add a document type',
  access: forAdministrators,
  body: templateFormSchema.extend({ languageId, ...writtenBy }),
  data: z.object({ id }),
  replies: { 400: 'There is no such provider type', 409: 'The title is taken (case-insensitive)' },
})

export const getTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/document/get-template',
  summary: 'Get a document type',
  access: forAdministrators,
  query: ofDocument,
  data: templateSchema,
  replies: { 404: 'Not found or deleted' },
})

export const updateTemplate = defineEndpoint({
  method: 'PUT',
  path: '/api/document/update-template',
  summary: 'Update a document type',
  access: forAdministrators,
  body: templateFormSchema.extend({ languageId, ...writtenBy, id, entityCacheKey }),
  data: z.null(),
  replies: {
    400: 'There is no such provider type',
    404: 'Not found or deleted',
    409: 'The title is taken, or someone else changed it in the meantime',
  },
})

export const deleteTemplate = defineEndpoint({
  method: 'POST',
  path: '/api/document/delete-template',
  summary: 'Delete a document type; documents that have it keep it',
  access: forAdministrators,
  body: z.object({ languageId, ...writtenBy, id, entityCacheKey }),
  data: z.null(),
  replies: { 404: 'Not found or deleted', 409: 'Someone else changed it in the meantime' },
})

export const uploadTemplateFile = defineUpload({
  path: '/api/document/upload-template-file',
  summary: 'Upload the file of a document type; it replaces the earlier one',
  access: forAdministrators,
  upload: templateFile,
  body: z.object({ id: formId(), entityCacheKey }),
  data: z.null(),
  replies: {
    404: 'Not found or deleted',
    406: 'The content is not what the name says, or is not safe to store; or its placeholders have mistakes, as lines in `data`',
    409: 'Someone else changed it in the meantime',
    413: 'The file is too large',
  },
})

export const getTemplateFile = defineFile({
  path: '/api/document/get-template-file',
  summary:
    'Get the file of a document type: to show it, if it is a PDF, or to save it; providers get those of types that they may choose',
  access: forBoth,
  query: ofDocument,
  contentType: 'application/octet-stream',
  replies: { 404: 'There is none', 503: 'The place where documents are stored does not answer' },
})

export const endpoints = {
  uploadDocument,
  getDocumentLimit,
  getAdminDocuments,
  getProviderDocumentById,
  getProviderDocuments,
  getExpiringDocuments,
  getMissingDocuments,
  getRequiredDocuments,
  downloadProviderDoc,
  viewProviderDoc,
  getDocumentVersions,
  getDocumentLog,
  deleteDocument,
  restoreDocument,
  getMasterTemplates,
  getTemplate,
  addTemplate,
  updateTemplate,
  deleteTemplate,
  uploadTemplateFile,
  getTemplateFile,
}
