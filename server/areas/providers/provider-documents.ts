/** Documents attached to providers (spec 3, sections 2 and 7). */
import { and, asc, eq } from 'drizzle-orm'
import type { StoringParts } from '#server/areas/documents/document-parts.ts'
import { documentNotFound, isLatest, ofCaller } from '#server/areas/documents/document-record.ts'
import { fileAsStored, openDocument } from '#server/areas/documents/read-document.ts'
import { requireOwnProvider } from '#server/areas/master-data/required-provider.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import type { HandlersOf } from '#server/http/handler.ts'

export const createAttachedDocumentHandlers = ({
  documents: { stores },
}: StoringParts): HandlersOf<'getAttachedDocuments' | 'downloadAttachedDocument'> => ({
  getAttachedDocuments: async ({ query: { providerId }, db, user }) => {
    await requireOwnProvider(db, user, providerId)
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
    if (!found) throw documentNotFound()
    return fileAsStored(await openDocument(stores, context, found, 'downloaded'), found.originalFileName)
  },
})
