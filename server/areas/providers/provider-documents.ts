/** Documents attached to providers (spec 3, sections 2 and 7). */
import { and, asc, eq } from 'drizzle-orm'
import { isLatest, ofCaller } from '#server/areas/documents/document-record.ts'
import { fileAsStored, openDocument } from '#server/areas/documents/read-document.ts'
import { providerDocuments, providers } from '#server/db/schema.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Stores } from '#server/storage/stores.ts'
import { requireRecord } from '../master-data/stored-record.ts'
import { NOUN, requireOwn } from './provider-record.ts'

export const createAttachedDocumentHandlers = (
  stores: Stores,
): HandlersOf<'getAttachedDocuments' | 'downloadAttachedDocument'> => ({
  getAttachedDocuments: async ({ query: { providerId }, db, user }) => {
    requireOwn(user, providerId)
    requireRecord(
      await db.select({ version: providers.version }).from(providers).where(eq(providers.id, providerId)),
      NOUN,
    )
    return db
      .select({ FileName: providerDocuments.fileName, originalFileName: providerDocuments.originalFileName })
      .from(providerDocuments)
      .where(and(eq(providerDocuments.providerId, providerId), isLatest))
      .orderBy(asc(providerDocuments.originalFileName), asc(providerDocuments.id))
  },

  downloadAttachedDocument: async (context) => {
    const { query, db, user } = context
    const [found] = await db
      .select()
      .from(providerDocuments)
      .where(and(eq(providerDocuments.fileName, query.fileName), isLatest, ofCaller(user)))
    if (!found) throw new Refusal(404, 'Document not found.')
    return fileAsStored(await openDocument(stores, context, found, 'downloaded'), found.originalFileName)
  },
})
