/** Documents attached to a provider (spec 3, sections 2, 3 and 7). */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, queryId } from './endpoint.ts'

/** Administrators, and providers for their own. */
const forBoth = access.records({ all: 'ProviderProfileInformation', own: 'ProfileInformation' })

export const attachedDocumentSchema = z.object({
  /** Names the file in its download. */
  FileName: z.string(),
  /** The name it was uploaded with; hosts without it show `FileName`. */
  originalFileName: z.string().optional(),
})
export type AttachedDocument = z.infer<typeof attachedDocumentSchema>

export const getAttachedDocuments = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-attached-documents',
  summary: "List a provider's documents by name; providers get their own",
  access: forBoth,
  query: z.object({ providerId: queryId }),
  data: z.array(attachedDocumentSchema),
  replies: { 404: 'Not found; providers find only themselves' },
})

export const downloadAttachedDocument = defineFile({
  path: '/api/provider/download-attached-document',
  summary: 'Download a document of a provider under its original name; providers get their own',
  access: forBoth,
  query: z.object({ fileName: plainText().max(200) }),
  // Browsers never show it: what someone uploaded is not run in the portal's name.
  contentType: 'application/octet-stream',
  replies: { 404: 'Not found; providers find only their own' },
})

export const endpoints = { getAttachedDocuments, downloadAttachedDocument }
