/**
 * Letters from templates: shown, saved as documents of providers, and sent for acknowledgment (spec 3, sections 2 and 5;
 * docs/decisions/letters.md).
 */
import { z } from 'zod'
import { LETTER_FORMATS, letterFormSchema } from '#domain/document-form.ts'
import { rowId } from '#domain/row-id.ts'
import { RUN_STATES } from '#domain/runs.ts'
import { access, defineEndpoint, defineFile, id, languageId, queryFilterId, queryId, writtenBy } from './endpoint.ts'

/** Administrators, and providers for themselves, from templates that they may choose. */
const forBoth = access.records({ all: 'ManageDocuments', own: 'MyDocuments' })
const forAdministrators = access.administrators('ManageDocuments')

const NOT_FOUND = 'No such letter template or provider; providers find only themselves'
const TOO_MUCH = 'The template takes too long to fill in'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const ofLetter = z.object({ templateTypeId: queryId, providerId: queryId })

export const previewLetter = defineEndpoint({
  method: 'GET',
  path: '/api/letter/preview-letter',
  summary: 'Fill in a letter without saving it, and say what to look at',
  access: forBoth,
  query: ofLetter,
  data: z.object({
    /** The letter's checksum: it changes when the letter does. */
    sha256,
    /** What the letter names and is not known, such as 'Hire date'. */
    missing: z.array(z.string()),
    /** Parts of the letter that its PDF lacks, such as 'pictures'. */
    notInPdf: z.array(z.string()),
    /** Whether the PDF looks as in Word. */
    isPdfExact: z.boolean(),
  }),
  replies: { 404: NOT_FOUND, 406: TOO_MUCH, 503: 'The PDF could not be made' },
})

export const getLetterFile = defineFile({
  path: '/api/letter/get-letter-file',
  summary: 'Get a letter that `previewLetter` filled in: as a PDF to show it, or as a Word file to save it',
  access: forBoth,
  query: ofLetter.extend({ format: z.enum(LETTER_FORMATS), sha256 }),
  contentType: 'application/pdf',
  replies: { 404: NOT_FOUND, 406: TOO_MUCH, 409: 'The letter has changed', 503: 'The PDF could not be made' },
})

/** Generating a letter for one or more providers. */
export const letterRunSchema = z.object({
  id,
  documentName: z.string(),
  state: z.enum(RUN_STATES),
  createdOnUtc: z.iso.datetime(),
  /** By name. */
  letters: z.array(
    z.object({
      providerId: id,
      providerName: z.string(),
      outcome: z.enum(['waiting', 'saved', 'failed']),
      /** The document, once it is saved. */
      documentId: id.nullable(),
      /** The document's; a second one replaces the first. */
      version: z.int().positive().nullable(),
      /** Why it was not saved. */
      reason: z.string().nullable(),
    }),
  ),
  /** Why the rest was not saved. */
  reason: z.string().nullable(),
})
export type LetterRun = z.infer<typeof letterRunSchema>

/** How many shown letters a call may name. */
export const MAX_SEEN_LETTERS = 20

export const startLetterRun = defineEndpoint({
  method: 'POST',
  path: '/api/letter/start-letter-run',
  summary: 'Generate a letter for providers and save it as a document of each; providers for themselves',
  access: forBoth,
  body: letterFormSchema.safeExtend({
    languageId,
    ...writtenBy,
    /** Checksums of letters that were shown: if such a letter has changed, it is not saved. */
    seen: z
      .array(z.object({ providerId: rowId, sha256 }))
      .max(MAX_SEEN_LETTERS)
      .default([]),
  }),
  data: letterRunSchema,
  replies: { 400: 'A field is wrong', 404: NOT_FOUND, 503: 'There is no place where documents are stored' },
})

export const getLetterRun = defineEndpoint({
  method: 'GET',
  path: '/api/letter/get-letter-run',
  summary: "Get one of the caller's runs, or the latest; null if there is none",
  access: forBoth,
  query: z.object({ id: queryFilterId }),
  data: letterRunSchema.nullable(),
  replies: { 404: 'Not one of the caller’s runs' },
})

// Acknowledgment

const ofDocument = z.object({ languageId, ...writtenBy, id })

export const askAcknowledgment = defineEndpoint({
  method: 'POST',
  path: '/api/document/ask-acknowledgment',
  summary: 'Ask the provider of a document to read and accept it',
  access: forAdministrators,
  body: ofDocument,
  data: z.null(),
  replies: {
    404: 'Not found or deleted',
    406: 'The portal cannot show the document, so it cannot be read there',
    409: 'It was asked already, or a newer version was uploaded',
  },
})

export const withdrawAcknowledgment = defineEndpoint({
  method: 'POST',
  path: '/api/document/withdraw-acknowledgment',
  summary: 'Withdraw a request that was not answered',
  access: forAdministrators,
  body: ofDocument,
  data: z.null(),
  replies: { 404: 'Not found or deleted', 409: 'There is no open request' },
})

export const acceptDocument = defineEndpoint({
  method: 'POST',
  path: '/api/document/accept-document',
  summary: "'Read and accepted': the provider's own answer, after opening the document",
  access: access.own('MyDocuments'),
  body: ofDocument,
  data: z.null(),
  replies: {
    404: 'Not found, deleted, or of another provider',
    409: 'It was not opened, the request was withdrawn, or a newer version was uploaded',
  },
})

export const endpoints = {
  askAcknowledgment,
  withdrawAcknowledgment,
  acceptDocument,
  previewLetter,
  getLetterFile,
  startLetterRun,
  getLetterRun,
}
