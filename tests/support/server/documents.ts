import { createHash, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentSettings } from '#server/compose.ts'
import type { Database } from '#server/db/database.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { storedFileContents, storedFiles } from '#server/db/schema/stored-files.ts'

/** Documents in a folder of their own, which does not exist before the first. */
export const testDocuments = (): DocumentSettings & { readonly folder: string } => {
  const folder = join(tmpdir(), `homeroom-documents-${randomUUID()}`)
  const spoolFolder = join(folder, 'incoming')
  return { folder, target: 'folder', spoolFolder, maxBytes: 4 * 1024 * 1024, scanner: undefined }
}

/** Adds documents as earlier versions stored them: in the database. @returns their ids */
export async function addDocuments(
  { db }: Database,
  documents: readonly (Omit<typeof providerDocuments.$inferInsert, 'createdById'> & { readonly content: Buffer })[],
): Promise<number[]> {
  await db.insert(storedFiles).values(
    documents.map(({ fileName, content }) => ({
      name: fileName,
      store: 'table' as const,
      mediaType: 'application/pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      canBeShown: true,
    })),
  )
  await db.insert(storedFileContents).values(documents.map(({ fileName, content }) => ({ name: fileName, content })))
  const added = await db
    .insert(providerDocuments)
    .values(documents.map(({ content: _, ...document }) => ({ ...document, createdById: 1 })))
    .returning({ id: providerDocuments.id })
  return added.map(({ id }) => id)
}
