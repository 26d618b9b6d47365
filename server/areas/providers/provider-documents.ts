/** Documents attached to providers (spec 3, sections 2 and 7). */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { providerDocumentContents, providerDocuments, providers } from '#server/db/schema.ts'
import { providerScope } from '#server/http/access.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { requireRecord } from '../master-data/stored-record.ts'
import { NOUN, requireOwn } from './provider-record.ts'

const isKept = isNull(providerDocuments.deletedAt)

export const providerDocumentHandlers: HandlersOf<'getAttachedDocuments' | 'downloadAttachedDocument'> = {
  getAttachedDocuments: async ({ query: { providerId }, db, user }) => {
    requireOwn(user, providerId)
    requireRecord(
      await db.select({ version: providers.version }).from(providers).where(eq(providers.id, providerId)),
      NOUN,
    )
    return db
      .select({ FileName: providerDocuments.fileName, originalFileName: providerDocuments.originalFileName })
      .from(providerDocuments)
      .where(and(eq(providerDocuments.providerId, providerId), isKept))
      .orderBy(asc(providerDocuments.originalFileName), asc(providerDocuments.id))
  },

  downloadAttachedDocument: async ({ query: { fileName }, db, user }) => {
    const scope = providerScope(user)
    const [found] = await db
      .select({ name: providerDocuments.originalFileName, content: providerDocumentContents.content })
      .from(providerDocuments)
      .innerJoin(providerDocumentContents, eq(providerDocumentContents.documentId, providerDocuments.id))
      .where(
        and(
          eq(providerDocuments.fileName, fileName),
          isKept,
          scope === undefined ? undefined : eq(providerDocuments.providerId, scope),
        ),
      )
    if (!found) throw new Refusal(404, 'Document not found.')
    return new FileReply(new Uint8Array(found.content), found.name)
  },
}
