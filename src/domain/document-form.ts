/** Rules for uploading a document of a provider, shared by the forms and the server (spec 3, section 5). */
import { z } from 'zod'
import { chosen } from './form-fields.ts'
import { rowId } from './row-id.ts'
import { requiredText } from './text-rules.ts'
import { localDateSchema } from './time.ts'

export const MAX_DOCUMENT_NAME = 200
export const MAX_TEMPLATE_TITLE = 100
const MAX_REQUIRED_FOR = 100

/** Days before the expiry date on which people are told; from the first on, the document is expiring. */
export const EXPIRY_NOTICES = [60, 30, 7] as const

/** Days for which a deleted document can be restored. */
export const RESTORABLE_DAYS = 30

/** Days after which administrators are told of a document that a provider was asked to accept and has not. */
export const FORGOTTEN_DAYS = 7

/** Spans of the list of documents that expire, in days. */
export const EXPIRY_SPANS = [30, 60] as const
/** What the list shows while none is chosen: those that expire later are no concern yet. */
export const LONGEST_EXPIRY_SPAN = 90

export const DOCUMENT_STATES = ['current', 'expiring', 'expired', 'superseded', 'deleted', 'purged'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** The states of a document that a provider must have, the most urgent first. */
export const REQUIREMENT_STATES = ['missing', 'expired', 'expiring', 'valid'] as const
export type RequirementState = (typeof REQUIREMENT_STATES)[number]

/** What the log of a document names; 'read' is shown in the portal. */
export const DOCUMENT_ACTIONS = [
  'uploaded',
  'replaced',
  'read',
  'downloaded',
  'deleted',
  'returned',
  'restored',
  'expiring',
  'expired',
  'asked',
  'accepted',
  'withdrawn',
] as const

/** A request to a provider to read a document and accept it. */
export const ACKNOWLEDGMENT_STATES = ['asked', 'read', 'accepted', 'withdrawn', 'replaced'] as const

export const LETTER_FORMATS = ['pdf', 'docx'] as const
export type LetterFormat = (typeof LETTER_FORMATS)[number]

/** How many providers a letter may be generated for at once. */
export const MAX_LETTERS = 500

/** Spec 3, sections 5 and 8, except for the last ones. */
export const documentMessages = {
  template: { all: 'Please Select Template', own: 'Select Template.' },
  name: 'Enter Document Name',
  provider: 'Please Select Provider',
  file: 'Upload File',
  expiryDate: 'Please Select Expiry Date',
  uploaded: 'Upload Success',
  deleted: 'Document has been deleted successfully',
  restored: 'The document was restored',
  returned: (version: number) => `The document is back at version ${version}`,
  /** What a deletion takes along. */
  allVersions: (count: number) => `All ${count} versions will be deleted.`,
  restorable: `An administrator can restore it for ${RESTORABLE_DAYS} days.`,
  newerThere: 'A newer version of this document was uploaded in the meantime.',
  noEarlier: 'This document has no earlier version anymore.',
  confirmDelete: 'Are you sure you want to delete this Document?',
  endsRequest: 'The provider then no longer has to accept it.',
  endsAcceptance: 'That the provider read and accepted it is then shown only among the deleted documents.',
  badDate: 'Enter the date as MM/DD/YYYY.',
  templateTitle: 'Enter Title',
  templateAdded: 'Document type has been added successfully',
  templateUpdated: 'Document type has been updated successfully',
  templateDeleted: 'Document type has been deleted successfully',
  templateFileSaved: 'Template has been uploaded successfully',
  letterTemplate: 'Please Select a Template',
  letterProblems: 'Letters cannot be generated from this file.',
  letterStarted: 'The letters are being saved.',
  lettersUnderWay: 'Your last letters are still being saved. Wait until they are done.',
  letterChanged: 'This letter has changed since you saw it. Check it again.',
  letterRunFailed: 'The server could not continue. Letters that are done are saved; generate the others again.',
  asked: 'Sent for acknowledgment',
  withdrawn: 'The request was withdrawn',
  accepted: 'Read and accepted',
  byAdministrators: 'Only administrators upload documents of this type. Ask one to change or delete it.',
  keptWaiting: 'You were asked to read and accept this document, so only an administrator can delete it.',
  keptAccepted: 'This document was read and accepted, so only an administrator can delete it.',
} as const

/** The administrators' form, where a provider is chosen, or a provider's own. */
export type DocumentFormKind = keyof typeof documentMessages.template

export const documentNameSchema = requiredText(documentMessages.name, MAX_DOCUMENT_NAME)

/** A document's form without its file; `expiryDate` counts only with `hasExpiryDate`. */
export const documentFormSchema = (kind: DocumentFormKind) =>
  z
    .object({
      templateTypeId: chosen(documentMessages.template[kind]),
      /** Themselves, in a provider's own form. */
      providerId: chosen(documentMessages.provider),
      documentName: documentNameSchema,
      hasExpiryDate: z.boolean(),
      expiryDate: localDateSchema.nullable(),
    })
    .refine(({ hasExpiryDate, expiryDate }) => !hasExpiryDate || expiryDate !== null, {
      path: ['expiryDate'],
      error: documentMessages.expiryDate,
    })

/** A letter's form. */
export const letterFormSchema = z
  .object({
    templateTypeId: chosen(documentMessages.letterTemplate),
    providerIds: z.array(rowId).min(1, documentMessages.provider).max(MAX_LETTERS),
    documentName: documentNameSchema,
    format: z.enum(LETTER_FORMATS),
    asksToAccept: z.boolean(),
  })
  // It is read in the portal, which shows no Word files.
  .refine(({ format, asksToAccept }) => !asksToAccept || format === 'pdf', {
    path: ['asksToAccept'],
    error: 'Only a PDF can be sent for acknowledgment.',
  })

/** A document type: what documents of providers are, such as a license. */
export const templateFormSchema = z.object({
  title: requiredText(documentMessages.templateTitle, MAX_TEMPLATE_TITLE),
  /** Whether providers may choose it, too; the spec's name. */
  isProviderUploadAllowedForAdmin: z.boolean(),
  /** The provider types whose providers must have such a document. */
  requiredForIds: z.array(rowId).max(MAX_REQUIRED_FOR),
  /** Whether its documents must have an expiry date. */
  mustExpire: z.boolean(),
})
